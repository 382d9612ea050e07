import type { ExportDocument } from "../rendering.ts";
import type { DocumentFile, Gap, HandEdits, Issue, Source } from "../document.ts";
import { isRecord, readDraft, recordsOf } from "./readDraft.ts";

/** A stored document as the page and its exports use it. */
export interface ReadDocument extends ExportDocument {
  workflow: string;
  issues: Issue[];
  files: DocumentFile[];
  /** Empty in documents from before gaps had places. */
  gaps: Gap[];
  edits: HandEdits;
  outdated: string[];
  /** The document is computed from an answer, so that it can be edited. */
  canEdit: boolean;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const sourceOf = (raw: Record<string, unknown>): Source => ({
  id: textOf(raw["id"]),
  url: textOf(raw["url"]),
  title: textOf(raw["title"]) || textOf(raw["url"]),
  publisher: textOf(raw["publisher"]),
  publishedAt: textOf(raw["publishedAt"]) || null,
  retrievedAt: textOf(raw["retrievedAt"]),
  contentHash: textOf(raw["contentHash"]),
  licence: textOf(raw["licence"]),
  ...(textOf(raw["attribution"]) ? { attribution: textOf(raw["attribution"]) } : {}),
});

function issueOf(raw: Record<string, unknown>): Issue {
  const level = raw["level"];
  const params = isRecord(raw["params"]) ? raw["params"] : {};
  return {
    level: level === "error" || level === "warn" ? level : "info",
    code: textOf(raw["code"]),
    params: Object.fromEntries(
      Object.entries(params).filter(
        (entry): entry is [string, string | number] => typeof entry[1] === "string" || typeof entry[1] === "number",
      ),
    ),
    ...(typeof raw["at"] === "string" ? { at: raw["at"] } : {}),
    ...(typeof raw["text"] === "string" ? { text: raw["text"] } : {}),
  };
}

const fileOf = (raw: Record<string, unknown>): DocumentFile => ({
  name: textOf(raw["name"]) || "document.txt",
  title: textOf(raw["title"]) || textOf(raw["name"]),
  mediaType: textOf(raw["mediaType"]) || "text/plain",
  text: textOf(raw["text"]),
});

function gapOf({ at, question, state, isField, most }: Record<string, unknown>): Gap[] {
  if (typeof at !== "string" || (state !== "open" && state !== "filled" && state !== "left")) return [];
  return [
    {
      at,
      question: textOf(question),
      state,
      ...(isField === true ? { isField } : {}),
      ...(typeof most === "number" ? { most } : {}),
    },
  ];
}

const entriesOf = (value: unknown): [string, Record<string, unknown>][] =>
  isRecord(value)
    ? Object.entries(value).filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1]))
    : [];
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];

/** What was changed by hand, as far as the page shows it. */
function editsOf(value: unknown): HandEdits {
  const raw = isRecord(value) ? value : {};
  return {
    ticks: {},
    added: [],
    order: [],
    own: Object.fromEntries(
      entriesOf(raw["own"]).map(([at, own]) => [
        at,
        {
          sentences: textsOf(own["sentences"]),
          original: textsOf(own["original"]),
          stored: [],
          changedAt: textOf(own["changedAt"]),
        },
      ]),
    ),
    gaps: Object.fromEntries(
      entriesOf(raw["gaps"]).map(([at, gap]) => [
        at,
        {
          state: gap["state"] === "left" ? ("left" as const) : ("filled" as const),
          question: textOf(gap["question"]),
          ...(typeof gap["answer"] === "string" ? { answer: gap["answer"] } : {}),
          changedAt: textOf(gap["changedAt"]),
        },
      ]),
    ),
    removed: textsOf(raw["removed"]),
  };
}

/** Reads a stored document; what is not of its shape is left out. */
export function readDocument(raw: unknown): ReadDocument {
  const whole = isRecord(raw) ? raw : {};
  const generator = isRecord(whole["generator"]) ? whole["generator"] : {};
  return {
    ...readDraft(raw),
    workflow: textOf(whole["workflow"]),
    language: textOf(whole["language"]) || "en",
    data: whole["data"],
    sources: recordsOf(whole["sources"]).map(sourceOf),
    issues: recordsOf(whole["issues"]).map(issueOf),
    files: recordsOf(whole["files"]).map(fileOf),
    generator: {
      engine: generator["engine"] === "model" ? "model" : "draft",
      provider: textOf(generator["provider"]),
      model: textOf(generator["model"]),
      promptVersion: textOf(generator["promptVersion"]),
    },
    aiMark: whole["aiMark"] === true,
    gaps: recordsOf(whole["gaps"]).flatMap(gapOf),
    edits: editsOf(whole["edits"]),
    canEdit: isRecord(whole["basis"]),
    outdated: Array.isArray(whole["outdated"]) ? whole["outdated"].filter((key) => typeof key === "string") : [],
  };
}
