import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, openTestDatabase } from "./database.ts";

let first: TestDatabase;
let second: TestDatabase;

beforeAll(async () => {
  [first, second] = await Promise.all([openTestDatabase(), openTestDatabase()]);
});

afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
});

test("isolates test databases from each other", async () => {
  await first.pool.query("create table only_here (n int)");
  await expect(second.pool.query("select * from only_here")).rejects.toMatchObject({ code: "42P01" });
});

test("runs without superuser rights, so that revoked privileges stay revoked", async () => {
  await first.pool.query(
    "create table ledger (n int); insert into ledger values (1); revoke delete on ledger from pioneer",
  );
  await expect(first.pool.query("delete from ledger")).rejects.toMatchObject({ code: "42501" });
});

test("sorts text by code point and uses UTC on every machine", async () => {
  const { rows } = await first.pool.query(
    "select string_agg(c, '' order by c) as sorted, current_setting('TimeZone') as zone, current_setting('data_checksums') as sums from unnest(array['ä','b','B','a']) c",
  );
  expect(rows[0]).toEqual({ sorted: "Babä", zone: "UTC", sums: "on" });
});
