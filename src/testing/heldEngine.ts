import { EngineError } from "#src/features/workflows/engine.ts";
import type { Engine } from "#src/features/workflows/engine.ts";
import { createDraftEngine } from "#src/features/workflows/server/engines/draftEngine.ts";

/** How a held engine answers. */
export interface Hold {
  /** Waits for this before it goes on; null does not wait. */
  until: Promise<void> | null;
  /** Ends with `provider_down`. */
  fail: boolean;
  /** Throws what an engine must never throw. */
  throwIn: boolean;
}

/** Drafts without AI whose questions are held up or broken when a test says so. */
export function createHeldEngine(): { engine: Engine; hold: Hold } {
  const hold: Hold = { until: null, fail: false, throwIn: false };
  const drafts = createDraftEngine({ reason: "Tests ask for drafts.", reasonCode: "draftForced" });
  const engine: Engine = {
    ...drafts,
    async ask(_, { signal, onPartial }) {
      onPartial?.({});
      if (hold.throwIn) throw new Error("the engine broke its promise");
      if (hold.fail) throw new EngineError("provider_down", "the engine is down");
      if (hold.until) {
        await Promise.race([hold.until, new Promise((resolve) => signal.addEventListener("abort", resolve))]);
        if (signal.aborted) throw new EngineError("cancelled", "cancelled");
      }
      return null;
    },
  };
  return { engine, hold };
}
