import { isStopword, words } from "#src/kit/text.ts";

/** Letters by which forms of a word are known, and the shortest word that tells. */
const [stemLength, leastLetters] = [6, 4];

/**
 * Finds the audience that a text speaks of: by words of its name that no other audience has.
 * Answers null when the text names none, or several alike.
 */
export function audienceFinder(
  audiences: readonly { name: string }[],
  language: string,
): (text: string) => string | null {
  const stemsOf = (text: string): Set<string> =>
    new Set(
      words(text, language)
        .filter((word) => word.length >= leastLetters && !isStopword(word, language))
        .map((word) =>
          word
            .toLowerCase()
            .replace(/(?:e[ns]|[ens])$/, "")
            .slice(0, stemLength),
        ),
    );
  const known = audiences.map(({ name }) => stemsOf(name));
  return (text) => {
    const [only] = audiences;
    if (only === undefined || audiences.length === 1) return only?.name ?? null;
    const found = stemsOf(text);
    const scores = known.map(
      (own, at) =>
        [...found].filter((stem) => own.has(stem) && known.every((other, no) => no === at || !other.has(stem))).length,
    );
    const most = Math.max(...scores);
    const best = scores.indexOf(most);
    return most === 0 || scores.lastIndexOf(most) !== best ? null : (audiences[best]?.name ?? null);
  };
}
