import { afterAll, beforeAll, beforeEach } from "vitest";
import { type ApiName, apiNames, type ApiQuery, apiRecords, type ApiRequest } from "../../apis.ts";
import { type ApiDoubles, openApiDoubles } from "#src/testing/apiDoubles/all.ts";
import { openFetcher, type Fetcher } from "../sources/fetcher.ts";
import { openSourceStates, type SourceStates } from "../sources/sourceStates.ts";
import type { ApiFacts } from "./apiFacts.ts";
import { type Apis, type ApisOptions, openApis } from "./openApis.ts";

export let doubles: ApiDoubles;
export let fetcher: Fetcher;
export let states: SourceStates;
export const now = (): Date => new Date("2026-11-22T09:00:00Z");
export const signal = new AbortController().signal;

/** Without pauses: their length is tested where it matters. */
const hasty: Partial<ApiFacts> = { gapMs: 0, waitMs: 50, patienceMs: 20, timeMs: 1_500 };
export const open = (facts: ApisOptions["facts"] = {}): Apis => {
  states = openSourceStates(now);
  const all = Object.fromEntries(apiNames.map((name) => [name, { ...hasty, ...facts[name] }]));
  return openApis({ addresses: doubles.addresses, fetcher, now, states, facts: all });
};

/** Doubles for the tests of one file, which asks for them itself: files of one process share this module. */
export function withDoubles(): void {
  beforeAll(async () => {
    doubles = await openApiDoubles();
    fetcher = openFetcher({
      allowHosts: [],
      userAgent: "PioneerBot/0.1 (+https://pioneer.example)",
      now,
      log: { debug: () => undefined },
    });
  });
  beforeEach(() => doubles.reset());
  afterAll(async () => {
    await fetcher.close();
    await doubles.close();
  });
}

/** One good question for each service, to which its double has an answer. */
const questions: { [Name in ApiName]: ApiQuery<Name> } = {
  nominatim: { place: "Gohlis", countries: ["DE"], language: "de", most: 2 },
  overpass: { lat: 51.3663, lon: 12.3655, radius: 3_000, tags: ["amenity=pharmacy", "shop=*"], most: 100 },
  ted: { cpv: ["34430000", "50100000"], countries: ["DE", "FR"], words: ["bike"] },
  vergabe: { cpv: ["501"], days: 2 },
  findTender: { cpv: ["50100000"] },
  boamp: { words: ["vélos"] },
  sedia: { words: [] },
  grantsGov: { words: [] },
  eurostat: { dataset: "isoc_eb_ai", filters: { geo: ["DE", "AT"] } },
  worldBank: { indicator: "SP.POP.TOTL", countries: ["de", "fr"], periods: 3 },
  companiesFr: { words: "", zip: "69003" },
};
export const requestTo = (api: ApiName, rest: { each?: true; query?: object } = {}): ApiRequest =>
  ({ kind: "api", api, query: questions[api], ...rest }) as ApiRequest;
export const textOf = ({ sources }: Awaited<ReturnType<Apis["ask"]>>): string =>
  sources.map(({ text }) => text).join("\n\n");

export async function recordsFor<Name extends ApiName>(api: Name, query: ApiQuery<Name> = questions[api]) {
  const answer = await open().ask({ kind: "api", api, query } as ApiRequest, signal);
  return apiRecords(api, textOf(answer)) ?? [];
}
