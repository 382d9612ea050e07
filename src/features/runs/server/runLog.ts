import { redact } from "#src/kit/redact.ts";
import { blockTexts } from "#src/features/documents/blockTexts.ts";
import type { WorkflowDocument } from "#src/features/documents/document.ts";
import { stateAt } from "#src/features/projects/rules.ts";
import { eachOnce } from "#src/features/workflows/domain/silentServices.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { RunEvent, RunStep } from "../contract.ts";
import type { StepLog } from "./stepExecutor.ts";
import { systemRuns } from "./repository.ts";
import type { RunWriter } from "./writer.ts";

type StepDetail = NonNullable<Extract<RunEvent, { type: "step" }>["detail"]>;

/** How much of a run is behind it when a step begins, 0 to 1; most of its time goes into writing. */
const progressOf: Record<RunStep, number> = {
  guard: 0,
  collect: 0.06,
  generate: 0.2,
  check: 0.8,
  compose: 0.88,
  propose: 0.94,
  settle: 1,
};

/** A draft that is over sooner needs no progress: milliseconds after its beginning. */
const unnoticedMs = 300;

/** What a run says of its course: its steps as events of its stream, its progress on its project. */
export function openRunLog(
  run: { runId: string; attempt: number; projectId: string; isQuick: boolean },
  writer: RunWriter,
  deps: Pick<Deps, "db" | "now" | "log">,
) {
  const begun = new Map<RunStep, string>();
  /** One after the other: a later step never shows less than the one before. */
  let kept: Promise<void> = Promise.resolve();
  const since = performance.now();
  const at = (): string => deps.now().toISOString();

  /** Moves the bar of the project; that it could not be moved is no fault of the run. */
  const progress = (step: RunStep): void => {
    if (run.isQuick && performance.now() - since < unnoticedMs) return;
    const state = stateAt(progressOf[step]);
    kept = kept
      .then(() =>
        systemRuns(deps.db).setProgress({ id: run.runId, attempt: run.attempt, projectId: run.projectId }, state),
      )
      .catch((error: unknown) =>
        deps.log.debug({ err: error, runId: run.runId }, "the progress of a run was not kept"),
      );
  };
  const log = {
    /** Does nothing when the step has already started. */
    begin(step: RunStep): void {
      if (begun.has(step)) return;
      begun.set(step, at());
      writer.emit({ type: "step", step, state: "started", at: begun.get(step) ?? at() });
      progress(step);
    },
    isBegun: (step: RunStep): boolean => begun.has(step),
    detail(step: RunStep, detail: StepDetail): void {
      log.begin(step);
      writer.emit({ type: "step", step, state: "started", at: begun.get(step) ?? at(), detail });
    },
    end(step: RunStep, detail?: StepDetail): void {
      log.begin(step);
      writer.emit({ type: "step", step, state: "done", at: at(), ...(detail ? { detail } : {}) });
    },
    /** The last steps, which code does in no time. */
    tellResult(document: WorkflowDocument, proposals: number): void {
      const words = wordsOf(document);
      log.end("generate", words > 0 ? { code: "written", params: { words } } : undefined);
      log.end("check", claimDetail(document));
      log.end("compose", {
        code: "composed",
        params: { sections: document.sections.length, openQuestions: document.openQuestions.length },
      });
      log.end("propose", { code: "proposed", params: { count: proposals } });
    },
    /** Resolves when all reported progress of the project is stored. */
    settled: () => kept,
    /** What a provider said, without keys and without what the person wrote. */
    withoutWords: (message: string, form: object): string => redact(message, [], wordsIn(form)),
  };
  return log;
}

/**
 * What reading brought: how many files and pages, and how many services answered. `silent` lists the others as
 * `service:reason`, apart by spaces.
 */
export function readingDetail({ files, pages, failed, services, silent }: Omit<StepLog, "usages">): StepDetail {
  if (files + pages + failed + services.size === 0) return { code: "nothingToRead" };
  if (services.size === 0) return { code: "collected", params: { files, pages, failed } };
  const named = eachOnce(silent);
  const answered = services.size - new Set(named.map(({ service }) => service)).size;
  const codes = named.map(({ service, reason }) => `${service}:${reason}`).toSorted();
  return {
    code: "collectedServices",
    params: { files, pages, failed, answered, asked: services.size, silent: codes.join(" ") },
  };
}

function wordsOf({ sections }: Pick<WorkflowDocument, "sections">): number {
  const texts = sections.flatMap(({ blocks }) => blocks.flatMap(blockTexts));
  return texts.reduce((sum, text) => sum + text.split(/\s+/).filter(Boolean).length, 0);
}

function claimDetail({ claims }: Pick<WorkflowDocument, "claims">): StepDetail {
  const count = (...checks: string[]): number => claims.filter((claim) => checks.includes(claim.check)).length;
  return {
    code: claims.length === 0 ? "noClaims" : "claims",
    params: {
      sourced: count("quoteFound", "urlOnly"),
      computed: count("computed"),
      own: count("user"),
      unverified: count("unverified"),
    },
  };
}

/** Fewer characters are a name of a field or a number and tell nothing of a person. */
const minCharacters = 12;

/** Everything longer that a person wrote into a form. */
function wordsIn(value: unknown): string[] {
  if (typeof value === "string") return value.length >= minCharacters ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}
