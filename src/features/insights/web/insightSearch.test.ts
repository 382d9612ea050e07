import { expect, it } from "vitest";
import { insight, insightStatus } from "../contract.ts";
import { channels, insightStatuses, statusIn } from "./insightSearch.ts";

it("knows the statuses and channels of the contract", () => {
  expect(insightStatuses).toEqual(insightStatus.options);
  expect(channels).toEqual(insight.shape.channel.options);
});

it("narrows by what is a status, and by nothing else", () => {
  expect(statusIn("sent")).toBe("sent");
  expect(statusIn("Sent")).toBeUndefined();
  expect(statusIn(["sent"])).toBeUndefined();
});
