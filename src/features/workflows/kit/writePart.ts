import type { Issue } from "#src/features/documents/document.ts";
import type { CommonForm, WorkflowContext } from "../workflow.ts";
import type { WrittenPart } from "./runWorkflow.ts";
import type { RunState } from "./state.ts";
import type { AskStep, CompiledWorkflow } from "./workflowSpec.ts";

/** An answer that is unusable even after it was asked for again. */
export class UnusableAnswerError extends Error {
  readonly faults: readonly Issue[];
  constructor(faults: readonly Issue[]) {
    super(faults.map(({ code, at }) => `${at ?? ""}: ${code}`).join(", "));
    this.name = "UnusableAnswerError";
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
  /** Receives the errors before rows and sections are asked for again. */
  onIssues?: (faults: readonly Issue[]) => void;
}

/**
 * Asks one question to its end: validates the answer, asks again for what has errors, and drops what still has.
 * @returns null when there is no writer
 * @throws UnusableAnswerError when nothing usable remains; errors of `ask`
 */
export async function writePart<Form extends CommonForm>(options: WritePartOptions<Form>): Promise<WrittenPart | null> {
  const { workflow, form, context, planned, step, ask, onIssues } = options;
  const asked = step.parts.reduce((sum, { ids }) => sum + Math.max(1, ids.length), 0);
  const given = await ask(step, false);
  if (given === undefined) return null;
  const accept = (state: RunState): RunState => workflow.acceptAnswer(form, context, state, step, given);
  const accepted = accept(planned);
  const { errors } = workflow.validate(form, context, accepted, step);
  let repaired = accept;
  if (errors.length > 0) {
    onIssues?.(errors);
    const repair = workflow.repairStep(form, context, accepted, step, errors);
    const second = await ask(repair, true);
    if (second !== undefined) repaired = (state) => workflow.acceptAnswer(form, context, accept(state), repair, second);
  }
  /** Beside the other answers of the round, too: rows that repeat those of another question are faults as well. */
  const merge: WrittenPart["merge"] = (state) => {
    const merged = repaired(state);
    const left = workflow.validate(form, context, merged, step).errors;
    if (left.length === 0) return { state: merged, lost: 0 };
    const { state: cleaned, dropped, fatal } = workflow.dropInvalid(form, context, merged, step, left);
    if (fatal.length > 0) throw new UnusableAnswerError(fatal);
    return { state: cleaned, lost: dropped };
  };
  // What is refused by itself need not wait for the others of its round.
  if (errors.length > 0) merge(planned);
  return { asked, merge };
}
