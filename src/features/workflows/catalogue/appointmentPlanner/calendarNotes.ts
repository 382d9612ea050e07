import type { Block } from "#src/features/documents/document.ts";
import { localDateOf, localTimeOf } from "#src/kit/time/clocks.ts";
import { datedText } from "#src/kit/time/dateTexts.ts";
import { listed } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { note } from "../../kit/sections.ts";
import type { ReadCalendar } from "./calendars.ts";
import type { PlanScene } from "./facts.ts";
import { selfId } from "./ids.ts";
import { nameOf } from "./wording.ts";

/* What is said of calendars that were asked, and of leads among the participants. */

interface CalendarTexts {
  read: Bilingual;
  failed: Bilingual;
  unread: Bilingual;
  zones: Bilingual;
  cut: Bilingual;
}

const ownTexts: CalendarTexts = {
  read: "Your calendar in Pioneer was read on {day} at {time}. Its entries count as busy, recurring ones included. Deadlines, planned content and all-day tasks leave you free. | Ihr Kalender in Pioneer wurde am {day} um {time} Uhr gelesen. Einträge gelten als belegt, auch wiederkehrende. Fristen, geplante Inhalte und ganztägige Aufgaben lassen Ihnen die Zeit frei.",
  failed:
    "Couldn’t read your calendar in Pioneer, so its entries were not considered. Check the options against it. | Ihr Kalender in Pioneer konnte nicht gelesen werden, seine Einträge sind daher nicht berücksichtigt. Gleichen Sie die Vorschläge damit ab.",
  unread:
    "{count:recurring entry|recurring entries} in your calendar could not be read in full. Check the options against it. | {count:wiederkehrender Eintrag konnte|wiederkehrende Einträge konnten} in Ihrem Kalender nicht vollständig gelesen werden. Gleichen Sie die Vorschläge damit ab.",
  zones:
    "Time zones in your calendar are unknown and were read as yours: {zones}. | Zeitzonen in Ihrem Kalender sind unbekannt und wurden als Ihre gelesen: {zones}.",
  cut: "Your calendar has too many entries in this period; only the first ones were read. Choose a shorter period. | Ihr Kalender hat in diesem Zeitraum zu viele Einträge, nur die ersten wurden gelesen. Wählen Sie einen kürzeren Zeitraum.",
};

const otherTexts: CalendarTexts = {
  read: "The calendar of {name} was read on {day} at {time}; only busy times were taken from it. | Der Kalender von {name} wurde am {day} um {time} Uhr gelesen; übernommen wurden nur belegte Zeiten.",
  failed:
    "Couldn’t read the calendar of {name}: these busy times are unknown, not free. Check the address, or paste the calendar data under “Busy times”. | Der Kalender von {name} konnte nicht gelesen werden: Diese belegten Zeiten sind unbekannt, nicht frei. Prüfen Sie die Adresse oder fügen Sie die Kalenderdaten unter „Belegte Zeiten“ ein.",
  unread:
    "{count:entry|entries} in the calendar of {name} could not be read in full. Check the options against it. | {count:Eintrag konnte|Einträge konnten} im Kalender von {name} nicht vollständig gelesen werden. Gleichen Sie die Vorschläge damit ab.",
  zones:
    "Time zones in the calendar of {name} are unknown and were read as that person's own: {zones}. | Zeitzonen im Kalender von {name} sind unbekannt und wurden als die der Person gelesen: {zones}.",
  cut: "The calendar of {name} has too many entries; only the first ones were read. | Der Kalender von {name} hat zu viele Einträge, nur die ersten wurden gelesen.",
};

function notesOf(scene: PlanScene, { who, answer }: ReadCalendar): Block[] {
  const { translate, language, facts } = scene;
  const texts = who === selfId ? ownTexts : otherTexts;
  const name = nameOf(scene, who);
  if (!answer) return [note("warn", translate(texts.failed, { name }))];
  const { readAt, unread, unknownZones, isCut } = answer;
  return [
    note(
      "info",
      translate(texts.read, {
        name,
        day: datedText(localDateOf(readAt, facts.zone), language),
        time: localTimeOf(Date.parse(readAt), facts.zone),
      }),
    ),
    ...(unread > 0 ? [note("warn", translate(texts.unread, { name, count: unread }))] : []),
    ...(unknownZones.length > 0
      ? [note("warn", translate(texts.zones, { name, zones: unknownZones.join(", ") }))]
      : []),
    ...(isCut ? [note("warn", translate(texts.cut, { name }))] : []),
  ];
}

export function calendarNotes(scene: PlanScene): Block[] {
  const { facts, translate, language } = scene;
  const { withoutZone, shut, missing } = facts;
  return [
    ...facts.calendars.flatMap((calendar) => notesOf(scene, calendar)),
    ...(withoutZone.length > 0
      ? [
          note(
            "warn",
            translate(
              "The lead tells no clear time zone for {names}: yours was used. | Der Lead nennt für {names} keine eindeutige Zeitzone: Es gilt Ihre.",
              { names: listed(withoutZone, language) },
            ),
          ),
        ]
      : []),
    ...(shut.length > 0
      ? [
          note(
            "warn",
            translate(
              "Left out, as the lead wants no contact: {names}. | Ausgelassen, da der Lead keinen Kontakt wünscht: {names}.",
              { names: listed(shut, language) },
            ),
          ),
        ]
      : []),
    ...(missing > 0
      ? [
          note(
            "warn",
            translate(
              "Chosen leads that no longer exist: {count}. | Ausgewählte Leads, die es nicht mehr gibt: {count}.",
              { count: missing },
            ),
          ),
        ]
      : []),
  ];
}

/** Ids of those whose calendar was read: that nothing is entered for them does not mean that nothing is known. */
export const knownByCalendar = ({ facts }: PlanScene): ReadonlySet<string> =>
  new Set(facts.calendars.filter(({ answer }) => answer).map(({ who }) => who));
