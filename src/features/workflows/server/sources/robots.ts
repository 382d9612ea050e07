import robotsParser from "robots-parser";
import type { Download } from "./download.ts";
import { FetchError } from "./fetchError.ts";

/** RFC 9309 section 2.4: a day at most; an hour keeps up with sites that change their mind. */
const cacheMs = 60 * 60 * 1000;
/** A site in trouble is asked again sooner. */
const errorCacheMs = 5 * 60 * 1000;
const maxOrigins = 500;

/** Longer crawl delays are capped to this, since they would outlast a run; milliseconds. */
const maxDelayMs = 10_000;

/** RFC 9309 section 2.5: at least 500 KiB must be read. */
export const maxRobotsBytes = 512 * 1024;

/** Matching costs wildcards x length of the address; real files have a few dozen. */
const maxWildcards = 2_000;
const maxLine = 512;

/** Rules that would take seconds to match are an attack or a mistake; either way the site is left alone. */
const isReasonable = (text: string): boolean =>
  text.split("*").length <= maxWildcards &&
  text.split(/[\r\n]/).every((line) => line.length <= maxLine || !line.includes("*"));

export interface RobotsAnswer {
  isAllowed: boolean;
  /** Milliseconds between two requests that the site asks for; 0 when it asks for nothing. */
  delayMs: number;
}

interface Rules {
  until: number;
  check: (url: string) => RobotsAnswer;
}

/**
 * What sites ask of machines, RFC 9309: no file means welcome, an error of the server means stay away.
 * @param load reads `/robots.txt`, redirects followed
 * @param agent product token, such as `PioneerBot`
 */
export function openRobots(load: (url: URL) => Promise<Download>, agent: string, now: () => Date) {
  const known = new Map<string, Promise<Rules>>();

  const ask = async (origin: string): Promise<Rules> => {
    const url = new URL("/robots.txt", origin);
    const answer = await load(url);
    const at = now().getTime();
    const always = (isAllowed: boolean) => () => ({ isAllowed, delayMs: 0 });
    if (answer.status >= 500) return { until: at + errorCacheMs, check: always(false) };
    if (answer.status !== 200) return { until: at + cacheMs, check: always(true) };
    const text = new TextDecoder().decode(answer.bytes);
    if (!isReasonable(text)) return { until: at + cacheMs, check: always(false) };
    const rules = robotsParser(url.href, text);
    const delayMs = Math.min(maxDelayMs, (rules.getCrawlDelay(agent) ?? 0) * 1000);
    return { until: at + cacheMs, check: (page) => ({ isAllowed: rules.isAllowed(page, agent) ?? true, delayMs }) };
  };

  return {
    /** @throws FetchError when the site is unreachable */
    async check(url: URL): Promise<RobotsAnswer> {
      const cached = await known.get(url.origin)?.catch(() => null);
      if (cached && cached.until > now().getTime()) return cached.check(url.href);
      const asked = ask(url.origin);
      known.delete(url.origin);
      known.set(url.origin, asked);
      asked.catch(() => known.get(url.origin) === asked && known.delete(url.origin));
      const oldest = known.keys().next().value;
      if (known.size > maxOrigins && oldest !== undefined) known.delete(oldest);
      try {
        return (await asked).check(url.href);
      } catch (error) {
        throw error instanceof FetchError
          ? error
          : new FetchError("unreachable", "robots.txt could not be read", error);
      }
    },
  };
}
