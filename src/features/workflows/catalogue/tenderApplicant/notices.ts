import { keywords } from "#src/kit/text.ts";
import { type ApiRecord, apiRecords, type ApiRequest } from "../../apis.ts";
import { holidayCountries } from "../../domain/holidays.ts";
import { type RankedNotice, rankNotices, type TenderWish } from "../../domain/tenderFit.ts";
import type { ReadRequest } from "../../kit/state.ts";
import { countryCode, type Form } from "./form.ts";

/* Which services are asked for notices, and how what they bring is ranked. */

export const services = {
  ted: "TED | TED",
  vergabe: "Datenservice Öffentlicher Einkauf | Datenservice Öffentlicher Einkauf",
  findTender: "Find a Tender | Find a Tender",
  boamp: "BOAMP | BOAMP",
} as const;
export type Service = keyof typeof services;

/** Countries of the European Economic Area and Switzerland, whose larger tenders stand in TED. */
const outsideTed = new Set(["GB", "US"]);

/** Digits of a code that are asked for: what is close by is shown as such. */
const askedDigits = 3;
/** Notices of one service, by depth. */
const most = { quick: 40, standard: 80, deep: 150 } as const;
/** Days that are looked back over in Germany’s files: each is one download. */
const days = { quick: 3, standard: 7, deep: 14 } as const;

export const wantedCountries = ({ countries }: Form): string[] => [...new Set(countries.map(countryCode))];

/** Words for services without codes: those of the person, else of title and profile. */
const wordsFor = ({ words, requirementTitle, profile, goalLanguage }: Form): string[] =>
  words.length > 0 ? words : keywords(`${requirementTitle} ${profile}`, goalLanguage, 5);

const nuts = /^[A-Z]{2}[A-Z0-9]{0,3}$/;

export function searchRequests(values: Form): (ReadRequest & ApiRequest)[] {
  if (values.research !== "web") return [];
  const wanted = wantedCountries(values);
  const isWanted = (code: string): boolean => wanted.length === 0 || wanted.includes(code);
  const cpv = [...new Set(values.cpv.map((code) => code.replace(/\D/g, "").slice(0, askedDigits)))];
  const words = cpv.length > 0 ? [] : wordsFor(values);
  const count = most[values.depth];
  const regions = values.regions.filter((region) => region.startsWith("DE") && nuts.test(region));
  const inUnion = wanted.filter((code) => !outsideTed.has(code));
  return [
    ...(wanted.length === 0 || inUnion.length > 0
      ? [
          {
            kind: "api" as const,
            api: "ted" as const,
            query: { cpv, words, countries: inUnion, most: count },
            hidden: true as const,
          },
        ]
      : []),
    ...(isWanted("DE")
      ? [
          {
            kind: "api" as const,
            api: "vergabe" as const,
            query: { cpv, words, days: days[values.depth], regions, most: count },
            hidden: true as const,
          },
        ]
      : []),
    ...(isWanted("GB")
      ? [
          {
            kind: "api" as const,
            api: "findTender" as const,
            query: { cpv, words, most: count },
            hidden: true as const,
          },
        ]
      : []),
    ...(isWanted("FR")
      ? [
          {
            kind: "api" as const,
            api: "boamp" as const,
            query: { words: wordsFor(values), most: count },
            hidden: true as const,
          },
        ]
      : []),
  ];
}

export const wishOf = (values: Form, today: string): TenderWish => ({
  cpv: values.cpv,
  words: values.words,
  profile: `${values.requirementTitle} ${values.profile}`,
  language: values.goalLanguage,
  countries: wantedCountries(values),
  regions: values.regions,
  without: values.without,
  valueFrom: values.valueFrom,
  valueTo: values.valueTo,
  currency: values.currency,
  leastDays: values.leastDays,
  today,
});

const recordsOf = (api: Service, text: string | null): ApiRecord<Service>[] => apiRecords(api, text) ?? [];

/** Notices of all services that were asked, the best first. */
export const rankedNotices = (
  values: Form,
  textOf: (request: ReadRequest) => string | null,
  today: string,
): RankedNotice[] =>
  rankNotices(
    searchRequests(values).flatMap((request) =>
      recordsOf(request.api as Service, textOf(request)).map((record) => ({ record, api: request.api })),
    ),
    wishOf(values, today),
  );

/** The country of a notice as the form of an answer has it. */
export const formCountry = (code: string): Form["country"] =>
  holidayCountries.find((one) => one === code) ?? (outsideTed.has(code) || code === "" ? "other" : "otherEu");
