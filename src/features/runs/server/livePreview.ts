import type { AskStep, PartialAnswer } from "#src/features/workflows/kit/workflowSpec.ts";
import { type DraftEvent, draftEvents } from "./streamDiff.ts";

/** The document of a run is brought up to date this often while it is written; milliseconds between two previews. */
const intervalMs = 150;
/** Of its time, a process gives at most one part in so many to the preview of one run. */
const costShare = 10;

/**
 * Keeps the page up to date with a document that is being written: puts together what has come in so far, compares it
 * with what was sent, and sends the difference. Rows and paragraphs appear where they will stand.
 * @param render the document with half-written answers in it
 */
export function openLivePreview(
  render: (writing: PartialAnswer[]) => object,
  emit: (events: DraftEvent[]) => void,
  onFault: (error: unknown) => void,
  now: () => number = () => performance.now(),
) {
  const writing = new Map<string, PartialAnswer>();
  let sent: unknown = {};
  let timer: NodeJS.Timeout | undefined;
  /** When the previews sent so far are paid for, at one an interval; one more may be sent ahead of that. */
  let paidAt = 0;
  let isChanged = false;
  let isClosed = false;

  const send = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (!isChanged || isClosed) return;
    isChanged = false;
    const began = now();
    let pauseMs = 0;
    try {
      const next = structuredClone(render([...writing.values()]));
      const events = draftEvents(sent, next);
      sent = next;
      if (events.length > 0) {
        pauseMs = intervalMs;
        emit(events);
      }
    } catch (error) {
      // What a model has written so far may be of any shape: a preview is never worth a run.
      onFault(error);
    }
    const ended = now();
    paidAt = Math.max(ended, paidAt) + Math.max(pauseMs, (ended - began) * costShare);
  };
  const soon = (): void => {
    if (isClosed) return;
    isChanged = true;
    timer ??= setTimeout(send, Math.max(0, paidAt - intervalMs - now()));
  };
  return {
    /** The answer to a step has grown. The value is read before this returns and not kept when it is still growing. */
    grow(step: AskStep, partial: unknown, isWhole = false): void {
      writing.set(step.key, { step, partial, isWhole });
      soon();
    },
    /** The state of the run has moved on; what was written in the round before is part of it. */
    settle(): void {
      writing.clear();
      soon();
    },
    /** Sends what is not sent yet. */
    flush: send,
    close(): void {
      isClosed = true;
      clearTimeout(timer);
      timer = undefined;
      isChanged = false;
    },
  };
}
