import type { Issue } from "#src/features/documents/document.ts";
import { isDateIn } from "../../domain/marketFigures.ts";
import { narrowest } from "../../domain/marketSize.ts";
import { percent } from "../../domain/wording.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { errorIssue } from "../../kit/sections.ts";
import type { Answer } from "../../kit/state.ts";
import { marketProposals } from "./effects.ts";
import { example } from "./example.ts";
import { type Facts, factsOf, figuresOf, type MarketScene, requests, sizeText, type WriterAnswers } from "./facts.ts";
import { form, type Form } from "./form.ts";
import { pestel, porter, restsOnSource, swot, valueChain } from "./frames.ts";
import { filled, fromAbove, numbers } from "./reading.ts";
import { answers, channels, chances, drivers, groups, inShort, risks, rules, scope, unknown } from "./sections.ts";
import { leversBlocks, sizeBlocks } from "./sizeTables.ts";
import { evidenceBlocks, growthBlocks, methodBlocks, openQuestions, priceBlocks, statisticsBlocks } from "./tables.ts";

/* A market: its size as a formula that can be checked, what moves it, and an answer to each question that was asked. */

const { computed } = sectionsFor<Form, Facts>();

const size = computed("size", "Market size, step by step | Marktgröße, Schritt für Schritt", sizeBlocks);
const levers = computed("levers", "What the market size depends on | Wovon die Marktgröße abhängt", leversBlocks);
const growth = computed("growth", "Growth | Wachstum", growthBlocks);
const statistics = computed("statistics", "Official statistics | Amtliche Statistiken", statisticsBlocks);
const price = computed("price", "How your price compares | Ihr Preis im Vergleich", priceBlocks);
const evidence = computed("evidence", "Figures used | Verwendete Zahlen", evidenceBlocks);
const method = computed("method", "Method and sources | Methode und Quellen", methodBlocks);

const writtenOf = (answer: Answer): WriterAnswers => ({
  numbers: numbers.of({ answer }),
  filled: filled.of({ answer }),
  fromAbove: fromAbove.of({ answer }),
});

/** Values with a source or a person behind them that make an analysis. */
const wantedFigures = 5;

/** Figures that were chosen and cannot be what they were chosen for. */
function figureIssues({ answer, facts }: MarketScene): Issue[] {
  const unitOf = new Map(facts.chain.map(({ id, unit }) => [id, unit]));
  const used = new Set(filled.of({ answer }).flatMap(({ figure }) => figure.slice(0, 1)));
  const wrong = filled.of({ answer }).flatMap(({ id, figure: [chosen] }): Issue[] => {
    const datum = facts.data.find((one) => one.id === chosen);
    if (!datum) return [];
    const at = `filled/${id}`;
    if (datum.doubt !== null) return [errorIssue("figureDoubtful", at, { figure: datum.id })];
    return datum.unit === unitOf.get(id)
      ? []
      : [errorIssue("unitDiffers", at, { figure: datum.id, found: datum.unit, wanted: unitOf.get(id) ?? "" })];
  });
  const again = fromAbove
    .of({ answer })
    .flatMap(({ id, figure: [chosen = ""] }) =>
      used.has(chosen) ? [errorIssue("notIndependent", `fromAbove/${id}`, { figure: chosen })] : [],
    );
  return [...wrong, ...again];
}

/** Certainty and dates that no source carries. */
function evidenceIssues({ answer, context }: MarketScene): Issue[] {
  return [
    ...answers
      .of({ answer })
      .flatMap(({ id, answer: written, sure }) =>
        sure === "shown" && written !== "" && !restsOnSource(written)
          ? [errorIssue("shownWithoutSource", `answers/${id}`)]
          : [],
      ),
    ...rules
      .of({ answer })
      .flatMap(({ id, day }) =>
        day !== "" && !context.sources.some(({ text }) => isDateIn(day, text))
          ? [errorIssue("dateNotInSource", `rules/${id}`, { day })]
          : [],
      ),
  ];
}

export const marketAnalyser = defineWorkflow<Form, Facts>({
  key: "marketAnalyser",
  version: 1,
  form,
  role: "You are a market analyst. You would rather leave a cell empty than print a number that nobody can trace.",
  task: "Analyse the market in the form for the decision behind the questions. Sizes are computed; name them, compute none.",
  example,
  sources: requests,
  facts: ({ form: values, answer, context, textOf }) => factsOf(values, context, writtenOf(answer), textOf),
  figures: figuresOf,
  contextLines: (scene) => {
    const { facts } = scene;
    return [
      ...facts.data
        .filter(({ doubt }) => doubt === null)
        .map(({ id, what, value, unit, year, origin }) =>
          [id, what, `${value} ${unit}`, year ?? "year unknown", origin].join(" | "),
        ),
      ...facts.series.map(
        ({ what, growth: rate, points }) =>
          `series | ${what} | ${percent(rate, "en", 1)} a year over ${points.length} values`,
      ),
      ...facts.chain.flatMap(({ label, range }) =>
        range === null ? [`open factor of the size | ${label} | no usable value yet`] : [],
      ),
      ...facts.levers
        .slice(0, 3)
        .map(({ factor, share }) => `uncertainty | ${factor.label} | ${percent(share, "en")} of all`),
      ...groups
        .of(scene)
        .map(({ name, need, worth, access }) => `segment | ${name} | ${need} | attractive ${worth}, access ${access}`),
    ];
  },
  summary: (scene) => {
    const { facts, translate } = scene;
    const { sam, som } = facts.sizes;
    const base = narrowest(facts.sizes);
    const open = facts.chain.filter(({ range }) => range === null).length;
    if (som && sam)
      return translate("Reachable: {sam} a year; winnable: {som}. | {sam} im Jahr erreichbar, {som} gewinnbar.", {
        sam: sizeText(scene, sam.value, sam),
        som: sizeText(scene, som.value, som),
      });
    if (open > 0)
      return translate(
        "{count:factor is|factors are} still missing to calculate the market size. | {count:Faktor fehlt|Faktoren fehlen} noch für die Marktgröße.",
        { count: open },
      );
    return base
      ? translate("{size} a year in total. | Insgesamt {size} im Jahr.", { size: sizeText(scene, base.value, base) })
      : "";
  },
  sections: [
    inShort,
    answers,
    size,
    levers,
    numbers,
    filled,
    fromAbove,
    scope,
    growth,
    statistics,
    price,
    groups,
    drivers,
    channels,
    rules,
    porter,
    pestel,
    swot,
    valueChain,
    chances,
    risks,
    unknown,
    evidence,
    method,
  ],
  assumptions: ({ form: values, translate }) =>
    values.chain.length > 0
      ? []
      : [
          translate(
            "No formula was given, so the usual one is shown: buyers × need × orders per year × price. | Es wurde keine Formel angegeben; gezeigt wird die übliche: Käufer × Bedarf × Aufträge im Jahr × Preis.",
          ),
        ],
  questions: openQuestions,
  checks: (scene) => {
    const doubtful = scene.facts.data.filter(({ doubt, quote }) => doubt !== null && quote !== "").length;
    return [
      ...figureIssues(scene),
      ...evidenceIssues(scene),
      ...(doubtful > 0
        ? [{ level: "info" as const, code: "figuresUnused", params: { count: doubtful }, at: "evidence" }]
        : []),
    ];
  },
  issueTexts: {
    figureDoubtful:
      "The figure {figure} is not usable: its quote doesn’t support it. | Die Zahl {figure} ist nicht verwendbar: Das Zitat belegt sie nicht.",
    unitDiffers:
      "The figure {figure} has a different unit ({found}) from the factor ({wanted}). | Die Zahl {figure} hat eine andere Einheit ({found}) als der Faktor ({wanted}).",
    notIndependent:
      "The top-down check uses {figure}, which the formula uses too: choose another figure or leave the entry out. | Die Top-down-Gegenrechnung nutzt {figure}, ebenso die Formel: Wählen Sie eine andere Zahl oder lassen Sie den Eintrag weg.",
    shownWithoutSource:
      "“Backed by a source” requires the mark of a source in the answer. | „Durch Quelle belegt“ setzt eine Quellenangabe in der Antwort voraus.",
    dateNotInSource: "No source mentions the date {day}. | Keine Quelle nennt das Datum {day}.",
    figuresUnused:
      "{count:figure is|figures are} shown but not used because the quote doesn’t support the value, unit or currency. | {count:Zahl wird|Zahlen werden} gezeigt, aber nicht verwendet, weil das Zitat Wert, Einheit oder Währung nicht belegt.",
  },
  hints: ({ translate }) => [
    translate(
      "Attach a study or a price list, or paste links to pages with figures. | Hängen Sie eine Studie oder Preisliste an, oder fügen Sie Links zu Seiten mit Zahlen ein.",
    ),
    translate(
      "Describe the market in industry terms, and name one country. | Beschreiben Sie den Markt mit Fachbegriffen der Branche und nennen Sie ein Land.",
    ),
    translate(
      "Enter your own numbers for the factors: they are enough for the calculation. | Tragen Sie eigene Zahlen bei den Faktoren ein: Sie reichen für die Berechnung aus.",
    ),
  ],
  coverage: ({ facts, form: { research } }) =>
    research === "web"
      ? {
          found:
            facts.data.filter(({ doubt }) => doubt === null).length +
            facts.chain.filter(({ basis }) => basis === "yours").length,
          wanted: wantedFigures,
        }
      : { found: 1, wanted: 1 },
  effects: (scene) => marketProposals(scene, { rules: rules.of(scene), groups: groups.of(scene) }),
});
