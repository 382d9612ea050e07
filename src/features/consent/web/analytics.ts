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
   * Records that a page was opened or an action done; does nothing unless the stored answer is "granted".
   * @param pathname without query
   */
  event: (name: string, pathname: string) => Promise<void>;
}

/**
 * The gate for all analytics. Initialises with the first event after "granted", and checks the answer again before each
 * event, since it may have been withdrawn in this tab or another.
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
      // Most installations have no analytics, so the adapters load with the first event.
      const requests = await import("./analyticsRequests.ts").catch(() => null);
      if (requests === null || !isGranted()) return;
      visit ??= world.newVisit();
      world.send(requests.buildRequest({ name, url: requests.anonymizedUrl(world.origin, pathname) }, where, visit));
    },
  };
}
