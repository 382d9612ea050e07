import { ProductError } from "#src/kit/errors.ts";
import type { Rights } from "../contract.ts";
import { levelThatMay } from "../rights.ts";

/** Names of the levels in the words of a refusal; the same in both languages but the first. */
const names = {
  justRegistered: ["Free", "Kostenlos"],
  starter: ["Starter", "Starter"],
  visionary: ["Visionary", "Visionary"],
  individual: ["Individual", "Individual"],
  enterprise: ["Enterprise", "Enterprise"],
} as const;

/** What a level refuses: what it is short of, and how that reads in both languages. */
export interface LevelLimit {
  /** End of the code `level.…`. */
  right: Exclude<keyof Rights, "parallelRuns">;
  /** The own limit as a sentence without its full stop. */
  words: [english: string, german: string];
  /** Whether a level may do what is refused. */
  allows: (rights: Rights) => boolean;
  /** Path of the field that it is about. */
  path?: string;
}

/**
 * The refusal of what a level may not: it names the limit and the lowest level that lifts it.
 * @returns ProductError 402 `level.<right>`
 */
export function levelRefusal({ right, words: [english, german], allows, path }: LevelLimit): ProductError {
  const level = levelThatMay(allows)?.level;
  const lift = level ? [`, ${names[level][0]} allows it`, `, ${names[level][1]} erlaubt es`] : ["", ""];
  const message = `${english}${lift[0]}.`;
  return new ProductError(`level.${right}`, {
    status: 402,
    message,
    ...(path === undefined ? {} : { fields: [{ path, message, words: `${message} | ${german}${lift[1]}.` }] }),
  });
}
