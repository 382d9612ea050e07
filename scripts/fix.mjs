// Formats everything and mends what the linter can mend: node scripts/fix.mjs.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./run.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const steps = [
  ["node_modules/oxlint/bin/oxlint", "--type-aware", "--fix"],
  ["node_modules/oxfmt/bin/oxfmt", "--write"],
  ["scripts/docs.mjs"],
];
let worst = 0;
for (const [program = "", ...args] of steps) {
  worst = Math.max(worst, await run(process.execPath, [join(root, program), ...args], { cwd: root }));
}
process.exit(worst);
