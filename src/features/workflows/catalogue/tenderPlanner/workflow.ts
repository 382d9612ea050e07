import type { Issue } from "#src/features/documents/document.ts";
import { signOf } from "../../domain/currencies.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { isPurchaseMaterial } from "../../domain/tenderMaterial.ts";
import { lintOf } from "../../domain/requirementLint.ts";
import { figure } from "../../domain/wording.ts";
import { allText } from "../../kit/checks.ts";
import { pick, text } from "../../kit/columns.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { errorIssue } from "../../kit/sections.ts";
import { contract, forBidders, needs, questions, scale, spec, suited } from "./documents.ts";
import { effectsOf } from "./effects.ts";
import { dateOfStep, type Facts, factsOf, figuresOf, lintQuestion, money, type TenderScene } from "./facts.ts";
import { example, form, type Form } from "./form.ts";
import { market, marketRequests } from "./market.ts";
import { procedure, timeline } from "./procedure.ts";
import { answersSheet, papers, protocol } from "./records.ts";
import { similar, similarRequests } from "./similar.ts";
import { award, estimate, frame, overview, priceSheet, trial } from "./tables.ts";

/* A tender from the buyer's side: requirements that can be tested, points that can be worked out, dates that hold. */

const { freeRows } = sectionsFor<Form, Facts>();

const more = freeRows(
  "more",
  "What is not asked for yet (internal) | Was noch nicht gefordert ist (intern)",
  {
    text: text("Requirement | Anforderung", "a demand that buyers of this forget, testable", 240),
    why: text("Otherwise | Sonst", "what goes wrong without it", 140),
    level: pick("Kind | Art", "must only if a bid without it is useless", {
      should: "should | Soll",
      must: "must | Muss",
    }),
  },
  {
    ask: "What an experienced buyer of exactly this would add: interfaces, acceptance, documents, safety, accessibility, environment, training, disposal. Suggestions to decide on.",
    count: [3, 8],
    gap: "Who has bought this before, and what was missing in the end? | Wer hat so etwas schon beschafft, und was hat am Ende gefehlt?",
  },
);

const risks = freeRows(
  "risks",
  "What could go wrong (internal) | Was schiefgehen kann (intern)",
  {
    risk: text("Risk | Risiko", "in this procurement and no other", 160),
    plan: text("Answer | Antwort", "what is changed in the documents because of it", 200),
  },
  {
    ask: "Too few bids, challenges, bids that cannot be compared, a price far from the estimate, bad work.",
    count: [3, 6],
    gap: "What do you do if only one bid comes, or none? | Was tun Sie, wenn nur ein Angebot kommt oder gar keines?",
  },
);

/** Estimates as people write them, with their currency: the number alone may count metres. */
const secretAmounts = (scene: TenderScene): string[] => {
  const { form: values, facts, language } = scene;
  const estimates = new Set([values.value ?? 0, facts.lotSum, ...values.lots.map(({ value }) => value)]);
  return [...estimates]
    .filter((value) => value > 0)
    .flatMap((value) => {
      const amount = figure(value, language, Number.isInteger(value) ? 0 : 2);
      const names = [values.currency, signOf(values.currency)];
      return names.flatMap((name) => [`${amount} ${name}`, `${name} ${amount}`, `${name}${amount}`]);
    });
};

/** Names of attached files that have nothing to do with the purchase. */
function foreignFiles({ form: values, context, textOf }: TenderScene): string[] {
  const about = [
    values.requirementTitle,
    values.need,
    values.today,
    ...values.lots.map(({ name }) => name),
    ...values.requirements.map(({ text: demand }) => demand),
  ].join("\n");
  return values.attachments.flatMap((fileId) => {
    const body = textOf({ kind: "file", fileId }) ?? "";
    const title = context.sources.find((one) => one.text === body)?.source.title;
    return title === undefined || isPurchaseMaterial(body, about, values.goalLanguage) ? [] : [title];
  });
}

function checks(scene: TenderScene): Issue[] {
  const { form: values, language } = scene;
  const secrets = secretAmounts(scene);
  const own = allText(values);
  return [
    ...forBidders
      .flatMap((section) => section.texts(scene))
      .filter(({ text: written }) => {
        const plain = written.replace(/[\u00a0\u202f]/g, " ");
        return plain.includes("{value}") || secrets.some((secret) => plain.includes(secret));
      })
      .map(({ at, text: written }): Issue =>
        // The person's own words are theirs to change.
        own.includes(written) ? { level: "warn", code: "estimateDisclosed", at } : errorIssue("estimateDisclosed", at),
      ),
    ...spec
      .of(scene)
      .flatMap(({ id, text: written, test }): Issue[] =>
        test === "" || lintOf(written, language, values.buyer !== "private").length === 0
          ? []
          : [{ level: "warn", code: "stillVague", at: `spec/${id}/text`, params: { no: id.replace("q", "R") } }],
      ),
    ...foreignFiles(scene).map((name): Issue => ({
      level: "warn",
      code: "foreignFile",
      at: "market",
      params: { name },
    })),
  ];
}

export const tenderPlanner = defineWorkflow<Form, Facts>({
  key: "tenderPlanner",
  version: 1,
  form,
  example,
  role: "You prepare tenders for buyers: every demand can be priced by a bidder and tested by the buyer, and no firm is favoured.",
  task: "Write the tender documents for the purchase in <form>. What the buyer has not decided stays a question to them. The estimated value appears in risks alone: bidders read the other parts.",
  sources: ({ form: values, context }) => [...marketRequests(values), ...similarRequests(values, context)],
  facts: ({ form: values, context }) => factsOf(values, context),
  factsIgnoreAnswer: true,
  figures: figuresOf,
  contextLines: ({ facts }) => [
    ...(facts.legal.bids ? [`Least days for bids by law: ${facts.legal.bids.days}`] : []),
    ...(facts.holidays.length > 0
      ? [`Public holidays while bids are written: ${facts.holidays.map(({ name }) => name.en).join(", ")}`]
      : []),
  ],
  summary: (scene) => {
    const { facts, form: values, translate, language } = scene;
    return translate(
      "{value}, {count:requirement|requirements}, bids until {deadline}, award on {award} at the earliest. | {value}, {count:Anforderung|Anforderungen}, Angebote bis {deadline}, Zuschlag frühestens am {award}.",
      {
        value: facts.value > 0 ? money(scene, facts.value) : translate("Value open | Wert offen"),
        count: values.requirements.length,
        deadline: dayText(dateOfStep(facts, "deadline"), language),
        award: dayText(facts.dates.award, language),
      },
    );
  },
  sections: [
    overview,
    procedure,
    market,
    similar,
    needs,
    frame,
    spec,
    priceSheet,
    suited,
    award,
    scale,
    questions,
    contract,
    timeline,
    answersSheet,
    more,
    risks,
    trial,
    estimate,
    protocol,
    papers,
  ],
  // What bidders get to read.
  deliverable: {
    needs: "titled",
    frame: "titled",
    spec: "titled",
    sheet: "titled",
    suited: "titled",
    award: "titled",
    scale: "titled",
    questions: "titled",
    contract: "titled",
  },
  questions: (scene) => {
    const { facts, form: values, translate, show, context } = scene;
    const written = spec.of(scene);
    return [
      ...values.requirements.flatMap((_, at) => {
        const row = written.find(({ id }) => id === `q${at + 1}`);
        const isWritten = row !== undefined && row.test !== "";
        const asked = isWritten ? show(row.open) : lintQuestion(scene, facts.lints[at] ?? []);
        return asked === "" ? [] : [`R${at + 1}: ${asked}`];
      }),
      ...contract
        .of(scene)
        .flatMap(({ point, decide }) =>
          decide === "" ? [] : [`${translate("Contract | Vertrag")}, ${show(point)}: ${show(decide)}`],
        ),
      ...(facts.value === 0
        ? [
            translate(
              "What do you expect to pay, with all options and for the whole term? | Was erwarten Sie zu zahlen, mit allen Optionen und für die ganze Laufzeit?",
            ),
          ]
        : []),
      ...(facts.isAbove === true && values.lots.length === 1
        ? [
            translate(
              "Why is the contract not divided into lots? Put the reason on record. | Warum wird nicht in Lose geteilt? Halten Sie den Grund fest.",
            ),
          ]
        : []),
      ...(context.sources.length === 0
        ? [
            translate(
              "Which suppliers, prices and similar purchases do you know? Attach files or name pages. | Welche Anbieter, Preise und ähnlichen Vergaben kennen Sie? Hängen Sie Dateien an, oder nennen Sie Seiten.",
            ),
          ]
        : []),
    ];
  },
  assumptions: ({ facts, translate }) => [
    translate("Values are without VAT. | Werte ohne Umsatzsteuer."),
    facts.knowsHolidays
      ? translate(
          "Dates skip weekends and national public holidays; those of a single state or region do not count. | Termine überspringen Wochenenden und landesweite Feiertage; Feiertage einzelner Länder oder Regionen zählen nicht mit.",
        )
      : translate(
          "Dates skip weekends; the public holidays of this country are not known here. | Termine überspringen Wochenenden; die Feiertage dieses Landes sind hier nicht bekannt.",
        ),
    ...(facts.legal.bids
      ? [
          translate(
            "Least periods assume electronic bids, complete documents from the first day, and no urgency. | Die Mindestfristen gelten für elektronische Angebote, vollständige Unterlagen ab dem ersten Tag und ohne Dringlichkeit.",
          ),
        ]
      : []),
  ],
  checks,
  issueTexts: {
    foreignFile:
      "“{name}” has nothing to do with this purchase. Remove the file, or say in the form what it is for. | „{name}“ hat mit dieser Beschaffung nichts zu tun. Entfernen Sie die Datei, oder schreiben Sie ins Formular, wozu sie dient.",
    estimateDisclosed:
      "Bidders read this part: it must not name the estimated value. | Bieter lesen diesen Teil: Er darf den geschätzten Wert nicht nennen.",
    stillVague: "{no} still has words that can’t be tested. | {no} enthält noch Wörter, die sich nicht prüfen lassen.",
  },
  effects: effectsOf,
});
