import { isDeepStrictEqual } from "node:util";
import type { Effects, Revision } from "#src/platform/effect.ts";
import type { Db } from "#src/platform/tables.ts";
import type { ProposalRow, SinceApplied } from "../contract.ts";
import { itemsOfEntries, withEdits } from "../rules.ts";
import { normalizedValue } from "./proposalEdits.ts";
import { type StoredProposal, toProposalRow } from "./proposalRows.ts";
import { runsOf } from "./repository.ts";

type Payload = Record<string, unknown>;

/** Date and time fields of a record; they change together or not at all. */
const timeFields = new Set(["start", "end", "allDay", "timeZone", "plannedAt"]);
/** One name for what areas call differently. */
const sharedNames: Record<string, string> = {
  name: "title",
  subject: "title",
  brief: "text",
  notes: "text",
  message: "text",
};

/** A part of a suggestion that changes as a whole: `at`, `title`, `text`, or the field itself. */
export const unitOf = (field: string): string => (timeFields.has(field) ? "at" : (sharedNames[field] ?? field));

/** An applied proposal beside its record, and what the edited document would make of it. */
export interface Compared {
  stored: StoredProposal;
  revision: Revision;
  record: { fields: Payload; isFinal: boolean } | null;
  /** New values of the record; null when it should be removed. */
  newer: Payload | null;
  /** The payload behind it, as it would be applied. */
  effective: ProposalRow["payload"];
  /** Parts that the person changed in the record, and parts that the document changed. */
  own: Set<string>;
  changed: Set<string>;
}

/** How the area updates a record; null where nothing is offered: records of the person's own, and projects. */
const revisionOf = ({ kind, isOlder }: StoredProposal, effects: Effects): Revision | null =>
  isOlder === true ? null : (effects[kind].revision ?? null);

function parsed({ kind }: StoredProposal, payload: Payload, effects: Effects): Payload {
  const { success, data } = effects[kind].schema.safeParse(payload);
  return success ? (data as Payload) : payload;
}

const differing = (fields: readonly string[], a: Payload, b: Payload): Set<string> =>
  new Set(
    fields.filter((field) => !isDeepStrictEqual(normalizedValue(a[field]), normalizedValue(b[field]))).map(unitOf),
  );

/** Applied proposals that an edit has touched, grouped as suggestions: a content item with its entry. */
export async function compare(
  userId: string,
  all: readonly StoredProposal[],
  effects: Effects,
  db: Db,
): Promise<Compared[][]> {
  const itemOf = itemsOfEntries(all.map((one) => ({ ...one, payload: one.proposed })));
  const touched = new Set(all.flatMap(({ key, newer, isGone }) => (newer || isGone ? [itemOf.get(key) ?? key] : [])));
  if (touched.size === 0) return [];
  const effective = new Map(
    withEdits(
      all.map((one) => ({ ...one, payload: (one.newer?.payload ?? one.proposed) as ProposalRow["payload"] })),
    ).map(({ key, payload }) => [key, payload]),
  );
  const compared: Compared[] = [];
  for (const stored of all) {
    if (!touched.has(itemOf.get(stored.key) ?? stored.key)) continue;
    const revision = revisionOf(stored, effects);
    if (revision === null || stored.state !== "applied" || stored.recordId === null) continue;
    const record = await revision.read(userId, stored.recordId, db);
    const applied = parsed(stored, stored.payload, effects);
    const offer = effective.get(stored.key) ?? stored.payload;
    const newer = stored.isGone ? null : parsed(stored, offer, effects);
    const fields = revision.fields(stored.payload);
    compared.push({
      stored,
      revision,
      record,
      newer,
      effective: offer,
      own: record === null ? new Set() : differing(fields, record.fields, applied),
      changed: newer === null ? new Set() : differing(fields, newer, applied),
    });
  }
  return [...Map.groupBy(compared, ({ stored: { key } }) => itemOf.get(key) ?? key).values()];
}

/** Parts of a suggestion that both the person and the document changed. */
export function conflictsOf(group: readonly Compared[]): string[] {
  const own = new Set(group.flatMap((one) => [...one.own]));
  return [...new Set(group.flatMap(({ changed }) => [...changed]))].filter((unit) => own.has(unit));
}

export function recordState(group: readonly Compared[]): SinceApplied["record"] {
  if (group.some(({ record }) => record?.isFinal)) return "final";
  if (group.some(({ record }) => record === null)) return "deleted";
  return group.some(({ own }) => own.size > 0) ? "changed" : "same";
}

/**
 * Proposals of a run as shown to their owner; those that an edit of the document affected include the newer payload.
 */
export async function visibleProposals(
  userId: string,
  runId: string,
  effects: Effects,
  db: Db,
): Promise<ProposalRow[]> {
  const all = await runsOf(userId, db).proposals(runId);
  const newer = new Map<string, SinceApplied>();
  for (const group of await compare(userId, all, effects, db)) {
    const [record, kept] = [recordState(group), conflictsOf(group)];
    for (const one of group) {
      if (one.newer !== null && one.changed.size === 0) continue;
      const payload = one.newer === null ? {} : { payload: one.newer as ProposalRow["payload"] };
      newer.set(one.stored.key, { ...payload, record, kept });
    }
  }
  return all.map((stored) => {
    const since = newer.get(stored.key);
    return { ...toProposalRow(stored), ...(since ? { newer: since } : {}) };
  });
}
