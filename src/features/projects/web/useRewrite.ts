import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { invalidate } from "#src/ui/data/queryClient.ts";
import type { RewriteChoice, RewriteOffer } from "#src/features/documents/edits.ts";
import { newId } from "#src/kit/ids.ts";
import { api, type ApiError, failureOf } from "#src/ui/client/api.ts";
import type { Project, Revision, Rewrite } from "../contract.ts";

/** Where the rewriting of a section stands, as a page shows it. */
export type RewriteView =
  | { step: "idle" }
  /** Asked for; `id` is known once the server has answered. `coins` are held meanwhile. */
  | { step: "working"; id: string | null; section: string; wish: string; coins: number; isCancelling: boolean }
  /** The text beside what stands there: waits for `accept` or `refuse`. */
  | { step: "offered"; rewrite: Rewrite; offer: RewriteOffer; isAnswering: boolean; error: ApiError | null }
  /** Nothing to improve; `coins` are back. */
  | { step: "unchanged"; section: string; coins: number }
  /** It came to nothing; `coins` are back. `code` as of a failed run. */
  | { step: "failed"; section: string; code: string; coins: number }
  | { step: "cancelled"; section: string; coins: number }
  /** It was not started: the reason, and what to start again with. */
  | { step: "refused"; section: string; wish: string; error: ApiError };

export type RewriteHandle = ReturnType<typeof useRewrite>;

/** Milliseconds between looks at one that is in work: the first ones sooner. */
const lookMs = [400, 800, 1500] as const;

/** Milliseconds after an edit until price and offer are read again: edits that follow one another cost one request. */
const settleMs = 300;

/** What of a rewrite there is to show. */
export function viewOf(rewrite: Rewrite): RewriteView {
  const { id, section, wish, coins, status, offer, error } = rewrite;
  switch (status) {
    case "queued":
    case "running":
      return { step: "working", id, section, wish, coins, isCancelling: false };
    case "ready":
      return offer
        ? { step: "offered", rewrite, offer, isAnswering: false, error: null }
        : { step: "failed", section, code: "gone", coins: 0 };
    case "unchanged":
      return { step: "unchanged", section, coins };
    case "failed":
      return { step: "failed", section, code: error?.code ?? "internal", coins };
    case "cancelled":
      return { step: "cancelled", section, coins };
    case "accepted":
    case "refused":
      return { step: "idle" };
  }
}

/** Nobody knows whether the request arrived: it is sent again with its key. */
const isUnanswered = ({ status }: ApiError): boolean => status === 0 || status === 408 || status >= 500;

/**
 * A section that is written once more: its price, its start, how it stands, and the person's answer. One that was begun
 * on another page or before a reload is found again.
 * @param projectId null where there is nothing to rewrite
 * @param shown version of the document: price and offer are read again when it changes
 * @param onEdited told the project and its newest revision after an accepted rewrite
 */
export function useRewrite(
  projectId: string | null,
  shown: Pick<Revision, "number" | "edits">,
  onEdited: (project: Project, revision: Revision) => void,
) {
  const [view, setView] = useState<RewriteView>({ step: "idle" });
  const isBusy = useRef(false);
  /** The start that is without an answer: the same request goes with the same key. */
  const intent = useRef<{ request: string; key: string } | null>(null);

  const version = `${shown.number}.${shown.edits}`;
  const [settled, setSettled] = useState(version);
  useEffect(() => {
    const timer = setTimeout(setSettled, settleMs, version);
    return () => clearTimeout(timer);
  }, [version]);
  const { data, refetch } = useQuery({
    queryKey: ["rewritePlan", projectId, settled],
    queryFn: ({ signal }) => api.projects.getRewritePlan({ projectId: projectId ?? "" }, { signal }),
    enabled: projectId !== null,
    gcTime: 0,
  });
  const last = useRef({ projectId, plan: data });
  if (data || last.current.projectId !== projectId) last.current = { projectId, plan: data };
  /** Price, what can be rewritten and why not, as last read: one that cannot be read leaves it as it was. */
  const plan = last.current.plan ?? null;
  useEffect(() => {
    setView({ step: "idle" });
    intent.current = null;
  }, [projectId]);
  useEffect(() => {
    if (!plan) return;
    const { open } = plan;
    if (open) setView((before) => (isBusy.current && before.step !== "idle" ? before : viewOf(open)));
    else setView((before) => (before.step === "offered" && !isBusy.current ? { step: "idle" } : before));
  }, [plan]);

  /** Money and price are others by now. */
  const settle = useCallback((): void => {
    invalidate("coins");
    if (projectId !== null) void refetch();
  }, [refetch, projectId]);

  const workingId = view.step === "working" ? view.id : null;
  const { data: looked, error: unseen } = useQuery({
    queryKey: ["rewrite", workingId],
    queryFn: async ({ signal }) => (await api.projects.getRewrite({ rewriteId: workingId ?? "" }, { signal })).rewrite,
    enabled: projectId !== null && workingId !== null,
    refetchInterval: ({ state }) =>
      lookMs[Math.min(state.dataUpdateCount + state.errorUpdateCount, lookMs.length) - 1] ?? lookMs[0],
    refetchIntervalInBackground: true,
    gcTime: 0,
  });
  useEffect(() => {
    if (workingId === null) return;
    const next = looked?.id === workingId ? viewOf(looked) : null;
    // Without a connection the next look may find it; what is gone is gone.
    if (unseen && failureOf(unseen).status === 404) setView({ step: "idle" });
    else if (next && next.step !== "working") {
      setView(next);
      settle();
    }
  }, [looked, unseen, workingId, settle]);

  /** One action at a time: a second click while the first is under way does nothing. */
  const alone = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    await work().finally(() => {
      isBusy.current = false;
    });
  };

  /** @param seen version of the document that the person sees */
  const start = (section: string, wish: string, seen: Pick<Revision, "number" | "edits">): Promise<void> =>
    alone(async () => {
      if (projectId === null) return;
      const coins = plan?.coins ?? 0;
      const wanted = { projectId, revision: seen.number, edits: seen.edits, section, wish, coins };
      const request = JSON.stringify(wanted);
      const { key } = (intent.current =
        intent.current?.request === request ? intent.current : { request, key: newId() });
      setView({ step: "working", id: null, section, wish, coins, isCancelling: false });
      try {
        const { rewrite } = await api.projects.startRewrite(wanted, { headers: { "idempotency-key": key } });
        intent.current = null;
        setView(viewOf(rewrite));
        invalidate("coins");
      } catch (cause) {
        const error = failureOf(cause);
        if (!isUnanswered(error)) intent.current = null;
        setView({ step: "refused", section, wish, error });
        // The price is another one by now, or the document is.
        if (error.status === 409) void refetch();
      }
    });

  const cancel = (): Promise<void> =>
    alone(async () => {
      if (view.step !== "working" || view.id === null) return;
      setView({ ...view, isCancelling: true });
      try {
        setView(viewOf((await api.projects.cancelRewrite({ rewriteId: view.id })).rewrite));
        settle();
      } catch {
        setView({ ...view, isCancelling: false });
      }
    });

  /** Sends the person's answer; a refusal stays beside the offer, read again where the text has changed. */
  const answer = (send: (rewriteId: string) => Promise<void>): Promise<void> =>
    alone(async () => {
      if (view.step !== "offered") return;
      const rewriteId = view.rewrite.id;
      setView({ ...view, isAnswering: true, error: null });
      try {
        await send(rewriteId);
        setView({ step: "idle" });
      } catch (cause) {
        const error = failureOf(cause);
        const now = error.status === 409 ? await api.projects.getRewrite({ rewriteId }).catch(() => null) : null;
        const next = now ? viewOf(now.rewrite) : { ...view, isAnswering: false };
        setView(next.step === "offered" ? { ...next, error } : next);
      }
    });
  /** Takes what was chosen; the plan follows the version of the document. */
  const accept = (choice: RewriteChoice): Promise<void> =>
    answer(async (rewriteId) => {
      const { revision, project } = await api.projects.acceptRewrite({ rewriteId, choice });
      onEdited(project, revision);
    });
  /** Keeps the text as it is. */
  const refuse = (): Promise<void> =>
    answer(async (rewriteId) => {
      await api.projects.refuseRewrite({ rewriteId });
      void refetch();
    });
  /** Puts a message away. */
  const dismiss = useCallback(
    () => setView((before) => (["working", "offered"].includes(before.step) ? before : { step: "idle" })),
    [],
  );
  return { plan, view, start, cancel, accept, refuse, dismiss };
}
