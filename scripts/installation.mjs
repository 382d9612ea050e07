// What the operator's commands share: the installation that the environment names.
import { resolve } from "node:path";
import { readConfig } from "../src/platform/config.ts";
import { openDatabase } from "../src/platform/database/openDatabase.ts";

const quiet = { info() {}, warn() {}, error: console.error };

/** Runs a command. What it throws is printed as one sentence, and the program ends with 1. */
export async function command(work) {
  try {
    const config = readConfig(process.env);
    const dataDir = resolve(config.dataDir);
    const { databaseUrl } = config;
    const open = () => openDatabase({ dataDir, databaseUrl, poolSize: 2, log: quiet, tell: console.error });
    await work({ config, dataDir, open });
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

/** The same on its open database, which is closed afterwards. */
export const databaseCommand = (work) =>
  command(async ({ open, ...installation }) => {
    const database = await open();
    try {
      await work({ ...installation, database });
    } finally {
      await database.close();
    }
  });
