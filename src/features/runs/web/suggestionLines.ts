import { takesTime } from "#src/features/calendar/rules.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { addDays, isoWeekOf, mondayOf } from "#src/kit/time/dates.ts";
import type { ProposalEdit, ProposalRow, SinceApplied } from "../contract.ts";
import { editableFields, itemsOfEntries } from "../rules.ts";
import { proposalWords, textAt } from "./proposalTicks.ts";

export const lineKinds = ["content", "entry", "lead", "insight"] as const;
export type LineKind = (typeof lineKinds)[number];

/** One suggestion as the list shows it: a content item together with its calendar entry, or any other proposal. */
export interface SuggestionLine {
  /** Key of the proposal that is changed. */
  key: string;
  /** Keys of all proposals that it stands for. */
  keys: string[];
  kind: LineKind;
  title: string;
  text: string;
  /** ISO instant, empty without a date. */
  at: string;
  /** Length of its calendar entry, null without one. */
  minutes: number | null;
  isAllDay: boolean;
  /** Zone in which it was planned, for whole days. */
  timeZone: string;
  /** First code of the calendar family, `3000`. */
  family: string | null;
  platform: string;
  contentType: number | null;
  /** What the payload calls its kind: `org`, `email`. */
  subkind: string;
  hasEntry: boolean;
  /** The entry takes the person's time. */
  isBusy: boolean;
  isApplied: boolean;
  /** The person had the record before. */
  isOlder: boolean;
  recordId: string | null;
  changes: ProposalEdit | undefined;
  editable: readonly (keyof ProposalEdit)[];
  /** What the edited document offers for an applied one. */
  newer: SinceApplied | undefined;
}

/** Applied lines that the edited document says otherwise by now. */
export const changedLines = (lines: readonly SuggestionLine[]): SuggestionLine[] =>
  lines.filter(({ newer }) => newer !== undefined);

const kindOf = { outcome: "content", calendarEntry: "entry", lead: "lead", insight: "insight" } as const;

const lengthOf = ({ payload }: ProposalRow): number | null => {
  const minutes = (Date.parse(textAt(payload, "end")) - Date.parse(textAt(payload, "start"))) / 60_000;
  return Number.isNaN(minutes) ? null : Math.max(0, Math.round(minutes));
};

/** The offers of an item and of its entry as one; a part that is proposed no more is gone when both are. */
function newerOf(rows: readonly ProposalRow[]): SinceApplied | undefined {
  const offers = rows.flatMap(({ newer }) => newer ?? []);
  const [first] = offers;
  if (!first) return undefined;
  const offered = offers.find(({ payload }) => payload !== undefined) ?? first;
  return { ...offered, kept: [...new Set(offers.flatMap(({ kept }) => kept))] };
}

/** Suggestions of a run in the order of its document, without projects, which are next steps. */
export function linesOf(rows: readonly ProposalRow[]): SuggestionLine[] {
  const itemOf = itemsOfEntries(rows);
  const entryOf = new Map(rows.flatMap((row) => [[itemOf.get(row.key) ?? "", row] as const]));
  return rows.flatMap((row): SuggestionLine[] => {
    if (row.kind === "project" || itemOf.has(row.key)) return [];
    const companion = row.kind === "outcome" ? entryOf.get(row.key) : undefined;
    const parts = companion ? [row, companion] : [row];
    const entry = row.kind === "calendarEntry" ? row : companion;
    const words = proposalWords(row);
    return [
      {
        key: row.key,
        keys: parts.map(({ key }) => key),
        kind: kindOf[row.kind],
        title: words.title,
        text: textAt(row.payload, "brief", "notes", "message"),
        at: words.at,
        minutes: entry ? lengthOf(entry) : null,
        isAllDay: entry?.payload["allDay"] === true,
        timeZone: textAt((entry ?? row).payload, "timeZone") || "UTC",
        family: entry ? proposalWords(entry).family : null,
        platform: words.platform,
        contentType: words.contentType,
        subkind: words.kind || textAt(row.payload, "channel"),
        hasEntry: entry !== undefined,
        isBusy: entry !== undefined && takesTime(textAt(entry.payload, "type"), entry.payload["allDay"] === true),
        isApplied: parts.every(({ state }) => state === "applied"),
        isOlder: row.isOlder === true,
        recordId: row.recordId,
        changes: row.changes,
        editable: parts.some(({ state }) => state === "applied") ? [] : editableFields(row, companion !== undefined),
        newer: newerOf(parts),
      },
    ];
  });
}

/** Lines under one head: a week, or a kind that has no dates. */
export interface LineGroup {
  /** Monday `YYYY-MM-DD`, or the kind. */
  id: string;
  /** ISO 8601; null for lines without dates. */
  week: { number: number; first: string; last: string } | null;
  kind: LineKind | null;
  lines: SuggestionLine[];
}

/** Day of a line on the person's clocks; a whole day is that of the zone it was planned in. */
export const dayOfLine = ({ at, isAllDay, timeZone }: SuggestionLine, zone: string): string =>
  at === "" || Number.isNaN(Date.parse(at)) ? "" : localDateOf(at, isAllDay ? timeZone : zone);

/** A line that is open, with the date it had when it was opened. */
export type HeldLine = Pick<SuggestionLine, "key" | "at">;

/** Monday of the week that a line belongs to, or its kind. @param zone IANA zone of the person */
export function groupOf(line: SuggestionLine, zone: string): string {
  const day = dayOfLine(line, zone);
  return day === "" ? line.kind : mondayOf(day);
}

/**
 * Weeks by date, each by time, then what has no dates by kind.
 * @param zone IANA zone of the person
 * @param held stays at its place while its date is changed
 */
export function groupLines(lines: readonly SuggestionLine[], zone: string, held?: HeldLine): LineGroup[] {
  const atOf = (line: SuggestionLine): string => (line.key === held?.key ? held.at : line.at);
  const idOf = (line: SuggestionLine): string => groupOf({ ...line, at: atOf(line) }, zone);
  const groups = [...Map.groupBy(lines, idOf)].map(([id, all]): LineGroup => {
    const [first] = all;
    if (!first || id === first.kind) return { id, week: null, kind: first?.kind ?? null, lines: all };
    return {
      id,
      week: { number: isoWeekOf(id), first: id, last: addDays(id, 6) },
      kind: null,
      lines: all.toSorted((a, b) => Date.parse(atOf(a)) - Date.parse(atOf(b))),
    };
  });
  const order = (group: LineGroup): string => (group.week ? group.id : `~${lineKinds.indexOf(group.kind ?? "lead")}`);
  return groups.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** The group that is open at first: the week of today, else the next one to come, else the first. */
export function openGroup(groups: readonly LineGroup[], today: string): string | undefined {
  const current = groups.find(({ week }) => week !== null && week.last >= today);
  return (current ?? groups[0])?.id;
}

/** Whether weeks are told with their year: one of them is not of this year, or they are of two. @param today `YYYY-MM-DD` */
export const needsYear = (groups: readonly LineGroup[], today: string): boolean =>
  groups.some(
    ({ week }) => week !== null && [week.first, week.last].some((day) => day.slice(0, 4) !== today.slice(0, 4)),
  );

export interface LineFilter {
  text: string;
  kind: LineKind | "";
  platform: string;
}

export const noFilter: LineFilter = { text: "", kind: "", platform: "" };

export const isFiltered = ({ text, kind, platform }: LineFilter): boolean =>
  text.trim() !== "" || kind !== "" || platform !== "";

export function filterLines(lines: readonly SuggestionLine[], filter: LineFilter): SuggestionLine[] {
  const wanted = filter.text.trim().toLocaleLowerCase();
  return lines.filter(
    ({ kind, platform, title, text }) =>
      (filter.kind === "" || kind === filter.kind) &&
      (filter.platform === "" || platform === filter.platform) &&
      (wanted === "" || `${title}\n${text}`.toLocaleLowerCase().includes(wanted)),
  );
}

/** When something else takes the person's time, milliseconds. */
export interface BusyTime {
  from: number;
  to: number;
  title: string;
}

/** The title of what each line would overlap, by its key; lines that take no time overlap nothing. */
export function conflictsOf(lines: readonly SuggestionLine[], busy: readonly BusyTime[]): Map<string, string> {
  const found = new Map<string, string>();
  if (busy.length === 0) return found;
  for (const { key, at, minutes, isBusy, isApplied } of lines) {
    if (!isBusy || isApplied || minutes === null) continue;
    const from = Date.parse(at);
    const to = from + minutes * 60_000;
    const other = busy.find((time) => time.from < to && from < time.to);
    if (other) found.set(key, other.title);
  }
  return found;
}
