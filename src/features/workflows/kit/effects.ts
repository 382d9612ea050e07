import { contentMinutes, longestNotes } from "#src/features/calendar/rules.ts";
import type { ContentType } from "#src/features/outcomes/rules.ts";
import type { Proposal } from "#src/features/documents/document.ts";
import { addMinutes, instantOf, localDateOf } from "#src/kit/time/clocks.ts";
import { addDays, weekdayOf } from "#src/kit/time/dates.ts";
import { type HolidayCountry, holidaysOf } from "../domain/holidays.ts";
import { clipped } from "../domain/wording.ts";
import { type WorkflowKey, workflowNameOf } from "../rules.ts";
import type { CommonForm, WorkflowContext } from "../workflow.ts";
import { type Bilingual, type DraftLanguage, half } from "./bilingual.ts";

export interface PlannedEntry {
  /** Four digits, `calendar/rules.ts`. */
  type: string;
  title: string;
  /** `YYYY-MM-DD` and `HH:mm` on the clocks of `timeZone`. */
  date: string;
  time?: string;
  minutes?: number;
  notes?: string;
  timeZone: string;
  /** Keys of suggestions that have to be applied with this one. */
  requires?: readonly string[];
  /** Key of the content item that the entry belongs to. */
  outcomeKey?: string;
  /** Minutes before the start. */
  reminders?: readonly number[];
}

/** Suggests a calendar entry at a wall clock of the person. */
export function entryAt(key: string, entry: PlannedEntry): Proposal {
  const {
    type,
    title,
    date,
    time = "09:00",
    minutes = 30,
    notes = "",
    timeZone,
    requires,
    outcomeKey,
    reminders,
  } = entry;
  return {
    kind: "calendarEntry",
    key,
    ...(requires ? { requires: [...requires] } : {}),
    payload: {
      type,
      title: clipped(title, 160),
      start: instantOf(date, time, timeZone),
      end: instantOf(date, addMinutes(time, minutes), timeZone),
      allDay: false,
      timeZone,
      notes: notes.slice(0, longestNotes).toWellFormed(),
      ...(outcomeKey ? { outcomeKey } : {}),
      ...(reminders ? { reminders: [...reminders] } : {}),
    },
  };
}

export interface PlannedOutcome {
  /** Workflow that would write it, and what it is: see `writerOf`. */
  workflow: string;
  kind: string;
  /** Network and kind of content; neither for what is published on none, such as an email. */
  platform?: string;
  contentType?: number;
  /** What the calendar calls it in front of its title; the network unless given. */
  label?: string;
  title: string;
  brief: string;
  date: string;
  time: string;
  timeZone: string;
  /** Type of the calendar entry that belongs to it. */
  entryType: string;
  status?: "idea" | "planned" | "drafted";
}

/** Suggests a content item of another workflow, together with its calendar entry. */
export function outcomeAt(id: string, outcome: PlannedOutcome): Proposal[] {
  const { date, time, timeZone, entryType, status = "idea", title, brief, label, ...rest } = outcome;
  const key = `outcome:${id}`;
  return [
    {
      kind: "outcome",
      key,
      payload: {
        ...rest,
        title: clipped(title, 280),
        brief: brief.slice(0, longestNotes).toWellFormed(),
        plannedAt: instantOf(date, time, timeZone),
        timeZone,
        status,
      },
    },
    entryAt(`entry:${id}`, {
      type: entryType,
      title: [label ?? outcome.platform, title].filter(Boolean).join(": "),
      date,
      time,
      minutes: contentMinutes,
      notes: brief,
      timeZone,
      requires: [key],
      outcomeKey: key,
    }),
  ];
}

/** Kinds of content that are filmed. */
const filmed: readonly ContentType[] = [2, 20, 40, 41, 42, 50];

/** Workflow that writes a content item of a kind, and the kind's name. */
export function writerOf(platform: string, contentType: ContentType): { workflow: string; kind: string } {
  if (contentType === 100) return { workflow: "blogArticleWriterWorkflow", kind: "article" };
  if (filmed.includes(contentType)) return { workflow: "videoScriptWriterWorkflow", kind: "video" };
  const isLink = platform === "Reddit" && contentType === 10;
  return { workflow: "socialPostWriterWorkflow", kind: isLink ? "link" : "post" };
}

/** The working day at or before a date. @param country whose public holidays are no working days */
export const workday = (date: string, country?: HolidayCountry): string => nearestWorkday(date, -1, country);
/** The working day at or after a date. */
export const nextWorkday = (date: string, country?: HolidayCountry): string => nearestWorkday(date, 1, country);

function nearestWorkday(date: string, step: 1 | -1, country: HolidayCountry | undefined): string {
  const isHoliday = country !== undefined && holidaysOf(country, date, date).length > 0;
  return weekdayOf(date) > 5 || isHoliday ? nearestWorkday(addDays(date, step), step, country) : date;
}

export interface Milestone {
  id: string;
  title: string;
  date: string;
  /** It would have had to be done before today. */
  isLate: boolean;
}

/** Dates of steps, counted back from a deadline to working days. */
export function backPlan(
  deadline: string,
  steps: readonly { id: string; title: Bilingual; daysBefore: number }[],
  context: WorkflowContext,
  language: DraftLanguage,
  country?: HolidayCountry,
): Milestone[] {
  const today = localDateOf(context.now, context.timeZone);
  return steps.map(({ id, title, daysBefore }) => {
    const date = workday(addDays(deadline, -daysBefore), country);
    return { id, title: half(title, language), date, isLate: date < today };
  });
}

/** Most characters of a project's name, and fewest of a title in a form. */
const [longestName, shortestName] = [120, 3];

/**
 * Suggests to go on in another workflow: a project whose form is filled in from this document. What stays open is left
 * out, so that the form asks for it.
 * @param Form the fields of that workflow, so that the compiler knows them
 */
export function nextProject<Form extends CommonForm>(
  key: string,
  workflow: WorkflowKey,
  title: string,
  values: Partial<Form> & Pick<CommonForm, "goalLanguage">,
): Proposal {
  const name = clipped(title, longestName, longestName).padEnd(shortestName, ".");
  return {
    kind: "project",
    key: key.slice(0, longestName),
    payload: { workflow: workflowNameOf(workflow), name, formValues: { requirementTitle: name, ...values } },
  };
}
