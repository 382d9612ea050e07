import type { Context } from "hono";
import type { Logger } from "pino";
import { badRequest } from "#src/kit/errors.ts";
import { parseJson, readBody } from "./requests.ts";

/** Longest text of a client's message that is kept, in characters. */
const longest = 500;

const clip = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value.slice(0, longest) : undefined;

/**
 * A beacon sends a form, our own client JSON.
 * @throws ProductError 400 for anything that is no report
 */
async function fieldsOf(context: Context): Promise<Record<string, unknown>> {
  const text = await readBody(context);
  const type = context.req.header("content-type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) return Object.fromEntries(new URLSearchParams(text));
  const body = parseJson(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw badRequest("The report is not an object");
  return { ...body };
}

/** Writes a browser's report: its code and its message, nothing else that a page might carry along. */
export async function logForClient(context: Context, log: Logger): Promise<void> {
  const fields = await fieldsOf(context);
  const level = fields["level"] === "error" ? "error" : fields["level"] === "debug" ? "debug" : "warn";
  log[level]({ event: "client.log", code: clip(fields["code"]), detail: clip(fields["message"]) }, "a browser reports");
}
