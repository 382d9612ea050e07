/*
 * Zones of countries where the clocks show the same time nearly everywhere; of Spain, Portugal and the like that of the
 * mainland. Countries with several zones are left out: nobody should be called at night by a guess.
 */
const zones: Readonly<Record<string, string>> = {
  AT: "Europe/Vienna",
  BE: "Europe/Brussels",
  BG: "Europe/Sofia",
  CH: "Europe/Zurich",
  CN: "Asia/Shanghai",
  CZ: "Europe/Prague",
  DE: "Europe/Berlin",
  DK: "Europe/Copenhagen",
  EE: "Europe/Tallinn",
  ES: "Europe/Madrid",
  FI: "Europe/Helsinki",
  FR: "Europe/Paris",
  GB: "Europe/London",
  GR: "Europe/Athens",
  HR: "Europe/Zagreb",
  HU: "Europe/Budapest",
  IE: "Europe/Dublin",
  IL: "Asia/Jerusalem",
  IN: "Asia/Kolkata",
  IT: "Europe/Rome",
  JP: "Asia/Tokyo",
  KR: "Asia/Seoul",
  LI: "Europe/Vaduz",
  LT: "Europe/Vilnius",
  LU: "Europe/Luxembourg",
  LV: "Europe/Riga",
  NL: "Europe/Amsterdam",
  NO: "Europe/Oslo",
  PL: "Europe/Warsaw",
  PT: "Europe/Lisbon",
  RO: "Europe/Bucharest",
  SE: "Europe/Stockholm",
  SG: "Asia/Singapore",
  SI: "Europe/Ljubljana",
  SK: "Europe/Bratislava",
  TR: "Europe/Istanbul",
  ZA: "Africa/Johannesburg",
};

/** Codes by the names of the countries in both languages of the product, and by what people write instead. */
const codes = new Map<string, string>([
  ["uk", "GB"],
  ["england", "GB"],
  ["great britain", "GB"],
  ["großbritannien", "GB"],
  ["holland", "NL"],
  ["turkey", "TR"],
  ...["en", "de"].flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: "region" });
    return Object.keys(zones).map((code): [string, string] => [(names.of(code) ?? code).toLowerCase(), code]);
  }),
]);

/** Two letters of a country that was written as its code or its name; empty for one that is not known here. */
export function countryCodeOf(country: string): string {
  const plain = country.trim().toLowerCase();
  const code = codes.get(plain) ?? plain.toUpperCase();
  return Object.hasOwn(zones, code) ? code : "";
}

/** IANA zone of a country that was written as its code or its name; null for one with several, or that is unknown. */
export const zoneOfCountry = (country: string): string | null => zones[countryCodeOf(country)] ?? null;
