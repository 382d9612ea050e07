import { z } from "zod";
import { loadWorkflow } from "#src/features/workflows/catalogue/registry.ts";
import { sampleOf, samplePagesOf } from "#src/features/workflows/testing/simulatedRun.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { answer, type Answer, type Reply, type SeenRequest } from "./providerDouble.ts";

/** A workflow's own example, and the answers of an excellent professional to its questions. */
export interface SampleRun {
  workflowName: string;
  formValues: Record<string, unknown> & { requirementTitle: string };
  sample: Readonly<Record<string, unknown>>;
}

/** @param today `YYYY-MM-DD`; dates of the example are relative to it */
export async function sampleRun(key: string, language: AppLanguage = "en", today = localToday()): Promise<SampleRun> {
  const workflow = await loadWorkflow(key);
  if (!workflow) throw new Error(`${key} is not written yet`);
  // What the sample quotes stands in the notes here: a run over HTTP has no files of somebody else's.
  const notes = samplePagesOf(workflow.card.key, language)
    .map(({ text }) => text)
    .join("\n")
    .slice(0, 4000);
  const example = workflow.example(today, language);
  const formValues = workflow.form.parse({ ...example, notes: notes || example.notes }) as SampleRun["formValues"];
  return { workflowName: workflow.card.workflowName, formValues, sample: sampleOf(workflow.card.key, language) };
}

const localToday = (): string => new Date().toISOString().slice(0, 10);

/** The instructions of a request, in whatever dialect it was sent. */
function instructionsOf(body: unknown): string {
  if (typeof body === "string") return body.includes(partsTitle) ? body : "";
  if (typeof body !== "object" || body === null) return "";
  return Object.values(body).map(instructionsOf).find(Boolean) ?? "";
}

const partsTitle = "## Parts to write, in this order";
const rows = z.array(z.looseObject({ id: z.string().optional() }));

/** What a sample answers to a request: the sections that it asks for, and of their rows those that it names. */
export function sampleText(body: unknown, sample: SampleRun["sample"]): string {
  const parts = instructionsOf(body).split(partsTitle)[1] ?? "";
  const asked = new Map<string, string[]>();
  let ids: string[] = [];
  for (const line of parts.split("\n")) {
    const [, section] = /^(\w+) \(“/.exec(line) ?? [];
    if (section !== undefined) {
      ids = [];
      asked.set(section, ids);
      continue;
    }
    const [, id] = /^ {2}(\S+) \| /.exec(line) ?? [];
    if (id !== undefined) ids.push(id);
  }
  const given = [...asked].map(([section, wanted]) => {
    const all = rows.safeParse(sample[section]).data;
    return [section, all && wanted.length > 0 ? all.filter(({ id }) => wanted.includes(id ?? "")) : sample[section]];
  });
  return JSON.stringify(Object.fromEntries(given));
}

/** Answers every question of some runs from their samples; a run is known by the title in its form. */
export const sampleScript =
  (runs: readonly SampleRun[], more: Omit<Answer, "type" | "text"> | ((text: string) => Omit<Answer, "type" | "text">) = {}) =>
  (request: SeenRequest): Reply => {
    const asked = JSON.stringify(request.body);
    const run = runs.find(({ formValues }) => asked.includes(JSON.stringify(formValues.requirementTitle).slice(1, -1)));
    const text = run ? sampleText(request.body, run.sample) : "{}";
    return answer(text, typeof more === "function" ? more(text) : more);
  };
