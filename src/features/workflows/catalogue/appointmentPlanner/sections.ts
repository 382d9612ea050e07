import type { Block } from "#src/features/documents/document.ts";
import { instantOf, localTimeOf } from "#src/kit/time/clocks.ts";
import { datedText } from "#src/kit/time/dateTexts.ts";
import { maxChecked } from "../../domain/meetingSeries.ts";
import { halfOf } from "../../domain/meetingHelp.ts";
import { capital, figure, listed } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { instant, number, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { answerDay, type Facts, type PlanScene } from "./facts.ts";
import { idOf, selfId } from "./ids.ts";
import type { Form } from "./form.ts";
import {
  clockNotes,
  daysText,
  elsewhere,
  fullTime,
  missingText,
  nameFirst,
  nameOf,
  reasonsText,
  seriesDays,
  shortTime,
  timeText,
  zoneOf,
} from "./wording.ts";

/* What code works out of the form: the options, what they rest on, and what people vote on. */

const { computed, computedRows } = sectionsFor<Form, Facts>();

/** Stored, so that an option can be taken out and the others stay; the first is the recommended one. */
export const options = computedRows(
  "options",
  "Options | Vorschläge",
  {
    start: instant("Start | Beginn"),
    end: instant("End | Ende"),
    score: number("Score | Punkte", ""),
    reasons: text("Why | Warum", "", 400),
    missing: text("Cannot come | Verhindert", "", 400),
  },
  {
    rows: (scene) =>
      scene.facts.times.slots.map((slot, at) => ({
        id: `o${at + 1}`,
        start: new Date(slot.start).toISOString(),
        end: new Date(slot.end).toISOString(),
        score: slot.score,
        reasons: reasonsText(scene, slot),
        missing: missingText(scene, slot),
      })),
    told: (scene, option) => [timeText(scene, option, scene.facts.zone)],
    blocks: (scene, all) => [
      ...tableOf(
        scene.translateAll(
          "Option | Vorschlag",
          "Your time | Ihre Zeit",
          "Score | Punkte",
          "Why | Warum",
          "Cannot come | Verhindert",
        ),
        all.map((option, at) => [
          String(at + 1),
          timeText(scene, option, scene.facts.zone),
          String(option.score ?? 0),
          option.reasons,
          option.missing || "–",
        ]),
        [2],
      ),
      ...(all.length > 0 && all.length < scene.form.count ? [note("info", fewerOptions(scene, all.length))] : []),
      ...holdAdvice(scene, all.length),
    ],
  },
);
export type Option = ReturnType<typeof options.of>[number];

/** Whether more options than the best are suggested as entries. */
export const holdsOptions = ({ isHeld, mode }: Form): boolean => isHeld || mode === "poll";

/** Options that are suggested as holds: all but the one that is settled. */
export const heldOptions = (scene: PlanScene): Option[] =>
  holdsOptions(scene.form) ? options.of(scene).slice(scene.form.mode === "direct" ? 1 : 0) : [];

/** In the notes of each hold. */
export const holdNote = ({ translate }: PlanScene): string =>
  translate(
    "On hold until a time is agreed. Then keep that entry and undo the other holds in the project’s suggestions. | Vorgemerkt, bis der Termin feststeht. Machen Sie dann die übrigen Vormerkungen in den Vorschlägen des Projekts rückgängig.",
  );

/** @param count of all options */
function holdAdvice({ form, translate }: PlanScene, count: number): Block[] {
  const held = !holdsOptions(form) ? 0 : form.mode === "direct" ? count - 1 : count;
  if (held < 1) return [];
  return [
    note(
      "info",
      form.mode === "direct"
        ? translate(
            "The suggestions include a meeting at the best time and {count:hold|holds} for the other options, marked “Hold”. Once a time is agreed, undo the rest there to free up your calendar. | Die Vorschläge enthalten die beste Zeit als Termin und {count:Vormerkung|Vormerkungen} für die übrigen Zeiten, mit „Vorgemerkt“ im Titel. Steht der Termin fest, machen Sie die übrigen dort rückgängig, damit Ihr Kalender wieder frei wird.",
            { count: held },
          )
        : translate(
            "The suggestions include {count:hold|holds}, one for each option, marked “Hold”. Once a time is agreed, undo the others there to free up your calendar. | Die Vorschläge enthalten {count:Vormerkung|Vormerkungen}, eine je Zeit, mit „Vorgemerkt“ im Titel. Steht der Termin fest, machen Sie die übrigen dort rückgängig, damit Ihr Kalender wieder frei wird.",
            { count: held },
          ),
    ),
  ];
}

const fewerOptions = ({ translate, form, facts }: PlanScene, found: number): string =>
  translate(
    "You asked for {wanted} options; only {found:option fits|options fit}, out of {starts:possible start time|possible start times}. | Gewünscht waren {wanted} Vorschläge; nur {found:ergab|ergaben} sich aus {starts:möglichen Anfangszeit|möglichen Anfangszeiten}.",
    { wanted: form.count, found, starts: facts.times.starts },
  );

export const bestOf = (scene: PlanScene): Option | undefined => options.of(scene)[0];
export const answerBy = (scene: PlanScene): string =>
  answerDay(
    options.of(scene).map(({ start }) => start),
    scene.facts.zone,
    scene.context.now,
  );

/** What would make a time possible, as a sentence. */
const relaxationTexts: Readonly<Record<Facts["times"]["relaxations"][number]["code"], Bilingual>> = {
  person:
    "Without {name}: {starts:possible start time|possible start times}. | Ohne {name}: {starts:mögliche Anfangszeit|mögliche Anfangszeiten}.",
  hours:
    "If everyone is available two hours earlier and later: {starts:possible start time|possible start times}. | Wenn alle Beteiligten zwei Stunden früher und später können: {starts:mögliche Anfangszeit|mögliche Anfangszeiten}.",
  buffer:
    "With no buffer before and after: {starts:possible start time|possible start times}. | Ohne Puffer davor und danach: {starts:mögliche Anfangszeit|mögliche Anfangszeiten}.",
  shorter:
    "If it takes {minutes} minutes: {starts:possible start time|possible start times}. | Bei {minutes} Minuten Dauer: {starts:mögliche Anfangszeit|mögliche Anfangszeiten}.",
  later:
    "In the 14 days after the date range: {starts:possible start time|possible start times}. | In den 14 Tagen nach dem Zeitraum: {starts:mögliche Anfangszeit|mögliche Anfangszeiten}.",
};

/** Hours of a person as the organiser's clocks show them on the first day of the window. */
function hoursHere(scene: PlanScene, id: string): string {
  const { form, facts } = scene;
  const person = facts.people.find((_, at) => idOf(at) === id);
  const { from, to } = person ?? { from: form.fromTime, to: form.toTime };
  const shift = (time: string): string => {
    const zone = zoneOf(scene, id);
    return localTimeOf(Date.parse(instantOf(form.window.from, time, zone)), facts.zone);
  };
  return `${shift(from)}–${shift(to)}`;
}

function withoutTime(scene: PlanScene): Block[] {
  const { facts, form, translate } = scene;
  return [
    note(
      "gap",
      translate(
        "No time suits everyone who is required. Which of these can you change: days, hours, duration, or who is required? | Kein Termin passt für alle, die dabei sein müssen. Was davon können Sie ändern: Tage, Zeiten, Dauer oder wer dabei sein muss?",
      ),
    ),
    ...facts.times.clashes.map(({ a, b }) =>
      note(
        "warn",
        translate(
          "{a} ({hoursA}) and {b} ({hoursB}) don’t share {minutes} minutes of working time. Hours are in your time zone. | {a} ({hoursA}) und {b} ({hoursB}) haben keine {minutes} Minuten gemeinsame Arbeitszeit. Die Zeiten gelten in Ihrer Zeitzone.",
          {
            a: nameFirst(scene, a),
            b: nameOf(scene, b),
            hoursA: hoursHere(scene, a),
            hoursB: hoursHere(scene, b),
            minutes: form.minutes,
          },
        ),
      ),
    ),
    ...(facts.times.relaxations.length > 0
      ? [
          {
            type: "list" as const,
            ordered: false,
            items: facts.times.relaxations.map(({ code, who, starts }) =>
              translate(relaxationTexts[code], {
                name: nameOf(scene, who),
                minutes: halfOf(form.minutes),
                starts,
              }),
            ),
          },
        ]
      : [
          note(
            "warn",
            translate(
              "Leaving out one person, longer working hours, no buffer, half the duration or the two weeks after: no single change is enough. | Eine Person weniger, längere Arbeitszeiten, kein Puffer, die halbe Dauer oder die zwei Wochen danach: Keine dieser Änderungen reicht allein.",
            ),
          ),
        ]),
    ...nearest(scene),
  ];
}

/** Times at which nobody is busy and not everybody is at work: no options, but something to ask about. */
function nearest(scene: PlanScene): Block[] {
  const { facts, translate, translateAll, language } = scene;
  const misses = facts.times.nearMisses.map(({ start, end, outside }) => ({
    span: { start: new Date(start).toISOString(), end: new Date(end).toISOString() },
    outside,
  }));
  if (misses.length === 0) return [];
  return [
    {
      type: "p",
      text: translate(
        "These times come closest: no one required has a conflict, but some would have to join outside their working hours. They aren’t suggested as entries. | Am ehesten passen diese Zeiten: Alle, die dabei sein müssen, haben keinen anderen Termin, einige müssten aber außerhalb ihrer Arbeitszeit teilnehmen. Als Einträge werden sie nicht vorgeschlagen.",
      ),
    },
    ...tableOf(
      translateAll("Your time | Ihre Zeit", "Outside working hours | Außerhalb der Arbeitszeit"),
      misses.map(({ span, outside }) => [
        timeText(scene, span, facts.zone),
        outside
          .map(({ id, minutes }) =>
            translate("{name}: {time} ({length}) | {name}: {time} ({length})", {
              name: nameFirst(scene, id),
              time: shortTime(scene, span, zoneOf(scene, id)),
              length: lengthText(minutes, language),
            }),
          )
          .join("; "),
      ]),
    ),
  ];
}

/** `45 min`, `2:30 h`. */
const lengthText = (minutes: number, language: "en" | "de"): string =>
  minutes < 60
    ? `${figure(minutes, language)} min`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h`;

/** Calendars that could not be checked, by how many of others there are: none, one, more. */
type ByNumber = readonly [Bilingual, Bilingual, Bilingual];
const uncheckedOthers: ByNumber = [
  "No known conflicts. | Es sind keine Konflikte bekannt.",
  "No known conflicts; the calendar of {names} could not be checked. | Es sind keine Konflikte bekannt; der Kalender von {names} konnte nicht geprüft werden.",
  "No known conflicts; the calendars of {names} could not be checked. | Es sind keine Konflikte bekannt; die Kalender von {names} konnten nicht geprüft werden.",
];
const uncheckedWithOwn: ByNumber = [
  "No known conflicts; your calendar could not be checked. | Es sind keine Konflikte bekannt; Ihr Kalender konnte nicht geprüft werden.",
  "No known conflicts; your calendar and that of {names} could not be checked. | Es sind keine Konflikte bekannt; Ihr Kalender und der von {names} konnten nicht geprüft werden.",
  "No known conflicts; your calendar and those of {names} could not be checked. | Es sind keine Konflikte bekannt; Ihr Kalender und die von {names} konnten nicht geprüft werden.",
];

/** Who could not be asked is not said to be free. */
function everyoneText(scene: PlanScene): string {
  const { facts, translate, language } = scene;
  const unread = [...new Set(facts.calendars.flatMap(({ answer, who }) => (answer ? [] : [who])))];
  if (unread.length === 0) return translate("As far as we know, everyone can come. | Soweit bekannt, haben alle Zeit.");
  const others = unread.filter((who) => who !== selfId);
  const sentences = others.length < unread.length ? uncheckedWithOwn : uncheckedOthers;
  return translate(sentences[Math.min(others.length, 2)] ?? sentences[0], {
    names: listed(
      others.map((who) => nameOf(scene, who)),
      language,
    ),
  });
}

export const advice = computed("advice", "Recommendation | Empfehlung", (scene) => {
  const { translate, language, facts } = scene;
  const best = bestOf(scene);
  if (!best) return withoutTime(scene);
  const days = seriesDays(scene, best);
  const sentence = (label: Bilingual, value: string): string[] =>
    value === "" ? [] : [`${translate(label)}: ${value}.`];
  return [
    { type: "p", text: `${fullTime(scene, best)}.` },
    ...(days.length > 0
      ? [
          {
            type: "p" as const,
            text: translate("{count:meeting|meetings}: {days}. | {count:Termin|Termine}: {days}.", {
              count: days.length,
              days: daysText(scene, days),
            }),
          },
        ]
      : []),
    {
      type: "p",
      text: [
        ...(best.reasons === "" ? [] : [`${capital(best.reasons)}.`]),
        ...(facts.people.length === 0
          ? []
          : best.missing === ""
            ? [everyoneText(scene)]
            : sentence("Cannot come | Verhindert", best.missing)),
        ...(facts.people.length === 0
          ? []
          : [translate("Replies due by {day}. | Antwortfrist: {day}.", { day: datedText(answerBy(scene), language) })]),
      ].join(" "),
    },
    ...clockNotes(scene, best).map((text) => note("info", text)),
    ...(days.length > maxChecked
      ? [
          note(
            "info",
            translate(
              "The first {checked} of {count} meetings were checked for conflicts. | Nur die ersten {checked} von {count} Terminen wurden auf Konflikte geprüft.",
              { checked: maxChecked, count: days.length },
            ),
          ),
        ]
      : []),
    ...(facts.people.length > 0
      ? [
          note(
            "info",
            translate(
              "Send the invitation yourself: adding an entry to your calendar doesn’t notify anyone. | Verschicken Sie die Einladung selbst: Ein Eintrag in Ihrem Kalender benachrichtigt niemanden.",
            ),
          ),
        ]
      : []),
  ];
});

/** Options beside each other in one table, at most: more do not fit a page. */
const columnsBeside = 4;

/** What each person's own clock shows at each option. */
export const clocks = computed(
  "clocks",
  "Local times | Ortszeiten",
  (scene) => {
    const all = options.of(scene);
    const people = [selfId, ...scene.facts.people.map((_, at) => idOf(at))];
    const groups = Array.from({ length: Math.ceil(all.length / columnsBeside) }, (_, at) =>
      all.slice(at * columnsBeside, (at + 1) * columnsBeside),
    );
    return groups.flatMap((group, page) =>
      tableOf(
        [
          ...scene.translateAll("Participant | Person", "Time zone | Zeitzone"),
          ...group.map((_, at) =>
            scene.translate("Option {no} | Vorschlag {no}", { no: page * columnsBeside + at + 1 }),
          ),
        ],
        people.map((id) => [
          nameFirst(scene, id),
          zoneOf(scene, id),
          ...group.map((option) => shortTime(scene, option, zoneOf(scene, id))),
        ]),
      ),
    );
  },
  (scene) => options.of(scene).some((option) => elsewhere(scene, option).length > 0),
);

/** The vote to send, and the sheet to note answers in. */
export const poll = computed(
  "poll",
  "Poll | Abstimmung",
  (scene) => {
    const { facts, translate, language } = scene;
    const all = options.of(scene);
    if (all.length === 0) return [];
    return [
      {
        type: "p",
        text: translate(
          "Please answer “yes”, “if need be” or “no” for each time by {day}. | Bitte antworten Sie bis {day} zu jedem Termin mit „ja“, „notfalls“ oder „nein“.",
          { day: datedText(answerBy(scene), language) },
        ),
      },
      { type: "list", ordered: true, items: all.map((option) => fullTime(scene, option)) },
      ...tableOf(
        [translate("Participant | Person"), ...all.map((_, at) => String(at + 1))],
        facts.people.map(({ name }) => [name, ...all.map(() => "☐")]),
      ),
    ];
  },
  ({ form: { mode } }) => mode === "poll",
);
