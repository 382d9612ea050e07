import { recordingTypes } from "#src/features/files/rules.ts";
import { storeSnapshot, readFile, readFileText } from "#src/features/files/server/usecases.ts";
import { ExtractError, type Extractor } from "#src/features/files/server/extract.ts";
import { cleanText, cutText } from "#src/features/files/server/cleanText.ts";
import { ProductError } from "#src/kit/errors.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { SourceRequest, SourceText } from "../../workflow.ts";
import type { Source } from "#src/features/documents/document.ts";
import { FetchError, type FetchCode } from "./fetchError.ts";
import type { Fetcher } from "./fetcher.ts";
import { recordingParts } from "../../domain/recordingParts.ts";
import { sharedLengthLimit } from "../../kit/promptRoom.ts";
import { maxReadTogether } from "../../kit/state.ts";
import { orAborted } from "./hostQueue.ts";
import { readFeed, readOwnCalendar } from "./calendars.ts";
import { readKnownLeads, readLeads } from "./ownLeads.ts";
import type { ApiAnswer, Apis } from "../apis/openApis.ts";
import type { NoSearch, Search } from "./search.ts";
import type { SourceName } from "./sourceStates.ts";
import { readSitemap, sitemapText } from "./sitemap.ts";
import { SpeechError, spokenText, type SpeechErrorCode, type Transcriber } from "../speech/transcribe.ts";

/**
 * What became of one address, file or search. A code: `sources.outcome.<code>` is the sentence for people.
 * `researchOff`: the form allows no reading of the web. `domainUnwanted`: its lists of domains exclude it.
 * `noText`: a scan or an empty page. `nothingFound`: the search took place. `incomplete`: what was read is only the
 * beginning of the answer. `enough`: beyond what a run reads.
 */
export type SourceOutcome =
  | "read"
  | "duplicate"
  | "noText"
  | "nothingFound"
  | "incomplete"
  | "researchOff"
  | "domainUnwanted"
  | "enough"
  | FetchCode
  | NoSearch;

export interface SourceNote {
  request: SourceRequest;
  outcome: SourceOutcome;
  /** Data to show beside the sentence: an address, a file name, the words of a search. Never a sentence. */
  detail: string;
  /** Id of the source, when it was read. */
  sourceId?: string;
}

/** How a service answered a request. */
export interface ServiceUse {
  request: SourceRequest;
  /** Name of the service; `search` where no web search is set up. */
  service: SourceName | "search";
  /** Null when it answered, even with nothing found. */
  fault: SourceOutcome | null;
}

export interface CollectOptions {
  /** `none` and `myFilesOnly` read the person's own files and nothing from the web. */
  research: "none" | "myFilesOnly" | "web";
  /** Host names; their subdomains are meant too. Empty allows all. */
  allowedDomains: readonly string[];
  blockedDomains: readonly string[];
  userId: string;
  /** Language of the result, preferred in searches. */
  language?: string;
  deps: Pick<Deps, "db" | "storage" | "now"> & {
    fetcher: Fetcher;
    search: Search;
    apis?: Pick<Apis, "ask">;
    transcriber?: Transcriber;
    /** Cuts recordings. */
    cut?: Extractor["cut"];
  };
  signal: AbortSignal;
  limits?: Partial<CollectLimits>;
  /** Number of the first source; later reads of a run go on counting. */
  firstId?: number;
}

export interface CollectLimits {
  /** Sources of a run; files, maps and pages alike. */
  sources: number;
  /** UTF-16 units of all texts together, about 50,000 tokens. */
  length: number;
  /** Milliseconds for all reading; what is not there by then is left out. */
  timeMs: number;
  /** Addresses read at once. */
  atOnce: number;
}

const outcomeOfSpeech: Readonly<Record<SpeechErrorCode, Exclude<SourceOutcome, "read">>> = {
  refused: "refused",
  tooBig: "tooBig",
  unreadable: "unsupported",
  limited: "limited",
  timeout: "timeout",
  unreachable: "unreachable",
  invalidAnswer: "failed",
};

const usual: CollectLimits = { sources: maxReadTogether, length: 200_000, timeMs: 60_000, atOnce: 4 };

/** What was found for a request, before ids are given. */
type Find =
  | {
      request: SourceRequest;
      source: Omit<Source, "id" | "contentHash">;
      text: string;
      /** Records have limits of their own: half of them is no JSON, and a list of notices is one question. */
      isRecords?: true;
    }
  | { request: SourceRequest; outcome: Exclude<SourceOutcome, "read">; detail: string };

const hostOf = (domain: string): string =>
  domain
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, "")
    .replace(/[/:?#].*$/s, "")
    .replace(/^(\*\.|www\.)/, "");

/** Is the host one of these domains or below one of them? */
export function isInDomains(host: string, domains: readonly string[]): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  return domains.map(hostOf).some((domain) => domain !== "" && (name === domain || name.endsWith(`.${domain}`)));
}

/** Runs tasks in order of the list, some at once; results keep that order. */
async function runConcurrently<T>(atOnce: number, tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < tasks.length; index = next++) {
      const task = tasks[index];
      if (task) results[index] = await task();
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, tasks.length) }, lane));
  return results;
}

/**
 * Reads the sources of a workflow before its engine runs. Files, pages and maps come first, searches share the
 * remaining room; ids `s1…sn` follow the order of the requests. Every text is stored by its hash, so that quotes can be
 * checked later. Unreadable sources become notes, not errors, except for an own file whose stored bytes are missing or
 * damaged: the result would silently rest on less than was given.
 * @throws the reason of `signal`; LostFileError; errors of the database or the storage
 */
export async function collectSources(
  requests: readonly SourceRequest[],
  options: CollectOptions,
): Promise<{ sources: SourceText[]; notes: SourceNote[]; services: ServiceUse[] }> {
  const services: ServiceUse[] = [];
  const limits = { ...usual, ...options.limits };
  const { deps, signal } = options;
  const timer = AbortSignal.timeout(limits.timeMs);
  const within = AbortSignal.any([signal, timer]);
  const blocked = options.blockedDomains.filter((domain) => hostOf(domain) !== "");
  const allowed = options.allowedDomains.filter((domain) => hostOf(domain) !== "");
  const permit = (url: URL): boolean =>
    !isInDomains(url.hostname, blocked) && (allowed.length === 0 || isInDomains(url.hostname, allowed));
  const isWanted = (address: string): boolean => !URL.canParse(address) || permit(new URL(address));

  /** Turns what can go wrong with one source into a note. */
  const attempt = async (request: SourceRequest, detail: string, work: () => Promise<Find>): Promise<Find> => {
    try {
      within.throwIfAborted();
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (timer.aborted) return { request, outcome: "timeout", detail };
      if (error instanceof FetchError) return { request, outcome: error.code, detail };
      if (error instanceof ProductError && error.status === 404) return { request, outcome: "notFound", detail };
      throw error;
    }
  };

  const readPage = (request: SourceRequest, url: string): Promise<Find> =>
    attempt(request, url, async () => {
      if (!isWanted(url)) return { request, outcome: "domainUnwanted", detail: url };
      const page = await deps.fetcher.fetchText(url, { signal: within, permit });
      const { finalUrl, title, publisher, publishedAt, retrievedAt, text } = page;
      return { request, source: { url: finalUrl, title, publisher, publishedAt, retrievedAt, licence: "" }, text };
    });

  const readMap = (request: SourceRequest, url: string): Promise<Find> =>
    attempt(request, url, async () => {
      if (!isWanted(url)) return { request, outcome: "domainUnwanted", detail: url };
      const links = await readSitemap(url, deps.fetcher, { signal: within, permit });
      const host = new URL(url).hostname.replace(/^www\./, "");
      const retrievedAt = deps.now().toISOString();
      const source = { url, title: `Sitemap of ${host}`, publisher: host, publishedAt: null, retrievedAt, licence: "" };
      return { request, source, text: cleanText(sitemapText(links)) };
    });

  const readOwnFile = (request: SourceRequest, fileId: string): Promise<Find> =>
    attempt(request, fileId, async () => {
      const { file, text } = await orAborted(readFileText({ userId: options.userId, id: fileId }, deps), within);
      if (text === "") return { request, outcome: "noText", detail: file.name };
      return { request, source: ownSource(file.id, file.name), text };
    });

  const ownSource = (id: string, title: string, place = ""): Omit<Source, "id" | "contentHash"> => ({
    url: `file:${id}${place}`,
    title,
    publisher: "",
    publishedAt: null,
    retrievedAt: deps.now().toISOString(),
    licence: "",
  });

  const readOwnLeads = async (request: SourceRequest & { kind: "leads" }): Promise<Find> => {
    const leads =
      request.ids === "all"
        ? await readKnownLeads(options.userId, deps.db)
        : await readLeads(options.userId, request.ids, deps.db);
    // Who has no leads yet misses none.
    if (leads.length === 0 && request.ids !== "all") return { request, outcome: "notFound", detail: "" };
    return { request, source: ownSource("leads", "Leads"), text: JSON.stringify(leads), isRecords: true };
  };

  const isGerman = options.language === "de";
  const readCalendar = async (request: SourceRequest & { kind: "calendar" }): Promise<Find> => {
    const answer = await readOwnCalendar(options.userId, request, deps);
    const source = ownSource("calendar", isGerman ? "Kalender" : "Calendar");
    return { request, source, text: JSON.stringify(answer), isRecords: true };
  };

  /** Addresses of private calendars are secrets: of the address, notes and documents have its host alone. */
  const readOtherCalendar = async (request: SourceRequest & { kind: "feed" }): Promise<Find> => {
    const host = URL.parse(request.url)?.hostname ?? "";
    return attempt(request, host, async () => {
      const isUnwanted = ({ hostname }: { hostname: string }): boolean => isInDomains(hostname, blocked);
      if (isUnwanted({ hostname: host })) return { request, outcome: "domainUnwanted", detail: host };
      const answer = await readFeed(request.url, request, deps, { signal: within, permit: (url) => !isUnwanted(url) });
      const title = `${isGerman ? "Kalender" : "Calendar"}, ${host}`;
      const source = { ...ownSource("feed", title), url: `https://${host}/`, publisher: host };
      return { request, source, text: JSON.stringify(answer), isRecords: true };
    });
  };

  const planRecording = async (request: SourceRequest & { kind: "recording" }): Promise<Find> => {
    const { fileId: id } = request;
    const asText = await readOwnFile(request, id);
    if ("text" in asText || asText.outcome !== "noText") return asText;
    const { file } = await readFileText({ userId: options.userId, id }, deps);
    if (!recordingTypes.has(file.mediaType)) return asText;
    const { seconds, size: bytes, mediaType } = file;
    const parts = seconds ? recordingParts({ seconds, bytes, isVideo: mediaType.startsWith("video/") }) : [];
    return { request, source: ownSource(id, file.name), text: JSON.stringify(parts), isRecords: true };
  };

  /** A recording has the time that its service needs: it is the run, and nothing waits beside it. */
  const transcribe = async (request: SourceRequest & { kind: "speech" }): Promise<Find> => {
    const { fileId: id, language, words, part } = request;
    let detail = id;
    try {
      const { file, bytes: whole } = await readFile({ userId: options.userId, id }, deps);
      detail = file.name;
      // Another run has replaced it by its transcript meanwhile.
      if (!recordingTypes.has(file.mediaType)) return { request, outcome: "notFound", detail };
      if (!deps.transcriber) return { request, outcome: "notConfigured", detail };
      const sound = part && deps.cut ? await deps.cut({ bytes: whole, cut: part }) : null;
      const { bytes, mediaType, name } = sound
        ? { ...sound, name: `${file.name.replace(/\.[^.]*$/, "")}.${sound.ending}` }
        : { bytes: new Uint8Array(whole), mediaType: file.mediaType, name: file.name };
      const segments = await deps.transcriber.transcribe({ name, mediaType, bytes, language, words, signal });
      const text = cleanText(spokenText(segments, part?.from));
      if (text === "") return { request, outcome: "noText", detail };
      // Media fragments: an address that says where in the recording.
      const place = part && part.from > 0 ? `#t=${Math.floor(part.from)}` : "";
      return { request, source: ownSource(id, file.name, place), text };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ExtractError)
        return { request, outcome: error.code === "busy" ? "limited" : "unsupported", detail };
      if (error instanceof ProductError && error.status === 404) return { request, outcome: "notFound", detail };
      if (!(error instanceof SpeechError)) throw error;
      return { request, outcome: outcomeOfSpeech[error.code], detail };
    }
  };

  const runSearch = async (request: SourceRequest & { kind: "search" }, room: number): Promise<Find[]> => {
    const wanted = Math.min(request.count, room);
    const detail = request.query;
    if (wanted <= 0) return [{ request, outcome: "enough", detail }];
    let found: Awaited<ReturnType<Search["search"]>>;
    try {
      found = await deps.search.search({
        query: request.query,
        count: Math.min(20, wanted * 2),
        ...(options.language === undefined ? {} : { language: options.language }),
        freshness: request.freshness,
        allowedDomains: allowed.map(hostOf),
        blockedDomains: blocked.map(hostOf),
        signal: within,
      });
    } catch (error) {
      signal.throwIfAborted();
      if (!timer.aborted) throw error;
      services.push({ request, service: deps.search.providers[0] ?? "search", fault: "timeout" });
      return [{ request, outcome: "timeout", detail }];
    }
    services.push({ request, service: found.provider ?? "search", fault: found.reason });
    if (found.reason !== null) return [{ request, outcome: found.reason, detail }];
    const addresses = [...new Set(found.results.map(({ url }) => url))].filter(isWanted);
    const finds: Find[] = addresses.length === 0 ? [{ request, outcome: "nothingFound", detail }] : [];
    for (let at = 0; at < addresses.length;) {
      const missing = wanted - finds.filter((find) => "text" in find && find.text !== "").length;
      if (missing <= 0) break;
      const wave = addresses.slice(at, at + missing);
      at += wave.length;
      finds.push(
        ...(await runConcurrently(
          limits.atOnce,
          wave.map((url) => () => readPage(request, url)),
        )),
      );
    }
    return finds;
  };

  const askApi = async (request: SourceRequest & { kind: "api" }): Promise<Find[]> => {
    const detail = request.api;
    try {
      const none: ApiAnswer = { outcome: "notConfigured", sources: [] };
      const answer = await (deps.apis?.ask(request, within) ?? none);
      const isAnswer = answer.outcome === "read" || answer.outcome === "nothingFound";
      const fault = answer.missing === undefined ? null : "incomplete";
      services.push({ request, service: request.api, fault: isAnswer ? fault : answer.outcome });
      if (answer.outcome !== "read") return [{ request, outcome: answer.outcome, detail }];
      const finds = answer.sources.map(({ source, text }): Find => ({ request, source, text, isRecords: true }));
      return answer.missing === undefined ? finds : [...finds, { request, outcome: "incomplete", detail }];
    } catch (error) {
      signal.throwIfAborted();
      if (!timer.aborted) throw error;
      services.push({ request, service: request.api, fault: "timeout" });
      return [{ request, outcome: "timeout", detail }];
    }
  };

  const searches = requests.filter(({ kind }) => kind === "search").length;
  const direct = requests.filter(({ kind }) => kind !== "search" && kind !== "api").length;
  const room = Math.max(0, limits.sources - direct);
  let searchesLeft = searches;
  let roomLeft = room;
  const roomOfSearch = (count: number): number => {
    const share = Math.min(count, Math.ceil(roomLeft / Math.max(1, searchesLeft)));
    searchesLeft -= 1;
    roomLeft -= share;
    return share;
  };

  const tasks = requests.map((request): (() => Promise<Find[]>) => {
    if (request.kind === "file") return async () => [await readOwnFile(request, request.fileId)];
    if (request.kind === "leads") return async () => [await readOwnLeads(request)];
    if (request.kind === "calendar") return async () => [await readCalendar(request)];
    if (request.kind === "feed") return async () => [await readOtherCalendar(request)];
    if (request.kind === "recording") return async () => [await planRecording(request)];
    if (request.kind === "speech") return async () => [await transcribe(request)];
    if (options.research !== "web") {
      const detail = request.kind === "search" ? request.query : request.kind === "api" ? request.api : request.url;
      return async () => [{ request, outcome: "researchOff", detail }];
    }
    if (request.kind === "url") return async () => [await readPage(request, request.url)];
    if (request.kind === "sitemap") return async () => [await readMap(request, request.url)];
    if (request.kind === "api") return () => askApi(request);
    const share = roomOfSearch(request.count);
    return () => runSearch(request, share);
  });
  const finds = (await runConcurrently(limits.atOnce, tasks)).flat();
  signal.throwIfAborted();
  return { ...(await storeSources(finds, limits, options)), services };
}

/** Drops doubles and what is beyond the caps, gives ids, and keeps every text by its hash. */
async function storeSources(
  finds: readonly Find[],
  limits: CollectLimits,
  { userId, deps, firstId = 1 }: CollectOptions,
): Promise<{ sources: SourceText[]; notes: SourceNote[] }> {
  const seen = new Set<string>();
  const chosen = new Set<Find>();
  let ordinary = 0;
  const notes = finds.map((find): SourceNote => {
    if ("outcome" in find) return find;
    const { request, source, text, isRecords } = find;
    const detail = source.url.startsWith("file:") ? source.title : source.url;
    if (text === "") return { request, outcome: "noText", detail };
    // Lists of one service share an address, such as that of its search, and code waits for each of them.
    if (!isRecords && (seen.has(source.url) || seen.has(text))) return { request, outcome: "duplicate", detail };
    if (!isRecords && ordinary >= limits.sources) return { request, outcome: "enough", detail };
    ordinary += isRecords ? 0 : 1;
    seen.add(source.url).add(text);
    chosen.add(find);
    return { request, outcome: "read", detail, sourceId: `s${firstId + chosen.size - 1}` };
  });

  const texts = [...chosen].flatMap((find) => ("text" in find ? [find] : []));
  const longest = sharedLengthLimit(
    texts.flatMap(({ text, isRecords }) => (isRecords ? [] : [text.length])),
    limits.length,
  );
  const sources: SourceText[] = [];
  for (const [index, { source, text: whole, isRecords }] of texts.entries()) {
    const text = isRecords ? whole : cutText(whole, longest);
    const contentHash = await storeSnapshot({ userId, text }, deps);
    sources.push({ source: { ...source, id: `s${firstId + index}`, contentHash }, text });
  }
  return { sources, notes };
}
