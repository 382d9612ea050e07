/** What a CSS Module exports: the names that it gave its classes, by those that stand in it. */
type Classes = Readonly<Record<string, string>>;

/**
 * Class names of a component. A word that one of its sheets knows becomes the name that the sheet gave it; any other stays
 * as it is: the shared classes of `ui/styles`, those that several sheets address (`:global`), and what a caller passed.
 *
 * @returns a function from words between spaces to class names; undefined stays undefined
 */
export function bindClasses(...sheets: readonly Classes[]): Bound {
  const own = new Map(sheets.flatMap((sheet) => Object.entries(sheet)));
  const known = new Map<string, string>();
  const named = (words: string): string => {
    const names = words
      .split(" ")
      .filter((word) => word !== "")
      .map((word) => own.get(word) ?? word)
      .join(" ");
    known.set(words, names);
    return names;
  };
  return ((words) => (words === undefined ? undefined : (known.get(words) ?? named(words)))) as Bound;
}

interface Bound {
  (words: string): string;
  (words: string | undefined): string | undefined;
}
