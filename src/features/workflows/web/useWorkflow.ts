import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, api, failureOf } from "#src/ui/client/api.ts";
import type { Quote } from "#src/features/runs/contract.ts";
import { fieldsOf, type FormField, type FormValues } from "./formModel.ts";
import { formSchemaOf, type FormSchema } from "./formSchema.ts";

type Description = Awaited<ReturnType<typeof api.workflows.getWorkflow>>;

/** What the page of a workflow stands on. */
export interface WorkflowPageData {
  card: Description["card"];
  fields: FormField[];
  /** Complete values that succeed with no key and no network. */
  example: FormValues;
  schema: FormSchema;
  /** Which engine would write, so that the page says it before the form is filled in. */
  engine: Quote["engine"];
}

export type Loading<T> = { state: "loading" } | { state: "ready"; value: T } | { state: "failed"; error: ApiError };

/** Loads something once per key, the only thing that identifies it; `retry` asks again. */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<T>): [Loading<T>, () => void] {
  const [asked, setAsked] = useState(0);
  const [shown, setShown] = useState<{ key: string; loading: Loading<T> }>({ key, loading: { state: "loading" } });
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const control = new AbortController();
    setShown({ key, loading: { state: "loading" } });
    latest.current(control.signal).then(
      (value) => (control.signal.aborted ? undefined : setShown({ key, loading: { state: "ready", value } })),
      (cause: unknown) =>
        control.signal.aborted ? undefined : setShown({ key, loading: { state: "failed", error: failureOf(cause) } }),
    );
    return () => control.abort();
  }, [key, asked]);
  const retry = useCallback(() => setAsked((count) => count + 1), []);
  return [shown.key === key ? shown.loading : { state: "loading" }, retry];
}

/** Card and example of a workflow from the server, its form from the catalogue. */
export async function loadWorkflow(workflowName: string, signal: AbortSignal): Promise<WorkflowPageData> {
  const [{ card, example }, { engine }, schema] = await Promise.all([
    api.workflows.getWorkflow({ workflowName }, { signal }),
    api.workflows.getEngine(undefined, { signal }),
    formSchemaOf(workflowName),
  ]);
  if (example === null) {
    throw new ApiError(409, { code: "workflow.notLive", message: "This workflow is not live yet" });
  }
  return { card, fields: fieldsOf(schema), example, schema, engine };
}
