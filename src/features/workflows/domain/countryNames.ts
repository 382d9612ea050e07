import type { Bilingual } from "../kit/bilingual.ts";
import type { HolidayCountry } from "./holidays.ts";

/** Names of the countries whose public holidays are known; `none` for a form that observes none. */
export const countryNames: Readonly<Record<"none" | HolidayCountry, Bilingual>> = {
  none: "None | Keine",
  DE: "Germany | Deutschland",
  AT: "Austria | Österreich",
  CH: "Switzerland | Schweiz",
  FR: "France | Frankreich",
  GB: "United Kingdom | Vereinigtes Königreich",
  US: "United States | Vereinigte Staaten",
  IT: "Italy | Italien",
  ES: "Spain | Spanien",
  NL: "Netherlands | Niederlande",
  BE: "Belgium | Belgien",
  PL: "Poland | Polen",
};
