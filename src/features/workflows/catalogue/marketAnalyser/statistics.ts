import { type ApiRecord, apiRecords } from "../../apis.ts";
import { growthOf } from "../../domain/marketFigures.ts";
import { naceCode } from "../../domain/nace.ts";
import { figure, percent } from "../../domain/wording.ts";
import { type Bilingual, type DraftLanguage, draftLanguageOf, half } from "../../kit/bilingual.ts";
import type { ReadRequest } from "../../kit/state.ts";
import { type CountryCode, countryNamed } from "./countries.ts";
import type { Form } from "./form.ts";

/*
 * Official statistics of the countries: which series are asked for, and what they say. They are read by code alone, so
 * no writer can change a value; texts name them.
 */

/** How the values of an indicator read. `millionEuro` values are millions. */
type Measure = "percent" | "count" | "euro" | "millionEuro";
interface Indicator {
  label: Bilingual;
  measure: Measure;
}

/** Codes of the World Bank, with those whom they concern. */
const worldBank: Readonly<Record<string, Indicator & { buyers?: Form["buyers"] }>> = {
  "NY.GDP.MKTP.KD.ZG": { label: "Economic growth | Wirtschaftswachstum", measure: "percent" },
  "FP.CPI.TOTL.ZG": { label: "Consumer price inflation | Inflation (Verbraucherpreise)", measure: "percent" },
  "SP.POP.TOTL": { label: "Population | Bevölkerung", measure: "count", buyers: "b2c" },
};
/** Codes of Eurostat by data set; `nace` marks the one that is asked by activity. */
const structural = "sbs_ovw_act";
const eurostat: Readonly<Record<string, Readonly<Record<string, Indicator>>>> = {
  [structural]: {
    ENT_NR: { label: "Enterprises | Unternehmen", measure: "count" },
    EMP_NR: { label: "Persons employed | Beschäftigte", measure: "count" },
    NETTUR_MEUR: { label: "Net turnover | Nettoumsatz", measure: "millionEuro" },
  },
  ilc_di03: {
    MED_E: { label: "Median net income per person | Nettoeinkommen je Person (Median)", measure: "euro" },
  },
  gov_10a_exp: { TE: { label: "Government expenditure | Staatsausgaben", measure: "millionEuro" } },
};

/** Eurostat names two countries in its own way, and has none beyond Europe. */
export const eurostatCode = (code: CountryCode): string[] =>
  code === "US" || code === "CA" || code === "GB" ? [] : [code === "GR" ? "EL" : code];
/** Countries of one analysis, at most: more make a table that nobody reads. */
const maxCountries = 6;

/** Countries that were chosen or are named among the places. */
export const countriesOf = ({
  countries,
  places,
}: {
  countries: readonly CountryCode[];
  places: readonly string[];
}): CountryCode[] =>
  [...new Set([...countries, ...places.flatMap((place) => countryNamed(place) ?? [])])].slice(0, maxCountries);

/** Questions to the data services; none without web research, and none about no country. */
export function statisticsRequests(form: Form): ReadRequest[] {
  const countries = countriesOf(form);
  if (form.research !== "web" || countries.length === 0) return [];
  const geo = countries.flatMap(eurostatCode);
  const language = draftLanguageOf(form.goalLanguage);
  const nace = [...new Set(form.nace.flatMap((code) => naceCode(code) ?? []))];
  const asked = (dataset: string, filters: Record<string, string[]>): ReadRequest[] =>
    geo.length === 0
      ? []
      : [{ kind: "api", api: "eurostat", query: { dataset, filters: { ...filters, geo }, language }, hidden: true }];
  return [
    ...(nace.length > 0
      ? asked(structural, { nace_r2: nace, indic_sbs: Object.keys(eurostat[structural] ?? {}) })
      : []),
    ...(form.buyers === "b2c"
      ? asked("ilc_di03", { age: ["TOTAL"], sex: ["T"], indic_il: ["MED_E"], unit: ["EUR"] })
      : []),
    ...(form.buyers === "b2g"
      ? asked("gov_10a_exp", { unit: ["MIO_EUR"], sector: ["S13"], cofog99: ["TOTAL"], na_item: ["TE"] })
      : []),
    ...Object.entries(worldBank).flatMap(([indicator, { buyers }]): ReadRequest[] =>
      buyers === undefined || buyers === form.buyers
        ? [{ kind: "api", api: "worldBank", query: { indicator, countries: [...countries] }, hidden: true }]
        : [],
    ),
  ];
}

export interface Statistic {
  /** `o1`: figures of official statistics are named by it. */
  id: string;
  label: string;
  /** Country as the source names it. */
  geo: string;
  measure: Measure;
  /** Oldest first, one a year. */
  points: { year: number; value: number }[];
  /** Percent a year over all points; null for what is a rate itself. */
  growth: number | null;
  publisher: string;
  /** Data set or indicator. */
  code: string;
  url: string;
}

const services = ["eurostat", "worldBank"] as const;
const publishers = { eurostat: "Eurostat", worldBank: "World Bank | Weltbank" } as const;

/** Indicator of a record: the World Bank's is its id, that of Eurostat is one of the codes. */
function indicatorOf(api: (typeof services)[number], { id }: { id: string }): (Indicator & { code: string }) | null {
  if (api === "worldBank") {
    const code = id.slice(0, id.lastIndexOf("."));
    const found = Object.hasOwn(worldBank, code) ? worldBank[code] : undefined;
    return found ? { ...found, code } : null;
  }
  const [dataset = "", ...codes] = id.split(".");
  const indicators = Object.hasOwn(eurostat, dataset) ? eurostat[dataset] : undefined;
  const code = codes.find((one) => indicators !== undefined && Object.hasOwn(indicators, one));
  const found = code === undefined ? undefined : indicators?.[code];
  return found ? { ...found, code: dataset } : null;
}

/** Yearly points of a series; a source's quarters and months are left out. */
const yearly = ({ points }: ApiRecord<"eurostat">) =>
  points.flatMap(({ time, value }) => (/^\d{4}$/.test(time) ? [{ year: Number(time), value }] : []));

/** What the data services said; `missing` counts the questions that brought nothing. */
export function statisticsOf(
  form: Form,
  textOf: (request: ReadRequest) => string | null,
): { statistics: Statistic[]; missing: number } {
  const language: DraftLanguage = draftLanguageOf(form.goalLanguage);
  let missing = 0;
  const found = statisticsRequests(form).flatMap((request): Omit<Statistic, "id">[] => {
    const api = services.find((one) => request.kind === "api" && request.api === one);
    const records = api === undefined ? null : apiRecords(api, textOf(request));
    if (api === undefined || records === null) return [];
    const usable = records.flatMap((record): Omit<Statistic, "id">[] => {
      const indicator = indicatorOf(api, record);
      const points = yearly(record);
      if (!indicator || points.length === 0) return [];
      const activity = record.about["nace_r2"];
      const publisher: string = publishers[api];
      return [
        {
          label: [half(indicator.label, language), activity].filter(Boolean).join(", "),
          geo: record.geoName,
          measure: indicator.measure,
          points,
          growth: indicator.measure === "percent" ? null : growthOf(points),
          publisher: publisher.includes(" | ") ? half(publisher as Bilingual, language) : publisher,
          code: indicator.code,
          url: record.url,
        },
      ];
    });
    if (usable.length === 0) missing += 1;
    return usable;
  });
  return { statistics: found.map((one, at) => ({ ...one, id: `o${at + 1}` })), missing };
}

/** A value as people read it: `0.2 %`, `98,120`, `118,400 m €`. */
export function statisticText(value: number, measure: Measure, language: DraftLanguage): string {
  if (measure === "percent") return percent(value, language, 1);
  const text = figure(value, language);
  if (measure === "count") return text;
  return measure === "euro" ? `${text}\u00a0€` : `${text}\u00a0${half("m | Mio.", language)}\u00a0€`;
}
