// Everything into one archive, also while Pioneer runs: npm run backup [-- file].
import { resolve } from "node:path";
import { readConfig } from "../src/server/config.ts";
import { writeBackup } from "../src/server/database/backup.ts";
import { openDatabase } from "../src/server/database/openDatabase.ts";

const config = readConfig(process.env);
const dataDir = resolve(config.dataDir);
const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
const archive = resolve(process.argv[2] ?? `pioneer-${stamp}.tar.gz`);
const quiet = { info() {}, warn() {}, error: console.error };
try {
  const database = await openDatabase({ dataDir, databaseUrl: config.databaseUrl, poolSize: 2, log: quiet });
  try {
    const { tables, files, bytes } = await writeBackup({
      pool: database.pool,
      dataDir,
      archive,
      now: () => new Date(),
    });
    console.log(`${archive}: ${tables} tables, ${files} files, ${bytes} bytes. It holds personal data and the secret.`);
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
