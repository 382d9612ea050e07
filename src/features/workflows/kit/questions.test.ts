import { describe, expect, test } from "vitest";
import type { Edit } from "#src/features/documents/edits.ts";
import { asksOnce, showsAnswers } from "#src/testing/edits/laws.ts";
import { documentOf, type OpenDocument } from "#src/testing/edits/moves.ts";
import {
  contextOf,
  fromPages,
  fromSample,
  sampleOf,
  samplePagesOf,
  simulate,
  today,
} from "#src/testing/simulatedRun.ts";
import { loadWorkflow } from "../catalogue/registry.ts";

/* Questions of a document: each is asked in one place, and no answer gets out of sight. */

async function opened(key: string, by: "model" | "draft"): Promise<OpenDocument> {
  const workflow = await loadWorkflow(`${key}Workflow`);
  if (!workflow) throw new Error(`no ${key}`);
  const form = workflow.form.parse(workflow.example(today, "en"));
  const pages = fromPages(samplePagesOf(key, "en"));
  const write = by === "model" ? { write: fromSample(sampleOf(key, "en")), read: pages } : {};
  const { state } = await simulate(workflow, form, write);
  return { workflow, form, context: contextOf("en"), state, isDraft: by === "draft" };
}

let count = 0;
const edited = (of: OpenDocument, edit: Edit): OpenDocument => ({
  ...of,
  ...of.workflow.edit(of.form, of.context, of.state, edit, { now: today, newId: `n${(count += 1)}` }),
});
const gapsAbout = (of: OpenDocument, words: string) =>
  documentOf(of).gaps.filter(({ question }) => question.includes(words));
const textsAbout = (of: OpenDocument, words: string): string[] =>
  documentOf(of).sections.flatMap(({ key, blocks }) =>
    blocks.flatMap((block) => (block.type === "callout" && block.text.includes(words) ? [key] : [])),
  );

describe("a question of a draft", () => {
  const cases = [
    ["blogArticleWriter", "three sentences should stay", "takeaways/+"],
    ["blogArticleWriter", "three to seven headings", "outline/+"],
    ["blogArticleWriter", "answer your readers’ open questions", "faq/?7t7dah13qah2r"],
    ["marketAnalyser", "Which three offers would you test first", "chances/+"],
    ["customerJourneyPlanner", "Which idea will you try first", "experiments/?18kmillmccffz"],
    ["contentPlanner", "78 items have no text yet", "items/?9uxmyu17lw8a4"],
  ] as const;

  test.each(cases)("of %s is asked in one place: %s", async (key, words, at) => {
    const draft = await opened(key, "draft");
    expect(gapsAbout(draft, words)).toMatchObject([{ at, state: "open" }]);
    asksOnce(documentOf(draft));
  });

  test.each(cases)("of %s that is left out is asked nowhere else: %s", async (key, words, at) => {
    const left = edited(await opened(key, "draft"), { kind: "leave", at });
    expect(gapsAbout(left, words)).toMatchObject([{ at, state: "left" }]);
    expect(textsAbout(left, words)).toEqual([]);
    const again = edited(left, { kind: "reopen", at });
    expect(gapsAbout(again, words)).toMatchObject([{ at, state: "open" }]);
  });

  test.each(cases)("of %s that is answered is asked nowhere else: %s", async (key, words, at) => {
    const filled = edited(await opened(key, "draft"), { kind: "fill", at, text: "What I know of it." });
    expect(gapsAbout(filled, words)).toMatchObject([{ at, state: "filled" }]);
    expect(textsAbout(filled, words)).toEqual([]);
    const own = documentOf(filled).sections.find((section) => at.startsWith(`${section.key}/`));
    expect(JSON.stringify(own)).toContain("What I know of it.");
  });
});

describe("an answer", () => {
  const answer = "We ask the client for the day of acceptance.";

  test("stays on the page when its question reads otherwise, beside the question that is asked now", async () => {
    const bid = await opened("tenderApplicant", "model");
    const [gap] = gapsAbout(bid, "How will you clarify");
    const filled = edited(bid, { kind: "fill", at: gap?.at ?? "", text: answer });
    const met = edited(filled, { kind: "text", at: "answers/q2/status", was: "open", text: "yes" });
    expect(gapsAbout(met, "How will you clarify").map(({ state }) => state)).toEqual(["open", "filled"]);
    showsAnswers(met, documentOf(met));
  });

  test("is read at the end when its section is there no more", async () => {
    const draft = await opened("blogArticleWriter", "draft");
    const filled = edited(draft, { kind: "fill", at: "faq/?7t7dah13qah2r", text: answer });
    const without = { ...filled, form: filled.workflow.form.parse({ ...filled.form, faq: false }) };
    const document = documentOf(without);
    expect(document.sections.map(({ key }) => key)).not.toContain("faq");
    expect(JSON.stringify(document.sections.find(({ key }) => key === "gaps"))).toContain(answer);
    expect(document.gaps.filter(({ at }) => at.startsWith("faq/"))).toMatchObject([{ state: "filled" }]);
    showsAnswers(without, document);
    const removed = edited(filled, { kind: "removeSection", section: "faq" });
    expect(JSON.stringify(documentOf(removed).sections)).not.toContain(answer);
  });
});
