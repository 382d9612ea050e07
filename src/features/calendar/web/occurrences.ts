import type { EntryPreview } from "../contract.ts";

/** Between the id of an entry that recurs and the start of one of its occurrences. */
const mark = "~";

/** A later occurrence under an id of its own, so that nothing on the page has the id of something else. */
export const withOwnId = <T extends Pick<EntryPreview, "id" | "start" | "isOccurrence">>(entry: T): T =>
  entry.isOccurrence ? { ...entry, id: `${entry.id}${mark}${entry.start}` } : entry;

/** The id of the entry itself, which an occurrence is read, changed and deleted by. */
export const entryIdOf = (id: string): string => id.split(mark, 1)[0] ?? id;
