import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseConsent, type AnalyticsRequest, type AnalyticsTarget } from "../rules.ts";
import { buildRequest, anonymizedUrl } from "./analyticsRequests.ts";
import { openAnalytics } from "./analytics.ts";

const target: AnalyticsTarget = { kind: "plausible", url: "https://stats.example.com", site: "pioneer.example" };

/** What can happen between events: answers in this tab or another, nonsense in storage, the server answering late. */
const step = fc.oneof(
  fc.record({
    type: fc.constant("store" as const),
    value: fc.constantFrom("granted", "denied", "GRANTED", "true", "", null),
  }),
  fc.record({ type: fc.constant("event" as const), name: fc.constantFrom("pageview", "wish_sent") }),
  fc.record({ type: fc.constant("answer" as const), how: fc.constantFrom("target", "nowhere", "failure") }),
);

test("loads and sends nothing unless consent is granted at that moment", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      let stored: string | null = null;
      const sentUnder: (string | null)[] = [];
      const loadedUnder: (string | null)[] = [];
      const waiting: { resolve: (target: AnalyticsTarget | null) => void; reject: (error: Error) => void }[] = [];
      const analytics = openAnalytics({
        consent: () => parseConsent(stored),
        loadTarget() {
          loadedUnder.push(stored);
          return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
        },
        send: () => void sentUnder.push(stored),
        newVisit: () => "visit",
        origin: "https://pioneer.example",
      });
      const events: Promise<void>[] = [];
      for (const one of steps) {
        if (one.type === "store") stored = one.value;
        else if (one.type === "event") events.push(analytics.event(one.name, "/dashboard"));
        else
          for (const { resolve, reject } of waiting.splice(0)) {
            if (one.how === "failure") reject(new Error("away"));
            else resolve(one.how === "target" ? target : null);
          }
        // What was promised happens before the next step, as between two tasks of a browser.
        await new Promise((done) => setImmediate(done));
      }
      for (const { resolve } of waiting.splice(0)) resolve(target);
      await Promise.all(events);
      expect(sentUnder.filter((value) => value !== "granted")).toEqual([]);
      expect(loadedUnder.filter((value) => value !== "granted")).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test("sends events in order and uses one visit id until consent is withdrawn", async () => {
  let stored: "granted" | "denied" = "granted";
  let visits = 0;
  const sent: AnalyticsRequest[] = [];
  const analytics = openAnalytics({
    consent: () => stored,
    loadTarget: () => Promise.resolve({ ...target, kind: "posthog" }),
    send: (request) => void sent.push(request),
    newVisit: () => `visit-${(visits += 1)}`,
    origin: "https://pioneer.example",
  });
  await analytics.event("pageview", "/dashboard");
  await analytics.event("wish_sent", "/dashboard");
  stored = "denied";
  await analytics.event("pageview", "/leads");
  stored = "granted";
  await analytics.event("pageview", "/calendar");
  expect(sent.map(({ body }) => JSON.parse(body)).map((body) => [body.event, body.distinct_id])).toEqual([
    ["$pageview", "visit-1"],
    ["wish_sent", "visit-1"],
    ["$pageview", "visit-2"],
  ]);
});

describe("anonymized URL", () => {
  test("contains no ids, no query and no user input", () => {
    const told = (path: string) => anonymizedUrl("https://pioneer.example", path);
    expect(told("/pioneer/workflow/projects/01936b2e-0000-7000-8000-000000000000")).toBe(
      "https://pioneer.example/pioneer/workflow/projects/:id",
    );
    expect(told("/workflows/marketing/blog/article/writer")).toBe(
      "https://pioneer.example/workflows/marketing/blog/article/writer",
    );
    expect(told("/x/Mara Brandt/mara@example.com/a?b=c#d")).toBe("https://pioneer.example/x/:id/:id/:id");
  });

  test("contains only segments of our own paths for any address", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (path) => {
        const rest = anonymizedUrl("https://pioneer.example", `/${path}`).slice("https://pioneer.example".length);
        expect(rest).toMatch(/^(\/([a-z-]*|:id|_app))+$/);
      }),
    );
  });
});

describe("analytics request", () => {
  const event = { name: "pageview", url: "https://pioneer.example/dashboard" };
  const kinds: [AnalyticsTarget["kind"], string, unknown][] = [
    [
      "plausible",
      "https://stats.example.com/api/event",
      { name: "pageview", url: event.url, domain: "pioneer.example" },
    ],
    [
      "umami",
      "https://stats.example.com/api/send",
      { type: "event", payload: { website: "pioneer.example", hostname: "pioneer.example", url: "/dashboard" } },
    ],
    [
      "posthog",
      "https://stats.example.com/i/v0/e/",
      {
        api_key: "pioneer.example",
        event: "$pageview",
        distinct_id: "v",
        properties: { $current_url: event.url, $process_person_profile: false, $geoip_disable: true },
      },
    ],
  ];
  test.each(kinds)("has the format of %s and goes to the configured origin", (kind, url, body) => {
    const request = buildRequest(event, { ...target, kind }, "v");
    expect([request.url, JSON.parse(request.body)]).toEqual([url, body]);
  });

  test("includes the event name for umami when it is not a page view", () => {
    const { body } = buildRequest({ ...event, name: "wish_sent" }, { ...target, kind: "umami" }, "v");
    expect(JSON.parse(body).payload.name).toBe("wish_sent");
  });
});
