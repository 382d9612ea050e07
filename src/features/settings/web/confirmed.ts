import { codeOf } from "#src/ui/client/toastFailure.ts";
import { createValueStore } from "#src/ui/valueStore.ts";

/** Answers the question whether the person confirmed who they are. */
export type AnswerConfirmation = (isConfirmed: boolean) => void;

/** The open question, for the dialog that asks it; null when nothing is asked. */
export const confirmation = createValueStore<AnswerConfirmation | null>(null);

/**
 * Does what needs a recent sign-in. Where the last one is too long ago, asks the person to confirm who they are and
 * does it again.
 * @throws what `work` throws; the refusal `session.notRecent` when the person does not confirm
 */
export async function confirmed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (codeOf(cause) !== "session.notRecent") throw cause;
    confirmation.get()?.(false);
    const isConfirmed = await new Promise<boolean>((resolve) => confirmation.set(resolve));
    if (!isConfirmed) throw cause;
    return work();
  }
}
