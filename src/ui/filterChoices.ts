/** Without accents and in small letters: `Türkçe` is found by `turk`. */
const plain = (words: string): string => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * What a person may mean by some typed words: everything that holds all of them, what begins with them first.
 * @param words nothing, or only white space, finds everything in its order
 */
export function filterChoices<T extends { label: string; value: string }>(choices: readonly T[], words: string): T[] {
  const wanted = plain(words)
    .split(/[\s,/_]+/)
    .filter(Boolean);
  if (wanted.length === 0) return [...choices];
  const [first = ""] = wanted;
  const hits = choices.filter((choice) => {
    const held = plain(`${choice.label} ${choice.value}`);
    return wanted.every((word) => held.includes(word));
  });
  const begins = (choice: T): boolean => plain(choice.label).startsWith(first) || plain(choice.value) === first;
  return [...hits.filter(begins), ...hits.filter((choice) => !begins(choice))];
}
