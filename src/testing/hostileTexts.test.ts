import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { type Measured, morePieces, pieces, textFunctions } from "./hostileTexts.ts";

let thread: Worker | undefined;
afterAll(() => thread?.terminate());

/** Milliseconds after which a function counts as hanging, on a machine however busy. */
const patienceMs = 60_000;

/** Processor time of one call in milliseconds; null when it did not end. */
async function measure(job: Measured): Promise<number | null> {
  thread ??= new Worker(new URL("./hostileTexts.ts", import.meta.url), {
    execArgv: [],
    // As deep as the stack of a process: what takes a part of a text as an argument each breaks here as it would there.
    resourceLimits: { stackSizeMb: 1 },
  });
  const worker = thread;
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const timer = setTimeout(() => resolve(null), patienceMs);
  worker.once("message", resolve).once("error", reject);
  worker.postMessage(job);
  try {
    const used = await promise;
    if (used === null) {
      thread = undefined;
      await worker.terminate();
    }
    return used;
  } finally {
    clearTimeout(timer);
    worker.removeAllListeners("message").removeAllListeners("error");
  }
}

/** A call that takes less than this is quick enough whatever it grows like. */
const quickMs = 250;

/** Times a slow call is measured again before it counts: collecting garbage may cost one call, never five. */
const attempts = 5;

/**
 * Whether a function shows in a quarter of its text that the whole is no trouble: that would be quick even if it grew by
 * the square, or what came before grew by the length alone. Linear time grows fourfold from a sixteenth to a quarter;
 * what takes 8 times as long for the whole as for a quarter grows by more than five already. The quarter comes first, so
 * that the sixteenth does not run colder than it.
 */
async function isHarmless(name: string, piece: string, length: number): Promise<boolean> {
  const quarter = await measure({ name, piece, length: length / 4 });
  if (quarter === null) return false;
  if (quarter * 4 ** 2 < quickMs) return true;
  const sixteenth = await measure({ name, piece, length: length / 16 });
  return sixteenth !== null && quarter < 5 * sixteenth;
}

/**
 * Whether a function takes time in proportion to its text. Only a call that is not quick is compared with one for a
 * quarter of the text: four times the text may take four times as long, and as much again for memory; the square takes
 * 16 times, and does so at each attempt. One attempt in proportion is therefore enough.
 * @returns what was measured last when none was
 */
async function tooSlow(name: string, piece: string, length: number): Promise<string | null> {
  if (await isHarmless(name, piece, length)) return null;
  let measured = "";
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const whole = await measure({ name, piece, length });
    if (whole !== null && whole < quickMs) return null;
    const quarter = await measure({ name, piece, length: length / 4 });
    const isLinear = whole !== null && quarter !== null && whole < 8 * Math.max(quarter, 30);
    if (isLinear) return null;
    measured = `${JSON.stringify(piece)}: ${length / 4} characters ${quarter} ms, ${length} ${whole} ms`;
    if (whole === null) break;
  }
  return measured;
}

test.each(Object.keys(textFunctions))(
  "%s takes time in proportion to a text of one sign over and over",
  async (name) => {
    const slow: (string | null)[] = [];
    for (const piece of pieces) slow.push(await tooSlow(name, piece, 1_000_000));
    for (const piece of morePieces) slow.push(await tooSlow(name, piece, 200_000));
    expect(slow.filter((one) => one !== null)).toEqual([]);
  },
  600_000,
);

test("the list holds each text function of the files it takes them from", () => {
  const here = readFileSync(new URL("./hostileTexts.ts", import.meta.url), "utf8");
  const files = [...here.matchAll(/from "#src\/([^"]+)"/g)].map(([, file]) => file ?? "");
  /** They take a code, a word of ours or an id, or are put to the test by another name. */
  const others = new Set([
    "quoted",
    "openFence",
    "languageOf",
    "withLocale",
    "parseAllowHosts",
    "roleNamed",
    "isEnglishVerb",
    "draftLanguageOf",
    "isDraftLanguage",
    "languageAssumptions",
    "weekText",
    "dayAt",
    "computedClaim",
    "ownClaim",
    "quotedClaim",
    "isKnown",
    "measureText",
    "knowsLanguage",
    "isCommonFigure",
  ]);
  const missed = files.flatMap((file) => {
    const code = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
    const found = code.matchAll(/^export (?:function|const) (\w+)(?: = |)\((?:text|\w+): string\b/gm);
    return [...found].map(([, name]) => name ?? "").filter((name) => !(name in textFunctions) && !others.has(name));
  });
  expect(missed).toEqual([]);
});
