import type { Issue } from "#src/features/documents/document.ts";
import type { CommonForm, WorkflowContext } from "../workflow.ts";
import type { WrittenPart } from "./runThrough.ts";
import type { RunState } from "./state.ts";
import type { AskStep, CompiledWorkflow, Remainder } from "./workflowSpec.ts";

/** An answer that is worth nothing even after it was asked for once more. */
export class RefusedAnswerError extends Error {
  readonly faults: readonly Issue[];
  constructor(faults: readonly Issue[]) {
    super(faults.map(({ code, at }) => `${at ?? ""}: ${code}`).join(", "));
    this.name = "RefusedAnswerError";
    this.faults = faults;
  }
}

/** The part of a run that a question writes, and where its answers come from. */
export interface WritePartOptions<Form extends CommonForm> {
  workflow: CompiledWorkflow<Form>;
  form: Form;
  context: WorkflowContext;
  /** The state on which the question rests; others are answered at the same time. */
  planned: RunState;
  step: AskStep;
  /** The value of an answer; undefined when there is none. */
  ask: (step: AskStep, isRepair: boolean) => Promise<unknown>;
  /** Told what is wrong before the faulty rows and sections are asked for once more. */
  onFaults?: (faults: readonly Issue[]) => void;
}

/**
 * One question to its end: the answer is judged, what does not hold is asked for once more, and what does not hold
 * even then is taken out.
 * @returns null when nobody answers
 * @throws RefusedAnswerError when nothing good is left of the answer; whatever `ask` throws
 */
export async function writePart<Form extends CommonForm>(options: WritePartOptions<Form>): Promise<WrittenPart | null> {
  const { workflow, form, context, planned, step, ask, onFaults } = options;
  const asked = step.parts.reduce((sum, { ids }) => sum + Math.max(1, ids.length), 0);
  const given = await ask(step, false);
  if (given === undefined) return null;
  const accept = (state: RunState): RunState => workflow.acceptAnswer(form, context, state, step, given);
  const accepted = accept(planned);
  const { errors } = workflow.judge(form, context, accepted, step);
  if (errors.length === 0) return { merge: accept, asked, lost: 0 };

  onFaults?.(errors);
  const repair = workflow.repairStep(form, context, accepted, step, errors);
  const second = await ask(repair, true);
  const settle = (state: RunState): Remainder => {
    const repaired =
      second === undefined ? accept(state) : workflow.acceptAnswer(form, context, accept(state), repair, second);
    const left = workflow.judge(form, context, repaired, step).errors;
    return left.length === 0
      ? { state: repaired, dropped: 0, fatal: [] }
      : workflow.dropFaults(form, context, repaired, step, left);
  };
  const { dropped, fatal } = settle(planned);
  if (fatal.length > 0) throw new RefusedAnswerError(fatal);
  return { merge: (state) => settle(state).state, asked, lost: dropped };
}
