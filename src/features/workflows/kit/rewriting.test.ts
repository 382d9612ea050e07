import { beforeAll, describe, expect, test } from "vitest";
import type { RewriteOffer } from "#src/features/documents/edits.ts";
import { contextOf, fromSample, sampleOf, simulate, today, type Writer } from "#src/testing/simulatedRun.ts";
import { allOf } from "#src/testing/suiteTools.ts";
import { loadWorkflow } from "../catalogue/registry.ts";
import type { CommonForm } from "../workflow.ts";
import { EditRefusedError } from "./editing.ts";
import { withOldIds } from "./rewriting.ts";
import type { RunState } from "./state.ts";
import type { CompiledWorkflow, RewrittenSection } from "./workflowSpec.ts";

/* Lists and paragraphs that a writer has written once more, and what a person takes of them. */

const context = contextOf("en");
const moment = { now: "2026-11-25T10:00:00.000Z", newId: "n1" };
let workflow: CompiledWorkflow;
let form: CommonForm;
let state: RunState;
beforeAll(async () => {
  const loaded = await loadWorkflow("blogArticleWriterWorkflow");
  if (!loaded) throw new Error("no articles");
  workflow = loaded;
  form = workflow.form.parse(workflow.example(today, "en"));
  state = (await simulate(workflow, form, { write: fromSample(sampleOf("blogArticleWriter", "en")) })).state;
});

type Title = Record<string, string>;
const titlesOf = (of: RunState) => of.answer["titles"] as Title[];

/** The titles as a writer gives them once more. */
async function titlesBy(give: (titles: Title[]) => Title[], from = state, keepsMissing = false) {
  const write: Writer = () => ({ titles: give(titlesOf(from)).map(({ id: _, ...row }) => row) });
  const start: RunState = { ...from, rewrite: { key: "titles", ids: [], wish: "Other ones." } };
  const { state: after, asks } = await simulate(workflow, form, { write, start });
  return { asks, of: workflow.rewritten(from, after, "titles", { keepsMissing }) };
}
const offered = (of: RewrittenSection, now = state): Extract<RewriteOffer, { kind: "rows" }> => {
  const offer = workflow.rewriteOffer(form, context, now, of);
  if (offer?.kind !== "rows") throw new Error("titles are rows");
  return offer;
};
const refusal = (make: () => unknown): string => {
  try {
    make();
    return "taken";
  } catch (error) {
    if (error instanceof EditRefusedError) return error.reason;
    throw error;
  }
};

const other = "Echo in rooms of glass: three ways out of it";

describe("rows in other words", () => {
  test("take the ids of those that they stand for, within their piece of material", () => {
    const rows = (...ids: string[]) => ids.map((id) => ({ id }));
    const ids = (...args: Parameters<typeof withOldIds>) => withOldIds(...args).map(({ id }) => id);
    expect(ids(rows("t-1", "t-2"), rows("t-1", "t-3"))).toEqual(["t-1", "t-2"]);
    expect(ids(rows("t-1"), rows("t-1", "t-2"))).toEqual(["t-1", "t-2"]);
    expect(ids(rows("s1.1-1", "s2.1-1"), rows("s2.1-2"))).toEqual(["s2.1-1"]);
  });

  test("are asked for alone, with the text that is there", async () => {
    const { asks } = await titlesBy((titles) => titles);
    expect(asks.map(({ parts }) => parts.map(({ section }) => section))).toEqual([["titles"]]);
    expect(asks[0]?.prompt.user).toContain(titlesOf(state)[0]?.["title"]);
  });

  test("are offered one by one, and those that are not taken stay", async () => {
    const { of } = await titlesBy((titles) =>
      titles.map((row, index) => (index < 2 ? { ...row, title: `${other} ${"ab"[index]}`, why: "New." } : row)),
    );
    const offer = offered(of);
    expect(offer.rows.map(({ id }) => id)).toEqual(["t-1", "t-2"]);
    const all = allOf("titles", offer);
    if (all.kind !== "rows") throw new Error("titles are rows");
    const choice = { ...all, cells: all.cells.filter(({ at }) => at.startsWith("titles/t-2/")) };
    const taken = workflow.acceptRewrite(form, context, state, of, choice, moment);
    expect(titlesOf(taken.state).map(({ title }) => title === `${other} b`)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);
    expect(titlesOf(taken.state)[0]).toEqual(titlesOf(state)[0]);
  });

  test("may be added and left out", async () => {
    const { of } = await titlesBy((titles) => [...titles.slice(1), { ...titles[0], title: other }]);
    const less = await titlesBy((titles) => titles.slice(1));
    // One that says something else stands for the one that went.
    expect(offered(of).rows.map(({ id, after }) => [id, after?.["title"]])).toEqual([["t-1", other]]);
    expect(offered(less.of).rows.map(({ id, after }) => [id, after])).toEqual([["t-1", null]]);
    const gone = workflow.acceptRewrite(form, context, state, less.of, allOf("titles", offered(less.of)), moment);
    expect(titlesOf(gone.state).map(({ id }) => id)).toEqual(["t-2", "t-3", "t-4", "t-5"]);

    const more = await titlesBy((titles) => [
      ...titles.slice(0, 1),
      { ...titles[0], title: other },
      ...titles.slice(1),
    ]);
    const offer = offered(more.of);
    expect(offer.rows.map(({ before, after }) => [before, after?.["title"]])).toEqual([[null, other]]);
    const added = workflow.acceptRewrite(form, context, state, more.of, allOf("titles", offer), moment);
    expect(titlesOf(added.state)[1]?.["title"]).toBe(other);
    expect(added.state.edits?.own ?? {}).toEqual({});
  });

  test("that the writer gave up are not offered to be left out", async () => {
    const { of } = await titlesBy((titles) => titles.slice(1), state, true);
    expect(offered(of).rows).toEqual([]);
  });

  test("leave alone what the person added and removed since", async () => {
    const { of } = await titlesBy((titles) => titles.map((row) => ({ ...row, why: `${row["why"]} Truly.` })));
    const cells = { title: "Mine", way: "finding", why: "By hand" };
    let now = workflow.edit(
      form,
      context,
      state,
      { kind: "addRow", section: "titles", after: null, cells },
      moment,
    ).state;
    now = workflow.edit(form, context, now, { kind: "removeRow", section: "titles", id: "t-3" }, moment).state;
    expect(offered(of, now).rows.map(({ id }) => id)).toEqual(["t-1", "t-2", "t-4", "t-5"]);
    const taken = workflow.acceptRewrite(form, context, now, of, allOf("titles", offered(of, now)), moment);
    expect(titlesOf(taken.state).map(({ id }) => id)).toEqual(["h-n1", "t-1", "t-2", "t-4", "t-5"]);
  });
});

test("what does not stand there or does not fit is refused", async () => {
  const { of } = await titlesBy((titles) => titles.map((row) => ({ ...row, why: "New." })));
  const nothing = { kind: "rows" as const, cells: [], add: [], remove: [] };
  const cell = { at: "titles/t-1/why", was: "something else", text: "New." };
  const accept = (choice: Parameters<CompiledWorkflow["acceptRewrite"]>[4], section = of) =>
    refusal(() => workflow.acceptRewrite(form, context, state, section, choice, moment));
  expect(accept({ ...nothing, cells: [cell] })).toBe("stale");
  expect(accept({ ...nothing, cells: [{ ...cell, at: "opening/1" }] })).toBe("unfit");
  expect(accept({ ...nothing, add: [{ id: "t-1", cells: {} }] })).toBe("gone");
  expect(accept({ ...nothing, remove: ["t-9"] })).toBe("unfit");
  expect(accept({ kind: "prose", was: [], paragraphs: ["x"] })).toBe("unfit");
  expect(accept(nothing, { ...of, section: "factBox" })).toBe("gone");
  expect(accept(nothing)).toBe("taken");
});

test("what was written for another answer in the form is outdated, until it is written once more", async () => {
  const outdated = (changes: object, of: RunState = state): string[] =>
    workflow.assemble({ ...form, ...changes }, context, of).outdatedSections;
  expect(outdated({})).toEqual([]);
  // Nobody who writes is told of these.
  expect(outdated({ requirementTitle: "Another name", approver: "Somebody Else" })).toEqual([]);
  const audience = { audience: "Caretakers of schools" };
  expect(outdated(audience)).toEqual(expect.arrayContaining(["titles", "opening", "parts", "closing", "faq"]));
  // From before the form was a part of what is remembered.
  const asked = Object.fromEntries(Object.entries(state.done).map(([key, brief]) => [key, brief.split(".")[0] ?? ""]));
  expect(outdated(audience, { ...state, done: asked })).toEqual([]);
});

test("a section that is outdated is so no more once something of it was taken", async () => {
  const old: RunState = { ...state, done: { ...state.done, titles: "asked differently" } };
  expect(workflow.assemble(form, context, old).outdatedSections).toContain("titles");
  const { of } = await titlesBy((titles) => titles.map((row) => ({ ...row, why: "New." })), old);
  const nothing = { kind: "rows" as const, cells: [], add: [], remove: [] };
  expect(workflow.acceptRewrite(form, context, old, of, nothing, moment).state).toBe(old);
  const taken = workflow.acceptRewrite(form, context, old, of, allOf("titles", offered(of, old)), moment);
  expect(workflow.assemble(form, context, taken.state).outdatedSections).toEqual([]);
});
