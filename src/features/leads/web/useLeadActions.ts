import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { type ListPosition, placesOf } from "#src/ui/data/bulkListStore.ts";
import type { ListState } from "#src/ui/data/listStore.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { toast } from "#src/ui/toastStore.ts";
import { useCallback, useMemo, useRef, useState } from "react";
import { useStore } from "react-redux";
import { api } from "#src/ui/client/api.ts";
import { codeOf } from "#src/ui/client/toastFailure.ts";
import { queryClient } from "#src/ui/data/queryClient.ts";
import type { Lead, LeadChanges, LeadRow, LeadStage } from "../contract.ts";
import { recordsOf } from "./leadRecords.ts";
import { type LeadsRoot, leads as leadsStore, selectLeads } from "./store.ts";

/** Leads that one request may change, as the contract has it; a test holds it against that. */
export const bulkLimit = 500;

function chunksOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / bulkLimit) }, (_, at) =>
    all.slice(at * bulkLimit, (at + 1) * bulkLimit),
  );
}

/** The fields of a lead as they are, to set them back. */
function before(lead: LeadRow, fields: LeadChanges): LeadChanges {
  return Object.fromEntries(Object.entries(lead).filter(([name]) => Object.hasOwn(fields, name)));
}

/** What a lead is to become; undefined for one that stays as it is. */
type ChangeOf = (lead: LeadRow) => LeadChanges | undefined;

/** A lead as it was seen, and the fields that change. */
interface Step {
  lead: LeadRow;
  fields: LeadChanges;
}

function stepsOf(some: readonly LeadRow[], changeOf: ChangeOf): Step[] {
  return some.flatMap((lead) => {
    const fields = changeOf(lead);
    return fields ? [{ lead, fields }] : [];
  });
}

/** What undoes a step on a lead that was changed since: its own tags go, and a field that has another value stays. */
function backOf(now: LeadRow, { lead, fields }: Step): LeadChanges | undefined {
  const { tags: made = [], ...others } = fields;
  const tags = now.tags.filter((tag) => lead.tags.includes(tag) || !made.includes(tag));
  const own = Object.entries(others).filter(([name, value]) => Reflect.get(now, name) === value);
  const back = {
    ...before(lead, Object.fromEntries(own)),
    ...(tags.length < now.tags.length ? { tags } : {}),
  };
  return Object.keys(back).length > 0 ? back : undefined;
}

/** What became of an edit in place. `stale`: somebody changed the field since; the record was read again. */
export type EditResult = "saved" | "stale" | "gone" | "failed";

export interface LeadActions {
  /** Leads changed one by one on this page, newest state each: boards show them in their columns at once. */
  touched: ReadonlyMap<string, LeadRow>;
  /**
   * Changes one lead in place: at once, and back when it is refused.
   * @param was the fields as the person saw them
   */
  edit: (lead: LeadRow, fields: LeadChanges, was: LeadChanges) => Promise<EditResult>;
  /** As `edit`; a refusal is a toast. */
  editCell: (lead: LeadRow, fields: LeadChanges, was: LeadChanges) => Promise<EditResult>;
  /** To another stage, with a way back in the toast. @returns whether the server took it */
  move: (lead: LeadRow, stage: LeadStage) => Promise<boolean>;
  /** Changes several; `change` answers undefined for a lead that stays as it is. */
  change: (some: readonly LeadRow[], change: ChangeOf) => Promise<void>;
  /** @returns whether they are gone */
  remove: (some: readonly LeadRow[]) => Promise<boolean>;
}

/** A record as it is cached. */
export const recordKey = (id: string) => ["lead", id] as const;

/** Lays changes over the cached record, where there is one. */
function patchRecord(id: string, fields: object): void {
  queryClient.setQueryData<{ lead: Lead }>(recordKey(id), (now) => now && { lead: { ...now.lead, ...fields } });
}

const failedKeys = { stale: "failed.stale", gone: "failed.gone", failed: "failed.text" } as const;

/** What is done to leads from the page: at once in the list, with a way back in the toast. */
export function useLeadActions(): LeadActions {
  const { t } = useTranslation(["leads", "common"]);
  const dispatch = useThunkDispatch();
  const store = useStore<LeadsRoot>();
  const [touched, setTouched] = useState<ReadonlyMap<string, LeadRow>>(new Map());
  const calls = useRef(new Map<string, number>());

  const edit = useCallback<LeadActions["edit"]>(
    async (lead, fields, was) => {
      const { id } = lead;
      const touch = (next: LeadRow): void => setTouched((now) => new Map(now).set(id, next));
      const turn = (calls.current.get(id) ?? 0) + 1;
      calls.current.set(id, turn);
      // Only the newest edit of a lead says how it stands.
      const isNewest = (): boolean => calls.current.get(id) === turn;
      touch({ ...lead, ...(fields as Partial<LeadRow>) });
      patchRecord(id, fields);
      try {
        const updated = await dispatch(leadsStore.update({ id, fields, was })).unwrap();
        if (isNewest()) {
          touch(updated);
          patchRecord(id, updated);
        }
        return "saved";
      } catch (cause) {
        if (isNewest()) {
          touch(lead);
          patchRecord(id, was);
        }
        const code = codeOf(cause);
        if (code !== "leads.stale") return code === "notFound" ? "gone" : "failed";
        const now = await api.leads.getLead({ id }).catch(() => undefined);
        if (now && isNewest()) {
          touch(now.lead);
          patchRecord(id, now.lead);
          if (selectLeads(store.getState()).serverItems?.some((item) => item.id === id))
            dispatch(leadsStore.put(now.lead));
        }
        return "stale";
      }
    },
    [dispatch, store],
  );
  const editCell = useCallback<LeadActions["editCell"]>(
    async (lead, fields, was) => {
      const result = await edit(lead, fields, was);
      if (result !== "saved")
        toast({
          tone: "danger",
          title: t("failed.update"),
          text: t(result === "failed" && !navigator.onLine ? "failed.offline" : failedKeys[result]),
        });
      return result;
    },
    [edit, t],
  );
  const move = useCallback<LeadActions["move"]>(
    async (lead, stage) => {
      if (stage === lead.stage) return true;
      if ((await editCell(lead, { stage }, { stage: lead.stage })) !== "saved") return false;
      const undo = (): void => void editCell({ ...lead, stage }, { stage: lead.stage }, { stage });
      toast({
        title: t("done.moved", { name: lead.name, stage: t(`stage.${stage}`) }),
        action: { label: t("common:action.undo"), run: undo },
      });
      return true;
    },
    [editCell, t],
  );

  /**
   * Runs chunk after chunk until one is refused. What came before it stays; that nothing was done is said.
   * @param again what tries it once more, where the page itself no longer offers it
   * @returns how many were done
   */
  const run = async <T>(
    all: readonly T[],
    call: (chunk: T[]) => Promise<unknown>,
    failed: string,
    again?: () => void,
  ): Promise<number> => {
    let done = 0;
    try {
      for (const chunk of chunksOf(all)) {
        await call(chunk);
        done += chunk.length;
      }
    } catch (cause) {
      const gotNoAnswer = typeof cause === "object" && cause !== null && "status" in cause && cause.status === 0;
      const isOffline = gotNoAnswer || !navigator.onLine;
      if (done === 0) {
        const text = t(isOffline ? "failed.offline" : "failed.text");
        toast({ tone: "danger", title: t(failed), text, ...withAction("retry", again) });
      }
    }
    return done;
  };
  const withAction = (name: "retry" | "undo", act: (() => void) | undefined) =>
    act ? { action: { label: t(`common:action.${name}`), run: act } } : {};
  /** Says how many were done, and how many of those that were wanted were not. */
  const tell = (key: string, done: number, wanted: number, more: object): void => {
    if (done === 0) return;
    const rest = wanted - done;
    toast({
      title: t(key, { count: done }),
      ...(rest > 0 ? { tone: "danger", text: t("failed.rest", { count: rest }) } : {}),
      ...more,
    });
  };
  /** Leads that were changed elsewhere are read again; what is then to be changed is sent once more. */
  const send = async (steps: readonly Step[], changeOf: ChangeOf): Promise<readonly Step[]> => {
    const call = (some: readonly Step[]): Promise<unknown> =>
      dispatch(
        leadsStore.updateMany(some.map(({ lead, fields }) => ({ id: lead.id, fields, was: before(lead, fields) }))),
      ).unwrap();
    try {
      await call(steps);
      return steps;
    } catch (cause) {
      if (codeOf(cause) !== "leads.stale") throw cause;
      const newer = stepsOf(await recordsOf(steps.map(({ lead }) => lead)), changeOf);
      if (newer.length > 0) await call(newer);
      return newer;
    }
  };
  const tellSame = (): void => toast({ tone: "info", title: t("done.same") });
  /** @returns the steps as they were made, and those that were not sent */
  const update = async (
    steps: readonly Step[],
    changeOf: ChangeOf,
    again?: () => void,
  ): Promise<{ made: Step[]; rest: readonly Step[] }> => {
    const made: Step[] = [];
    const sent = await run(steps, async (chunk) => made.push(...(await send(chunk, changeOf))), "failed.update", again);
    if (sent === steps.length && made.length === 0) tellSame();
    return { made, rest: steps.slice(sent) };
  };

  const undoChange = async (steps: readonly Step[]): Promise<void> => {
    const known = new Map(steps.map((step) => [step.lead.id, step]));
    const { made, rest } = await update(
      steps.map(({ lead, fields }) => ({
        lead: { ...lead, ...(fields as Partial<LeadRow>) },
        fields: before(lead, fields),
      })),
      (now) => {
        const step = known.get(now.id);
        return step && backOf(now, step);
      },
      () => void undoChange(steps),
    );
    const left = steps.slice(steps.length - rest.length);
    const retry = left.length > 0 ? withAction("retry", () => void undoChange(left)) : {};
    tell("done.undone", made.length, made.length + left.length, retry);
  };
  const change: LeadActions["change"] = async (some, changeOf) => {
    const steps = stepsOf(some, changeOf);
    if (steps.length === 0) return tellSame();
    const { made, rest } = await update(steps, changeOf);
    tell(
      "done.changed",
      made.length,
      made.length + rest.length,
      withAction("undo", () => void undoChange(made)),
    );
  };

  const restore = async (places: readonly ListPosition[]): Promise<void> => {
    const done = await run(
      places,
      (chunk) => dispatch(leadsStore.restoreMany(chunk)).unwrap(),
      "failed.restore",
      () => void restore(places),
    );
    const rest = places.slice(done);
    tell("done.restored", done, places.length, rest.length > 0 ? withAction("retry", () => void restore(rest)) : {});
  };
  const remove: LeadActions["remove"] = async (some) => {
    const ids = some.map(({ id }) => id);
    const state: ListState<LeadRow> = selectLeads(store.getState());
    const known = placesOf(state, new Set(ids));
    const listed = new Set(known.map(({ id }) => id));
    // A lead that the list does not show comes back to its front.
    const places = [...ids.filter((id) => !listed.has(id)).map((id) => ({ id, at: 0 })), ...known];
    const [only] = some;
    const call = (chunk: string[]): Promise<unknown> => {
      const [one] = chunk;
      return one !== undefined && chunk.length === 1
        ? dispatch(leadsStore.remove({ id: one })).unwrap()
        : dispatch(leadsStore.removeMany(chunk)).unwrap();
    };
    const done = await run(ids, call, "failed.delete");
    const gone = new Set(ids.slice(0, done));
    const undo = withAction("undo", () => void restore(places.filter(({ id }) => gone.has(id))));
    if (only && done === 1 && ids.length === 1) toast({ title: t("done.deletedOne", { name: only.name }), ...undo });
    else tell("done.deleted", done, ids.length, undo);
    return done === ids.length;
  };
  const latest = useRef({ change, remove });
  latest.current = { change, remove };
  return useMemo(
    () => ({
      touched,
      edit,
      editCell,
      move,
      change: (some, changeOf) => latest.current.change(some, changeOf),
      remove: (some) => latest.current.remove(some),
    }),
    [touched, edit, editCell, move],
  );
}
