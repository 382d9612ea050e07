import type { Block } from "#src/features/documents/document.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { changesOf, type Doubt, median, monthsBetween } from "../../domain/marketFigures.ts";
import { carriedOn, doublingYears, narrowest } from "../../domain/marketSize.ts";
import { changeText, figure, listed, quoted } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { chartOf, note, tableOf } from "../../kit/sections.ts";
import { type MarketScene, openSeeds, priceText, rateText, sizeText, valueText } from "./facts.ts";
import { statisticText } from "./statistics.ts";

/* Tables and charts of a market analysis; all of them from figures that are in the document. */

/** Series that get a chart. */
const maxCharts = 3;
/** A rate beyond this doubles a market within three years: nobody should carry it on without a second look. */
const fastGrowth = 25;

export const yearOf = ({ context }: MarketScene): number =>
  Number(localDateOf(context.now, context.timeZone).slice(0, 4));

function seriesBlocks(scene: MarketScene): Block[] {
  const { facts, language, translate, translateAll, form } = scene;
  const sign = priceText(scene, 0).replace("0", "").trim();
  return facts.series.slice(0, maxCharts).flatMap(({ what, unit, growth, points }): Block[] => {
    const isLarge = points.some(({ value }) => value >= 1e6);
    const names = [
      ...(isLarge ? [translate("m | Mio.")] : []),
      ...(unit === "money" ? [sign] : unit === "percent" ? ["%"] : []),
    ];
    const changes = changesOf(points);
    return [
      ...chartOf(
        "bar",
        translate("{what}: {growth} a year | {what}: {growth} im Jahr", {
          what,
          growth: rateText(growth, language),
        }),
        names.join(" "),
        points.map(({ year, value }) => ({ label: String(year), value: isLarge ? value / 1e6 : value })),
      ),
      ...tableOf(
        translateAll("Year | Jahr", "Value | Wert", "Annual change | Jährliche Veränderung"),
        points.map(({ year, value }, at) => [
          String(year),
          valueText({ language, form }, value, unit),
          changes[at] === null || changes[at] === undefined ? "–" : rateText(changes[at], language),
        ]),
        [0, 1, 2],
      ),
    ];
  });
}

export function growthBlocks(scene: MarketScene): Block[] {
  const { facts, form, language, translate, translateAll } = scene;
  const { growth, sizes } = facts;
  const base = sizes.sam ?? sizes.tam;
  const doubling = growth === null ? null : doublingYears(growth.rate);
  const basis: Record<"yours" | "series" | "official", Bilingual> = {
    yours:
      "Projects the reachable market at the growth rate you expect. This is not a forecast. | Schreibt den erreichbaren Markt mit dem Wachstum fort, das Sie erwarten. Das ist keine Prognose.",
    series:
      "Projects the reachable market at the growth rate of “{what}”. This is not a forecast. | Schreibt den erreichbaren Markt mit dem Wachstum von „{what}“ fort. Das ist keine Prognose.",
    official:
      "Projects the reachable market at the growth rate of the whole industry’s revenue: “{what}”. This is not a forecast. | Schreibt den erreichbaren Markt mit dem Umsatzwachstum der ganzen Branche fort: „{what}“. Das ist keine Prognose.",
  };
  return [
    ...seriesBlocks(scene),
    ...(growth === null || !base || narrowest(sizes) === null
      ? []
      : [
          ...tableOf(
            translateAll("Year | Jahr", "No growth | Ohne Wachstum", "Half the rate | Halbe Rate").concat(
              translate("At {rate} a year | Bei {rate} im Jahr", { rate: rateText(growth.rate, language) }),
            ),
            carriedOn(base.value, growth.rate, yearOf(scene), form.horizon).map(({ year, values }) => [
              String(year),
              ...values.map((value) => sizeText(scene, value, base)),
            ]),
            [0, 1, 2, 3],
          ),
          note("info", translate(basis[growth.basis], { what: growth.what })),
        ]),
    ...(growth !== null && growth.rate > fastGrowth && doubling !== null
      ? [
          note(
            "warn",
            translate(
              "At {rate} a year, this market doubles every {years} years. Check what that rate is based on before you plan with it. | Bei {rate} im Jahr verdoppelt sich dieser Markt alle {years} Jahre. Prüfen Sie, worauf diese Rate beruht, bevor Sie damit planen.",
              { rate: rateText(growth.rate, language), years: figure(doubling, language, 1) },
            ),
          ),
        ]
      : []),
  ];
}

export function statisticsBlocks(scene: MarketScene): Block[] {
  const { facts, language, translateAll } = scene;
  const charted = facts.statistics.filter(({ points }) => points.length > 2);
  return [
    ...tableOf(
      translateAll(
        "Figure | Zahl",
        "Country | Land",
        "Year | Jahr",
        "Value | Wert",
        "Annual change | Jährliche Veränderung",
        "Source | Quelle",
      ),
      facts.statistics.flatMap(({ label, geo, measure, points, growth, publisher, code }) => {
        const last = points.at(-1);
        return last
          ? [
              [
                label,
                geo,
                String(last.year),
                statisticText(last.value, measure, language),
                growth === null ? "–" : `${rateText(growth, language)} (${points[0]?.year ?? ""}–${last.year})`,
                `${publisher}, ${code}`,
              ],
            ]
          : [];
      }),
      [2, 3, 4],
    ),
    ...charted
      .filter(({ measure }) => measure !== "percent")
      .slice(0, maxCharts)
      .flatMap(({ label, geo, measure, points }) =>
        chartOf(
          "line",
          `${label}, ${geo}`,
          statisticText(0, measure, language).replace("0", "").trim(),
          points.map(({ year, value }) => ({ label: String(year), value })),
        ),
      ),
  ];
}

export function priceBlocks(scene: MarketScene): Block[] {
  const { facts, form, language, translate, translateAll } = scene;
  const { prices } = facts;
  const middle = median(prices.map(({ price }) => price));
  if (middle === null) return [];
  const all = [
    ...prices,
    ...(form.price === null ? [] : [{ name: translate("You | Sie"), price: form.price }]),
  ].toSorted((a, b) => a.price - b.price);
  const isOne = prices.length === 1;
  return [
    ...tableOf(
      [
        ...translateAll("Offer | Angebot", "Price | Preis"),
        ...(isOne ? [] : [translate("Compared with the median | Gegenüber dem Median")]),
      ],
      all.map(({ name, price }) => [
        name,
        priceText(scene, price),
        ...(isOne ? [] : [changeText((price / middle - 1) * 100, language)]),
      ]),
      isOne ? [1] : [1, 2],
    ),
    isOne
      ? note(
          "gap",
          translate(
            "One price doesn’t make a price level. Which other comparable offers do you know, and what do they cost? | Ein Preis ist noch kein Preisniveau. Welche anderen vergleichbaren Angebote kennen Sie, und was kosten sie?",
          ),
        )
      : note(
          "info",
          translate(
            "Median: {middle} from {count:price|prices}. Compare only offers with the same scope. | Median: {middle} aus {count:Preis|Preisen}. Vergleichen Sie nur Angebote mit gleichem Umfang.",
            { middle: priceText(scene, middle), count: prices.length },
          ),
        ),
  ];
}

const doubtNames: Readonly<Record<Doubt, Bilingual>> = {
  notInQuote: "no: not in the quote | nein: steht nicht im Zitat",
  noPercent: "no: no percentage in the quote | nein: kein Prozentwert im Zitat",
  otherCurrency: "no: different currency | nein: andere Währung",
  noCurrency: "no: no currency in the quote | nein: keine Währung im Zitat",
};

/** Figures of the person and of sources, each with the words that it was taken from. */
export const evidenceBlocks = (scene: MarketScene): Block[] =>
  tableOf(
    scene.translateAll(
      "Figure | Zahl",
      "Value | Wert",
      "Year | Jahr",
      "Source | Quelle",
      "Quote | Zitat",
      "Usable | Verwendbar",
    ),
    scene.facts.data
      .filter(({ id }) => !id.startsWith("o"))
      .map(({ what, value, unit, year, origin, quote, doubt }) => [
        what,
        valueText(scene, value, unit),
        year === null ? "–" : String(year),
        origin || scene.translate("yours | von Ihnen"),
        quote === "" ? "–" : quote,
        doubt === null ? scene.translate("yes | ja") : scene.translate(doubtNames[doubt]),
      ]),
    [1, 2],
  );

/** What was looked for and not found, as far as code can tell. */
export function unknownLines(scene: MarketScene): string[] {
  const { facts, form, translate, context, language } = scene;
  const isAsked = form.research === "web";
  const open = facts.chain.flatMap(({ label, range }) => (range === null ? [quoted(label, language)] : []));
  return [
    ...(open.length === 0
      ? []
      : [
          isAsked || context.sources.length > 0
            ? translate("No usable figure was found for {factors}. | Für {factors} fand sich keine verwendbare Zahl.", {
                factors: listed(open, language),
              })
            : translate(
                "Still open in the formula: {factors}. No research was done. | Offen in der Formel: {factors}. Es wurde nicht recherchiert.",
                { factors: listed(open, language) },
              ),
        ]),
    ...(isAsked && facts.missingStatistics > 0
      ? [
          translate(
            "{count:query|queries} to Eurostat and the World Bank returned no data. | Ohne Ergebnis: {count:Abfrage|Abfragen} bei Eurostat und der Weltbank.",
            { count: facts.missingStatistics },
          ),
        ]
      : []),
    ...(facts.above.factors.length === 0
      ? [
          translate(
            "There is no top-down check: no published market value was given or found. | Die Top-down-Gegenrechnung fehlt: Ein veröffentlichter Marktwert wurde weder angegeben noch gefunden.",
          ),
        ]
      : []),
    ...(facts.growth === null
      ? [
          translate(
            "No growth rate: this requires the same figure for several years. | Keine Wachstumsrate: Dafür braucht es dieselbe Kennzahl aus mehreren Jahren.",
          ),
        ]
      : []),
    ...(facts.prices.length === 0
      ? [
          translate(
            "No price for a comparable offer was given or found. | Ein Preis eines vergleichbaren Angebots wurde weder angegeben noch gefunden.",
          ),
        ]
      : []),
  ];
}

export function methodBlocks(scene: MarketScene): Block[] {
  const { context, form, facts, language, translate, translateAll } = scene;
  const today = localDateOf(context.now, context.timeZone);
  const age = (day: string | null): string =>
    day === null
      ? translate("no date | ohne Datum")
      : `${dayText(day.slice(0, 10), language)}${
          monthsBetween(day, today) > form.freshness
            ? ` (${translate("older than you asked for | älter als gewünscht")})`
            : ""
        }`;
  const read = context.sources.filter(({ text }) => text !== "");
  const none: Bilingual =
    form.research === "web"
      ? "No page could be read. | Es konnte keine Seite gelesen werden."
      : "Created without web research. | Ohne Webrecherche erstellt.";
  return [
    {
      type: "list",
      ordered: false,
      items: [
        translate(
          "The market size is calculated with the formula above. Every value comes from you or from a source; missing values stay open. | Die Marktgröße wird mit der Formel oben berechnet. Jeder Wert stammt von Ihnen oder aus einer Quelle; fehlende Werte bleiben offen.",
        ),
        ...(read.length > 0 || facts.statistics.length > 0
          ? [
              translate(
                "Figures from sources count only if they appear in a quote in the same unit and currency; currencies aren’t converted. | Zahlen aus Quellen zählen nur, wenn sie in derselben Einheit und Währung im Zitat stehen; Währungen werden nicht umgerechnet.",
              ),
            ]
          : []),
        ...(facts.statistics.length > 0
          ? [
              translate(
                "Official statistics come directly from the publisher and are shown unchanged. | Amtliche Statistiken stammen direkt vom Herausgeber und sind unverändert wiedergegeben.",
              ),
            ]
          : []),
        ...(read.length === 0 ? [translate(none)] : []),
      ],
    },
    ...tableOf(
      translateAll("No. | Nr.", "Source | Quelle", "Publisher | Herausgeber", "Published | Veröffentlicht"),
      read.map(({ source }, at) => [String(at + 1), source.title, source.publisher || "–", age(source.publishedAt)]),
    ),
  ];
}

/** Questions that would close the gaps of the formula. */
export const openQuestions = ({ form, facts, translate }: MarketScene): string[] =>
  openSeeds(form)
    .filter(({ id }) => facts.chain.some((factor) => factor.id === id && factor.range === null))
    .map(({ label }) =>
      translate(
        "What is your best estimate for “{label}”, and how far off could it be? | Wie hoch schätzen Sie „{label}“, und wie weit können Sie danebenliegen?",
        { label },
      ),
    );
