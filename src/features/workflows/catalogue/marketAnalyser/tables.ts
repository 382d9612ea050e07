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
        translateAll("Year | Jahr", "Value | Wert", "Change a year | Veränderung im Jahr"),
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
      "Carries on what is within reach with the growth you expect. This is no forecast. | Schreibt das Erreichbare mit dem Wachstum fort, das Sie erwarten. Das ist keine Prognose.",
    series:
      "Carries on what is within reach with the growth of “{what}”. This is no forecast. | Schreibt das Erreichbare mit dem Wachstum von „{what}“ fort. Das ist keine Prognose.",
    official:
      "Carries on what is within reach with the turnover of the whole industry: “{what}”. This is no forecast. | Schreibt das Erreichbare mit dem Umsatz der ganzen Branche fort: „{what}“. Das ist keine Prognose.",
  };
  return [
    ...seriesBlocks(scene),
    ...(growth === null || !base || narrowest(sizes) === null
      ? []
      : [
          ...tableOf(
            translateAll("Year | Jahr", "No growth | Ohne Wachstum", "Half of it | Halb so viel").concat(
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
              "At {rate} a year this market doubles every {years} years. Check what that rate rests on before you plan with it. | Bei {rate} im Jahr verdoppelt sich dieser Markt alle {years} Jahre. Prüfen Sie, worauf diese Rate beruht, bevor Sie damit planen.",
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
        "Change a year | Veränderung im Jahr",
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
        ...(isOne ? [] : [translate("Against the median | Gegenüber dem Median")]),
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
            "One price is not a price level. Which other offers with the same contents do you know, and what do they cost? | Ein Preis ist noch kein Preisniveau. Welche anderen Angebote mit gleichem Inhalt kennen Sie, und was kosten sie?",
          ),
        )
      : note(
          "info",
          translate(
            "Median: {middle} from {count:price|prices}. Compare only offers that contain the same. | Median: {middle} aus {count:Preis|Preisen}. Vergleichen Sie nur Angebote mit gleichem Inhalt.",
            { middle: priceText(scene, middle), count: prices.length },
          ),
        ),
  ];
}

const doubtNames: Readonly<Record<Doubt, Bilingual>> = {
  notInQuote: "no: not in the quote | nein: steht nicht im Zitat",
  noPercent: "no: the quote names no percentage | nein: das Zitat nennt keinen Prozentwert",
  otherCurrency: "no: another currency | nein: andere Währung",
  noCurrency: "no: the quote names no currency | nein: das Zitat nennt keine Währung",
};

/** Figures of the person and of sources, each with the words that it was taken from. */
export const evidenceBlocks = (scene: MarketScene): Block[] =>
  tableOf(
    scene.translateAll(
      "Figure | Zahl",
      "Value | Wert",
      "Year | Jahr",
      "Source | Quelle",
      "Words of the source | Wortlaut",
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
                "Open in the formula: {factors}. Nothing was searched for. | Offen in der Formel: {factors}. Es wurde nicht recherchiert.",
                { factors: listed(open, language) },
              ),
        ]),
    ...(isAsked && facts.missingStatistics > 0
      ? [
          translate(
            "{count:question|questions} to Eurostat and the World Bank brought no data. | {count:Abfrage|Abfragen} bei Eurostat und der Weltbank brachten keine Daten.",
            { count: facts.missingStatistics },
          ),
        ]
      : []),
    ...(facts.above.factors.length === 0
      ? [
          translate(
            "There is no second way to the size: no published market value was given or found. | Ein zweiter Weg zur Größe fehlt: Ein veröffentlichter Marktwert wurde weder angegeben noch gefunden.",
          ),
        ]
      : []),
    ...(facts.growth === null
      ? [
          translate(
            "No growth rate: that takes the same figure for several years. | Keine Wachstumsrate: Dafür braucht es dieselbe Zahl aus mehreren Jahren.",
          ),
        ]
      : []),
    ...(facts.prices.length === 0
      ? [
          translate(
            "No price of a comparable offer was given or found. | Ein Preis eines vergleichbaren Angebots wurde weder angegeben noch gefunden.",
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
      : "Made without web research. | Ohne Webrecherche erstellt.";
  return [
    {
      type: "list",
      ordered: false,
      items: [
        translate(
          "The size is computed from the formula above. Every value is yours or stands in a source; values that nobody gave stay open. | Die Größe wird aus der Formel oben berechnet. Jeder Wert stammt von Ihnen oder steht in einer Quelle; was niemand angab, bleibt offen.",
        ),
        ...(read.length > 0 || facts.statistics.length > 0
          ? [
              translate(
                "Figures of sources count only if they stand in a quote in the same unit and currency; no currency is converted. | Zahlen aus Quellen zählen nur, wenn sie in derselben Einheit und Währung im Zitat stehen; Währungen werden nicht umgerechnet.",
              ),
            ]
          : []),
        ...(facts.statistics.length > 0
          ? [
              translate(
                "Official statistics were fetched from the publisher and are shown unchanged. | Amtliche Statistik wurde beim Herausgeber abgerufen und ist unverändert wiedergegeben.",
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
        "What is your best figure for “{label}”, and how far off could it be? | Welche Zahl haben Sie für „{label}“, und wie weit kann sie danebenliegen?",
        { label },
      ),
    );
