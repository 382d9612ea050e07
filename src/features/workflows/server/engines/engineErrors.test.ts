import { redact } from "#src/kit/redact.ts";
import { describe, expect, test } from "vitest";
import { isRetryable, toEngineError } from "./engineErrors.ts";

const now = Date.parse("2026-11-21T09:00:00Z");
const http = (statusCode: number, responseBody = "", responseHeaders: Record<string, string> = {}): unknown =>
  Object.assign(new Error("refused"), { statusCode, responseBody, responseHeaders });

describe("toFault", () => {
  test.each([
    [401, "", "auth"],
    [403, "", "auth"],
    [402, "", "quota"],
    [404, "model not found", "bad_request"],
    [413, "", "too_long"],
    [400, '{"error":{"code":"context_length_exceeded"}}', "too_long"],
    [400, '{"error":{"message":"request (351 tokens) exceeds the available context size (256 tokens)"}}', "too_long"],
    [400, '{"error":{"message":"Your credit balance is too low"}}', "quota"],
    [400, '{"error":{"message":"API key not valid. Please pass a valid API key."}}', "auth"],
    [400, '{"error":{"code":"content_policy_violation"}}', "refused"],
    [408, "", "provider_down"],
    [429, "", "rate_limited"],
    [429, '{"error":{"code":"insufficient_quota"}}', "quota"],
    [
      429,
      '{"error":{"message":"You exceeded your current quota, please check your plan","details":[{"@type":"RetryInfo","retryDelay":"13s"}]}}',
      "rate_limited",
    ],
    [429, '{"error":{"details":[{"@type":"RetryInfo"},{"quotaId":"RequestsPerDayPerProject"}]}}', "quota"],
    [500, "", "provider_down"],
    [529, '{"type":"overloaded_error"}', "provider_down"],
  ])("maps %i %s to %s", (status, body, code) => {
    expect(toEngineError(http(status, body), false, now).code).toBe(code);
  });

  test("reads the retry delay from headers and bodies", () => {
    const waitOf = (headers: Record<string, string>, body = ""): unknown =>
      toEngineError(http(429, body, headers), false, now).retryAfterMs;
    expect(waitOf({ "retry-after": "2" })).toBe(2_000);
    expect(waitOf({ "retry-after": "1.5" })).toBe(1_500);
    expect(waitOf({ "retry-after": "Sat, 21 Nov 2026 09:00:07 GMT" })).toBe(7_000);
    expect(waitOf({ "retry-after": "Sat, 21 Nov 2026 08:00:00 GMT" })).toBe(0);
    expect(waitOf({ "retry-after-ms": "250", "retry-after": "9" })).toBe(250);
    expect(waitOf({}, '{"retryDelay": "13.5s"}')).toBe(13_500);
    expect(waitOf({ "retry-after": "soon" })).toBeUndefined();
    expect(waitOf({})).toBeUndefined();
  });

  test("maps a broken connection to a cut once text has arrived", () => {
    expect(toEngineError(new TypeError("terminated"), true, now).code).toBe("cut");
    expect(toEngineError(new TypeError("fetch failed"), false, now).code).toBe("provider_down");
  });

  test.each([
    [{ message: "Rate limit reached", type: "requests" }, "rate_limited"],
    [{ message: "no money", code: "insufficient_quota" }, "quota"],
    [{ type: "overloaded_error", message: "Overloaded" }, "provider_down"],
    ["something odd", "provider_down"],
    [undefined, "provider_down"],
  ])("maps the error event %j", (error, code) => {
    expect(toEngineError(error, true, now).code).toBe(code);
  });
});

describe("isRetryable", () => {
  test("is true only for errors that a retry can resolve", () => {
    expect(
      ["rate_limited", "provider_down", "timeout", "cut", "invalid_output"].every((code) => isRetryable(code as "cut")),
    ).toBe(true);
    const final = ["quota", "auth", "bad_request", "refused", "too_long", "cancelled", "nothing_found", "internal"];
    expect(final.some((code) => isRetryable(code as "cut"))).toBe(false);
  });
});

describe("redact", () => {
  test("removes keys and limits the message to one short line", () => {
    const said = "bad key my.secret.key\nsk-proj-abc123DEF456 AIzaSyA1234567890123456789 Bearer abc.def.ghi123";
    expect(redact(said, ["my.secret.key", undefined])).toBe("bad key [key] [key] [key] [key]");
    expect(redact("x".repeat(1_000), []).length).toBe(300);
  });
});
