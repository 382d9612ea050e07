import type { Block } from "#src/features/documents/document.ts";
import { datedText } from "#src/kit/time/dateTexts.ts";
import { slotPenalties } from "../../domain/meeting.ts";
import { figure, listed } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { note, tableOf } from "../../kit/sections.ts";
import type { Facts, PlanScene } from "./facts.ts";
import { idOf, selfId } from "./ids.ts";
import { calendarNotes, knownByCalendar } from "./calendarNotes.ts";
import { nameFirst, nameOf, zoneOf } from "./wording.ts";

const problemTexts: Readonly<Record<Facts["problems"][number]["code"], Bilingual>> = {
  unread:
    "Busy times, line {line}: not understood, so not considered. Write it like “26 Nov 9:00-12:00” or “Fridays from 14:00”. | Belegte Zeiten, Zeile {line}: nicht verstanden und daher nicht berücksichtigt. Schreiben Sie zum Beispiel „26.11. 9:00-12:00“ oder „freitags ab 14:00“.",
  unknownName:
    "Busy times, line {line}: none of the participants has this name, so it was not considered. | Belegte Zeiten, Zeile {line}: Niemand der Teilnehmenden heißt so, daher nicht berücksichtigt.",
  icsUnread:
    "Calendar data from line {line}: {detail:entry was|entries were} not read in full. Check the options against that calendar. | Kalenderdaten ab Zeile {line}: {detail:Eintrag wurde|Einträge wurden} nicht vollständig gelesen. Gleichen Sie die Vorschläge mit diesem Kalender ab.",
  icsZone:
    "Calendar data from line {line}: time zone {detail} is unknown and was read as that person's own. | Kalenderdaten ab Zeile {line}: Die Zeitzone {detail} ist unbekannt und wurde als die der Person gelesen.",
  icsCut:
    "Calendar data from line {line}: too many entries, and only the first were read. Paste the period of the window alone. | Kalenderdaten ab Zeile {line}: zu viele Einträge, nur die ersten wurden gelesen. Fügen Sie nur den Zeitraum der Suche ein.",
};
/** Problems that are told one by one; of more, their number. */
const maxProblems = 8;

/** How points come about, so that nobody has to believe them. */
function scoring({ translate, translateAll, language }: PlanScene): Block[] {
  const lines: [Bilingual, number][] = [
    ["Each optional person who cannot come | Je verhinderter Person, die nicht dabei sein muss", slotPenalties.missing],
    [
      "It takes lunch (12:00 to 13:00) from someone required | Es nimmt jemandem, der dabei sein muss, die Mittagszeit (12:00 bis 13:00)",
      slotPenalties.lunch,
    ],
    [
      "Each required person whose day begins or ends within half an hour of it | Je nötiger Person, deren Tag weniger als eine halbe Stunde davor beginnt oder danach endet",
      slotPenalties.edge,
    ],
    [
      "It starts at a quarter past or a quarter to | Es beginnt um Viertel nach oder Viertel vor",
      slotPenalties.quarter,
    ],
    ["Each day of waiting, up to 20 days | Je Tag Wartezeit, höchstens 20 Tage", slotPenalties.day],
  ];
  return tableOf(
    translateAll("Points off 100 for | Abzug von 100 Punkten für", "Points | Punkte"),
    lines.map(([label, points]) => [translate(label), figure(points, language, Number.isInteger(points) ? 0 : 1)]),
    [1],
  );
}

/** What the options rest on: everybody's hours, how much is known of their calendars, holidays, and how is scored. */
export function basisBlocks(scene: PlanScene): Block[] {
  const { form, facts, translate, translateAll, language } = scene;
  const people = [
    { id: selfId, from: form.fromTime, to: form.toTime, isRequired: true },
    ...facts.people.map(({ from, to, isRequired }, at) => ({ id: idOf(at), from, to, isRequired })),
  ];
  const known = knownByCalendar(scene);
  const unknown = people.filter(({ id }) => (facts.busyCounts[id] ?? 0) === 0 && !known.has(id));
  return [
    ...tableOf(
      translateAll(
        "Participant | Person",
        "Working hours | Arbeitszeit",
        "Time zone | Zeitzone",
        "Required | Nötig",
        "Busy times known | Bekannte belegte Zeiten",
      ),
      people.map(({ id, from, to, isRequired }) => [
        nameFirst(scene, id),
        `${from}–${to}`,
        zoneOf(scene, id),
        translate(isRequired ? "yes | ja" : "no | nein"),
        figure(facts.busyCounts[id] ?? 0, language),
      ]),
      [4],
    ),
    ...(unknown.length > 0
      ? [
          note(
            "info",
            translate(
              "No busy times are known for {names}: only working hours count there. | Für {names} sind keine belegten Zeiten bekannt: Dort zählt nur die Arbeitszeit.",
              {
                names: listed(
                  unknown.map(({ id }) => nameOf(scene, id)),
                  language,
                ),
              },
            ),
          ),
        ]
      : []),
    ...calendarNotes(scene),
    ...tableOf(
      translateAll("Public holiday | Feiertag", "Name | Name", "For | Für"),
      facts.holidays.map(({ date, name, who }) => [
        datedText(date, language),
        name[language],
        listed(
          who.map((id) => nameOf(scene, id)),
          language,
        ),
      ]),
    ),
    ...facts.problems
      .slice(0, maxProblems)
      .map(({ code, line, detail }) => note("warn", translate(problemTexts[code], { line, detail }))),
    ...(facts.problems.length > maxProblems
      ? [
          note(
            "warn",
            translate(
              "Further lines that were not read: {count}. | Weitere Zeilen, die nicht gelesen wurden: {count}.",
              { count: facts.problems.length - maxProblems },
            ),
          ),
        ]
      : []),
    ...scoring(scene),
  ];
}
