import type { Issue } from "#src/features/documents/document.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { isTenderText } from "../../domain/tenderDemands.ts";
import { listed } from "../../domain/wording.ts";
import { allText } from "../../kit/checks.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { figuresIn } from "../../kit/quotes.ts";
import { errorIssue } from "../../kit/sections.ts";
import { answers, demandText, questions, references, returnables, review, risks, summary } from "./answers.ts";
import { concepts } from "./concepts.ts";
import { checkText, dates, decision, knockOut, plan } from "./check.ts";
import { effectsOf } from "./effects.ts";
import { type BidScene, type Facts, factsOf, figuresOf, lacksProof, requestsOf } from "./facts.ts";
import { closeOnes, notices, overview, reasons } from "./find.ts";
import { example, form, type Form } from "./form.ts";
import { implicitDemands } from "./implicitDemands.ts";
import { readingHints, searchHints } from "./hints.ts";
import { price } from "./price.ts";

/* A tender from the bidder's side: find one, or take its documents apart and answer every demand with its place. */

/** Sections that the buyer gets to read. */
const forBuyer = [answers, concepts, summary, questions, references];

/** Figures of strategy, price and cost that are nowhere else in the form or the documents. */
function secretFigures({ form: values, facts, context }: BidScene): ReadonlySet<string> {
  const { strategy, price: own, cost, hourCost, ...rest } = values;
  const open = new Set(
    [allText(rest), ...facts.files.map(({ text }) => text), context.now].flatMap((text) => figuresIn(text)),
  );
  const amounts = [own, cost, hourCost].filter((value) => value !== null).map(String);
  return new Set([...figuresIn(strategy), ...amounts.flatMap(figuresIn)].filter((one) => !open.has(one)));
}

function checks(scene: BidScene): Issue[] {
  const { facts, form: values } = scene;
  if (values.mode === "find") return [];
  const secrets = secretFigures(scene);
  const demands = new Map(facts.demands.map((demand) => [demand.id, demand]));
  const faulty = facts.sheets.flatMap(({ issues }) => issues).length;
  const clients = values.references.map(({ client }) => client.toLowerCase()).filter(({ length }) => length >= 4);
  return [
    ...forBuyer
      .flatMap((section) => section.texts(scene))
      .filter(({ text }) => figuresIn(text).some((one) => secrets.has(one)))
      .map(({ at }) => errorIssue("internalDisclosed", at)),
    ...answers.of(scene).flatMap((row): Issue[] => {
      const { verdict = null, label: no = row.id } = demands.get(row.id) ?? {};
      return row.status === "yes" && verdict === "no"
        ? [errorIssue("againstCheck", `answers/${row.id}/status`, { no })]
        : lacksProof(verdict, row)
          ? [errorIssue("noProof", `answers/${row.id}/proof`, { no })]
          : [];
    }),
    ...questions
      .of(scene)
      .filter(({ question }) => clients.some((client) => question.toLowerCase().includes(client)))
      .map(({ id }) => errorIssue("notNeutral", `questions/${id}/question`)),
    ...(faulty > 0
      ? [{ level: "warn" as const, code: "priceSheetFaulty", at: "price", params: { count: faulty } }]
      : []),
  ];
}

export const tenderApplicant = defineWorkflow<Form, Facts>({
  key: "tenderApplicant",
  version: 2,
  form,
  example,
  role: "You write bids for public and private tenders. You promise only what the bidder’s profile, references and certificates carry.",
  task: "Work for the bidder described in <form>. A demand that is not covered stays to be cleared, never met. Price, cost and strategy appear in no text for the buyer.",
  guard: ({ mode, tenderText }, attached) =>
    mode === "find" ||
    attached.length === 0 ||
    tenderText.trim() !== "" ||
    attached.some(({ text }) => text.trim() === "" || isTenderText(text))
      ? null
      : { code: "attachment.prank", message: "The attachment is no tender document" },
  sources: ({ form: values }) => requestsOf(values),
  facts: factsOf,
  figures: figuresOf,
  contextLines: (scene) => {
    const { facts, form: values } = scene;
    if (values.mode === "find") return [];
    return [
      ...facts.demands.flatMap(({ label, checks: made }) =>
        made.map((check) => `${label} check: ${checkText(scene, check)}`),
      ),
      ...answers
        .of(scene)
        .flatMap(({ id, status, answer }) =>
          answer === ""
            ? []
            : [`${facts.demands.find((one) => one.id === id)?.label ?? id} = ${id} | ${status} | ${answer}`],
        ),
      ...(answers.of(scene).length === 0
        ? []
        : facts.demands.map((demand) => `${demand.label} demands: ${demandText(demand)}`)),
      ...(values.tenderText === "" ? [] : ["Tender documents as pasted:", values.tenderText]),
    ];
  },
  summary: (scene) => {
    const { facts, form: values, translate, language } = scene;
    if (values.mode === "find")
      return translate(
        "{count:tender fits|tenders fit}; {read} open notices read. | {count:Ausschreibung passt|Ausschreibungen passen}; {read} offene Bekanntmachungen gelesen.",
        { count: facts.notices.filter(({ isFit }) => isFit).length, read: facts.notices.length },
      );
    const musts = facts.demands.filter(({ kind }) => kind === "must").length;
    return translate(
      "{count:requirement|requirements}, {musts} mandatory; {open} to clarify; {deadline}. | {count:Anforderung|Anforderungen}, davon {musts} verpflichtend; {open} zu klären; {deadline}.",
      {
        count: facts.demands.length,
        musts,
        open: facts.demands.filter(({ status }) => status === "open").length,
        deadline:
          facts.deadline === ""
            ? translate("no deadline found | Frist offen")
            : translate("bids due by {day} | Angebote bis {day}", { day: dayText(facts.deadline, language) }),
      },
    );
  },
  sections: [
    decision,
    knockOut,
    dates,
    plan,
    implicitDemands,
    summary,
    answers,
    concepts,
    references,
    returnables,
    questions,
    price,
    risks,
    review,
    overview,
    notices,
    reasons,
    closeOnes,
  ],
  deliverable: { summary: "titled", concepts: "titled", references: "titled" },
  questions: (scene) => {
    const { facts, form: values, translate, language } = scene;
    const openMusts = facts.demands
      .filter(({ kind, status }) => kind === "must" && status === "open")
      .map(({ label }) => label);
    if (values.mode === "find")
      return values.cpv.length > 0
        ? []
        : [
            translate(
              "Which CPV codes do buyers use for what you do? | Welche CPV-Codes verwenden Auftraggeber für Ihre Leistung?",
            ),
          ];
    const ask = (isMissing: boolean, text: Parameters<typeof translate>[0]): string[] =>
      isMissing ? [translate(text)] : [];
    const asked = (kind: string): boolean =>
      facts.demands.some(({ checks: made }) => made.some((check) => check.kind === kind && check.has === null));
    return [
      ...ask(
        facts.files.length === 0,
        "The tender could not be read. Paste its text. | Die Ausschreibung ließ sich nicht lesen. Fügen Sie den Text ein.",
      ),
      ...ask(
        values.references.length === 0,
        "Which two or three jobs from recent years resemble this one? Give value and year. | Welche zwei oder drei Aufträge der letzten Jahre ähneln diesem? Nennen Sie Wert und Jahr.",
      ),
      ...ask(facts.deadline === "", "When is the bid due? | Bis wann muss das Angebot vorliegen?"),
      ...(openMusts.length > 0 && answers.of(scene).some(({ answer }) => answer !== "")
        ? [
            translate(
              "How will you clarify {list}? Don’t bid while a must is open. | Wie klären Sie {list}? Bieten Sie nicht, solange eine Muss-Anforderung offen ist.",
              { list: listed(openMusts, language) },
            ),
          ]
        : []),
      ...ask(
        asked("turnover"),
        "What was your turnover in the last three years? | Wie hoch war Ihr Umsatz in den letzten drei Jahren?",
      ),
      ...ask(
        asked("insurance"),
        "What sum does your liability insurance cover? | Bis zu welcher Summe sind Sie haftpflichtversichert?",
      ),
      ...ask(
        asked("staff"),
        "How many people work for you, by trade? | Wie viele Personen arbeiten bei Ihnen, nach Fachrichtung?",
      ),
      ...ask(
        facts.demands.length > 0 && facts.criteria.length === 0,
        "How will the buyer choose? The text names no weighted award criteria. | Wonach wählt der Auftraggeber aus? Der Text nennt keine gewichteten Zuschlagskriterien.",
      ),
      ...ask(
        values.price === null || values.cost === null,
        "What will you charge, and what does it cost you? | Was verlangen Sie, und was kostet es Sie selbst?",
      ),
      ...ask(
        values.bids === null || values.bidHours === null,
        "How many hours will the bid take, and how many bids do you expect? | Wie viele Stunden brauchen Sie für das Angebot, und wie viele Angebote erwarten Sie?",
      ),
    ];
  },
  assumptions: ({ form: values, translate }) =>
    values.mode === "find"
      ? [
          translate(
            "The fit is based on code, words, place, value and days left; it says nothing about your chances. | Die Passung ergibt sich aus Code, Wörtern, Ort, Wert und verbleibenden Tagen; über Ihre Chancen sagt sie nichts.",
          ),
        ]
      : [
          translate(
            "Requirements were identified in the text provided by numbering and by verbs such as “must”. Read the documents themselves before you bid; this is not legal advice. | Die Anforderungen wurden im vorliegenden Text anhand von Nummern und Verben wie „müssen“ gefunden. Lesen Sie vor dem Angebot die Unterlagen selbst; dies ist keine Rechtsberatung.",
          ),
          translate(
            "The dates of the plan are estimates; they fall on working days, excluding national public holidays. | Die Termine des Plans sind geschätzt; sie liegen auf Arbeitstagen, landesweite Feiertage ausgenommen.",
          ),
          translate("All amounts exclude VAT. | Alle Beträge ohne Umsatzsteuer."),
        ],
  checks,
  issueTexts: {
    priceSheetFaulty:
      "Check {count:entry|entries} in the attached price sheet before you submit it. | Prüfen Sie {count:Stelle|Stellen} im angehängten Preisblatt vor der Abgabe.",
    internalDisclosed:
      "The buyer reads this part: it must not reveal figures on price, cost or strategy. | Der Auftraggeber liest diesen Teil: Hier dürfen keine Zahlen zu Preis, Kosten oder Strategie stehen.",
    againstCheck:
      "{no}: according to the form, this requirement is not met. | {no}: Laut Abgleich mit dem Formular ist diese Anforderung nicht erfüllt.",
    noProof:
      "{no}: counts as met only with proof. Enter the proof in the row. | {no}: gilt erst mit einem Nachweis als erfüllt. Tragen Sie den Nachweis in der Zeile ein.",
    notNeutral:
      "All bidders read the answers: a question must not name a client. | Alle Bieter lesen die Antworten: Eine Frage darf keinen Kunden nennen.",
  },
  effects: effectsOf,
  hints: (scene) => (scene.form.mode === "answer" ? readingHints(scene) : searchHints(scene)),
  coverage: ({ facts, form: values }) => {
    if (values.mode === "answer") return { found: facts.demands.length + facts.criteria.length, wanted: 1 };
    // Notices that are close are a result, too, if a poor one; none at all is none.
    const fits = facts.notices.filter(({ isFit }) => isFit).length;
    return { found: fits > 0 ? fits : Math.min(1, facts.notices.length), wanted: Math.max(fits, 10) };
  },
});
