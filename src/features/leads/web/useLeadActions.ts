import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { type ListPosition, placesOf } from "#src/ui/data/bulkListStore.ts";
import type { ListState } from "#src/ui/data/listStore.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { toast } from "#src/ui/toastStore.ts";
import { useStore } from "react-redux";
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

/** What is done to leads from the page: at once in the list, with a way back in the toast. */
export function useLeadActions(): LeadActions {
  const { t } = useTranslation(["leads", "common"]);
  const dispatch = useThunkDispatch();
  const store = useStore<LeadsRoot>();

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
  const update = (updates: readonly LeadUpdate[], again?: () => void): Promise<number> =>
    run(updates, (chunk) => dispatch(leadsStore.updateMany(chunk)).unwrap(), "failed.update", again);

  const undoChange = async (updates: readonly LeadUpdate[]): Promise<void> => {
    const done = await update(updates, () => void undoChange(updates));
    const rest = updates.slice(done);
    tell("done.undone", done, updates.length, rest.length > 0 ? withAction("retry", () => void undoChange(rest)) : {});
  };
  const change: LeadActions["change"] = async (some, changeOf) => {
    const pairs = some.flatMap((lead) => {
      const fields = changeOf(lead);
      return fields ? [{ lead, fields }] : [];
    });
    const updates = pairs.map(({ lead, fields }) => ({ id: lead.id, fields }));
    const back = pairs.map(({ lead, fields }) => ({ id: lead.id, fields: before(lead, fields) }));
    if (updates.length === 0) {
      toast({ tone: "info", title: t("done.same") });
      return;
    }
    const done = await update(updates);
    tell(
      "done.changed",
      done,
      updates.length,
      withAction("undo", () => void undoChange(back.slice(0, done))),
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
    const done = await run(ids, call, "failed.delete");
    const gone = new Set(ids.slice(0, done));
    const undo = withAction("undo", () => void restore(places.filter(({ id }) => gone.has(id))));
    if (only && done === 1 && ids.length === 1) toast({ title: t("done.deletedOne", { name: only.name }), ...undo });
    else tell("done.deleted", done, ids.length, undo);
    return done === ids.length;
  };
  return { change, remove };
}
