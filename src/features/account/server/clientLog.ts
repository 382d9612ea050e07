import type { Context } from "hono";
import type { Logger } from "pino";

/** Longest text of a client's message that is kept, in characters. */
const longest = 500;

const clip = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value.slice(0, longest) : undefined;

/** A beacon sends a form, our own client JSON; whatever else comes is kept as nothing but the fact. */
async function fieldsOf(context: Context): Promise<Record<string, unknown>> {
  const text = await context.req.text();
  const type = context.req.header("content-type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) return Object.fromEntries(new URLSearchParams(text));
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}

/** Writes a browser's report: its code and its message, nothing else that a page might carry along. */
export async function logForClient(context: Context, log: Logger): Promise<void> {
  const fields = await fieldsOf(context);
  const level = fields["level"] === "error" ? "error" : fields["level"] === "debug" ? "debug" : "warn";
  log[level]({ event: "client.log", code: clip(fields["code"]), detail: clip(fields["message"]) }, "a browser reports");
}
