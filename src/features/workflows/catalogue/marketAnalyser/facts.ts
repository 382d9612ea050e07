import { moneyText, priceText as priceAsGiven } from "../../domain/currencies.ts";
import { type Datum, doubtOf, type FigureKind, median, type Series, seriesOf } from "../../domain/marketFigures.ts";
import {
  type Factor,
  type Gap,
  gapOf,
  levels,
  type Lever,
  leversOf,
  narrowest,
  rangeOf,
  rounded,
  type Size,
  sizeOf,
  type Sizes,
  sizesOf,
  type Unit,
} from "../../domain/marketSize.ts";
import { changeText, distanceText, figure, percent, searchPhrase } from "../../domain/wording.ts";
import { type Bilingual, draftLanguageOf, half, withinLabel } from "../../kit/bilingual.ts";
import { withoutMarks } from "../../kit/claims.ts";
import type { Figures, ReadRequest, Scene } from "../../kit/state.ts";
import type { WorkflowContext } from "../../workflow.ts";
import { materialOf } from "../material.ts";
import type { Form } from "./form.ts";
import { type Statistic, statisticsOf, statisticsRequests, statisticText } from "./statistics.ts";

/* What is computed of a market: its size both ways, figures of sources, official series, prices, growth. */

/** How far a value may be off. The first one stands where nobody has judged. */
export const trusts = {
  weak: "±40 % | ±40 %",
  fair: "±20 % | ±20 %",
  good: "±10 % | ±10 %",
  exact: "±3 % | ±3 %",
} as const satisfies Record<string, Bilingual>;
export type Trust = keyof typeof trusts;
const spreadOf: Readonly<Record<Trust, number>> = { weak: 40, fair: 20, good: 10, exact: 3 };

/** What writers gave, as far as code computes with it. */
export interface WriterAnswers {
  numbers: readonly {
    id: string;
    what: string;
    words: string;
    value: number | null;
    unit: Unit;
    year: number | null;
    kind: FigureKind;
  }[];
  filled: readonly { id: string; figure: string[]; trust: Trust }[];
  fromAbove: readonly { id: string; label: string; figure: string[]; trust: Trust }[];
}
export interface Growth {
  /** Percent a year. */
  rate: number;
  basis: "yours" | "series" | "official";
  /** Name of the series. */
  what: string;
}
export interface Facts {
  chain: Factor[];
  sizes: Sizes;
  levers: Lever[];
  above: { factors: Factor[]; size: Size | null };
  gap: Gap | null;
  /** Figures of the person (`k1`), of sources (`s2.1-3`) and of official statistics (`o1`). */
  data: Datum[];
  statistics: Statistic[];
  /** Questions to data services that brought nothing. */
  missingStatistics: number;
  series: Series[];
  growth: Growth | null;
  prices: { name: string; price: number }[];
  priceMiddle: number | null;
}
export type MarketScene = Scene<Form, Facts>;

/** Competitors in one search, at most. */
const maxRivals = 4;

/** What is read: files, pages, searches, official statistics. */
export function requests({ form, translate }: MarketScene): ReadRequest[] {
  // A project's title names nothing that others write about.
  const title = searchPhrase(form.product);
  const about = { title, places: form.places.join(", ") };
  const rivals = form.competitors.slice(0, maxRivals).map(({ name }) => name);
  return [
    ...materialOf(
      form,
      [form.companyWebsite, form.productWebsite],
      [
        translate("{title} market size {places} | {title} Marktvolumen {places}", about),
        translate("{title} statistics trend study | {title} Statistik Entwicklung Studie", about),
        translate("{title} price cost {places} | {title} Preis Kosten {places}", about),
        ...(rivals.length === 0 ? [] : [`${rivals.join(" ")} ${title}`]),
        ...form.questions.slice(0, 3).map((question) => `${question} ${title}`),
      ].map((query) => query.trim()),
      // Searches know no window between a year and any age.
      form.freshness <= 12 ? "year" : undefined,
    ),
    ...statisticsRequests(form),
  ];
}

/** The formula that is offered while a person has none. */
const usual: readonly (Pick<Factor, "id" | "level" | "unit"> & { label: Bilingual })[] = [
  { id: "f1", level: "tam", unit: "count", label: "Potential buyers in your area | Mögliche Käufer in Ihrem Gebiet" },
  { id: "f2", level: "tam", unit: "percent", label: "Share with a need | Anteil mit Bedarf" },
  // Below 1 where they buy every few years.
  { id: "f3", level: "tam", unit: "count", label: "Orders per buyer per year | Aufträge je Käufer und Jahr" },
  { id: "f4", level: "tam", unit: "money", label: "Spend per order | Ausgaben je Auftrag" },
  { id: "f5", level: "sam", unit: "percent", label: "Share you can serve | Anteil, den Sie bedienen" },
  { id: "f6", level: "som", unit: "percent", label: "Share you win | Anteil, den Sie gewinnen" },
];

type Seed = Omit<Factor, "range" | "basis"> & { value: number | null; spread: number };
function seedsOf(form: Form): Seed[] {
  if (form.chain.length > 0) return form.chain.map((factor, at) => ({ ...factor, id: `f${at + 1}` }));
  const language = draftLanguageOf(form.goalLanguage);
  return usual.map(({ label, ...factor }) => ({
    ...factor,
    label: half(label, language),
    value: factor.unit === "money" ? form.price : null,
    spread: 20,
    year: null,
    origin:
      factor.unit === "money" && form.price !== null
        ? half("price from the form | Preis aus dem Formular", language)
        : "",
  }));
}
/** Factors whose value the person left open. */
export const openSeeds = (form: Form): Seed[] => seedsOf(form).filter(({ value }) => value === null);

/** A factor whose value is a figure that was found, or an open one when that figure is none to compute with. */
function foundFactor(
  seed: Pick<Factor, "id" | "label" | "level" | "unit">,
  given: { figure: readonly string[]; trust: Trust } | undefined,
  data: readonly Datum[],
): Factor {
  const { id, label, level, unit } = seed;
  const datum = data.find((one) => one.id === given?.figure[0]);
  if (!given || !datum || datum.unit !== unit || datum.doubt !== null)
    return { id, label, level, unit, range: null, year: null, basis: "open", origin: "" };
  const range = rangeOf(datum.value, spreadOf[given.trust], unit);
  return { id, label, level, unit, range, year: datum.year, basis: "found", origin: datum.origin };
}
const ownFactor = ({ value, spread, ...seed }: Seed & { value: number }): Factor => ({
  ...seed,
  range: rangeOf(value, spread, seed.unit),
  basis: "yours",
});

/** Figures of one source carry its number in their id, `s2.1-3`. */
function sourceOfFigure(id: string, { sources }: Pick<WorkflowContext, "sources">): { name: string; text: string } {
  const found = sources.find(({ source }) => id.startsWith(`${source.id}.`));
  return { name: found ? found.source.publisher || found.source.title : "", text: found?.text ?? "" };
}

function dataOf(
  form: Form,
  context: WorkflowContext,
  written: WriterAnswers,
  statistics: readonly Statistic[],
): Datum[] {
  const own = form.figures.flatMap((one, at): Datum[] => {
    const isSeries = form.figures.filter(({ what }) => what.trim().toLowerCase() === one.what.trim().toLowerCase());
    return one.value === null
      ? []
      : [
          {
            ...one,
            value: one.value,
            id: `k${at + 1}`,
            kind: isSeries.length > 1 ? "series" : "other",
            quote: "",
            doubt: null,
          },
        ];
  });
  const found = written.numbers.flatMap(({ words: quote, ...row }): Datum[] => {
    const { name, text } = sourceOfFigure(row.id, context);
    const { value } = row;
    // A year that nobody named is none.
    const year = row.year !== null && `${text} ${quote}`.includes(String(row.year)) ? row.year : null;
    return value === null || quote === ""
      ? []
      : [
          {
            ...row,
            value,
            year,
            quote,
            what: withoutMarks(row.what),
            origin: name,
            doubt: doubtOf({ value, unit: row.unit, quote }, form.currency),
          },
        ];
  });
  const official = statistics.flatMap(({ id, label, geo, measure, points, publisher, code }): Datum[] => {
    const last = points.at(-1);
    const isMoney = measure === "euro" || measure === "millionEuro";
    return last === undefined
      ? []
      : [
          {
            id,
            what: `${label}, ${geo}`,
            value: measure === "millionEuro" ? last.value * 1e6 : last.value,
            unit: isMoney ? "money" : measure,
            year: last.year,
            kind: "other",
            origin: `${publisher}, ${code}`,
            quote: "",
            doubt: isMoney && form.currency !== "EUR" ? "otherCurrency" : null,
          },
        ];
  });
  return [...own, ...found, ...official];
}

/** What the person expects, else what the figures on the market's money show, else the turnover of the industry. */
function growthFor(form: Form, series: readonly Series[], statistics: readonly Statistic[]): Growth | null {
  if (form.growth !== null) return { rate: form.growth, basis: "yours", what: "" };
  const own = series.find(({ unit }) => unit === "money") ?? series.find(({ unit }) => unit === "count");
  if (own) return { rate: own.growth, basis: "series", what: own.what };
  const turnover = statistics.find(({ measure, growth }) => measure === "millionEuro" && growth !== null);
  return turnover?.growth === undefined || turnover.growth === null
    ? null
    : { rate: turnover.growth, basis: "official", what: `${turnover.label}, ${turnover.geo}` };
}

export function factsOf(
  form: Form,
  context: WorkflowContext,
  written: WriterAnswers,
  textOf: (request: ReadRequest) => string | null,
): Facts {
  const { statistics, missing } = statisticsOf(form, textOf);
  const data = dataOf(form, context, written, statistics);
  const chain = seedsOf(form).map((seed): Factor => {
    const { value } = seed;
    return value === null
      ? foundFactor(
          seed,
          written.filled.find(({ id }) => id === seed.id),
          data,
        )
      : ownFactor({ ...seed, value });
  });
  const aboveFactors =
    form.topDown.length > 0
      ? form.topDown.map((row, at): Factor => {
          const { value } = row;
          const seed = { ...row, id: `a${at + 1}`, level: "tam" as const };
          return value === null ? foundFactor(seed, undefined, data) : ownFactor({ ...seed, value });
        })
      : written.fromAbove.map((row): Factor => {
          const unit = data.find(({ id }) => id === row.figure[0])?.unit ?? "percent";
          return foundFactor({ id: row.id, label: withoutMarks(row.label), level: "tam", unit }, row, data);
        });
  const above = { factors: aboveFactors, size: sizeOf({ level: "tam", children: aboveFactors }) };
  const sizes = sizesOf(chain);
  const base = narrowest(sizes);
  const series = seriesOf(data);
  const prices = [
    ...form.competitors.flatMap(({ name, price }) => (price === null || price === 0 ? [] : [{ name, price }])),
    ...data.flatMap(({ kind, unit, doubt, what, value }) =>
      kind === "price" && unit === "money" && doubt === null ? [{ name: what, price: value }] : [],
    ),
  ];
  return {
    chain,
    sizes,
    levers: base
      ? leversOf(
          chain.filter(({ level }) => levels.indexOf(level) <= levels.indexOf(base.level)),
          base,
        )
      : [],
    above,
    gap: above.size && above.size.unit === sizes.tam?.unit ? gapOf(sizes.tam, above.size) : null,
    data,
    statistics,
    missingStatistics: missing,
    series,
    growth: growthFor(form, series, statistics),
    prices,
    priceMiddle: median(prices.map(({ price }) => price)),
  };
}

type Shown = Pick<MarketScene, "language" | "form">;
/** An amount with as many digits as an estimate has. */
export const money = ({ language, form: { currency } }: Shown, value: number): string =>
  moneyText(rounded(value), currency, language);
/** A price as it was given: `1.80 €`. */
export const priceText = ({ language, form: { currency } }: Shown, value: number): string =>
  priceAsGiven(value, currency, language);
/** A size in money, or in pieces while no price is known. */
export const sizeText = (scene: Shown, value: number, { unit }: Pick<Size, "unit">): string =>
  unit === "money" ? money(scene, value) : figure(rounded(value), scene.language);
export function valueText(scene: Shown, value: number, unit: Unit): string {
  if (unit === "money") return priceText(scene, value);
  const decimals = Number.isInteger(value) ? 0 : value < 10 && !Number.isInteger(rounded(value * 10)) ? 2 : 1;
  return unit === "percent" ? percent(value, scene.language, decimals) : figure(value, scene.language, decimals);
}
/** A yearly rate with a decimal where it has one: `+4.8 %`, `+80 %`. */
export const rateText = (value: number, language: MarketScene["language"]): string =>
  changeText(value, language, Number.isInteger(Number(value.toFixed(1))) ? 0 : 1);
/** Share with as many digits as it needs. */
const share = (value: number, language: MarketScene["language"]): string =>
  percent(value, language, value < 10 ? 1 : 0);

/** Revenue of one order: the price in the formula, else the person's price. */
export const orderValue = ({ facts: { chain }, form: { price } }: MarketScene): number | null =>
  chain.find(({ unit, range }) => unit === "money" && range !== null)?.range?.value ?? price;

export function figuresOf(scene: MarketScene): Figures {
  const { facts, form, language } = scene;
  const { sizes, above, gap, growth, priceMiddle, levers } = facts;
  const { tam, sam, som } = sizes;
  const perOrder = orderValue(scene);
  const [lever] = levers;
  const how = facts.chain
    .map(({ label, range, unit }) => `${label} ${range ? valueText(scene, range.value, unit) : "?"}`)
    .join(" × ");
  const named = (key: string, label: Bilingual, text: string | null, sum = ""): Figures =>
    text === null ? {} : { [key]: { label, text, ...(sum ? { how: sum.slice(0, 1900).toWellFormed() } : {}) } };
  const size = (one: Size | null, of: "value" | "low" | "high"): string | null =>
    one === null ? null : sizeText(scene, one[of], one);
  const { goal } = form;
  return {
    ...named("tam", "Total market per year | Gesamtmarkt im Jahr", size(tam, "value")),
    ...named("sam", "Reachable market per year | Erreichbarer Markt im Jahr", size(sam, "value")),
    ...named("som", "Winnable market per year | Gewinnbarer Markt im Jahr", size(som, "value"), how),
    ...named("somLow", "Winnable market, low end | Gewinnbarer Markt, unteres Ende", size(som, "low")),
    ...named("somHigh", "Winnable market, high end | Gewinnbarer Markt, oberes Ende", size(som, "high")),
    ...named(
      "somOrders",
      "Winnable orders per year | Gewinnbare Aufträge im Jahr",
      som === null ? null : figure(Math.round(som.orders), language),
    ),
    ...named("topDown", "Total market, top-down | Gesamtmarkt, top-down", size(above.size, "value")),
    ...named(
      "gap",
      "Top-down versus bottom-up | Top-down gegenüber Bottom-up",
      gap === null ? null : distanceText(gap.percent, language),
    ),
    ...named(
      "growth",
      "Annual growth | Jährliches Wachstum",
      growth === null ? null : percent(growth.rate, language, 1),
      growth === null ? "" : growth.what,
    ),
    ...named(
      "goalOrders",
      "Orders to reach the goal | Nötige Aufträge für das Ziel",
      goal === null || !perOrder ? null : figure(Math.ceil(goal / perOrder), language),
    ),
    ...named(
      "goalShare",
      "Goal as a share of the reachable market | Ziel als Anteil am erreichbaren Markt",
      goal === null || sam === null || sam.unit !== "money" || sam.value === 0
        ? null
        : share((goal / sam.value) * 100, language),
    ),
    ...named(
      "heaviest",
      "Share of the uncertainty from the least certain factor | Anteil des unsichersten Faktors an der Unsicherheit",
      lever === undefined ? null : percent(lever.share, language),
    ),
    ...named(
      "priceMiddle",
      "Median of the prices found | Median der gefundenen Preise",
      priceMiddle === null ? null : priceText(scene, priceMiddle),
    ),
    ...named(
      "priceGap",
      "Your price compared with the median | Ihr Preis gegenüber dem Median",
      priceMiddle === null || form.price === null ? null : distanceText((form.price / priceMiddle - 1) * 100, language),
    ),
    ...Object.fromEntries(
      facts.statistics.flatMap(({ id, label, geo, measure, points, publisher, code }) => {
        const last = points.at(-1);
        const name = withinLabel(`${label}, ${geo}, ${last?.year ?? ""}`, 80);
        return last
          ? [
              [
                id,
                {
                  label: `${name} | ${name}` as const,
                  text: statisticText(last.value, measure, language),
                  how: `${publisher}, ${code}, ${last.year}`,
                },
              ],
            ]
          : [];
      }),
    ),
  };
}
