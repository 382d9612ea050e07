import pg from "pg";

/** OID of `timestamptz` in pg_type. */
const instantOid = 1184;

const plain = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;
const readInstant = pg.types.getTypeParser(instantOid);

/**
 * PostgreSQL's text of an instant as ISO 8601 in UTC with milliseconds, finer parts cut off. Sessions in UTC, the
 * usual case, are rewritten without a date object: a list holds two instants per row.
 */
export function isoInstant(text: string): string {
  const parts = plain.exec(text);
  if (parts) return `${parts[1]}T${parts[2]}.${(parts[3] ?? "").slice(0, 3).padEnd(3, "0")}Z`;
  const value: unknown = readInstant(text);
  if (value instanceof Date) return value.toISOString();
  throw new Error("the database sent an instant that is none");
}

/** How a query of a hot path reads columns: as `pg` does, but instants as the text that answers carry. */
export const instantsAsText: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === instantOid && format !== "binary"
      ? isoInstant
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};
