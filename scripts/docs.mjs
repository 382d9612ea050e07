// Writes docs/configuration.md and .env.example from the table of settings: node scripts/docs.mjs [--check].
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { configRows } from "../src/server/config.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const rows = Object.values(configRows);

const files = { "docs/configuration.md": configuration(), ".env.example": example() };

const stale = Object.entries(files).filter(([path, text]) => read(path) !== text);
if (process.argv.includes("--check")) {
  for (const [path] of stale) console.log(`${path} does not match src/server/config.ts; npm run docs writes it.`);
  process.exit(stale.length > 0 ? 1 : 0);
}
for (const [path, text] of stale) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(`Wrote ${path}`);
}

function configuration() {
  const cell = (text) => text.replaceAll("|", "\\|");
  const lines = rows.map((row) => {
    const standard = row.default === "" ? "unset" : `\`${row.default}\``;
    return `| \`${row.env}\` | ${standard} | ${cell(row.doc)}${row.secret ? " Secret: never shown." : ""} |`;
  });
  return [
    "# Configuration",
    "",
    "<!-- Generated from src/server/config.ts by scripts/docs.mjs. Change it there. -->",
    "",
    "Everything is set by environment variables. A value that does not parse stops the start and names the variable.",
    "An empty value counts as unset.",
    "",
    "| Variable | Default | Meaning |",
    "| --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

function example() {
  const blocks = rows.map((row) => `# ${row.doc}\n# ${row.env}=${row.default}\n`);
  return `# Generated from src/server/config.ts by scripts/docs.mjs. Change it there.\n\n${blocks.join("\n")}`;
}

function read(path) {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return "";
  }
}
