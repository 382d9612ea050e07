import type { Block, Proposal } from "#src/features/documents/document.ts";
import { webAddress } from "#src/kit/schemas.ts";
import { datedText } from "#src/kit/time/dateTexts.ts";
import { addDays } from "#src/kit/time/dates.ts";
import type { CallCheckCode, CheckResult, RankedCall } from "../../domain/fundingFit.ts";
import { clipped, figure, listed, percent, quoted } from "../../domain/wording.ts";
import { type Bilingual, half } from "../../kit/bilingual.ts";
import { optional, pick, quote, text } from "../../kit/columns.ts";
import { entryAt, nextProject, nextWorkday } from "../../kit/effects.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { callRequests, serviceOf, services, wantedWords } from "./calls.ts";
import { type Facts, type FundingScene, inMode } from "./facts.ts";
import type { Form } from "./form.ts";

/* The other mode: open calls from data services, ranked by rules, with a checklist of what decides. */

const { computed, rowPerItem } = sectionsFor<Form, Facts>();
const isFind = inMode("find");

const shown = 10;
const judged = { quick: 3, standard: 6, deep: 10 } as const;
/** Calls that fit; where none does, the closest ones. */
export function shownCalls({ facts }: FundingScene): RankedCall[] {
  const fits = facts.calls.filter(({ isFit }) => isFit);
  return (fits.length > 0 ? fits : facts.calls).slice(0, shown);
}
const callId = (at: number): string => `k${at + 1}`;

const checkNames: Readonly<Record<CallCheckCode, Bilingual>> = {
  open: "Open or announced | Offen oder angekündigt",
  time: "At least 14 days left | Mindestens 14 Tage Zeit",
  place: "For applicants of your country | Für Antragsteller Ihres Landes",
  size: "Size of the applicant | Größe des Antragstellers",
  amount: "Size of the grant | Größe der Förderung",
};
const results: Readonly<Record<CheckResult, Bilingual>> = {
  pass: "pass | erfüllt",
  fail: "fail | nicht erfüllt",
  unknown: "unknown | unbekannt",
};

const grantText = ({ language }: FundingScene, { record: { rate, maxGrant, currency } }: RankedCall): string =>
  [
    rate === null ? "" : percent(rate, language),
    maxGrant === null ? "" : `${figure(maxGrant, language)} ${currency}`.trim(),
  ]
    .filter(Boolean)
    .join(", ") || "–";
const deadlineText = (scene: FundingScene, { record: { deadline }, daysLeft }: RankedCall): string =>
  deadline === ""
    ? "–"
    : scene.translate("{day} ({count:day|days}) | {day} ({count:Tag|Tage})", {
        day: datedText(deadline, scene.language),
        count: daysLeft ?? 0,
      });

export const search = computed(
  "search",
  "Search summary | Suche im Überblick",
  (scene) => {
    const { facts, form: values, translate, translateAll, language, state } = scene;
    const fits = facts.calls.filter(({ isFit }) => isFit);
    const asked = callRequests(values, state.answer);
    const words = wantedWords(values, state.answer).map((word) => quoted(word, language));
    return [
      ...tableOf(
        translateAll("Service | Dienst", "Open calls | Offene Aufrufe", "Fit | Passend"),
        asked.map(({ api }) => [
          half(services[serviceOf(api)], language),
          figure(facts.calls.filter((one) => one.api === api).length, language),
          figure(fits.filter((one) => one.api === api).length, language),
        ]),
        [1, 2],
      ),
      ...(words.length === 0
        ? []
        : [
            note(
              "info",
              translate("Searched for: {words}. | Gesucht nach: {words}.", { words: listed(words, language) }),
            ),
          ]),
      ...(fits.length > 0
        ? []
        : [
            note(
              "warn",
              facts.calls.length === 0
                ? translate("The search found no open calls. | Die Suche hat keine offenen Aufrufe ergeben.")
                : translate(
                    "No open call fits in every respect. The closest ones are listed below with the reasons against them. | Kein offener Aufruf passt in jeder Hinsicht. Unten finden Sie die passendsten und was gegen sie spricht.",
                  ),
            ),
          ]),
      { type: "list", ordered: false, items: suggestions(scene) },
    ];
  },
  isFind,
);

function suggestions({ form: values, facts, translate }: FundingScene): string[] {
  const isThin = !facts.calls.some(({ isFit }) => isFit);
  return [
    ...(isThin && values.words.length === 0
      ? [
          translate(
            "Enter three to six English words that calls would use, such as your technology and field. | Geben Sie drei bis sechs englische Wörter ein, die in Aufrufen vorkommen, etwa zu Technik und Fachgebiet.",
          ),
        ]
      : isThin
        ? [
            translate(
              "Use broader terms: calls name fields and goals, rarely products. | Wählen Sie allgemeinere Begriffe: Aufrufe nennen Gebiete und Ziele, selten Produkte.",
            ),
          ]
        : []),
    ...(isThin && values.depth !== "deep"
      ? [
          translate(
            "Search deeper: the depth “Deep” reads more calls. | Suchen Sie tiefer: Mit der Tiefe „Ausführlich“ werden mehr Aufrufe gelesen.",
          ),
        ]
      : []),
    values.country === "DE"
      ? translate(
          "These services don’t cover national and state programmes. Search the federal government’s Förderdatenbank and ask your state’s development bank, then paste the guideline here. | Diese Dienste enthalten keine Programme von Bund und Ländern. Suchen Sie in der Förderdatenbank des Bundes, fragen Sie die Förderbank Ihres Landes und fügen Sie die Richtlinie hier ein.",
        )
      : translate(
          "These services don’t cover national and regional programmes. Ask your chamber of commerce or development agency, then paste the guideline here. | Diese Dienste enthalten keine nationalen und regionalen Programme. Fragen Sie Ihre Kammer oder Wirtschaftsförderung und fügen Sie die Richtlinie hier ein.",
        ),
  ];
}

export const matches = computed(
  "matches",
  "Open calls | Offene Aufrufe",
  (scene) => {
    const { translate, translateAll, language } = scene;
    const calls = shownCalls(scene);
    return [
      ...tableOf(
        translateAll(
          "No. | Nr.",
          "Call | Aufruf",
          "Programme | Programm",
          "Deadline | Frist",
          "Rate, maximum | Quote, Höchstbetrag",
          "Fit | Passung",
        ),
        calls.map((call, at) => [
          String(at + 1),
          clipped(call.record.title, 200, 1900),
          clipped([call.record.programme, call.record.authority].filter(Boolean).join(", "), 160, 1900) || "–",
          deadlineText(scene, call),
          grantText(scene, call),
          String(call.fit),
        ]),
        [0, 5],
      ),
      ...calls.flatMap((call, at): Block[] => [
        { type: "h", text: `${at + 1}. ${clipped(call.record.title, 160)}` },
        ...tableOf(
          translateAll("Check | Prüfpunkt", "Result | Ergebnis", "The call says | Der Aufruf sagt"),
          call.checks.map(({ code, result, quote: words }) => [
            translate(checkNames[code]),
            translate(results[result]),
            words === "" ? "–" : quoted(clipped(words, 240), language),
          ]),
        ),
        {
          type: "list",
          ordered: false,
          items: [
            call.shared.length === 0
              ? translate("No words in common with your project | Keine gemeinsamen Wörter mit Ihrem Vorhaben")
              : translate("In common: {words} | Gemeinsam: {words}", { words: listed(call.shared, language) }),
            `${half(services[serviceOf(call.api)], language)}: ${call.record.url}`,
          ],
        },
      ]),
    ];
  },
  isFind,
);

export const fits = rowPerItem(
  "fits",
  "A closer look | Näher betrachtet",
  {
    verdict: pick("Can you apply? | Antragsberechtigt?", "by the quoted words and <form> alone", {
      open: "unclear | unklar",
      no: "no | nein",
      yes: "yes | ja",
    }),
    condition: optional(quote("Key passage | Entscheidende Stelle", "the sentence of the call that decides", 300)),
    why: text("Why it fits or doesn’t | Warum es passt oder nicht", "one sentence, naming a fact of the project", 220),
    effort: pick("Effort | Aufwand", "by partners and proofs that the call asks for", {
      unknown: "not stated | nicht genannt",
      high: "high: needs a consortium | hoch: Konsortium nötig",
      middle: "medium | mittel",
      low: "low | gering",
    }),
    next: text("Clarify first | Zuerst klären", "one question to the contact point of the programme", 140),
  },
  {
    ask: "An honest look at this call for the firm and project in <form>, from its text alone.",
    items: (scene) =>
      shownCalls(scene)
        .slice(0, judged[scene.form.depth])
        .map((call, at) => {
          const source = scene.state.reads
            .flatMap(({ sources }) => sources)
            .find(({ text: body }) => body.includes(JSON.stringify(call.record.id)))?.source;
          const { title, programme, authority, text: words } = call.record;
          return {
            id: callId(at),
            context: `${title} | ${programme} | ${call.record.deadline}`,
            cells: [clipped(title, 160)],
            about: [
              {
                id: source?.id ?? callId(at),
                title,
                text: [title, programme, authority, words].filter(Boolean).join("\n\n"),
              },
            ],
          };
        }),
    lead: ["Call | Aufruf"],
    as: "cards",
    when: (scene) => isFind(scene) && shownCalls(scene).length > 0,
    gap: "Which of these calls do you already know, and which partners could you bring in? | Welche dieser Aufrufe kennen Sie schon, und welche Partner kämen für Sie infrage?",
  },
);

const suggested = 5;
const applied = 3;

/** Half a year of looking again: calls open all year round. */
const againRule = "FREQ=MONTHLY;COUNT=6";
const againAfter = 30;

function lookAgain({ form: values, facts, translate, context }: FundingScene): Proposal {
  const entry = entryAt("again", {
    type: "8000",
    title: translate("Look for new calls: {title} | Nach neuen Aufrufen suchen: {title}", {
      title: clipped(values.requirementTitle, 80),
    }),
    date: nextWorkday(addDays(facts.today, againAfter)),
    notes: translate(
      "Run the search again from this project, or repeat it every month with “Schedule runs”. | Führen Sie die Suche aus diesem Projekt erneut aus oder wiederholen Sie sie mit „Regelmäßig ausführen“ jeden Monat.",
    ),
    timeZone: context.timeZone,
  });
  return { ...entry, payload: { ...entry.payload, rrule: againRule } };
}

/** Deadlines of the best calls, a look every month, and an application for those that do not rule the firm out. */
export function findEffects(scene: FundingScene): Proposal[] {
  const { form: values, context, translate } = scene;
  const verdicts = new Map(fits.of(scene).map(({ id, verdict }) => [id, verdict]));
  const best = scene.facts.calls.filter(({ isFit }) => isFit).slice(0, suggested);
  return [
    ...best.flatMap(({ record }) =>
      record.deadline === ""
        ? []
        : [
            entryAt(`call:${record.id}`.slice(0, 120), {
              type: "5000",
              title: translate("Deadline: {title} | Antragsfrist: {title}", { title: clipped(record.title, 120) }),
              date: record.deadline,
              notes: `${record.programme}\n${record.url}`,
              reminders: [7 * 24 * 60],
              timeZone: context.timeZone,
            }),
          ],
    ),
    ...best
      .filter((_, at) => verdicts.get(callId(at)) !== "no")
      .slice(0, applied)
      .map(({ record }): Proposal => {
        const { mode: _, requirementTitle: __, ...kept } = values;
        return nextProject<Form>(`apply:${record.id}`, "fundingApplicant", record.title, {
          ...kept,
          goalLanguage: values.goalLanguage,
          mode: "write",
          programme: record.programme.slice(0, 160).toWellFormed(),
          callUrl: webAddress.safeParse(record.url).success ? record.url : "",
          callText: record.text.slice(0, 24_000).toWellFormed(),
          deadline: record.deadline,
        });
      }),
    ...(scene.facts.calls.length === 0 ? [] : [lookAgain(scene)]),
  ];
}
