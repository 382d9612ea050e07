import { branches, isTag, tagsInWords } from "../../domain/leadBranches.ts";
import { chosenBranches, type Form } from "./form.ts";

/* Which trades a form looks for, and under which tags of the map. */

/** A trade in the person's words, and the tags that a writer knew for it. */
export interface Tagged {
  tag: string;
  trade: string;
}

/** Trades in own words for which no tag is known here. */
export const unknownBranches = ({ otherBranches }: Form): string[] =>
  otherBranches.filter((words) => tagsInWords(words).length === 0);

/** Tags that are asked for. */
export const tagsOf = (form: Form, tagged: readonly Tagged[]): string[] => [
  ...new Set([
    ...chosenBranches(form).flatMap((key): readonly string[] => branches[key].tags),
    ...form.otherBranches.flatMap((words) => tagsInWords(words)),
    ...tagged.map(({ tag }) => tag.trim().toLowerCase()).filter(isTag),
  ]),
];
