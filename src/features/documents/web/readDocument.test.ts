import { expect, test } from "vitest";
import { readDocument } from "./readDocument.ts";

test("an answer to a question without a place of its own is read with the gap that it closed", () => {
  const gap = { state: "filled", question: "Who checks the figures?", changedAt: "2026-11-26T10:00:00.000Z" };
  const { edits } = readDocument({
    edits: { gaps: { "toc/?1x2y3z": { ...gap, answer: "Ms Baum" }, "summary/+": gap } },
  });
  expect(edits.gaps).toEqual({ "toc/?1x2y3z": { ...gap, answer: "Ms Baum" }, "summary/+": gap });
});
