import { DataServiceError } from "./adapter.ts";

/** The encoding that the first bytes tell, else what the sender says, else none. */
function encodingOf(bytes: Uint8Array, charset: string): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return charset;
}

function decode(bytes: Uint8Array, charset: string): string {
  const told = encodingOf(bytes, charset);
  try {
    // JSON is UTF-8 by its standard; what is not, was written by a program that knows nothing of it.
    if (told === "" || /^utf-?8$/i.test(told)) return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return new TextDecoder(told).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * JSON in whatever encoding it came, with or without a mark of it.
 * @throws ApiError `failed` for what is none: a page for people, half an answer
 */
export function readJson({ bytes, charset }: { bytes: Uint8Array; charset: string }): unknown {
  try {
    return JSON.parse(decode(bytes, charset));
  } catch {
    throw new DataServiceError("failed", "the answer is no JSON");
  }
}
