import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openWebDouble, type WebDouble } from "#src/testing/webDouble.ts";
import { openFetcher, type Fetcher } from "./fetcher.ts";
import { openSearch, type SearchConfig, type SearchQuery } from "./search.ts";

let web: WebDouble;
let fetcher: Fetcher;
const found = [
  { title: "Ferry <b>numbers</b>", url: "https://example.org/ferry", snippet: "  412,000\npassengers " },
  { title: "No address", url: "javascript:alert(1)", snippet: "x" },
  { title: "Second", url: "https://example.org/two", snippet: "y" },
  { title: "Third", url: "https://example.org/three", snippet: "z" },
];

beforeAll(async () => {
  web = await openWebDouble();
  fetcher = openFetcher({
    allowHosts: [],
    userAgent: "PioneerBot/0.1 (+x)",
    now: () => new Date(),
    log: { debug: () => undefined },
  });
});
afterEach(() => web.searchFails(null));
afterAll(async () => {
  await fetcher.close();
  await web.close();
});

const query = (given: Partial<SearchQuery> = {}): SearchQuery => ({
  query: "ferry passengers",
  count: 2,
  allowedDomains: [],
  blockedDomains: [],
  signal: new AbortController().signal,
  ...given,
});

const drivers: [string, SearchConfig][] = [];
beforeAll(() => {
  drivers.push(
    ["searxng", { searxngUrl: web.url("/") }],
    ["brave", { braveApiKey: "brave-key", braveUrl: web.url("") }],
    ["tavily", { tavilyApiKey: "tavily-key", tavilyUrl: web.url("") }],
  );
});

describe.each([
  ["searxng", 0],
  ["brave", 1],
  ["tavily", 2],
] as const)("search through %s", (provider, index) => {
  const open = () => openSearch(drivers[index]?.[1] ?? {}, fetcher);

  test("returns the requested number of results as plain text", async () => {
    web.searchFinds(found);
    expect(await open().search(query())).toEqual({
      provider,
      reason: null,
      results: [
        { title: "Ferry numbers", url: "https://example.org/ferry", snippet: "412,000 passengers" },
        { title: "Second", url: "https://example.org/two", snippet: "y" },
      ],
    });
  });

  test("returns no results without a reason when nothing is found", async () => {
    web.searchFinds([]);
    expect(await open().search(query())).toEqual({ provider, reason: null, results: [] });
  });

  test.each([
    [401, "refused"],
    [403, "refused"],
    [429, "limited"],
    [500, "failed"],
  ] as const)('maps status %s to "%s"', async (status, reason) => {
    web.searchFails(status);
    expect(await open().search(query())).toEqual({ provider, reason, results: [] });
  });

  test("passes allowed and blocked domains on", async () => {
    web.searchFinds(found);
    await open().search(query({ allowedDomains: ["example.org"], blockedDomains: ["bad.example"] }));
    const seen = `${decodeURIComponent(web.requests.at(-1)?.path ?? "")}${web.requests.at(-1)?.body}`;
    expect(seen).toContain("example.org");
    expect(seen).toContain("bad.example");
  });
});

describe("search", () => {
  test("reports notConfigured without a provider", async () => {
    const search = openSearch({}, fetcher);
    expect(search.providers).toEqual([]);
    expect(await search.search(query())).toEqual({ provider: null, reason: "notConfigured", results: [] });
  });

  test("sends keys in headers only", async () => {
    web.searchFinds(found);
    for (const index of [1, 2]) {
      await openSearch(drivers[index]?.[1] ?? {}, fetcher).search(query());
      const last = web.requests.at(-1);
      expect(`${last?.path}${last?.body}`).not.toContain("-key");
    }
    expect(web.requests.at(-2)?.headers["x-subscription-token"]).toBe("brave-key");
    expect(web.requests.at(-1)?.headers.authorization).toBe("Bearer tavily-key");
  });

  test("falls back to the next provider after a failure", async () => {
    web.searchFinds(found);
    const search = openSearch(
      { searxngUrl: "http://127.0.0.1:1/", tavilyApiKey: "k", tavilyUrl: web.url("") },
      fetcher,
    );
    expect(search.providers).toEqual(["searxng", "tavily"]);
    expect(await search.search(query())).toMatchObject({ provider: "tavily", reason: null });
  });

  test("treats a response of another shape as a failure", async () => {
    web.on("/odd/search", { type: "application/json", body: '{"results":"none"}' });
    expect(await openSearch({ searxngUrl: web.url("/odd") }, fetcher).search(query())).toMatchObject({
      reason: "failed",
    });
    web.on("/odd/search", { type: "text/html", body: "<h1>403</h1>" });
    expect(await openSearch({ searxngUrl: web.url("/odd/") }, fetcher).search(query())).toMatchObject({
      reason: "failed",
    });
  });

  test("rejects with the caller's reason when aborted", async () => {
    web.on("/slow/search", () => undefined);
    const stop = new AbortController();
    const work = openSearch({ searxngUrl: web.url("/slow") }, fetcher).search(query({ signal: stop.signal }));
    setTimeout(() => stop.abort(new Error("stopped")), 50);
    await expect(work).rejects.toThrow("stopped");
  });
});
