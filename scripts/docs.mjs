// Writes docs/configuration.md and .env.example from the table of settings, and docs/specification.md from the table of
// facts: node scripts/docs.mjs [--check].
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { configRows } from "../src/platform/config.ts";
import { parts } from "../src/testing/specification/fact.ts";
import { facts } from "../src/testing/specification/facts.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const rows = Object.values(configRows);

const configurationSource = "src/platform/config.ts";
const files = {
  "docs/configuration.md": [configuration(), configurationSource],
  ".env.example": [example(), configurationSource],
  "docs/specification.md": [specification(), "src/testing/specification/"],
};

const stale = Object.entries(files).filter(([path, [text]]) => read(path) !== text);
if (process.argv.includes("--check")) {
  for (const [path, [, source]] of stale) console.log(`${path} does not match ${source}; npm run docs writes it.`);
  process.exit(stale.length > 0 ? 1 : 0);
}
for (const [path, [text]] of stale) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(`Wrote ${path}`);
}

function cell(text) {
  return text.replaceAll("|", "\\|");
}

function configuration() {
  const lines = rows.map((row) => {
    const standard = row.default === "" ? "unset" : `\`${row.default}\``;
    return `| \`${row.env}\` | ${standard} | ${cell(row.doc)}${row.secret ? " Secret: never shown." : ""} |`;
  });
  return [
    "# Configuration",
    "",
    "<!-- Generated from src/platform/config.ts by scripts/docs.mjs. Change it there. -->",
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
  return `# Generated from src/platform/config.ts by scripts/docs.mjs. Change it there.\n\n${blocks.join("\n")}`;
}

function specification() {
  const titles = {
    2: "Screens and routes",
    3: "Entities and their fields",
    4: "States and transitions",
    5: "Validation rules",
    6: "Roles and permissions",
    7: "Calls",
    8: "Error catalogue",
    9: "Constants and limits",
  };
  const waiting = facts.filter(({ waitsFor }) => waitsFor);
  const byPart = Object.entries(parts).flatMap(([part, brings]) => {
    const count = waiting.filter(({ waitsFor }) => waitsFor === part).length;
    return count > 0 ? [`- ${count} for ${part}: ${brings}`] : [];
  });
  const sections = Object.entries(titles).flatMap(([number, title]) => [
    `## ${number} ${title}`,
    "",
    "| Fact | Proof | |",
    "| --- | --- | --- |",
    ...facts
      .filter(({ section }) => section === Number(number))
      .map(({ says, check, waitsFor }) => {
        const place = check.place === "browser" ? `in a browser, ${check.width} px` : "over the server";
        return `| ${cell(says)} | ${cell(check.name)} (${place}) | ${waitsFor ? `waits for ${waitsFor}` : "proven"} |`;
      }),
    "",
  ]);
  return [
    "# The specification, fact by fact",
    "",
    "<!-- Generated from src/testing/specification/ by scripts/docs.mjs. Change it there. -->",
    "",
    `${facts.length} facts, ${facts.length - waiting.length} proven, ${waiting.length} waiting. Each is proven by the check beside it, which the tests run`,
    "(`src/testing/specification.test.ts` and `src/testing/specification.browser.test.ts`); `npm run mutate` breaks the",
    "product in small ways (`src/testing/mutate/edits.ts`) and demands that the checks notice. What waits does so for a",
    "part that is not built yet; a waiting fact that holds already fails the tests:",
    "",
    ...byPart,
    "",
    ...sections,
  ].join("\n");
}

function read(path) {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return "";
  }
}
