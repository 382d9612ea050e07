// Takes this environment's files storage or AUTH_SECRET as the database's own, on purpose:
// npm run adopt -- files|secret. Pioneer must not be running.
import { Kysely, PostgresDialect } from "kysely";
import { openStorage } from "../src/platform/storage/openStorage.ts";
import { refuseWhenInUse } from "../src/platform/database/restore.ts";
import { adoptInstallation } from "../src/platform/installation.ts";
import { loadOrCreateSecret, migrateProduct } from "../src/server/product.ts";
import { databaseCommand } from "./installation.mjs";

const said = {
  files: "The files of this database are now where FILES_DIR or S3_* say.",
  secret: "This database now belongs to this AUTH_SECRET. Everybody is signed out.",
};
const parts = process.argv.slice(2);
if (parts.length === 0 || !parts.every((part) => Object.hasOwn(said, part))) {
  console.error("usage: npm run adopt -- files|secret");
  process.exit(1);
}
await databaseCommand(async ({ config, database }) => {
  const storage = await openStorage(config);
  await refuseWhenInUse(database.pool, database.kind);
  await migrateProduct(database);
  const db = new Kysely({ dialect: new PostgresDialect({ pool: database.pool }) });
  const authSecret = config.authSecret ?? (await loadOrCreateSecret(config.dataDir));
  await adoptInstallation({ db, storage, authSecret }, parts);
  for (const part of parts) console.log(said[part]);
});
