import type { RewriteChoice, RewriteOffer } from "#src/features/documents/edits.ts";
import type { z } from "zod";
import { columnsOf, labelOf, optionOf, promptRuleOf } from "#src/features/workflows/kit/fields.ts";
import { runWorkflow } from "#src/features/workflows/kit/runWorkflow.ts";
import { emptyState, wideRoom } from "#src/features/workflows/kit/state.ts";
import type { AskStep, CompiledWorkflow } from "#src/features/workflows/kit/workflowSpec.ts";
import { writePart } from "#src/features/workflows/kit/writePart.ts";
import type { CommonForm } from "#src/features/workflows/workflow.ts";
import { contextOf, type fromPages, type Reader, readWith, type Writer } from "./simulatedRun.ts";

/* What the suite over all workflows looks at, and how it looks. */

/** Judges each answer to a question, repairs it once by the same writer, and drops what is left of its faults. */
export async function validatedRun(
  workflow: CompiledWorkflow,
  form: CommonForm,
  write: Writer,
  read: ReturnType<typeof fromPages>,
  found: string[] = [],
) {
  const context = contextOf(form.goalLanguage);
  const repairs: AskStep[] = [];
  const { state, asked, lost } = await runWorkflow(workflow, form, context, emptyState(wideRoom), {
    read: async (step, known) => readWith(read, step, known),
    write: (step, planned) =>
      writePart({
        workflow,
        form,
        context,
        planned,
        step,
        ask: (question, isRepair) => {
          if (isRepair) repairs.push(question);
          return Promise.resolve(write(question));
        },
        onIssues: (faults) => found.push(...faults.map(({ code }) => code)),
      }),
  });
  return { state, found, repairs, isRefused: lost * 5 > asked };
}

/** A JSON text as far as it has come, made whole: what a reader of the stream knows by then. */
export function beginningOf(text: string, length: number): unknown {
  let isString = false;
  let isEscaped = false;
  const open: string[] = [];
  for (const char of text.slice(0, length)) {
    if (isEscaped) isEscaped = false;
    else if (char === "\\") isEscaped = isString;
    else if (char === '"') isString = !isString;
    else if (!isString && (char === "{" || char === "[")) open.push(char === "{" ? "}" : "]");
    else if (!isString && (char === "}" || char === "]")) open.pop();
  }
  const head = text.slice(0, isEscaped ? length - 1 : length) + (isString ? '"' : "");
  const closing = open.toReversed().join("");
  // A key or a comma at the end says nothing yet.
  for (let cut = head.length; cut > 0; cut -= 1) {
    try {
      return JSON.parse(head.slice(0, cut) + closing);
    } catch {
      if (!/[",:{[\]}\w]/.test(head[cut - 1] ?? "") && cut < head.length - 200) return {};
    }
  }
  return {};
}

/** Fields that steer a run; the prompt has other words for them, or none. */
const steering = ["goalLanguage", "writingStyles", "audienceLevel", "attachments", "depth", "research"];
const domains = ["allowedDomains", "blockedDomains"];

/** A filled-in field of a form, and the texts that a writer has to be told of it. */
export interface PromptField {
  name: string;
  label: string;
  texts: string[];
}

/** All fields of a form that a prompt quotes, with every value in them: numbers and names of options, too. */
export function promptFields(workflow: CompiledWorkflow, form: CommonForm): PromptField[] {
  const textsOf = (value: unknown, schema: z.ZodType | undefined): string[] => {
    if (value === null || value === "") return [];
    if (Array.isArray(value)) return value.flatMap((item) => textsOf(item, schema));
    if (typeof value === "object") {
      const columns = columnsOf(schema);
      return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, columns[name]));
    }
    return [optionOf(schema, String(value).trim())];
  };
  return Object.entries(form).flatMap(([name, value]) => {
    const field = workflow.form.shape[name] as z.ZodType | undefined;
    const rule = field && promptRuleOf(field);
    if (!field || rule === false || [...steering, ...domains].includes(name)) return [];
    const texts = rule === undefined ? textsOf(value, field) : [rule(value as never, form)].filter(Boolean);
    return texts.length > 0 ? [{ name, label: labelOf(field, name), texts }] : [];
  });
}

/** Columns that are to be copied from material, by section, as the prompt of a question names them. */
export function copiedColumns({ parts, prompt }: AskStep): Map<string, string[]> {
  const columns = new Map<string, string[]>();
  let section = "";
  for (const line of prompt.system.split("\n")) {
    section = parts.find((part) => line.startsWith(`${part.section} (“`))?.section ?? section;
    const name = /^ {2}(\w+): .*copied word for word/.exec(line)?.[1];
    if (name !== undefined) columns.set(section, [...(columns.get(section) ?? []), name]);
  }
  return columns;
}

/** An answer with its texts changed; ids and names of options stay. @param change is told the column and the section */
export function withTexts(
  value: unknown,
  change: (text: string, name: string, section: string) => string,
  [section = "", name = ""]: readonly string[] = [],
): unknown {
  if (typeof value === "string") return name === "id" || !/\s/.test(value) ? value : change(value, name, section);
  if (Array.isArray(value)) return value.map((inner) => withTexts(inner, change, [section, name]));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      withTexts(inner, change, section === "" ? [key] : [section, key]),
    ]),
  );
}

/** A reader that brings a text for each request that is hidden from writers. */
export const withHidden =
  (read: Reader, text: string): Reader =>
  (requestJson) =>
    JSON.parse(requestJson).hidden === true ? [{ text }] : read(requestJson);

/** The choice of a person who takes everything that a rewrite of a section offers. */
export function allOf(section: string, offer: RewriteOffer): RewriteChoice {
  if (offer.kind === "prose") return { kind: "prose", was: offer.before, paragraphs: offer.after };
  return {
    kind: "rows",
    cells: offer.rows.flatMap(({ id, before, after }) =>
      Object.entries(before && after ? after : {}).flatMap(([name, text]) =>
        before?.[name] === text ? [] : [{ at: `${section}/${id}/${name}`, was: before?.[name] ?? "", text }],
      ),
    ),
    add: offer.rows.flatMap(({ id, before, after }) => (before === null && after ? [{ id, cells: after }] : [])),
    remove: offer.rows.flatMap(({ id, after }) => (after === null ? [id] : [])),
  };
}
