import type { AppLanguage } from "#src/kit/schemas.ts";
import { z } from "zod";
import { runWorkflow } from "#src/features/workflows/kit/runWorkflow.ts";
import { emptyState, requestKey, type Room, type RunState, wideRoom } from "#src/features/workflows/kit/state.ts";
import type { AskStep, CompiledWorkflow } from "#src/features/workflows/kit/workflowSpec.ts";
import { contextOf, type Reader, readSample, readWith, type Writer } from "#src/features/workflows/server/samples.ts";
import type { CommonForm } from "#src/features/workflows/workflow.ts";

export {
  contextOf,
  fromPages,
  fromSample,
  now,
  type Reader,
  readWith,
  sampleOf,
  samplePagesOf,
  sourceText,
  today,
  type Writer,
} from "#src/features/workflows/server/samples.ts";

/* Runs of a workflow in this process, with a writer and a reader of the test's own. */

/** Five realistic forms of a workflow and language: short, long, contradictory, pasted, unusual. */
export const inputsOf = (key: string, language: AppLanguage): unknown[] =>
  z.record(z.enum(["en", "de"]), z.array(z.unknown())).parse(readSample(`inputs/${key}.json`))[language];

export interface SimulatedRun {
  state: RunState;
  rounds: string[][];
  asks: AskStep[];
  requests: string[];
}

/** @param write null: nobody answers, and the document is a skeleton */
export async function simulate<Form extends CommonForm>(
  workflow: CompiledWorkflow<Form>,
  form: Form,
  {
    write = null,
    read = () => [],
    room = wideRoom,
    start,
    onRound,
  }: { write?: Writer | null; read?: Reader; room?: Room; start?: RunState; onRound?: (state: RunState) => void } = {},
): Promise<SimulatedRun> {
  const context = contextOf(form.goalLanguage);
  const asks: AskStep[] = [];
  const requests: string[] = [];
  const { state, rounds } = await runWorkflow(
    workflow,
    form,
    context,
    start ?? emptyState(room),
    {
      read: async (step, known) => {
        requests.push(...step.requests.map(requestKey));
        return readWith(read, step, known);
      },
      write:
        write &&
        (async (step) => {
          asks.push(step);
          const given = write(step);
          return {
            merge: (known) => ({ state: workflow.acceptAnswer(form, context, known, step, given), lost: 0 }),
            asked: 1,
          };
        }),
    },
    onRound,
  );
  return { state, rounds: rounds.map((steps) => steps.map(({ key }) => key)), asks, requests };
}
