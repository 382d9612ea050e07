import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestServer } from "#src/testing/databaseSetup.ts";
import { openCheckout, type Checkout } from "./checkout.ts";
import { edited, type Edit } from "./edit.ts";
import { runTests } from "./runTests.ts";
import { targetOf } from "./target.ts";

export interface MutateReport {
  caught: string[];
  survived: string[];
  /** Edits that prove nothing: the check is not there, or fails without the edit too. */
  broken: string[];
}

export interface MutateOptions {
  root: string;
  edits: readonly Edit[];
  /** Checkouts that work at the same time. */
  parallel: number;
  chromePath: string;
  /** Rebuilds the pages of a checkout when their sources changed. */
  build: (checkout: string) => Promise<void>;
  say: (line: string) => void;
}

/** Applies each edit by itself to a copy of the sources and runs the check that must notice it. */
export async function mutate({ root, edits, parallel, chromePath, build, say }: MutateOptions): Promise<MutateReport> {
  // All texts and rows are looked up first: a list that does not fit today's sources ends here.
  const jobs = edits.map((edit) => ({ edit, target: targetOf(edit), text: edited(root, edit) }));
  const report: MutateReport = { caught: [], survived: [], broken: [] };
  const databaseFolder = await mkdtemp(join(tmpdir(), "pioneer-mutate-server-"));
  const checkouts: Checkout[] = [];
  const server = await openTestServer(databaseFolder);
  const options = { databaseFolder, chromePath };
  try {
    for (let count = 0; count < Math.min(parallel, jobs.length); count += 1) checkouts.push(openCheckout(root, build));
    const [first] = checkouts;
    if (!first) return report;
    const targets = jobs.map(({ target }) => target);
    const control = await runTests(first.path, targets, options);
    const waiting = jobs.filter(({ edit, target }) => {
      const outcome = control.of(target);
      if (outcome === "passed") return true;
      say(`BROKEN    ${edit.name}: without the edit, "${target.title}" is ${outcome}`);
      report.broken.push(edit.name);
      return false;
    });
    if (report.broken.length > 0) say(control.output.trimEnd());
    say(`${waiting.length} edits; every check that they name is green without them.`);

    const work = async (checkout: Checkout): Promise<void> => {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        const { edit, target } = job;
        const start = performance.now();
        const run = await checkout.withEdit(edit, target, () => runTests(checkout.path, [target], options));
        const seconds = ((performance.now() - start) / 1000).toFixed(1);
        const outcome = run.of(target);
        if (outcome === "failed") {
          report.caught.push(edit.name);
          say(`caught    ${edit.name} (${seconds} s) by "${target.title}"`);
        } else if (outcome === "passed") {
          report.survived.push(edit.name);
          say(`SURVIVED  ${edit.name} (${seconds} s): "${target.title}" stayed green`);
        } else {
          report.broken.push(edit.name);
          say(`BROKEN    ${edit.name}: "${target.title}" did not run\n${run.output.trimEnd()}`);
        }
      }
    };
    await Promise.all(checkouts.map(work));
  } finally {
    for (const checkout of checkouts) checkout.remove();
    await server?.close();
    await rm(databaseFolder, { recursive: true, force: true, maxRetries: 3 });
  }
  return report;
}
