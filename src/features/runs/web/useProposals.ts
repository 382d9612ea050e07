import { useCallback, useEffect, useMemo, useState } from "react";
import type { ProposalRow } from "../contract.ts";
import { ApiError, api } from "#src/shell/api.ts";
import { hasText, useTranslation } from "#src/shell/i18n/index.ts";
import { toastMessage } from "#src/shell/toastFailure.ts";

export interface ProposalsState {
  /** What is applied together. */
  proposals: ProposalRow[];
  /** Projects that go on with the document; each is begun by itself. */
  nextSteps: ProposalRow[];
  isLoading: boolean;
  loadFailed: boolean;
  /** Keys that an apply takes. Everything is ticked at first. */
  ticked: ReadonlySet<string>;
  tick: (next: Set<string>) => void;
  work: "apply" | "undo" | "begin" | null;
  /** Why the last apply or undo did nothing. */
  problem: string | undefined;
  apply: () => Promise<void>;
  undo: () => Promise<void>;
  /** Begins a next step. @returns its project, undefined when it could not be begun */
  begin: (key: string) => Promise<string | undefined>;
  reload: () => void;
}

const isNextStep = ({ kind }: ProposalRow): boolean => kind === "project";

const openKeys = (proposals: readonly ProposalRow[]): Set<string> =>
  new Set(proposals.filter((row) => row.state !== "applied" && !isNextStep(row)).map(({ key }) => key));

/**
 * Proposals of a finished run.
 * @param onChange told when records of other areas came or went
 */
export function useProposals(runId: string | null, onChange: () => void): ProposalsState {
  const { t } = useTranslation("common");
  const [rows, setRows] = useState<ProposalRow[]>([]);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [loading, setLoading] = useState<"loading" | "ready" | "failed">(runId ? "loading" : "ready");
  const [work, setWork] = useState<ProposalsState["work"]>(null);
  const [problem, setProblem] = useState<string>();
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    setRows([]);
    setProblem(undefined);
    if (runId === null) {
      setLoading("ready");
      return;
    }
    const control = new AbortController();
    setLoading("loading");
    api.runs.listProposals({ runId }, { signal: control.signal }).then(
      ({ proposals }) => {
        if (control.signal.aborted) return;
        setRows(proposals);
        setTicked(openKeys(proposals));
        setLoading("ready");
      },
      (cause: unknown) => {
        if (!control.signal.aborted) setLoading(cause instanceof ApiError && cause.status === 404 ? "ready" : "failed");
      },
    );
    return () => control.abort();
  }, [runId, asked]);

  const does = async (
    kind: "apply" | "undo" | "begin",
    call: (id: string) => Promise<ProposalRow[]>,
  ): Promise<ProposalRow[] | undefined> => {
    if (runId === null || work !== null) return undefined;
    setWork(kind);
    setProblem(undefined);
    try {
      const all = mergeRows(rows, await call(runId));
      setRows(all);
      // What was left out stays out; what an undo brought back is ticked again.
      if (kind !== "begin") setTicked(kind === "undo" ? openKeys(all) : new Set());
      onChange();
      return all;
    } catch (cause) {
      const key = cause instanceof ApiError ? `messages:${cause.code}.description` : "";
      setProblem(
        hasText(key)
          ? t(key, { requestId: cause instanceof ApiError ? cause.requestId : "" })
          : t("messages:unknown.description"),
      );
      return undefined;
    } finally {
      setWork(null);
    }
  };
  const apply = (kind: "apply" | "begin", keys: string[]): Promise<ProposalRow[] | undefined> =>
    does(kind, async (id) => (await api.runs.applyProposals({ runId: id, keys })).proposals);
  const proposals = useMemo(() => rows.filter((row) => !isNextStep(row)), [rows]);
  const applied = proposals.flatMap(({ key, state }) => (state === "applied" ? [key] : []));
  return {
    proposals,
    nextSteps: useMemo(() => rows.filter(isNextStep), [rows]),
    isLoading: loading === "loading",
    loadFailed: loading === "failed",
    ticked,
    tick: setTicked,
    work,
    problem,
    apply: async () => {
      const keys = new Set(ticked);
      const after = await apply("apply", [...keys]);
      const leads = after?.filter(
        ({ key, kind, state, isOlder }) => kind === "lead" && state === "applied" && !isOlder && keys.has(key),
      );
      if (leads !== undefined && leads.length > 1) await toastMessage("leadsListProvider.manyLeadsAdded");
    },
    undo: async () =>
      void (await does("undo", async (id) => (await api.runs.undoProposals({ runId: id, keys: applied })).proposals)),
    begin: async (key) => (await apply("begin", [key]))?.find((row) => row.key === key)?.recordId ?? undefined,
    reload: useCallback(() => setAsked((count) => count + 1), []),
  };
}

/** The server may answer with all rows or with those it changed. */
function mergeRows(before: readonly ProposalRow[], answered: readonly ProposalRow[]): ProposalRow[] {
  const byKey = new Map(answered.map((row) => [row.key, row]));
  return before.map((row) => byKey.get(row.key) ?? row);
}
