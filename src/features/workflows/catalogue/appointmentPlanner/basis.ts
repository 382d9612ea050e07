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
    "Busy times, line {line}: this line couldn’t be read and was ignored. Write, for example, “26 Nov 9:00-12:00” or “Fridays from 14:00”. | Belegte Zeiten, Zeile {line}: Die Angabe ließ sich nicht lesen und ist daher nicht berücksichtigt. Schreiben Sie zum Beispiel „26.11. 9:00-12:00“ oder „freitags ab 14:00“.",
  unknownName:
    "Busy times, line {line}: no participant has this name, so the line was ignored. | Belegte Zeiten, Zeile {line}: Unter den Teilnehmenden gibt es diesen Namen nicht; die Zeile bleibt unberücksichtigt.",
  icsUnread:
    "Calendar data from line {line}: {detail:entry was|entries were} not read in full. Check the options against that calendar. | Kalenderdaten ab Zeile {line}: {detail:Eintrag wurde|Einträge wurden} nicht vollständig gelesen. Gleichen Sie die Vorschläge mit diesem Kalender ab.",
  icsZone:
    "Calendar data from line {line}: time zone {detail} is unknown; that person’s own time zone was used instead. | Kalenderdaten ab Zeile {line}: Die Zeitzone {detail} ist unbekannt; stattdessen gilt die Zeitzone der Person.",
  icsCut:
    "Calendar data from line {line}: too many entries; only the first ones were read. Paste only entries within your date range. | Kalenderdaten ab Zeile {line}: zu viele Einträge, nur die ersten wurden gelesen. Fügen Sie nur Einträge aus dem gewählten Zeitraum ein.",
};
/** Problems that are told one by one; of more, their number. */
const maxProblems = 8;

/** How points come about, so that nobody has to believe them. */
function scoring({ translate, translateAll, language }: PlanScene): Block[] {
  const lines: [Bilingual, number][] = [
    [
      "Per optional participant who can’t come | Je Person, die nicht dabei sein muss und verhindert ist",
      slotPenalties.missing,
    ],
    [
      "Overlaps with lunch (12:00 to 13:00) for someone required | Fällt in die Mittagszeit (12:00 bis 13:00) von jemandem, der dabei sein muss",
      slotPenalties.lunch,
    ],
    [
      "Per required participant whose workday starts or ends within half an hour of the meeting | Je Person, die dabei sein muss und deren Arbeitstag weniger als eine halbe Stunde davor beginnt oder danach endet",
      slotPenalties.edge,
    ],
    ["Starts at a quarter past or a quarter to | Beginnt um Viertel nach oder Viertel vor", slotPenalties.quarter],
    ["Per day until the meeting, up to 20 days | Je Tag bis zum Termin, höchstens 20 Tage", slotPenalties.day],
  ];
  return tableOf(
    translateAll("Deducted from 100 | Abzug von 100 Punkten", "Points | Punkte"),
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
        "Known busy times | Bekannte belegte Zeiten",
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
              "No busy times are known for {names}, so only working hours were considered. | Für {names} sind keine belegten Zeiten bekannt; berücksichtigt ist nur die Arbeitszeit.",
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
              "Other lines that couldn’t be read: {count}. | Weitere Zeilen, die nicht lesbar waren: {count}.",
              { count: facts.problems.length - maxProblems },
            ),
          ),
        ]
      : []),
    ...scoring(scene),
  ];
}
