import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { readCursor, writeCursor } from "#src/kit/cursor.ts";
import { badRequest } from "#src/kit/errors.ts";
import { id, instant } from "#src/kit/schemas.ts";

/** What is asked for: so many rows, from the place that the cursor of the page before names. */
export interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** Refuses a cursor that this list has not given out. */
export const invalidCursor = () =>
  badRequest("cursor is not one of this list", [{ path: "cursor", message: "is not one of this list" }]);

/** A page of what was read with one row more than it holds. */
export const pageOf = <Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { rows: Row[]; nextCursor?: string } => {
  const last = rows[limit - 1];
  return { rows: rows.slice(0, limit), ...(rows.length > limit && last ? { nextCursor: cursorOf(last) } : {}) };
};

/**
 * A list in pages. Rows that come or go between two pages neither double nor lose another one, as long as `read` orders
 * by the whole place and no two rows share one.
 * @param place what a cursor holds: what the list is ordered by
 */
export const paged =
  <Place extends readonly (string | number | null)[]>(place: z.ZodType<Place>) =>
  /**
   * @param read rows after a place, at most `take` of them; one more than the page holds tells whether there are more
   * @param placeOf place of a row
   * @throws ProductError 400 for a cursor that is none of this list
   */
  async <Row>(
    { limit, cursor }: PageQuery,
    read: (after: Place | undefined, take: number) => Promise<Row[]>,
    placeOf: (row: Row) => Place,
  ): Promise<{ rows: Row[]; nextCursor?: string }> => {
    const after = cursor === undefined ? undefined : readCursor(cursor, place);
    if (cursor !== undefined && !after) throw invalidCursor();
    return pageOf(await read(after, limit + 1), limit, (last) => writeCursor(placeOf(last)));
  };

/** A place in what is ordered by an instant; the id decides between equals. */
export type TimePosition = [at: string, id: string];

/** A list that is ordered by an instant and the id. */
export const pagedByTime = paged<TimePosition>(z.tuple([instant, id]));

/** Condition for rows that come after a place in a list of the newest first. */
export const olderThan = (time: string, idColumn: string, [at, lastId]: TimePosition): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(time)}, ${sql.ref(idColumn)}) < (${at}::timestamptz, ${lastId}::uuid)`;
