import { useThunkDispatch } from "#src/kit/dispatch.ts";
import { type Place, placesOf } from "#src/kit/bulkListStore.ts";
import type { ListState } from "#src/kit/listStore.ts";
import { useTranslation } from "#src/shell/i18n/index.ts";
import { toast } from "#src/shell/ui/toastStore.ts";
import { useStore } from "react-redux";
import { useRef } from "react";
import type { Lead, LeadChanges } from "../contract.ts";
import { type LeadsRoot, type LeadUpdate, leads as leadsStore, selectLeads } from "./store.ts";

/** Leads that one request may change, as the contract has it; a test holds it against that. */
export const bulkLimit = 500;

function chunksOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / bulkLimit) }, (_, at) =>
    all.slice(at * bulkLimit, (at + 1) * bulkLimit),
  );
}

/** The fields of a lead as they are, to set them back. */
function before(lead: Lead, fields: LeadChanges): LeadChanges {
  return Object.fromEntries(Object.entries(lead).filter(([name]) => Object.hasOwn(fields, name)));
}

export interface LeadActions {
  /** Changes several; `change` answers undefined for a lead that stays as it is. */
  change: (some: readonly Lead[], change: (lead: Lead) => LeadChanges | undefined) => Promise<void>;
  /** @returns whether they are gone */
  remove: (some: readonly Lead[]) => Promise<boolean>;
}

/**
 * What is done to leads from the page: at once in the list, with a way back in the toast.
 * @param onChanged told after each change that the server has taken
 */
export function useLeadActions(onChanged: () => void): LeadActions {
  const { t } = useTranslation(["leads", "common"]);
  const dispatch = useThunkDispatch();
  const store = useStore<LeadsRoot>();
  const told = useRef(onChanged);
  told.current = onChanged;

  /** Runs chunk after chunk; what was refused is said, and what came before it stays. */
  const run = async <T>(all: readonly T[], call: (chunk: T[]) => Promise<unknown>, failed: string): Promise<number> => {
    let done = 0;
    try {
      for (const chunk of chunksOf(all)) {
        await call(chunk);
        done += chunk.length;
      }
    } catch (cause) {
      const gotNoAnswer = typeof cause === "object" && cause !== null && "status" in cause && cause.status === 0;
      const isOffline = gotNoAnswer || !navigator.onLine;
      toast({ tone: "danger", title: t(failed), text: t(isOffline ? "failed.offline" : "failed.text") });
    }
    if (done > 0) told.current();
    return done;
  };
  const update = (updates: readonly LeadUpdate[]): Promise<number> =>
    run(updates, (chunk) => dispatch(leadsStore.updateMany(chunk)).unwrap(), "failed.update");

  const undoChange = async (updates: readonly LeadUpdate[]): Promise<void> => {
    const count = await update(updates);
    if (count === updates.length) toast({ title: t("done.undone", { count }) });
  };
  const change: LeadActions["change"] = async (some, changeOf) => {
    const pairs = some.flatMap((lead) => {
      const fields = changeOf(lead);
      return fields ? [{ lead, fields }] : [];
    });
    const updates = pairs.map(({ lead, fields }) => ({ id: lead.id, fields }));
    const back = pairs.map(({ lead, fields }) => ({ id: lead.id, fields: before(lead, fields) }));
    const count = await update(updates);
    if (count < updates.length) return;
    if (count === 0) toast({ tone: "info", title: t("done.same") });
    else {
      toast({
        title: t("done.changed", { count }),
        action: { label: t("common:action.undo"), run: () => void undoChange(back) },
      });
    }
  };

  const restore = async (places: readonly Place[]): Promise<void> => {
    const count = await run(places, (chunk) => dispatch(leadsStore.restoreMany(chunk)).unwrap(), "failed.restore");
    if (count === places.length) toast({ title: t("done.restored", { count }) });
  };
  const remove: LeadActions["remove"] = async (some) => {
    const ids = some.map(({ id }) => id);
    const state: ListState<Lead> = selectLeads(store.getState());
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
    const count = await run(ids, call, "failed.delete");
    if (count < ids.length) return false;
    toast({
      title: count === 1 && only ? t("done.deletedOne", { name: only.name }) : t("done.deleted", { count }),
      action: { label: t("common:action.undo"), run: () => void restore(places) },
    });
    return true;
  };
  return { change, remove };
}
