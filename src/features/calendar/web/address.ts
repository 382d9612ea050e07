import { uuidPattern } from "#src/kit/ids.ts";
import { isDay } from "#src/kit/time/dates.ts";
import { choice, passing, searchParams, someOf } from "#src/ui/client/searchParams.ts";
import type { CalendarFamily } from "../rules.ts";
import { type CalendarView, calendarViews } from "./views.ts";

/** Names of the families in an address. */
const familyNames: Readonly<Record<CalendarFamily, string>> = {
  1000: "meetings",
  2000: "tasks",
  3000: "marketing",
  4000: "sales",
  5000: "purchasing",
  6000: "product",
  7000: "private",
  8000: "system",
};
const families = Object.entries(familyNames).map(([code, name]) => ({ code: Number(code) as CalendarFamily, name }));

const hiddenFamilies = someOf(
  families.map(({ name }) => name),
  ".",
);

/** What the address of the calendar says: `?view=week&date=2026-11-23&hide=private.system`. */
export interface CalendarSearch {
  /** Empty: the first view of the settings. */
  view: CalendarView | "";
  /** Empty: today, so that it moves on with the days. */
  date: string;
  /** Families that are hidden. */
  hide: readonly CalendarFamily[];
  /** The entry or the occurrence that is open, by its id; `new` begins one. */
  entry: string;
}

/** Whether a text reads like the id of an entry, or like that of an occurrence (`withOwnId`). */
export const isEntryId = (text: string): boolean =>
  uuidPattern.test(text.slice(0, 36)) && /^(?:~[\dTZ:.-]{20,24})?$/.test(text.slice(36));

export const calendarSearch = searchParams<CalendarSearch>({
  view: choice(calendarViews),
  date: passing(isDay),
  hide: {
    read: (raw) => {
      const names = hiddenFamilies.read(raw);
      return families.filter(({ name }) => names.includes(name)).map(({ code }) => code);
    },
    write: (codes) => hiddenFamilies.write(families.filter(({ code }) => codes.includes(code)).map(({ name }) => name)),
  },
  entry: passing((entry) => entry === "new" || isEntryId(entry)),
});

/** The search part of an address; what was opened stays behind. */
export const searchOf = (search: Partial<CalendarSearch>) =>
  calendarSearch.write({ view: "", date: "", hide: [], ...search, entry: "" });
