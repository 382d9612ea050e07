import { type DestinationStream, type Logger, pino } from "pino";
import { z } from "zod";
import type { Config } from "./config.ts";

/** What of an error goes into a log: names, codes and places. Rows, requests and answers stay out of it. */
export interface LoggedError {
  type: string;
  message: string;
  /** Frames only; the line above them would repeat the message. */
  stack?: string;
  code?: string;
  table?: string;
  column?: string;
  constraint?: string;
  /** Paths of what did not fit a schema, never the values. */
  paths?: string[];
  cause?: LoggedError;
}

/** Longest message that is kept, UTF-16 units. */
const longestMessage = 500;
/** Causes of causes that are followed. */
const deepest = 4;

/** SQLSTATE class 22, "data exception": its messages quote the value. */
const quotesValues = (error: Error): boolean =>
  error instanceof SyntaxError || ("code" in error && typeof error.code === "string" && /^22...$/.test(error.code));

const issues = z.array(z.object({ path: z.array(z.unknown()).optional() }));

function pathsOf(error: Error): string[] | undefined {
  const found = "issues" in error ? issues.safeParse(error.issues) : undefined;
  return found?.data?.slice(0, 20).map(({ path = [] }) => path.map(String).join("."));
}

/**
 * Any thrown value for the log. Errors of PostgreSQL carry the failing row in `detail`, errors of a provider the whole
 * request, errors of a schema the value: only what is named here is kept.
 */
export function serializeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: "something was thrown that is no error" };
  const message = quotesValues(error) ? error.message.replace(/"[\s\S]*"|'[\s\S]*'/g, '"…"') : error.message;
  const paths = pathsOf(error);
  const told: LoggedError = {
    type: error.name,
    // A schema's own message lists the values that it refused.
    message: paths ? "does not fit its schema" : message.slice(0, longestMessage),
    ...(paths ? { paths } : {}),
  };
  const frames = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  if (frames && frames.length > 0) told.stack = frames.join("\n");
  for (const name of ["code", "table", "column", "constraint"] as const) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === "string") told[name] = value;
  }
  if (error.cause !== undefined && depth < deepest) told.cause = serializeError(error.cause, depth + 1);
  return told;
}

/**
 * The log of the product: JSON lines, errors told as above.
 * @param destination standard output unless told
 */
export function openLog(level: Config["logLevel"], destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: { err: (error: unknown) => serializeError(error), error: (error: unknown) => serializeError(error) },
    redact: {
      paths: ["*.password", "*.token", "*.cookie", "*.authorization", "*.apiKey", "*.secret"],
      censor: "[hidden]",
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
