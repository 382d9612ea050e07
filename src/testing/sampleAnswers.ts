import { z } from "zod";
import { loadWorkflow } from "#src/features/workflows/catalogue/registry.ts";
import { sampleOf, samplePagesOf } from "#src/testing/simulatedRun.ts";
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
    .filter(({ api }) => !api)
    .map(({ text }) => text)
    .join("\n")
    .slice(0, 4000);
  const example = workflow.example(today, language);
  const formValues = workflow.form.parse({ ...example, notes: notes || example.notes }) as SampleRun["formValues"];
  return { workflowName: workflow.card.workflowName, formValues, sample: sampleOf(workflow.card.key, language) };
}

const localToday = (): string => new Date().toISOString().slice(0, 10);

/** Every text of a request, in whatever dialect it was sent. */
const textsOf = (body: unknown): string[] =>
  typeof body === "string"
    ? [body]
    : typeof body === "object" && body !== null
      ? Object.values(body).flatMap(textsOf)
      : [];

const partsTitle = "## Parts to write, in this order";
const rows = z.array(z.looseObject({ id: z.string().optional() }));

/** What a sample answers to a request: the sections that it asks for, and of their rows those that it names. */
export function sampleText(body: unknown, sample: SampleRun["sample"]): string {
  const texts = textsOf(body);
  const parts = texts.find((text) => text.includes(partsTitle))?.split(partsTitle)[1] ?? "";
  const all = texts.join("\n");
  const given = [...parts.matchAll(/^(\w+) \(“/gm)].map(([, section = ""]) => {
    const [, lines = ""] = new RegExp(`label="rows ${section}">\n([\\s\\S]*?)\n</data-`).exec(all) ?? [];
    const ids = new Set(lines.split("\n").map((line) => line.split(" | ")[0] ?? ""));
    const list = rows.safeParse(sample[section]).data;
    return [
      section,
      list && lines !== "" && list.some(({ id }) => id !== undefined)
        ? list.filter(({ id }) => ids.has(id ?? ""))
        : sample[section],
    ];
  });
  return JSON.stringify(Object.fromEntries(given));
}

/** Answers every question of some runs from their samples; a run is known by the title in its form. */
export const sampleScript =
  (
    runs: readonly SampleRun[],
    more: Omit<Answer, "type" | "text"> | ((text: string) => Omit<Answer, "type" | "text">) = {},
  ) =>
  (request: SeenRequest): Reply => {
    const asked = JSON.stringify(request.body);
    const run = runs.find(({ formValues }) => asked.includes(JSON.stringify(formValues.requirementTitle).slice(1, -1)));
    const text = run ? sampleText(request.body, run.sample) : "{}";
    return answer(text, typeof more === "function" ? more(text) : more);
  };
