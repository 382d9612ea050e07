import { sentences } from "#src/kit/text.ts";
import type { Issue } from "#src/features/documents/document.ts";
import { pick, statement, text } from "../../kit/columns.ts";
import { cut } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { errorIssue, note } from "../../kit/sections.ts";
import type { Answer } from "../../kit/state.ts";
import { rivalProposals } from "./effects.ts";
import { example } from "./example.ts";
import {
  type Facts,
  factsOf,
  figuresOf,
  isProposing,
  requests,
  type Rival,
  type RivalScene,
  withoutBullet,
  type WriterAnswers,
} from "./facts.ts";
import { form, type Form } from "./form.ts";
import { candidates, criteria, findings, prices } from "./reading.ts";
import { positionBlocks, priceBlocks } from "./priceTables.ts";
import {
  cardBlocks,
  dealBlocks,
  matrixBlocks,
  mirrorBlocks,
  sourceBlocks,
  unknownBlocks,
  wordBlocks,
} from "./tables.ts";

/* Competitors: what their own pages prove, where one stands against that, and what to do about it. */

const { prose, computed, freeRows, rowPerItem } = sectionsFor<Form, Facts>();

const cardTitles = {
  promise: "Promise | Versprechen",
  buyers: "Sells to | Verkauft an",
  offer: "Offer | Angebot",
  proof: "Evidence | Nachweise",
  strong: "Strength | Stärke",
  weak: "Weakness | Schwäche",
} as const satisfies Record<string, Bilingual>;
const cardGap: Bilingual =
  "{name}: what do they offer, to whom, and with what evidence? Paste text from their page or a leaflet into the form. | {name}: Was wird wem angeboten und womit belegt? Fügen Sie Text der Website oder eines Prospekts ins Formular ein.";
const allCardsGap: Bilingual =
  "What do your competitors offer, to whom, and with what evidence? Paste text from their pages or leaflets into the form. | Was bieten Ihre Wettbewerber wem an, und womit belegen sie es? Fügen Sie Text ihrer Websites oder Prospekte ins Formular ein.";
const battleTitles = {
  they: "You hear | Sie hören",
  we: "You answer | Sie antworten",
  ask: "Ask the customer | Fragen Sie den Kunden",
  lose: "Walk away if | Verzichten Sie, wenn",
} as const satisfies Record<string, Bilingual>;
const battleGap: Bilingual =
  "{name}: what is your two-sentence answer when a customer brings them up? | {name}: Was antworten Sie in zwei Sätzen, wenn ein Kunde diesen Wettbewerber nennt?";
const allBattleGap: Bilingual =
  "What is your two-sentence answer when a customer brings up a competitor? | Was antworten Sie in zwei Sätzen, wenn ein Kunde einen Wettbewerber nennt?";

/** What a firm says first on its page; notes of the person are no promise. */
function promiseOf({ material }: Rival, language: string): string {
  const page = material.find(({ id }) => !id.startsWith("n"))?.text ?? "";
  return cut(withoutBullet(sentences(page, language)[0] ?? ""), 200);
}

/** Each by itself: one firm's page says nothing about another. */
const cards = rowPerItem(
  "cards",
  "One by one | Einzeln betrachtet",
  {
    promise: statement(cardTitles.promise, "their main promise", 200),
    buyers: text(cardTitles.buyers, "whom the page addresses, with its mark", 160),
    offer: text(cardTitles.offer, "what one gets, in which steps, with its mark", 240),
    proof: text(
      cardTitles.proof,
      "references, figures, certificates they show, with the mark; “none shown” if none",
      200,
    ),
    strong: text(cardTitles.strong, "what a customer likes there", 160),
    weak: text(cardTitles.weak, "what a customer misses there or must ask for", 160),
  },
  {
    ask: "What this firm says of itself, soberly.",
    items: ({ facts, context }) =>
      facts.rivals
        // Of a firm of which nothing was read, nothing can be said.
        .filter(({ material }) => material.length > 0)
        .map((rival) => ({
          id: rival.id,
          context: `${rival.name} ${rival.url}`.trim(),
          cells: [rival.name],
          own: { promise: promiseOf(rival, context.language) },
          about: rival.material.map((one) => (one.id.startsWith("n") ? { ...one, id: "form" } : one)),
        })),
    after: [candidates],
    blocks: (scene, rows) => cardBlocks(scene, rows, { titles: cardTitles, one: cardGap, all: allCardsGap }),
    gap: allCardsGap,
  },
);

const read = [cards, findings, prices];

const inShort = prose("inShort", "In short | Kurz gefasst", {
  ask: "where this firm wins, where it loses and to whom, what the price says, the one thing to change first",
  words: [80, 170],
  after: read,
  gap: "Why did your last three customers choose you, and why did the last three you lost choose someone else? | Warum haben sich Ihre letzten drei Kunden für Sie entschieden, und warum die letzten drei Interessenten für andere?",
});

const plays = freeRows(
  "plays",
  "What to do | Was zu tun ist",
  {
    what: text("Move | Maßnahme", "what to change, say or leave, concrete enough to start on Monday", 200),
    kind: pick("Type | Art", "which", {
      ignore: "ignore | ignorieren",
      defend: "defend | verteidigen",
      attack: "attack | angreifen",
    }),
    why: text("Reason | Grund", "the demand, price or order that shows it", 200),
    sign: text("Success if | Erfolg, wenn", "a number to look at and by when", 120),
  },
  {
    ask: "Moves in the order in which to make them; at least one thing to ignore.",
    count: [4, 7],
    after: read,
    gap: "Which gap would you close first, and which would you live with? | Welchen Rückstand würden Sie zuerst aufholen, und welchen nehmen Sie hin?",
  },
);

const battle = rowPerItem(
  "battle",
  "For the conversation | Für das Gespräch",
  {
    they: text(battleTitles.they, "what the customer will repeat from them", 160),
    we: text(battleTitles.we, "two sentences a salesperson can say aloud, true and without running them down", 260),
    ask: text(battleTitles.ask, "a question whose honest answer speaks for this firm", 160),
    lose: text(battleTitles.lose, "the case in which they are the better choice", 160),
  },
  {
    ask: "A card for a conversation in which the customer names this competitor.",
    items: ({ facts }) => facts.rivals.map(({ id, name }) => ({ id, context: name, cells: [name] })),
    after: read,
    blocks: (scene, rows) => [
      ...cardBlocks(scene, rows, { titles: battleTitles, one: battleGap, all: allBattleGap }),
      ...(rows.some(({ we }) => we !== "")
        ? [
            note(
              "info",
              scene.translate(
                "For conversations only. Comparisons in advertising must be objective, verifiable and about essential features (Directive 2006/114/EC). | Nur für Gespräche. Vergleiche in der Werbung müssen objektiv und nachprüfbar sein und wesentliche Eigenschaften betreffen (§ 6 UWG, Richtlinie 2006/114/EG).",
              ),
            ),
          ]
        : []),
    ],
    gap: allBattleGap,
  },
);

const matrix = computed("matrix", "Needs compared | Anforderungen im Vergleich", matrixBlocks);
const priceTable = computed("priceTable", "Prices | Preise", priceBlocks);
const position = computed("position", "Price and performance | Preis und Leistung", positionBlocks);
const deals = computed("deals", "Orders won and lost | Gewonnene und verlorene Aufträge", dealBlocks);
const wording = computed("wording", "Words you share | Wörter, die alle verwenden", wordBlocks);
const mirror = computed("mirror", "Your own website | Ihre eigene Website", mirrorBlocks);
const unknown = computed("unknown", "What to find out | Was Sie noch klären sollten", unknownBlocks);
const method = computed("method", "Sources read | Gelesene Quellen", sourceBlocks);

const writtenOf = (answer: Answer): WriterAnswers => ({
  candidates: candidates.of({ answer }),
  criteria: criteria.of({ answer }),
  findings: findings.of({ answer }),
  prices: prices.of({ answer }),
});

/** Prices that their own quotes don't carry. */
const priceFaults = ({ facts }: RivalScene): Issue[] =>
  facts.prices.flatMap(({ id, price, doubt }) =>
    doubt === "notInQuote" ? [errorIssue("priceNotInQuote", `prices/${id}`, { price })] : [],
  );

export const companionsAnalyser = defineWorkflow<Form, Facts>({
  key: "companionsAnalyser",
  version: 1,
  form,
  role: "You analyse competitors for a firm's sales team. You repeat what pages prove, name what they leave out, and never run anyone down.",
  task: "Compare the competitors with the firm in the form through the eyes of its customer. Shares and prices are computed; name them, compute none.",
  example,
  sources: requests,
  facts: ({ form: values, context, answer }) => factsOf(values, context, writtenOf(answer)),
  figures: figuresOf,
  contextLines: (scene) => {
    const { facts } = scene;
    return [
      ...facts.demands.map(({ id, name, weight, own }) => `${id} | ${name} | weight ${weight} | this firm: ${own}`),
      ...facts.offers.map(({ id, plan, price, unit }) => `${id} | own offer | ${plan} | ${price} ${unit}`),
      ...facts.findings.map(({ rival, demand, has, words }) => `${rival} | ${demand} | ${has} | ${words}`),
      ...cards
        .of(scene)
        .map(({ id, promise, strong, weak }) =>
          [
            id,
            facts.rivals.find((one) => one.id === id)?.name ?? "",
            promise,
            `strong: ${strong}`,
            `weak: ${weak}`,
          ].join(" | "),
        ),
      ...facts.prices.flatMap(({ rival, plan, price, unit, like, doubt }) =>
        doubt === null ? [`${rival} | price | ${plan} | ${price} ${unit}${like === "" ? "" : ` | like ${like}`}`] : [],
      ),
      ...facts.deals.map(
        ({ against, won, lost, reason }) => `orders against ${against} | won ${won} | lost ${lost} | ${reason}`,
      ),
    ];
  },
  summary: ({ facts, translate }) => {
    const counts: [number, Bilingual][] = [
      [facts.rivals.length, "{count:competitor|competitors} | {count:Wettbewerber|Wettbewerber}"],
      [facts.demands.length, "{count:need|needs} | {count:Anforderung|Anforderungen}"],
      [facts.findings.length, "{count:quote|quotes} in their own words | {count:Beleg|Belege} in ihren eigenen Worten"],
    ];
    return facts.rivals.length === 0
      ? translate("No competitors yet. | Noch keine Wettbewerber.")
      : `${counts.flatMap(([count, text]) => (count === 0 ? [] : [translate(text, { count })])).join(", ")}.`;
  },
  sections: [
    inShort,
    plays,
    matrix,
    priceTable,
    position,
    deals,
    candidates,
    criteria,
    cards,
    battle,
    mirror,
    wording,
    unknown,
    findings,
    prices,
    method,
  ],
  assumptions: ({ form: values, facts, translate }) => [
    ...(values.demands.length === 0 && facts.demands.length > 0
      ? [
          translate(
            "What customers compare is our suggestion, not their answer: check it with your last three customers. | Was Kunden vergleichen, ist unser Vorschlag und nicht erfragt: Prüfen Sie es mit Ihren letzten drei Kunden.",
          ),
        ]
      : []),
    ...(isProposing(values) && facts.rivals.length > 0
      ? [
          translate(
            "The competitors come from a web search; you may know of closer ones. | Die Wettbewerber stammen aus einer Websuche; vielleicht kennen Sie passendere.",
          ),
        ]
      : []),
  ],
  checks: (scene) => {
    const names = scene.form.demands.map(({ name }) => name.trim().toLowerCase());
    const written = plays.of(scene);
    return [
      ...priceFaults(scene),
      ...(new Set(names).size < names.length ? [{ level: "warn" as const, code: "demandTwice", at: "matrix" }] : []),
      ...(written.length > 0 && written.every(({ kind }) => kind !== "ignore")
        ? [{ level: "warn" as const, code: "nothingIgnored", at: "plays" }]
        : []),
    ];
  },
  issueTexts: {
    priceNotInQuote:
      "The price {price} doesn’t appear in its excerpt. | Der Preis {price} steht nicht im zitierten Text.",
    demandTwice:
      "One need is listed twice; both rows count. | Eine Anforderung ist doppelt eingetragen; beide Zeilen zählen.",
    nothingIgnored:
      "The moves don’t say what to leave to others. | Die Maßnahmen zeigen nicht, was Sie anderen überlassen.",
  },
  hints: ({ translate }) => [
    translate(
      "Enter the addresses of two or three competitors. | Tragen Sie die Adressen von zwei oder drei Wettbewerbern ein.",
    ),
    translate(
      "If a page blocks automated reading, paste its text instead. | Sperrt eine Seite das automatische Lesen, fügen Sie ihren Text ein.",
    ),
  ],
  coverage: ({ facts, form: { research } }) =>
    research === "web"
      ? {
          found: facts.rivals.filter(({ material }) => material.length > 0).length,
          wanted: Math.max(1, facts.rivals.length),
        }
      : { found: 1, wanted: 1 },
  effects: (scene) => rivalProposals(scene, plays.of(scene)),
});
