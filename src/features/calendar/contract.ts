import { oc } from "@orpc/contract";
import { z } from "zod";
import {
  appLanguage,
  email,
  id,
  instant,
  recordId,
  recordInstant,
  text,
  timeZone,
  webAddress,
} from "#src/kit/schemas.ts";
import { isCalendarType, isRecurrenceRule } from "./rules.ts";

/** One of the 65 codes of specification section 3. */
export const entryType = z
  .string()
  .regex(/^[1-8]0[0-9]0$/, "must be a four-digit type code")
  .refine(isCalendarType, "must be a known type code");

/** How much an entry matters, specification section 3. */
export const priority = z.enum(["low", "normal", "high", "urgent"]);

/** As it is answered; older ones may hold any text as an address. */
const attendee = z.strictObject({ name: z.string(), email: z.string() });
const attendees = z.array(z.strictObject({ name: text(120), email })).max(100);

const rrule = text(500).refine(isRecurrenceRule, {
  error: "must be a recurrence rule as in RFC 5545, daily at most, such as FREQ=WEEKLY;BYDAY=MO",
});

const entryFields = {
  type: entryType,
  title: text(300, 1),
  start: instant,
  end: instant,
  allDay: z.boolean().default(false),
  timeZone: timeZone.default("Europe/Berlin"),
  rrule: rrule.nullable().optional(),
  exdates: z.array(instant).max(500).default([]),
  location: text(300).nullable().optional(),
  link: webAddress.nullable().optional(),
  notes: text(8000).default(""),
  priority: priority.default("normal"),
  attendees: attendees.default([]),
  /** Minutes before the start. */
  reminders: z.array(z.int().min(0).max(40_320)).max(5).default([]),
  projectId: id.nullable().optional(),
  outcomeId: id.nullable().optional(),
};

const endsAfterStart = (entry: { start?: string | undefined; end?: string | undefined }): boolean =>
  entry.start === undefined || entry.end === undefined || Date.parse(entry.end) >= Date.parse(entry.start);

export const newEntry = z
  .strictObject(entryFields)
  .refine(endsAfterStart, { error: "must not end before it starts", path: ["end"] });
export type NewEntry = z.infer<typeof newEntry>;

/** As a call takes it: without a title the entry is named after its type, in `activeLanguage`. */
const askedEntry = z
  .strictObject({ ...entryFields, title: entryFields.title.optional() })
  .refine(endsAfterStart, { error: "must not end before it starts", path: ["end"] });

export const entry = z.object({
  id: recordId,
  type: z.string(),
  title: z.string(),
  start: recordInstant,
  end: recordInstant,
  allDay: z.boolean(),
  timeZone: z.string(),
  rrule: z.string().nullable(),
  exdates: z.array(recordInstant),
  location: z.string().nullable(),
  link: z.string().nullable(),
  notes: z.string(),
  priority,
  attendees: z.array(attendee),
  reminders: z.array(z.int()),
  projectId: recordId.nullable(),
  outcomeId: recordId.nullable(),
  /** iCalendar UID, stable for the life of the entry. */
  uid: z.string(),
  /** iCalendar SEQUENCE, +1 on each change of time, title or place. */
  sequence: z.int(),
  dateUpdated: recordInstant,
});
export type Entry = z.infer<typeof entry>;
/** What of an entry says when it is, and whether that takes the person's time. */
export type EntryTimes = Pick<Entry, "type" | "start" | "end" | "allDay" | "timeZone" | "rrule" | "exdates">;

/** An entry in a visible range, without notes and attendees. */
export const entryPreview = entry
  .omit({
    notes: true,
    attendees: true,
    exdates: true,
    reminders: true,
    uid: true,
    sequence: true,
  })
  .extend({
    /** A later occurrence of an entry that recurs: the times are its own, everything else is the entry's. */
    isOccurrence: z.literal(true).optional(),
  });
export type EntryPreview = z.infer<typeof entryPreview>;

export const entryChanges = z
  .strictObject({
    id,
    type: entryType.optional(),
    title: text(300, 1).optional(),
    start: instant.optional(),
    end: instant.optional(),
    allDay: z.boolean().optional(),
    timeZone: timeZone.optional(),
    location: text(300).nullable().optional(),
    link: webAddress.nullable().optional(),
    notes: text(8000).optional(),
    priority: priority.optional(),
    attendees: attendees.optional(),
    reminders: z.array(z.int().min(0).max(40_320)).max(5).optional(),
  })
  .refine(endsAfterStart, { error: "must not end before it starts", path: ["end"] });
export type EntryChanges = z.infer<typeof entryChanges>;

const route = (method: "GET" | "POST" | "PATCH" | "DELETE", path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ["calendar"], successStatus });

/** Longest range of one list of entries, days. */
export const longestRange = 400;

/** A visible range; without it the usual one around today. */
const range = z
  .strictObject({ from: instant.optional(), to: instant.optional() })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    error: "needs both from and to, or neither",
    path: ["to"],
  })
  .refine(
    ({ from, to }) => {
      if (from === undefined || to === undefined) return true;
      const length = Date.parse(to) - Date.parse(from);
      return length >= 0 && length <= longestRange * 86_400_000;
    },
    { error: `range must be 0 to ${longestRange} days`, path: ["to"] },
  );

export const calendarContract = {
  listEntryPreviews: route(
    "GET",
    "/calendar/entry/preview",
    "Entries of a visible range of at most 400 days; without one those of the last 35 days and the next 365",
  )
    .input(range)
    .output(z.object({ entries: z.array(entryPreview) })),
  getEntry: route("GET", "/calendar/entry/{id}", "One entry").input(z.strictObject({ id })).output(z.object({ entry })),
  createEntry: route("POST", "/calendar/entry", "Create an entry", 201)
    .input(
      z.strictObject({
        enData: askedEntry,
        /** Of the title that is made up for an entry without one. */
        activeLanguage: appLanguage.default("en"),
      }),
    )
    .output(z.object({ entry })),
  updateEntry: route("PATCH", "/calendar/entry", "Change an entry").input(entryChanges).output(z.object({ entry })),
  deleteEntry: route("DELETE", "/calendar/entry", "Delete an entry")
    .input(z.strictObject({ enData: z.strictObject({ entryId: id }) }))
    .output(z.object({ deleted: z.literal(true) })),
  restoreEntry: route("POST", "/calendar/entry/restore", "Bring back an entry deleted within 24 hours")
    .input(z.strictObject({ id }))
    .output(z.object({ entry })),
};
