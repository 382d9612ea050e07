import { useCallback, useEffect, useRef, useState } from "react";
import { invalidate } from "#src/ui/data/queryClient.ts";
import type { RewriteChoice, RewriteOffer } from "#src/features/documents/edits.ts";
import { newId } from "#src/kit/ids.ts";
import { api, type ApiError, failureOf } from "#src/ui/client/api.ts";
import type { Project, Revision, Rewrite, RewritePlan } from "../contract.ts";

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

export interface RewriteHandle {
  /** Price, what can be rewritten and why not; null until it is read. */
  plan: RewritePlan | null;
  view: RewriteView;
  /** @param seen version of the document that the person sees */
  start: (section: string, wish: string, seen: Pick<Revision, "number" | "edits">) => Promise<void>;
  cancel: () => Promise<void>;
  /** Takes what was chosen; `onEdited` gets the new revision. */
  accept: (choice: RewriteChoice) => Promise<void>;
  /** Keeps the text as it is. */
  refuse: () => Promise<void>;
  /** Puts a message away. */
  dismiss: () => void;
}

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
  onEdited: (revision: Revision, project: Project) => void,
): RewriteHandle {
  const [plan, setPlan] = useState<RewritePlan | null>(null);
  const [view, setView] = useState<RewriteView>({ step: "idle" });
  const latest = useRef(onEdited);
  latest.current = onEdited;
  const isBusy = useRef(false);
  /** The start that is without an answer: the same request goes with the same key. */
  const intent = useRef<{ request: string; key: string } | null>(null);

  const readPlan = useCallback(
    async (signal?: AbortSignal): Promise<void> => {
      if (projectId === null) return;
      try {
        const read = await api.projects.getRewritePlan({ projectId }, signal ? { signal } : {});
        if (signal?.aborted) return;
        setPlan(read);
        const { open } = read;
        if (open) setView((before) => (isBusy.current && before.step !== "idle" ? before : viewOf(open)));
        else setView((before) => (before.step === "offered" && !isBusy.current ? { step: "idle" } : before));
      } catch {
        // Without a price there is nothing to offer; the next edit reads it again.
      }
    },
    [projectId],
  );

  useEffect(() => {
    setPlan(null);
    setView({ step: "idle" });
    intent.current = null;
    const control = new AbortController();
    void readPlan(control.signal);
    return () => control.abort();
  }, [readPlan]);

  const version = `${shown.number}.${shown.edits}`;
  const readFor = useRef(version);
  useEffect(() => {
    if (readFor.current === version) return;
    const control = new AbortController();
    const timer = setTimeout(() => {
      readFor.current = version;
      void readPlan(control.signal);
    }, settleMs);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [version, readPlan]);

  /** Money and price are others by now. */
  const settle = useCallback((): void => {
    invalidate("coins");
    void readPlan();
  }, [readPlan]);

  const workingId = view.step === "working" ? view.id : null;
  useEffect(() => {
    if (workingId === null) return;
    const control = new AbortController();
    let looks = 0;
    let timer: ReturnType<typeof setTimeout>;
    const look = async (): Promise<void> => {
      try {
        const { rewrite } = await api.projects.getRewrite({ rewriteId: workingId }, { signal: control.signal });
        if (control.signal.aborted) return;
        const next = viewOf(rewrite);
        if (next.step !== "working") {
          setView(next);
          return settle();
        }
      } catch (cause) {
        if (control.signal.aborted) return;
        // Without a connection the next look may find it; what is gone is gone.
        if (failureOf(cause).status === 404) return setView({ step: "idle" });
      }
      later();
    };
    const later = (): void => {
      timer = setTimeout(() => void look(), lookMs[Math.min(looks, lookMs.length - 1)]);
      looks += 1;
    };
    later();
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [workingId, settle]);

  /** One action at a time: a second click while the first is under way does nothing. */
  const alone = useCallback(async (work: () => Promise<void>): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await work();
    } finally {
      isBusy.current = false;
    }
  }, []);

  const price = plan?.coins ?? 0;
  const start = useCallback<RewriteHandle["start"]>(
    (section, wish, { number, edits }) =>
      alone(async () => {
        if (projectId === null) return;
        const wanted = { projectId, revision: number, edits, section, wish, coins: price };
        const request = JSON.stringify(wanted);
        const { key } = (intent.current =
          intent.current?.request === request ? intent.current : { request, key: newId() });
        setView({ step: "working", id: null, section, wish, coins: price, isCancelling: false });
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
          if (error.status === 409) void readPlan();
        }
      }),
    [alone, projectId, price, readPlan],
  );

  const cancel = useCallback(
    () =>
      alone(async () => {
        if (view.step !== "working" || view.id === null) return;
        setView({ ...view, isCancelling: true });
        try {
          setView(viewOf((await api.projects.cancelRewrite({ rewriteId: view.id })).rewrite));
          settle();
        } catch {
          setView({ ...view, isCancelling: false });
        }
      }),
    [alone, settle, view],
  );

  /** Sends the person's answer; a refusal stays beside the offer, read again where the text has changed. */
  const answer = useCallback(
    (send: (rewriteId: string) => Promise<void>) =>
      alone(async () => {
        if (view.step !== "offered") return;
        setView({ ...view, isAnswering: true, error: null });
        try {
          await send(view.rewrite.id);
          setView({ step: "idle" });
          void readPlan();
        } catch (cause) {
          const error = failureOf(cause);
          const now =
            error.status === 409
              ? await api.projects.getRewrite({ rewriteId: view.rewrite.id }).catch(() => null)
              : null;
          const next = now ? viewOf(now.rewrite) : { ...view, isAnswering: false };
          setView(next.step === "offered" ? { ...next, error } : next);
        }
      }),
    [alone, readPlan, view],
  );
  const accept = useCallback<RewriteHandle["accept"]>(
    (choice) =>
      answer(async (rewriteId) => {
        const { revision, project } = await api.projects.acceptRewrite({ rewriteId, choice });
        latest.current(revision, project);
      }),
    [answer],
  );
  const refuse = useCallback(
    () => answer(async (rewriteId) => void (await api.projects.refuseRewrite({ rewriteId }))),
    [answer],
  );
  const dismiss = useCallback(
    () => setView((before) => (["working", "offered"].includes(before.step) ? before : { step: "idle" })),
    [],
  );
  return { plan, view, start, cancel, accept, refuse, dismiss };
}
