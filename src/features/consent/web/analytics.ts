import type { AnalyticsRequest, AnalyticsTarget, Consent } from "../rules.ts";

/** What counting needs of the world. */
export interface AnalyticsWorld {
  /** The stored answer at this very moment. */
  consent: () => Consent | null;
  /** Asks the server where events go; null when nowhere. */
  loadTarget: () => Promise<AnalyticsTarget | null>;
  send: (request: AnalyticsRequest) => void;
  newVisit: () => string;
  /** Of our own pages. */
  origin: string;
}

export interface Analytics {
  /**
   * Tells that a page was opened or something was done; nothing happens unless the stored answer is "granted".
   * @param pathname without query
   */
  event: (name: string, pathname: string) => Promise<void>;
}

/**
 * The gate before all counting. Initialises with the first event after "granted", and asks again before each event is
 * sent: what was withdrawn meanwhile, in this tab or another, is not sent.
 */
export function openAnalytics(world: AnalyticsWorld): Analytics {
  let target: Promise<AnalyticsTarget | null> | undefined;
  let visit: string | undefined;
  const isGranted = (): boolean => {
    if (world.consent() === "granted") return true;
    visit = undefined;
    return false;
  };
  return {
    async event(name, pathname) {
      if (!isGranted()) return;
      target ??= world.loadTarget().catch(() => {
        target = undefined;
        return null;
      });
      const where = await target;
      if (where === null) return;
      // Most installations count nowhere: how it is done comes with the first event that is told.
      const requests = await import("./analyticsRequests.ts").catch(() => null);
      if (requests === null || !isGranted()) return;
      visit ??= world.newVisit();
      world.send(requests.buildRequest({ name, url: requests.anonymizedUrl(world.origin, pathname) }, where, visit));
    },
  };
}
