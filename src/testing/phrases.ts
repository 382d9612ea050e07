/* Runs of words that two texts share, however each of them is escaped, cut into lines or put together. */

/** Fewer characters stand in many a text by chance. */
const leastCharacters = 40;

const escapes = /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([^]))/gi;
const blanks = new Set(["n", "r", "t", "b", "f", "v", "0", "\n"]);

/** The text of string and template literals in a source, as it reads when the program runs. */
export const withoutEscapes = (source: string): string =>
  source.replace(escapes, (_, long?: string, four?: string, two?: string, sign = "") => {
    const code = long ?? four ?? two;
    if (code !== undefined) return String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff));
    return blanks.has(sign) ? " " : sign;
  });

/**
 * Each run of words that has just enough characters, one from every word on. Two texts with such a run in common share
 * a phrase; only letters and digits are compared.
 */
export function* phrases(text: string): Generator<string> {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  let length = 0;
  let end = 0;
  for (const [start, word] of words.entries()) {
    while (end < words.length && length < leastCharacters) length += (words[end++]?.length ?? 0) + 1;
    if (length < leastCharacters) return;
    yield words.slice(start, end).join(" ");
    length -= word.length + 1;
  }
}

/** Phrases of a text that are among the given ones, once each. */
export const sharedPhrases = (text: string, wanted: ReadonlySet<string>): string[] => [
  ...new Set([...phrases(text)].filter((phrase) => wanted.has(phrase))),
];
