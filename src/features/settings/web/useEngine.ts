import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EngineTest } from "#src/features/workflows/contract.ts";
import { api } from "#src/ui/client/api.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";

export type Engine = Awaited<ReturnType<typeof api.workflows.getEngine>>["engine"];
/** Servers on the operator's own machine that Pioneer finds by itself. */
export type LocalProvider = "ollama" | "lmstudio";
/** Which button was pressed: one of the engine in use, or that of a server's guide. */
export type EngineAction = "check" | "test" | LocalProvider;

/** What a button brought. */
export type EngineAnswer =
  | { type: "tested"; test: EngineTest; at: string }
  | { type: "checked"; isNew: boolean }
  | { type: "missing"; provider: LocalProvider };

const engineNow = async ({ signal }: { signal: AbortSignal }): Promise<Engine> =>
  (await api.workflows.getEngine(undefined, { signal })).engine;

const isSame = (one: Engine | undefined, other: Engine): boolean =>
  one?.kind === other.kind && one.provider === other.provider && one.model === other.model;

/** The engine in use, and what can be asked about it: one thing at a time. */
export function useEngine() {
  const { data, isPending: loading } = useQuery({ queryKey: ["engine"], queryFn: engineNow });
  const [found, setFound] = useState<Engine>();
  const [busy, setBusy] = useState<EngineAction>();
  const [answer, setAnswer] = useState<{ to: EngineAction; said: EngineAnswer }>();
  const engine = found ?? data;

  const test = async (): Promise<EngineAnswer> => ({
    type: "tested",
    test: await api.workflows.testEngine(undefined),
    at: new Date().toISOString(),
  });
  const check = async (): Promise<Engine> => {
    const { engine: next } = await api.workflows.checkEngine(undefined);
    setFound(next);
    return next;
  };
  const find = async (provider: LocalProvider): Promise<EngineAnswer> => {
    const next = await check();
    if (next.provider === provider) return test();
    return isSame(engine, next) ? { type: "missing", provider } : { type: "checked", isNew: true };
  };
  const ask: Record<EngineAction, () => Promise<EngineAnswer>> = {
    test,
    check: async () => ({ type: "checked", isNew: !isSame(engine, await check()) }),
    ollama: () => find("ollama"),
    lmstudio: () => find("lmstudio"),
  };
  const run = async (action: EngineAction): Promise<void> => {
    if (busy) return;
    setBusy(action);
    setAnswer(undefined);
    try {
      setAnswer({ to: action, said: await ask[action]() });
    } catch (error) {
      toastFailure("unknown")(error);
    }
    setBusy(undefined);
  };
  return { engine, loading, busy, answer, run: (action: EngineAction) => void run(action) };
}
