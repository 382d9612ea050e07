import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { paths } from "#src/ui/client/paths.ts";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { type LeadSearch, leadSearch } from "./leadSearch.ts";

/** Which lead the panel shows: an id, `new`, or none; `import` stands for a table of them. */
export type OpenLead = string | undefined;

export interface LeadAddress {
  search: LeadSearch;
  /** True while the list of messages is shown in place of the leads. */
  isOutreach: boolean;
  open: OpenLead;
  /** Which part of the record is open; undefined for the first. */
  part: string | undefined;
  /** The saved view that was opened, whatever was changed since. */
  saved: string | undefined;
  /** Narrows or sorts; `replace` where each key would be a step back. */
  narrow: (next: LeadSearch, options?: { replace?: boolean }) => void;
  /** Opens a lead beside the list. */
  openLead: (id: string) => void;
  /** Closes that lead; another one that was opened meanwhile stays. */
  closeLead: (id: string) => void;
  openPart: (part: string) => void;
  /** Opens a saved view, or leaves it. */
  openSaved: (id: string | undefined, search: LeadSearch) => void;
}

/** Address of the list with these filters, for links. */
export function hrefOf(search: LeadSearch, more: { lead?: string; view?: string } = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...more, ...leadSearch.write(search) })) query.set(name, String(value));
  return query.size > 0 ? `${paths.leads}?${query}` : paths.leads;
}

/** What the address of the page says, and how to change it. */
export function useLeadAddress(): LeadAddress {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = useSearchParams(leadSearch);
  const isOutreach = raw["view"] === "outreach";
  const textIn = (name: string): string | undefined => {
    const value = raw[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const [open, part, saved] = [textIn("lead"), textIn("part"), textIn("saved")];
  const router = useRouter();
  // As the address is now: whoever acts may have waited for the server.
  const go = useCallback(
    (change: (now: Record<string, unknown>) => Record<string, unknown>, replace = false): void => {
      const now: Record<string, unknown> = router.latestLocation.search;
      void navigate({ to: paths.leads, search: change(now), replace, resetScroll: false });
    },
    [navigate, router],
  );
  const narrow = useCallback(
    (next: LeadSearch, { replace = false }: { replace?: boolean } = {}): void =>
      // A panel stays open while the list behind it changes.
      go((now) => ({ ...leadSearch.write(next), ...beside(now) }), replace),
    [go],
  );
  const openLead = useCallback((id: string): void => go((now) => ({ ...now, lead: id })), [go]);
  const closeLead = useCallback(
    (id: string): void => {
      if (router.latestLocation.search["lead" as never] === id) go(({ lead: _, part: __, ...rest }) => rest);
    },
    [go, router],
  );
  const openPart = useCallback((next: string): void => go((now) => ({ ...now, part: next }), true), [go]);
  const openSaved = useCallback(
    (id: string | undefined, next: LeadSearch): void =>
      go((now) => {
        const { saved: _, ...rest } = beside(now);
        return { ...leadSearch.write(next), ...rest, ...(id === undefined ? {} : { saved: id }) };
      }),
    [go],
  );
  return { search, isOutreach, open, part, saved, narrow, openLead, closeLead, openPart, openSaved };
}

/** What the address holds beside the filters of the list. */
function beside(now: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(now).filter(([name]) => ["lead", "part", "saved"].includes(name)));
}
