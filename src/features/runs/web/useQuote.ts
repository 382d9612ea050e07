import { useCallback, useEffect, useRef, useState } from "react";
import { api, type ApiError, failureOf } from "#src/ui/client/api.ts";
import type { FormValues, Quote } from "../contract.ts";
import { requestText } from "./startIntent.ts";

export interface QuoteState {
  /** The newest price; undefined before the first answer. */
  quote: Quote | undefined;
  /** True when it is the price of what the form holds now. */
  isCurrent: boolean;
  error: ApiError | undefined;
}

/** Rest after the last change of the form before a price is asked for, ms. */
const restMs = 700;
/** A price is asked for anew this long before it ends, ms. */
const aheadMs = 3000;

/**
 * Price of a run, asked for whenever the form is complete, and again when a price ends.
 * @param projectId of a run that adds a revision
 */
export function useQuote(workflowName: string, projectId: string | undefined) {
  const [state, setState] = useState<QuoteState>({ quote: undefined, isCurrent: false, error: undefined });
  const asked = useRef(0);
  const wanted = useRef<{ values: FormValues; text: string } | null>(null);
  const known = useRef<{ text: string; quote: Quote } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const ask = useCallback(
    async (values: FormValues, text: string): Promise<Quote | undefined> => {
      const number = (asked.current += 1);
      try {
        const quote = await api.runs.quoteRun({
          workflowName,
          formValues: values,
          ...(projectId ? { projectId } : {}),
        });
        if (number !== asked.current) return quote;
        known.current = { text, quote };
        setState({ quote, isCurrent: wanted.current?.text === text, error: undefined });
        return quote;
      } catch (cause) {
        if (number === asked.current) setState((before) => ({ ...before, isCurrent: false, error: failureOf(cause) }));
        return undefined;
      }
    },
    [workflowName, projectId],
  );

  useEffect(() => () => clearTimeout(timer.current), []);

  const { quote } = state;
  useEffect(() => {
    if (quote === undefined) return;
    const again = setTimeout(
      () => {
        if (wanted.current) void ask(wanted.current.values, wanted.current.text);
      },
      Math.max(1000, Date.parse(quote.expiresAt) - Date.now() - aheadMs),
    );
    return () => clearTimeout(again);
  }, [quote, ask]);

  /** The form changed: complete values ask for their price after a rest, null says that it is not complete. */
  const follow = useCallback(
    (values: FormValues | null): void => {
      clearTimeout(timer.current);
      if (values === null) {
        wanted.current = null;
        setState((before) =>
          before.isCurrent || before.error ? { ...before, isCurrent: false, error: undefined } : before,
        );
        return;
      }
      const text = requestText(values);
      wanted.current = { values, text };
      const last = known.current;
      if (last?.text === text && Date.parse(last.quote.expiresAt) > Date.now() + aheadMs) {
        setState((before) =>
          before.isCurrent && before.quote === last.quote
            ? before
            : { quote: last.quote, isCurrent: true, error: undefined },
        );
        return;
      }
      setState((before) => (before.isCurrent ? { ...before, isCurrent: false } : before));
      timer.current = setTimeout(() => void ask(values, text), restMs);
    },
    [ask],
  );

  /** A price for exactly these values, now: the known one while it lasts. */
  const settle = useCallback(
    async (values: FormValues, isFresh = false): Promise<Quote | undefined> => {
      clearTimeout(timer.current);
      const text = requestText(values);
      wanted.current = { values, text };
      const last = known.current;
      if (!isFresh && last?.text === text && Date.parse(last.quote.expiresAt) > Date.now() + aheadMs) return last.quote;
      return ask(values, text);
    },
    [ask],
  );

  return { ...state, follow, settle };
}
