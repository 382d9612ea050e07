import { datedText, localTimeOf } from "../../domain/dates.ts";
import { largestRemainder } from "../../domain/shares.ts";
import { listed } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { number, refs, text } from "../../kit/columns.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { materialOf } from "../material.ts";
import { effectsOf } from "./effects.ts";
import { calendarRequest, type Facts, factsOf, idOf, type PlanScene, selfId } from "./facts.ts";
import { example, form, type Form } from "./form.ts";
import { basisBlocks } from "./basis.ts";
import { advice, answerBy, bestOf, clocks, options, poll } from "./sections.ts";
import { fullTime, nameOf, seriesDays, timeText } from "./wording.ts";

/* A time that suits everybody, worked out by code; a writer words invitation, agenda and preparation. */

const { prose, computed, freeRows } = sectionsFor<Form, Facts>();

const noAgenda: Bilingual =
  "Which two to five items, and how many minutes for each? | Welche zwei bis fünf Punkte, und wie viele Minuten für jeden?";

/** The person who asks, in tables that they send on. */
const writer: Bilingual = "me | ich";
/** Name of a participant by id; null for one that does not exist, so that a writer can name nobody else. */
const personOf = (id: string, scene: PlanScene): string | null =>
  id === selfId || scene.form.people.some((_, at) => idOf(at) === id) ? nameOf(scene, id, writer) : null;

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
    lead: refs("Led by | Führt", "id of the one person in <given> who leads it, p1; none when nobody does", personOf),
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
          scene.translateAll("Time | Zeit", "Item | Punkt", "Minutes | Minuten", "Led by | Führt"),
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
                  "The items were planned with {planned} minutes and shortened to {minutes}. | Die Punkte waren mit {planned} Minuten geplant und wurden auf {minutes} gekürzt.",
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
  gap: "What is decided, what should people bring, and how do you close? | Was wird entschieden, was sollen alle mitbringen, und wie schließen Sie?",
});

/** What stands below the invitation, whoever words it. */
const details = computed("details", "Details to send along | Angaben zur Einladung", (scene) => {
  const { form: values, translate, language } = scene;
  const best = bestOf(scene);
  const times =
    values.mode === "direct" ? options.of(scene).slice(0, 1) : values.mode === "poll" ? options.of(scene) : [];
  const days = best && values.mode === "direct" ? seriesDays(scene, best) : [];
  const lines: [Bilingual, string][] = [
    ["Subject | Betreff", values.requirementTitle],
    ...times.map((one, at): [Bilingual, string] => [
      times.length > 1 ? (`Time ${at + 1} | Zeit ${at + 1}` as const) : "Time | Zeit",
      fullTime(scene, one),
    ]),
    ["Dates | Termine", days.map((day) => datedText(day, language)).join("; ")],
    ["Duration | Dauer", translate("{minutes} minutes | {minutes} Minuten", { minutes: values.minutes })],
    ["Choose a time | Zeit wählen", values.mode === "link" ? values.bookingLink : ""],
    ["Place | Ort", values.location],
    [
      "With | Mit",
      listed(
        values.people.map(({ name }) => name),
        language,
      ),
    ],
    [
      "Items | Punkte",
      agenda
        .of(scene)
        .map(({ point }) => scene.show(point))
        .filter(Boolean)
        .join(" · "),
    ],
    ["Answer by | Antwort bis", best && values.people.length > 0 ? datedText(answerBy(scene), language) : ""],
  ];
  return [
    {
      type: "list",
      ordered: false,
      items: lines.filter(([, value]) => value !== "").map(([label, value]) => `${translate(label)}: ${value}`),
    },
  ];
});

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

const moved = prose("moved", "If it has to be moved | Falls verlegt werden muss", {
  ask: "a short message that asks for another time; both dates stay open in square brackets",
  words: [25, 70],
  gap: "How do you ask for another time: the reason, what stays as it is, and by when you need an answer? | Wie bitten Sie um eine andere Zeit: Grund, was gleich bleibt und bis wann Sie eine Antwort brauchen?",
});

const basis = computed("basis", "What the options rest on | Worauf die Vorschläge beruhen", basisBlocks);

/** A time of day, or a date as people write it. */
const namedTime = /\b\d{1,2}:\d\d\b|\b\d{1,2}\.\d{1,2}\.|\b\d{4}-\d\d-\d\d\b/;

const assumptions = (scene: PlanScene): string[] => {
  const { form: values, facts, translate } = scene;
  return [
    ...(values.zone === ""
      ? [
          translate(
            "Your times are those of {zone}, from your settings. | Ihre Zeiten gelten für {zone}, nach Ihren Einstellungen.",
            {
              zone: facts.zone,
            },
          ),
        ]
      : []),
    facts.isCalendarRead
      ? translate(
          "Appointments in your calendar count as busy, as they stood when the run started; tasks, content and whole-day deadlines don’t. | Termine in Ihrem Kalender gelten als belegt, nach dem Stand beim Start des Laufs; Aufgaben, Inhalte und ganztägige Fristen nicht.",
        )
      : translate(
          "Your own calendar was not read: only the busy times entered in the form count. | Ihr Kalender wurde nicht gelesen: Es zählen nur die im Formular eingetragenen belegten Zeiten.",
        ),
    ...(values.people.some(({ country }) => country === "none") || values.country === "none"
      ? [
          translate(
            "Public holidays count only for those with a country. | Feiertage zählen nur bei Personen mit einem Land.",
          ),
        ]
      : []),
  ];
};

export const appointmentPlanner = defineWorkflow<Form, Facts>({
  key: "appointmentPlanner",
  version: 1,
  form,
  example,
  role: "You write invitations that people answer: short, exact, with the reason first.",
  task: "Word invitation, agenda and preparation of a meeting. Its time is worked out elsewhere and stands beside your texts: name no date and no time of day.",
  sources: ({ form: values, context }) => {
    const request = calendarRequest(values, context);
    return [...materialOf(values, [values.companyWebsite, values.productWebsite], []), ...(request ? [request] : [])];
  },
  readsRecords: ({ ownCalendar }) => ownCalendar,
  facts: ({ form: values, context, textOf }) => {
    const request = calendarRequest(values, context);
    return factsOf(values, context, request && textOf(request));
  },
  factsIgnoreAnswer: true,
  contextLines: ({ form: { people } }) => [
    `${selfId} | the person who invites`,
    ...people.map(({ name, isRequired }, at) => `${idOf(at)} | ${name}${isRequired ? "" : " | optional"}`),
  ],
  summary: (scene) => {
    const { form: values, translate, language, facts } = scene;
    const best = bestOf(scene);
    const names = listed(
      values.people.map(({ name }) => name),
      language,
    );
    const people = names === "" ? "" : translate(", with {names} | , mit {names}", { names });
    return best
      ? translate("{time}{people} | {time}{people}", { time: timeText(scene, best, facts.zone), people })
      : translate("No time found yet{people} | Noch keine Zeit gefunden{people}", { people });
  },
  sections: [advice, options, clocks, poll, agenda, invitation, details, preparation, moved, basis],
  assumptions,
  checks: (scene) => {
    const { facts, form: values } = scene;
    const unread = facts.problems.length;
    return [
      ...(facts.times.starts === 0 ? [{ level: "warn" as const, code: "noTime", at: "options" }] : []),
      ...(unread > 0 ? [{ level: "warn" as const, code: "busyUnread", params: { count: unread }, at: "basis" }] : []),
      ...invitation
        .of(scene)
        .filter((paragraph) => namedTime.test(paragraph) && !values.purpose.includes(paragraph))
        .slice(0, 1)
        .map(() => ({ level: "warn" as const, code: "timeNamed", at: "invitation" })),
    ];
  },
  issueTexts: {
    noTime: "No time suits everyone who is required. | Keine Zeit passt für alle, die dabei sein müssen.",
    busyUnread:
      "Lines of the busy times that were not read in full: {count}. | Zeilen der belegten Zeiten, die nicht vollständig gelesen wurden: {count}.",
    timeNamed:
      "The invitation names a date or a time. Only the details below it follow when you choose another option. | Die Einladung nennt ein Datum oder eine Uhrzeit. Nur die Angaben darunter ändern sich, wenn Sie einen anderen Vorschlag wählen.",
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
