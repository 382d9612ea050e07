// Brings an archive of npm run backup back: npm run restore -- file [--replace]. Pioneer must not be running.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { openStorage } from "../src/platform/storage/openStorage.ts";
import { readConfig } from "../src/platform/config.ts";
import { openDatabase } from "../src/platform/database/openDatabase.ts";
import { restoreBackup } from "../src/platform/database/restore.ts";
import { migrateJobs } from "../src/platform/jobs.ts";
import { migrations } from "../src/server/migrations/index.ts";

const { positionals, values } = parseArgs({ allowPositionals: true, options: { replace: { type: "boolean" } } });
const [archive] = positionals;
if (!archive || positionals.length > 1) {
  console.error("usage: npm run restore -- <archive> [--replace]");
  process.exit(1);
}
const config = readConfig(process.env);
const dataDir = resolve(config.dataDir);
const quiet = { info() {}, warn() {}, error: console.error };
try {
  const manifest = await restoreBackup({
    archive: resolve(archive),
    dataDir,
    storage: await openStorage(config),
    open: () => openDatabase({ dataDir, databaseUrl: config.databaseUrl, poolSize: 2, log: quiet }),
    migrations,
    migrateJobs,
    replace: values.replace ?? false,
  });
  console.log(
    `Restored the backup of ${manifest.createdAt}: ${manifest.tables.length} tables, ${manifest.files.length} files.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
