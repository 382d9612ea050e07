import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { signInFor } from "./paths.ts";
import { safeCallbackPath } from "./safeCallbackPath.ts";

const origin = "https://pioneer.example";

describe("callback path after sign-in", () => {
  test("is the requested page", () => {
    expect(safeCallbackPath("/settings/coins?from=mail#sum", origin, "en")).toBe("/settings/coins?from=mail#sum");
    expect(safeCallbackPath(`${origin}/calendar`, origin, "en")).toBe("/calendar");
  });

  test("is the dashboard without a request, for the start page and for the sign-in page", () => {
    for (const wish of [null, undefined, "", "/", "/pioneers/signin?error=SessionRequired"]) {
      expect(safeCallbackPath(wish, origin, "en")).toBe("/dashboard");
    }
  });

  test("is the page of a confirmation that waits for the sign-in", () => {
    expect(safeCallbackPath("/pioneers/signin?mode=verify", origin, "de")).toBe("/de/pioneers/signin?mode=verify");
    expect(safeCallbackPath("/pioneers/signin?mode=link", origin, "en")).toBe("/dashboard");
  });

  test.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "https://",
    "/.//evil.example",
  ])("never leaves our origin for %s", (wish) => expect(safeCallbackPath(wish, origin, "en")).toBe("/dashboard"));

  test("stays on our origin for any request", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((tail) => `//${tail}`),
        ),
        (wish) => {
          expect(new URL(safeCallbackPath(wish, origin, "en"), origin).origin).toBe(origin);
        },
      ),
    );
  });

  test("uses the language of the page", () => {
    expect(safeCallbackPath("/calendar?week=48", origin, "de")).toBe("/de/calendar?week=48");
    expect(safeCallbackPath(`${origin}/de/calendar#x`, origin, "en")).toBe("/calendar#x");
    for (const wish of [null, "/de", "/de/pioneers/signin"])
      expect(safeCallbackPath(wish, origin, "de")).toBe("/de/dashboard");
    expect(safeCallbackPath("/de//evil.example", origin, "en")).toBe("/evil.example");
  });

  test("is passed in the sign-in URL", () => {
    const asked = new URLSearchParams(new URL(signInFor("/calendar?week=48"), origin).search);
    expect(asked.get("error")).toBe("SessionRequired");
    expect(safeCallbackPath(asked.get("callbackUrl"), origin, "en")).toBe("/calendar?week=48");
  });
});
