import type { z } from "zod";
import type { CommonForm, Prompt } from "../workflow.ts";
import { openFence } from "../catalogue/fence.ts";
import { styleLine } from "../catalogue/writingStyles.ts";
import { half } from "./bilingual.ts";
import { columnsOf, labelOf, optionOf, promptRuleOf } from "./fields.ts";
import { sharedLengthLimit, passagesOf } from "./promptRoom.ts";
import type { Material, Part, SectionDef } from "./sections.ts";
import type { Figures, Scene } from "./state.ts";

/** Rules of style that a workflow may lift. */
export type StyleRule = "emojis" | "exclamationMarks" | "openings";

const evidenceRules = [
  "## Evidence",
  "- Use only what stands in the material. Invent no fact, figure, date, name, customer, quote or study.",
  "- Put a mark behind each sentence that rests on something: [s2] for source s2, [form] for the form. Opinions and advice carry no mark.",
  "- Where something is needed that was not given, leave the field empty. Never fill a gap with general talk.",
  "- A sentence with a figure names where the figure comes from by its mark.",
];
const styleRules: Readonly<Record<StyleRule, string>> = {
  emojis: "no emojis",
  exclamationMarks: "no exclamation marks",
  openings: "no opening about a changing world, no praise of the company",
};
/** Shows what a good line looks like: concrete, marked, one thought. */
const exampleLine =
  "A good line: “Nordhaus closed its books in 3 days instead of 9 after the checklist moved into one tool [s1].” A bad line: “In today's fast-moving world, efficiency is key.”";

const depths: Readonly<Record<CommonForm["depth"], string>> = {
  quick: "Keep to the essentials.",
  standard: "",
  deep: "Go into causes, exceptions and limits.",
};

/** Fields that steer the run and tell a writer nothing. */
const steering = new Set([
  "goalLanguage",
  "writingStyles",
  "audienceLevel",
  "attachments",
  "depth",
  "research",
  "allowedDomains",
  "blockedDomains",
]);

/** A value of the form as a line of text, with the names that the person saw. */
function inWords(value: unknown, schema: z.ZodType | undefined): string {
  if (Array.isArray(value))
    return value
      .map((item) => inWords(item, schema))
      .filter(Boolean)
      .join("; ");
  if (typeof value === "object" && value !== null) {
    const columns = columnsOf(schema);
    return Object.entries(value)
      .map(([name, inner]) => [name, inWords(inner, columns[name])] as const)
      .filter(([, inner]) => inner !== "")
      .map(([name, inner]) => `${labelOf(columns[name], name)}: ${inner}`)
      .join(", ");
  }
  return value === null || value === undefined ? "" : optionOf(schema, String(value).trim());
}

/** Fields of the form with their labels, empty ones left out. */
function fieldsOf(form: CommonForm, schema: z.ZodObject): { name: string; label: string; text: string }[] {
  return Object.entries(form).flatMap(([name, value]) => {
    const field = schema.shape[name] as z.ZodType | undefined;
    const rule = field && promptRuleOf(field);
    if (steering.has(name) || rule === false) return [];
    const text = rule === undefined ? inWords(value, field) : rule(value as never, form);
    return text === "" ? [] : [{ name, label: labelOf(field, name), text }];
  });
}

/** The form as every writer sees it, without the project's name, which may change without affecting the text. */
export const formDescription = (form: CommonForm, schema: z.ZodObject): string =>
  fieldsOf(form, schema)
    .filter(({ name }) => name !== "requirementTitle")
    .map(({ label, text }) => `${label}: ${text}`)
    .join("\n");

export interface PromptSpec<Form extends CommonForm, Facts> {
  key: string;
  version: number;
  role: string;
  task: string;
  form: z.ZodObject;
  contextLines: (scene: Scene<Form, Facts>) => string[];
  figures: Figures;
  lifts: readonly StyleRule[];
}

/** Characters of form fields in a prompt, at most; the rest of the room belongs to sources. */
const longestForm = 24_000;
/** Characters of one fenced block beside its text: marks, label, title and address. */
const blockOverhead = 260;

/**
 * The one prompt: who, what, for whom, by which rules; the parts to write, with lengths; the material. Fits the room of
 * the run: fields and sources share what is left, and of a long one those passages stay that the parts speak of.
 */
export function promptOf<Form extends CommonForm, Facts>(
  spec: PromptSpec<Form, Facts>,
  pairs: readonly { part: Part; section: SectionDef<Form, Facts> }[],
  scene: Scene<Form, Facts>,
): Prompt {
  const { form, context, state } = scene;
  const fence = openFence(context.fence);
  const asks = pairs.flatMap(({ part, section }) => section.ask(scene, part));
  const askedRows = pairs.map(({ part, section }) => ({
    label: `rows ${section.key}`,
    lines: section.askedRows(scene, part).join("\n"),
  }));
  const rowsText = askedRows.map(({ lines }) => lines).join("\n");
  const faults = pairs.flatMap(({ part }) => part.faults ?? []);
  const rewrite = state.rewrite && pairs.some(({ part }) => part.section === state.rewrite?.key) ? state.rewrite : null;
  const figures = Object.entries(spec.figures);
  const style = (Object.keys(styleRules) as StyleRule[]).filter((rule) => !spec.lifts.includes(rule));
  const system = [
    spec.role,
    spec.task,
    `Write everything in ${form.goalLanguage}${form.goalLanguage.startsWith("de") ? " (address readers with Sie)" : ""}, whatever language the material has. Style: ${styleLine(form.writingStyles)}. Readers: ${form.audienceLevel}. ${depths[form.depth]}`.trim(),
    ...evidenceRules,
    "## Style",
    `- Concrete nouns, active verbs, one thought a sentence; ${style.map((rule) => styleRules[rule]).join(", ")}.`,
    "- No two entries of a list begin with the same three words. Say nothing twice.",
    `- ${exampleLine}`,
    ...(figures.length > 0
      ? [
          "## Figures",
          "- Write computed figures by their name in braces, {name}, never as a number. Compute nothing yourself.",
          ...figures.map(([name, { label, text }]) => `  {${name}} = ${half(label, "en")}: ${text}`),
        ]
      : []),
    "## Material",
    `- ${fence.rule}`,
    "## Parts to write, in this order",
    ...asks,
    ...(rewrite
      ? ["This was written before and is to be written once more. What should be different stands under “wish”."]
      : []),
    ...(faults.length > 0
      ? ["## Your last answer to this was refused", ...faults.map((fault) => `- ${fault}`), "Write these parts again."]
      : []),
  ].join("\n");

  const own = pairs.flatMap(({ part }) => part.about ?? []);
  const material: readonly Material[] =
    own.length > 0
      ? own
      : context.sources.flatMap(({ source, text }) =>
          text === "" ? [] : [{ id: source.id, title: source.title, text }],
        );
  const before = pairs.map(({ part }) => part.before ?? "").join("");
  const old = pairs.map(({ part }) => part.old ?? "").join("");
  // A part with material of its own sees no other: one lead's page never reaches another lead's message.
  const given = own.length > 0 ? "" : spec.contextLines(scene).join("\n");
  const about = [spec.task, ...asks, rowsText].join("\n");
  const room = Math.max(0, state.room.prompt - system.length - rowsText.length - before.length - old.length - 400);
  const fields = fieldsOf(form, spec.form);
  const longestField = sharedLengthLimit(
    fields.map(({ text }) => text.length + 40),
    Math.min(longestForm, room * (material.length > 0 ? 0.4 : 0.65)),
  );
  const formLines = fields.map(
    ({ label, text }) => `${label}: ${passagesOf(text, about, longestField, context.language)}`,
  );
  // Without sources, what the fields leave of the room is theirs.
  const unused = material.length > 0 ? 0 : room - formLines.join("\n").length - blockOverhead * 2;
  const givenLines = passagesOf(given, about, Math.max(room * 0.3, unused), context.language);
  const left =
    room - formLines.join("\n").length - givenLines.length - blockOverhead * (material.length + 2 + askedRows.length);
  const longestSource = sharedLengthLimit(
    material.map(({ text }) => text.length),
    Math.max(0, left),
  );
  return {
    version: `${spec.key}/${spec.version}`,
    system,
    user: [
      `Today: ${context.now.slice(0, 10)}`,
      fence.wrap("form", formLines.join("\n")),
      ...(givenLines ? [fence.wrap("given", givenLines)] : []),
      ...askedRows.flatMap(({ label, lines }) => (lines === "" ? [] : [fence.wrap(label, lines)])),
      ...material.map(({ id, title, text }) =>
        fence.wrap(
          // A piece of a source is cited as the source.
          `source ${id
            .replace(/\.\d+$/, "")
            .replace(/[^\w -]/g, "-")
            .slice(0, 40)}`,
          `title: ${title.slice(0, 80)}\ntext:\n${passagesOf(text, about, longestSource, context.language)}`,
        ),
      ),
      ...(before ? ["The text before, to be continued:", fence.wrap("before", before)] : []),
      ...(old ? ["The present text, to be written once more:", fence.wrap("present", old)] : []),
      ...(rewrite ? [fence.wrap("wish", rewrite.wish || "write it afresh")] : []),
      ...(material.length === 0 ? ["There is no source: only [form] marks exist."] : []),
    ].join("\n"),
  };
}
