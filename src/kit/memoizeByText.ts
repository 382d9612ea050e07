/** Texts beyond this length are computed anew each time: they come rarely, and would fill the memory. */
const longest = 5_000;

/**
 * Remembers what a pure function made of the texts that came last: whoever edits a long document changes one of
 * hundreds. Results are shared, so nobody may change them.
 * @param most texts that are certainly remembered; up to twice as many are kept
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
