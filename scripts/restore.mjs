// Brings an archive of npm run backup back: npm run restore -- file [--replace]. Pioneer must not be running.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { openStorage } from "../src/platform/storage/openStorage.ts";
import { restoreBackup } from "../src/platform/database/restore.ts";
import { migrateJobs } from "../src/platform/jobs.ts";
import { migrations } from "../src/server/migrations/index.ts";
import { command } from "./installation.mjs";

const { positionals, values } = parseArgs({ allowPositionals: true, options: { replace: { type: "boolean" } } });
const [archive] = positionals;
if (!archive || positionals.length > 1) {
  console.error("usage: npm run restore -- <archive> [--replace]");
  process.exit(1);
}
await command(async ({ config, dataDir, open }) => {
  const { createdAt, tables, files } = await restoreBackup({
    archive: resolve(archive),
    dataDir,
    storage: await openStorage(config),
    open,
    migrations,
    migrateJobs,
    replace: values.replace ?? false,
  });
  console.log(`Restored the backup of ${createdAt}: ${tables.length} tables, ${files.length} files.`);
});
