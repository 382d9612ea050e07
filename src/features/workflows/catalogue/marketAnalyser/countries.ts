import type { Bilingual } from "../../kit/bilingual.ts";

/** Countries of which official statistics are asked, by ISO 3166-1. Eurostat has those of Europe, the World Bank all. */
export const countries = {
  DE: "Germany | Deutschland",
  AT: "Austria | Österreich",
  CH: "Switzerland | Schweiz",
  BE: "Belgium | Belgien",
  BG: "Bulgaria | Bulgarien",
  CA: "Canada | Kanada",
  HR: "Croatia | Kroatien",
  CY: "Cyprus | Zypern",
  CZ: "Czechia | Tschechien",
  DK: "Denmark | Dänemark",
  EE: "Estonia | Estland",
  FI: "Finland | Finnland",
  FR: "France | Frankreich",
  GR: "Greece | Griechenland",
  HU: "Hungary | Ungarn",
  IE: "Ireland | Irland",
  IT: "Italy | Italien",
  LV: "Latvia | Lettland",
  LT: "Lithuania | Litauen",
  LU: "Luxembourg | Luxemburg",
  MT: "Malta | Malta",
  NL: "Netherlands | Niederlande",
  NO: "Norway | Norwegen",
  PL: "Poland | Polen",
  PT: "Portugal | Portugal",
  RO: "Romania | Rumänien",
  SK: "Slovakia | Slowakei",
  SI: "Slovenia | Slowenien",
  ES: "Spain | Spanien",
  SE: "Sweden | Schweden",
  GB: "United Kingdom | Vereinigtes Königreich",
  US: "United States | Vereinigte Staaten",
} as const satisfies Record<string, Bilingual>;
export type CountryCode = keyof typeof countries;

const codes = Object.keys(countries) as CountryCode[];
/** Other names that people type. */
const otherNames: Readonly<Record<string, CountryCode>> = {
  uk: "GB",
  england: "GB",
  "great britain": "GB",
  großbritannien: "GB",
  usa: "US",
  us: "US",
  holland: "NL",
  "the netherlands": "NL",
  "die niederlande": "NL",
  "die schweiz": "CH",
  "czech republic": "CZ",
};

/** Country that a place is, in English or German; null for a region or a city. */
export function countryNamed(place: string): CountryCode | null {
  const name = place.trim().toLowerCase();
  const named = codes.find((code) => countries[code].toLowerCase().split(" | ").includes(name));
  return named ?? (Object.hasOwn(otherNames, name) ? (otherNames[name] ?? null) : null);
}
