import pg from "pg";

/** OID of `bigint` in pg_type. */
const bigintOid = 20;

function toNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error("a bigint does not fit a number");
  return value;
}

/** How our connections read columns: as `pg` does, but bigint as number. Coins and sizes stay far below 2^53. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === bigintOid && format !== "binary"
      ? toNumber
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};
