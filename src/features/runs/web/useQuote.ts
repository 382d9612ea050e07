import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { api, type ApiError, failureOf } from "#src/ui/client/api.ts";
import type { FormValues, Quote } from "../contract.ts";
import { requestText } from "./startIntent.ts";

/** Rest after the last change of the form before a price is asked for, ms. */
const restMs = 700;
/** A price is asked for anew this long before it ends, ms. */
const aheadMs = 3000;
/** A form that comes back to its values within this time has their price at once, ms. */
const returnMs = 60_000;

const leftMs = ({ expiresAt }: Quote): number => Date.parse(expiresAt) - Date.now() - aheadMs;

/**
 * The price of a run with these values, asked for again when it ends; none of a form that is not complete.
 * @param form the one that asks: a price is used up by its run and is not that of another form
 */
const quoteQuery = (form: string, workflowName: string, projectId: string | undefined, values: FormValues | null) =>
  queryOptions<Quote, ApiError>({
    queryKey: ["quote", form, workflowName, projectId, values && requestText(values)],
    queryFn: () => api.runs.quoteRun({ workflowName, formValues: values ?? {}, ...(projectId ? { projectId } : {}) }),
    enabled: values !== null,
    staleTime: ({ state }) =>
      state.data ? Math.max(0, Date.parse(state.data.expiresAt) - aheadMs - state.dataUpdatedAt) : 0,
    refetchInterval: ({ state }) =>
      state.data && state.status === "success" ? Math.max(1000, leftMs(state.data)) : false,
    refetchIntervalInBackground: true,
    gcTime: returnMs,
  });

/**
 * Price of a run, asked for whenever the form is complete, and again when a price ends.
 * @param projectId of a run that adds a revision
 */
export function useQuote(workflowName: string, projectId: string | undefined) {
  const client = useQueryClient();
  const form = useId();
  /** What the form holds, and what a price was asked for last; null while it is not complete. */
  const [wanted, setWanted] = useState<FormValues | null>(null);
  const [asked, setAsked] = useState<FormValues | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { data, error } = useQuery(quoteQuery(form, workflowName, projectId, asked));
  const newest = useRef<Quote>(undefined);
  if (data) newest.current = data;

  /** The form changed: complete values ask for their price after a rest, null says that it is not complete. */
  const follow = useCallback(
    (values: FormValues | null): void => {
      clearTimeout(timer.current);
      setWanted(values);
      const known = client.getQueryData(quoteQuery(form, workflowName, projectId, values).queryKey);
      if (!values || (known && leftMs(known) > 0)) setAsked(values);
      else timer.current = setTimeout(() => setAsked(values), restMs);
    },
    [client, form, workflowName, projectId],
  );

  /** A price for exactly these values, now: the known one while it lasts. */
  const settle = useCallback(
    async (values: FormValues, isFresh = false): Promise<Quote | undefined> => {
      clearTimeout(timer.current);
      setWanted(values);
      setAsked(values);
      const query = quoteQuery(form, workflowName, projectId, values);
      return client.fetchQuery({ ...query, ...(isFresh ? { staleTime: 0 } : {}) }).catch(() => undefined);
    },
    [client, form, workflowName, projectId],
  );

  const isCurrent = data !== undefined && !error && requestText(wanted) === requestText(asked);
  return { quote: newest.current, isCurrent, error: error ? failureOf(error) : undefined, follow, settle };
}
