import { Agent } from "undici";
import type { Logger } from "pino";
import { cleanText } from "#src/features/files/server/cleanText.ts";
import { ExtractError, openExtractor, type Extractor } from "#src/features/files/server/extract.ts";
import { hashOf } from "#src/platform/storage/storage.ts";
import type { MediaType } from "#src/features/files/rules.ts";
import { guardedConnector, hostAndPort, type Resolve } from "./connector.ts";
import { download, type Download } from "./download.ts";
import { FetchError } from "./fetchError.ts";
import { openHostQueue, orAborted } from "./hostQueue.ts";
import { openPageCache } from "./pageCache.ts";
import { maxRobotsBytes, openRobots } from "./robots.ts";

/** A page that was read. Untrusted text. */
export interface FetchedPage {
  /** As asked for. */
  url: string;
  /** After redirects. */
  finalUrl: string;
  contentType: string;
  title: string;
  /** What the page calls its site, else the host. */
  publisher: string;
  /** ISO date or instant, as the page states it. */
  publishedAt: string | null;
  /** At most a million UTF-16 units. */
  text: string;
  /** SHA-256 of `text` in UTF-8, hex. */
  hash: string;
  /** ISO instant. */
  retrievedAt: string;
}

export interface FetchOptions {
  signal: AbortSignal;
  /** Asked for the address and for every redirect; false ends with `blocked` before any request. */
  permit?: (url: URL) => boolean;
}

export interface BytesOptions extends FetchOptions {
  /** Accepted media types; those of sitemaps and feeds by default. */
  accept?: string;
  /** A person named this very address, so that rules for crawlers do not apply. */
  ignoresRobots?: boolean;
}

export interface ApiCall {
  signal: AbortSignal;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** Milliseconds and bytes in place of those of pages. */
  timeMs?: number;
  maxBytes?: number;
  /** The service has to lie on the public internet, as pages have. */
  isPublic?: boolean;
}

export interface Fetcher {
  /**
   * Readable text of a web page, PDF, Markdown or text file.
   * @throws FetchError; the reason of `signal` when that is aborted
   */
  fetchText: (url: string, options: FetchOptions) => Promise<FetchedPage>;
  /**
   * Bytes of an address under the same rules, for formats with a reader of their own (sitemaps, feeds).
   * @throws FetchError; the reason of `signal`
   */
  fetchBytes: (
    url: string,
    options: BytesOptions,
  ) => Promise<{ finalUrl: string; contentType: string; bytes: Uint8Array }>;
  /**
   * Calls a service that the operator configured; it may lie on a private network and gets no redirect.
   * @throws FetchError; the reason of `signal`
   */
  callBytes: (url: URL, call: ApiCall) => Promise<Omit<Download, "location">>;
  close: () => Promise<void>;
}

export interface FetcherLimits {
  /** Milliseconds one address may take, its redirects included, its place in the queue not. */
  timeMs: number;
  /** Bytes of a page after decompression. */
  bytes: number;
  redirects: number;
  /** Milliseconds between two requests to one host. */
  gapMs: number;
  /** Milliseconds a page is served from memory. */
  cacheMs: number;
}

const usual: FetcherLimits = {
  timeMs: 15_000,
  bytes: 5 * 1024 * 1024,
  redirects: 5,
  gapMs: 1_000,
  cacheMs: 15 * 60 * 1000,
};

export interface FetcherOptions {
  /** `host:port` pairs that need not be public; config `fetchAllowHosts`. */
  allowHosts: readonly string[];
  /** `PioneerBot/0.1 (+https://…)`. */
  userAgent: string;
  now: () => Date;
  log: Pick<Logger, "debug">;
  limits?: Partial<FetcherLimits>;
  resolve?: Resolve;
  extractor?: Extractor;
}

/** The value of FETCH_ALLOW_HOSTS as a list. */
export const parseAllowHosts = (value: string): string[] =>
  value
    .split(",")
    .map((pair) => pair.trim().toLowerCase())
    .filter((pair) => pair !== "");

/** Longer addresses are refused; the common limit of browsers and servers. */
const maxAddress = 2_048;

/** The last part of a path as people would write it. */
function lastPart(url: URL): string {
  const part = url.pathname.split("/").findLast((name) => name !== "") ?? "";
  try {
    return cleanText(decodeURIComponent(part));
  } catch {
    return part;
  }
}

const readable = new Map<string, MediaType | "text/html">([
  ["text/html", "text/html"],
  ["application/xhtml+xml", "text/html"],
  ["text/plain", "text/plain"],
  ["text/markdown", "text/markdown"],
  ["text/x-markdown", "text/markdown"],
  ["application/pdf", "application/pdf"],
  ["application/x-pdf", "application/pdf"],
]);

/** Opens no connection yet. */
export function openFetcher(options: FetcherOptions): Fetcher {
  const limits = { ...usual, ...options.limits };
  const allowed = new Set(options.allowHosts.map((pair) => pair.toLowerCase()));
  const extractor = options.extractor ?? openExtractor();
  const guarded = new Agent({
    connect: guardedConnector(allowed, limits.timeMs, options.resolve),
    connections: 2,
    pipelining: 1,
    headersTimeout: limits.timeMs,
    bodyTimeout: limits.timeMs,
    keepAliveTimeout: 4_000,
    maxHeaderSize: 32_768,
  });
  const services = new Agent({
    connections: 4,
    headersTimeout: limits.timeMs,
    bodyTimeout: limits.timeMs,
    allowH2: false,
  });
  const queue = openHostQueue();
  const cache = openPageCache<FetchedPage>(limits.cacheMs, options.now);

  const check = (url: URL, permit?: (url: URL) => boolean): void => {
    if (url.protocol !== "http:" && url.protocol !== "https:") throw new FetchError("blocked", "not a web address");
    if (url.username !== "" || url.password !== "") throw new FetchError("blocked", "the address holds a password");
    if (!["", "80", "443"].includes(url.port) && !allowed.has(hostAndPort(url))) {
      throw new FetchError("blocked", "the port is not one of the web");
    }
    if (permit && !permit(url)) throw new FetchError("blocked", "the domain is not wanted");
  };

  const parse = (address: string, base?: URL): URL => {
    try {
      const url = new URL(address, base);
      url.hash = "";
      if (url.href.length <= maxAddress) return url;
    } catch {
      // Said below: both are no address that could be read.
    }
    throw new FetchError("blocked", "not a web address");
  };

  /** Runs one hop at a time through `hop`; what is left of the time counts for all of them. */
  const follow = async (
    start: URL,
    permit: FetchOptions["permit"],
    hop: (url: URL, remaining: () => AbortSignal) => Promise<Download>,
  ): Promise<{ url: URL; answer: Download }> => {
    let url = start;
    let spent = 0;
    for (let count = 0; count <= limits.redirects; count += 1) {
      check(url, permit);
      let began = performance.now();
      const answer = await hop(url, () => {
        began = performance.now();
        return AbortSignal.timeout(Math.max(1, Math.ceil(limits.timeMs - spent)));
      });
      spent += performance.now() - began;
      if (![301, 302, 303, 307, 308].includes(answer.status) || answer.location === null) return { url, answer };
      url = parse(answer.location, url);
    }
    throw new FetchError("unreachable", `more than ${limits.redirects} redirects`);
  };

  const send = async (
    url: URL,
    timer: AbortSignal,
    signal: AbortSignal | undefined,
    rest: { accept: string; maxBytes: number; cut?: boolean; wantsBody?: (status: number, type: string) => boolean },
  ): Promise<Download> => {
    const { accept, ...more } = rest;
    try {
      return await download(url, {
        dispatcher: guarded,
        headers: { "user-agent": options.userAgent, accept, "accept-language": "en,de;q=0.9,*;q=0.5" },
        signal: signal ? AbortSignal.any([signal, timer]) : timer,
        ...more,
      });
    } catch (error) {
      signal?.throwIfAborted();
      if (timer.aborted) throw new FetchError("timeout", `no answer within ${limits.timeMs} ms`);
      throw error;
    }
  };

  const robots = openRobots(
    async (url) =>
      (
        await follow(url, undefined, (hop, remaining) =>
          send(hop, remaining(), undefined, {
            accept: "text/plain,*/*;q=0.1",
            maxBytes: maxRobotsBytes,
            cut: true,
            wantsBody: (status) => status === 200,
          }),
        )
      ).answer,
    options.userAgent.split("/")[0] ?? options.userAgent,
    options.now,
  );

  const politely = async (
    address: string,
    { signal, permit, ignoresRobots = false }: BytesOptions,
    accept: string,
    isWanted: (contentType: string) => boolean,
  ): Promise<{ url: URL; answer: Download }> => {
    const found = await follow(parse(address), permit, async (url, remaining) => {
      signal.throwIfAborted();
      const { isAllowed, delayMs } = ignoresRobots
        ? { isAllowed: true, delayMs: 0 }
        : await orAborted(robots.check(url), signal);
      if (!isAllowed) throw new FetchError("robots", "the site asks machines to stay away");
      return queue.run(url.host, Math.max(limits.gapMs, delayMs), signal, () =>
        send(url, remaining(), signal, {
          accept,
          maxBytes: limits.bytes,
          wantsBody: (status, type) => status === 200 && isWanted(type),
        }),
      );
    });
    const { status, contentType } = found.answer;
    if (status === 404 || status === 410) throw new FetchError("notFound", `the site answered ${status}`);
    if (status !== 200) throw new FetchError("unreachable", `the site answered ${status}`);
    if (!isWanted(contentType)) throw new FetchError("unsupported", `${contentType || "no type"} is not read`);
    return found;
  };

  const textOf = async (url: URL, answer: Download): Promise<Omit<FetchedPage, "url" | "hash" | "retrievedAt">> => {
    const isPdf = Buffer.from(answer.bytes.subarray(0, 5)).toString("latin1") === "%PDF-";
    if (!isPdf && answer.contentType === "application/octet-stream")
      throw new FetchError("unsupported", "bytes of no kind");
    const mediaType = isPdf ? "application/pdf" : (readable.get(answer.contentType) ?? "text/html");
    try {
      const found = await extractor.extract({ mediaType, bytes: answer.bytes, charset: answer.charset });
      return {
        finalUrl: url.href,
        contentType: mediaType,
        title: found.title || lastPart(url) || url.hostname,
        publisher: found.publisher || url.hostname.replace(/^www\./, ""),
        publishedAt: found.publishedAt,
        text: found.text,
      };
    } catch (error) {
      if (!(error instanceof ExtractError)) throw error;
      throw new FetchError(error.code === "busy" ? "unreachable" : "unsupported", error.message, error);
    }
  };

  const callBytes: Fetcher["callBytes"] = async (url, { signal, method = "GET", headers = {}, body, ...call }) => {
    const timeMs = call.timeMs ?? limits.timeMs;
    if (call.isPublic) check(url);
    const timer = AbortSignal.timeout(timeMs);
    try {
      return await download(url, {
        dispatcher: call.isPublic ? guarded : services,
        method,
        headers: { "user-agent": options.userAgent, accept: "application/json", ...headers },
        signal: AbortSignal.any([signal, timer]),
        maxBytes: call.maxBytes ?? limits.bytes,
        silenceMs: timeMs,
        ...(body === undefined ? {} : { body }),
      });
    } catch (error) {
      signal.throwIfAborted();
      if (timer.aborted) throw new FetchError("timeout", `no answer within ${timeMs} ms`);
      throw error;
    }
  };

  return {
    async fetchText(address, { signal, permit }) {
      const asked = parse(address);
      check(asked, permit);
      const isFresh = (page: FetchedPage | undefined): page is FetchedPage =>
        page !== undefined && (!permit || permit(new URL(page.finalUrl)));
      const cached = cache.get(asked.href);
      if (isFresh(cached)) return { ...cached, url: address };

      const { url, answer } = await politely(
        address,
        { signal, ...(permit ? { permit } : {}) },
        "text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.9,application/pdf;q=0.8",
        (type) => type === "" || type === "application/octet-stream" || readable.has(type),
      );
      const page = {
        url: address,
        retrievedAt: options.now().toISOString(),
        ...(await orAborted(textOf(url, answer), signal)),
      };
      const fetched = { ...page, hash: hashOf(page.text) };
      cache.set(asked.href, fetched);
      options.log.debug({ url: url.origin, status: answer.status, characters: page.text.length }, "page read");
      return fetched;
    },

    async fetchBytes(address, fetchOptions) {
      const accept = `${fetchOptions.accept ?? "application/xml,text/xml"},*/*;q=0.5`;
      const { url, answer } = await politely(address, fetchOptions, accept, () => true);
      return { finalUrl: url.href, contentType: answer.contentType, bytes: answer.bytes };
    },

    callBytes,

    async close() {
      await Promise.all([guarded.destroy(), services.destroy(), extractor.close()]);
    },
  };
}
