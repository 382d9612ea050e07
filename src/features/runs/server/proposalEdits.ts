import { isDeepStrictEqual } from "node:util";
import { conflict, notFound } from "#src/kit/errors.ts";
import { invalidProposal, type Effects } from "#src/platform/effect.ts";
import type { Db } from "#src/platform/tables.ts";
import type { ProposalChange, ProposalEdit } from "../contract.ts";
import { editableFields, itemsOfEntries, withEdits } from "../rules.ts";
import type { StoredProposal } from "./proposalRows.ts";
import { runsOf } from "./repository.ts";

/** The fields of a change, platform and kind of content as one. */
const parts = [["at"], ["minutes"], ["title"], ["text"], ["platform", "contentType"]] as const;

const pick = (edit: ProposalEdit, fields: readonly (keyof ProposalEdit)[]): ProposalEdit =>
  Object.fromEntries(fields.flatMap((field) => (edit[field] === undefined ? [] : [[field, edit[field]]])));

/** A suggestion as it was proposed, with a change. */
const changed = (group: readonly StoredProposal[], edit: ProposalEdit | undefined) =>
  withEdits(
    group.map(({ key, kind, proposed }, at) => ({
      key,
      kind,
      payload: proposed,
      changes: at === 0 ? edit : undefined,
    })),
  );

/** What of a change says something else than was proposed. */
function effective(group: readonly StoredProposal[], edit: ProposalEdit): ProposalEdit {
  const proposed = changed(group, undefined);
  return Object.assign(
    {},
    ...parts.map((fields): ProposalEdit => {
      const part = pick(edit, fields);
      return Object.keys(part).length === 0 || isSame(changed(group, part), proposed) ? {} : part;
    }),
  ) as ProposalEdit;
}

/** Instants are the same however they are written. */
const isSame = (a: readonly { payload: unknown }[], b: readonly { payload: unknown }[]): boolean =>
  a.every(({ payload }, at) => isDeepStrictEqual(normalizedValue(payload), normalizedValue(b[at]?.payload)));

const isInstant = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** A value without what two ways of writing it differ in: instants as milliseconds, nothing as null. */
export function normalizedValue(value: unknown): unknown {
  if (typeof value === "string") return isInstant.test(value) ? Date.parse(value) : value;
  if (Array.isArray(value)) return value.map(normalizedValue);
  if (typeof value !== "object" || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, normalizedValue(one)]));
}

/**
 * Remembers what a person changed on open proposals; earlier changes of other fields stay. A content item takes its
 * entry along, and a change of that entry is one of its item.
 * @throws ProductError 404, 409 `proposal.applied`, 422 `proposal.invalid` for what the area would not take
 */
export async function saveEdits(
  userId: string,
  runId: string,
  changes: readonly ProposalChange[],
  effects: Effects,
  trx: Db,
): Promise<void> {
  const runs = runsOf(userId, trx);
  const all = await runs.proposals(runId);
  const itemOf = itemsOfEntries(all);
  const entryOf = new Map([...itemOf].map(([entry, item]) => [item, entry]));
  const byKey = new Map(all.map((proposal) => [proposal.key, proposal]));
  for (const { key, changes: edit } of changes) {
    const main = byKey.get(itemOf.get(key) ?? key);
    if (!main) throw notFound("Proposal not found");
    const entry = byKey.get(entryOf.get(main.key) ?? "");
    const group = entry ? [main, entry] : [main];
    if (group.some(({ state }) => state === "applied"))
      throw conflict("proposal.applied", "The proposal is applied; change its record");
    if (edit === null) {
      delete main.changes;
      await runs.saveEdit(runId, main.key, null);
      continue;
    }
    const allowed = editableFields({ ...main, payload: main.proposed }, entry !== undefined);
    const asked = Object.entries(edit).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    if (asked.some((field) => !allowed.some((one) => one === field))) throw invalidProposal();
    const next = effective(group, { ...main.changes, ...edit });
    for (const { kind, payload } of changed(group, next))
      if (!effects[kind].schema.safeParse(payload).success) throw invalidProposal();
    main.changes = next;
    await runs.saveEdit(runId, main.key, Object.keys(next).length === 0 ? null : next);
  }
}
