import { expect, test } from "vitest";
import { insight, insightStatus } from "./contract.ts";
import { channels, insightStatuses, statusIn } from "./rules.ts";

test("uses the statuses and channels of the contract", () => {
  expect(insightStatuses).toEqual(insightStatus.options);
  expect(channels).toEqual(insight.shape.channel.options);
});

test("filters by a valid status only", () => {
  expect(statusIn("sent")).toBe("sent");
  expect(statusIn("Sent")).toBeUndefined();
  expect(statusIn(["sent"])).toBeUndefined();
});
