// Everything into one archive, also while Pioneer runs: npm run backup [-- file].
import { resolve } from "node:path";
import { filesFolder, openStorage } from "../src/platform/storage/openStorage.ts";
import { writeBackup } from "../src/platform/database/backup.ts";
import { databaseCommand } from "./installation.mjs";

const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
const archive = resolve(process.argv[2] ?? `pioneer-${stamp}.tar.gz`);
await databaseCommand(async ({ config, dataDir, database }) => {
  const storage = await openStorage(config);
  const { tables, files, missing, bytes } = await writeBackup({
    pool: database.pool,
    dataDir,
    files: config.s3Endpoint ? { storage } : { folder: filesFolder(config) },
    archive,
    now: () => new Date(),
  });
  if (missing.length > 0)
    console.error(`Missing, not in the backup: ${missing.length} stored contents, such as ${missing[0]}.`);
  console.log(`${archive}: ${tables} tables, ${files} files, ${bytes} bytes. It holds personal data and the secret.`);
});
