import { trimEndBy } from "#src/kit/text.ts";
import { z } from "zod";
import type { Freshness } from "../../workflow.ts";
import { DataServiceError, type ApiCallOptions, type ServiceErrorCode, serviceErrorCodeOf } from "../apis/adapter.ts";
import { braveLanguages, braveNames, searchLimits, type ServiceLimits } from "../apis/apiFacts.ts";
import { readJson } from "../apis/readJson.ts";
import type { Fetcher } from "./fetcher.ts";
import { openServiceCalls, type ServiceAnswer } from "./serviceCalls.ts";
import type { SourceStates, searchProviders } from "./sourceStates.ts";

export interface SearchResult {
  title: string;
  url: string;
  /** What the search engine shows of the page; no quote may rest on it. */
  snippet: string;
}

export interface SearchQuery {
  query: string;
  /** Results wanted, at most 20. */
  count: number;
  /** BCP 47. */
  language?: string;
  freshness?: Freshness | undefined;
  allowedDomains: readonly string[];
  blockedDomains: readonly string[];
  signal: AbortSignal;
}

/** Why there are no results: no service is set up, or the last one that was asked did not answer. */
export type NoSearch = "notConfigured" | ServiceErrorCode;

export type SearchProvider = (typeof searchProviders)[number];

export interface SearchAnswer {
  results: SearchResult[];
  /** Who answered. */
  provider: SearchProvider | null;
  /** Null when the search took place, even with nothing found. */
  reason: NoSearch | null;
}

export interface Search {
  /** In the order in which they are asked; empty when none is configured. */
  providers: SearchProvider[];
  /** Asks the first service, and the next when it fails. @throws the reason of `signal` */
  search: (query: SearchQuery) => Promise<SearchAnswer>;
  /** Asks one service the smallest question. @throws the reason of `signal` */
  probe: (provider: SearchProvider, signal: AbortSignal) => Promise<void>;
}

export interface SearchConfig {
  searxngUrl?: string | undefined;
  braveApiKey?: string | undefined;
  tavilyApiKey?: string | undefined;
  braveUrl?: string | undefined;
  tavilyUrl?: string | undefined;
}

/** Public addresses of the services, brave.com and tavily.com documentation. */
const braveHome = "https://api.search.brave.com";
const tavilyHome = "https://api.tavily.com";

interface Adapter {
  provider: SearchProvider;
  /** Public address of the service; null for one that the operator runs. */
  home: string | null;
  request: (query: SearchQuery) => { url: URL; options?: ApiCallOptions };
  problem?: (answer: ServiceAnswer) => DataServiceError | null;
  read: (body: unknown) => SearchResult[];
}

/** Names beyond these would exceed what a query may be long. */
const maxSites = 8;

/** `site:` is understood by every engine behind SearXNG and by Brave. */
function withSites({ query, allowedDomains, blockedDomains }: SearchQuery): string {
  const only = allowedDomains
    .slice(0, maxSites)
    .map((domain) => `site:${domain}`)
    .join(" OR ");
  const never = blockedDomains
    .slice(0, maxSites)
    .map((domain) => `-site:${domain}`)
    .join(" ");
  return [query, only, never].filter((part) => part !== "").join(" ");
}

const mainLanguage = (language: string | undefined): string | undefined => language?.split("-")[0]?.toLowerCase();

/** A language as Brave names it; undefined for one that it does not know. */
function braveLanguage(language: string | undefined): string | undefined {
  const full = language?.toLowerCase() ?? "";
  const main = mainLanguage(language) ?? "";
  return [full, braveNames[main] ?? main].find((code) => braveLanguages.has(code));
}
const braveFreshness: Readonly<Record<Freshness, string>> = { day: "pd", month: "pm", year: "py" };

/** A path below a base URL that may itself have a path. */
function urlBelow(base: string, path: string): URL {
  const url = new URL(base);
  url.pathname = `${trimEndBy(url.pathname, /\//)}${path}`;
  return url;
}

const words = z.string().catch("");
const tidy = (text: string): string =>
  text
    .replace(/<[^<>]*>/g, "")
    .replace(/\s+/g, " ")
    .toWellFormed()
    .trim()
    .slice(0, 500);

const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url);

const asResults = (rows: { title: string; url: string; snippet: string }[]): SearchResult[] =>
  rows
    .filter(({ url }) => isWebAddress(url))
    .map(({ title, url, snippet }) => ({ title: tidy(title), url: new URL(url).href, snippet: tidy(snippet) }));

const contentRows = z.object({ results: z.array(z.object({ title: words, url: words, content: words })) });
const braveRows = z.object({
  web: z.object({ results: z.array(z.object({ title: words, url: words, description: words })) }).optional(),
});

function adaptersOf(config: SearchConfig): Adapter[] {
  const adapters: Adapter[] = [];
  const { searxngUrl, braveApiKey, tavilyApiKey } = config;
  if (searxngUrl) {
    adapters.push({
      provider: "searxng",
      home: null,
      request: (query) => {
        const url = urlBelow(searxngUrl, "/search");
        url.searchParams.set("q", withSites(query));
        url.searchParams.set("format", "json");
        const language = mainLanguage(query.language);
        if (language) url.searchParams.set("language", language);
        if (query.freshness) url.searchParams.set("time_range", query.freshness);
        return { url };
      },
      read: (body) =>
        asResults(
          contentRows.parse(body).results.map((row) => ({ title: row.title, url: row.url, snippet: row.content })),
        ),
    });
  }
  if (braveApiKey) {
    adapters.push({
      provider: "brave",
      home: braveHome,
      request: (query) => {
        const url = urlBelow(config.braveUrl ?? braveHome, "/res/v1/web/search");
        url.searchParams.set("q", withSites(query));
        url.searchParams.set("count", String(Math.min(20, query.count)));
        const language = braveLanguage(query.language);
        if (language) url.searchParams.set("search_lang", language);
        if (query.freshness) url.searchParams.set("freshness", braveFreshness[query.freshness]);
        return { url, options: { headers: { "x-subscription-token": braveApiKey } } };
      },
      problem: braveProblem,
      read: (body) =>
        asResults(
          (braveRows.parse(body).web?.results ?? []).map((row) => ({
            title: row.title,
            url: row.url,
            snippet: row.description,
          })),
        ),
    });
  }
  if (tavilyApiKey) {
    adapters.push({
      provider: "tavily",
      home: tavilyHome,
      request: (query) => ({
        url: urlBelow(config.tavilyUrl ?? tavilyHome, "/search"),
        options: {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${tavilyApiKey}` },
          body: JSON.stringify({
            query: query.query,
            search_depth: "basic",
            max_results: Math.min(20, query.count),
            include_raw_content: false,
            ...(query.freshness ? { time_range: query.freshness } : {}),
            ...(query.allowedDomains.length > 0 ? { include_domains: query.allowedDomains } : {}),
            ...(query.blockedDomains.length > 0 ? { exclude_domains: query.blockedDomains } : {}),
          }),
        },
      }),
      problem: tavilyProblem,
      read: (body) =>
        asResults(
          contentRows.parse(body).results.map((row) => ({ title: row.title, url: row.url, snippet: row.content })),
        ),
    });
  }
  return adapters;
}

const braveRefusal = z.object({ error: z.object({ code: words }) });

/** Brave answers 422 to a wrong key as well as to a wrong question. */
function braveProblem(answer: ServiceAnswer): DataServiceError | null {
  const { status } = answer;
  if (status !== 422) return null;
  try {
    const { error } = braveRefusal.parse(readJson(answer));
    return error.code.includes("TOKEN") ? new DataServiceError("refused", "Brave refuses the key", { status }) : null;
  } catch {
    return null;
  }
}

/** Tavily answers 432 and 433 when a plan is used up, which no short pause mends. */
const usedUpMs = 15 * 60_000;
const tavilyProblem = ({ status }: ServiceAnswer): DataServiceError | null =>
  status === 432 || status === 433
    ? new DataServiceError("limited", "the plan is used up", { status, waitMs: usedUpMs })
    : null;

export interface SearchDeps {
  fetcher: Pick<Fetcher, "callBytes">;
  now: () => Date;
  states: SourceStates;
  /** What differs from what is known of the services. */
  limits?: Partial<ServiceLimits>;
}

/** Web search through whichever services are configured: SearXNG first, then Brave, then Tavily. */
export function openSearch(config: SearchConfig, { fetcher, now, states, limits }: SearchDeps): Search {
  const adapters = adaptersOf(config);
  const calls = openServiceCalls({ fetcher, now, states });

  const ask = async (adapter: Adapter, query: SearchQuery): Promise<SearchAnswer> => {
    const { provider, home, request, problem, read } = adapter;
    const began = performance.now();
    try {
      const { url, options } = request(query);
      const answer = await calls.call(provider, {
        url,
        options,
        limits: { ...searchLimits[provider], ...limits },
        isPublic: url.origin === home,
        signal: query.signal,
        ...(problem ? { problem } : {}),
      });
      const results = read(readJson(answer)).slice(0, query.count);
      const milliseconds = Math.round(performance.now() - began);
      states.note(provider, { outcome: "ok", records: results.length, milliseconds });
      return { results, provider, reason: null };
    } catch (error) {
      query.signal.throwIfAborted();
      const reason = serviceErrorCodeOf(error);
      if (reason === null) throw error;
      states.note(provider, { outcome: reason });
      return { results: [], provider, reason };
    }
  };

  return {
    providers: adapters.map(({ provider }) => provider),
    async search(query) {
      let answer: SearchAnswer = { results: [], provider: null, reason: "notConfigured" };
      for (const adapter of adapters) {
        answer = await ask(adapter, query);
        if (answer.reason === null) break;
      }
      return answer;
    },
    async probe(provider, signal) {
      const adapter = adapters.find((one) => one.provider === provider);
      if (adapter) await ask(adapter, { query: "test", count: 1, allowedDomains: [], blockedDomains: [], signal });
    },
  };
}
