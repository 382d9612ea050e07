import { readFileSync } from "node:fs";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { z } from "zod";
import { runThrough } from "#src/features/workflows/kit/runThrough.ts";
import {
  emptyState,
  type ReadResult,
  requestKey,
  type Room,
  type RunState,
  wideRoom,
} from "#src/features/workflows/kit/state.ts";
import type { AskStep, CompiledWorkflow, ReadStep } from "#src/features/workflows/kit/workflowSpec.ts";
import type { CommonForm, SourceText, WorkflowContext } from "#src/features/workflows/workflow.ts";

/* Runs of a workflow in this process, with a writer and a reader of the test's own. */

/** The instant and the day at which all examples are filled in. */
export const now = "2026-11-22T09:00:00.000Z";
export const today = now.slice(0, 10);

export const contextOf = (language: string): WorkflowContext => ({
  now,
  timeZone: "Europe/Berlin",
  language,
  sources: [],
  fence: "suite0suite0suite0suite0",
});

const samplePage = z.object({
  title: z.string(),
  url: z.string(),
  text: z.string(),
  publisher: z.string().optional(),
  publishedAt: z.string().nullish(),
  file: z.boolean().optional(),
  /** Data service that answers with this text, a list of records. */
  api: z.string().optional(),
  searchable: z.boolean().optional(),
});

const folder = new URL("../features/workflows/samples/", import.meta.url);
const readJson = (name: string): unknown => {
  try {
    return JSON.parse(readFileSync(new URL(name, folder), "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
};

/** What an excellent professional would answer to a workflow's own example, by section. */
export const sampleOf = (key: string, language: AppLanguage): Record<string, unknown> =>
  z.record(z.string(), z.unknown()).parse(readJson(`${key}.${language}.json`));

/** Pages and files that the sample quotes; empty for one that quotes none. */
export const samplePagesOf = (key: string, language: AppLanguage) =>
  z.partialRecord(z.enum(["en", "de"]), z.array(samplePage)).parse(readJson(`${key}.sources.json`) ?? {})[language] ??
  [];

/** Five realistic forms of a workflow and language: short, long, contradictory, pasted, unusual. */
export const inputsOf = (key: string, language: AppLanguage): unknown[] =>
  z.record(z.enum(["en", "de"]), z.array(z.unknown())).parse(readJson(`inputs/${key}.json`))[language];

export const sourceText = (id: string, text: string, url = `https://${id}.example`, title = id): SourceText => ({
  text,
  source: { id, url, title, publisher: "", publishedAt: null, retrievedAt: now, contentHash: "", licence: "" },
});

/** Answers a question. */
export type Writer = (step: AskStep) => unknown;
/** Texts that a request brings. */
export type Reader = (requestJson: string) => { text: string; url?: string; title?: string }[];

/** The part of a sample that a question asks for. */
export const fromSample =
  (sample: Readonly<Record<string, unknown>>): Writer =>
  ({ parts }) =>
    Object.fromEntries(
      parts.map(({ section, ids, about }) => {
        const all = (sample[section] ?? []) as unknown[];
        if (ids.length > 0) return [section, all.filter((row) => ids.includes(String(Reflect.get(Object(row), "id"))))];
        if (about === undefined) return [section, all];
        const material = about.map(({ text }) => plain(text)).join("\n");
        const words = (row: unknown): string => plain(String(Object.values(Object(row)).at(-1) ?? ""));
        return [section, all.filter((row) => material.includes(words(row)))];
      }),
    );
const plain = (text: string): string => text.normalize("NFC").replace(/\s+/g, " ").trim().toLowerCase();

/** Pages of the sample by address, files and searches as the sample has them. */
export const fromPages =
  (pages: ReturnType<typeof samplePagesOf>): Reader =>
  (requestJson) => {
    const request = JSON.parse(requestJson) as { kind: string; url?: string; api?: string };
    if (request.kind === "search") return pages.filter(({ searchable, api }) => searchable !== false && !api);
    if (request.kind === "api") return pages.filter(({ api }) => api === request.api);
    return pages.filter((page) => (request.kind === "file" ? page.file : page.url === request.url));
  };

/** What a reader brings for the requests of a step; ids of sources go on counting. */
export function readWith(read: Reader, { requests }: ReadStep, { reads }: RunState): ReadResult[] {
  let id = reads.reduce((sum, { sources }) => sum + sources.length, 0);
  return requests.map((request) => {
    const key = requestKey(request);
    const sources = read(key).map(({ text, url, title }) => sourceText(`s${++id}`, text, url, title));
    return { request: key, hidden: request.hidden === true, sources };
  });
}

export interface SimulatedRun {
  state: RunState;
  rounds: string[][];
  asks: AskStep[];
  requests: string[];
}

/** @param write null: nobody answers, and the document is a skeleton */
export async function simulate<Form extends CommonForm>(
  workflow: CompiledWorkflow<Form>,
  form: Form,
  {
    write = null,
    read = () => [],
    room = wideRoom,
    start,
    onRound,
  }: { write?: Writer | null; read?: Reader; room?: Room; start?: RunState; onRound?: (state: RunState) => void } = {},
): Promise<SimulatedRun> {
  const context = contextOf(form.goalLanguage);
  const asks: AskStep[] = [];
  const requests: string[] = [];
  const { state, rounds } = await runThrough(
    workflow,
    form,
    context,
    start ?? emptyState(room),
    {
      read: async (step, known) => {
        requests.push(...step.requests.map(requestKey));
        return readWith(read, step, known);
      },
      write:
        write &&
        (async (step) => {
          asks.push(step);
          const given = write(step);
          return {
            merge: (known) => ({ state: workflow.acceptAnswer(form, context, known, step, given), lost: 0 }),
            asked: 1,
          };
        }),
    },
    onRound,
  );
  return { state, rounds: rounds.map((steps) => steps.map(({ key }) => key)), asks, requests };
}
