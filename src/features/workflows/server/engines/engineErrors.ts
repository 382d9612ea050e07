import { type EngineErrorCode, EngineError } from "../../engine.ts";

/** Faults after which the same request may well succeed later. */
const passing = new Set<EngineErrorCode>(["rate_limited", "provider_down", "timeout", "cut", "invalid_output"]);

export const isRetryable = (code: EngineErrorCode): boolean => passing.has(code);

const field = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;

/** Errors of the SDK for a piece of a stream that it could not read. */
const unreadable = new Set(["AI_JSONParseError", "AI_TypeValidationError", "AI_InvalidResponseDataError"]);

/**
 * The fault behind whatever a provider package threw or put into its stream.
 * @param hasText text had already arrived: a connection that breaks then cuts the answer
 * @param now for `Retry-After` dates, milliseconds since 1970
 */
export function toEngineError(error: unknown, hasText: boolean, now: number): EngineError {
  if (error instanceof EngineError) return error;
  const message = messageOf(error);
  if (unreadable.has(String(field(error, "name")))) {
    // Not every package knows its provider's error event; it is then a piece of the wrong shape.
    const told = field(field(error, "value"), "error");
    return told === undefined ? new EngineError("cut", message) : toEngineError(told, hasText, now);
  }
  const status = field(error, "statusCode");
  if (typeof status === "number" && status >= 400) {
    const said = `${message} ${String(field(error, "responseBody") ?? "")}`;
    return new EngineError(codeOf(status, said), message, retryAfter(error, said, now));
  }
  // A successful status with an error, or no status: the connection broke, or the stream contains an error.
  const isConnection =
    error instanceof Error &&
    field(error, "data") === undefined &&
    !(field(error, "name") === "AI_ProviderStreamError");
  if (isConnection) return new EngineError(hasText ? "cut" : "provider_down", message);
  return new EngineError(codeOf(0, `${message} ${asText(error)}`), message);
}

function messageOf(error: unknown): string {
  if (typeof error === "string") return error;
  const own = field(error, "message");
  if (typeof own === "string" && own !== "") return own;
  return asText(error) || "the provider failed without a word";
}

function asText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}

const noMoney =
  /insufficient_quota|billing_hard_limit|billing_not_active|credit balance|exceeded your current quota, please check your plan|payment required|insufficient (?:balance|credits)|PerDay/i;
const tooLong =
  /context_length_exceeded|maximum context length|prompt is too long|input token count.{0,100}exceeds|too many tokens|exceeds the available context size/i;
const notAllowed = /content_policy|content_filter|content management policy|safety system/i;
const limited = /rate.?limit|too many requests|RESOURCE_EXHAUSTED/i;
const badKey = /invalid.?api.?key|incorrect api key|api key not valid|authentication|permission/i;

/** @param status HTTP status, 0 for an error inside a stream */
function codeOf(status: number, said: string): EngineErrorCode {
  const isGoogleRate = /RetryInfo/.test(said) && !/PerDay/.test(said);
  if (status === 402 || (noMoney.test(said) && !isGoogleRate && [0, 400, 403, 429].includes(status))) return "quota";
  if (status === 429 || (status === 0 && limited.test(said))) return "rate_limited";
  if (status === 401 || status === 403 || (status === 400 && badKey.test(said))) return "auth";
  if (status === 413 || (status < 500 && tooLong.test(said))) return "too_long";
  if (status < 500 && notAllowed.test(said)) return "refused";
  if (status === 0 || status >= 500 || [408, 409, 425].includes(status)) return "provider_down";
  return "bad_request";
}

/** What the provider asked to wait: `retry-after-ms`, `Retry-After` in seconds or as a date, Google's `retryDelay`. */
function retryAfter(error: unknown, said: string, now: number): number | undefined {
  const headers = field(error, "responseHeaders");
  const exact = Number(field(headers, "retry-after-ms") ?? Number.NaN);
  if (exact >= 0) return exact;
  const header = field(headers, "retry-after");
  if (typeof header === "string" && header.trim() !== "") {
    const seconds = Number(header);
    if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
    const date = Date.parse(header);
    if (Number.isFinite(date)) return Math.max(0, date - now);
  }
  const delay = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(said)?.[1];
  return delay === undefined ? undefined : Number(delay) * 1000;
}

/** True when a 400 says that the provider does not know the way we asked for JSON. */
export const isFormatRefused = (fault: EngineError): boolean =>
  fault.code === "bad_request" &&
  /response_?format|json_?schema|json_object|structured|grammar|schema/i.test(fault.message);
