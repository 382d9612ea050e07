import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { FetchError } from "./fetchError.ts";

export interface DownloadOptions {
  dispatcher: Dispatcher;
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Bytes after decompression. */
  maxBytes: number;
  /** Take the first `maxBytes` of a longer answer instead of refusing it. */
  cut?: boolean;
  method?: "GET" | "POST";
  body?: string;
  /** Milliseconds without a sign of the other side, in place of the dispatcher's. */
  silenceMs?: number;
  /** Asked before the body is read; false leaves `bytes` empty. */
  wantsBody?: (status: number, contentType: string) => boolean;
}

export interface Download {
  status: number;
  /** Lower case, without parameters; `""` when the sender does not say. */
  contentType: string;
  charset: string;
  location: string | null;
  retryAfter: string | null;
  etag: string | null;
  bytes: Uint8Array;
}

const first = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? (value[0] ?? "") : (value ?? "");

function decoderOf(encoding: string): (NodeJS.ReadWriteStream & { destroy: (error?: Error) => unknown }) | null {
  switch (encoding.trim().toLowerCase()) {
    case "":
    case "identity":
      return null;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      throw new FetchError("unsupported", "unknown content encoding");
  }
}

async function readAll(body: Readable, encoding: string, maxBytes: number, cut: boolean): Promise<Uint8Array> {
  const decoder = decoderOf(encoding);
  if (decoder) {
    body.on("error", (error) => decoder.destroy(error));
    body.pipe(decoder);
  }
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of decoder ?? body) {
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(part);
    parts.push(bytes);
    length += bytes.length;
    if (length > maxBytes) {
      decoder?.destroy();
      if (cut) return Buffer.concat(parts).subarray(0, maxBytes);
      throw new FetchError("tooBig", `more than ${maxBytes} bytes`);
    }
  }
  return Buffer.concat(parts);
}

/**
 * One request, no redirect followed. The body is unpacked as it comes and never further than its cap.
 * @throws FetchError; the reason of `signal` when that ended it
 */
export async function download(url: URL, options: DownloadOptions): Promise<Download> {
  let body: Readable | undefined;
  try {
    const answer = await options.dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: options.method ?? "GET",
      headers: { "accept-encoding": "gzip, deflate, br", ...options.headers },
      signal: options.signal,
      ...(options.body === undefined ? {} : { body: options.body }),
      ...(options.silenceMs === undefined ? {} : { headersTimeout: options.silenceMs, bodyTimeout: options.silenceMs }),
    });
    body = answer.body;
    body.on("error", () => undefined);
    const [type = "", ...parameters] = first(answer.headers["content-type"]).split(";");
    const contentType = type.trim().toLowerCase();
    const charset =
      parameters.map((part) => /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(part)?.[1]).find((found) => found) ?? "";
    const wanted = options.wantsBody?.(answer.statusCode, contentType) ?? true;
    return {
      status: answer.statusCode,
      contentType,
      charset,
      location: first(answer.headers.location) || null,
      retryAfter: first(answer.headers["retry-after"]) || null,
      etag: first(answer.headers.etag) || null,
      bytes: wanted
        ? await readAll(body, first(answer.headers["content-encoding"]), options.maxBytes, options.cut ?? false)
        : new Uint8Array(0),
    };
  } catch (error) {
    if (options.signal.aborted) throw options.signal.reason;
    throw asFetchError(error);
  } finally {
    body?.destroy();
  }
}

function asFetchError(error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/TIMEOUT|TIMEDOUT/.test(code)) return new FetchError("timeout", "the site did not answer in time", error);
  return new FetchError("unreachable", "the site could not be read", error);
}
