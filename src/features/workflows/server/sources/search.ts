import { trimEndBy } from "#src/kit/text.ts";
import { z } from "zod";
import { FetchError } from "./fetchError.ts";
import type { ApiCall, Fetcher } from "./fetcher.ts";
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
  allowedDomains: readonly string[];
  blockedDomains: readonly string[];
  signal: AbortSignal;
}

/** Why there are no results: no service set up, it refused our key, it asked us to wait, or it failed. */
export type NoSearch = "notConfigured" | "refused" | "limited" | "failed";

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
  request: (query: SearchQuery) => { url: URL; call: Omit<ApiCall, "signal"> };
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

/** A path below a base URL that may itself have a path. */
function below(base: string, path: string): URL {
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
      request: (query) => {
        const url = below(searxngUrl, "/search");
        url.searchParams.set("q", withSites(query));
        url.searchParams.set("format", "json");
        const language = mainLanguage(query.language);
        if (language) url.searchParams.set("language", language);
        return { url, call: {} };
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
      request: (query) => {
        const url = below(config.braveUrl ?? braveHome, "/res/v1/web/search");
        url.searchParams.set("q", withSites(query));
        url.searchParams.set("count", String(Math.min(20, query.count)));
        const language = mainLanguage(query.language);
        if (language) url.searchParams.set("search_lang", language);
        return { url, call: { headers: { "x-subscription-token": braveApiKey } } };
      },
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
      request: (query) => ({
        url: below(config.tavilyUrl ?? tavilyHome, "/search"),
        call: {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${tavilyApiKey}` },
          body: JSON.stringify({
            query: query.query,
            search_depth: "basic",
            max_results: Math.min(20, query.count),
            include_raw_content: false,
            ...(query.allowedDomains.length > 0 ? { include_domains: query.allowedDomains } : {}),
            ...(query.blockedDomains.length > 0 ? { exclude_domains: query.blockedDomains } : {}),
          }),
        },
      }),
      read: (body) =>
        asResults(
          contentRows.parse(body).results.map((row) => ({ title: row.title, url: row.url, snippet: row.content })),
        ),
    });
  }
  return adapters;
}

const reasonOf = (status: number): NoSearch => {
  if (status === 401 || status === 403) return "refused";
  return status === 429 || status === 432 ? "limited" : "failed";
};

/** Web search through whichever services are configured: SearXNG first, then Brave, then Tavily. */
export function openSearch(config: SearchConfig, fetcher: Pick<Fetcher, "callApi">, states?: SourceStates): Search {
  const adapters = adaptersOf(config);

  const ask = async (adapter: Adapter, query: SearchQuery): Promise<SearchAnswer> => {
    const began = performance.now();
    const answer = await askOnce(adapter, query);
    const { reason, results } = answer;
    const milliseconds = Math.round(performance.now() - began);
    states?.note(
      adapter.provider,
      reason === null ? { outcome: "ok", records: results.length, milliseconds } : { outcome: reason },
    );
    return answer;
  };

  const askOnce = async (adapter: Adapter, query: SearchQuery): Promise<SearchAnswer> => {
    const { url, call } = adapter.request(query);
    try {
      const answer = await fetcher.callApi(url, { ...call, signal: query.signal });
      if (answer.status !== 200) return { results: [], provider: adapter.provider, reason: reasonOf(answer.status) };
      return { results: adapter.read(answer.body).slice(0, query.count), provider: adapter.provider, reason: null };
    } catch (error) {
      query.signal.throwIfAborted();
      if (error instanceof FetchError || error instanceof z.ZodError) {
        return { results: [], provider: adapter.provider, reason: "failed" };
      }
      throw error;
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
