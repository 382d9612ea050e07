import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { SerializedError } from "vitest";
import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";
import type { Failure, FileOutcome, Report } from "./outcome.ts";

/** Lines of one error at most: a difference of two long lists says enough at its beginning. */
const maxLines = 40;

const send = (report: Report): void => void process.send?.(report);

/** Sends results to the script that started Vitest instead of printing them. */
export default class implements Reporter {
  onTestRunStart(specifications: readonly unknown[]): void {
    send({ type: "started", files: specifications.length });
  }

  onTestModuleEnd(module: TestModule): void {
    send({ type: "file", outcome: outcomeOf(module) });
  }

  onTestRunEnd(_: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    send({ type: "ended", stray: unhandled.map(renderError) });
  }
}

function outcomeOf(module: TestModule): FileOutcome {
  const [project, file] = [module.project.name, relative(process.cwd(), module.moduleId)];
  const tests = [...module.children.allTests()];
  const states = tests.map((test) => test.result().state);
  const failures: Failure[] = [
    ...brokenParts(module).map(({ names, errors }) => ({ project, file, names, errors, evidence: [] })),
    ...tests
      .filter((test) => test.result().state === "failed")
      .map((test) => ({
        project,
        file,
        names: namesOf(test),
        errors: (test.result().errors ?? []).map(renderError),
        evidence: test.meta().evidence ?? [],
      })),
  ];
  const passed = states.filter((state) => state === "passed").length;
  const failed = states.filter((state) => state === "failed").length;
  return {
    project,
    file,
    milliseconds: Math.round(module.diagnostic().duration + module.diagnostic().collectDuration),
    passed,
    failed: failed + (failures.length - failed),
    // Vitest also reports tests that `-t` excludes as pending; their mode distinguishes them.
    skipped: tests.filter((test) => test.options.mode === "skip" || test.options.mode === "todo").length,
    failures,
    kept: tests
      .filter((test) => test.result().state === "passed" && test.meta().evidence)
      .map((test) => ({ names: namesOf(test), evidence: test.meta().evidence ?? [] })),
  };
}

/** A file that could not be loaded, and suites whose hooks failed: they have no test that could say so. */
function brokenParts(module: TestModule): Pick<Failure, "names" | "errors">[] {
  const parts: (TestModule | TestSuite)[] = [module, ...module.children.allSuites()];
  return parts
    .filter((part) => part.errors().length > 0)
    .map((part) => ({ names: part.type === "suite" ? namesOf(part) : [], errors: part.errors().map(renderError) }));
}

function namesOf(part: TestCase | TestSuite): string[] {
  const names = [part.name];
  for (let { parent } = part; parent.type === "suite"; { parent } = parent) names.unshift(parent.name);
  return names;
}

function renderError(error: SerializedError): string {
  const frames = error.stacks?.map(({ file, line, column }) => `${relative(process.cwd(), file)}:${line}:${column}`);
  const ours =
    frames?.find((frame) => frame.startsWith("src/")) ?? /\bsrc\/[^\s()]+:\d+:\d+/.exec(error.stack ?? "")?.[0] ?? "";
  const words = [
    `${error.name ?? "Error"}: ${error.message}`,
    ...(error.diff ? [String(error.diff)] : []),
    ...(ours ? [`at ${ours}`] : []),
    ...(error.cause ? [`cause: ${renderError(error.cause)}`] : []),
  ];
  const lines = stripVTControlCharacters(words.join("\n")).split("\n");
  return lines.length <= maxLines ? lines.join("\n") : [...lines.slice(0, maxLines), "…"].join("\n");
}
