import type { Deps } from "#src/platform/deps.ts";
import type { RetentionConfig } from "#src/platform/feature.ts";
import { features } from "./features.ts";

const dayMs = 86_400_000;
/** Runs, projects or people of one statement: short locks. */
const portion = 200;
/** Portions of one clean-up; what is left waits for the next one, ten minutes later. */
const portions = 20;

/** What refers to something goes before it: a page is kept as long as a document names it. */
const retentions = features.toReversed().flatMap(({ retention = [] }) => retention);

/** Repeats until a portion finds nothing. */
async function inPortions(purge: () => Promise<number>): Promise<number> {
  let count = 0;
  for (let round = 0; round < portions; round += 1) {
    const removed = await purge();
    if (removed === 0) break;
    count += removed;
  }
  return count;
}

/**
 * Removes what the operator does not keep for ever. What is current, what was applied and the ledger stay.
 * @returns how many rows of each kind went
 */
export async function purgeOld(
  config: RetentionConfig,
  deps: Pick<Deps, "db" | "storage" | "now">,
): Promise<Record<string, number>> {
  const gone: Record<string, number> = {};
  for (const { of, days, purge } of retentions) {
    const kept = days === undefined ? 0 : config[days];
    const before = new Date(deps.now().getTime() - kept * dayMs);
    const isKept = days !== undefined && kept === 0;
    gone[of] = isKept ? 0 : await inPortions(() => purge(before, portion, { ...deps, config }));
  }
  return gone;
}
