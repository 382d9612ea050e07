// What an operator does at the terminal, running or not: npm run operator -- help.
import { Kysely, PostgresDialect } from "kysely";
import { newId } from "../src/kit/ids.ts";
import { operate } from "../src/server/operate.ts";
import { databaseCommand } from "./installation.mjs";

await databaseCommand(async ({ database }) => {
  const { rows } = await database.pool.query("select to_regclass('operator_audit') is not null as there");
  if (!rows[0].there) throw new Error("There is nothing to operate yet: start this version of Pioneer once first.");
  const db = new Kysely({ dialect: new PostgresDialect({ pool: database.pool }) });
  const lines = await operate(process.argv.slice(2), { db, newId, now: () => new Date() });
  for (const line of lines) console.log(line);
});
