import type { Issue, Proposal } from "#src/features/documents/document.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { isApplicationPaper, isCallText } from "../../domain/fundingCall.ts";
import { clipped, figure } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { entryAt } from "../../kit/effects.ts";
import { errorIssue } from "../../kit/sections.ts";
import { annexes, answers, asking, chapters, review, risks, work } from "./answers.ts";
import { budgetPart } from "./budget.ts";
import { euro, type Facts, factsOf, figuresOf, type FundingScene, requestsOf } from "./facts.ts";
import { findEffects, fits, matches, search } from "./find.ts";
import { example, form, type Form } from "./form.ts";
import { implicitDemands } from "./implicitDemands.ts";
import { terms } from "./terms.ts";
import { eligible, gantt, goals, plan, verdict } from "./tables.ts";

/* A grant application: its call is taken apart, its sums are worked out, its chapters are written. Or a call is found. */

const daysBefore = [24 * 60, 7 * 24 * 60];

function effects(scene: FundingScene): Proposal[] {
  const { facts, form: values, context, translate } = scene;
  const { timeZone } = context;
  if (values.mode === "find") return findEffects(scene);
  const about = clipped(values.requirementTitle, 80);
  return [
    ...facts.milestones
      .filter(({ isLate }) => !isLate)
      .map(({ id, title, date }) =>
        entryAt(`step:${id}`, {
          type: "5000",
          title: `${about}: ${title}`,
          date,
          timeZone,
          ...(id === "signatures"
            ? {
                notes: facts.demands
                  .filter(({ kind }) => kind === "annex")
                  .map(({ label, text }) => `${label} ${text}`)
                  .join("\n"),
              }
            : {}),
        }),
      ),
    ...(facts.deadline === "" || facts.deadline < facts.today
      ? []
      : [
          entryAt("deadline", {
            type: "5000",
            title: translate("Deadline: {title} | Antragsfrist: {title}", { title: about }),
            date: facts.deadline,
            notes: facts.terms.deadline?.quote ?? "",
            reminders: daysBefore,
            timeZone,
          }),
        ]),
  ];
}

function checks(scene: FundingScene): Issue[] {
  const { facts, form: values } = scene;
  if (values.mode === "find") return [];
  const demands = new Map(facts.demands.map((demand) => [demand.id, demand]));
  return [
    ...answers.of(scene).flatMap(({ id, status, proof, where, points }): Issue[] => {
      const demand = demands.get(id);
      if (!demand) return [];
      return [
        ...(status === "yes" && demand.check?.verdict === "no"
          ? [errorIssue("againstCheck", `answers/${id}/status`, { no: demand.label })]
          : []),
        ...(status === "yes" && proof === "" && demand.check?.verdict !== "yes"
          ? [errorIssue("noProof", `answers/${id}/proof`, { no: demand.label })]
          : []),
        ...(demand.kind === "criterion" && status === "yes" && where.length === 0
          ? [errorIssue("noPlace", `answers/${id}/where`, { no: demand.label })]
          : []),
        ...(points !== null && (points < 0 || points > 5)
          ? [errorIssue("pointsOutside", `answers/${id}/points`, { no: demand.label })]
          : []),
      ];
    }),
    ...chapters.of(scene).flatMap(({ id, text }): Issue[] => {
      const most = facts.chapters.find((one) => one.id === id)?.characters ?? Infinity;
      const used = scene.show(text).length;
      return used > most ? [errorIssue("chapterTooLong", `chapters/${id}/text`, { found: used, most })] : [];
    }),
  ];
}

/** What to change when no call was found. */
const findHints = ({ translate }: FundingScene): string[] => [
  translate(
    "Describe the project in technical terms, and in English too: EU calls are in English. | Beschreiben Sie das Vorhaben in Fachbegriffen, auch auf Englisch: Aufrufe der EU sind auf Englisch.",
  ),
  translate(
    "National and regional programmes can’t be searched here. Paste or attach their guideline and choose “Write an application”. | Programme von Bund und Ländern lassen sich hier nicht durchsuchen. Fügen Sie die Richtlinie ein oder hängen Sie sie an, und wählen Sie „Antrag schreiben“.",
  ),
];

export const fundingApplicant = defineWorkflow<Form, Facts>({
  key: "fundingApplicant",
  version: 2,
  form,
  example,
  role: "You write grant applications that get through: you answer each criterion where the examiner looks for it, with the applicant’s own facts, and claim nothing that is not given.",
  task: "Work on the application described in <form>. Sums, dates and eligibility are worked out already; a fact that is not given stays out.",
  guard: (_, attached) =>
    attached.every(({ text }) => isCallText(text) || isApplicationPaper(text))
      ? null
      : {
          code: "fundingApplicant.attachmentPrank",
          message: "An attachment is neither a guideline nor a paper of the company",
        },
  sources: ({ form: values, state }) => requestsOf(values, state.answer),
  facts: factsOf,
  figures: figuresOf,
  contextLines: (scene) => {
    const { facts, form: values } = scene;
    if (values.mode === "find") return [];
    return [
      ...facts.demands.map(
        ({ id, label, kind, weight, text }) =>
          `${label} = ${id} | ${kind}${weight === null ? "" : ` ${weight}`} | ${text}`,
      ),
      ...facts.eligibility.map(
        ({ check, have, verdict: result }) => `check ${check.split(" | ")[0] ?? ""}: ${have}: ${result}`,
      ),
      ...facts.chapters.map(({ id, title }) => `${id} = ${title}`),
      ...chapters.of(scene).flatMap(({ id, text }) => (text === "" ? [] : [`${id} says:\n${text}`])),
      ...answers
        .of(scene)
        .map(({ id, status, missing }) => `${id}: ${status}${missing === "" ? "" : `, missing: ${missing}`}`),
    ];
  },
  summary: (scene) => {
    const { facts, form: values, translate, language } = scene;
    if (values.mode === "find")
      return translate(
        "{count:open call fits|open calls fit}; {read} read. | {count:offener Aufruf passt|offene Aufrufe passen}; {read} gelesen.",
        { count: facts.calls.filter(({ isFit }) => isFit).length, read: figure(facts.calls.length, language) },
      );
    const { budget } = facts;
    const money =
      budget.total === 0
        ? translate("Costs still open | Kosten noch offen")
        : budget.grant === null
          ? translate("{cost} in costs, aid rate open | {cost} Kosten, Förderquote offen", {
              cost: euro(scene, budget.total),
            })
          : translate("{grant} requested for costs of {cost} | {grant} beantragt bei Kosten von {cost}", {
              grant: euro(scene, budget.grant),
              cost: euro(scene, budget.total),
            });
    return translate(
      "{money}; {months:month|months}; {count:call requirement|call requirements}, {met} met; {day}. | {money}; {months:Monat|Monate}; {count:Anforderung|Anforderungen} des Aufrufs, {met} erfüllt; {day}.",
      {
        money,
        months: values.months,
        count: facts.demands.length,
        met: facts.met,
        day:
          facts.deadline === ""
            ? translate("deadline open | Frist offen")
            : translate("deadline {day} | Frist {day}", { day: dayText(facts.deadline, language) }),
      },
    );
  },
  sections: [
    terms,
    verdict,
    eligible,
    implicitDemands,
    chapters,
    work,
    gantt,
    budgetPart,
    goals,
    risks,
    answers,
    annexes,
    asking,
    review,
    plan,
    search,
    matches,
    fits,
  ],
  deliverable: {
    chapters: "plain",
    work: "titled",
    gantt: "titled",
    budget: "titled",
    goals: "titled",
    risks: "titled",
    annexes: "titled",
  },
  questions: ({ facts, form: values, translate }) => {
    const ask = (is: boolean, text: Bilingual, given = {}): string[] => (is ? [translate(text, given)] : []);
    if (values.mode === "find")
      return ask(
        values.totalCost === null,
        "Roughly what will the project cost? We compare the size of grants with it. | Was kostet das Vorhaben ungefähr? Damit vergleichen wir die Höhe der Förderungen.",
      );
    return [
      ...ask(
        facts.demands.length === 0,
        "What does the guideline say? Without it, we can’t tell whether you are eligible. Paste it or attach it. | Was steht in der Richtlinie? Ohne sie lässt sich nicht sagen, ob Sie antragsberechtigt sind. Fügen Sie sie ein oder hängen Sie sie an.",
      ),
      ...ask(facts.deadline === "", "When is the application due? | Bis wann muss der Antrag vorliegen?"),
      ...ask(
        facts.rate === null,
        "What share of the costs does the programme cover? | Welchen Anteil der Kosten übernimmt das Programm?",
      ),
      ...ask(
        facts.deMinimis === null,
        "How much de minimis aid did you get in the last three years, and when? | Wie viel De-minimis-Beihilfe haben Sie in den letzten drei Jahren erhalten, und wann?",
      ),
      ...values.partners
        .filter(({ agreed }) => agreed === "" || /nothing|no offer|asked|noch nicht|noch kein|angefragt/i.test(agreed))
        .map(({ name }) =>
          translate(
            "What will {name} confirm in writing, and by when? | Was sagt {name} schriftlich zu, und bis wann?",
            { name },
          ),
        ),
    ];
  },
  assumptions: ({ form: values, translate }) =>
    values.mode === "find"
      ? [
          translate(
            "The fit is based on shared words, grant size and days left; it says nothing about your chances. | Die Passung ergibt sich aus gemeinsamen Wörtern, Höhe der Förderung und verbleibenden Tagen; über Ihre Chancen sagt sie nichts.",
          ),
        ]
      : [
          translate(
            "Costs are spread evenly over the months of their package; claims are made each quarter and paid {paid:month|months} later. | Kosten verteilen sich gleichmäßig auf die Monate ihres Pakets; abgerufen wird je Quartal, gezahlt {paid:Monat|Monate} später.",
            { paid: values.paidAfter },
          ),
          translate(
            "All costs are assumed to be eligible; amounts are in whole euros, excluding VAT. | Alle Kosten gelten als förderfähig; Beträge in ganzen Euro ohne Umsatzsteuer.",
          ),
          translate(
            "The dates before the deadline are estimates and fall on working days. | Die Termine vor der Frist sind Planwerte und liegen auf Arbeitstagen.",
          ),
        ],
  checks,
  issueTexts: {
    againstCheck:
      "{no}: according to the form, this requirement is not met. | {no}: Laut Abgleich mit dem Formular ist diese Anforderung nicht erfüllt.",
    noProof:
      "{no}: counts as met only with proof. Enter the proof in its row. | {no}: gilt erst mit einem Beleg als erfüllt. Tragen Sie den Beleg in der Zeile ein.",
    noPlace:
      "{no}: a criterion is met only if the application addresses it. Say where. | {no}: Ein Kriterium ist nur erfüllt, wenn der Antrag darauf eingeht. Nennen Sie die Stelle.",
    pointsOutside: "{no}: enter 0 to 5 points. | {no}: Geben Sie 0 bis 5 Punkte ein.",
    chapterTooLong:
      "The chapter has {found} characters; the form allows {most}. | Das Kapitel hat {found} Zeichen; das Formular erlaubt {most}.",
  },
  effects,
  hints: findHints,
  coverage: ({ facts, form: values }) => {
    if (values.mode === "write") return { found: 1, wanted: 1 };
    const fitting = facts.calls.filter(({ isFit }) => isFit).length;
    return { found: fitting > 0 ? fitting : Math.min(1, facts.calls.length), wanted: Math.max(fitting, 5) };
  },
});
