import { beforeAll, describe, expect, test } from "vitest";
import { workflowDocument } from "#src/features/documents/document.ts";
import type { Edit } from "#src/features/documents/edits.ts";
import { loadWorkflow } from "../catalogue/registry.ts";
import { documentOf, editorOf, type OpenDocument } from "#src/testing/edits/moves.ts";
import { isStorable } from "#src/testing/edits/laws.ts";
import {
  contextOf,
  fromPages,
  fromSample,
  sampleOf,
  samplePagesOf,
  simulate,
  today,
} from "#src/testing/simulatedRun.ts";
import { EditRefusedError } from "./editing.ts";

/* Where an edit ends: what is refused, and what must come through whole. */

async function opened(key: string, by: "model" | "draft"): Promise<OpenDocument> {
  const workflow = await loadWorkflow(`${key}Workflow`);
  if (!workflow) throw new Error(`no ${key}`);
  const form = workflow.form.parse(workflow.example(today, "en"));
  const write = by === "model" ? fromSample(sampleOf(key, "en")) : null;
  const { state } = await simulate(workflow, form, { write, read: fromPages(samplePagesOf(key, "en")) });
  return { workflow, form, context: contextOf("en"), state, isDraft: by === "draft" };
}

let count = 0;
const edited = (of: OpenDocument, edit: Edit): OpenDocument => ({
  ...of,
  ...of.workflow.edit(of.form, of.context, of.state, edit, { now: today, newId: `n${(count += 1)}` }),
});
const refusal = (of: OpenDocument, edit: Edit): string => {
  try {
    edited(of, edit);
    return "taken";
  } catch (error) {
    if (error instanceof EditRefusedError) return error.reason;
    throw error;
  }
};
const paragraphsOf = (of: OpenDocument, key: string): string[] => {
  const editor = editorOf(of, key);
  return editor?.kind === "prose" ? editor.paragraphs : [];
};
const inOpening = (of: OpenDocument, paragraphs: string[]): OpenDocument =>
  edited(of, { kind: "prose", section: "opening", was: paragraphsOf(of, "opening"), paragraphs });

let article: OpenDocument;
let draft: OpenDocument;
let plan: OpenDocument;
beforeAll(async () => {
  [article, draft, plan] = await Promise.all([
    opened("blogArticleWriter", "model"),
    opened("blogArticleWriter", "draft"),
    opened("userStoryWriter", "model"),
  ]);
});

describe("a typed text", () => {
  test("with marks and brackets is read as it was typed, by the person's hand", () => {
    for (const text of ["Hello. [s1]", "See here. [draft] Next.", "[\u2060s1] stays", "Ends so! [form] [s2]"]) {
      const after = inOpening(article, [...paragraphsOf(article, "opening"), text]);
      expect(paragraphsOf(after, "opening").at(-1)).toBe(text);
      const place = `opening/${String(paragraphsOf(after, "opening").length)}#`;
      const own = documentOf(after).claims.filter(({ id }) => id.startsWith(place));
      expect(own.length).toBeGreaterThan(0);
      expect(own.filter(({ byHand, check }) => !byHand || check !== "user")).toEqual([]);
      for (const claim of own) expect(text).toContain(claim.text);
    }
  });

  test("of 20,000 characters is kept whole, and the document can still be opened", () => {
    const text = "x".repeat(20_000);
    const after = inOpening(article, [text]);
    expect(paragraphsOf(after, "opening")).toEqual([text]);
    isStorable(after, documentOf(after));
  });

  test("that is too much for its section is refused", () => {
    const many = Array.from({ length: 81 }, (_, index) => `Line ${String(index)}.`);
    expect(refusal(draft, { kind: "fill", at: "opening/+", text: many.join("\n\n") })).toBe("unfit");
  });

  test("of more sentences than can be marked is refused, wherever it goes", () => {
    const paragraphs = Array.from({ length: 6 }, () => "Ok! ".repeat(2_000));
    const was = paragraphsOf(article, "opening");
    expect(refusal(article, { kind: "prose", section: "opening", was, paragraphs })).toBe("unfit");
    expect(refusal(article, { kind: "addSection", after: null, title: "Mine", paragraphs })).toBe("unfit");
  });

  test("of very many sentences can still be opened, or is refused", () => {
    let of = article;
    for (const part of [1, 2, 3]) {
      const more = Array.from({ length: 8 }, (_, at) =>
        Array.from({ length: 1_000 }, (_unused, word) => `n${String(part)}${String(at)}${String(word)}!`).join(" "),
      );
      const was = paragraphsOf(of, "opening");
      const edit: Edit = { kind: "prose", section: "opening", was, paragraphs: [...more, ...was] };
      if (refusal(of, edit) === "taken") of = edited(of, edit);
    }
    isStorable(of, documentOf(of));
  });

  test("keeps the marks of all paragraphs beside it", () => {
    const shown = paragraphsOf(article, "opening");
    const after = inOpening(article, [...shown, "One more."]);
    const claims = (of: OpenDocument) => documentOf(of).claims.filter(({ byHand }) => !byHand);
    expect(claims(after)).toEqual(claims(article));
  });

  test("keeps the marks of all sentences beside one with a typed mark", () => {
    const [first = "", ...rest] = paragraphsOf(article, "opening");
    const after = inOpening(article, [`${first} As [s1] said in {name}.`, ...rest]);
    const claims = (of: OpenDocument) => documentOf(of).claims.filter(({ byHand }) => !byHand);
    expect(claims(after)).toEqual(claims(article));
  });
});

describe("what is not there", () => {
  test.each<Edit>([
    { kind: "leave", at: "nowhere/+" },
    { kind: "leave", at: "opening/7" },
    { kind: "leave", at: "__proto__" },
    { kind: "tick", at: "opening/!none", done: true },
    { kind: "tick", at: "constructor", done: true },
    { kind: "reopen", at: "constructor" },
    { kind: "original", at: "constructor" },
    { kind: "text", at: "opening/01", was: "", text: "x" },
  ])("is refused: %j", (edit) => {
    const was = edit.kind === "text" ? (paragraphsOf(article, "opening")[0] ?? "") : "";
    expect(refusal(article, edit.kind === "text" ? { ...edit, was } : edit)).toBe("gone");
  });

  test("a cell is named by three words, and no more", () => {
    const [key = ""] = documentOf(plan)
      .sections.map((section) => section.key)
      .filter((one) => editorOf(plan, one)?.kind === "rows");
    const editor = editorOf(plan, key);
    if (editor?.kind !== "rows") throw new Error("no rows");
    const [row] = editor.rows;
    const { name = "" } = editor.columns[0] ?? {};
    const at = `${key}/${row?.id ?? ""}/${name}/more`;
    expect(refusal(plan, { kind: "text", at, was: row?.cells[name] ?? "", text: "x" })).toBe("gone");
  });
});

test("a gap that was answered is not left out: the answer would be gone", () => {
  const gap = documentOf(draft).gaps.find(({ at, state }) => at.includes("/?") && state === "open");
  if (!gap) throw new Error("no question");
  const after = edited(draft, { kind: "fill", at: gap.at, text: "My answer." });
  expect(refusal(after, { kind: "leave", at: gap.at })).toBe("stale");
  const left = edited(draft, { kind: "leave", at: gap.at });
  expect(edited(left, { kind: "leave", at: gap.at }).state).toBe(left.state);
});

test("a document takes a hundred sections of one's own and refuses the next", () => {
  let of = draft;
  const add: Edit = { kind: "addSection", after: null, title: "Mine", paragraphs: ["One."] };
  for (let at = 0; at < 100; at += 1) of = edited(of, add);
  expect(refusal(of, add)).toBe("unfit");
  expect(workflowDocument.shape.edits.safeParse(of.state.edits).success).toBe(true);
});

test("an instant that code computes with takes another one, and nothing else", async () => {
  const meeting = await opened("appointmentPlanner", "model");
  // No field of the editor shows it: whoever calls the API knows it from the answer.
  const [row] = meeting.state.answer["options"] as { id: string; start: string }[];
  const was = row?.start ?? "";
  const at = `options/${row?.id ?? ""}/start`;
  expect(refusal(meeting, { kind: "text", at, was, text: "by noon" })).toBe("unfit");
  expect(refusal(meeting, { kind: "text", at, was, text: "" })).toBe("unfit");
  expect(refusal(meeting, { kind: "addRow", section: "options", after: null, cells: { reasons: "Mine." } })).toBe(
    "unfit",
  );
  documentOf(edited(meeting, { kind: "text", at, was, text: "2026-11-27T08:00:00.000Z" }));
});

test.each(["1e308", "-1e308", "10000000000001"])(
  "a number that nothing can be computed with is refused: %s",
  async (text) => {
    const meeting = await opened("appointmentPlanner", "model");
    const editor = editorOf(meeting, "agenda");
    if (editor?.kind !== "rows") throw new Error("no agenda");
    const { id = "", cells = {} } = editor.rows[0] ?? {};
    const at = `agenda/${id}/minutes`;
    const was = cells["minutes"] ?? "";
    expect(refusal(meeting, { kind: "text", at, was, text })).toBe("unfit");
    const cell = { point: "Mine.", minutes: text };
    expect(refusal(meeting, { kind: "addRow", section: "agenda", after: null, cells: cell })).toBe("unfit");
    const most = edited(meeting, { kind: "text", at, was, text: "1e13" });
    isStorable(most, documentOf(most));
  },
);
