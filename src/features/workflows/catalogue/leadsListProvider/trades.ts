import { branches, type BranchKey, branchKeys, isTag, tagsInWords } from "../../domain/leadBranches.ts";
import type { Form } from "./form.ts";

/* Which trades a form looks for, and under which tags of the map. */

/** A trade in the person's words, and the tags that a writer knew for it. */
export interface Tagged {
  tag: string;
  trade: string;
}

/** Trades of the form; with none, those that its title names. */
export const chosenBranches = (form: Form): readonly BranchKey[] => {
  if (form.branches.length > 0 || form.otherBranches.length > 0) return form.branches;
  const named = new Set(tagsInWords(form.requirementTitle));
  return branchKeys.filter((key) => branches[key].tags.some((tag) => named.has(tag)));
};

/** Trades in own words for which no tag is known here. */
export const unknownBranches = ({ otherBranches }: Form): string[] =>
  otherBranches.filter((words) => tagsInWords(words).length === 0);

export const searchesWeb = ({ research, place }: Form): boolean => research === "web" && place.trim().length >= 2;

/** Tags that are asked for. */
export const tagsOf = (form: Form, tagged: readonly Tagged[]): string[] => [
  ...new Set([
    ...chosenBranches(form).flatMap((key): readonly string[] => branches[key].tags),
    ...form.otherBranches.flatMap((words) => tagsInWords(words)),
    ...tagged.map(({ tag }) => tag.trim().toLowerCase()).filter(isTag),
  ]),
];
