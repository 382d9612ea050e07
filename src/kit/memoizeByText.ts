/** Longer texts are not cached: they are rare and would use much memory. UTF-16 units. */
const longest = 5_000;

/**
 * Memoizes a pure function of a text for the most recent texts, since an edit changes one of hundreds in a document.
 * Results are shared: do not mutate them.
 * @param most texts that are certainly cached; at most twice as many are
 */
export function memoizeByText<Value>(
  compute: (text: string, language: string) => Value,
  most: number,
): (text: string, language?: string) => Value {
  let young = new Map<string, { value: Value }>();
  let old = young;
  return (text, language = "") => {
    if (text.length > longest) return compute(text, language);
    const key = `${language.length}:${language}${text}`;
    const known = young.get(key) ?? old.get(key) ?? { value: compute(text, language) };
    if (young.size >= most) [old, young] = [young, new Map()];
    young.set(key, known);
    return known.value;
  };
}
