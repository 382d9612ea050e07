import { useCallback, useEffect, useRef, useState } from "react";
import { newId } from "#src/kit/ids.ts";
import { api, type ApiError, failureOf } from "#src/ui/client/api.ts";
import type { FormValues, Quote, Run, RunOutline } from "../contract.ts";
import { settleIdempotencyKey, intentFor, intentRefused, requestText, startKeyOf } from "./startIntent.ts";
import type { FormOwner } from "#src/features/workflows/web/formDraft.ts";

export interface StartState {
  isStarting: boolean;
  /** Why the last attempt did not start a run. Status 0: nobody knows whether it arrived; the same key is sent again. */
  error: ApiError | undefined;
}

/** A run that has begun, and what is known of its document. */
export interface Started {
  run: Run;
  outline: RunOutline | null;
}

/** Answers after which the same request may still have started: it is sent again with its key. */
const isOpen = ({ status }: ApiError): boolean => status === 0 || status === 408 || status === 429 || status >= 500;

/** Two pages of one person never make two keys for one request at the same moment. */
const alone = <T>(name: string, work: () => T): Promise<T> =>
  navigator.locks ? navigator.locks.request(name, work) : Promise.resolve(work());

/** Starts a run once, however often it is asked for: one key per intended run, kept until the server answered. */
export function useStart(owner: FormOwner, openedAt: number) {
  const [state, setState] = useState<StartState>({ isStarting: false, error: undefined });
  const underWay = useRef(false);
  const { userId, workflow, projectId } = owner;

  const start = useCallback(
    async (
      workflowName: string,
      values: FormValues,
      quote: Quote,
      outcomeId?: string,
    ): Promise<Started | undefined> => {
      if (underWay.current) return undefined;
      underWay.current = true;
      setState({ isStarting: true, error: undefined });
      const whose = { userId, workflow, projectId };
      const intent = await alone(startKeyOf(whose), () =>
        intentFor(
          localStorage,
          whose,
          requestText(outcomeId ? { values, outcomeId } : values),
          openedAt,
          newId,
          quote.quoteId,
        ),
      );
      try {
        const started = await api.runs.startRun(
          {
            workflowName,
            enData: {
              formValues: values,
              ...(intent.quoteId ? { quoteId: intent.quoteId } : {}),
              ...(projectId ? { projectId } : {}),
              ...(outcomeId ? { outcomeId } : {}),
            },
          },
          { headers: { "idempotency-key": intent.key } },
        );
        settleIdempotencyKey(localStorage, whose, intent, Date.now());
        setState({ isStarting: false, error: undefined });
        return started;
      } catch (cause) {
        const error = failureOf(cause);
        if (!isOpen(error)) intentRefused(localStorage, whose);
        setState({ isStarting: false, error });
        return undefined;
      } finally {
        underWay.current = false;
      }
    },
    [userId, workflow, projectId, openedAt],
  );

  const forget = useCallback(() => setState((before) => (before.error ? { ...before, error: undefined } : before)), []);
  return { ...state, start, forget };
}

/** Calls back when the browser believes in a connection again. */
export function useOnline(isWaiting: boolean, again: () => void): void {
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    if (!isWaiting) return;
    const go = (): void => latest.current();
    window.addEventListener("online", go);
    return () => window.removeEventListener("online", go);
  }, [isWaiting]);
}
