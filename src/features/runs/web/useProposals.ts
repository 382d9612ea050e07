import { useCallback, useEffect, useState } from "react";
import type { ProposalRow } from "../contract.ts";
import { ApiError, api } from "#src/shell/api.ts";
import { hasText, useTranslation } from "#src/shell/i18n/index.ts";

export interface ProposalsState {
  proposals: ProposalRow[];
  isLoading: boolean;
  loadFailed: boolean;
  /** Keys that an apply takes. Everything is ticked at first. */
  ticked: ReadonlySet<string>;
  tick: (next: Set<string>) => void;
  work: "apply" | "undo" | null;
  /** Why the last apply or undo did nothing. */
  problem: string | undefined;
  apply: () => Promise<void>;
  undo: () => Promise<void>;
  reload: () => void;
}

const openKeys = (proposals: readonly ProposalRow[]): Set<string> =>
  new Set(proposals.filter(({ state }) => state !== "applied").map(({ key }) => key));

/**
 * Proposals of a finished run.
 * @param onChange told when records of other areas came or went
 */
export function useProposals(runId: string | null, onChange: () => void): ProposalsState {
  const { t } = useTranslation("common");
  const [proposals, setProposals] = useState<ProposalRow[]>([]);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [loading, setLoading] = useState<"loading" | "ready" | "failed">(runId ? "loading" : "ready");
  const [work, setWork] = useState<ProposalsState["work"]>(null);
  const [problem, setProblem] = useState<string>();
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    setProposals([]);
    setProblem(undefined);
    if (runId === null) {
      setLoading("ready");
      return;
    }
    const control = new AbortController();
    setLoading("loading");
    api.runs.listProposals({ runId }, { signal: control.signal }).then(
      ({ proposals: rows }) => {
        if (control.signal.aborted) return;
        setProposals(rows);
        setTicked(openKeys(rows));
        setLoading("ready");
      },
      (cause: unknown) => {
        if (!control.signal.aborted) setLoading(cause instanceof ApiError && cause.status === 404 ? "ready" : "failed");
      },
    );
    return () => control.abort();
  }, [runId, asked]);

  const does = async (kind: "apply" | "undo", call: (id: string) => Promise<ProposalRow[]>): Promise<void> => {
    if (runId === null || work !== null) return;
    setWork(kind);
    setProblem(undefined);
    try {
      const rows = await call(runId);
      const all = mergeRows(proposals, rows);
      setProposals(all);
      // What was left out stays out; what an undo brought back is ticked again.
      setTicked(kind === "undo" ? openKeys(all) : new Set());
      onChange();
    } catch (cause) {
      const key = cause instanceof ApiError ? `messages:${cause.code}.description` : "";
      setProblem(
        hasText(key)
          ? t(key, { requestId: cause instanceof ApiError ? cause.requestId : "" })
          : t("messages:unknown.description"),
      );
    } finally {
      setWork(null);
    }
  };
  return {
    proposals,
    isLoading: loading === "loading",
    loadFailed: loading === "failed",
    ticked,
    tick: setTicked,
    work,
    problem,
    apply: () =>
      does("apply", async (id) => (await api.runs.applyProposals({ runId: id, keys: [...ticked] })).proposals),
    undo: () => does("undo", async (id) => (await api.runs.undoProposals({ runId: id })).proposals),
    reload: useCallback(() => setAsked((count) => count + 1), []),
  };
}

/** The server may answer with all rows or with those it changed. */
function mergeRows(before: readonly ProposalRow[], answered: readonly ProposalRow[]): ProposalRow[] {
  const byKey = new Map(answered.map((row) => [row.key, row]));
  return before.map((row) => byKey.get(row.key) ?? row);
}
