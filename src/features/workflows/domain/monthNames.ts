import { normalize } from "#src/kit/normalize.ts";

/** Names of the months in English and German; a word names one by three or more of its first letters. */
const monthNames: readonly (readonly string[])[] = [
  ["january", "januar", "jänner"],
  ["february", "februar", "feber"],
  ["march", "märz", "maerz", "mrz"],
  ["april"],
  ["may", "mai"],
  ["june", "juni"],
  ["july", "juli"],
  ["august"],
  ["september"],
  ["october", "oktober"],
  ["november"],
  ["december", "dezember"],
];

/** Month that a word names, 1 … 12; 0 for any other word. */
export function monthNamed(word: string): number {
  const name = normalize(word, "NFC").toLowerCase();
  return name.length < 3 ? 0 : monthNames.findIndex((names) => names.some((one) => one.startsWith(name))) + 1;
}
