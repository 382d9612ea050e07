import { z } from "zod";
import { list, documentPath } from "./document.ts";

/* What a person may change in a document. Each edit changes the answer; the document is computed from it again. */

const passage = z.string().max(20_000);
const sectionKey = z.string().min(1).max(80);
const rowId = z.string().min(1).max(40);
/** Paragraphs of a section, as people read them. */
const paragraphs = z.array(passage).max(80);

/** One edit. Texts are as people read them: figures filled in, without marks of sources. */
export const edit = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("text"),
    at: documentPath.describe("a cell or a single text, `items/i012/hook`"),
    was: passage.describe("the text that the person began with: when it is another one by now, the edit is refused"),
    text: passage.describe("empty to take the text away"),
  }),
  z.strictObject({ kind: z.literal("prose"), section: sectionKey, was: paragraphs, paragraphs }),
  z.strictObject({ kind: z.literal("fill"), at: documentPath, text: passage.min(1) }),
  z.strictObject({ kind: z.literal("leave"), at: documentPath }),
  z.strictObject({ kind: z.literal("reopen"), at: documentPath.describe("a gap that was left out or filled") }),
  z.strictObject({
    kind: z.literal("addRow"),
    section: sectionKey,
    after: rowId.nullable().describe("null: at the beginning"),
    cells: z.record(z.string().max(60), passage),
  }),
  z.strictObject({ kind: z.literal("removeRow"), section: sectionKey, id: rowId }),
  z.strictObject({ kind: z.literal("moveRow"), section: sectionKey, id: rowId, to: z.int().min(0).max(20_000) }),
  z.strictObject({ kind: z.literal("tick"), at: documentPath, done: z.boolean() }),
  z.strictObject({
    kind: z.literal("addSection"),
    after: sectionKey.nullable().describe("null: at the beginning"),
    title: z.string().trim().min(1).max(300),
    paragraphs,
  }),
  z.strictObject({ kind: z.literal("moveSection"), section: sectionKey, by: z.union([z.literal(1), z.literal(-1)]) }),
  z.strictObject({ kind: z.literal("removeSection"), section: sectionKey }),
  z.strictObject({ kind: z.literal("returnSection"), section: sectionKey }),
  z.strictObject({
    kind: z.literal("original"),
    at: documentPath.describe("key of `edits.own`: the text before the first edit comes back, with its proof"),
  }),
]);
export type Edit = z.infer<typeof edit>;

/** A column of a list, as a person edits it. */
const editorColumn = z.object({
  name: z.string(),
  title: z.string(),
  kind: z.enum(["text", "long", "pick", "number", "date"]),
  most: z.int().optional().describe("characters that fit"),
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
});

/** What of a section can be edited, with its whole texts. */
export const sectionEditor = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("prose"), paragraphs: z.array(z.string()) }),
  z.object({
    kind: z.literal("rows"),
    isOpen: z.boolean().describe("rows can be added, removed and moved"),
    isComplete: z.literal(true).optional().describe("no row can be added: code alone makes them"),
    columns: z.array(editorColumn),
    rows: list(
      z.object({
        id: z.string(),
        lead: z.array(z.string()).describe("computed cells that tell the row"),
        cells: z.record(z.string(), z.string()),
      }),
    ),
  }),
  z.object({
    kind: z.literal("texts"),
    texts: list(z.object({ at: documentPath, title: z.string(), text: z.string() })),
  }),
]);
export type SectionEditor = z.infer<typeof sectionEditor>;

const cells = z.record(z.string().max(60), passage);

/** A section that was written again, beside the current text. Texts are as people read them. */
export const rewriteOffer = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("prose"), before: z.array(z.string()), after: z.array(z.string()) }),
  z.object({
    kind: z.literal("rows"),
    columns: z.array(editorColumn),
    rows: list(
      z.object({
        id: z.string(),
        lead: z.array(z.string()),
        before: z.record(z.string(), z.string()).nullable().describe("null for a row that would be added"),
        after: z.record(z.string(), z.string()).nullable().describe("null for a row that would be removed"),
      }),
    ).describe("rows that would change"),
  }),
]);
export type RewriteOffer = z.infer<typeof rewriteOffer>;

/** What a person takes of it. `was` is what the person saw: a choice is refused when the text has changed. */
export const rewriteChoice = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("prose"), was: paragraphs, paragraphs }),
  z.strictObject({
    kind: z.literal("rows"),
    cells: z.array(z.strictObject({ at: documentPath, was: passage, text: passage })).max(20_000),
    add: z.array(z.strictObject({ id: rowId, cells })).max(500),
    remove: z.array(rowId).max(500),
  }),
]);
export type RewriteChoice = z.infer<typeof rewriteChoice>;
