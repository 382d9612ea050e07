import { expect, it } from "vitest";
import { contextOf, fromSample, sampleOf, today } from "#src/testing/simulatedRun.ts";
import { loadWorkflow } from "#src/features/workflows/catalogue/registry.ts";
import { emptyState, wideRoom } from "#src/features/workflows/kit/state.ts";
import { openStepExecutor, type StepExecutorOptions } from "./stepExecutor.ts";

it("shows an answer that was bought before a takeover", async () => {
  const workflow = await loadWorkflow("userStoryWriter");
  if (!workflow) throw new Error("no such workflow");
  const form = workflow.form.parse(workflow.example(today, "en"));
  const context = contextOf("en");
  const { state, steps } = workflow.planSteps(form, context, emptyState(wideRoom));
  const step = steps.find((one) => one.kind === "ask");
  if (!step) throw new Error("nothing is asked");
  const value = fromSample(sampleOf("userStoryWriter", "en"))(step);
  const shown: unknown[] = [];
  const hands = openStepExecutor({
    workflow,
    form,
    context,
    engine: { ask: () => Promise.reject(new Error("asked again")) },
    memory: { recall: () => ({ value, usage: {} }) },
    observed: { files: 0, pages: 0, failed: 0, services: new Set(), silent: [], usages: [] },
    signal: new AbortController().signal,
    onAsk: () => undefined,
    onRetry: () => undefined,
    onPartial: (_: unknown, partial: unknown) => shown.push(partial),
  } as unknown as StepExecutorOptions);
  await hands.write?.(step, state);
  expect(shown[0]).toEqual(value);
});
