import type { Proposal } from "#src/features/documents/document.ts";
import type { ProposalRow } from "../contract.ts";

type Linked = Pick<ProposalRow, "key" | "requires">;

/**
 * Ticks after one was changed: a proposal brings what it requires, and what requires it goes with it.
 * Never changes the given set.
 */
export function withTick(
  proposals: readonly Linked[],
  ticked: ReadonlySet<string>,
  keys: readonly string[],
  isOn: boolean,
): Set<string> {
  const next = new Set(ticked);
  const byKey = new Map(proposals.map((proposal) => [proposal.key, proposal]));
  const open = [...keys];
  const seen = new Set<string>();
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const proposal = byKey.get(key);
    if (proposal === undefined || seen.has(key)) continue;
    seen.add(key);
    if (isOn) {
      next.add(key);
      open.push(...proposal.requires);
    } else {
      next.delete(key);
      for (const other of proposals) if (other.requires.includes(key)) open.push(other.key);
    }
  }
  return next;
}

/** What a row of a proposal shows; every part comes from outside and may be missing. */
export interface ProposalWords {
  title: string;
  /** ISO instant, empty when it has no date. */
  at: string;
  /** First code of the calendar family, `3000`. */
  family: string | null;
  platform: string;
  contentType: number | null;
  kind: string;
}

/** The first of these fields that holds words; empty without one. */
export const textAt = (payload: Record<string, unknown>, ...names: string[]): string => {
  for (const name of names) {
    const value = payload[name];
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return "";
};

export function proposalWords({ kind, payload, key }: Pick<Proposal, "kind" | "payload" | "key">): ProposalWords {
  const type = textAt(payload, "type");
  return {
    title: textAt(payload, "title", "name", "subject") || key,
    at: textAt(payload, "start", "plannedAt", "date"),
    family: kind === "calendarEntry" && /^[1-8]\d{3}$/.test(type) ? `${type.slice(0, 1)}000` : null,
    platform: textAt(payload, "platform"),
    contentType: typeof payload["contentType"] === "number" ? payload["contentType"] : null,
    kind: textAt(payload, "kind"),
  };
}
