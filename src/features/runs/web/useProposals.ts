import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FailedProposal, ProposalEdit, ProposalRow } from "../contract.ts";
import { ApiError, api } from "#src/ui/client/api.ts";
import { hasText, useTranslation } from "#src/ui/i18n/index.ts";
import { toastMessage } from "#src/ui/client/toastFailure.ts";
import { readBusyTimes } from "./busyTimes.ts";
import { withTick } from "./proposalTicks.ts";
import { type BusyTime, changedLines, conflictsOf, linesOf, type SuggestionLine } from "./suggestionLines.ts";

export type ProposalWork = "apply" | "undo" | "begin" | "change" | "update";

export type ProposalsState = ReturnType<typeof useProposals>;

const isNextStep = ({ kind }: ProposalRow): boolean => kind === "project";

/** Everything open but what overlaps something in the calendar, and what needs that. */
function openKeys(rows: readonly ProposalRow[], busy: readonly BusyTime[]): Set<string> {
  const open = new Set(rows.filter((row) => row.state !== "applied" && !isNextStep(row)).map(({ key }) => key));
  const lines = linesOf(rows);
  const conflicts = conflictsOf(lines, busy);
  const left = lines.flatMap(({ key, keys }) => (conflicts.has(key) ? keys : []));
  return withTick(rows, open, left, false);
}

/** Ticks when an edit changed what is proposed: what was left out stays out, what is new is ticked. */
function ticksAfter(
  of: { before: readonly ProposalRow[]; after: readonly ProposalRow[]; busy: readonly BusyTime[] },
  ticks: ReadonlySet<string>,
): Set<string> {
  const leftOut = of.before.flatMap(({ key, state }) => (state === "applied" || ticks.has(key) ? [] : [key]));
  return withTick(of.after, openKeys(of.after, of.busy), leftOut, false);
}

interface Asked {
  rows: ProposalRow[];
  failed?: FailedProposal[];
}

/** Milliseconds without an edit after which the suggestions of an edited document are asked for. */
const quietMs = 300;

export interface ProposalsOptions {
  /** Of the document that the suggestions come from: they are asked for again when it is another one. */
  version: string;
  /** Told when records of other areas came or went. */
  onChange: () => void;
}

/** Proposals of a finished run; none without one. */
export function useProposals(runId: string | null, { version, onChange }: ProposalsOptions) {
  const { t } = useTranslation("common");
  const [rows, setRows] = useState<ProposalRow[]>([]);
  const [busy, setBusy] = useState<BusyTime[]>([]);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [loading, setLoading] = useState<"loading" | "ready" | "failed">(runId ? "loading" : "ready");
  const [work, setWork] = useState<ProposalWork | null>(null);
  const [problem, setProblem] = useState<string>();
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map());
  const [asked, setAsked] = useState(0);
  // What was sent waits for its turn: a change that is on its way is there before the suggestion is applied.
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    setRows([]);
    setBusy([]);
    setProblem(undefined);
    setFailed(new Map());
    if (runId === null) {
      setLoading("ready");
      return;
    }
    const control = new AbortController();
    setLoading("loading");
    api.runs.listProposals({ runId }, { signal: control.signal }).then(
      async ({ proposals }) => {
        // A calendar that does not answer holds nothing up: nothing is known to overlap then.
        const times = await readBusyTimes(proposals, control.signal).catch(() => []);
        if (control.signal.aborted) return;
        setRows(proposals);
        setBusy(times);
        setTicked(openKeys(proposals, times));
        setLoading("ready");
      },
      (cause: unknown) => {
        if (!control.signal.aborted) setLoading(cause instanceof ApiError && cause.status === 404 ? "ready" : "failed");
      },
    );
    return () => control.abort();
  }, [runId, asked]);
  const known = useRef(rows);
  known.current = rows;
  const seen = useRef({ runId, version });
  useEffect(() => {
    const isEdited = seen.current.runId === runId && seen.current.version !== version;
    seen.current = { runId, version };
    if (runId === null || !isEdited) return undefined;
    const control = new AbortController();
    const renew = async (): Promise<void> => {
      if (control.signal.aborted) return;
      const { proposals: after } = await api.runs.listProposals({ runId }, { signal: control.signal });
      const times = await readBusyTimes(after, control.signal).catch(() => []);
      if (control.signal.aborted) return;
      const before = known.current;
      setRows(after);
      setBusy(times);
      setTicked((ticks) => ticksAfter({ before, after, busy: times }, ticks));
    };
    // What is shown stays when the answer does not come: the server knows what an apply may take.
    const wait = setTimeout(() => {
      turn.current = turn.current.then(renew).catch(() => undefined);
    }, quietMs);
    return () => {
      clearTimeout(wait);
      control.abort();
    };
  }, [runId, version]);

  const wordsOf = (code: string, requestId = ""): string => {
    const key = `messages:${code}.description`;
    return hasText(key) ? t(key, { requestId }) : t("messages:unknown.description");
  };
  const does = (kind: ProposalWork, call: (id: string) => Promise<Asked>): Promise<ProposalRow[] | undefined> => {
    const id = runId;
    if (id === null) return Promise.resolve(undefined);
    const next = turn.current.then(async () => {
      setWork(kind);
      setProblem(undefined);
      try {
        const answer = await call(id);
        const all = answer.rows;
        setRows(all);
        if (kind !== "change")
          setFailed(new Map((answer.failed ?? []).map(({ key, code }) => [key, wordsOf(code)] as const)));
        if (kind !== "change") onChange();
        return all;
      } catch (cause) {
        setProblem(cause instanceof ApiError ? wordsOf(cause.code, cause.requestId) : wordsOf(""));
        return undefined;
      } finally {
        setWork(null);
      }
    });
    turn.current = next;
    return next;
  };
  const apply = (kind: "apply" | "begin", keys: string[]): Promise<ProposalRow[] | undefined> =>
    does(kind, async (id) => {
      const { proposals: answered, failed: refused } = await api.runs.applyProposals({ runId: id, keys });
      return { rows: answered, failed: refused };
    });
  const proposals = useMemo(() => rows.filter((row) => !isNextStep(row)), [rows]);
  const lines = useMemo(() => linesOf(rows), [rows]);
  const isBusy = work !== null && work !== "change";
  return {
    /** What is applied together. */
    proposals,
    /** The same as the list shows it: one line per suggestion, in the order of the document. */
    lines,
    /** Those of them that are applied and that the document says otherwise by now. */
    changed: useMemo(() => changedLines(lines), [lines]),
    /** Those that are not applied. */
    open: useMemo(() => lines.filter(({ isApplied }) => !isApplied), [lines]),
    /** Projects that go on with the document; each is begun by itself. */
    nextSteps: useMemo(() => rows.filter(isNextStep), [rows]),
    /** Title of the calendar entry that a line would overlap, by its key. */
    conflicts: useMemo(() => conflictsOf(lines, busy), [lines, busy]),
    isLoading: loading === "loading",
    loadFailed: loading === "failed",
    /** Keys of proposals that an apply takes. Everything without a conflict is ticked at first. */
    ticked,
    tick: setTicked,
    work,
    /** Why the last thing asked for did nothing. */
    problem,
    /** What the last apply could not add, by key, with what people read of it. */
    failed,
    apply: async (): Promise<void> => {
      if (isBusy) return;
      const keys = new Set(ticked);
      const after = await apply("apply", [...keys]);
      if (!after) return;
      // What was left out stays out, and so does what could not be added.
      setTicked(new Set());
      const leads = after.filter(
        ({ key, kind, state, isOlder }) => kind === "lead" && state === "applied" && !isOlder && keys.has(key),
      );
      if (leads.length > 1) await toastMessage("leadsListProvider.manyLeadsAdded");
    },
    /** @param wanted keys; all that is applied without them */
    undo: async (wanted?: readonly string[]): Promise<void> => {
      if (isBusy) return;
      const keys = wanted ?? proposals.flatMap(({ key, state }) => (state === "applied" ? [key] : []));
      const after = await does("undo", async (id) => ({
        rows: (await api.runs.undoProposals({ runId: id, keys: [...keys] })).proposals,
      }));
      // What an undo brought back is ticked again.
      if (after) setTicked(openKeys(after, busy));
    },
    /** Remembers what the person changed on an open line; null brings back what was proposed. @returns whether it was */
    change: async ({ key, keys }: SuggestionLine, changes: ProposalEdit | null): Promise<boolean> => {
      const after = await does("change", async (id) => ({
        rows: (await api.runs.changeProposals({ runId: id, changes: [{ key, changes }] })).proposals,
      }));
      // Who changes a suggestion wants it.
      if (after && changes) setTicked((before) => withTick(after, before, keys, true));
      return after !== undefined;
    },
    /** Takes what the edited document proposes over into records. @param replace what the person changed since, too */
    update: async (keys: readonly string[], replace = false): Promise<void> => {
      if (isBusy) return;
      await does("update", async (id) => ({
        rows: (await api.runs.updateProposals({ runId: id, keys: [...keys], replace })).proposals,
      }));
    },
    /** Begins a next step. @returns its project, undefined when it could not be begun */
    begin: async (key: string): Promise<string | undefined> =>
      (await apply("begin", [key]))?.find((row) => row.key === key)?.recordId ?? undefined,
    reload: useCallback(() => setAsked((count) => count + 1), []),
  };
}
