import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxPersonBytes } from "#src/features/files/rules.ts";
import { sharedFields } from "#src/features/workflows/catalogue/commonForm.ts";
import { license, type License, rights, type Rights } from "./contract.ts";
import { hasRoom, levelRights, levelThatMay, rightsOf, runWidths } from "./rights.ts";
import { licenseRanks } from "./rules.ts";

const levels = fc.constantFrom(...license.options);
const endless = (limit: number | null): number => limit ?? Number.POSITIVE_INFINITY;

/** Whether rights allow at least all that others do, right by right. */
const isAtLeast = (one: Rights, other: Rights): boolean =>
  one.parallelRuns >= other.parallelRuns &&
  endless(one.schedules) >= endless(other.schedules) &&
  one.attachments >= other.attachments &&
  one.attachmentBytes >= other.attachmentBytes &&
  Number(one.deepResearch) >= Number(other.deepResearch);

describe("rights of the levels", () => {
  test("a higher level never may less, with and without limits", () => {
    fc.assert(
      fc.property(levels, levels, fc.boolean(), (one, other, hasLimits) => {
        const [low, high] = licenseRanks[one] <= licenseRanks[other] ? [one, other] : [other, one];
        expect(isAtLeast(rightsOf(high, hasLimits), rightsOf(low, hasLimits))).toBe(true);
      }),
    );
  });

  test("each level that is sold brings something more than the one below", () => {
    const sold: License[] = ["justRegistered", "starter", "visionary", "individual", "enterprise"];
    for (const [index, level] of sold.entries()) {
      const below = sold[index - 1];
      if (below) expect([level, isAtLeast(levelRights[below], levelRights[level])]).toEqual([level, false]);
    }
  });

  test("without limits nobody may less than with them, nor less than before there were levels", () => {
    const before = {
      parallelRuns: 3,
      schedules: null,
      attachments: 20,
      attachmentBytes: maxPersonBytes,
      deepResearch: true,
    };
    for (const level of license.options) {
      expect(isAtLeast(rightsOf(level, false), levelRights[level])).toBe(true);
      expect(isAtLeast(rightsOf(level, false), before)).toBe(true);
    }
  });

  test("promises nothing that no form or store takes", () => {
    for (const level of license.options) {
      const { attachments, attachmentBytes } = rights.parse(levelRights[level]);
      expect(sharedFields.attachments.safeParse(Array(attachments).fill(crypto.randomUUID())).success).toBe(true);
      expect(attachmentBytes).toBeLessThanOrEqual(maxPersonBytes);
      expect(runWidths).toContain(levelRights[level].parallelRuns);
    }
  });

  test("the level that lifts a limit is the lowest that does", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 150 }), (count) => {
        const found = levelThatMay(({ schedules }) => hasRoom(schedules, count));
        expect(found && hasRoom(found.rights.schedules, count)).toBe(true);
        for (const level of license.options)
          if (found && licenseRanks[level] < licenseRanks[found.level])
            expect(hasRoom(levelRights[level].schedules, count)).toBe(false);
      }),
    );
    expect(levelThatMay(({ attachments }) => attachments > 20)).toBeUndefined();
  });
});
