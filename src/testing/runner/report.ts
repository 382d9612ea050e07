import type { Evidence, Failure, FileOutcome } from "./outcome.ts";

/** More failed browser tests than this are no chance: they are not run again. */
export const maxRepeats = 12;
/** Files that the summary names. */
const slowestFiles = 10;

/** One run of Vitest. */
export interface RunOutcome {
  files: FileOutcome[];
  /** Errors that belong to no test. */
  stray: string[];
  code: number;
}

export interface Verdict {
  passed: number;
  failed: number;
  failures: Failure[];
  /** Browser tests that failed and then passed alone. */
  unsteady: Failure[];
  /** What fails the run beside its tests. */
  faults: string[];
}

const isSame = (one: string[], other: string[]): boolean => one.join("\0") === other.join("\0");
const nameOf = ({ file, names }: Pick<Failure, "file" | "names">): string => [file, ...names].join(" > ");
const sum = (files: FileOutcome[], figure: "passed" | "failed" | "skipped" | "milliseconds"): number =>
  files.reduce((total, file) => total + file[figure], 0);

/**
 * Failed browser tests by file, to be repeated alone. Unit tests are never repeated: their instability is in the code.
 */
export function repeatsOf({ files }: RunOutcome): Map<string, Failure[]> {
  const failures = files.flatMap((one) => one.failures).filter((one) => one.project === "browser");
  return failures.length > maxRepeats ? new Map() : Map.groupBy(failures, ({ file }) => file);
}

/** Pattern that has Vitest run these tests alone; undefined when the whole file has to run. */
export function patternOf(failures: Failure[]): string | undefined {
  if (failures.some(({ names }) => names.length === 0)) return undefined;
  const whole = failures.map(({ names }) => names.join(" > ").replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&"));
  // A suite whose hook failed is named by the beginning of its tests' names.
  return `^(?:${whole.join("|")})`;
}

/**
 * What a run comes to.
 * @param repeats by file, how its failed browser tests did when they ran alone
 * @param isNarrowed whether tests were chosen by name, so that the others were left out on purpose
 */
export function evaluateRun(first: RunOutcome, repeats: ReadonlyMap<string, RunOutcome>, isNarrowed = false): Verdict {
  const failures: Failure[] = [];
  const unsteady: Failure[] = [];
  for (const failure of first.files.flatMap((one) => one.failures)) {
    const again = failure.project === "browser" ? repeats.get(failure.file) : undefined;
    const evidence = [...failure.evidence, ...(again ? evidenceOf(again, failure) : [])];
    (again && passes(again, failure) ? unsteady : failures).push({ ...failure, evidence });
  }
  const passed = sum(first.files, "passed") + unsteady.length;
  const faults = first.stray.map((error) => `Outside of all tests: ${error}`);
  if (failures.length + unsteady.length + faults.length === 0) {
    if (passed === 0) faults.push("No test ran");
    // Vitest fails for reasons of its own, too.
    else if (first.code !== 0) faults.push(`Vitest ended with code ${first.code}`);
  }
  const failed = failures.length + faults.length;
  // A skipped test proves nothing and would go unnoticed.
  const skipped = isNarrowed ? 0 : sum(first.files, "skipped");
  if (skipped > 0) faults.push(`${skipped} tests were skipped, which counts as failed`);
  return { passed, failed: failed + skipped, failures, unsteady, faults };
}

/** Whether a test that had failed passed when it ran alone. */
function passes(again: RunOutcome, { names }: Failure): boolean {
  if (sum(again.files, "passed") === 0 || again.stray.length > 0) return false;
  const failures = again.files.flatMap((one) => one.failures);
  return names.length === 0
    ? failures.length === 0
    : !failures.some((one) => one.names.length === 0 || isSame(one.names, names));
}

function evidenceOf({ files }: RunOutcome, { names }: Failure): Evidence[] {
  return files
    .flatMap(({ failures, kept }) => [...failures, ...kept])
    .filter((one) => isSame(one.names, names))
    .flatMap(({ evidence }) => evidence);
}

/** A failed test: its name in a line, then what it says. */
export function renderFailure(failure: Failure): string {
  const evidence = failure.evidence.flatMap(({ folder, lines }) => [...lines, `kept in ${folder}`]);
  const lines = [...failure.errors.flatMap((error) => error.split("\n")), ...evidence];
  return [`FAIL ${nameOf(failure)}`, ...lines.map((line) => `     ${line}`)].join("\n");
}

/** What fast-check says of a failed property: the seed that repeats it, and the value that it failed for. */
const isCounterexample = (line: string): boolean => /^(?:\{ seed: |Counterexample: )/.test(line);

/** A failed test in one line, with what a property failed for and the folders of what the test left. */
export function renderFailureLine(failure: Failure): string {
  const [error = "", ...more] = failure.errors[0]?.split("\n") ?? [];
  const told = [...more.filter(isCounterexample), ...failure.evidence.map(({ folder }) => `kept in ${folder}`)];
  return [`  ${nameOf(failure)}: ${error}`, ...told.map((line) => `    ${line}`)].join("\n");
}

/** Tests listed as "Unsteady", which the next change mends. */
export function renderUnsteady(unsteady: Failure[]): string {
  if (unsteady.length === 0) return "";
  const told = unsteady.flatMap((one) => [
    nameOf(one),
    ...(one.errors[0] ?? "").split("\n").map((line) => `  ${line}`),
    ...one.evidence.map(({ folder }) => `  trace: ${folder}`),
  ]);
  return ["Unsteady (failed, then passed alone; mend them with the next change)", ...told.map((it) => `  ${it}`)].join(
    "\n",
  );
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** A line for each project with the time that its files took, and the slowest files. */
export function renderTimes(files: FileOutcome[]): string {
  const projects = Map.groupBy(files, ({ project }) => project);
  const lines = [...projects]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, those]) => {
      const tests = sum(those, "passed") + sum(those, "failed");
      return `${name}: ${tests} tests in ${those.length} files, ${seconds(sum(those, "milliseconds"))} of work`;
    });
  if (files.length <= 1) return lines.join("\n");
  const slowest = files.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, slowestFiles);
  return [
    ...lines,
    "Slowest files",
    ...slowest.map(({ file, milliseconds }) => `${seconds(milliseconds).padStart(9)} ${file}`),
  ].join("\n");
}
