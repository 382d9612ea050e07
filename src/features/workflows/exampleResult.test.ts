import { describe, expect, test } from "vitest";
import { workflowDocument } from "#src/features/documents/document.ts";
import { workflowLoaders } from "./catalogue/registry.ts";
import { cardNamed } from "./catalogue/cards.ts";
import { exampleResult } from "./server/exampleResult.ts";

describe.each(Object.keys(workflowLoaders))("the example result of %s", (key) => {
  test.each(["en", "de"] as const)("is a document without a doubtful sentence (%s)", async (language) => {
    const { workflowName } = cardNamed(key);
    const document = await exampleResult(workflowName, language);
    expect(workflowDocument.parse(document).language).toBe(language);
    expect(document.issues.filter(({ level }) => level !== "info")).toEqual([]);
    expect(document.claims.filter(({ check }) => check === "unverified")).toEqual([]);
    expect(document.aiMark).toBe(false);
    // Made once, the same for everybody.
    expect(await exampleResult(workflowName, language)).toBe(document);
  });
});

test("a workflow that nobody wrote has none", async () => {
  await expect(exampleResult("nobodysWorkflow", "en")).rejects.toThrow("Workflow not found");
});
