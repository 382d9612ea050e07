import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Person } from "#src/testing/visitor.ts";
import { openBrowser, watchTransfers } from "./browser.ts";
import { atMost, median, unboundedFigure, type Figure } from "./figures.ts";
import { newPerson, withProduct } from "./product.ts";

/** Visits of each kind; single ones differ by a tenth. */
const rounds = 9;
/** Lighthouse's "slow 4G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms a round trip. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
};

interface Paint {
  /** Milliseconds from navigation. */
  lcp: number;
  /** Sum of what tasks took beyond 50 ms each, from first paint until the page was quiet. */
  blocking: number;
}

/** What a person's browser loads and how soon it shows: the dashboard after signing in, and the page to sign in. */
export async function measurePage(): Promise<Figure[]> {
  return withProduct({}, async (server) => {
    const person = await newPerson(server.url);
    const browser = await openBrowser();
    try {
      const signIn = await weigh(browser, `${server.url}/pioneers/signin`);
      const dashboard = await weigh(browser, `${server.url}/dashboard`, person);
      const desktop = await paints(browser, `${server.url}/dashboard`, person, false);
      const slow = await paints(browser, `${server.url}/dashboard`, person, true);
      const of = (all: Paint[], what: keyof Paint): number => median(all.map((paint) => paint[what]));
      return [
        atMost("page: JS of the dashboard, gzip", dashboard.kilobytes, 150, "KB", 1),
        unboundedFigure("page: its chunks, KB", dashboard.chunks),
        unboundedFigure("page: JS of the dashboard on the wire", `${dashboard.wireKilobytes.toFixed(1)} KB`),
        atMost("page: JS of the sign-in page, gzip", signIn.kilobytes, 120, "KB", 1),
        unboundedFigure("page: its chunks, KB", signIn.chunks),
        atMost("page: LCP of the dashboard, 1x CPU", of(desktop, "lcp"), 1000, "ms"),
        unboundedFigure("page: total blocking time, 1x CPU", `${of(desktop, "blocking").toFixed(0)} ms`),
        atMost("page: LCP, 4x CPU on slow 4G", of(slow, "lcp"), 2000, "ms"),
        unboundedFigure("page: total blocking time, 4x CPU", `${of(slow, "blocking").toFixed(0)} ms`),
      ];
    } finally {
      await browser.close();
    }
  });
}

/** A window with an empty cache, signed in where a person is given. */
export async function openContext(browser: Browser, url: string, person?: Person): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } });
  if (person) {
    await context.addCookies(
      person
        .cookie()
        .split("; ")
        .map((pair) => {
          const at = pair.indexOf("=");
          return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
        }),
    );
  }
  return context;
}

async function settle(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForTimeout(500);
  if (new URL(page.url()).pathname !== new URL(url).pathname) throw new Error(`${url} led to ${page.url()}`);
}

/** JS of a first visit: gzip as most servers send it (level 6), and the bytes that really came. */
async function weigh(
  browser: Browser,
  url: string,
  person?: Person,
): Promise<{ kilobytes: number; wireKilobytes: number; chunks: string }> {
  const context = await openContext(browser, url, person);
  const page = await context.newPage();
  const { transfers } = await watchTransfers(page);
  await settle(page, url);
  const scripts = transfers.filter(({ type }) => type === "Script");
  const sizes = await Promise.all(
    scripts.map(async ({ path }) => {
      const source = await (
        await fetch(new URL(path, url), { headers: { "accept-encoding": "identity" } })
      ).arrayBuffer();
      return { name: path.split("/").at(-1) ?? path, bytes: gzipSync(source).byteLength };
    }),
  );
  await context.close();
  if (sizes.length === 0) throw new Error(`${url} loaded no script`);
  const sum = sizes.reduce((total, { bytes }) => total + bytes, 0);
  const largest = sizes.toSorted((a, b) => b.bytes - a.bytes);
  const shown = largest.slice(0, 6).map(({ name, bytes }) => `${name} ${(bytes / 1000).toFixed(1)}`);
  const rest = largest.slice(6).reduce((total, { bytes }) => total + bytes, 0);
  if (rest > 0) shown.push(`${largest.length - 6} more ${(rest / 1000).toFixed(1)}`);
  const wire = scripts.reduce((total, { bytes }) => total + bytes, 0);
  return { kilobytes: sum / 1000, wireKilobytes: wire / 1000, chunks: shown.join(", ") };
}

const observe = (): void => {
  const seen = { lcp: 0, blocking: 0 };
  Reflect.set(globalThis, "seenPaint", seen);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.blocking += Math.max(0, entry.duration - 50);
  }).observe({ type: "longtask", buffered: true });
};

async function paints(browser: Browser, url: string, person: Person, isSlow: boolean): Promise<Paint[]> {
  const all: Paint[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    // A context of its own has an empty cache, as on a first visit.
    const context = await openContext(browser, url, person);
    const page = await context.newPage();
    const { session } = await watchTransfers(page);
    if (isSlow) {
      await session.send("Network.emulateNetworkConditions", slow4g);
      await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    }
    await page.addInitScript(observe);
    await settle(page, url);
    const seen = await page.evaluate((): Paint => Reflect.get(globalThis, "seenPaint"));
    await context.close();
    // The first one warms the browser.
    if (round > 0) all.push(seen);
  }
  return all;
}
