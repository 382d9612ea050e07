// The long form of what the product must withstand: node scripts/torture.mjs [rounds] [seed]. Prints figures and
// exits non-zero when a law was broken.
import { killAtRandomMoments } from "../src/testing/torture/kills.ts";

const rounds = Number(process.argv[2] ?? 100);
const seed = Number(process.argv[3] ?? Date.now() % 100_000);
const line = (text) => process.stdout.write(`${text}\n`);
const middle = (sorted) => Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
const last = (sorted) => Math.round(sorted.at(-1) ?? 0);

line(`kill -9 of the process group, ${rounds} rounds, seed ${seed}`);
const report = await killAtRandomMoments({ rounds, seed, say: line });
line(
  `  runs          ${Object.entries(report.runs)
    .map(([how, count]) => `${count} ${how}`)
    .join(", ")}`,
);
line(`  unanswered    ${report.unanswered} starts, each asked again with its key`);
line(`  writes        ${report.writes} acknowledged`);
line(`  ready again   ${middle(report.readyMs)} ms median, ${last(report.readyMs)} ms longest`);
line(`  all ended     ${middle(report.endedMs)} ms median, ${last(report.endedMs)} ms longest`);
line(`  broken        ${report.broken.length}`);
for (const law of report.broken) line(`    ${law}`);
process.exit(report.broken.length > 0 ? 1 : 0);
