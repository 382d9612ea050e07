import { EngineError } from "#src/features/workflows/engine.ts";
import type { Engine, EngineInfo } from "#src/features/workflows/engine.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Execute } from "#src/platform/jobs.ts";
import type { Metrics } from "#src/platform/metrics.ts";
import type { Tracing } from "#src/platform/tracing.ts";

/** What watches the work; each is there only when the operator asked for it. */
export interface Observers {
  metrics: Metrics | undefined;
  tracing: Tracing | undefined;
}

/** The same engine, counted: each question, how it ended, and its tokens. Follows an engine that is chosen again. */
export function observeEngine(engine: Deps["engine"], observers: Observers): Deps["engine"] {
  if (!observers.metrics && !observers.tracing) return engine;
  return {
    get info() {
      return engine.info;
    },
    get room() {
      return engine.room;
    },
    get ask() {
      return engine.ask && observedAsk(engine.ask, engine.info, observers);
    },
    ...(engine.refresh ? { refresh: engine.refresh } : {}),
  };
}

function observedAsk(
  ask: NonNullable<Engine["ask"]>,
  { provider, model }: EngineInfo,
  { metrics, tracing }: Observers,
): NonNullable<Engine["ask"]> {
  return async (question, options) => {
    const span = tracing?.begin("engine", {
      "gen_ai.provider.name": provider,
      "gen_ai.request.model": model,
      "pioneer.prompt": question.prompt.version,
    });
    let outcome = "abandoned";
    let input: number | null = null;
    let output: number | null = null;
    try {
      const asked = await ask(question, {
        ...options,
        onRetry: (code) => {
          metrics?.countEngineCall({ provider, outcome: "retried" });
          options.onRetry?.(code);
        },
      });
      outcome = "result";
      input = asked?.usage.inputTokens ?? null;
      output = asked?.usage.outputTokens ?? null;
      return asked;
    } catch (error) {
      if (error instanceof EngineError) outcome = error.code;
      throw error;
    } finally {
      metrics?.countEngineCall({ provider, outcome });
      metrics?.countTokens(provider, { input, output });
      span?.end(
        {
          "pioneer.outcome": outcome,
          ...(input === null ? {} : { "gen_ai.usage.input_tokens": input }),
          ...(output === null ? {} : { "gen_ai.usage.output_tokens": output }),
        },
        outcome !== "result",
      );
    }
  };
}

/** The same execution, with a span for the run. */
export function observeRuns(execute: Execute, { tracing }: Observers): Execute {
  if (!tracing) return execute;
  return (runId, signal) => tracing.span("run", { "pioneer.run_id": runId }, () => execute(runId, signal));
}
