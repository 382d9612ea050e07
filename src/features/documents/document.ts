import { z } from "zod";
import type { JsonValue } from "#src/kit/schemas.ts";

/** Longest single string and list: far above any document, far below what hurts a page. */
const line = z.string().max(2_000);
const passage = z.string().max(20_000);
export const list = <Item extends z.ZodType>(item: Item): z.ZodArray<Item> => z.array(item).max(20_000);
/** Path of a value in the answer: `summary`, `items/i012/hook`, `form/deadline`, or `toc/?1x2y3z` for a question. */
export const documentPath = z.string().min(1).max(200);
const claimIds = list(z.string().max(200)).optional().describe("ids of the claims whose sentences stand in this block");

/** What a factual sentence rests on, workflows.md "Common output". */
const claimCheck = z.enum(["quoteFound", "urlOnly", "computed", "user", "unverified"]);
export type ClaimCheck = z.infer<typeof claimCheck>;

/**
 * A factual sentence of a document. `text` repeats it exactly as written in a block, so that the page can underline
 * it. `quote` is a substring of the stored source text, and empty for computed and user claims.
 */
export const claim = z.object({
  id: z.string().min(1).max(200),
  text: passage.min(1).describe("the sentence exactly as it stands in a block"),
  kind: z.enum(["fact", "number", "quote", "opinion"]),
  sourceIds: list(z.string().max(100)),
  quote: passage.describe("words copied from the source that carry the sentence; empty without a source"),
  /** For computed claims: the sum as it would be written by hand, `(41 + 58 + 50) ÷ 240 = 62.1 %`. */
  computation: line.optional().describe("for a computed number: the sum as written by hand"),
  check: claimCheck,
  byHand: z.literal(true).optional().describe("the person wrote or changed the sentence in the finished document"),
});
export type Claim = z.infer<typeof claim>;

/** What a claim may rest on. */
const source = z.object({
  id: z.string(),
  /** Web address, or `file:<id>` for a person's own file, or `form:<field>` for their own words. */
  url: z.string(),
  title: z.string(),
  publisher: z.string(),
  publishedAt: z.string().nullable(),
  retrievedAt: z.string(),
  /** SHA-256 of the stored text, hex. */
  contentHash: z.string(),
  licence: z.string(),
  /** What the licence wants to be said with the data: `© OpenStreetMap contributors`. */
  attribution: z.string().optional(),
});
export type Source = z.infer<typeof source>;

/** One piece of a section: a paragraph, a heading, a table and the like. */
const block = z.discriminatedUnion("type", [
  z.object({ type: z.literal("p"), text: passage.min(1), claimIds }),
  z.object({ type: z.literal("h"), text: line.min(1) }),
  z.object({ type: z.literal("list"), ordered: z.boolean(), items: list(passage), claimIds }),
  z.object({
    type: z.literal("table"),
    columns: list(line).min(1),
    rows: list(list(passage)),
    numeric: list(z.int().min(0)).optional().describe("indexes of columns that hold numbers"),
    internal: list(z.int().min(0)).optional().describe("indexes of columns that are left out of what is handed on"),
    formulas: list(z.object({ row: z.int().min(0), column: z.int().min(0), formula: line }))
      .optional()
      .describe("cells that a spreadsheet computes; references count the head as row 1, as in =C2*E2"),
    gaps: list(z.object({ row: z.int().min(0), column: z.int().min(0), at: documentPath }))
      .optional()
      .describe("cells that only the person can fill in"),
    claimIds,
  }),
  z.object({
    type: z.literal("kpi"),
    items: list(z.object({ label: line, value: line, note: line })),
    claimIds,
  }),
  z.object({
    type: z.literal("chart"),
    kind: z.enum(["bar", "line"]),
    label: line,
    unit: line,
    points: list(z.object({ label: line, value: z.number() })),
  }),
  z.object({ type: z.literal("quote"), text: passage.min(1), by: line, claimIds }),
  z.object({
    type: z.literal("code"),
    language: line.describe("name of the language as Markdown takes it, such as html"),
    text: passage.min(1).describe("to be copied character by character"),
  }),
  z.object({
    type: z.literal("checklist"),
    items: list(
      z.object({ text: line, done: z.boolean(), at: documentPath.optional().describe("where a tick is kept") }),
    ),
  }),
  z.object({
    type: z.literal("callout"),
    tone: z.enum(["info", "warn", "gap"]).describe("gap: something only the person can fill in"),
    text: passage.min(1),
    gap: documentPath.optional().describe("the gap that the text asks about"),
  }),
]);
export type Block = z.infer<typeof block>;

const section = z.object({
  key: z.string().min(1).max(80),
  title: line.min(1),
  blocks: list(block),
  deliverable: z
    .enum(["titled", "plain"])
    .optional()
    .describe("part of what is handed on, such as an article, with or without its title; other sections are notes"),
});
export type Section = z.infer<typeof section>;

/** How far the writer of a section is: rows, or the section as one. What code computes has no such thing. */
export interface SectionProgress {
  state: "waiting" | "writing" | "done";
  done: number;
  of: number;
}
/** A section while its document is being written. */
export type SectionInWork = Section & {
  progress?: SectionProgress;
  /** It is written for code alone and has no place in the document. */
  isHidden?: boolean;
};

/**
 * What an engine produces: prose for people, `data` for the product, and what the text rests on. Properties are in
 * the order in which a model writes them, so that people read from the first second.
 */
export const draft = z.object({
  title: line.min(1),
  summary: passage.describe("one or two sentences under the title"),
  sections: list(section).min(1),
  /** The typed payload of the workflow, which has a schema of its own. */
  data: z.unknown(),
  claims: list(claim),
  assumptions: list(passage),
  openQuestions: list(passage).describe("gaps that only the person can close"),
});
export interface Draft<Data> extends Omit<z.infer<typeof draft>, "data"> {
  data: Data;
}

/** A record of another area that a finished run offers. Nothing exists until the person applies it. */
export const proposal = z.object({
  /** Unique and stable inside a run: applying twice changes nothing. */
  key: z.string(),
  kind: z.enum(["calendarEntry", "lead", "outcome", "insight", "project"]),
  /** Keys of proposals that must be applied with this one (an entry of an outcome). */
  requires: z.array(z.string()).optional(),
  /** As the creating call of that area takes it; validated by that area when applied. */
  payload: z.record(z.string(), z.unknown()),
});
export type Proposal = z.infer<typeof proposal>;

/** What wrote a document. */
const provenance = z.object({
  engine: z.enum(["model", "draft"]),
  provider: z.string(),
  model: z.string(),
  promptVersion: z.string(),
});
export type Provenance = z.infer<typeof provenance>;

/** Something a check noticed in a result. `error` means that the result may not be used as it is. */
const issue = z.object({
  level: z.enum(["error", "warn", "info"]),
  /** `workflow.<key>:issues.<code>` has the sentence; `params` fill it. */
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** Where: a section key, or the place of a text, `items/i012/hook`. */
  at: z.string().optional(),
  /** The sentence in the language of the document; for a code without one, texts of the interface have it. */
  text: z.string().optional(),
});
export type Issue = z.infer<typeof issue>;

/** A file that a document brings along, computed from its answer: subtitles, or stories as a tracker imports them. */
const documentFile = z.object({
  name: z.string().min(1).max(80).describe("file name with its ending, such as jira.csv"),
  title: line.min(1).describe("what people read in the menu, in the language of the document"),
  mediaType: z.string().min(1).max(80),
  text: z.string().max(2_000_000),
});
export type DocumentFile = z.infer<typeof documentFile>;

/** Something that only the person can say, and what became of it. */
export const gap = z.object({
  at: documentPath,
  question: line,
  state: z.enum(["open", "filled", "left"]).describe("left: the person does without it"),
  isField: z.literal(true).optional().describe("a field of the form that takes no plain text"),
  most: z.int().positive().optional().describe("characters that fit into its place"),
});
export type Gap = z.infer<typeof gap>;

/**
 * What a person has changed by hand, as far as it is not part of the answer itself. Together with answer and form
 * it makes the document, so undoing an edit means restoring the previous values.
 */
export const handEdits = z.object({
  own: z
    .record(
      documentPath,
      z.object({
        sentences: list(passage),
        original: list(passage).describe("the text before the first edit, as people read it: paragraphs, or one cell"),
        stored: list(passage).describe("the same as it was stored, with its marks"),
        changedAt: z.string(),
      }),
    )
    .describe("sentences by the person's hand, by section of prose or by cell"),
  gaps: z
    .record(
      documentPath,
      z.object({
        state: z.enum(["filled", "left"]),
        question: line,
        answer: passage.optional().describe("of a question whose answer has no place of its own"),
        changedAt: z.string(),
      }),
    )
    .describe("gaps that are closed, by place"),
  ticks: z.record(documentPath, z.boolean()).describe("checklist items that the person ticked or opened"),
  added: z
    .array(z.object({ key: z.string().min(1).max(80), title: line.min(1), paragraphs: list(passage) }))
    .max(100)
    .describe("sections that the person wrote"),
  removed: z.array(z.string().max(80)).max(200).describe("keys of sections that are left out"),
  order: z.array(z.string().max(80)).max(300).describe("keys of sections in the person's order; empty for the usual"),
});
export type HandEdits = z.infer<typeof handEdits>;
export const noHandEdits: HandEdits = { own: {}, gaps: {}, ticks: {}, added: [], removed: [], order: [] };

/** What a document was computed from, beside its answer (`data`) and the form of its project. */
const basis = z.object({
  /** Of the stored answer: a workflow brings older ones along, or they can only be read. */
  shape: z.int(),
  /** Everything that was asked for and read came: the same run would bring the same. */
  isWhole: z.boolean(),
  /** What each part was asked for, as a hash: one that would be asked differently by now is outdated. */
  done: z.record(z.string(), z.string()),
  /** What each request for material brought; texts are kept by the hash of their source. */
  reads: z.array(
    z.object({
      request: z.string(),
      hidden: z.boolean(),
      sourceIds: z.array(z.string()),
      /** Services that failed at it, with the reason. */
      silent: z.array(z.object({ service: z.string(), reason: z.string() })).optional(),
    }),
  ),
  timeZone: z.string(),
  now: z.string(),
  words: z.record(z.string(), z.string()).optional(),
  /** Characters of a question, by which lists were cut into parts. */
  room: z.object({ prompt: z.number(), answer: z.number() }).optional(),
  coverage: z.object({ found: z.number(), wanted: z.number() }).optional(),
});

/** Stored result of a run; every export is a rendering of it. */
export const workflowDocument = draft.extend({
  schemaVersion: z.literal(1),
  workflow: z.string(),
  language: z.string(),
  sources: z.array(source),
  generator: provenance,
  issues: z.array(issue),
  files: z.array(documentFile).max(20).optional(),
  /** Machine-readable mark of AI involvement (EU AI Act Art. 50); false when no model took part. */
  aiMark: z.boolean(),
  /** Everything that only the person can say, in reading order; absent in documents from before. */
  gaps: list(gap).optional(),
  /** Keys of sections that would be asked for differently by now. */
  outdated: z.array(z.string()).optional(),
  edits: handEdits.optional(),
  /** Documents that were written before the workflow kit have none and can only be read. */
  basis: basis.optional(),
});
export interface WorkflowDocument<Data = unknown> extends Omit<z.infer<typeof workflowDocument>, "data"> {
  data: Data;
}

/**
 * A stored document on its way to a reader. It may be older than today's schema, and big: its parts are not checked
 * again, and the page leaves out what it does not know.
 */
export const storedDocument = z.record(z.string(), z.unknown()) as unknown as z.ZodType<Record<string, JsonValue>>;
