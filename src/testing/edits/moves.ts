import fc from "fast-check";
import type { Edit, SectionEditor } from "#src/features/documents/edits.ts";
import type { HandEdits } from "#src/features/documents/document.ts";
import type { Assembled, CompiledWorkflow } from "#src/features/workflows/kit/workflowSpec.ts";
import type { RunState } from "#src/features/workflows/kit/state.ts";
import type { CommonForm, WorkflowContext } from "#src/features/workflows/workflow.ts";

/* What a person may do next with an open document, chosen by numbers, so that a run can be repeated and made shorter. */

/** A document and what it is computed from. */
export interface OpenDocument {
  workflow: CompiledWorkflow;
  form: CommonForm;
  context: WorkflowContext;
  state: RunState;
  isDraft: boolean;
}

export const documentOf = ({ workflow, form, context, state, isDraft }: OpenDocument): Assembled =>
  workflow.assemble(form, context, state, { isDraft });
export const editorOf = ({ workflow, form, context, state }: OpenDocument, key: string): SectionEditor | null =>
  workflow.editor(form, context, state, key);

const kinds = [
  "text",
  "text",
  "prose",
  "prose",
  "fill",
  "fill",
  "fill",
  "leave",
  "reopen",
  "addRow",
  "removeRow",
  "moveRow",
  "tick",
  "addSection",
  "moveSection",
  "removeSection",
  "returnSection",
  "original",
  "form",
  "rewrite",
  "rewrite",
  "undo",
  "redo",
] as const;
type Kind = (typeof kinds)[number];

export interface Move {
  kind: Kind;
  /** Which of the places that the kind fits to, and how. */
  which: number;
  how: number;
  text: string;
}

const oddTexts = [
  "By hand.",
  "Two sentences. Both of them are mine!",
  "It says so. [s1] And here too [form]. [own]",
  "Hello. [s1]",
  "A {name}, {{firstName}} and {total}; {publishOn}.",
  "[\u2060s1] {\u2060total} [[s1]] {[form]}",
  "| a | b |\n- c",
  "# No heading\n\nAnother paragraph.",
  "👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301",
  "שלום עולם. \u202eمرحبا\u202c 123.",
  "Dr. Ode and z. B. 3. Mai. 1.5 Mio. and so on",
  "<script>alert(1)</script> &amp; **bold** [a](https://example.org)",
  "half \ud83d and \ude00 left.",
  '{"a": [1, "s1"]}',
  "1,500 € or −3.5 %",
  "=SUM(A1:A9)",
];

export const anyMove: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom(...kinds),
  which: fc.nat(10_000),
  how: fc.nat(10_000),
  text: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...oddTexts) },
    { weight: 3, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 60 }) },
    { weight: 1, arbitrary: fc.constantFrom("long word ".repeat(1_999), "x".repeat(20_000), "Mine. ".repeat(300)) },
  ),
});

const one = <Item>(items: readonly Item[], which: number): Item | undefined => items[which % items.length];

type Rows = Extract<SectionEditor, { kind: "rows" }>;
type RowColumn = Rows["columns"][number];

/** A value that its column takes: most of the time what was typed is no date and no number. */
export const fittingValue = (column: RowColumn | undefined, text: string, how: number): string => {
  if (column?.kind === "pick") return one(column.options ?? [], how)?.value ?? "";
  if (column?.kind === "number") return String(how % 90);
  if (column?.kind === "date") return "2027-01-02";
  return text;
};

/** The column of a place `section/row/column`; undefined for any other place. */
export function columnAt(of: OpenDocument, at: string): RowColumn | undefined {
  const [section = "", row, name] = at.split("/");
  const editor = row === undefined || name === undefined ? null : editorOf(of, section);
  return editor?.kind === "rows" ? editor.columns.find((column) => column.name === name) : undefined;
}

/** The first section from a place on whose editor fits. */
function sectionWith<Found>(
  of: OpenDocument,
  keys: readonly string[],
  which: number,
  fits: (editor: SectionEditor) => Found | null,
): { key: string; found: Found } | null {
  for (let step = 0; step < keys.length; step += 1) {
    const key = keys[(which + step) % keys.length] ?? "";
    const editor = editorOf(of, key);
    const found = editor && fits(editor);
    if (found !== null) return { key, found };
  }
  return null;
}

const rowsIn = (editor: SectionEditor): Rows | null =>
  editor.kind === "rows" && editor.rows.length > 0 && editor.columns.length > 0 ? editor : null;
const openRows = (editor: SectionEditor): Rows | null =>
  editor.kind === "rows" && editor.isOpen && editor.columns.length > 0 ? editor : null;
const growingRows = (editor: SectionEditor): Rows | null =>
  editor.kind === "rows" && editor.isComplete === true ? null : openRows(editor);

/** Paragraphs after a hand went over them: a word more, another sentence, one gone, one new. */
function changed(paragraphs: readonly string[], { text, which, how }: Move): string[] {
  const at = which % Math.max(1, paragraphs.length);
  const present = paragraphs[at] ?? "";
  switch (how % 5) {
    case 0:
      return paragraphs.toSpliced(at, 1, text);
    case 1:
      return paragraphs.toSpliced(at, 0, text);
    case 2:
      return paragraphs.toSpliced(at, 1);
    case 3:
      return paragraphs.toSpliced(at, 1, `${present} ${text}`);
    default:
      return paragraphs.toSpliced(at, 1, present.replace(/\p{L}{4,}/u, "By-hand"));
  }
}

/** What a move is in a document; null where there is nothing of that kind to do. */
export function editOf(
  move: Move,
  of: OpenDocument,
  document: Assembled,
  edits: HandEdits,
): Edit | { kind: "form" } | { kind: "rewrite" } | { kind: "undo" } | { kind: "redo" } | null {
  const { kind, which, how, text } = move;
  const keys = document.sections.map(({ key }) => key);
  const gaps = document.gaps.filter(({ state }) => (kind === "reopen" ? state !== "open" : state === "open"));
  const gap = one(gaps, which);
  switch (kind) {
    case "undo":
    case "redo":
    case "form":
    case "rewrite":
      return { kind };
    case "text": {
      const place = sectionWith(
        of,
        keys,
        which,
        (editor) => rowsIn(editor) ?? (editor.kind === "texts" ? editor : null),
      );
      if (!place) return null;
      if (place.found.kind === "texts") {
        const found = one(place.found.texts, how);
        return found ? { kind, at: found.at, was: found.text, text: how % 7 === 0 ? "" : text } : null;
      }
      const row = one(place.found.rows, how);
      const column = one(place.found.columns, how + which);
      if (!row || !column) return null;
      const value = how % 7 === 0 ? "" : how % 5 === 0 ? text : fittingValue(column, text, how);
      return { kind, at: `${place.key}/${row.id}/${column.name}`, was: row.cells[column.name] ?? "", text: value };
    }
    case "prose": {
      const place = sectionWith(of, keys, which, (editor) => (editor.kind === "prose" ? editor : null));
      if (!place) return null;
      const was = place.found.paragraphs;
      return { kind, section: place.key, was, paragraphs: changed(was, move) };
    }
    case "fill":
      return gap ? { kind, at: gap.at, text: fittingValue(columnAt(of, gap.at), text, how) } : null;
    case "leave":
    case "reopen":
      return gap ? { kind, at: gap.at } : null;
    case "addRow": {
      const place = sectionWith(of, keys, which, growingRows);
      if (!place) return null;
      const { rows, columns } = place.found;
      const cells = columns.filter((_, index) => (how + index) % 3 !== 1);
      return {
        kind,
        section: place.key,
        after: how % 2 === 0 ? null : (one(rows, how)?.id ?? null),
        cells: Object.fromEntries(cells.map((column) => [column.name, fittingValue(column, text, how)])),
      };
    }
    case "removeRow":
    case "moveRow": {
      const place = sectionWith(of, keys, which, (editor) => openRows(editor) && rowsIn(editor));
      const id = place && one(place.found.rows, how)?.id;
      if (!place || id === undefined || id === null) return null;
      return kind === "removeRow"
        ? { kind, section: place.key, id }
        : { kind, section: place.key, id, to: (how + which) % (place.found.rows.length + 2) };
    }
    case "tick": {
      const items = document.sections.flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.type === "checklist" ? block.items : [])),
      );
      const item = one(items, which);
      return item?.at === undefined ? null : { kind, at: item.at, done: how % 2 === 0 };
    }
    case "addSection":
      return {
        kind,
        after: how % 4 === 0 ? null : (one(keys.slice(0, -1), which) ?? null),
        title: text.trim().slice(0, 300) || "Mine",
        paragraphs: how % 3 === 0 ? [] : [text, "And more."],
      };
    case "moveSection":
      return { kind, section: one(keys, which) ?? "", by: how % 2 === 0 ? 1 : -1 };
    case "removeSection":
      return { kind, section: one(keys, which) ?? "" };
    case "returnSection":
      return { kind, section: one(edits.removed, which) ?? "" };
    case "original": {
      const at = one(Object.keys(edits.own), which);
      return at === undefined ? null : { kind, at };
    }
  }
}
