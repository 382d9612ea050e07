import { describe, expect, test } from "vitest";
import { license } from "./contract.ts";
import { isUpgradeOffered, licenseRanks } from "./rules.ts";

describe("license tiers", () => {
  test("have the ranks of the specification in the order of the contract", () => {
    expect(Object.entries(licenseRanks)).toEqual([
      ["justRegistered", 1],
      ["starter", 100],
      ["visionary", 200],
      ["individual", 300],
      ["enterprise", 999],
    ]);
    expect(license.options.toSorted((a, b) => licenseRanks[a] - licenseRanks[b])).toEqual(license.options);
  });

  test.each([
    ["justRegistered", true],
    ["starter", true],
    ["visionary", false],
    ["individual", false],
    ["enterprise", false],
  ] as const)("offer an upgrade from %s: %s", (owned, offered) => expect(isUpgradeOffered(owned)).toBe(offered));
});
