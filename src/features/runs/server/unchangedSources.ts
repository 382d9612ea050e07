import { isDeepStrictEqual } from "node:util";
import type { Source, WorkflowDocument } from "#src/features/documents/document.ts";
import type { Db } from "#src/platform/tables.ts";
import { type RunRow, runsOf } from "./repository.ts";

/** What was read, in one order: addresses with the hashes of their texts. */
const readingOf = (sources: readonly Source[]): string[] =>
  sources.map(({ url, contentHash }) => `${url}\n${contentHash}`).toSorted();

/**
 * Whether a run that nobody waits for found what the last result of its project was made of: the same form, the same
 * kind of engine, the same pages with the same words. A result in which something was missing never counts as one.
 */
export async function hasUnchangedSources(
  run: Pick<RunRow, "user_id" | "project_id" | "form_values">,
  document: WorkflowDocument,
  db: Db,
): Promise<boolean> {
  const last = await runsOf(run.user_id, db).lastResult(run.project_id);
  return (
    last?.is_whole === true &&
    last.generator?.engine === document.generator.engine &&
    isDeepStrictEqual(last.form_values, run.form_values) &&
    isDeepStrictEqual(readingOf(last.sources ?? []), readingOf(document.sources))
  );
}
