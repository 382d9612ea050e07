import { isDeepStrictEqual } from "node:util";
import type { Engine } from "../../engine.ts";

/** The engine that was chosen last; a copy of it (`{ ...engine }`) stays with what is current now. */
export interface CurrentEngine extends Engine {
  /** Chooses again, one choice at a time; never rejects. */
  refresh: () => Promise<void>;
}

/**
 * Opens the engine of this installation; a later detection may replace it. A model is replaced by another model only:
 * while its server is silent its runs fail and cost nothing, where drafts would be charged.
 * @throws errors of the first detection; a later one that fails changes nothing
 */
export async function openCurrentEngine(choose: () => Promise<Engine>): Promise<CurrentEngine> {
  let current = await choose();
  let refreshing: Promise<void> | null = null;

  const chooseAgain = async (): Promise<void> => {
    const next = await choose().catch(() => current);
    const isLost = current.info.kind === "model" && next.info.kind === "draft";
    const isSame = isDeepStrictEqual([next.info, next.room], [current.info, current.room]);
    // The same engine keeps its line of waiting questions.
    if (!isLost && !isSame) current = next;
  };
  return {
    get info() {
      return current.info;
    },
    get room() {
      return current.room;
    },
    get ask() {
      return current.ask;
    },
    refresh: () =>
      (refreshing ??= chooseAgain().finally(() => {
        refreshing = null;
      })),
  };
}

declare module "#src/platform/deps.ts" {
  interface Deps {
    /** `refresh` looks for another engine; absent where the engine is fixed. */
    engine: Engine & Partial<Pick<CurrentEngine, "refresh">>;
  }
}
