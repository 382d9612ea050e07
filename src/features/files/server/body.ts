import { badRequest, ProductError } from "#src/kit/errors.ts";

export interface BodyLimits {
  /** Bytes at most. */
  bytes: number;
  /** Milliseconds between two parts of the body. */
  idleMs: number;
  /** Milliseconds for all of it. */
  totalMs: number;
}

/** @param bytes that a file may have */
export const tooBig = (bytes: number): ProductError =>
  new ProductError("files.tooBig", {
    status: 413,
    message: `A file can be up to ${Math.floor(bytes / 1_048_576)} MB`,
  });

const tooSlow = (): ProductError =>
  new ProductError("request.timeout", { status: 408, message: "The upload took too long" });

/**
 * A request's body, read as it comes and never further than its limits.
 * @throws ProductError 413 `files.tooBig`, 408 `request.timeout`, 400 when the sender hangs up
 */
export async function readBody(request: Request, limits: BodyLimits): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > limits.bytes) throw tooBig(limits.bytes);
  if (!request.body) return new Uint8Array(0);

  const reader = request.body.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  const deadline = performance.now() + limits.totalMs;
  try {
    for (;;) {
      const part = await within(reader.read(), Math.min(limits.idleMs, deadline - performance.now()));
      if (part.done) return Buffer.concat(parts, length);
      length += part.value.length;
      if (length > limits.bytes) throw tooBig(limits.bytes);
      parts.push(part.value);
    }
  } catch (error) {
    // Not cancelled: that would end the connection, and with it the answer that says why.
    throw error instanceof ProductError ? error : badRequest("The body ended before it was complete");
  }
}

async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(tooSlow()), Math.max(0, milliseconds));
      }),
    ]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

export interface Upload {
  name: string;
  bytes: Uint8Array;
}

/** Head of one part of a multipart body; browsers send about 200 bytes. */
const maxPartHead = 8_192;

/**
 * The one file of a `multipart/form-data` body (RFC 7578).
 * @throws ProductError 400 when there is none, more than one part, or no file name
 */
export function multipartFile(contentType: string, body: Uint8Array): Upload {
  const boundary = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  const mark = boundary?.[1] ?? boundary?.[2];
  if (mark === undefined) throw badRequest("The multipart body has no boundary");
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);

  const opening = `--${mark}\r\n`;
  const first =
    bytes.subarray(0, opening.length).toString("latin1") === opening
      ? 0
      : bytes.indexOf(`\r\n${opening}`, 0, "latin1") + 2;
  // -1 + 2: not found, and no boundary can start at the second byte.
  if (first === 1) throw badRequest("The multipart body has no part");
  const headStart = first + opening.length;
  const headEnd = bytes.subarray(headStart, headStart + maxPartHead).indexOf("\r\n\r\n");
  if (headEnd < 0) throw badRequest("The multipart body has no part");
  const name = partName(bytes.subarray(headStart, headStart + headEnd));

  const start = headStart + headEnd + 4;
  const closing = `\r\n--${mark}`;
  const end = bytes.indexOf(closing, start, "latin1");
  if (end < 0) throw badRequest("The multipart body has no end");
  const after = bytes.subarray(end + closing.length, end + closing.length + 2).toString("latin1");
  if (after !== "--") throw badRequest("One file per request");
  return { name, bytes: bytes.subarray(start, end) };
}

function partName(head: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(head);
  } catch {
    throw badRequest("The file name is not UTF-8");
  }
  const disposition = text.split("\r\n").find((line) => /^content-disposition:/i.test(line)) ?? "";
  const plain = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1];
  if (plain === undefined) throw badRequest("The part is no file");
  // HTML's multipart encoding escapes these three and nothing else.
  return plain.replace(/%22/g, '"').replace(/%0D/gi, "\r").replace(/%0A/gi, "\n");
}

/**
 * The name in `X-File-Name`, percent-encoded UTF-8.
 * @throws ProductError 400
 */
export function headerName(value: string | null | undefined): string {
  if (!value) throw badRequest("X-File-Name must hold the file's name, percent-encoded");
  try {
    return decodeURIComponent(value);
  } catch {
    throw badRequest("X-File-Name is not percent-encoded UTF-8");
  }
}
