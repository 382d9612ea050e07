import type { z } from "zod";

/** An opaque place in a list: base64url of JSON. It is not signed, so what it says is parsed like any input. */
export function writeCursor(place: readonly (string | number | null)[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(place));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** The place a cursor names, or undefined when it is none. */
export function readCursor<T>(cursor: string, schema: z.ZodType<T>): T | undefined {
  try {
    const binary = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    const value: unknown = JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (char) => char.charCodeAt(0))),
    );
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
