import type { ComponentType } from "react";
import type { Lead, LeadRow } from "../contract.ts";
import { LeadForm } from "./LeadForm.tsx";
import { LeadRecord } from "./LeadRecord.tsx";
import type { LeadActions } from "./useLeadActions.ts";

export interface LeadPanelProps {
  /** Undefined for a lead that is not there yet. */
  leadId: string | undefined;
  /** What the page shows, in its order; the record steps through it. */
  shown: readonly LeadRow[];
  /** How many the filters find. */
  found: number | undefined;
  actions: LeadActions;
  zone: string;
  /** Which part of the record is open; the first one without a name. */
  part: string | undefined;
  onPart: (part: string) => void;
  onOpen: (id: string) => void;
  onClose: () => void;
  Messages: ComponentType<{ lead: Lead }>;
}

/** One lead beside the list: its record, or the form of a new one. */
export function LeadPanel(props: LeadPanelProps) {
  const { leadId, zone, onClose } = props;
  return leadId === undefined ? <LeadForm zone={zone} onClose={onClose} /> : <LeadRecord {...props} id={leadId} />;
}
