import fc from "fast-check";
import type { SpokenLine } from "./speech.ts";

/* Talks for property tests. */

export const word = fc.stringMatching(/^[A-Za-zäöüß]{1,12}$/);
const saidText = fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => `${words.join(" ")}.`);
const speaker = fc.constantFrom("Ada", "Jette Harms", "S1", "Dr. Möller", "");
export const timed = fc
  .array(
    fc.record({
      pause: fc.integer({ min: 0, max: 20 }),
      length: fc.integer({ min: 1, max: 40 }),
      speaker,
      text: saidText,
    }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((parts) => {
    let at = 0;
    return parts.map(({ pause, length, ...rest }): SpokenLine => {
      const from = at + pause;
      at = from + length;
      return { ...rest, from, to: at };
    });
  });
export const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
export const allWords = (lines: readonly { text: string }[]): string[] => lines.flatMap(({ text }) => words(text));
