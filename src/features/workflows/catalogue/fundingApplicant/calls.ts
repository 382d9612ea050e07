import { keywords } from "#src/kit/text.ts";
import { apiRecords, type ApiRequest } from "../../apis.ts";
import { type FundingWish, type RankedCall, rankCalls } from "../../domain/fundingFit.ts";
import type { Answer, ReadRequest } from "../../kit/state.ts";
import type { Form } from "./form.ts";
import { terms } from "./terms.ts";

/* Which services are asked for open calls, and how what they bring is ranked. */

export const services = {
  sedia: "EU Funding & Tenders Portal | EU-Portal „Funding & Tenders“",
  grantsGov: "Grants.gov | Grants.gov",
} as const;
type Service = keyof typeof services;
export const serviceOf = (api: string): Service => (api === "grantsGov" ? "grantsGov" : "sedia");

/** Calls of one service, by depth. */
const most = { quick: 25, standard: 50, deep: 100 } as const;

/** Words of one question: services refuse more than twelve. */
const maxWords = 12;

/** The English terms of a writer, then the person's own words; without either, those that stand out in the form. */
export function wantedWords({ words, requirementTitle, idea, goalLanguage }: Form, answer: Answer): string[] {
  const known = new Map(
    [...terms.of({ answer }).map(({ term }) => term.trim()), ...words].map((word) => [word.toLowerCase(), word]),
  );
  known.delete("");
  return known.size > 0
    ? [...known.values()].slice(0, maxWords)
    : keywords(`${requirementTitle} ${idea}`, goalLanguage, 6);
}

export function callRequests(values: Form, answer: Answer): (ReadRequest & ApiRequest)[] {
  if (values.research !== "web") return [];
  const query = { words: wantedWords(values, answer).map((word) => word.slice(0, 120)), most: most[values.depth] };
  return [
    ...(values.searchIn.includes("EU")
      ? [{ kind: "api" as const, api: "sedia" as const, query, hidden: true as const }]
      : []),
    ...(values.searchIn.includes("US")
      ? [
          {
            kind: "api" as const,
            api: "grantsGov" as const,
            query: { ...query, details: 8 },
            hidden: true as const,
          },
        ]
      : []),
  ];
}

/** Countries whose calls are for this applicant. */
const homesOf = ({ country }: Form): string[] =>
  country === "US" ? ["US"] : country === "GB" || country === "CH" ? [country] : ["EU", country];

const wishOf = (values: Form, answer: Answer, today: string): FundingWish => ({
  words: [...values.words, ...terms.of({ answer }).map(({ term }) => term)],
  idea: `${values.requirementTitle} ${values.idea}`,
  language: values.goalLanguage,
  countries: homesOf(values),
  cost: values.totalCost,
  employees: values.employees,
  today,
});

export const rankedCalls = (
  values: Form,
  answer: Answer,
  textOf: (request: ReadRequest) => string | null,
  today: string,
): RankedCall[] =>
  rankCalls(
    callRequests(values, answer).flatMap((request) =>
      (apiRecords(serviceOf(request.api), textOf(request)) ?? []).map((record) => ({ record, api: request.api })),
    ),
    wishOf(values, answer, today),
  );
