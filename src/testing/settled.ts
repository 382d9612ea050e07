import { setTimeout as wait } from "node:timers/promises";
import type { BrowserContext, Page, Request } from "playwright-core";

/** Requests that a page waits for, by page. */
const underWay = new WeakMap<Page, Set<Request>>();

/** A stream stays open for as long as the page is looked at. */
const isStream = (request: Request): boolean =>
  request.resourceType() === "eventsource" || /\/events(\?|$)/.test(request.url());

/** Watches what the pages of a context ask for, so that `settled` can wait for all of it. */
export function watchRequests(context: BrowserContext): void {
  const requestsOf = (request: Request): Set<Request> | undefined => {
    // A worker of the browser asks without a frame.
    if (request.serviceWorker() || isStream(request)) return undefined;
    try {
      return pageRequests(request.frame().page());
    } catch {
      // The first request of a page that is still being opened.
      return undefined;
    }
  };
  context.on("request", (request) => requestsOf(request)?.add(request));
  const end = (request: Request): void => void requestsOf(request)?.delete(request);
  context.on("requestfinished", end);
  context.on("requestfailed", end);
}

function pageRequests(page: Page): Set<Request> {
  let requests = underWay.get(page);
  if (!requests) {
    requests = new Set();
    underWay.set(page, requests);
    const known = requests;
    // Requests of the page before end without a word.
    page.on("framenavigated", (frame) => {
      if (frame !== page.mainFrame()) return;
      for (const request of known) if (!request.isNavigationRequest()) known.delete(request);
    });
  }
  return requests;
}

/**
 * Runs in the page: loaded, with its fonts, its finite animations at their end, the router at rest, and what React has
 * to do done and drawn.
 */
async function atRest(): Promise<void> {
  if (document.readyState !== "complete")
    await new Promise((done) => {
      addEventListener("load", done, { once: true });
    });
  await document.fonts.ready;
  const router: { state?: { status?: string } } | undefined = Reflect.get(globalThis, "__TSR_ROUTER__");
  // Behind all that is queued. A browser may hold back idle callbacks for seconds after a key was pressed.
  const idle = () => scheduler.postTask(() => undefined, { priority: "background" });
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const running = () =>
    document
      .getAnimations()
      .filter((one) => one.playState === "running" && Number.isFinite(one.effect?.getComputedTiming().endTime));
  for (let isMoving = true; isMoving; isMoving = router?.state?.status === "pending" || running().length > 0) {
    // One that is cancelled is at its end, too.
    await Promise.allSettled(running().map((one) => one.finished));
    await idle();
    await frame();
    await frame();
  }
}

/** How long a page may take to come to rest; milliseconds. */
const patienceMs = 20_000;

/**
 * Waits until a page has come to rest: nothing that it asked for is under way, fonts are here, no animation runs that
 * ends, the router and React are done, and two frames have been drawn. Streams of events and animations without an
 * end are left out. A page whose clock stands still never comes to rest.
 * @throws Error that names the requests that are still under way
 */
export async function settled(page: Page): Promise<void> {
  const requests = pageRequests(page);
  const until = performance.now() + patienceMs;
  const told = () => [...requests].map((request) => `${request.method()} ${request.url()}`).join(", ");
  for (;;) {
    while (requests.size > 0) {
      const left = until - performance.now();
      if (left <= 0) throw new Error(`The page does not come to rest; under way: ${told()}`);
      await page.waitForEvent("requestfinished", { timeout: Math.min(left, 100) }).catch(() => undefined);
    }
    let asked = false;
    const notice = (request: Request): void => {
      asked ||= !isStream(request);
    };
    page.on("request", notice);
    try {
      const late = wait(Math.max(until - performance.now(), 1_000), "late" as const, { ref: false });
      if ((await Promise.race([page.evaluate(atRest), late])) === "late")
        throw new Error("The page does not come to rest: an animation, the router or React goes on");
    } catch (error) {
      // The page was left for another one meanwhile.
      if (!(error instanceof Error && /context was destroyed|navigat/i.test(error.message))) throw error;
      asked = true;
      await page.waitForLoadState();
    } finally {
      page.off("request", notice);
    }
    if (!asked && requests.size === 0) return;
    if (performance.now() > until) throw new Error(`The page does not come to rest; under way: ${told()}`);
  }
}
