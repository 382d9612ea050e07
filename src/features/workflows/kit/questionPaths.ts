import { type Block, noHandEdits } from "#src/features/documents/document.ts";
import type { CommonForm } from "../workflow.ts";
import { type Core, hashOf } from "./core.ts";
import { fieldGaps, isTextField } from "./fields.ts";
import { layoutOf, shownSections } from "./layout.ts";
import type { SectionDef } from "./sections.ts";
import type { Scene } from "./state.ts";

/* Where the answer to a question goes. One question has one place, wherever and however often it is asked. */

/** The section that a place belongs to. */
export const sectionOf = (at: string): string => at.slice(0, at.indexOf("/"));
/** Places of questions whose answers have none of their own begin so, behind the key of their section. */
export const questionMark = "?";
/** Places of fields of the form. */
export const formPathPrefix = "form/";
/** Key of the section that lists what is open. */
export const gapsSection = "gaps";

/** The place of a question whose answer has none of its own. */
export const questionPath = (section: string, question: string): string =>
  `${section}/${questionMark}${hashOf(question)}`;
/** Places of single cells: two rows may be asked the same, each in its own place. */
const isCell = (at: string): boolean => at.split("/").length > 2;

/** Sections of the workflow that are read in this document: those that belong into it and were not left out. */
export const readSections = <Form extends CommonForm, Facts>(
  core: Core<Form, Facts>,
  scene: Scene<Form, Facts>,
): SectionDef<Form, Facts>[] => {
  const shown = shownSections(core, scene);
  const keys = new Set(
    layoutOf(
      shown.map(({ key }) => key),
      scene.state.edits ?? noHandEdits,
    ),
  );
  return shown.filter(({ key }) => keys.has(key));
};

/** A question in the text whose answer has no path of its own there. */
export const hasNoPath = (block: Block): block is Extract<Block, { type: "callout" }> =>
  block.type === "callout" && block.tone === "gap" && block.gap === undefined;

/** The place of a question that has one, else the one that is given. */
export type QuestionPathOf = (question: string, otherwise: string) => string;

// Each section of a document asks for the places of all of them.
const known = new WeakMap<Scene, QuestionPathOf>();

/**
 * Where the answer to each question goes: to the list or the text that is empty, to the field of the form, where it was
 * answered or left out before, or else to the first section that asks it.
 */
export function questionPaths<Form extends CommonForm, Facts>(
  core: Core<Form, Facts>,
  scene: Scene<Form, Facts>,
): QuestionPathOf {
  const same = known.get(scene);
  if (same) return same;
  const places = new Map<string, string>();
  const add = (question: string, at: string): void => {
    if (question !== "" && !places.has(question)) places.set(question, at);
  };
  const sections = readSections(core, scene);
  for (const section of sections)
    for (const { at, question } of section.openPlaces(scene)) if (!isCell(at)) add(question, at);
  for (const { field, question } of fieldGaps(core.spec.form, scene.form))
    if (isTextField(core.spec.form.shape[field] as never)) add(scene.translate(question), `${formPathPrefix}${field}`);
  for (const [at, { question }] of Object.entries(scene.state.edits?.gaps ?? {}))
    if (!isCell(at) && !at.startsWith(formPathPrefix)) add(question, at);
  for (const section of sections)
    for (const { text } of section.blocks(scene).filter(hasNoPath)) add(text, questionPath(section.key, text));
  const pathOf: QuestionPathOf = (question, otherwise) => places.get(question) ?? otherwise;
  known.set(scene, pathOf);
  return pathOf;
}
