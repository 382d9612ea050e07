import type { Engine, EngineEvent } from "#src/features/workflows/engine.ts";
import { createDraftEngine } from "#src/features/workflows/server/engines/draftEngine.ts";

/** How a held engine behaves from the fourth event of a run on. */
export interface Hold {
  /** Waits for this before it goes on; null does not wait. */
  until: Promise<void> | null;
  /** Ends with `provider_down`. */
  fail: boolean;
  /** Throws, which an engine must never do. */
  throwIn: boolean;
}

/** Drafts without AI, held up or broken when a test says so. */
export function createHeldEngine(): { engine: Engine; hold: Hold } {
  const hold: Hold = { until: null, fail: false, throwIn: false };
  const drafts = createDraftEngine({ reason: "Tests ask for drafts.", reasonCode: "draftForced" });
  const engine: Engine = {
    info: drafts.info,
    async *run(workflow, input, run) {
      let seen = 0;
      for await (const event of drafts.run(workflow, input, run)) {
        yield event;
        seen += 1;
        if (seen !== 4) continue;
        if (hold.throwIn) throw new Error("the engine broke its promise");
        if (hold.fail) {
          yield { type: "error", code: "provider_down", retryable: false } satisfies EngineEvent;
          return;
        }
        if (hold.until) {
          await Promise.race([hold.until, new Promise((resolve) => run.signal.addEventListener("abort", resolve))]);
          if (run.signal.aborted) {
            yield { type: "error", code: "cancelled", retryable: false } satisfies EngineEvent;
            return;
          }
        }
      }
    },
  };
  return { engine, hold };
}
