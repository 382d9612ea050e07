import type { Source } from "#src/features/documents/document.ts";
import { trimEndBy } from "#src/kit/text.ts";
import { apiNames, type ApiName, type ApiRecord, type ApiRequest, apis, recordsText } from "../../apis.ts";
import type { Fetcher } from "../sources/fetcher.ts";
import { openPageCache } from "../sources/pageCache.ts";
import { openServiceCalls } from "../sources/serviceCalls.ts";
import type { SourceStates } from "../sources/sourceStates.ts";
import {
  type ApiAdapter,
  type ApiCallOptions,
  type ServiceErrorCode,
  type ApiSource,
  type ApiTools,
  serviceErrorCodeOf,
} from "./adapter.ts";
import { adapters } from "./adapters.ts";
import { apiFacts as knownFacts, type ApiFacts } from "./apiFacts.ts";
import { homes } from "#src/platform/sourceHomes.ts";
import { readJson } from "./readJson.ts";

export type ApiOutcome = "read" | "nothingFound" | "notConfigured" | ServiceErrorCode;

export interface ApiAnswer {
  /** `read` when there is at least one source. */
  outcome: ApiOutcome;
  /** Why the end of the answer is missing; absent for a whole one. */
  missing?: ServiceErrorCode;
  sources: { source: Omit<Source, "id" | "contentHash">; text: string }[];
}

export interface Apis {
  /** Names of the services that are not switched off. */
  names: ApiName[];
  /**
   * Asks a service. Whatever goes wrong there is an outcome.
   * @throws the reason of `signal`
   */
  ask: (request: ApiRequest, signal: AbortSignal) => Promise<ApiAnswer>;
  /** Asks the smallest question, past the memory. @throws as `ask` */
  probe: (name: ApiName, signal: AbortSignal) => Promise<void>;
}

export interface ApisOptions {
  /** Base address or `off`. */
  addresses: Readonly<Record<ApiName, string>>;
  fetcher: Pick<Fetcher, "callBytes">;
  now: () => Date;
  states: SourceStates;
  /** What differs from what is known of the services. */
  facts?: Partial<Record<ApiName, Partial<ApiFacts>>>;
}

/** UTF-16 units of the records of one question; what is beyond is left out, whole records only. */
const maxLength = 400_000;
/** Sources of one question that wants one for each record. */
const maxSources = 24;
/** Milliseconds that an answer is known for, so that its service can say that it has not changed. */
const unchangedMs = 14 * 24 * 60 * 60 * 1000;

interface FetchedRecords extends ApiSource {
  records: unknown[];
  retrievedAt: string;
  missing?: ServiceErrorCode;
}

function urlBelow(base: string, path: string, query: Parameters<ApiTools["url"]>[1] = {}): URL {
  const url = new URL(base);
  url.pathname = `${trimEndBy(url.pathname, /\//)}${path}`;
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== "") url.searchParams.append(name, String(one));
    }
  }
  return url;
}

/** Public data services behind one queue for each, with their limits, their licences and a memory of answers. */
export function openApis({ addresses, fetcher, now, states, facts: given }: ApisOptions): Apis {
  const calls = openServiceCalls({ fetcher, now, states });
  const cache = openPageCache<{ text: string }>(0, now);
  const factsOf = (name: ApiName): ApiFacts => ({ ...knownFacts[name], ...given?.[name] });

  const remembered = async <Value>(
    key: string,
    freshMs: number,
    make: () => Promise<Value>,
    isWhole: (value: Value) => boolean = () => true,
  ): Promise<Value> => {
    const known = cache.get(key);
    // What was put in is what comes out: plain data of the same making.
    if (known) return JSON.parse(known.text) as Value;
    const value = await make();
    if (isWhole(value)) cache.set(key, { text: JSON.stringify(value) }, freshMs);
    return value;
  };

  const call = (name: ApiName, url: URL, options: ApiCallOptions | undefined, signal: AbortSignal) =>
    calls.call(name, { url, options, limits: factsOf(name), isPublic: addresses[name] === homes[name], signal });

  const toolsOf = (name: ApiName, signal: AbortSignal, reportMissing: ApiTools["reportMissing"]): ApiTools => ({
    url: (path, query) => urlBelow(addresses[name], path, query),
    json: async (url, options) => readJson(await call(name, url, options, signal)),
    bytes: async (url, options) => (await call(name, url, options, signal)).bytes,
    readUnlessUnchanged: async <Value>(
      url: URL,
      options: ApiCallOptions,
      read: (bytes: Uint8Array) => Promise<Value>,
    ): Promise<Value> => {
      const key = `${name} # ${url.href}`;
      const kept = cache.get(key);
      // What was put in is what comes out: plain data of the same making.
      const known = kept ? (JSON.parse(kept.text) as { etag: string | null; at: number; value: Value }) : null;
      if (known && now().getTime() - known.at < factsOf(name).cacheMs) return known.value;
      const headers = { ...options.headers, ...(known?.etag ? { "if-none-match": known.etag } : {}) };
      const { status, etag, bytes } = await call(name, url, { ...options, headers }, signal);
      const isSame = status === 304 && known !== null;
      const value = isSame ? known.value : await read(bytes);
      const text = JSON.stringify({ etag: etag ?? (isSame ? known.etag : null), at: now().getTime(), value });
      cache.set(key, { text }, unchangedMs);
      return value;
    },
    cached: (key, make) => remembered(`${name} ${key}`, factsOf(name).cacheMs, make),
    now,
    signal,
    reportMissing,
  });

  const find = async (
    name: ApiName,
    query: unknown,
    signal: AbortSignal,
    isFresh: boolean,
  ): Promise<FetchedRecords> => {
    const parsed = apis[name].query.parse(query);
    const make = async (): Promise<FetchedRecords> => {
      const began = performance.now();
      let missing: ServiceErrorCode | undefined;
      const found = await adapterOf(name).ask(
        parsed,
        toolsOf(name, signal, (fault) => (missing ??= fault)),
      );
      states.note(name, {
        outcome: missing ?? "ok",
        records: found.records.length,
        milliseconds: Math.round(performance.now() - began),
      });
      const whole = { ...found, records: withinLength(found.records), retrievedAt: now().toISOString() };
      return missing === undefined ? whole : { ...whole, missing };
    };
    if (isFresh) return make();
    const key = `${name} ? ${JSON.stringify(parsed)}`;
    return remembered(key, factsOf(name).cacheMs, make, ({ missing }) => missing === undefined);
  };

  /** Runs `work`; what went wrong is noted and becomes an outcome. */
  const attempt = async <Value>(
    name: ApiName,
    signal: AbortSignal,
    work: () => Promise<Value>,
  ): Promise<{ value: Value } | { outcome: Exclude<ApiOutcome, "read"> }> => {
    if (addresses[name] === "off") return { outcome: "notConfigured" };
    try {
      signal.throwIfAborted();
      return { value: await work() };
    } catch (error) {
      signal.throwIfAborted();
      const outcome = serviceErrorCodeOf(error);
      if (outcome === null) throw error;
      states.note(name, { outcome });
      return { outcome };
    }
  };

  return {
    names: apiNames.filter((name) => addresses[name] !== "off"),

    async ask({ api, query, each }, signal) {
      const found = await attempt(api, signal, () => find(api, query, signal, false));
      if ("outcome" in found) return { outcome: found.outcome, sources: [] };
      const { value } = found;
      const { missing } = value;
      if (value.records.length === 0) return { outcome: missing ?? "nothingFound", sources: [] };
      const { publisher, licence, attribution } = factsOf(api);
      const sourceOf = ({ url, title, publishedAt }: ApiSource): Omit<Source, "id" | "contentHash"> => ({
        url,
        title: title.slice(0, 500),
        publisher,
        publishedAt,
        retrievedAt: value.retrievedAt,
        licence,
        ...(attribution ? { attribution } : {}),
      });
      const sources = each
        ? value.records.slice(0, maxSources).map((record) => ({
            source: sourceOf(adapterOf(api).sourceOf(record as ApiRecord<ApiName>)),
            text: recordsText([record]),
          }))
        : [{ source: sourceOf(value), text: recordsText(value.records) }];
      return { outcome: "read", sources, ...(missing === undefined ? {} : { missing }) };
    },

    async probe(name, signal) {
      await attempt(name, signal, () => find(name, adapterOf(name).probe, signal, true));
    },
  };
}

/** The adapter of a name that is known at run time only: it is given what the schema of the same name made. */
const adapterOf = (name: ApiName): ApiAdapter<ApiName> => adapters[name];

/** The first records whose text is not too long together. */
function withinLength<Item>(records: readonly Item[]): Item[] {
  let left = maxLength;
  const end = records.findIndex((record) => (left -= JSON.stringify(record).length + 2) < 0);
  return records.slice(0, end < 0 ? undefined : end);
}
