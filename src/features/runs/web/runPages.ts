import type { ListedRun } from "../contract.ts";

/** Whether a run comes after another: newest first, and of one moment the higher id first, as the call has them. */
const isAfter = (a: ListedRun, b: ListedRun): boolean => {
  const apart = Date.parse(b.createdAt) - Date.parse(a.createdAt);
  return apart > 0 || (apart === 0 && a.id < b.id);
};

/**
 * The list after its beginning was read again: what is new or has changed comes from there, and what no longer fits is
 * gone; older runs that were loaded before stay.
 * @param isWhole nothing comes after what was read
 */
export function withBeginning(
  items: readonly ListedRun[],
  beginning: readonly ListedRun[],
  isWhole: boolean,
): ListedRun[] {
  const last = beginning.at(-1);
  if (isWhole || !last) return [...beginning];
  return [...beginning, ...items.filter((item) => isAfter(item, last))];
}

/** The list with the next page behind it, nothing twice. */
export function withPage(items: readonly ListedRun[], page: readonly ListedRun[]): ListedRun[] {
  const known = new Set(items.map(({ id }) => id));
  return [...items, ...page.filter(({ id }) => !known.has(id))];
}

/** Open runs as they are known to stand by now; one that has ended does not open again. */
export function withOpen(items: readonly ListedRun[], open: readonly ListedRun[]): readonly ListedRun[] {
  const byId = new Map(open.map((run) => [run.id, run]));
  return items.map((item) => (item.finishedAt === null ? (byId.get(item.id) ?? item) : item));
}
