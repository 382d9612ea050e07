import { z } from "zod";
import { type AppLanguage, clockTime, email, id, text, timeZone, webAddress } from "#src/kit/schemas.ts";
import { addDays, daysInclusive } from "#src/kit/time/dates.ts";
import { countryNames } from "../../domain/countryNames.ts";
import { longestWindow } from "../../domain/meetingRules.ts";
import { longestSeries, maxMeetings } from "../../domain/meetingSeries.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { klangraum } from "../../kit/exampleFirms.ts";
import {
  address,
  area,
  type BrokenRule,
  choice,
  codes,
  field,
  formOf,
  forPrompt,
  line,
  many,
  optionalDay,
  period,
  table,
  tags,
  toggle,
  whole,
  withRules,
} from "../../kit/fields.ts";
import type { CommonForm } from "../../workflow.ts";
import { optionalZone } from "../commonForm.ts";

const places = { online: "Online | Online", onSite: "On site | Vor Ort", phone: "Phone | Telefon" } as const;
const modes = {
  direct: "Invite to the best time | Zur besten Zeit einladen",
  poll: "Let people vote | Abstimmen lassen",
  link: "Send my booking link | Buchungslink schicken",
} as const;
const repeats = {
  once: "Once | Einmal",
  daily: "Daily | Täglich",
  weekly: "Every week | Jede Woche",
  fortnightly: "Every 2 weeks | Alle 2 Wochen",
  monthly: "Monthly on the same weekday | Monatlich am selben Wochentag",
} as const;
/** Languages of an invitation; `same` is that of the document. */
export const languageNames = {
  same: "Same as document | Wie das Dokument",
  en: "English | Englisch",
  de: "German | Deutsch",
  fr: "French | Französisch",
  es: "Spanish | Spanisch",
  it: "Italian | Italienisch",
  nl: "Dutch | Niederländisch",
  pt: "Portuguese | Portugiesisch",
  pl: "Polish | Polnisch",
} as const satisfies Record<string, Bilingual>;
export type InvitationLanguage = keyof typeof languageNames;
const kinds = {
  byPlace: "By place | Nach Ort",
  interview: "Interview | Interview",
  workshop: "Workshop | Workshop",
  training: "Training | Schulung",
  team: "Team meeting | Teambesprechung",
  oneToOne: "One-to-one | Einzelgespräch",
} as const;
/** Minutes before the start. */
const reminders = {
  "10": "10 minutes before | 10 Minuten vorher",
  "60": "1 hour before | 1 Stunde vorher",
  "1440": "1 day before | 1 Tag vorher",
} as const;

const optionalEmail = text(254)
  .refine((value) => value === "" || email.safeParse(value).success, {
    error: "must be an email address",
    params: { messageKey: "validation.email" },
  })
  .default("");
/** Calendars hand out `webcal://`, which is HTTPS. */
export const feedAddress = (address: string): string => address.replace(/^webcals?:\/\//i, "https://");
const optionalFeed = text(2048)
  .refine((value) => value === "" || webAddress.safeParse(feedAddress(value)).success, {
    error: "must be a web address",
    params: { messageKey: "validation.url" },
  })
  .default("");
const hour = (label: Bilingual, usual: string) =>
  field(label, clockTime.default(usual), "text", { placeholder: "09:00 | 09:00" });
const holidays = { widget: "select" as const, help: "National holidays only. | Nur landesweite Feiertage." as const };
/** Characters of pasted busy times: a calendar of some hundred events. */
const longestBusy = 60_000;
/** Participants of each kind: typed ones and leads. */
const maxPeople = 20;

interface Invited {
  name: string;
  zone: string;
  isRequired: boolean;
}

/** What a writer is told of the participants: no address and no hours. */
const namesForPrompt = (people: Invited[]): string =>
  people.map(({ name, zone, isRequired }) => `${name} (${isRequired ? "" : "not "}required, ${zone})`).join("; ");

const repeating = ["daily", "weekly", "fortnightly", "monthly"] as const;

/** A field that decides on times and tells a writer nothing: texts name no date. */
const steering = <Schema extends z.ZodType>(schema: Schema): Schema => forPrompt(schema, false);

const fields = formOf({
  purpose: area("Purpose | Anlass", 1500, {
    min: 3,
    help: "What it's about and what needs to be decided. | Worum es geht und was entschieden werden muss.",
  }),
  minutes: whole("Duration in minutes | Dauer in Minuten", [10, 480, 60]),
  window: steering(period("Between | Zeitraum", longestWindow, { help: "Up to 92 days. | Höchstens 92 Tage." })),
  people: forPrompt(
    table(
      "Participants | Teilnehmende",
      {
        name: line("Name | Name", 120, { min: 1 }),
        email: field("Email | E-Mail", optionalEmail, "text"),
        zone: field("Time zone | Zeitzone", timeZone.default("Europe/Berlin"), "timezone"),
        from: hour("From | Von", "09:00"),
        to: hour("To | Bis", "17:00"),
        country: choice("Public holidays | Feiertage", countryNames, "none", holidays),
        isRequired: toggle("Required | Nötig", true),
        language: choice("Invitation in | Einladung auf", languageNames, "same"),
        feed: field("Calendar address (.ics) | Kalenderadresse (.ics)", optionalFeed, "text"),
      },
      maxPeople,
      {
        help: "Working hours are in each person's time zone. We only read busy times from a calendar address. | Arbeitszeiten gelten in der Zeitzone der jeweiligen Person. Aus einer Kalenderadresse werden nur belegte Zeiten gelesen.",
      },
    ),
    namesForPrompt,
  ),
  // Their names reach writers as those of participants.
  leads: steering(
    field(
      "Participants from your leads | Teilnehmende aus Ihren Leads",
      z.array(id).max(maxPeople).default([]),
      "leads",
      {
        help: "Name and email come from the lead, and so does the time zone if the country is known. | Name, E-Mail und, soweit das Land bekannt ist, Zeitzone kommen aus dem Lead.",
      },
    ),
  ),
  isKeptFree: steering(
    toggle("Keep my own appointments free | Eigene Termine freihalten", true, {
      help: "Checks when you're busy in your Pioneer calendar without reading titles or details. | Liest, wann Ihr Kalender in Pioneer belegt ist. Titel und Details werden nicht gelesen.",
    }),
  ),
  busy: forPrompt(
    area("Busy times | Belegte Zeiten", longestBusy, {
      rows: 6,
      help: "One per line, or paste calendar data (ICS). For other people, start with their name; for yourself, leave it out. Never included in a prompt. | Eine Angabe je Zeile, oder fügen Sie Kalenderdaten (ICS) ein. Für andere den Namen voranstellen, für sich selbst nicht. Wird nie Teil eines Prompts.",
      placeholder:
        "26 Nov 9:00-12:00 · Tom: Fridays · Selin: 2 Dec from 14:00 | 26.11. 9:00-12:00 · Tom: freitags · Selin: 02.12. ab 14:00",
    }),
    false,
  ),
  fromTime: steering(hour("Your day from | Ihr Tag von", "09:00")),
  toTime: steering(hour("Your day to | Ihr Tag bis", "17:00")),
  where: choice("Where | Wo", places, "online"),
  location: line("Link or address | Link oder Adresse", 300, {
    gap: "Where does it take place: which link, number or address? | Wo findet es statt: Link, Nummer oder Adresse?",
  }),
  travel: steering(
    whole("Travel each way in minutes | Einfache Fahrt in Minuten", [0, 300, 0], {
      showWhen: { field: "where", in: ["onSite"] },
    }),
  ),
  agenda: tags("Agenda items | Themen", 15),
  mode: choice("How to agree on a time | Terminabstimmung", modes, "direct"),
  bookingLink: address("Booking link | Buchungslink", { showWhen: { field: "mode", in: ["link"] } }),
  repeat: choice("Repeats | Wiederholung", repeats, "once"),
  repeatDays: steering(
    codes("On | An", [1, 2, 3, 4, 5, 6, 7], [], {
      optionsKey: "weekdays",
      showWhen: { field: "repeat", in: ["weekly", "fortnightly"] },
      help: "Leave blank for the weekday of the first meeting. | Ohne Auswahl gilt der Wochentag des ersten Termins.",
    }),
  ),
  meetings: forPrompt(
    whole("Number of meetings | Anzahl der Termine", [2, maxMeetings, 6], {
      showWhen: { field: "repeat", in: [...repeating] },
    }),
    (count: number, form: CommonForm & { repeat?: string; until?: string }) =>
      form.repeat === "once" || form.until !== "" ? "" : String(count),
  ),
  until: steering(
    optionalDay("Or until | Oder bis", {
      showWhen: { field: "repeat", in: [...repeating] },
      help: "Last possible day of the series. Overrides the number of meetings. | Letzter möglicher Tag der Serie. Gilt anstelle der Anzahl.",
    }),
  ),
  kind: steering(choice("Kind of meeting | Art des Termins", kinds, "byPlace", { isOption: true })),
  count: steering(whole("Number of options | Anzahl der Vorschläge", [1, 10, 3], { isOption: true })),
  weekdays: steering(
    codes("Days | Tage", [1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5], { optionsKey: "weekdays", isOption: true }),
  ),
  buffer: steering(
    whole("Buffer before and after in minutes | Puffer davor und danach in Minuten", [0, 120, 15], { isOption: true }),
  ),
  notice: steering(
    whole("Notice in hours | Vorlauf in Stunden", [0, 336, 24], {
      isOption: true,
      help: "We won't suggest anything sooner. | Kein Vorschlag beginnt früher.",
    }),
  ),
  zone: steering(
    field("Your time zone | Ihre Zeitzone", optionalZone.default(""), "timezone", {
      isOption: true,
      help: "Leave blank for the one in your settings. | Ohne Angabe gilt die Zeitzone aus Ihren Einstellungen.",
    }),
  ),
  country: steering(
    choice("Your public holidays | Ihre Feiertage", countryNames, "none", { ...holidays, isOption: true }),
  ),
  reminders: steering(many("Reminders | Erinnerungen", reminders, ["10"], { isOption: true })),
  isHeld: steering(
    toggle("Hold the other options in my calendar | Andere Vorschläge im Kalender vormerken", true, {
      isOption: true,
    }),
  ),
});

const broken = (isBroken: boolean, path: BrokenRule["path"], sentence: Bilingual): BrokenRule[] =>
  isBroken ? [{ path, sentence }] : [];

export const form = withRules(fields, ({ window, people, weekdays, mode, bookingLink, repeat, repeatDays, until }) => {
  const isWeekly = repeat === "weekly" || repeat === "fortnightly";
  const series = repeat !== "once" && until !== "" ? daysInclusive(window.from, until) : null;
  const days = daysInclusive(window.from, window.to);
  const names = people.map(({ name }) => name.trim().toLowerCase());
  return [
    ...broken(days < 1, ["window", "to"], "Can't be before the start date. | Darf nicht vor dem Startdatum liegen."),
    ...broken(days > longestWindow, ["window", "to"], "Up to 92 days. | Höchstens 92 Tage."),
    ...broken(weekdays.length === 0, ["weekdays"], "Choose at least one day. | Wählen Sie mindestens einen Tag."),
    ...names.flatMap((name, at) =>
      broken(
        names.indexOf(name) !== at,
        ["people", at, "name"],
        "Two participants have this name. Add a surname so busy times match the right person. | Zwei Teilnehmende heißen so. Ergänzen Sie den Nachnamen, damit belegte Zeiten zugeordnet werden können.",
      ),
    ),
    ...broken(
      isWeekly && repeatDays.some((day) => !weekdays.includes(day)),
      ["repeatDays"],
      "Choose only days that are also chosen under “Days”. | Wählen Sie nur Tage, die auch unter „Tage“ gewählt sind.",
    ),
    ...broken(
      series !== null && series < 1,
      ["until"],
      "Can't be before the start date. | Darf nicht vor dem Startdatum liegen.",
    ),
    ...broken(
      series !== null && series > longestSeries,
      ["until"],
      "Choose a date within one year of the start date. | Wählen Sie einen Tag, der höchstens ein Jahr nach dem Startdatum liegt.",
    ),
    ...broken(
      mode === "link" && bookingLink === "",
      ["bookingLink"],
      "Enter the address of your booking page. | Geben Sie die Adresse Ihrer Buchungsseite ein.",
    ),
  ];
});
export type Form = z.output<typeof form>;

/** Klangraum presents its measurements to a client in Lisbon and Hamburg; the fitter in Copenhagen would be welcome. */
export function example(today: string, language: AppLanguage): Form {
  const { company, translate } = klangraum(language);
  const day = (days: number): string => addDays(today, days);
  return {
    ...company,
    requirementTitle: translate("Results of the measuring day | Ergebnisse des Messtags"),
    purpose: translate(
      "We show the values of both rooms and decide on the panels: which room first, how much it may cost, and whether we mount them before or after Christmas. | Wir zeigen die Werte beider Räume und entscheiden über die Paneele: welcher Raum zuerst, was es kosten darf und ob wir vor oder nach Weihnachten montieren.",
    ),
    minutes: 60,
    window: { from: day(3), to: day(16) },
    people: [
      {
        name: "Tom Berg",
        email: "tom.berg@nordhaus.example",
        zone: "Europe/Lisbon",
        from: "09:00",
        to: "18:00",
        country: "none",
        isRequired: true,
        language: "same",
        feed: "",
      },
      {
        name: "Selin Kaya",
        email: "selin.kaya@nordhaus.example",
        zone: "Europe/Berlin",
        from: "08:30",
        to: "15:00",
        country: "DE",
        isRequired: true,
        language: "same",
        feed: "",
      },
      {
        name: "Peter Lund",
        email: "peter@lund-lofter.example",
        zone: "Europe/Copenhagen",
        from: "07:00",
        to: "15:30",
        country: "none",
        isRequired: false,
        language: "same",
        feed: "",
      },
    ],
    leads: [],
    isKeptFree: true,
    busy: [
      `${day(4)} 09:00-12:00`,
      `${day(5)} 09:00-17:00`,
      `${day(8)} 10:00-11:30`,
      translate("Mondays 13:00-14:00 | Montags 13:00-14:00"),
      "",
      "Tom Berg:",
      `${day(10)} 08:00-12:00`,
      day(11),
      "",
      "Peter Lund:",
      "BEGIN:VCALENDAR",
      "BEGIN:VEVENT",
      "UID:lund-1@example.org",
      `DTSTART;TZID=Europe/Copenhagen:${day(3).replaceAll("-", "")}T120000`,
      `DTEND;TZID=Europe/Copenhagen:${day(3).replaceAll("-", "")}T153000`,
      "RRULE:FREQ=WEEKLY;COUNT=3",
      "END:VEVENT",
      "END:VCALENDAR",
    ].join("\n"),
    fromTime: "09:00",
    toTime: "17:00",
    where: "online",
    location: "https://meet.example/klangraum",
    travel: 0,
    agenda: [
      translate("Values of both rooms | Werte beider Räume"),
      translate("Panels and price | Paneele und Preis"),
      translate("Mounting before or after Christmas | Montage vor oder nach Weihnachten"),
    ],
    mode: "direct",
    bookingLink: "",
    repeat: "once",
    repeatDays: [],
    meetings: 6,
    until: "",
    kind: "byPlace",
    count: 3,
    weekdays: [1, 2, 3, 4, 5],
    buffer: 15,
    notice: 24,
    zone: "Europe/Berlin",
    country: "DE",
    reminders: ["10"],
    isHeld: true,
  };
}
