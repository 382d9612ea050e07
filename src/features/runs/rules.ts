import { longestNotes } from "#src/features/calendar/rules.ts";
import type { ProposalEdit, ProposalRow, Run } from "./contract.ts";

/** Whether a run brought a result that the person has returned. */
export const isReturned = ({ status, coinsState }: Pick<Run, "status" | "coinsState">): boolean =>
  status === "succeeded" && coinsState === "released";

/** Event streams that one person may have open at a process. */
export const maxStreams = 10;
/** Of these, at one run: three pages may follow it. */
export const maxStreamsPerRun = 3;

type Payload = ProposalRow["payload"];
type Part = Pick<ProposalRow, "key" | "kind"> & { payload: Payload };

/** Characters of an entry's title. */
const longestTitle = 300;

/**
 * Content items that come with a calendar entry of their own: both are one suggestion and change together.
 * @returns the key of the item by the key of its entry; further entries of an item stand for themselves
 */
export function itemsOfEntries(proposals: readonly Part[]): Map<string, string> {
  const items = new Set(proposals.flatMap(({ kind, key }) => (kind === "outcome" ? [key] : [])));
  const taken = new Set<string>();
  const itemOf = new Map<string, string>();
  for (const { kind, key, payload } of proposals) {
    const item = kind === "calendarEntry" ? payload["outcomeKey"] : undefined;
    if (typeof item !== "string" || !items.has(item) || taken.has(item)) continue;
    taken.add(item);
    itemOf.set(key, item);
  }
  return itemOf;
}

/** Whether the text of a suggestion goes into a content item that the person had before, which keeps date and title. */
const isTextOfOwnItem = ({ kind, payload }: Part): boolean => kind === "outcome" && payload["outcomeId"] !== undefined;

/**
 * What of a proposal a person may change before it is applied; the rest is fixed by its area.
 * @param hasEntry of a content item: its calendar entry is proposed with it
 */
export function editableFields(part: Part, hasEntry: boolean): readonly (keyof ProposalEdit)[] {
  switch (part.kind) {
    case "outcome":
      if (isTextOfOwnItem(part)) return ["text"];
      return ["at", "title", "text", "platform", "contentType", ...(hasEntry ? (["minutes"] as const) : [])];
    case "calendarEntry":
      return part.payload["allDay"] === true ? ["title", "text"] : ["at", "minutes", "title", "text"];
    case "lead":
    case "insight":
      return ["title", "text"];
    default:
      return [];
  }
}

/** Names of the payload's fields that stand for a person's words, by kind. */
const wordFields = {
  calendarEntry: { title: "title", text: "notes" },
  outcome: { title: "title", text: "brief" },
  lead: { title: "name", text: "notes" },
  insight: { title: "subject", text: "message" },
  project: { title: "name", text: "notes" },
} as const;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Start and end of an entry that is moved or has another length. */
function timesOf({ start, end }: Payload, { at, minutes }: ProposalEdit): Payload {
  const from = Date.parse(at ?? textOf(start));
  const length = minutes === undefined ? Date.parse(textOf(end)) - Date.parse(textOf(start)) : minutes * 60_000;
  if (Number.isNaN(from + length)) return {};
  return { start: new Date(from).toISOString(), end: new Date(from + Math.max(0, length)).toISOString() };
}

/** A proposal as the person changed it. What the change does not name stays. */
function withOwnEdit({ kind, payload }: Part, edit: ProposalEdit): Payload {
  const { title, text } = wordFields[kind];
  return {
    ...payload,
    ...(edit.title === undefined ? {} : { [title]: edit.title }),
    ...(edit.text === undefined ? {} : { [text]: edit.text }),
    ...(kind === "calendarEntry" && (edit.at ?? edit.minutes) !== undefined ? timesOf(payload, edit) : {}),
    ...(kind === "outcome" && edit.at !== undefined ? { plannedAt: new Date(edit.at).toISOString() } : {}),
    ...(kind === "outcome" && edit.platform !== undefined
      ? { platform: edit.platform, contentType: edit.contentType ?? null }
      : {}),
  };
}

/** The entry of a content item after the item was changed: at its time, with its title behind the name of its network. */
function withEditOfItem(entry: Payload, item: Payload, edit: ProposalEdit): Payload {
  const [before, proposed] = [textOf(entry["title"]), textOf(item["title"])];
  const lead = proposed !== "" && before.endsWith(proposed) ? before.slice(0, before.length - proposed.length) : "";
  const network = edit.platform !== undefined && lead === `${textOf(item["platform"])}: ` ? `${edit.platform}: ` : lead;
  const title = edit.title ?? (network === lead ? undefined : proposed);
  return {
    ...entry,
    ...((edit.at ?? edit.minutes) === undefined ? {} : timesOf(entry, edit)),
    ...(title === undefined ? {} : { title: network.length + title.length > longestTitle ? title : network + title }),
    ...(edit.text === undefined ? {} : { notes: edit.text.slice(0, longestNotes).toWellFormed() }),
  };
}

/**
 * Proposals as their person changed them, in the same order.
 * @param proposals as they were proposed; a change of a content item also stands for its entry
 */
export function withEdits<T extends Part & { changes?: ProposalEdit | undefined }>(proposals: readonly T[]): T[] {
  const itemOf = itemsOfEntries(proposals);
  const byKey = new Map(proposals.map((one) => [one.key, one]));
  return proposals.map((one) => {
    const item = byKey.get(itemOf.get(one.key) ?? "");
    if (item) return item.changes ? { ...one, payload: withEditOfItem(one.payload, item.payload, item.changes) } : one;
    return one.changes ? { ...one, payload: withOwnEdit(one, one.changes) } : one;
  });
}

/** Rewrites of sections that a paid run brings along. */
export const includedRewrites = 5;
/** Characters of what a person wants to have changed. */
export const maxWish = 500;

/** Coins of one more: a tenth of the run's price, rounded up, at least 1. @param runCoins whole coins of the run */
export const rewritePrice = (runCoins: number): number => Math.max(1, Math.ceil(runCoins / 10));
