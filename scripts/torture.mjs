// The long form of what the product must withstand: node scripts/torture.mjs [rounds] [seed] [kinds, comma-separated].
// Or one process frozen for a minute beside another: node scripts/torture.mjs frozen. Prints figures and exits non-zero
// when a law was broken.
import { freezeForAMinute, torture } from "../src/testing/torture/torture.ts";

if (process.argv[2] === "frozen") {
  const { runs, endedMs, broken } = await freezeForAMinute();
  console.log(
    `One of two processes frozen for 60 s: ${JSON.stringify(runs)}, ended elsewhere after ${Math.round(endedMs)} ms`,
  );
  console.log(`  laws broken   ${broken.length}`);
  for (const law of broken) console.log(`    ${law}`);
  process.exit(broken.length > 0 ? 1 : 0);
}

const rounds = Number(process.argv[2] ?? 200);
const seed = Number(process.argv[3] ?? Date.now() % 100_000);
const kinds = process.argv[4]?.split(",");
const line = (text) => process.stdout.write(`${text}\n`);
const middle = (sorted) => Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
const last = (sorted) => Math.round(sorted.at(-1) ?? 0);
const counts = (record) =>
  Object.entries(record)
    .map(([what, count]) => `${count} ${what}`)
    .join(", ");

line(`${rounds} faults at random moments, seed ${seed}`);
const report = await torture({ rounds, seed, say: line, ...(kinds ? { kinds } : {}) });
line(`  faults        ${counts(report.faults)}`);
line(`  runs          ${counts(report.runs)}`);
line(`  unanswered    ${report.unanswered} starts, each asked again with its key`);
line(`  writes        ${report.writes} acknowledged`);
line(`  questions     ${report.questions}, ${report.askedAgain} asked again whose answers a fault overtook`);
for (const [name, figures] of Object.entries({
  "ready again": report.readyMs,
  "all ended": report.endedMs,
  SIGTERM: report.stopMs,
}))
  line(`  ${name.padEnd(14)}${middle(figures)} ms median, ${last(figures)} ms longest`);
line(`  laws broken   ${report.broken.length}`);
for (const law of report.broken) line(`    ${law}`);
process.exit(report.broken.length > 0 ? 1 : 0);
