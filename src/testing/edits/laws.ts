import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { blockTexts, gapsKey } from "#src/features/documents/blockTexts.ts";
import { hasGaps, isBesideQuestions } from "#src/features/documents/web/outline.ts";
import { minLength } from "#src/features/workflows/kit/marking.ts";
import { noHandEdits, workflowDocument, type WorkflowDocument } from "#src/features/documents/document.ts";
import type { Edit } from "#src/features/documents/edits.ts";
import { storedDocument } from "#src/features/workflows/kit/storedDocument.ts";
import type { Assembled } from "#src/features/workflows/kit/workflowSpec.ts";
import { sentences } from "#src/kit/text.ts";
import { documentOf, editorOf, type OpenDocument } from "./moves.ts";

/* What holds of every document in the hands of a person, whatever was done to it before. */

const json = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/** As a comparison of big values ends: nothing for equal ones, else where they differ. */
export function expectSame(actual: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(actual, wanted)) expect(actual).toEqual(wanted);
}

const draft = { kind: "draft", provider: "", model: "", isDraft: true } as const;
const model = { kind: "model", provider: "Double", model: "double-1", isDraft: false } as const;

/** As its revision keeps it. */
export const storedOf = ({ workflow, state, context, isDraft }: OpenDocument, assembled: Assembled): WorkflowDocument =>
  storedDocument(workflow, { assembled, state, context, isWhole: true }, isDraft ? draft : model);

/** What JSON and the database make of the state: the same document follows from it. */
export function isFunctionOfWhatIsStored(of: OpenDocument, document: Assembled): void {
  const { state, workflow } = of;
  const { reads, ...rest } = state;
  const form = workflow.form.parse(json(of.form));
  expectSame(form, of.form);
  const again = documentOf({ ...of, form, context: { ...of.context }, state: { ...json(rest), reads: [...reads] } });
  expectSame(json(again), json(document));
}

/** Today's schemas take it, and what was stored opens again: an edit that ended this would be the last one. */
export function isStorable(of: OpenDocument, document: Assembled): void {
  const stored = json(storedOf(of, document));
  expect(workflowDocument.safeParse(stored).error?.issues).toBeUndefined();
  const { workflow, state } = of;
  expectSame(workflow.open(json(state.answer), workflow.shape), json(state.answer));
}

const duplicates = (values: readonly string[]): string[] => values.filter((value, at) => values.indexOf(value) !== at);

export function hasPlacesOnce({ claims, gaps, sections }: Assembled): void {
  expect(duplicates(claims.map(({ id }) => id))).toEqual([]);
  expect(duplicates(gaps.map(({ at }) => at))).toEqual([]);
  expect(duplicates(sections.map(({ key }) => key))).toEqual([]);
  expect(gaps.filter(({ question }) => question.trim() === "")).toEqual([]);
  const known = new Set(claims.map(({ id }) => id));
  const marks = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => ("claimIds" in block ? (block.claimIds ?? []) : [])),
  );
  expect(marks.filter((id) => !known.has(id))).toEqual([]);
}

/** The section or the single cell that an edit goes to; null for one that is about more. */
const pathOf = (edit: Edit): string | null => {
  if (edit.kind === "text") return edit.at;
  if (edit.kind === "prose" || edit.kind === "addRow" || edit.kind === "moveRow") return edit.section;
  if (edit.kind === "removeRow") return `${edit.section}/${edit.id}`;
  return edit.kind === "fill" && !edit.at.startsWith("form/") ? edit.at.replace(/\/[+?].*$/, "") : null;
};

/** What was not touched rests on what it rested on, and is whose it was. */
export function leavesOthers(edit: Edit, before: Assembled, after: Assembled): void {
  const place = pathOf(edit);
  if (place === null) return;
  const isOther = (id: string): boolean => id !== place && !id.startsWith(`${place}/`) && !id.startsWith(`${place}#`);
  const others = ({ claims }: Assembled) =>
    claims
      .filter(({ id, kind }) => isOther(id) && kind !== "number")
      .map(({ id, check, byHand, quote, text }) => [id, check, byHand, quote, text].join("\n"))
      .toSorted();
  const isSection = !place.includes("/");
  expectSame(others(after), others(before));
  if (!isSection) return;
  // In the same section, sentences that still stand keep what they rest on, wherever they stand by now.
  const byText = Map.groupBy(before.claims, ({ text }) => text);
  for (const { id, text, byHand, check } of after.claims.filter((claim) => !isOther(claim.id))) {
    const old = byText.get(text)?.filter((claim) => !isOther(claim.id)) ?? [];
    if (old.length === 0) continue;
    expect([id, text, old.some((claim) => claim.byHand === byHand && claim.check === check)]).toEqual([id, text, true]);
  }
}

/** All of what a text says by itself: no claim of it is anybody else's, none is proven. */
function isByHand(document: Assembled, place: string, text: string, known: ReadonlySet<string>): void {
  const own = document.claims.filter(({ id }) => id.startsWith(`${place}#`));
  const typed = own.filter((claim) => !known.has(claim.text));
  for (const { id, text: said, byHand, check } of typed)
    expect([id, said, byHand, check]).toEqual([id, said, true, "user"]);
  const isLeftOut = !document.sections.some(({ key }) => place.startsWith(`${key}/`));
  const shown = isLeftOut ? document.sections.flatMap(({ blocks }) => blocks.flatMap(blockTexts)) : [];
  // Of a section that was left out, what another one shows is marked there; a few letters could be anybody's.
  const isMarked = (sentence: string): boolean =>
    !isLeftOut || (sentence.length >= minLength && shown.some((one) => one.includes(sentence)));
  if (sentences(text).some((sentence) => !known.has(sentence) && isMarked(sentence)))
    expect([place, typed.length > 0]).toEqual([place, true]);
}

const knownSentences = (document: Assembled, language: string): Set<string> =>
  new Set([
    ...document.claims.map(({ text }) => text),
    ...document.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => ("text" in block ? sentences(block.text, language) : [])),
    ),
  ]);

const paragraphTexts = (document: Assembled, key: string): string[] =>
  document.sections
    .filter((section) => section.key === key)
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === "p" ? [block.text] : [])));

/** What was typed stands there, character by character, and as the person's. */
export function keepsWhatWasTyped(edit: Edit, before: Assembled, after: Assembled, of: OpenDocument): void {
  const known = knownSentences(before, of.context.language);
  if (edit.kind === "text") {
    const [section = "", id = "", name = ""] = edit.at.split("/");
    const editor = editorOf(of, section);
    if (editor?.kind !== "rows") return;
    const column = editor.columns.find((one) => one.name === name);
    if (!column || !["text", "long"].includes(column.kind)) return;
    const text = edit.text.trim();
    expect(editor.rows.find((row) => row.id === id)?.cells[name]).toBe(text);
    if (text !== "" && text !== edit.was.trim() && !known.has(text))
      isByHand(after, edit.at, text, knownIn(edit.was, known));
  }
  if (edit.kind === "addRow") {
    const editor = editorOf(of, edit.section);
    if (editor?.kind !== "rows") return;
    const row = editor.rows.find(({ id }) => id.startsWith("h-") && !JSON.stringify(before).includes(`/${id}/`));
    for (const { name, kind } of row ? editor.columns : []) {
      const text = edit.cells[name]?.trim() ?? "";
      if (!row || text === "" || !["text", "long"].includes(kind)) continue;
      expect(row.cells[name]).toBe(text);
      isByHand(after, `${edit.section}/${row.id}/${name}`, text, new Set());
    }
  }
  if (edit.kind === "prose") {
    const wanted = edit.paragraphs.map((text) => text.trim()).filter((text) => text !== "");
    const editor = editorOf(of, edit.section);
    expectSame(editor?.kind === "prose" ? editor.paragraphs : null, wanted);
    const shown = paragraphTexts(after, edit.section);
    for (const [index, text] of wanted.entries()) {
      if (edit.was.some((one) => one.includes(text) || text.includes(one))) continue;
      for (const paragraph of edit.section.startsWith("own-") ? text.split(/\n{2,}/) : [text])
        if (paragraph.trim() !== "") expect(shown).toContain(paragraph.trim());
      isByHand(after, `${edit.section}/${index + 1}`, text, known);
    }
  }
}

/** Sentences of the text before: those alone may keep what they had. */
const knownIn = (was: string, known: ReadonlySet<string>): Set<string> =>
  new Set([...known].filter((sentence) => was.includes(sentence)));

/** A gap that was closed is counted as closed, and its answer can be read. */
export function closesGaps(edit: Edit, before: Assembled, after: Assembled, of: OpenDocument): void {
  if (edit.kind !== "fill" && edit.kind !== "leave") return;
  const gap = after.gaps.find(({ at }) => at === edit.at);
  expect([edit.at, gap?.state]).toEqual([edit.at, edit.kind === "fill" ? "filled" : "left"]);
  if (edit.at.startsWith("form/")) return;
  // A section that has something now may ask its own questions no more; all other gaps stay.
  const own = `${edit.at.split("/")[0] ?? ""}/?`;
  const others = ({ gaps }: Assembled): number => gaps.filter(({ at }) => !at.startsWith(own)).length;
  expect(others(after)).toBeGreaterThanOrEqual(others(before));
  if (edit.kind !== "fill") return;
  const [section = "", row = "", name] = edit.at.split("/");
  if (name !== undefined)
    return keepsWhatWasTyped({ kind: "text", at: edit.at, was: "", text: edit.text }, before, after, of);
  const text = edit.text.trim();
  if (row.startsWith("?") || editorOf(of, section)?.kind === "prose") {
    const shown = paragraphTexts(after, section);
    for (const paragraph of text.split(/\n{2,}/).filter((one) => one.trim() !== ""))
      expect(shown).toContain(paragraph.trim());
  } else {
    const editor = editorOf(of, section);
    const cells = editor?.kind === "rows" ? editor.rows.flatMap((one) => Object.values(one.cells)) : [];
    for (const line of text.split(/\n+/).filter((part) => part.trim() !== "")) expect(cells).toContain(line.trim());
  }
}

/** Places of single cells: two rows may be asked the same. */
const isCell = (at: string): boolean => at.split("/").length > 2;

/** One question has one place, wherever and however often it is asked. */
export function asksOnce({ gaps, sections }: Assembled): void {
  const open = gaps.filter(({ state }) => state === "open").map(({ at, question }) => [question, at] as const);
  const asked = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.type === "callout" && block.tone === "gap" && block.gap !== undefined
        ? [[block.text, block.gap] as const]
        : [],
    ),
  );
  const known = new Map([...open, ...asked].filter(([, at]) => !isCell(at)));
  for (const [question, at] of open)
    if (known.has(question)) expect([question, at]).toEqual([question, known.get(question)]);
  for (const [question, at] of asked)
    if (!isCell(at)) expect([question, at]).toEqual([question, known.get(question)]);
    else expect([at, known.get(question) ?? at]).toEqual([at, at]);
}

/** Paragraphs that people see: where the page lists what is open, it shows the answers of that section as well. */
const paragraphsOnPage = (document: Assembled, keys: readonly string[]): string[] =>
  document.sections
    .filter(({ key }) => keys.includes(key))
    .flatMap(({ key, blocks }) =>
      blocks
        .filter((block) => key !== gapsKey || !hasGaps(document) || isBesideQuestions(block))
        .flatMap((block) => (block.type === "p" ? [block.text] : [])),
    );

/**
 * An answer that has no other place is read in its section, or at the end when that section is there no more; with a
 * section that the person left out, it is left out.
 */
export function showsAnswers({ state, isDraft: _ }: OpenDocument, document: Assembled): void {
  const { gaps, removed } = state.edits ?? noHandEdits;
  for (const [at, { answer = "" }] of Object.entries(gaps)) {
    const key = at.slice(0, at.indexOf("/"));
    if (answer === "" || removed.includes(key)) continue;
    const isThere = document.sections.some((section) => section.key === key);
    const shown = paragraphsOnPage(document, [isThere ? key : gapsKey]);
    for (const paragraph of answer.split(/\n{2,}/).filter((one) => one.trim() !== ""))
      expect(shown).toContain(paragraph.trim());
  }
}
