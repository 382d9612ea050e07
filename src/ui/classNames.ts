/** The names that a CSS Module gave its classes, by those that stand in it. */
type Classes = Readonly<Record<string, string>>;

/** What the import of a CSS Module is: words between spaces become class names; undefined stays undefined. */
export interface ClassNames {
  (words: string): string;
  (words: string | undefined): string | undefined;
  readonly classes: Classes;
}

/**
 * Class names of a component (`cssModules.ts` calls this for every sheet). A word that its sheet knows becomes the name
 * that the sheet gave it; any other stays as it is: the shared classes of `ui/styles`, those that several sheets address
 * (`:global`), and what a caller passed.
 */
export function bindClasses(classes: Classes): ClassNames {
  const own = new Map(Object.entries(classes));
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
  const cx = (words: string | undefined) => (words === undefined ? undefined : (known.get(words) ?? named(words)));
  return Object.assign(cx as { (words: string): string; (words: string | undefined): string | undefined }, { classes });
}

/** Class names of a component that wears the classes of several sheets; of two classes of one name the last counts. */
export const joinClasses = (...sheets: readonly ClassNames[]): ClassNames =>
  bindClasses(Object.assign({}, ...sheets.map(({ classes }) => classes)) as Classes);
