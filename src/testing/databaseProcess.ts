import { openDatabase } from "#src/platform/database/openDatabase.ts";

/**
 * A process that uses a data folder as the product does, for tests that kill it: `databaseProcess <folder> [write]`.
 * Prints one JSON line when the database is open, one for each row that is safely stored, one for each trouble.
 */
const [dataDir = "", mode = "hold"] = process.argv.slice(2);
const say = (line: Record<string, unknown>): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};
const log = (_: object, message?: string): void => say({ log: message });

let isEnding = false;
const database = await openDatabase({
  dataDir,
  databaseUrl: undefined,
  poolSize: 4,
  log: { info: log, warn: log, error: log },
});
process.once("SIGTERM", () => {
  isEnding = true;
  void database.close().then(() => process.exit(0));
});
await database.pool.query("create table if not exists written (n bigint primary key)").catch((error: unknown) => {
  // Two processes that create it at once; one of them did.
  if (!(error instanceof Error && "code" in error && error.code === "23505")) throw error;
});
say({ open: database.describe });
if (mode === "write") await write();
else setInterval(() => undefined, 60_000);

async function write(): Promise<void> {
  for (let n = process.pid * 1_000_000; !isEnding; n += 1) {
    try {
      await database.pool.query("insert into written values ($1)", [n]);
      say({ row: n });
    } catch (error) {
      say({ trouble: String(error) });
    }
  }
}
