import type { ServerType } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen, usualLimits, type ListenLimits } from "#src/platform/http/listen.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { talk } from "./sockets.ts";

let product: TestProduct;
const servers: ServerType[] = [];
let port: number;
/** Cookie of a signed-in person. */
let cookie = "";

async function open(limits?: Partial<ListenLimits>): Promise<number> {
  return new Promise((resolve) => {
    const server = listen(product.fetch, { port: 0, hostname: "127.0.0.1" }, resolve, { ...usualLimits, ...limits });
    servers.push(server);
  });
}

beforeAll(async () => {
  product = await openTestProduct();
  cookie = (await product.signUp()).cookie();
  port = await open();
});
afterAll(async () => {
  for (const server of servers) {
    if ("closeAllConnections" in server) server.closeAllConnections();
    await new Promise<void>((closed) => server.close(() => closed()));
  }
  await product.close();
});

const isAlive = async (at = port): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${at}/health/ready`)).status === 200;

const head = (method: string, path: string, more: string[] = []): string =>
  [`${method} ${path} HTTP/1.1`, "Host: localhost:3000", "Origin: http://localhost:3000", ...more, "", ""].join("\r\n");

describe("chunked body of 100 MB", () => {
  const part = Buffer.from(`10000\r\n${"1".repeat(0x10000)}\r\n`);
  const chunks = function* (first: string): Generator<string | Uint8Array> {
    yield first;
    for (let sent = 0; sent < 100_000_000; sent += 0x10000) yield part;
    yield "0\r\n\r\n";
  };
  const targets: [string, string, string, number][] = [
    ["a call of the contract", "/api/user/settings", "application/json", 413],
    ["a registration", "/api/auth/register", "application/json", 413],
    ["the log of browsers", "/_log", "application/json", 413],
    ["a file", "/api/files", "text/plain", 413],
    ["a call that does not exist", "/api/nothing", "application/json", 404],
  ];
  test.each(targets)("to %s is rejected while others are served", async (_name, path, type, status) => {
    const lines = [`Cookie: ${cookie}`, `Content-Type: ${type}`, "X-File-Name: a.txt", "Transfer-Encoding: chunked"];
    const [answer, alive] = await Promise.all([
      talk(port, { pieces: chunks(head("POST", path, lines)), untilHead: true, patienceMs: 15_000 }),
      isAlive(),
    ]);
    expect([answer.status, alive]).toEqual([status, true]);
    expect(await isAlive()).toBe(true);
  });

  test("from a visitor is rejected unread", async () => {
    const pieces = chunks(
      head("POST", "/api/user/settings", ["Content-Type: application/json", "Transfer-Encoding: chunked"]),
    );
    const answer = await talk(port, { pieces, untilHead: true });
    expect(answer.status).toBe(401);
    expect(answer.sent).toBeLessThan(50_000_000);
  });
});

describe("body refused for its size", () => {
  /** More than the buffers of both ends hold: it is still on its way when the answer is written. */
  const large = "1".repeat(0x400000);
  const targets: [string, string, string[], string][] = [
    [
      "a registration in chunks",
      "/api/auth/register",
      ["Transfer-Encoding: chunked"],
      `400000\r\n${large}\r\n0\r\n\r\n`,
    ],
    ["a registration of a length", "/api/auth/register", [`Content-Length: ${large.length}`], large],
    ["the log of browsers in chunks", "/_log", ["Transfer-Encoding: chunked"], `400000\r\n${large}\r\n0\r\n\r\n`],
  ];
  test.each(targets)("%s is always answered, by a connection that closes in peace", async (_name, path, more, body) => {
    const lines = [...more, "Content-Type: application/json", "Connection: close"];
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => talk(port, { pieces: [head("POST", path, lines), body], patienceMs: 20_000 })),
    );
    expect(answers.map(({ status, closed, hasFailed }) => [status, closed, hasFailed].join())).toEqual(
      answers.map(() => "413,true,false"),
    );
  });

  test("of 100 MB is not read to its end", async () => {
    const part = Buffer.alloc(0x10000, "1");
    const pieces = function* (): Generator<string | Uint8Array> {
      yield head("POST", "/api/auth/register", ["Content-Type: application/json", "Content-Length: 104857600"]);
      for (let sent = 0; sent < 104_857_600; sent += part.length) yield part;
    };
    const answer = await talk(port, { pieces: pieces(), patienceMs: 20_000 });
    expect([answer.status, answer.sent < 60_000_000]).toEqual([413, true]);
  });
});

describe("slow client", () => {
  const quick = { headersTimeout: 300, requestTimeout: 900, connectionsCheckingInterval: 50 };

  test("is limited by the configured timeouts", () => {
    expect(servers[0]).toMatchObject({ headersTimeout: 15_000, requestTimeout: 200_000 });
    expect(usualLimits.maxHeaderSize).toBe(16_384);
  });

  test("is disconnected when it sends headers too slowly, while others are served", async () => {
    const slow = await open(quick);
    const drip = head("GET", "/health/live").slice(0, -2).repeat(5).split("");
    const talks = Array.from({ length: 200 }, () => talk(slow, { pieces: drip, pauseMs: 100 }));
    expect(await isAlive(slow)).toBe(true);
    for (const answer of await Promise.all(talks))
      expect([answer.closed, [0, 408].includes(answer.status)]).toEqual([true, true]);
    expect(await isAlive(slow)).toBe(true);
  });

  test("is disconnected when its body never ends", async () => {
    const slow = await open(quick);
    const lines = [`Cookie: ${cookie}`, "Content-Type: application/json", "Content-Length: 5000"];
    const pieces = [head("POST", "/api/user/settings", lines), ...Array.from({ length: 200 }, () => "{")];
    const answer = await talk(slow, { pieces, pauseMs: 50 });
    expect([answer.closed, answer.sent < 5000]).toEqual([true, true]);
    expect(await isAlive(slow)).toBe(true);
  });
});

describe("malformed request", () => {
  const line = (name: string, value: string) => `${name}: ${value}`;
  const wrong: [string, string, number[]][] = [
    ["100 KB of headers", head("GET", "/health/live", [line("X-Long", "x".repeat(100_000))]), [431]],
    [
      "10,000 headers",
      head(
        "GET",
        "/health/live",
        Array.from({ length: 10_000 }, (_, index) => line(`X-${index}`, "1")),
      ),
      [431],
    ],
    ["two lengths", head("POST", "/api/coins", [line("Content-Length", "5"), line("Content-Length", "6")]), [400]],
    [
      "a length beside chunks",
      head("POST", "/api/coins", [line("Content-Length", "5"), line("Transfer-Encoding", "chunked")]),
      [400],
    ],
    [
      "an encoding of transfer that nobody knows",
      head("POST", "/api/coins", [line("Transfer-Encoding", "x")]),
      [400, 501],
    ],
    [
      "a chunk of negative size",
      `${head("POST", "/api/auth/register", [line("Transfer-Encoding", "chunked")])}-1\r\n`,
      [400],
    ],
    ["a host with a space", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", [400]],
    ["no host", "GET / HTTP/1.1\r\n\r\n", [400]],
    ["a bare line feed in a header", "GET / HTTP/1.1\r\nHost: x\nX-A: b\r\n\r\n", [400]],
    ["another protocol", "\x16\x03\x01\x02\x00\x01\x00", [400]],
    ["a path with a NUL", "GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n", [400]],
    ["tunnels", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n", [0, 400, 404, 405]],
    ["a trace", head("TRACE", "/api/coins"), [400, 401, 404, 405]],
  ];
  test.each(wrong)("is rejected without affecting the service: %s", async (_name, bytes, statuses) => {
    const answer = await talk(port, { pieces: [bytes], untilHead: true, patienceMs: 15_000 });
    expect(statuses).toContain(answer.status);
    expect(await isAlive()).toBe(true);
  });

  test("cannot smuggle a second request in its body", async () => {
    const inner = head("GET", "/health/live");
    const lines = [`Cookie: ${cookie}`, "Content-Type: application/json", `Content-Length: ${inner.length}`];
    const answer = await talk(port, { pieces: [head("POST", "/api/user/settings", lines), inner], patienceMs: 5_000 });
    expect(answer.status).toBe(400);
    expect(answer.text.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1);
  });

  test("cannot redirect to a foreign host name", async () => {
    for (const path of [
      "/",
      "/api/auth/signin?callbackUrl=/x",
      "/api/auth/error?error=x",
      "//evil.example/",
      "/en//evil.example",
      "/en/%5C/evil.example",
      "/de//evil.example/",
      "/pioneers/signin",
    ]) {
      const bytes = `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n`;
      const answer = await talk(port, { pieces: [bytes] });
      const location = /^location: (.*)$/im.exec(answer.text)?.[1]?.trim();
      // Our own address, or a path: with two slashes it would be a host.
      const staysHere = location === undefined || /^(http:\/\/localhost:3000)?\/(?![/\\])/.test(`${location} `);
      expect([path, location, staysHere]).toEqual([path, location, true]);
      expect(answer.status).toBeLessThan(500);
    }
  });
});
