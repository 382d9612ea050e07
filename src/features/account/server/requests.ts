import type { Context } from "hono";
import type { z } from "zod";
import { readText } from "#src/kit/bodyText.ts";
import { badRequest, ProductError } from "#src/kit/errors.ts";

const unsupported = (wanted: string): ProductError =>
  new ProductError("request.unsupported", { status: 415, message: `Content-Type must be ${wanted}` });

const mediaType = (context: Context): string =>
  (context.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

/** Bytes of a body; the largest form of an account has some hundred. */
const longestBody = 16 * 1024;

/** @throws ProductError 413 */
export const readBody = (context: Context): Promise<string> => readText(context.req.raw, longestBody);

/** @throws ProductError 413 or 415 */
export async function readForm(context: Context): Promise<URLSearchParams> {
  const wanted = "application/x-www-form-urlencoded";
  if (mediaType(context) !== wanted) throw unsupported(wanted);
  return new URLSearchParams(await readBody(context));
}

/** @throws ProductError 400 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest("The body is not JSON");
  }
}

/** @throws ProductError 413, 415, or 400 with the paths of the fields */
export async function readJson<S extends z.ZodType>(context: Context, schema: S): Promise<z.output<S>> {
  if (mediaType(context) !== "application/json") throw unsupported("application/json");
  return parse(schema, parseJson(await readBody(context)));
}

/** @throws ProductError 400 with the paths of the fields */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => {
    const key: unknown = issue.code === "custom" ? issue.params?.["messageKey"] : undefined;
    return {
      path: issue.path.join("."),
      message: issue.message,
      ...(typeof key === "string" ? { messageKey: key } : {}),
    };
  });
  throw badRequest("Some fields are not right", fields);
}
