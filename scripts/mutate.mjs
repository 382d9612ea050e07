// Breaks the product on purpose, one small edit at a time in a copy, and reports whether the check named by each edit
// fails: node scripts/mutate.mjs [name …]. Exits non-zero when one passes.
import { fileURLToPath } from "node:url";
import { edits } from "../src/testing/mutate/edits.ts";
import { mutate } from "../src/testing/mutate/mutate.ts";
import { findBrowser } from "./browser.mjs";
import { buildWeb } from "./webBuild.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const names = process.argv.slice(2);
const unknown = names.filter((name) => !edits.some((edit) => edit.name === name));
if (unknown.length > 0) {
  console.error(`No edit is called ${unknown.join(", ")}. There are:\n${edits.map(({ name }) => name).join("\n")}`);
  process.exit(1);
}
const start = performance.now();
const chosen = names.length > 0 ? edits.filter(({ name }) => names.includes(name)) : edits;
try {
  const { caught, survived, broken } = await mutate({
    root,
    edits: chosen,
    parallel: 2,
    chromePath: process.env.CHROME_PATH || (await findBrowser()),
    build: (checkout) => buildWeb(checkout, process.execPath),
    say: (line) => process.stdout.write(`${line}\n`),
  });
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  console.log(
    `${chosen.length} edits: ${caught.length} caught, ${survived.length} survived, ${broken.length} broken (${minutes} min)`,
  );
  for (const name of survived) console.log(`  survived: ${name}`);
  for (const name of broken) console.log(`  broken:   ${name}`);
  process.exit(survived.length + broken.length > 0 ? 1 : 0);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
