import type { HandEdits } from "#src/features/documents/document.ts";
import type { CommonForm } from "../workflow.ts";
import type { Core } from "./core.ts";
import type { SectionDef } from "./sections.ts";
import type { Scene } from "./state.ts";

/** Keys of sections that a person wrote begin so. */
const ownPrefix = "own-";
export const isOwnSection = (key: string): boolean => key.startsWith(ownPrefix);
export const ownSectionKey = (id: string): string => `${ownPrefix}${id}`;

/** Sections of the workflow that belong into this document. */
export const shownSections = <Form extends CommonForm, Facts>(
  { spec }: Core<Form, Facts>,
  scene: Scene<Form, Facts>,
): SectionDef<Form, Facts>[] =>
  spec.sections.filter((section) => section.when(scene) || (spec.continues === true && section.key in scene.answer));

/**
 * Keys of a document's sections in the person's order, with added sections and without removed ones. A section that is
 * new follows its predecessor of the usual order.
 * @param keys in the usual order
 */
export function layoutOf(keys: readonly string[], { added, removed, order }: HandEdits): string[] {
  const usual = [...keys, ...added.map(({ key }) => key)];
  const known = new Set(usual);
  const result = [...new Set(order)].filter((key) => known.has(key));
  usual.forEach((key, index) => {
    if (result.includes(key)) return;
    const before = usual[index - 1];
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, key);
  });
  return result.filter((key) => !removed.includes(key));
}
