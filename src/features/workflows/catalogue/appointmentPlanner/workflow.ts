import { localDateOf, localTimeOf } from "#src/kit/time/clocks.ts";
import { datedText } from "#src/kit/time/dateTexts.ts";
import { largestRemainder } from "../../domain/shares.ts";
import { listed, oneLine } from "../../domain/wording.ts";
import { type Bilingual, half } from "../../kit/bilingual.ts";
import { longText, number, refs, text } from "../../kit/columns.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { materialOf } from "../material.ts";
import { effectsOf } from "./effects.ts";
import { type Facts, factsOf, ownRequests, type PlanScene } from "./facts.ts";
import { idOf, selfId } from "./ids.ts";
import { example, form, type Form, languageNames } from "./form.ts";
import { detailLines, otherLanguages, translatedBlocks } from "./invitations.ts";
import { basisBlocks } from "./basis.ts";
import { advice, bestOf, clocks, options, poll } from "./sections.ts";
import { nameOf, timeText } from "./wording.ts";

/* A time that suits everybody, worked out by code; a writer words invitation, agenda and preparation. */

const { prose, computed, freeRows, rowPerItem } = sectionsFor<Form, Facts>();

const noAgenda: Bilingual =
  "Which two to five items will you cover, and for how many minutes each? | Welche zwei bis fünf Punkte besprechen Sie, und wie viele Minuten dauert jeder?";

/** The person who asks, in tables that they send on. */
const writer: Bilingual = "me | ich";
/** Name of a participant by id; null for one that does not exist, so that a writer can name nobody else. */
const personOf = (id: string, scene: PlanScene): string | null =>
  id === selfId || scene.facts.people.some((_, at) => idOf(at) === id) ? nameOf(scene, id, writer) : null;

/** Minutes of the items, shortened in proportion when together they are longer than the meeting. */
function fittingMinutes(planned: readonly (number | null)[], minutes: number): number[] {
  const whole = planned.map((one) => Math.max(0, Math.round(one ?? 0)));
  const sum = whole.reduce((all, one) => all + one, 0);
  return sum > minutes ? largestRemainder(whole, minutes) : whole;
}

const agenda = freeRows(
  "agenda",
  "Agenda | Ablauf",
  {
    point: text("Item | Punkt", "what is settled here, as a question or a result", 140),
    minutes: number("Minutes | Minuten", "minutes for it; all together at most the duration of the meeting"),
    lead: refs("Led by | Leitung", "id of the one person in <given> who leads it, p1; none when nobody does", personOf),
  },
  {
    ask: "The wanted items first, in a useful order; the last one says who does what next.",
    count: [2, 8],
    gap: noAgenda,
    own: ({ form: { agenda: points, minutes } }) => {
      const each = largestRemainder(
        points.map(() => 1),
        Math.floor(minutes / 5),
      );
      return points.map((point, at) => ({ point, minutes: (each[at] ?? 0) * 5 || null }));
    },
    blocks: (scene, all) => {
      if (all.length === 0) return scene.isWriting ? [] : [note("gap", scene.translate(noAgenda))];
      const minutes = fittingMinutes(
        all.map((row) => row.minutes),
        scene.form.minutes,
      );
      const best = bestOf(scene);
      const planned = all.reduce((sum, row) => sum + (row.minutes ?? 0), 0);
      const begins = minutes.map((_, at) => minutes.slice(0, at).reduce((sum, one) => sum + one, 0));
      return [
        ...tableOf(
          scene.translateAll("Time | Zeit", "Item | Punkt", "Minutes | Minuten", "Led by | Leitung"),
          all.map((row, at) => [
            best
              ? localTimeOf(Date.parse(best.start) + (begins[at] ?? 0) * 60_000, scene.facts.zone)
              : `+${begins[at] ?? 0}`,
            scene.show(row.point),
            row.minutes === null ? "–" : String(minutes[at] ?? 0),
            listed(
              row.lead.map((id) => nameOf(scene, id, writer)),
              scene.language,
            ) || "–",
          ]),
          [2],
        ),
        ...(planned > scene.form.minutes
          ? [
              note(
                "info",
                scene.translate(
                  "The items added up to {planned} minutes and were shortened to {minutes}. | Die Punkte ergaben zusammen {planned} Minuten und wurden auf {minutes} gekürzt.",
                  { planned, minutes: scene.form.minutes },
                ),
              ),
            ]
          : []),
      ];
    },
  },
);

const invitation = prose("invitation", "Invitation | Einladung", {
  ask: "a message to all participants, by name: what it is about, what will be decided, what to bring; for a vote ask for answers to the times below it, for a booking link ask people to choose there; name no date and no time, they stand below it",
  words: [40, 130],
  own: ({ form: { purpose } }) => [purpose],
  gap: "What will be decided, what should people bring, and how do you sign off? | Was wird entschieden, was sollen alle mitbringen, und mit welchem Gruß schließen Sie?",
});

/** The agenda as people are sent it. */
const itemsOf = (scene: PlanScene): string[] =>
  agenda
    .of(scene)
    .map(({ point }) => scene.show(point))
    .filter(Boolean);

/** What is below the invitation, whoever words it. */
const details = computed("details", "Details to send along | Angaben zur Einladung", (scene) => [
  { type: "list", ordered: false, items: detailLines(scene, itemsOf(scene)) },
]);

const translations = rowPerItem(
  "translations",
  "Invitation in other languages | Einladung in weiteren Sprachen",
  {
    text: longText(
      "Invitation | Einladung",
      "the whole message in the language of its line, paragraphs separated by an empty line",
      2000,
    ),
  },
  {
    ask: "The invitation once more for the people of each line, in the language of that line and not in that of the document, as a native speaker writes: greet them by name, say the same; name no date and no time.",
    after: [invitation],
    when: (scene) => otherLanguages(scene).length > 0,
    isSeries: true,
    languageOf: (id) => id,
    items: (scene) =>
      otherLanguages(scene).map(({ language, names }) => ({
        id: language,
        cells: [`${scene.translate(languageNames[language])}: ${listed(names, scene.language)}`],
        context: `in ${half(languageNames[language], "en")}, to ${names.join(", ")}. The invitation: ${oneLine(invitation.of(scene).map(scene.show).join(" "))}`,
      })),
    gap: "Who will translate the invitation for those who need another language? | Wer übersetzt die Einladung für alle, die eine andere Sprache sprechen?",
    blocks: (scene, rows) =>
      otherLanguages(scene).flatMap(({ language, names }) => {
        const text = rows.find(({ id }) => id === language)?.text ?? "";
        return translatedBlocks(scene, { language, names, text: scene.show(text) });
      }),
  },
);

const preparation = freeRows(
  "preparation",
  "Preparation | Vorbereitung",
  {
    what: text("What | Was", "a thing to be ready before the meeting", 140),
    who: refs("Who | Wer", "ids of the people in <given> who see to it, p1", personOf),
  },
  {
    ask: "What must be there so that the items can be settled.",
    count: [2, 6],
    after: [agenda],
    gap: "What must be ready before the meeting, and who sees to it? | Was muss vor dem Termin fertig sein, und wer kümmert sich darum?",
  },
);

const moved = prose("moved", "If you need to reschedule | Falls Sie den Termin verlegen", {
  ask: "a short message that asks for another time; both dates stay open in square brackets",
  words: [25, 70],
  gap: "How do you ask to reschedule: what is the reason, what stays the same, and when do you need an answer? | Wie bitten Sie um eine Verlegung: Was ist der Grund, was bleibt gleich, und bis wann brauchen Sie eine Antwort?",
});

const basis = computed("basis", "What the options are based on | Worauf die Vorschläge beruhen", basisBlocks);

/** A time of day, or a date as people write it. */
const namedTime = /\b\d{1,2}:\d\d\b|\b\d{1,2}\.\d{1,2}\.|\b\d{4}-\d\d-\d\d\b/;

function ownCalendarText({ facts, translate, language }: PlanScene): string {
  const own = facts.calendars.find(({ who }) => who === selfId)?.answer;
  return own
    ? translate(
        "Your calendar was considered as of {day}; later changes are not included. | Ihr Kalender ist mit Stand {day} berücksichtigt, spätere Änderungen nicht.",
        {
          day: `${datedText(localDateOf(own.readAt, facts.zone), language)}, ${localTimeOf(Date.parse(own.readAt), facts.zone)}`,
        },
      )
    : translate(
        "Your own calendar was not read; only the busy times entered in the form were considered. | Ihr Kalender wurde nicht gelesen; berücksichtigt sind nur die im Formular eingetragenen belegten Zeiten.",
      );
}

const assumptions = (scene: PlanScene): string[] => {
  const { form: values, facts, translate } = scene;
  return [
    ...(values.zone === ""
      ? [
          translate(
            "Your times are in the {zone} time zone from your settings. | Ihre Zeiten gelten in der Zeitzone {zone} aus Ihren Einstellungen.",
            {
              zone: facts.zone,
            },
          ),
        ]
      : []),
    ownCalendarText(scene),
    ...(facts.people.some(({ country }) => country === "none") || values.country === "none"
      ? [
          translate(
            "Public holidays only apply to people with a country selected. | Feiertage gelten nur bei Personen mit ausgewähltem Land.",
          ),
        ]
      : []),
  ];
};

export const appointmentPlanner = defineWorkflow<Form, Facts>({
  key: "appointmentPlanner",
  version: 2,
  form,
  example,
  role: "You write invitations that people answer: short, exact, with the reason first.",
  task: "Word invitation, agenda and preparation of a meeting. Its time is worked out elsewhere and stands beside your texts: name no date and no time of day.",
  sources: ({ form: values, context }) => [
    ...materialOf(values, [values.companyWebsite, values.productWebsite], []),
    ...ownRequests(values, context),
  ],
  readsRecords: ({ isKeptFree, leads, people }) =>
    isKeptFree || leads.length > 0 || people.some(({ feed }) => feed !== ""),
  facts: ({ form: values, context, textOf }) => factsOf(values, context, textOf),
  factsIgnoreAnswer: true,
  contextLines: ({ facts: { people } }) => [
    `${selfId} | the person who invites`,
    ...people.map(({ name, isRequired }, at) => `${idOf(at)} | ${name}${isRequired ? "" : " | optional"}`),
  ],
  summary: (scene) => {
    const { translate, language, facts } = scene;
    const best = bestOf(scene);
    const names = listed(
      facts.people.map(({ name }) => name),
      language,
    );
    const people = names === "" ? "" : translate(", with {names} | , mit {names}", { names });
    return best
      ? translate("{time}{people} | {time}{people}", { time: timeText(scene, best, facts.zone), people })
      : translate("No time found yet{people} | Noch keine Zeit gefunden{people}", { people });
  },
  sections: [advice, options, clocks, poll, agenda, invitation, details, translations, preparation, moved, basis],
  assumptions,
  questions: ({ facts: { people }, translate }) =>
    people.length === 0 ? [translate("Who should take part? | Wer soll teilnehmen?")] : [],
  checks: (scene) => {
    const { facts, form: values } = scene;
    const unread = facts.problems.length;
    const unreadCalendars = facts.calendars.filter(({ answer }) => !answer).length;
    return [
      ...(facts.times.starts === 0 ? [{ level: "warn" as const, code: "noTime", at: "options" }] : []),
      ...(unreadCalendars > 0
        ? [{ level: "warn" as const, code: "calendarUnread", params: { count: unreadCalendars }, at: "basis" }]
        : []),
      ...(unread > 0 ? [{ level: "warn" as const, code: "busyUnread", params: { count: unread }, at: "basis" }] : []),
      ...invitation
        .of(scene)
        .filter((paragraph) => namedTime.test(paragraph) && !values.purpose.includes(paragraph))
        .slice(0, 1)
        .map(() => ({ level: "warn" as const, code: "timeNamed", at: "invitation" })),
    ];
  },
  issueTexts: {
    noTime: "No time suits everyone who is required. | Kein Termin passt für alle, die dabei sein müssen.",
    busyUnread:
      "Lines under “Busy times” that couldn’t be read in full: {count}. | Nicht vollständig lesbare Zeilen unter „Belegte Zeiten“: {count}.",
    calendarUnread:
      "Calendars that couldn’t be read (busy times unknown): {count}. | Nicht lesbare Kalender (belegte Zeiten unbekannt): {count}.",
    timeNamed:
      "The invitation mentions a date or time. If you choose another option, only the details below it change. | Die Einladung nennt ein Datum oder eine Uhrzeit. Nur die Angaben darunter ändern sich, wenn Sie einen anderen Vorschlag wählen.",
  },
  effects: (scene) =>
    effectsOf(scene, {
      // Notes to oneself are no invitation: without a writer guests are sent the items alone.
      invitation: [
        ...invitation
          .of(scene)
          .map(scene.show)
          .filter((paragraph) => paragraph !== scene.form.purpose.trim()),
        agenda
          .of(scene)
          .map(({ point }) => `- ${scene.show(point)}`)
          .join("\n"),
      ]
        .filter(Boolean)
        .join("\n\n"),
      preparation: preparation.of(scene).map(({ what, who }) => ({
        what: scene.show(what),
        who: listed(
          who.map((id) => nameOf(scene, id, writer)),
          scene.language,
        ),
      })),
    }),
});
