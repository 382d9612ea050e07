import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  braveTooMany,
  searxngWithoutJson,
  searxngWire,
  tavilyTooMany,
  tavilyUsedUp,
  tavilyWire,
} from "#src/testing/apiDoubles/searches.ts";
import type { Mishap } from "#src/testing/apiDoubles/server.ts";
import type { ServiceLimits } from "../apis/apiFacts.ts";
import { doubles, fetcher, now, withDoubles } from "../apis/apisFixture.ts";
import { openSearch, type Search, type SearchConfig, type SearchQuery } from "./search.ts";
import { openSourceStates, searchProviders, type SourceStates } from "./sourceStates.ts";

withDoubles();

let states: SourceStates;
const open = (config: SearchConfig, limits: Partial<ServiceLimits> = {}): Search => {
  states = openSourceStates(now);
  const hasty = { gapMs: 0, waitMs: 50, patienceMs: 20, timeMs: 1_500 };
  return openSearch(config, { fetcher, now, states, limits: { ...hasty, ...limits } });
};

const configOf = (...providers: (typeof searchProviders)[number][]): SearchConfig => ({
  ...(providers.includes("searxng") ? { searxngUrl: `${doubles.addresses.searxng}/` } : {}),
  ...(providers.includes("brave") ? { braveApiKey: "brave-key", braveUrl: doubles.addresses.brave } : {}),
  ...(providers.includes("tavily") ? { tavilyApiKey: "tavily-key", tavilyUrl: doubles.addresses.tavily } : {}),
});

const query = (given: Partial<SearchQuery> = {}): SearchQuery => ({
  query: "ferry passengers",
  count: 2,
  allowedDomains: [],
  blockedDomains: [],
  signal: new AbortController().signal,
  ...given,
});
const addresses = async (search: Search, given: Partial<SearchQuery>): Promise<string[]> =>
  (await search.search(query({ count: 20, ...given }))).results.map(({ url }) => url);

describe.each(searchProviders)("search through %s", (provider) => {
  test("returns the requested number of results as plain text", async () => {
    expect(await open(configOf(provider)).search(query({ count: 3 }))).toEqual({
      provider,
      reason: null,
      results: [
        { title: "Ferry numbers", url: "https://example.org/ferry", snippet: "412,000 passengers on the ferry" },
        { title: "Fährhafen Köln", url: "https://example.org/two", snippet: "Ferry timetable – größer, öfter" },
        ...(provider === "searxng"
          ? [{ title: "Third", url: "https://news.example.com/three", snippet: "The ferry of last year" }]
          : []),
      ],
    });
    expect(states.of(provider)).toMatchObject({ outcome: "ok", records: provider === "searxng" ? 3 : 2 });
  });

  test("returns no results without a reason when nothing is found", async () => {
    expect(await open(configOf(provider)).search(query({ query: "zeppelin" }))).toEqual({
      provider,
      reason: null,
      results: [],
    });
  });

  test("finds only pages that are as fresh as wished", async () => {
    const search = open(configOf(provider));
    const counts = [];
    for (const freshness of ["day", "month", "year", undefined] as const)
      counts.push((await addresses(search, { freshness })).length);
    expect(counts).toEqual([1, 2, 3, 4]);
  });

  test("passes allowed and blocked domains on", async () => {
    const search = open(configOf(provider));
    expect(await addresses(search, { allowedDomains: ["example.com"] })).toEqual(["https://news.example.com/three"]);
    expect(await addresses(search, { blockedDomains: ["bad.example", "example.org"] })).toEqual([
      "https://news.example.com/three",
    ]);
  });

  test("asks for the language of the result", async () => {
    await open(configOf(provider)).search(query({ language: "de-AT" }));
    const [seen] = doubles.of(provider).seen;
    const asked = seen?.query.get("language") ?? seen?.query.get("search_lang") ?? null;
    expect(asked).toBe(provider === "tavily" ? null : "de");
  });

  const wrong: [Mishap, string][] = [
    ["forbidden", "refused"],
    ["tooMany", "limited"],
    ["tooManyForLong", "limited"],
    ["broken", "failed"],
    ["html", "failed"],
    ["truncated", "failed"],
    ["empty", "failed"],
    ["silent", "timeout"],
    ["reset", "unreachable"],
  ];
  test.each(wrong)("has a reason when the answer is %s", async (mishap, reason) => {
    doubles.of(provider).goWrong(mishap);
    const search = open(configOf(provider), mishap === "silent" ? { timeMs: 150 } : {});
    expect(await search.search(query())).toEqual({ provider, reason, results: [] });
    expect(states.of(provider).outcome).toBe(reason);
  });

  test.each(["latin1", "byteOrderMark", "utf16", "gzip"] as const)("reads %s", async (encoding) => {
    const usual = await open(configOf(provider)).search(query({ count: 5 }));
    expect(JSON.stringify(usual)).toContain("größer");
    doubles.of(provider).goWrong(encoding);
    expect(await open(configOf(provider)).search(query({ count: 5 }))).toEqual(usual);
  });

  test("leaves a service alone that asked for it, and shows it as limited", async () => {
    const search = open(configOf(provider));
    doubles.of(provider).goWrong("tooManyForLong", 1);
    expect(await search.search(query())).toMatchObject({ reason: "limited" });
    expect(states.of(provider)).toMatchObject({ outcome: "limited", limitedUntil: "2026-11-22T09:10:00.000Z" });
    expect(await search.search(query())).toMatchObject({ reason: "limited" });
    expect(doubles.of(provider).seen).toHaveLength(1);
  });

  test("waits as long as it is asked to, then asks once more", async () => {
    const search = open(configOf(provider), { patienceMs: 2_000 });
    doubles.of(provider).goWrong("tooManyForASecond", 1);
    expect(await search.search(query())).toMatchObject({ reason: null });
    const [first, second] = doubles.of(provider).seen;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  test("asks one at a time, with a pause", async () => {
    const search = open(configOf(provider), { gapMs: 200 });
    doubles.of(provider).slow(20);
    await Promise.all([search.search(query()), search.search(query({ query: "ferry timetable" }))]);
    const [first, second] = doubles.of(provider).seen;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(150);
  });

  test("never throws whatever JSON it is sent", async () => {
    const key = fc.constantFrom(
      "results",
      "web",
      "title",
      "url",
      "content",
      "description",
      "error",
      "code",
      "__proto__",
    );
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 4, depthSize: "small" },
        fc.constantFrom(null, true, 0, "", "https://example.org/", "\u0000\ud800"),
        fc.array(tie("json"), { maxLength: 4 }),
        fc.dictionary(key, tie("json"), { maxKeys: 5 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(json, fc.constantFrom(200, 400, 422, 500), async (body, status) => {
        doubles.of(provider).answer(() => ({ status, body: body ?? null }));
        const { reason, results } = await open(configOf(provider)).search(query());
        expect([null, "failed", "refused"]).toContain(reason);
        for (const { url } of results) expect(url).toMatch(/^https?:/);
      }),
      { numRuns: 40 },
    );
  });
});

describe("refusals of their own", () => {
  test("SearXNG without JSON in its settings refuses", async () => {
    doubles.of("searxng").answer(searxngWithoutJson);
    expect(await open(configOf("searxng")).search(query())).toMatchObject({ reason: "refused" });
  });

  test("Brave: a wrong key is told apart from a wrong question", async () => {
    const wrongKey = { ...configOf("brave"), braveApiKey: "other" };
    expect(await open(wrongKey).search(query())).toMatchObject({ reason: "refused" });
    expect(await open(configOf("brave")).search(query({ query: "ferry ".repeat(200) }))).toMatchObject({
      reason: "failed",
    });
  });

  test("Brave: a language that it does not know is left out, others have its names", async () => {
    const search = open(configOf("brave"));
    for (const language of ["ja", "pt-BR", "zh", "tlh"])
      expect(await search.search(query({ language }))).toMatchObject({ reason: null });
    expect(doubles.of("brave").seen.map(({ query: asked }) => asked.get("search_lang"))).toEqual([
      "jp",
      "pt-br",
      "zh-hans",
      null,
    ]);
  });

  test("Brave and Tavily: too many in a second", async () => {
    for (const [provider, refusal] of [
      ["brave", braveTooMany],
      ["tavily", tavilyTooMany],
    ] as const) {
      doubles.of(provider).answer(() => refusal);
      expect(await open(configOf(provider)).search(query())).toMatchObject({ reason: "limited" });
      expect(states.of(provider).limitedUntil).toBe("2026-11-22T09:00:01.000Z");
    }
  });

  test("Tavily: a plan that is used up is left alone, a wrong key is refused", async () => {
    doubles.of("tavily").answer(() => tavilyUsedUp);
    const search = open(configOf("tavily"));
    expect(await search.search(query())).toMatchObject({ reason: "limited" });
    expect(await search.search(query())).toMatchObject({ reason: "limited" });
    expect(doubles.of("tavily").seen).toHaveLength(1);
    expect(states.of("tavily").limitedUntil).toBe("2026-11-22T09:15:00.000Z");
    doubles.of("tavily").answer(tavilyWire);
    const wrongKey = { ...configOf("tavily"), tavilyApiKey: "other" };
    expect(await open(wrongKey).search(query())).toMatchObject({ reason: "refused" });
  });
});

describe("search", () => {
  test("reports notConfigured without a provider", async () => {
    const search = open({});
    expect(search.providers).toEqual([]);
    expect(await search.search(query())).toEqual({ provider: null, reason: "notConfigured", results: [] });
  });

  test("sends keys in headers only", async () => {
    for (const provider of ["brave", "tavily"] as const) {
      await open(configOf(provider)).search(query());
      const [seen] = doubles.of(provider).seen;
      expect(`${seen?.path}${seen?.query}${seen?.body}`).not.toContain("-key");
    }
  });

  test("falls back to the next provider after a failure, and leaves out the one that is limited", async () => {
    doubles.of("searxng").goWrong("tooManyForLong", 1);
    const search = open(configOf("searxng", "tavily"));
    expect(search.providers).toEqual(["searxng", "tavily"]);
    expect(await search.search(query())).toMatchObject({ provider: "tavily", reason: null });
    expect(await search.search(query())).toMatchObject({ provider: "tavily", reason: null });
    expect(doubles.of("searxng").seen).toHaveLength(1);
  });

  test("finds the service below a path, with a slash at its end or without", async () => {
    doubles.of("searxng").answer((seen) => searxngWire({ ...seen, path: seen.path.replace("/below", "") }));
    for (const end of ["", "/"])
      expect(await open({ searxngUrl: `${doubles.addresses.searxng}/below${end}` }).search(query())).toMatchObject({
        reason: null,
      });
    expect(doubles.of("searxng").seen.map(({ path }) => path)).toEqual(["/below/search", "/below/search"]);
  });

  test("rejects with the caller's reason when aborted", async () => {
    doubles.of("searxng").goWrong("silent");
    const stop = new AbortController();
    const work = open(configOf("searxng")).search(query({ signal: stop.signal }));
    setTimeout(() => stop.abort(new Error("stopped")), 50);
    await expect(work).rejects.toThrow("stopped");
  });
});
