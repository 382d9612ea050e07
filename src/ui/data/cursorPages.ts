interface Identified {
  readonly id: string;
}

/**
 * A list after its beginning was read again: what is new or has changed comes from there, and what no longer fits is
 * gone; pages behind it that were loaded before stay.
 * @param isWhole nothing comes after what was read
 */
export function withBeginning<Item extends Identified>(
  items: readonly Item[],
  beginning: readonly Item[],
  isWhole: boolean,
): Item[] {
  const last = beginning.at(-1);
  if (isWhole || !last) return [...beginning];
  const at = items.findIndex(({ id }) => id === last.id);
  return at < 0 ? [...beginning] : withPage(beginning, items.slice(at + 1));
}

/** The list with the next page behind it, nothing twice. */
export function withPage<Item extends Identified>(items: readonly Item[], page: readonly Item[]): Item[] {
  const known = new Set(items.map(({ id }) => id));
  return [...items, ...page.filter(({ id }) => !known.has(id))];
}
