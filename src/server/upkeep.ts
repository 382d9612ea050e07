import { restoreMs } from "#src/kit/time/dates.ts";
import type { Marked } from "#src/platform/deletion.ts";
import type { Deps } from "#src/platform/deps.ts";
import { features } from "./features.ts";

/** Tables with deleted rows; what another table's rows hang on comes after them. */
export const softDeleted = features.toReversed().flatMap(({ softDeleted: own = [] }) => own);

/**
 * Erases for good what was deleted a day ago and can be brought back no more.
 * @returns how many rows of each table
 */
export async function eraseDeleted(deps: Pick<Deps, "db" | "now">): Promise<Partial<Record<Marked, number>>> {
  const before = new Date(deps.now().getTime() - restoreMs);
  const erased: Partial<Record<Marked, number>> = {};
  for (const { table, erase } of softDeleted) {
    let count = 0;
    for (let last = await erase(before, deps.db); last > 0; last = await erase(before, deps.db)) count += last;
    erased[table] = count;
  }
  return erased;
}
