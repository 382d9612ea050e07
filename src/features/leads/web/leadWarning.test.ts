import { expect, test } from "vitest";
import { searchOfView, leadSearch } from "./leadSearch.ts";
import { quietAfterDays, warningOf } from "./leadWarning.ts";

const today = "2026-11-23";
const open = { stage: "contacted", doNotContact: false, nextStepOn: null } as const;

test.each([
  ["nothing while the last word is fresh", open, "2026-11-09", undefined],
  ["a conversation that went quiet", open, "2026-10-30", { kind: "noReply", days: 24 }],
  ["nothing where nobody was written to", { ...open, stage: "new" }, "2026-01-01", undefined],
  ["nothing where a step is planned", { ...open, nextStepOn: today }, "2026-01-01", undefined],
  [
    "a step whose day has passed",
    { ...open, nextStepOn: "2026-11-22" },
    "2026-01-01",
    { kind: "overdue", day: "2026-11-22" },
  ],
  ["nothing after the sale", { ...open, stage: "won", nextStepOn: "2026-11-01" }, "2026-01-01", undefined],
  [
    "who must not be contacted, before all else",
    { ...open, doNotContact: true, nextStepOn: "2026-11-01" },
    "2026-01-01",
    { kind: "doNotContact" },
  ],
] as const)("warns of %s", (_what, lead, lastWordDay, expected) => {
  expect(warningOf(lead, lastWordDay, today)).toEqual(expected);
});

test("uses the same threshold for quiet leads as the view", () => {
  expect(searchOfView("quiet", leadSearch.read({})).quietDays).toBe(quietAfterDays);
});
