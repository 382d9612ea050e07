import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Person } from "#src/testing/visitor.ts";
import { fixtures, furnish } from "./fixtures.ts";

/**
 * A person writes a mark into every field there is, deletes the account, and the mark is looked for in every table of
 * every schema and in every file (quality.md, security 17).
 */

const mark = "Quittenbrot7731";

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

/** Tables that hold a text anywhere in a row, also as bytes. */
async function tablesWith(text: string): Promise<string[]> {
  const { db } = product.database;
  const { rows } = await sql<{ schema: string; name: string }>`select table_schema as schema, table_name as name
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  expect(rows.length).toBeGreaterThan(30);
  const asBytes = Buffer.from(text).toString("hex");
  const found: string[] = [];
  for (const { schema, name } of rows) {
    const hits = await sql`select 1 from ${sql.table(`${schema}.${name}`)} t
      where strpos(lower(t::text), lower(${text})) > 0 or strpos(t::text, ${asBytes}) > 0 limit 1`.execute(db);
    if (hits.rows.length > 0) found.push(`${schema}.${name}`);
  }
  return found.toSorted();
}

async function filesWith(text: string): Promise<string[]> {
  const folder = product.deps.config.dataDir;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if (path.includes(text) || (await readFile(path)).includes(text)) found.push(path);
  }
  return found;
}

/** Writes the mark wherever a person's words are taken. @returns how many fields took it */
async function markEverything(person: Person): Promise<number> {
  let taken = 0;
  for (const { texts } of fixtures)
    for (const write of Object.values(texts?.(person, product) ?? {}))
      if ((await write(mark)).answer.status < 300) taken += 1;
  await person.send("PATCH", "/api/user", { name: mark });
  await person.send("POST", "/api/user/email", { email: `${mark}@example.com` });
  await person.send("POST", "/api/files", new TextEncoder().encode(`${mark} in a file`), {
    "content-type": "application/octet-stream",
    "x-file-name": `${mark}.txt`,
  });
  await person.send("POST", "/api/emailing/send-email", {
    to: person.email,
    targetLanguage: "en",
    targetEmailCase: "user-use-case-wish",
    targetGroup: "customers",
    placeholders: { fullName: mark, firstName: mark, email: person.email, wishUseCase: mark },
  });
  await person.send("POST", "/api/user/two-factor/begin", {});
  await person.send("POST", "/api/auth/reset/request", { email: person.email });
  return taken;
}

test("a deleted account leaves none of the person's words, in no table and no file", async () => {
  const person = await product.signUp();
  await furnish(person);
  expect(await markEverything(person)).toBeGreaterThan(10);
  await expect
    .poll(async () => (await product.database.db.selectFrom("link_request").selectAll().execute()).length)
    .toBe(0);
  const before = await tablesWith(mark);
  expect(before.length).toBeGreaterThan(8);
  expect((await filesWith(mark)).length).toBeGreaterThan(0);

  expect((await person.send("DELETE", "/api/user", { enData: { userId: person.userId } })).status).toBe(200);

  expect(await tablesWith(mark)).toEqual([]);
  expect(await filesWith(mark)).toEqual([]);
  expect(await tablesWith(person.email)).toEqual([]);
  // The ledger goes on under an id that names nobody any more, as does the queue's record of what it ran.
  const left = await tablesWith(person.userId);
  expect(
    left.filter((name) => !/^(public\.(coin_(account|hold|quote|transaction)|payment_order)|dbos\.)/.test(name)),
  ).toEqual([]);
  expect((await person.send("GET", "/api/user")).status).toBe(401);
});
