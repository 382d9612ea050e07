import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import type { TestContext } from "vitest";
import { inTime, patienceMs } from "./inTime.ts";

declare module "vitest" {
  interface TaskMeta {
    /** What a failed browser test leaves: a folder, and the lines of it that say most. */
    evidence?: { folder: string; lines: string[] }[];
  }
}

/** Where failed browser tests leave what they saw; each attempt has a folder of its own. */
const results = process.env["TEST_RESULTS"] ?? "test-results";
/** Whether failed tests are tried once more: each leaves its trace, which shows the page at each step. */
export const isSecondTry = process.env["TEST_ATTEMPT"] === "2";
/** As many lines of the console and the network as a report shows. */
const mostLines = 12;

export interface Witness {
  /** Writes down what the pages show and what they have done; the context must be open still. */
  testify: (test: TestContext["task"]) => Promise<void>;
}

/** Takes notes of what happens in a context: cheap, so that every first failure has a trace. */
export async function openWitness(context: BrowserContext): Promise<Witness> {
  const startedAt = performance.now();
  const notes: string[] = [];
  const note = (text: string): void => {
    notes.push(`${((performance.now() - startedAt) / 1000).toFixed(2)} s ${text}`);
  };
  context.on("console", (message) => note(`console ${message.type()}: ${message.text()}`));
  context.on("weberror", (error) => note(`page error: ${error.error().stack ?? error.error().message}`));
  context.on("requestfailed", (request) => {
    note(`${request.method()} ${request.url()} failed: ${request.failure()?.errorText}`);
  });
  context.on("response", (response) => {
    note(`${response.request().method()} ${response.url()} ${response.status()}`);
  });
  // Pictures of the page at each step cost a third of a test's time: only the second try takes them.
  await context.tracing.start({ snapshots: isSecondTry, screenshots: isSecondTry });
  return {
    async testify(test) {
      const name = [test.file.name, ...namesOf(test)].join("-").replaceAll(/[^\p{L}\p{N}]+/gu, "-");
      const folder = join(results, `${name.slice(-140).replace(/^-/, "")}-attempt-${isSecondTry ? 2 : 1}`);
      const known = (test.meta.evidence ??= []);
      const part = known.length === 0 ? "" : `-${known.length + 1}`;
      await mkdir(folder, { recursive: true });
      const pages = context.pages();
      await Promise.allSettled([
        writeFile(join(folder, `notes${part}.txt`), `${notes.join("\n")}\n`),
        ...pages.map((page, at) => show(page, join(folder, `page${part}-${at + 1}`))),
      ]);
      await inTime(context.tracing.stop({ path: join(folder, `trace${part}.zip`) }), "The trace").catch(
        () => undefined,
      );
      const loud = notes.filter((one) => /console (error|warning)|page error| failed: | [45]\d\d$/.test(one));
      const lines = [...pages.map((page) => `page: ${page.url()}`), ...loud.slice(-mostLines)];
      known.push({ folder, lines });
    },
  };
}

async function show(page: Page, path: string): Promise<void> {
  await Promise.allSettled([
    page.screenshot({ path: `${path}.png`, timeout: patienceMs }),
    inTime(page.content(), "The page").then((html) => writeFile(`${path}.html`, html)),
  ]);
}

function namesOf(test: TestContext["task"]): string[] {
  const names = [test.name];
  for (let suite = test.suite; suite; suite = suite.suite) names.unshift(suite.name);
  return names;
}
