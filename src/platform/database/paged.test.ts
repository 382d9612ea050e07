import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestDatabase, type TestDatabase } from "#src/testing/database.ts";
import { olderThan, pagedByTime, type TimePosition } from "./paged.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(1);
  await sql`create temporary table paged (id uuid primary key, list integer, at timestamptz)`.execute(database.db);
});
afterAll(() => database.close());

interface Row {
  id: string;
  at: Date;
}

const day = Date.UTC(2026, 4, 1);
let lists = 0;

async function insert(list: number, minute: number): Promise<string> {
  // In no order, so that rows of one instant are told apart by the id alone.
  const id = crypto.randomUUID();
  await sql`insert into paged values (${id}, ${list}, ${new Date(day + minute * 60_000)})`.execute(database.db);
  return id;
}

const pageOfList = (list: number, query: { limit: number; cursor?: string | undefined }) =>
  pagedByTime(
    query,
    async (after: TimePosition | undefined, take) => {
      const older = after ? sql`and ${olderThan("at", "id", after)}` : sql``;
      const { rows } = await sql<Row>`select id, at from paged where list = ${list} ${older}
        order by at desc, id desc limit ${take}`.execute(database.db);
      return rows;
    },
    ({ at, id }) => [at.toISOString(), id],
  );

test("pages hold every row once and in order, whatever comes and goes meanwhile", async () => {
  const minute = fc.integer({ min: 0, max: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(minute, { maxLength: 25 }),
      fc.integer({ min: 1, max: 6 }),
      // Before each further page: rows that are added, and one of those already read that is taken away.
      fc.array(fc.record({ added: fc.array(minute, { maxLength: 3 }), removed: fc.nat(30) }), { maxLength: 30 }),
      async (minutes, limit, changes) => {
        const list = (lists += 1);
        const before: string[] = [];
        for (const at of minutes) before.push(await insert(list, at));
        const read: Row[] = [];
        let cursor: string | undefined;
        for (let turn = 0; turn === 0 || cursor !== undefined; turn += 1) {
          const page = await pageOfList(list, { limit, cursor });
          expect(page.rows.length).toBeLessThanOrEqual(limit);
          if (page.nextCursor !== undefined) expect(page.rows).toHaveLength(limit);
          read.push(...page.rows);
          cursor = page.nextCursor;
          const { added = [], removed = 0 } = changes[turn] ?? {};
          for (const at of added) await insert(list, at);
          const gone = read[removed];
          if (gone) await sql`delete from paged where id = ${gone.id}`.execute(database.db);
        }
        const ids = read.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).toEqual(expect.arrayContaining(before));
        const keys = read.map(({ at, id }) => `${at.toISOString()} ${id}`);
        expect(keys).toEqual(keys.toSorted().toReversed());
      },
    ),
    { numRuns: 60 },
  );
});

test("a cursor that the list has not given out is refused", async () => {
  const foreign = Buffer.from(JSON.stringify([1])).toString("base64url");
  for (const cursor of ["", "e30", "%", foreign, Buffer.from(JSON.stringify(["x", newId()])).toString("base64url")])
    await expect(pageOfList(0, { limit: 1, cursor })).rejects.toMatchObject({
      status: 400,
      fields: [{ path: "cursor" }],
    });
});
