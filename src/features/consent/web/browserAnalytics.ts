import { request } from "#src/ui/client/api.ts";
import type { AnalyticsTarget } from "../rules.ts";
import { openAnalytics } from "./analytics.ts";
import { readConsent } from "./store.ts";

const isTarget = (value: unknown): value is AnalyticsTarget =>
  typeof value === "object" && value !== null && "kind" in value && "url" in value && "site" in value;

/** Where this installation counts visits; null for nowhere. */
export async function loadTarget(): Promise<AnalyticsTarget | null> {
  const answer = await request("GET", "/api/analytics");
  const target = typeof answer === "object" && answer !== null && "target" in answer ? answer.target : null;
  return isTarget(target) ? target : null;
}

/** Analytics of this page. A failed request is ignored: the event is missing in the statistics. */
export const analytics = openAnalytics({
  consent: readConsent,
  loadTarget,
  send({ url, type, body }) {
    fetch(url, {
      method: "POST",
      headers: { "content-type": type },
      body,
      keepalive: true,
      credentials: "omit",
      referrerPolicy: "no-referrer",
    }).catch(() => undefined);
  },
  newVisit: () => crypto.randomUUID(),
  origin: location.origin,
});
