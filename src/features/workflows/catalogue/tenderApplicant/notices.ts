import { keywords } from "#src/kit/text.ts";
import { type ApiRecord, apiRecords, type ApiRequest } from "../../apis.ts";
import { holidayCountries } from "../../domain/holidays.ts";
import { type RankedNotice, rankNotices, type TenderWish } from "../../domain/tenderFit.ts";
import type { ReadRequest } from "../../kit/state.ts";
import { noticeRequests, type NoticeService, outsideTed } from "../noticeSearch.ts";
import { countryCode, type Form } from "./form.ts";

/* What is asked of the services for notices, and how what they bring is ranked. */

/** Notices of one service, by depth. */
const most = { quick: 40, standard: 80, deep: 150 } as const;

export const wantedCountries = ({ countries }: Form): string[] => [...new Set(countries.map(countryCode))];

/** Words for services without codes: those of the person, else of title and profile. */
const wordsFor = ({ words, requirementTitle, profile, goalLanguage }: Form): string[] =>
  words.length > 0 ? words : keywords(`${requirementTitle} ${profile}`, goalLanguage, 5);

export const searchRequests = (values: Form): (ReadRequest & ApiRequest)[] =>
  values.research === "web"
    ? noticeRequests({
        countries: wantedCountries(values),
        cpv: values.cpv,
        words: wordsFor(values),
        regions: values.regions,
        depth: values.depth,
        most: most[values.depth],
      })
    : [];

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

const recordsOf = (api: NoticeService, text: string | null): ApiRecord<NoticeService>[] => apiRecords(api, text) ?? [];

/** Notices of all services that were asked, the best first. */
export const rankedNotices = (
  values: Form,
  textOf: (request: ReadRequest) => string | null,
  today: string,
): RankedNotice[] =>
  rankNotices(
    searchRequests(values).flatMap((request) =>
      recordsOf(request.api as NoticeService, textOf(request)).map((record) => ({ record, api: request.api })),
    ),
    wishOf(values, today),
  );

/** The country of a notice as the form of an answer has it. */
export const formCountry = (code: string): Form["country"] =>
  holidayCountries.find((one) => one === code) ?? (outsideTed.has(code) || code === "" ? "other" : "otherEu");
