import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { paths } from "#src/ui/client/paths.ts";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { type LeadSearch, leadSearch } from "./leadSearch.ts";

/** Which lead the panel shows: an id, `new`, or none. */
export type OpenLead = string | undefined;

export interface LeadAddress {
  search: LeadSearch;
  /** True while the list of messages is shown in place of the leads. */
  isOutreach: boolean;
  open: OpenLead;
  /** Narrows or sorts; `replace` where each key would be a step back. */
  narrow: (next: LeadSearch, options?: { replace?: boolean }) => void;
  /** Opens a lead beside the list. */
  openLead: (id: string) => void;
  /** Closes that lead; another one that was opened meanwhile stays. */
  closeLead: (id: string) => void;
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
  const open = typeof raw["lead"] === "string" && raw["lead"] !== "" ? raw["lead"] : undefined;
  const narrow = useCallback(
    (next: LeadSearch, { replace = false }: { replace?: boolean } = {}): void => {
      // A panel stays open while the list behind it changes.
      const rest = open === undefined ? {} : { lead: open };
      void navigate({ to: paths.leads, search: { ...leadSearch.write(next), ...rest }, replace, resetScroll: false });
    },
    [navigate, open],
  );
  const openLead = useCallback(
    (id: string): void => void navigate({ to: paths.leads, search: { ...raw, lead: id }, resetScroll: false }),
    [navigate, raw],
  );
  const router = useRouter();
  const closeLead = useCallback(
    (id: string): void => {
      // As the address is now: whoever closes may have waited for the server.
      const { lead, ...rest }: Record<string, unknown> = router.latestLocation.search;
      if (lead === id) void navigate({ to: paths.leads, search: rest, resetScroll: false });
    },
    [navigate, router],
  );
  return { search, isOutreach, open, narrow, openLead, closeLead };
}
