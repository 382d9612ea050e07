import { readFileSync } from "node:fs";
import { z } from "zod";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { type ReadResult, requestKey, type RunState } from "../kit/state.ts";
import type { AskStep, ReadStep } from "../kit/workflowSpec.ts";
import type { SourceText, WorkflowContext } from "../workflow.ts";

/*
 * The samples of the workflows: what an excellent professional would answer to the example of each, and the pages that
 * answer quotes. Example results are built of them, and the tests run on them.
 */

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
  /** Data service that answers with this text, a list of records; `calendar` for the person's own one. */
  api: z.string().optional(),
  searchable: z.boolean().optional(),
});

const folder = new URL("../samples/", import.meta.url);
/** A file of the samples, null when there is none. */
export const readSample = (name: string): unknown => {
  try {
    return JSON.parse(readFileSync(new URL(name, folder), "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
};

/** What an excellent professional would answer to a workflow's own example, by section. */
export const sampleOf = (key: string, language: AppLanguage): Record<string, unknown> =>
  z.record(z.string(), z.unknown()).parse(readSample(`${key}.${language}.json`));

/** Pages and files that the sample quotes; empty for one that quotes none. */
export const samplePagesOf = (key: string, language: AppLanguage) =>
  z.partialRecord(z.enum(["en", "de"]), z.array(samplePage)).parse(readSample(`${key}.sources.json`) ?? {})[language] ??
  [];

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
    if (request.kind === "calendar") return pages.filter(({ api }) => api === "calendar");
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
