import type { Outcome } from "../contract.ts";

/** An item that was changed on this page. */
export interface Touched {
  item: Outcome;
  /** The server has not answered yet. */
  isPending: boolean;
  isGone: boolean;
}

export interface ListShape {
  order: "asc" | "desc";
  /** Whether an item belongs to the list. */
  fits: (item: Outcome) => boolean;
  /** Whether the server has more of the list than what was read. */
  hasMore: boolean;
}

const comparing = (order: "asc" | "desc") => {
  const sign = order === "asc" ? 1 : -1;
  return (a: Outcome, b: Outcome): number =>
    sign * (Date.parse(a.plannedAt) - Date.parse(b.plannedAt) || (a.id < b.id ? -1 : 1));
};

/**
 * What a list shows: what was read, with what was changed on this page since. A changed item leaves the list that it no
 * longer belongs to and joins the one that it belongs to now, at the place of its date.
 */
export function shownItems(
  read: readonly Outcome[],
  touched: ReadonlyMap<string, Touched>,
  { order, fits, hasMore }: ListShape,
): readonly Outcome[] {
  if (touched.size === 0) return read;
  const compare = comparing(order);
  const last = read.at(-1);
  const items = new Map(read.map((item) => [item.id, item]));
  for (const [id, { item, isPending, isGone }] of touched) {
    const known = items.get(id);
    if (isGone || !fits(item)) {
      // What was read later than the change knows better.
      if (!known || isPending || isGone || known.dateUpdated <= item.dateUpdated) items.delete(id);
    } else if (known) {
      if (isPending || known.dateUpdated <= item.dateUpdated) items.set(id, item);
    } else if (!hasMore || !last || compare(item, last) < 0) items.set(id, item);
  }
  return [...items.values()].toSorted(compare);
}
