import { number, pick, quote, refs, type RowOf, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { piecesOf, tableOf } from "../../kit/sections.ts";
import type { FigureKind } from "../../domain/marketFigures.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { type Facts, type MarketScene, openSeeds, trusts } from "./facts.ts";
import { type Form, units } from "./form.ts";

/*
 * What is taken from sources before anyone writes: figures with their quotes, and which of them stand for open factors
 * of the size. A writer chooses figures and never types the value of a factor.
 */

const { rowsFromText, rowPerItem, freeRows } = sectionsFor<Form, Facts>();

/** Share of the room of a prompt that one piece of a source takes. */
const pieceShare = 0.5;
const kinds = {
  other: "other | sonstige",
  series: "one year of a time series | Jahr einer Zeitreihe",
  price: "price of a comparable offer | Preis eines vergleichbaren Angebots",
} as const satisfies Record<FigureKind, Bilingual>;

export const hasSources = ({ context }: MarketScene): boolean => context.sources.some(({ text: body }) => body !== "");
const hasData = ({ facts }: MarketScene): boolean => facts.data.length > 0;

export const numbers = rowsFromText(
  "numbers",
  "Figures found | Gefundene Zahlen",
  {
    // The first text tells rows apart: a series has one name and a sentence for each year.
    words: quote("Quote | Zitat", "the sentence with the figure and its unit", 280),
    what: text(
      "Figure | Zahl",
      "what is counted, where; the same words for the same figure of several years; the mark of the source behind it",
      110,
    ),
    value: number("Value | Wert", "the figure in full units: 212 million is 212000000, 62 % is 62"),
    unit: pick("Unit | Einheit", "unit", units),
    year: number("Year | Jahr", "year that the figure is about, null when not said"),
    kind: pick("Kind | Art", "what it serves", kinds),
  },
  {
    ask: "Figures on size, growth, buyers and prices of this market and these places.",
    pieces: ({ context, state }) =>
      piecesOf(
        context.sources.map(({ source, text: body }) => ({ id: source.id, title: source.title, text: body })),
        state.room.prompt * pieceShare,
      ),
    when: hasSources,
    as: "hidden",
    isSeries: true,
  },
);

const nameOf = (id: string, { facts }: MarketScene): string | null =>
  facts.data.find((one) => one.id === id)?.what ?? null;
const chosen = refs(
  "Figure used | Verwendete Zahl",
  "id of the one figure in <given> that is this value, in the same unit; empty when none is",
  nameOf,
);
const trust = pick("Uncertainty | Unsicherheit", "how far it may be off for these places and buyers", trusts);

const filledColumns = {
  figure: chosen,
  trust,
  why: text(
    "Why | Warum",
    "how well the figure fits this factor; without a figure, where a fitting one could be found",
    180,
  ),
};
type Filled = RowOf<typeof filledColumns>;

export const filled = rowPerItem(
  "filled",
  "Values found for open factors | Gefundene Werte für offene Faktoren",
  filledColumns,
  {
    ask: "Choose the figure that stands for each open factor of the size. Code takes its value.",
    items: ({ form }) =>
      openSeeds(form).map(({ id, label, unit, level }) => ({
        id,
        context: `${label} | unit: ${unit} | level: ${level}`,
        cells: [label],
      })),
    after: [numbers],
    when: hasData,
    blocks: (scene, rows: Filled[]) =>
      tableOf(
        scene.translateAll(
          "Factor | Faktor",
          "Figure used | Verwendete Zahl",
          "Uncertainty | Unsicherheit",
          "Why | Warum",
        ),
        openSeeds(scene.form).flatMap(({ id, label }) => {
          const row = rows.find((one) => one.id === id);
          const [figureId = ""] = row?.figure ?? [];
          const isUsed = scene.facts.chain.some((factor) => factor.id === id && factor.basis === "found");
          return row && (row.why !== "" || isUsed)
            ? [
                [
                  label,
                  isUsed ? (nameOf(figureId, scene) ?? "") : scene.translate("none | keine"),
                  isUsed ? scene.translate(trusts[row.trust]) : "–",
                  scene.show(row.why),
                ],
              ]
            : [];
        }),
        [2],
      ),
  },
);

export const fromAbove = freeRows(
  "fromAbove",
  "Top-down | Top-down",
  {
    label: text(
      "Factor | Faktor",
      "a published market value first, then each share that leads to the whole market of these places",
      120,
    ),
    figure: chosen,
    trust,
  },
  {
    ask: "A second way to the whole market, from figures that the formula does not use; no entry when there is none.",
    count: [0, 5],
    after: [numbers],
    when: (scene) => hasData(scene) && scene.form.topDown.length === 0,
    as: "hidden",
  },
);
