import { beforeAll, describe, expect, test } from "vitest";
import type { Edit } from "#src/features/documents/edits.ts";
import { loadWorkflow } from "../catalogue/registry.ts";
import { contextOf, fromSample, sampleOf, simulate, today } from "#src/testing/simulatedRun.ts";
import type { CommonForm } from "../workflow.ts";
import { EditRefusedError } from "./editing.ts";
import type { RunState } from "./state.ts";
import type { Assembled, CompiledWorkflow } from "./workflowSpec.ts";

/* Documents in the hands of a person: an article by a model, its skeleton, and stories with rows that come and go. */

interface Opened {
  workflow: CompiledWorkflow;
  form: CommonForm;
  state: RunState;
  isDraft: boolean;
}

async function opened(key: string, by: "model" | "draft"): Promise<Opened> {
  const workflow = await loadWorkflow(`${key}Workflow`);
  if (!workflow) throw new Error(`no ${key}`);
  const form = workflow.form.parse(workflow.example(today, "en"));
  const write = by === "model" ? fromSample(sampleOf(key, "en")) : null;
  return {
    workflow,
    form,
    state: (await simulate(workflow, form, { write })).state,
    isDraft: by === "draft",
  };
}

const context = contextOf("en");
let count = 0;
const moment = () => ({ now: "2026-11-25T10:00:00.000Z", newId: `n${(count += 1)}` });
const edited = (of: Opened, edit: Edit): Opened => ({
  ...of,
  ...of.workflow.edit(of.form, context, of.state, edit, moment()),
});
const documentOf = ({ workflow, form, state, isDraft }: Opened): Assembled =>
  workflow.assemble(form, context, state, { isDraft });
const editorOf = ({ workflow, form, state }: Opened, key: string) => workflow.editor(form, context, state, key);
const textsOf = (document: Assembled, key: string): string[] =>
  document.sections
    .filter((section) => section.key === key)
    .flatMap(({ blocks }) => blocks.flatMap((block) => ("text" in block ? [block.text] : [])));
const refusal = (make: () => unknown): string => {
  try {
    make();
    return "taken";
  } catch (error) {
    if (error instanceof EditRefusedError) return error.reason;
    throw error;
  }
};

let article: Opened;
let draft: Opened;
let stories: Opened;
beforeAll(async () => {
  [article, draft, stories] = await Promise.all([
    opened("blogArticleWriter", "model"),
    opened("blogArticleWriter", "draft"),
    opened("userStoryWriter", "model"),
  ]);
});

const paragraphsOf = (of: Opened, key: string): string[] => {
  const editor = editorOf(of, key);
  if (editor?.kind !== "prose") throw new Error(`${key} is no prose`);
  return editor.paragraphs;
};

describe("a paragraph", () => {
  const change = (of: Opened, from: string, to: string): Opened => {
    const was = paragraphsOf(of, "opening");
    return edited(of, {
      kind: "prose",
      section: "opening",
      was,
      paragraphs: was.map((text) => text.replace(from, to)),
    });
  };

  test("keeps the marks of sentences that nobody touched, and the changed one becomes the person's", () => {
    const [first = ""] = paragraphsOf(article, "opening");
    const word = first.split(" ")[0] ?? "";
    const after = change(article, word, `Truly ${word.toLowerCase()}`);
    const before = documentOf(article);
    const document = documentOf(after);
    const own = document.claims.filter(({ byHand }) => byHand);
    expect(own.map(({ text }) => text.startsWith("Truly "))).toEqual([true]);
    expect(own[0]?.check).toBe("user");
    // Every other claim is what it was.
    const others = (of: Assembled) => of.claims.filter(({ id }) => id !== own[0]?.id);
    expect(others(document)).toEqual(others(before));
    const block = document.sections.find(({ key }) => key === "opening")?.blocks[0];
    expect(block && "claimIds" in block ? block.claimIds : []).toContain(own[0]?.id);
  });

  test("that is put back word for word has its marks again", () => {
    const [first = ""] = paragraphsOf(article, "opening");
    const word = first.split(" ")[0] ?? "";
    const back = change(change(article, word, "Truly"), "Truly", word);
    // Typed anew it is the person's, as nobody can know where the marks belong; the original brings them back.
    const original = edited(change(article, word, "Truly"), { kind: "original", at: "opening" });
    expect(documentOf(original).claims).toEqual(documentOf(article).claims);
    expect(paragraphsOf(back, "opening")).toEqual(paragraphsOf(article, "opening"));
  });

  test("typed marks and names of figures stay what was typed", () => {
    const was = paragraphsOf(article, "opening");
    // The sign that keeps typed marks from being read as marks may be typed, too.
    for (const figures of [
      "Write {name}, [s1] and [form], then {publishOn}.",
      "Keep [\u2060s1] and {\u2060publishOn} as they are.",
    ]) {
      const after = edited(article, { kind: "prose", section: "opening", was, paragraphs: [figures] });
      expect(textsOf(documentOf(after), "opening")[0]).toBe(figures);
      expect(paragraphsOf(after, "opening")).toEqual([figures]);
    }
  });

  test("that was changed elsewhere meanwhile is refused, and one that is not there too", () => {
    const was = paragraphsOf(article, "opening");
    expect(
      refusal(() => edited(article, { kind: "prose", section: "opening", was: ["Another text."], paragraphs: was })),
    ).toBe("stale");
    expect(refusal(() => edited(article, { kind: "prose", section: "nowhere", was, paragraphs: was }))).toBe("gone");
    expect(refusal(() => edited(article, { kind: "text", at: "opening/99", was: "", text: "x" }))).toBe("gone");
  });
});

describe("a gap", () => {
  test("is filled in its place, counted, and can be opened again", () => {
    const before = documentOf(draft);
    const open = before.gaps.filter(({ state }) => state === "open");
    expect(open.length).toBeGreaterThan(3);
    const gap = open.find(({ at }) => at === "opening/+");
    if (!gap) throw new Error("the opening is no gap");
    const after = edited(draft, { kind: "fill", at: gap.at, text: "We began with one shelf.\n\nThen came forty." });
    const document = documentOf(after);
    expect(textsOf(document, "opening").slice(-2)).toEqual(["We began with one shelf.", "Then came forty."]);
    expect(document.gaps.find(({ at }) => at === gap.at)?.state).toBe("filled");
    expect(document.gaps.length).toBe(before.gaps.length);
    expect(document.claims.filter(({ byHand }) => byHand).length).toBe(2);
    const again = documentOf(edited(after, { kind: "reopen", at: gap.at }));
    expect(again.gaps.find(({ at }) => at === gap.at)?.state).toBe("open");
    expect(again.sections).toEqual(before.sections);
  });

  test("that is left out is asked for no more, and stays counted", () => {
    const gaps = documentOf(draft).gaps.filter(({ state }) => state === "open");
    let after = draft;
    // A list that is shown in another form asks for its cells one after the other.
    for (let round = 0; round < 100; round += 1) {
      const open = documentOf(after).gaps.filter(({ state }) => state === "open");
      if (open.length === 0) break;
      after = open.reduce((known, { at }) => edited(known, { kind: "leave", at }), after);
    }
    const document = documentOf(after);
    expect(document.gaps.filter(({ state }) => state === "open")).toEqual([]);
    expect(document.gaps.length).toBeGreaterThanOrEqual(gaps.length);
    const asking = document.sections.flatMap(({ key, blocks }) =>
      blocks.filter((block) => block.type === "callout" && block.tone === "gap").map(() => key),
    );
    expect(asking).toEqual([]);
  });

  test("every gap of the draft takes an answer or sends to the form", () => {
    for (const { at, isField } of documentOf(draft).gaps) {
      const outcome = refusal(() => edited(draft, { kind: "fill", at, text: "40 words of mine" }));
      expect([at, isField ? "unfit" : "taken"]).toEqual([at, outcome]);
    }
  });
});

test("a list with a row for each item of another asks for nothing while that one has none", async () => {
  const paper = await opened("whitepaperPlanner", "draft");
  const figureGaps = (of: Opened) => documentOf(of).gaps.filter(({ at }) => at.startsWith("figures/"));
  expect(figureGaps(paper)).toEqual([]);
  const chapters = editorOf(paper, "chapters");
  const row = chapters?.kind === "rows" ? chapters.rows[0] : undefined;
  const at = `chapters/${row?.id ?? ""}/figure`;
  const withFigure = edited(paper, { kind: "text", at, was: row?.cells["figure"] ?? "", text: "Costs by year" });
  const [gap] = figureGaps(withFigure);
  expect(refusal(() => edited(withFigure, { kind: "fill", at: gap?.at ?? "", text: "Ten invoices" }))).toBe("taken");
});

test("a gap in a cell has the room that its column has for whoever edits the row", async () => {
  const paper = await opened("whitepaperPlanner", "draft");
  const roomy = documentOf(paper).gaps.flatMap(({ at, most }) => {
    const [section = "", , column = ""] = at.split("/");
    const editor = column === "" ? null : editorOf(paper, section);
    return editor?.kind === "rows" ? [[most, editor.columns.find(({ name }) => name === column)?.most]] : [];
  });
  expect(roomy.filter(([most]) => most !== undefined).length).toBeGreaterThan(2);
  for (const [ofGap, ofColumn] of roomy) expect(ofGap).toBe(ofColumn);
});

describe("rows", () => {
  const rowsOf = (of: Opened, key: string) => {
    const editor = editorOf(of, key);
    if (editor?.kind !== "rows") throw new Error(`${key} has no rows`);
    return editor;
  };
  const open = (of: Opened): string[] =>
    documentOf(of)
      .sections.map(({ key }) => key)
      .filter((key) => {
        const editor = editorOf(of, key);
        return editor?.kind === "rows" && editor.isOpen && editor.rows.length > 1;
      });

  test("come, go and move, and keep their ids", () => {
    const [key = ""] = [...open(stories), ...open(article)];
    const of = open(stories).includes(key) ? stories : article;
    const { rows, columns } = rowsOf(of, key);
    const name = columns.find(({ kind }) => kind === "text")?.name ?? "";
    const [first, second] = rows;
    const added = edited(of, { kind: "addRow", section: key, after: first?.id ?? null, cells: { [name]: "By hand." } });
    const ids = rowsOf(added, key).rows.map(({ id }) => id);
    expect([ids[0], ids[2], ids.length]).toEqual([first?.id, second?.id, rows.length + 1]);
    const mine = ids[1] ?? "";
    expect(documentOf(added).claims.some(({ id, byHand }) => byHand && id.startsWith(`${key}/${mine}/`))).toBe(true);
    const moved = edited(added, { kind: "moveRow", section: key, id: mine, to: 0 });
    expect(rowsOf(moved, key).rows.map(({ id }) => id)).toEqual([mine, ...rows.map(({ id }) => id)]);
    const removed = edited(moved, { kind: "removeRow", section: key, id: mine });
    expect(documentOf(removed).sections).toEqual(documentOf(of).sections);
    expect(documentOf(removed).claims.some(({ byHand }) => byHand)).toBe(false);
  });

  test("what a person writes into a row is shown whole, also where a model's words would be cut", () => {
    const [key = ""] = open(stories);
    const { columns } = rowsOf(stories, key);
    const { name = "", most = 0 } = columns.find(({ kind }) => kind === "text") ?? {};
    const cell = `${"By hand and to the end ".repeat(Math.ceil(most / 20))}of it.`;
    expect(cell.length).toBeGreaterThan(most);
    const added = edited(stories, { kind: "addRow", section: key, after: null, cells: { [name]: cell } });
    expect(rowsOf(added, key).rows.map(({ cells }) => cells[name])).toContain(cell);
    expect(documentOf(added).claims.some(({ byHand, text }) => byHand && text === cell)).toBe(true);
  });

  test("a cell takes what its column takes", () => {
    const [key = ""] = open(stories);
    const { rows, columns } = rowsOf(stories, key);
    const id = rows[0]?.id ?? "";
    for (const { name, kind, options } of columns) {
      const was = rows[0]?.cells[name] ?? "";
      const text = kind === "pick" ? (options?.at(-1)?.value ?? "") : kind === "number" ? "12" : "2027-01-02";
      const after = edited(stories, { kind: "text", at: `${key}/${id}/${name}`, was, text });
      expect(rowsOf(after, key).rows[0]?.cells[name]).toBe(text);
      if (kind === "pick")
        expect(refusal(() => edited(stories, { kind: "text", at: `${key}/${id}/${name}`, was, text: "?" }))).toBe(
          "unfit",
        );
    }
  });

  test("a date is a day of the calendar, or nothing", async () => {
    const market = await opened("marketAnalyser", "model");
    const write = (day: string) =>
      refusal(() => edited(market, { kind: "addRow", section: "rules", after: null, cells: { rule: "A law", day } }));
    expect(["2027-02-28", "2027-02-29", "soon"].map(write)).toEqual(["taken", "unfit", "unfit"]);
  });
});

describe("sections", () => {
  const keysOf = (of: Opened): string[] => documentOf(of).sections.map(({ key }) => key);

  test("are moved, left out and brought back, and one's own stands where it was put", () => {
    const [a = "", b = "", c = ""] = keysOf(article);
    const moved = edited(article, { kind: "moveSection", section: b, by: -1 });
    expect(keysOf(moved).slice(0, 3)).toEqual([b, a, c]);
    const without = edited(moved, { kind: "removeSection", section: a });
    expect(keysOf(without).slice(0, 2)).toEqual([b, c]);
    expect(documentOf(without).claims.some(({ id }) => id.startsWith(`${a}/`))).toBe(false);
    expect(keysOf(edited(without, { kind: "returnSection", section: a })).slice(0, 3)).toEqual([b, a, c]);
    const mine = edited(article, { kind: "addSection", after: a, title: "In my words", paragraphs: ["One thing."] });
    expect(documentOf(mine).sections[1]).toMatchObject({
      title: "In my words",
      blocks: [{ type: "p", text: "One thing." }],
    });
    expect(refusal(() => edited(article, { kind: "removeSection", section: "nowhere" }))).toBe("gone");
  });

  test("what computed sections show can be edited where it is stored", () => {
    const computed = keysOf(stories).filter((key) => editorOf(stories, key)?.kind === "texts");
    for (const key of computed) {
      const editor = editorOf(stories, key);
      const [first] = editor?.kind === "texts" ? editor.texts : [];
      if (!first) continue;
      const after = edited(stories, { kind: "text", at: first.at, was: first.text, text: "Said by hand instead." });
      const shown = JSON.stringify(documentOf(after).sections.find((section) => section.key === key)?.blocks);
      expect([key, shown.includes("Said by hand instead.")]).toEqual([key, true]);
    }
  });

  test("a text of a section that was left out keeps its mark where another section shows it", async () => {
    const outreach = await opened("leadsOutreachAssistant", "model");
    const left = edited(outreach, { kind: "removeSection", section: "messages" });
    const isOfMessages = ({ id }: { id: string }): boolean => id.startsWith("messages/");
    const editor = editorOf(left, "order");
    const shown = editor?.kind === "texts" ? editor.texts.find(({ at }) => at.startsWith("messages/")) : undefined;
    const text = "They asked for a test ride in May.";
    const after = documentOf(edited(left, { kind: "text", at: shown?.at ?? "", was: shown?.text ?? "", text }));
    const own = after.claims.find((claim) => claim.text === text);
    expect([own?.byHand, own?.check]).toEqual([true, "user"]);
    const order = after.sections.find(({ key }) => key === "order")?.blocks ?? [];
    const marks = order.flatMap((block) => ("claimIds" in block ? (block.claimIds ?? []) : []));
    expect(marks).toContain(own?.id);
    // What nobody can read any more is no fact of the document.
    expect(documentOf(outreach).claims.filter(isOfMessages).length).toBeGreaterThan(
      after.claims.filter(isOfMessages).length,
    );
  });

  test("a tick stays, whatever else is edited", () => {
    const items = documentOf(article).sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === "checklist" ? block.items : [])),
    );
    const item = items.find(({ done }) => !done);
    if (!item?.at) throw new Error("the article has no open item");
    const ticked = edited(article, { kind: "tick", at: item.at, done: true });
    const [key = ""] = keysOf(ticked);
    const again = JSON.stringify(documentOf(edited(ticked, { kind: "removeSection", section: key })).sections);
    expect(again).toContain(JSON.stringify({ ...item, done: true }));
  });
});
