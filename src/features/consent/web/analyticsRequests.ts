import type { AnalyticsEvent, AnalyticsRequest, AnalyticsTarget } from "../rules.ts";

/* Requests of the analytics tools. Loaded with the first event that may be sent. */

/**
 * A page's address without personal data: ids become `:id`, query and fragment are removed.
 * @param origin of our own pages
 */
export function anonymizedUrl(origin: string, pathname: string): string {
  const parts = pathname.split("/").map((part) => (/^[a-z-]{1,40}$|^_app$/.test(part) || part === "" ? part : ":id"));
  return `${origin}${parts.join("/")}`;
}

type Adapter = (event: AnalyticsEvent, target: AnalyticsTarget, visitId: string) => AnalyticsRequest;

/** Each tool's documented format for events, written by hand: no script of theirs is loaded. */
const adapters: Record<AnalyticsTarget["kind"], Adapter> = {
  // plausible.io/docs/events-api: either media type is taken.
  plausible: ({ name, url }, { url: server, site }) => ({
    url: `${server}/api/event`,
    type: "text/plain",
    body: JSON.stringify({ name, url, domain: site }),
  }),
  // umami.is/docs/api/sending-stats; an event without a name is a page view.
  umami: ({ name, url }, { url: server, site }) => {
    const { hostname, pathname } = new URL(url);
    const payload = { website: site, hostname, url: pathname, ...(name === "pageview" ? {} : { name }) };
    return { url: `${server}/api/send`, type: "application/json", body: JSON.stringify({ type: "event", payload }) };
  },
  // posthog.com/docs/api/capture; the id lives as long as the page and no profile is made of it.
  posthog: ({ name, url }, { url: server, site }, visitId) => ({
    url: `${server}/i/v0/e/`,
    type: "application/json",
    body: JSON.stringify({
      api_key: site,
      event: name === "pageview" ? "$pageview" : name,
      distinct_id: visitId,
      properties: { $current_url: url, $process_person_profile: false, $geoip_disable: true },
    }),
  }),
};

/** Builds the request for an event. @param visitId random, kept in memory only */
export const buildRequest = (event: AnalyticsEvent, target: AnalyticsTarget, visitId: string): AnalyticsRequest =>
  adapters[target.kind](event, target, visitId);
