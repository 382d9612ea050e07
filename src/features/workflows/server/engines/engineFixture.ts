import { z } from "zod";
import { draftAnswer } from "#src/testing/providerDouble.ts";
import type { EngineEvent, EngineRun } from "../../engine.ts";
import type { CommonForm, Workflow } from "../../workflow.ts";
import type { Draft, Issue } from "#src/features/documents/document.ts";
import type { EngineConfig } from "./detect.ts";

/*
 * A small workflow and the ways to run it, for the tests of engines. It has a bit of everything: prose, claims,
 * numbers, an optional and an empty field.
 */

interface NoteForm {
  topic: string;
  copies: number;
}

export interface NoteData {
  topic: string;
  copies: number;
  isUrgent: boolean;
  hint?: string | undefined;
  tags: string[];
  due: string | null;
}

const form = z.strictObject({ topic: z.string().min(1), copies: z.int().min(0) });
const output = z.strictObject({
  topic: z.string(),
  copies: z.int().min(0),
  isUrgent: z.boolean(),
  hint: z.string().optional(),
  tags: z.array(z.string()),
  due: z.iso.date().nullable(),
});

function draftOf({ topic, copies }: NoteForm): Draft<NoteData> {
  return {
    title: `Note on ${topic}`,
    summary: `A “note” on ${topic} 📝, Größe ${copies}.`,
    sections: [
      {
        key: "body",
        title: "Body",
        blocks: [
          { type: "p", text: `About ${topic}. `.repeat(60) },
          { type: "list", ordered: false, items: ["one", "two\nlines", ""] },
          { type: "table", columns: ["a", "b"], rows: [["1", "2"], []], numeric: [1] },
          { type: "callout", tone: "gap", text: "Who reads this?" },
        ],
      },
      { key: "empty", title: "Empty", blocks: [] },
    ],
    data: { topic, copies, isUrgent: false, tags: [], due: null },
    claims: [{ id: "c1", text: `About ${topic}.`, kind: "fact", sourceIds: [], quote: topic, check: "user" }],
    assumptions: [],
    openQuestions: ["Who reads this?"],
  };
}

function check(draft: Draft<NoteData>, values: NoteForm): { draft: Draft<NoteData>; issues: Issue[] } {
  const issues: Issue[] = [];
  if (values.topic === "nothing") issues.push({ level: "error", code: "nothingFound" });
  if (values.topic === "impossible" || draft.data.copies > 100)
    issues.push({ level: "error", code: "tooMany", at: "data.copies" });
  if (draft.data.copies === 0) issues.push({ level: "warn", code: "none" });
  return { draft, issues };
}

const note: Pick<Workflow<CommonForm, NoteData>, "card" | "sources"> = {
  card: {
    label: "Note",
    localeKey: "workflows:note.name",
    workflowName: "noteWorkflow",
    key: "note",
    path: "/note",
    mainCategory: "workLife",
    categories: [],
    isProductionReady: true,
    icon: "sticky-note",
    coins: 1,
  },
  sources: () => [],
};

// The fixture's form leaves out the common part, which no engine looks at.
export const noteWorkflow = {
  ...note,
  form,
  output,
  example: () => ({ topic: "tea", copies: 3 }),
  prompt: (values: NoteForm) => ({
    version: "note/1",
    system: "Write a note.",
    user: `topic: ${values.topic}, copies: ${values.copies}`,
  }),
  check,
  draft: draftOf,
  effects: () => [],
} as unknown as Workflow<CommonForm, NoteData>;

export const noteInput = { topic: "tea time", copies: 3 };

/** What a good model would answer to `input`. */
export const goodAnswer = (input: NoteForm = noteInput): string => draftAnswer(draftOf(input)).text;

/** A configuration that names no engine and looks for none; it waits a second. */
export const noEngine: EngineConfig = {
  aiEngine: undefined,
  aiModel: undefined,
  openaiApiKey: undefined,
  anthropicApiKey: undefined,
  googleApiKey: undefined,
  mistralApiKey: undefined,
  openaiBaseUrl: undefined,
  ollamaUrl: "off",
  lmStudioUrl: "off",
  aiFirstChunkMs: 1_000,
  aiStallMs: 1_000,
  aiTotalMs: 1_000,
};

export const engineRun = (signal: AbortSignal = new AbortController().signal): EngineRun => ({
  signal,
  idempotencyKey: "run-1:generate",
  context: {
    now: "2026-11-21T09:00:00Z",
    timeZone: "Europe/Berlin",
    language: "en",
    sources: [],
    fence: "0123456789abcdef",
  },
});

export async function collect<Data>(events: AsyncIterable<EngineEvent<Data>>): Promise<EngineEvent<Data>[]> {
  const all: EngineEvent<Data>[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** What a page shows at the end: events after the last `repair`. */
export function shown<Data>(events: EngineEvent<Data>[]): EngineEvent<Data>[] {
  return events.slice(events.findLastIndex((event) => event.type === "repair") + 1);
}
