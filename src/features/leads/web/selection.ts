/** Ticked records by id, in the order of ticking; they stay ticked when the list is sorted or read anew. */
export type Selection<T> = ReadonlyMap<string, T>;

/** What a click on a tick meant. */
export interface Tick {
  /** Place in the list as it is shown. */
  at: number;
  /** Place of the tick before, when shift was held: all between get the same. */
  from?: number | undefined;
}

/** The selection after a tick: the row, or the range to it, becomes what the row was not. */
export function ticked<T extends { id: string }>(
  selection: Selection<T>,
  items: readonly T[],
  { at, from = at }: Tick,
): Selection<T> {
  const row = items[at];
  if (!row) return selection;
  const isOn = !selection.has(row.id);
  const next = new Map(selection);
  for (const item of items.slice(Math.min(at, from), Math.max(at, from) + 1)) {
    if (isOn) next.set(item.id, item);
    else next.delete(item.id);
  }
  return next;
}

/** The tick over the list: everything that is shown, or nothing. */
export function tickedAll<T extends { id: string }>(selection: Selection<T>, items: readonly T[]): Selection<T> {
  const isFull = items.length > 0 && items.every(({ id }) => selection.has(id));
  return isFull ? new Map<string, T>() : new Map([...selection, ...items.map((item) => [item.id, item] as const)]);
}

/** The ticked records as the list has them now. */
export function current<T extends { id: string }>(selection: Selection<T>, items: readonly T[]): T[] {
  const now = new Map(items.map((item) => [item.id, item]));
  return [...selection.values()].map((item) => now.get(item.id) ?? item);
}
