import { isDeepStrictEqual } from "node:util";
import type { WorkflowDocument } from "#src/features/documents/document.ts";
import type { Db } from "#src/platform/tables.ts";
import { type RunRow, runsOf } from "./repository.ts";
import type { RunResult } from "./table.ts";

/** What was read, in one order: addresses with the hashes of their texts. */
const readingOf = (sources: RunResult["sources"]): string[] =>
  sources.map(({ url, contentHash }) => `${url}\n${contentHash}`).toSorted();

/**
 * Whether a scheduled run has the same inputs as the last result of its project: form, kind of engine, and pages with
 * their texts. A result with missing sources never matches.
 */
export async function hasUnchangedSources(
  run: Pick<RunRow, "user_id" | "project_id" | "form_values">,
  document: WorkflowDocument,
  db: Db,
): Promise<boolean> {
  const last = await runsOf(run.user_id, db).lastResult(run.project_id);
  return (
    last?.result?.isWhole === true &&
    last.result.generator?.engine === document.generator.engine &&
    isDeepStrictEqual(last.form_values, run.form_values) &&
    isDeepStrictEqual(readingOf(last.result.sources), readingOf(document.sources))
  );
}
