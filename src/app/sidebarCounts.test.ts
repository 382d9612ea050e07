import { expect, test } from "vitest";
import { maxCounted } from "#src/features/dashboard/contract.ts";
import { countsTo, shownCount } from "./sidebarCounts.ts";

test("marks counts that reach the server's limit", () => {
  expect(countsTo).toBe(maxCounted);
  expect(shownCount(0, "en")).toBe("0");
  expect(shownCount(9_999, "de")).toBe("9.999");
  expect(shownCount(countsTo, "en")).toBe("10,000+");
});
