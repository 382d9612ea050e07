import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

/** A request that reached the double of a service. */
export interface ApiSeen {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  raw: Buffer;
  /** `performance.now()` at arrival and at the end of the answer. */
  at: number;
  until: number;
}

/** What a service answers. `body` that is no bytes is sent as JSON. */
export interface ApiReply {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body: unknown;
}

/** How a service answers to a good question. */
export type ApiWire = (seen: ApiSeen) => ApiReply;
/** One that first does something to the product. */
type SlowWire = (seen: ApiSeen) => ApiReply | Promise<ApiReply>;

/** What goes wrong on the way, for the next `times` requests. */
export type Mishap =
  /** 403 in words of people. */
  | "forbidden"
  /** 429 that asks for no time in its header. */
  | "tooMany"
  /** 429 with `Retry-After: 1`. */
  | "tooManyForASecond"
  /** 429 with `Retry-After: 600`. */
  | "tooManyForLong"
  | "broken"
  /** A page for people with status 200. */
  | "html"
  /** The first half of the answer. */
  | "truncated"
  | "latin1"
  | "byteOrderMark"
  | "utf16"
  | "gzip"
  | "empty"
  /** Nothing is ever answered. */
  | "silent"
  /** The connection is cut. */
  | "reset";

export interface ApiDouble {
  url: string;
  seen: ApiSeen[];
  /** The next requests end in this way; for good without a number. */
  goWrong: (mishap: Mishap | null, times?: number) => void;
  /** Milliseconds until each answer. */
  slow: (milliseconds: number) => void;
  /** Answers otherwise from here on. */
  answer: (wire: SlowWire) => void;
  close: () => Promise<void>;
}

const asBytes = (body: unknown): Buffer =>
  body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));

const page = "<!doctype html><html><body><h1>Wartungsarbeiten</h1><p>Bitte später versuchen.</p></body></html>";

/** Letters that the encoding lacks as `\\u…`. */
const inLatin1 = (text: string): Buffer =>
  Buffer.from(
    text.replace(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    "latin1",
  );

function sendWith(mishap: Mishap | null, reply: ApiReply, response: ServerResponse): void {
  const bytes = asBytes(reply.body);
  const text = (): string => bytes.toString("utf8").replace(/^\ufeff/, "");
  const type = reply.type ?? "application/json;charset=UTF-8";
  const send = (status: number, contentType: string, body: Uint8Array | string, headers = {}): void => {
    response.writeHead(status, { "content-type": contentType, ...reply.headers, ...headers });
    response.end(body);
  };
  const tooMany = (headers: Record<string, string>): void =>
    send(429, "text/html", "<p>Too many requests. Please be kind.</p>", headers);
  switch (mishap) {
    case null:
      return send(reply.status ?? 200, type, bytes);
    case "forbidden":
      return send(403, "text/html", "<h1>Access blocked</h1>");
    case "tooMany":
      return tooMany({});
    case "tooManyForASecond":
      return tooMany({ "retry-after": "1" });
    case "tooManyForLong":
      return tooMany({ "retry-after": "600" });
    case "broken":
      return send(500, "application/json", '{"timestamp":"2026-11-22","error":"Internal Server Error"}');
    case "html":
      return send(200, "text/html; charset=utf-8", page);
    case "truncated":
      return send(200, type, bytes.subarray(0, Math.floor(bytes.length / 2)));
    case "latin1":
      return send(200, "application/json; charset=iso-8859-1", inLatin1(text()));
    case "byteOrderMark":
      return send(200, "application/json", `\ufeff${text()}`);
    case "utf16":
      return send(200, "application/json", Buffer.from(`\ufeff${text()}`, "utf16le"));
    case "gzip":
      return send(200, type, gzipSync(bytes), { "content-encoding": "gzip" });
    case "empty":
      return send(200, type, "");
    case "silent":
      return undefined;
    case "reset":
      response.destroy();
      return undefined;
  }
}

/** Opens the double of a service on a free port of 127.0.0.1. */
export async function openApiDouble(usual: ApiWire): Promise<ApiDouble> {
  const seen: ApiSeen[] = [];
  let wire: SlowWire = usual;
  let mishap: Mishap | null = null;
  let left = Infinity;
  let delayMs = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const at = performance.now();
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(Buffer.from(part));
      const target = new URL(request.url ?? "/", "http://double");
      const one: ApiSeen = {
        method: request.method ?? "",
        path: target.pathname,
        query: target.searchParams,
        headers: request.headers,
        body: Buffer.concat(parts).toString("utf8"),
        raw: Buffer.concat(parts),
        at,
        until: Infinity,
      };
      seen.push(one);
      response.on("close", () => {
        one.until = performance.now();
      });
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      const wrong = left > 0 ? mishap : null;
      left -= 1;
      sendWith(wrong, await wire(one), response);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    goWrong(next, times = Infinity) {
      mishap = next;
      left = times;
    },
    slow(milliseconds) {
      delayMs = milliseconds;
    },
    answer(next) {
      wire = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
