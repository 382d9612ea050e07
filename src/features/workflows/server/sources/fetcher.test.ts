import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openExtractor } from "#src/features/files/server/extract.ts";
import { hashOf } from "#src/platform/storage/storage.ts";
import { pdfOf } from "#src/testing/documents.ts";
import { articleFact, openWebDouble, type WebDouble } from "#src/testing/webDouble.ts";
import { FetchError } from "./fetchError.ts";
import { openFetcher, parseAllowHosts, type Fetcher, type FetcherOptions } from "./fetcher.ts";

let web: WebDouble;
let canary: Server;
let canaryPort: number;
let canaryTouched = 0;
const extractor = openExtractor({ idleMs: 60_000 });
const open: Fetcher[] = [];

beforeAll(async () => {
  web = await openWebDouble();
  canary = createServer((_, response) => response.end("secret"));
  canary.on("connection", () => (canaryTouched += 1));
  await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
  canaryPort = (canary.address() as AddressInfo).port;
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((fetcher) => fetcher.close()));
});

afterAll(async () => {
  await extractor.close();
  canary.closeAllConnections();
  await Promise.all([web.close(), new Promise((resolve) => canary.close(resolve))]);
});

const shared = { ...extractor, close: async () => undefined };

function fetcher(options: Partial<FetcherOptions> = {}): Fetcher {
  const opened = openFetcher({
    allowHosts: [web.host],
    userAgent: "PioneerBot/0.1 (+https://pioneer.example)",
    now: () => new Date("2026-11-20T10:00:00Z"),
    log: { debug: () => undefined },
    extractor: shared,
    ...options,
    limits: { gapMs: 0, ...options.limits },
  });
  open.push(opened);
  return opened;
}

const patience = (): { signal: AbortSignal } => ({ signal: new AbortController().signal });

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return "read";
  } catch (error) {
    return error instanceof FetchError ? error.code : String(error);
  }
};

describe("fetched page", () => {
  test("consists of its text, title, publisher and date, without hidden and surrounding content", async () => {
    const page = await fetcher().fetchText(web.url("/article#part"), patience());
    expect(page).toMatchObject({
      url: web.url("/article#part"),
      finalUrl: web.url("/article"),
      contentType: "text/html",
      title: "The ferry in numbers",
      publisher: "The Harbour Gazette",
      publishedAt: "2026-03-14T08:30:00.000Z",
      retrievedAt: "2026-11-20T10:00:00.000Z",
    });
    expect(page.text).toContain(articleFact);
    expect(page.text).not.toContain("Ignore all earlier");
    expect(page.text).not.toContain("small print");
    expect(page.hash).toBe(hashOf(page.text));
  });

  test("may be plain text, Markdown or in another charset", async () => {
    const reader = fetcher();
    expect((await reader.fetchText(web.url("/plain.txt"), patience())).text).toBe(
      "Plain words.\nSecond line with ümlaut.",
    );
    expect((await reader.fetchText(web.url("/notes.md"), patience())).text).toContain("- one\n- two");
    const latin = await reader.fetchText(web.url("/latin"), patience());
    expect([latin.title, latin.text]).toEqual(["Grüße", "Köln"]);
  });

  test("may be a PDF, even when sent as binary data", async () => {
    web.on("/report", { type: "application/octet-stream", body: pdfOf(["Words of the report"]) });
    const page = await fetcher().fetchText(web.url("/report"), patience());
    expect(page).toMatchObject({ title: "report", text: "Words of the report", contentType: "application/pdf" });
  });

  test("follows redirects and reports the final URL", async () => {
    const page = await fetcher().fetchText(web.url("/to-article"), patience());
    expect(page.finalUrl).toBe(web.url("/article"));
  });

  test("is cached for fifteen minutes", async () => {
    let now = new Date("2026-11-20T10:00:00Z");
    const reader = fetcher({ now: () => now });
    const count = (): number => web.requests.filter(({ path }) => path === "/article").length;
    const before = count();
    await reader.fetchText(web.url("/article"), patience());
    await reader.fetchText(web.url("/article#x"), patience());
    expect(count()).toBe(before + 1);
    now = new Date("2026-11-20T10:15:01Z");
    await reader.fetchText(web.url("/article"), patience());
    expect(count()).toBe(before + 2);
  });

  test("is requested with the product's user agent", async () => {
    await fetcher().fetchText(web.url("/article"), patience());
    expect(web.requests.at(-1)?.headers["user-agent"]).toBe("PioneerBot/0.1 (+https://pioneer.example)");
  });
});

describe("page fetcher", () => {
  test.each([
    ["/missing", "notFound"],
    ["/gone", "notFound"],
    ["/broken", "unreachable"],
    ["/cut", "unreachable"],
    ["/loop", "unreachable"],
    ["/picture", "unsupported"],
    ["/bytes", "unsupported"],
    ["/private/page", "robots"],
    ["/redirect?to=/private/page", "robots"],
    ["/huge", "tooBig"],
    ["/bomb", "tooBig"],
  ])("fails for %s with %s", async (path, code) => {
    expect(await codeOf(fetcher().fetchText(web.url(path), patience()))).toBe(code);
  });

  test.each(["/silent", "/drip"])("fails for %s with timeout", async (path) => {
    expect(await codeOf(fetcher({ limits: { timeMs: 1_500 } }).fetchText(web.url(path), patience()))).toBe("timeout");
  });

  test("requests no page when robots.txt returns a server error", async () => {
    const other = await openWebDouble();
    try {
      other.on("/robots.txt", { status: 503, body: "later" });
      expect(await codeOf(fetcher({ allowHosts: [other.host] }).fetchText(other.url("/article"), patience()))).toBe(
        "robots",
      );
      expect(other.requests.map(({ path }) => path)).toEqual(["/robots.txt"]);
    } finally {
      await other.close();
    }
  });

  test("treats a site as disallowed when its robots.txt is too expensive to match", async () => {
    const other = await openWebDouble();
    try {
      other.on("/robots.txt", {
        type: "text/plain",
        body: `User-agent: *\n${`Disallow: /${"*a".repeat(200)}\n`.repeat(200)}`,
      });
      expect(await codeOf(fetcher({ allowHosts: [other.host] }).fetchText(other.url("/article"), patience()))).toBe(
        "robots",
      );
    } finally {
      await other.close();
    }
  });

  test("rejects with the caller's reason when aborted", async () => {
    const stop = new AbortController();
    const work = fetcher().fetchText(web.url("/silent"), { signal: stop.signal });
    setTimeout(() => stop.abort(new Error("cancelled by the person")), 100);
    await expect(work).rejects.toThrow("cancelled by the person");
  });
});

describe("queue per host", () => {
  test("keeps the order of requests", async () => {
    const reader = fetcher({ limits: { gapMs: 20 } });
    for (const path of ["/q1", "/q2", "/q3"]) web.on(path, { type: "text/plain", body: path });
    await Promise.all(["/q1", "/q2", "/q3"].map((path) => reader.fetchText(web.url(path), patience())));
    expect(web.requests.map(({ path }) => path).filter((path) => /^\/q\d$/.test(path))).toEqual(["/q1", "/q2", "/q3"]);
  });

  test("continues when one request is aborted", async () => {
    const reader = fetcher({ limits: { gapMs: 50 } });
    const stop = new AbortController();
    const first = reader.fetchText(web.url("/q1"), patience());
    const second = reader.fetchText(web.url("/q2"), { signal: stop.signal });
    const third = reader.fetchText(web.url("/q3"), patience());
    stop.abort(new Error("gone"));
    await expect(second).rejects.toThrow("gone");
    expect([(await first).text, (await third).text]).toEqual(["/q1", "/q3"]);
  });
});

describe("internal address", () => {
  const literals = (port: number): string[] => [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://127.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f000001:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://0177.0.0.1:${port}/`,
    `http://0177.0.0.01:${port}/`,
    `http://0:${port}/`,
    `http://0.0.0.0:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::]:${port}/`,
    `http://[0:0:0:0:0:0:0:1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://[::ffff:7f00:1]:${port}/`,
    `http://[::127.0.0.1]:${port}/`,
    `http://[2002:7f00:1::]:${port}/`,
    `http://[64:ff9b::7f00:1]:${port}/`,
    `http://[fe80::1]:${port}/`,
    `http://１２７.０.０.１:${port}/`,
    `http://127。0。0。1:${port}/`,
    `http://①②⑦.⓪.⓪.①:${port}/`,
    `http://%31%32%37.0.0.1:${port}/`,
    `http://user:secret@127.0.0.1:${port}/`,
    `http://169.254.169.254:${port}/latest/meta-data/`,
    `http://100.64.0.1:${port}/`,
    `http://10.0.0.1:${port}/`,
  ];

  test("is blocked in any notation on any port", async () => {
    const reader = fetcher();
    const before = canaryTouched;
    for (const address of [...literals(canaryPort), ...literals(80)]) {
      expect([address, await codeOf(reader.fetchText(address, patience()))]).toEqual([address, "blocked"]);
      expect([address, await codeOf(reader.fetchBytes(address, patience()))]).toEqual([address, "blocked"]);
    }
    expect(canaryTouched).toBe(before);
  });

  test("is blocked in any notation over HTTPS", async () => {
    const reader = fetcher();
    for (const name of literals(443).map((address) => new URL(address).hostname)) {
      expect([name, await codeOf(reader.fetchText(`https://${name}/`, patience()))]).toEqual([name, "blocked"]);
    }
  });

  test("is blocked after one or several redirects", async () => {
    const reader = fetcher();
    const before = canaryTouched;
    for (const address of literals(canaryPort)) {
      const once = web.url(`/redirect?to=${encodeURIComponent(address)}`);
      const twice = web.url(`/redirect?to=${encodeURIComponent(once)}`);
      expect([address, await codeOf(reader.fetchText(once, patience()))]).toEqual([address, "blocked"]);
      expect([address, await codeOf(reader.fetchText(twice, patience()))]).toEqual([address, "blocked"]);
    }
    expect(canaryTouched).toBe(before);
  });

  test("is blocked after a redirect of robots.txt", async () => {
    const other = await openWebDouble();
    try {
      other.on("/robots.txt", { status: 301, headers: { location: `http://127.0.0.1:${canaryPort}/` } });
      const before = canaryTouched;
      expect(await codeOf(fetcher({ allowHosts: [other.host] }).fetchText(other.url("/article"), patience()))).toBe(
        "blocked",
      );
      expect(canaryTouched).toBe(before);
    } finally {
      await other.close();
    }
  });

  test.each([
    "file:///etc/passwd",
    "ftp://example.org/",
    "gopher://127.0.0.1/",
    "data:text/html,x",
    "javascript:1",
    "",
    "//x",
    "http://",
  ])("is not reached with the URL %j", async (address) => {
    expect(await codeOf(fetcher().fetchText(address, patience()))).toBe("blocked");
    expect(
      await codeOf(fetcher().fetchText(web.url(`/redirect?to=${encodeURIComponent(address)}`), patience())),
    ).not.toBe("read");
  });

  test("is blocked when any address of a host name is private", async () => {
    for (const addresses of [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["::1"], ["::ffff:127.0.0.1"]]) {
      const resolve = async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      expect(await codeOf(fetcher({ resolve }).fetchText("http://rebind.example/", patience()))).toBe("blocked");
    }
  });

  test("is not requested after a redirect that the caller does not permit", async () => {
    const before = canaryTouched;
    const reader = fetcher({ allowHosts: [web.host, `127.0.0.1:${canaryPort}`] });
    const code = await codeOf(
      reader.fetchText(web.url(`/redirect?to=${encodeURIComponent(`http://127.0.0.1:${canaryPort}/`)}`), {
        ...patience(),
        permit: (url) => url.port !== String(canaryPort),
      }),
    );
    expect([code, canaryTouched]).toEqual(["blocked", before]);
  });
});

test("parses FETCH_ALLOW_HOSTS", () => {
  expect(parseAllowHosts(" Intranet:8080, 127.0.0.1:9 ,,")).toEqual(["intranet:8080", "127.0.0.1:9"]);
  expect(parseAllowHosts("")).toEqual([]);
});
