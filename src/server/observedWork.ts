import type { Engine } from "#src/features/workflows/engine.ts";
import type { Execute, Steps } from "./jobs.ts";
import type { Metrics } from "./metrics.ts";
import type { Tracing } from "./tracing.ts";

/** What watches the work; each is there only when the operator asked for it. */
export interface Observers {
  metrics: Metrics | undefined;
  tracing: Tracing | undefined;
}

/** The same engine, counted: each answer asked for, how it ended, and its tokens. */
export function observeEngine(engine: Engine, { metrics, tracing }: Observers): Engine {
  if (!metrics && !tracing) return engine;
  const { provider, model } = engine.info;
  return {
    ...engine,
    async *run(workflow, form, run) {
      const span = tracing?.begin("engine", {
        "gen_ai.provider.name": provider,
        "gen_ai.request.model": model,
        "pioneer.workflow": workflow.card.workflowName,
      });
      let outcome = "abandoned";
      let usage: { inputTokens: number | null; outputTokens: number | null } = {
        inputTokens: null,
        outputTokens: null,
      };
      try {
        for await (const event of engine.run(workflow, form, run)) {
          if (event.type === "step" && event.name === "retry")
            metrics?.countEngineCall({ provider, outcome: "retried" });
          if (event.type === "error") outcome = event.code;
          if (event.type === "result") {
            outcome = "result";
            ({ usage } = event);
          }
          yield event;
        }
      } finally {
        const { inputTokens, outputTokens } = usage;
        metrics?.countEngineCall({ provider, outcome });
        metrics?.countTokens(provider, { input: inputTokens, output: outputTokens });
        span?.end(
          {
            "pioneer.outcome": outcome,
            ...(inputTokens === null ? {} : { "gen_ai.usage.input_tokens": inputTokens }),
            ...(outputTokens === null ? {} : { "gen_ai.usage.output_tokens": outputTokens }),
          },
          outcome !== "result",
        );
      }
    },
  };
}

/** The same execution, with a span for the run and one for each of its steps. */
export function observeRuns(execute: Execute, { tracing }: Observers): Execute {
  if (!tracing) return execute;
  return (runId, steps) => {
    const step: Steps["step"] = (name, work) =>
      // Inside the step: a remembered result is no work and gets no span.
      steps.step(name, () => tracing.span(`step ${name}`, { "pioneer.step": name }, work));
    return tracing.span("run", { "pioneer.run_id": runId }, () => execute(runId, { ...steps, step }));
  };
}
