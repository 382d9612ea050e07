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
  read: "Your calendar in Pioneer was read on {day} at {time}. Entries, including recurring ones, count as busy; deadlines, planned content and all-day tasks don’t. | Ihr Kalender in Pioneer wurde am {day} um {time} Uhr gelesen. Einträge gelten als belegte Zeit, auch wiederkehrende. Fristen, geplante Inhalte und ganztägige Aufgaben zählen nicht als belegt.",
  failed:
    "Couldn’t read your calendar in Pioneer, so its entries were not considered. Check the options against it. | Ihr Kalender in Pioneer konnte nicht gelesen werden, seine Einträge sind daher nicht berücksichtigt. Gleichen Sie die Vorschläge damit ab.",
  unread:
    "{count:recurring entry|recurring entries} in your calendar could not be read in full. Check the options against it. | {count:wiederkehrender Eintrag konnte|wiederkehrende Einträge konnten} in Ihrem Kalender nicht vollständig gelesen werden. Gleichen Sie die Vorschläge damit ab.",
  zones:
    "Your calendar contains unknown time zones: {zones}. Your own was used instead. | Ihr Kalender enthält unbekannte Zeitzonen: {zones}. Stattdessen gilt Ihre eigene.",
  cut: "Your calendar has too many entries in this period; only the first ones were read. Choose a shorter period. | Ihr Kalender hat in diesem Zeitraum zu viele Einträge, nur die ersten wurden gelesen. Wählen Sie einen kürzeren Zeitraum.",
};

const otherTexts: CalendarTexts = {
  read: "{name}’s calendar was read on {day} at {time}; only busy times were used. | Der Kalender von {name} wurde am {day} um {time} Uhr gelesen; übernommen wurden nur belegte Zeiten.",
  failed:
    "Couldn’t read {name}’s calendar, so suggested times may conflict with it. Check the address, or paste the calendar data under “Busy times”. | Der Kalender von {name} konnte nicht gelesen werden: Die Vorschläge können sich mit anderen Terminen überschneiden. Prüfen Sie die Adresse oder fügen Sie die Kalenderdaten unter „Belegte Zeiten“ ein.",
  unread:
    "{count:entry|entries} in {name}’s calendar could not be read in full. Check the options against it. | {count:Eintrag konnte|Einträge konnten} im Kalender von {name} nicht vollständig gelesen werden. Gleichen Sie die Vorschläge damit ab.",
  zones:
    "{name}’s calendar contains unknown time zones: {zones}. That person’s own was used instead. | Der Kalender von {name} enthält unbekannte Zeitzonen: {zones}. Stattdessen gilt die Zeitzone der Person.",
  cut: "{name}’s calendar has too many entries; only the first ones were read. | Der Kalender von {name} hat zu viele Einträge, nur die ersten wurden gelesen.",
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
              "The lead data for {names} shows no clear time zone, so yours was used. | Aus den Leads ergibt sich für {names} keine eindeutige Zeitzone; es gilt Ihre.",
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
              "Left out because they asked not to be contacted: {names}. | Nicht berücksichtigt, da kein Kontakt gewünscht ist: {names}.",
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
