import type { WritingStyle } from "../rules.ts";

/**
 * What each writing style asks of an engine, by its code. Names and descriptions for people are under the same
 * codes in the texts (`workflows:writingStyles`, `settings:styles`).
 */
const asked: Readonly<Record<WritingStyle, string>> = {
  11: "plain words, short sentences",
  12: "formal",
  13: "conversational",
  14: "concise",
  21: "factual, no hype",
  22: "persuasive by reasons",
  23: "narrative",
  24: "helpful: every passage lets the reader do something",
  25: "instructive: step by step",
  31: "warm",
  32: "confident",
  33: "light humour",
  34: "technical and exact",
};

/** The line about style in every prompt: what the chosen codes ask for; codes that nobody knows say nothing. */
export const styleLine = (codes: readonly number[]): string =>
  codes
    .flatMap((code) => Object.entries(asked).flatMap(([known, words]) => (Number(known) === code ? [words] : [])))
    .join("; ") || asked[11];
