import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A small edit that breaks one promise of the product. The check it names must notice. */
export interface Edit {
  /** Short name to run it by: `npm run mutate -- hold-nothing`. */
  name: string;
  /** File of the product, from the root of the repository. */
  file: string;
  /** Text that occurs exactly once in the file. */
  find: string;
  replace: string;
  /** What must turn red: a row of the specification, or a test by its file and its title. */
  caughtBy: { row: string } | { test: string; file: string };
}

/** How often a text occurs in another. */
export const occurrences = (text: string, part: string): number => text.split(part).length - 1;

/**
 * The file of an edit with the edit made.
 * @throws Error when the text to find does not occur exactly once
 */
export function edited(root: string, { name, file, find, replace }: Edit): string {
  const text = readFileSync(join(root, file), "utf8");
  const count = occurrences(text, find);
  if (count !== 1) throw new Error(`${name}: its text occurs ${count} times in ${file}, not once`);
  return text.replace(find, () => replace);
}
