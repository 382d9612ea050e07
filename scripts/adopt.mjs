// Takes this environment's files storage or AUTH_SECRET as the database's own, on purpose:
// npm run adopt -- files|secret. Pioneer must not be running.
import { resolve } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import { openStorage } from "../src/platform/storage/openStorage.ts";
import { readConfig } from "../src/platform/config.ts";
import { openDatabase } from "../src/platform/database/openDatabase.ts";
import { refuseWhenInUse } from "../src/platform/database/restore.ts";
import { adoptInstallation } from "../src/platform/installation.ts";
import { loadOrCreateSecret, migrateProduct } from "../src/server/product.ts";

const said = {
  files: "The files of this database are now where FILES_DIR or S3_* say.",
  secret: "This database now belongs to this AUTH_SECRET. Everybody is signed out.",
};
const parts = process.argv.slice(2);
if (parts.length === 0 || !parts.every((part) => Object.hasOwn(said, part))) {
  console.error("usage: npm run adopt -- files|secret");
  process.exit(1);
}
const config = readConfig(process.env);
const dataDir = resolve(config.dataDir);
const quiet = { info() {}, warn() {}, error: console.error };
try {
  const storage = await openStorage(config);
  const database = await openDatabase({ dataDir, databaseUrl: config.databaseUrl, poolSize: 2, log: quiet });
  try {
    await refuseWhenInUse(database.pool, database.kind);
    await migrateProduct(database);
    const db = new Kysely({ dialect: new PostgresDialect({ pool: database.pool }) });
    await adoptInstallation(
      { db, storage, authSecret: config.authSecret ?? (await loadOrCreateSecret(config.dataDir)) },
      parts,
    );
    for (const part of parts) console.log(said[part]);
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
