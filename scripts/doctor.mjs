// Sizes and checks of the whole installation, running or not: npm run doctor. Exits with 1 when something is wrong.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesFolder } from "../src/platform/storage/openStorage.ts";
import { examine } from "../src/server/doctor.ts";
import { migrations } from "../src/server/migrations/index.ts";
import { readVersion } from "../src/platform/version.ts";
import { command } from "./installation.mjs";

await command(async ({ config, dataDir, open }) => {
  if (!config.databaseUrl && !existsSync(join(dataDir, "database")))
    throw new Error(`There is no database in ${dataDir} yet. npm start makes one.`);
  const { version, commit } = await readVersion(fileURLToPath(new URL("..", import.meta.url)), config.commit);
  const database = await open();
  try {
    console.log(`Pioneer ${version}${commit ? ` (${commit.slice(0, 12)})` : ""}, Node ${process.version}`);
    console.log(`Database: ${database.describe}`);
    const kept = await readFile(join(dataDir, "auth-secret"), "utf8").catch(() => undefined);
    const { lines, problems } = await examine({
      pool: database.pool,
      dataDir,
      files: config.s3Endpoint ? { bucket: config.s3Bucket ?? "" } : { folder: filesFolder(config) },
      migrations: Object.keys(migrations),
      authSecret: config.authSecret ?? kept?.trim(),
      sendsMail: config.smtpUrl !== undefined,
    });
    for (const line of lines) console.log(line);
    console.log(
      problems.length === 0 ? "\nNothing is wrong." : `\nWrong:\n${problems.map((it) => `- ${it}`).join("\n")}`,
    );
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
});
