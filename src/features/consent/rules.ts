/** Specification section 4: key in local storage, and its two values. */
export const consentKey = "trackingConsent";
export type Consent = "granted" | "denied";

/** Anything that is neither of the two counts as not answered. */
export const parseConsent = (stored: string | null): Consent | null =>
  stored === "granted" || stored === "denied" ? stored : null;

/** Where events go; the answer of `GET /api/analytics`. */
export interface AnalyticsTarget {
  kind: "plausible" | "umami" | "posthog";
  /** Without a slash at its end. */
  url: string;
  /** Name of this site there. */
  site: string;
}

/** What is recorded of a visit: a page or an action, and nothing about the person. */
export interface AnalyticsEvent {
  /** `pageview`, or what was done in two words. */
  name: string;
  /** Address of the page without query and fragment, ids taken out. */
  url: string;
}

export interface AnalyticsRequest {
  url: string;
  /** `text/plain` needs no preflight request; a tool that reads it saves one per event. */
  type: "text/plain" | "application/json";
  body: string;
}
