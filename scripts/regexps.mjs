// Finds regular expressions whose time may grow faster than the text they run over: node scripts/regexps.mjs
import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "oxc-parser";
import { analyzeExpression } from "./superLinear.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Tests and their tools read what we wrote ourselves, and never run in the product. */
const isProduct = (path) =>
  !/\.test\.tsx?$|^src\/testing\/|\/conformance\/|^src\/app\/build\/firstParts\.ts$/.test(path);

/** Expressions that are put together at run time, and why each of them stays linear. */
const builtAtRunTime = {
  "scripts/superLinear.mjs": "one character or class at a time",
  "src/platform/database/workFolder.ts": "escaped words of our own and one class",
  "src/ui/typedNumber.ts": "one class of separators of the language",
  "src/app/crumbs.ts": "escaped words of our own",
};

/**
 * Every expression of a file that may be slow, as `file:line what is wrong`.
 * @param {string} path
 * @param {string} code
 * @param {typeof analyzeExpression} analyze
 */
export function slowExpressions(path, code, analyze = analyzeExpression) {
  const found = [];
  const at = (offset) => `${path}:${code.slice(0, offset).split("\n").length}`;
  const look = (source, flags, start) => {
    const verdict = analyze(source, flags);
    if (!verdict) return;
    const how =
      verdict.degree === "unknown"
        ? `cannot be analysed: ${verdict.word}`
        : `takes ${verdict.degree} time over ${JSON.stringify(verdict.word)}, repeated`;
    found.push(`${at(start)} /${source}/${flags} ${how}`);
  };
  const built = (node) => {
    if (node.callee.type !== "Identifier" || node.callee.name !== "RegExp") return;
    const [source, flags] = node.arguments;
    const isPlain = (argument) => argument?.type === "Literal" && typeof argument.value === "string";
    if (isPlain(source) && (!flags || isPlain(flags))) look(source.value, flags?.value ?? "", node.start);
    else if (!Object.hasOwn(builtAtRunTime, path)) found.push(`${at(node.start)} builds an expression at run time`);
  };
  const visitor = new Visitor({
    Literal: (node) => "regex" in node && look(node.regex.pattern, node.regex.flags, node.start),
    NewExpression: built,
    CallExpression: built,
  });
  visitor.visit(parseSync(path, code).program);
  return found;
}

/** Verdicts of earlier checks; one is good as long as the program that gave it is the same. */
function openVerdicts() {
  const folder = join(root, "node_modules/.cache");
  const path = join(folder, "regexps.json");
  const program = createHash("sha256")
    .update(readFileSync(new URL("./superLinear.mjs", import.meta.url)))
    .update(process.version)
    .digest("hex");
  let known = {};
  try {
    const kept = JSON.parse(readFileSync(path, "utf8"));
    if (kept.program === program) known = kept.verdicts;
  } catch {
    // The first check of a clone: everything is analysed.
  }
  const verdicts = {};
  return {
    analyze(source, flags) {
      const key = `/${source}/${flags}`;
      verdicts[key] ??= key in known ? known[key] : (analyzeExpression(source, flags) ?? false);
      return verdicts[key] || null;
    },
    keep() {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path, JSON.stringify({ program, verdicts }));
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const verdicts = openVerdicts();
  const paths = globSync(["src/**/*.{ts,tsx}", "scripts/*.mjs", "bench/*.ts", "*.{ts,mjs,js}"], { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .filter(isProduct)
    .sort();
  const slow = paths.flatMap((path) =>
    slowExpressions(path, readFileSync(join(root, path), "utf8"), (source, flags) => verdicts.analyze(source, flags)),
  );
  verdicts.keep();
  for (const line of slow) console.log(line);
  process.exit(slow.length > 0 ? 1 : 0);
}
