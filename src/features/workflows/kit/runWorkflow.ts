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
   * Merges the answer into the current state; `lost` is the number of its rows that are dropped.
   * @throws UnusableAnswerError when nothing usable remains
   */
  merge: (state: RunState) => { state: RunState; lost: number };
  /** Rows asked for; 1 for a section that is written as a whole. */
  asked: number;
}

/** More rounds than any workflow has: a plan that never ends is a fault of ours. */
const maxRounds = 400;

/**
 * Runs all steps of a workflow until none is left. Questions of a round are asked concurrently.
 * @param onRound receives the state before the questions of a round
 * @returns the final state, and how many rows were asked for and lost
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
