import type { CommonForm, WorkflowContext } from "../workflow.ts";
import type { ReadResult, RunState } from "./state.ts";
import type { AskStep, CompiledWorkflow, ReadStep, Step } from "./workflowSpec.ts";

/** What does the work of a run. Each call is one durable step of its key. */
export interface StepExecutor {
  /** Never throws: what cannot be read brings no sources. */
  read: (step: ReadStep, state: RunState) => Promise<ReadResult[]>;
  /** Null, or answering null: there is no writer, and the skeleton stands. */
  write: ((step: AskStep, state: RunState) => Promise<WrittenPart | null>) | null;
}

/** The state of a run after a question, with what had to be left open. */
export interface WrittenPart {
  /**
   * Merges the answer into a state that has moved on meanwhile; `lost` tells how many of its rows are given up there.
   * @throws RefusedAnswerError when nothing good is left of it beside the others
   */
  merge: (state: RunState) => { state: RunState; lost: number };
  /** Rows asked for; 1 for a section that is written as a whole. */
  asked: number;
}

/** More rounds than any workflow has: a plan that never ends is a fault of ours. */
const maxRounds = 400;

/**
 * The whole course of a run: steps until none is left. Questions of a round run side by side.
 * @param onRound told the state on which the questions of a round rest
 * @returns the state at the end, and how much was given up
 */
export async function runWorkflow<Form extends CommonForm>(
  workflow: CompiledWorkflow<Form>,
  form: Form,
  context: WorkflowContext,
  start: RunState,
  hands: StepExecutor,
  onRound: (state: RunState) => void = () => undefined,
): Promise<{ state: RunState; asked: number; lost: number; rounds: Step[][] }> {
  let state = start;
  let asked = 0;
  let lost = 0;
  const rounds: Step[][] = [];
  for (;;) {
    const plan = workflow.planSteps(form, context, state);
    state = plan.state;
    if (plan.steps.length === 0) return { state, asked, lost, rounds };
    if (rounds.length === maxRounds) throw new Error(`the plan of ${workflow.card.key} does not end`);
    rounds.push(plan.steps);
    const planned = state;
    onRound(planned);
    const written = await Promise.all(
      plan.steps.map(async (step) => {
        if (step.kind === "read") return { kind: "read" as const, reads: await hands.read(step, planned) };
        return { kind: "ask" as const, step, part: (await hands.write?.(step, planned)) ?? null };
      }),
    );
    for (const result of written) {
      if (result.kind === "read") state = { ...state, reads: [...state.reads, ...result.reads] };
      else if (result.part === null) state = workflow.skeletonAnswer(form, context, state, result.step);
      else {
        const merged = result.part.merge(state);
        state = merged.state;
        asked += result.part.asked;
        lost += merged.lost;
        // Judging a long answer takes time; others wait for theirs.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }
}
