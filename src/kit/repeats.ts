import { normalize } from "./normalize.ts";

/* What one text repeats of others, found in time that grows with their lengths alone. */

/** A text as its words, in one spelling each and with one blank between them. */
interface NormalizedWords {
  plain: string;
  words: {
    /** In `plain`. */
    at: number;
    /** In the text itself, as in `slice`. */
    start: number;
    end: number;
  }[];
}

/** Runs of letters and digits, also where JSON writes them as `\u00e4`; its other escapes count as blanks. */
const wordPattern = /(?:\\u[\da-f]{4}|[\p{L}\p{N}\p{M}])+|\\[nrtbf]/giu;
const escapedSign = /\\u([\da-f]{4})/gi;
/** A spelled word has at most so many characters for each that it was written with. */
const maxGrowth = 3;
const isPlain = /^[A-Za-z0-9]+$/;

function normalizedWords(text: string): NormalizedWords {
  const words: NormalizedWords["words"] = [];
  let plain = "";
  for (const { 0: found, index: start } of text.matchAll(wordPattern)) {
    if (/^\\[^u]/.test(found)) continue;
    const signs = isPlain.test(found)
      ? [found]
      : normalize(
          found.replace(escapedSign, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
          "NFKC",
        )
          // One sign can stand for a whole phrase; a text of nothing else is not worth the time.
          .slice(0, maxGrowth * found.length)
          .match(/[\p{L}\p{N}\p{M}]+/gu);
    for (const word of signs ?? []) {
      if (words.length > 0) plain += " ";
      words.push({ at: plain.length, start, end: start + found.length });
      plain += word.toLowerCase();
    }
  }
  return { plain, words };
}

/** So many words in a row, or so many characters with the blanks between words, are no coincidence. */
const tellingWords = 5;
const tellingCharacters = 24;

/** Every run of so many words, in order. */
function* runsOf({ plain, words }: NormalizedWords, size: number): Generator<string> {
  for (let first = 0; first + size <= words.length; first += 1) {
    const next = words[first + size];
    yield plain.slice(words[first]?.at, next ? next.at - 1 : plain.length);
  }
}

/** Every run of so many characters, in order. */
function* windowsOf({ plain }: NormalizedWords): Generator<string> {
  for (let at = 0; at + tellingCharacters <= plain.length; at += 1) yield plain.slice(at, at + tellingCharacters);
}

/** Positions of each text in a list. */
function placesOf(texts: Iterable<string>): Map<string, number[]> {
  const places = new Map<string, number[]>();
  let at = 0;
  for (const text of texts) {
    const known = places.get(text);
    if (known) known.push(at);
    else places.set(text, [at]);
    at += 1;
  }
  return places;
}

/**
 * A message in which a mark replaces what it repeats of other texts: five words in a row, 24 characters, or a whole
 * text of fewer words. Case, punctuation, white space and escapes make no difference.
 */
export function withoutRepeats(message: string, texts: readonly string[], mark: string): string {
  const said = normalizedWords(message);
  const { plain, words } = said;
  const isRepeated = words.map(() => false);
  const runs = Array.from({ length: tellingWords + 1 }, (_, size) => placesOf(size === 0 ? [] : runsOf(said, size)));
  const windows = placesOf(windowsOf(said));
  /** The word of each character; a blank belongs to the word before it. */
  const wordAt = words.flatMap(({ at }, index) =>
    Array.from({ length: (words[index + 1]?.at ?? plain.length) - at }, () => index),
  );
  const wordsOfWindow = (at: number): [number, number] => {
    const first = wordAt[plain[at] === " " ? at + 1 : at] ?? 0;
    return [first, (wordAt[at + tellingCharacters - 1] ?? first) + 1];
  };
  /** Marks the words at each place of a text, once. */
  const take = (places: Map<string, number[]> | undefined, text: string, reach: (at: number) => [number, number]) => {
    const found = places?.get(text);
    if (!found) return;
    for (const at of found) isRepeated.fill(true, ...reach(at));
    places?.delete(text);
  };
  for (const text of texts) {
    const other = normalizedWords(text);
    const size = Math.min(other.words.length, tellingWords);
    for (const run of runsOf(other, size)) take(runs[size], run, (at) => [at, at + size]);
    for (const window of windowsOf(other)) take(windows, window, wordsOfWindow);
  }
  let done = "";
  let from = 0;
  for (const [at, { start, end }] of words.entries()) {
    if (!isRepeated[at]) continue;
    if (at === 0 || !isRepeated[at - 1]) done += message.slice(from, start) + mark;
    from = end;
  }
  return done + message.slice(from);
}
