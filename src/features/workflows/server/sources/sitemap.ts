import { gunzipSync } from "node:zlib";
import { FetchError } from "./fetchError.ts";
import type { Fetcher, FetchOptions } from "./fetcher.ts";

export interface SitemapLink {
  url: string;
  /** Guessed from the last part of the address. */
  title: string;
  /** As the sitemap states it, a W3C date; null when it does not. */
  lastModified: string | null;
}

/** Links a run looks through at most. */
const maxLinks = 500;
/** Maps of an index that are opened; at one request a second this is the patience of a person. */
const maxMaps = 8;
/** Bytes of a packed map after unpacking. */
const maxBytes = 5 * 1024 * 1024;

interface Entry {
  loc: string;
  lastModified: string | null;
}

const plain = (xml: string): string =>
  xml
    .replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&(?:apos|#39);/g, "'")
    .replace(/&amp;/g, "&")
    .trim();

/** Text of the first `<tag>` between two places; `end` is where it closes, -1 when there is none. */
function element(xml: string, tag: string, from: number, to: number): { text: string; end: number } {
  const open = xml.indexOf(`<${tag}>`, from);
  if (open < 0 || open >= to) return { text: "", end: -1 };
  const start = open + tag.length + 2;
  const close = xml.indexOf(`</${tag}>`, start);
  return close < 0 || close > to ? { text: "", end: -1 } : { text: plain(xml.slice(start, close)), end: close };
}

/** Reads pairs of `loc` and `lastmod` in one pass, so that a malformed map costs no more than a valid one. */
function entriesOf(xml: string): Entry[] {
  const entries: Entry[] = [];
  let at = xml.indexOf("<loc>");
  while (at >= 0 && entries.length < maxLinks) {
    const loc = element(xml, "loc", at, xml.length);
    if (loc.end < 0) break;
    const next = xml.indexOf("<loc>", loc.end);
    const { text } = element(xml.slice(loc.end, next < 0 ? loc.end + 2_000 : next), "lastmod", 0, 2_000);
    entries.push({ loc: loc.text, lastModified: /^\d{4}-\d{2}(-\d{2})?(T|$)/.test(text) ? text.slice(0, 25) : null });
    at = next;
  }
  return entries;
}

/** `/blog/how-we-work.html` reads `How we work`. */
export function titleOfSlug(url: URL): string {
  const part = url.pathname.split("/").findLast((name) => name !== "") ?? "";
  let words = part;
  try {
    words = decodeURIComponent(part);
  } catch {
    // A slug that is no percent-encoded UTF-8 is shown as it is written.
  }
  words = words
    .replace(/\.(html?|php|aspx?)$/i, "")
    .replace(/[-_+]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return words === "" ? url.hostname : words.charAt(0).toUpperCase() + words.slice(1);
}

function unpacked(bytes: Uint8Array): string {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return new TextDecoder().decode(bytes);
  try {
    return new TextDecoder().decode(gunzipSync(bytes, { maxOutputLength: maxBytes }));
  } catch (error) {
    throw new FetchError("tooBig", "the packed sitemap is damaged or too large", error);
  }
}

const siteOf = (url: URL): string => url.hostname.replace(/^www\./, "");

/** Addresses of the map's own site, once each; the protocol lets a map speak for its host alone. */
function ownLinks(entries: readonly Entry[], map: URL): (Entry & { url: URL })[] {
  return entries.flatMap((entry) => {
    if (!URL.canParse(entry.loc)) return [];
    const url = new URL(entry.loc);
    return /^https?:$/.test(url.protocol) && siteOf(url) === siteOf(map) ? [{ ...entry, url }] : [];
  });
}

/**
 * Links of a site's sitemap, or of the maps its index names. The address of a site alone means its `/sitemap.xml`.
 * @throws FetchError `unsupported` when it is no sitemap; the reason of `signal`
 */
export async function readSitemap(
  address: string,
  fetcher: Pick<Fetcher, "fetchBytes">,
  options: FetchOptions,
): Promise<SitemapLink[]> {
  const start =
    URL.canParse(address) && new URL(address).pathname === "/" ? new URL("/sitemap.xml", address).href : address;
  const links = new Map<string, SitemapLink>();
  const take = (entries: readonly Entry[], map: URL): void => {
    for (const { url, lastModified } of ownLinks(entries, map)) {
      if (links.size < maxLinks && !links.has(url.href)) {
        links.set(url.href, { url: url.href, title: titleOfSlug(url), lastModified });
      }
    }
  };

  const first = await fetcher.fetchBytes(start, options);
  const xml = unpacked(first.bytes);
  const from = new URL(first.finalUrl);
  if (xml.includes("<sitemapindex")) {
    for (const { url } of ownLinks(entriesOf(xml), from).slice(0, maxMaps)) {
      if (links.size >= maxLinks) break;
      const map = await fetcher.fetchBytes(url.href, options).catch((error: unknown) => {
        options.signal.throwIfAborted();
        if (error instanceof FetchError) return null;
        throw error;
      });
      if (map) take(entriesOf(unpacked(map.bytes)), new URL(map.finalUrl));
    }
  } else if (xml.includes("<urlset")) {
    take(entriesOf(xml), from);
  } else {
    throw new FetchError("unsupported", "no sitemap");
  }
  return [...links.values()];
}

/** One line per link, parted by tabs: address, title, date or nothing. */
export const sitemapText = (links: readonly SitemapLink[]): string =>
  links.map(({ url, title, lastModified }) => `${url}\t${title}\t${lastModified ?? ""}`.trimEnd()).join("\n");
