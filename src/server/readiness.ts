import type { Pool } from "pg";
import { probeDatabase } from "#src/platform/database/health.ts";
import type { DiskWatch } from "#src/platform/disk.ts";
import type { Figures } from "#src/platform/figures.ts";

/** Looks at one thing that service depends on. Answers a word for the reason, or null when all is well. */
export type ReadinessCheck = () => Promise<string | null>;

export interface Readiness {
  ready: boolean;
  /** What is wrong, in fixed words. A process that is ready all the same serves people with less. */
  reasons: string[];
}

/** A run that waits longer than this for its turn is a reason; seconds. */
const longestQueueAge = 600;

/**
 * Asks all checks at once.
 * @param blocking without one of these nobody can be served: the process is not ready
 * @param degrading with one of these people are served with less: taking every process away would help nobody
 */
export function openReadiness(
  blocking: readonly ReadinessCheck[],
  degrading: readonly ReadinessCheck[] = [],
): () => Promise<Readiness> {
  const ask = async (checks: readonly ReadinessCheck[]): Promise<string[]> => {
    const answers = await Promise.all(checks.map((check) => check()));
    return answers.filter((answer) => answer !== null);
  };
  return async () => {
    const [blocks, degrades] = await Promise.all([ask(blocking), ask(degrading)]);
    return { ready: blocks.length === 0, reasons: [...new Set([...blocks, ...degrades])] };
  };
}

/** `work`: this process has not begun yet, or is about to end. */
export const workCheck =
  (isReady: () => boolean): ReadinessCheck =>
  async () =>
    isReady() ? null : "work";

/** `database`: it does not answer within two seconds. */
export const databaseCheck =
  (pool: Pool): ReadinessCheck =>
  async () =>
    (await probeDatabase(pool)).ok ? null : "database";

/**
 * `disk`: there is less room than the reserve, or writes are refused. Blocking, so that load goes where there is room;
 * this process still answers what only reads.
 */
export const diskCheck =
  (disk: DiskWatch): ReadinessCheck =>
  async () =>
    (await disk.hasRoom()) ? null : "disk";

/** A database that cannot be asked is the reason of another check. */
const ask = (figures: () => Promise<Figures>): Promise<Figures | null> => figures().catch(() => null);

/**
 * `worker`, for a process that executes nothing itself. Until it has seen a living worker it is not ready: runs would
 * wait for ever with their coins held. Once it has, it stays ready without one, since reading and writing go on and
 * runs wait for the next worker.
 */
export function workerChecks(figures: () => Promise<Figures>): { blocking: ReadinessCheck; degrading: ReadinessCheck } {
  let hasSeenWorker = false;
  const isMissing = async (): Promise<boolean> => {
    const known = await ask(figures);
    if (known !== null && known.executors > 0) hasSeenWorker = true;
    return known !== null && known.executors === 0;
  };
  return {
    blocking: async () => ((await isMissing()) && !hasSeenWorker ? "worker" : null),
    degrading: async () => ((await isMissing()) ? "worker" : null),
  };
}

/** `queue`: a run waits for its turn for more than ten minutes. */
export const queueCheck =
  (figures: () => Promise<Figures>): ReadinessCheck =>
  async () =>
    ((await ask(figures))?.queuedAge ?? 0) > longestQueueAge ? "queue" : null;
