import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signInFor } from "./paths.ts";
import { wayBack } from "./wayBack.ts";

const origin = "https://pioneer.example";

describe("the way back after signing in", () => {
  it("is the page that was asked for", () => {
    expect(wayBack("/settings/coins?from=mail#sum", origin, "en")).toBe("/settings/coins?from=mail#sum");
    expect(wayBack(`${origin}/calendar`, origin, "en")).toBe("/calendar");
  });

  it("is the dashboard without a wish, for the start page and for the sign-in page itself", () => {
    for (const wish of [null, undefined, "", "/", "/pioneers/signin?error=SessionRequired"]) {
      expect(wayBack(wish, origin, "en")).toBe("/dashboard");
    }
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "https://",
    "/.//evil.example",
  ])("never leaves our origin: %s", (wish) => expect(wayBack(wish, origin, "en")).toBe("/dashboard"));

  it("stays on our origin whatever is asked for", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((tail) => `//${tail}`),
        ),
        (wish) => {
          expect(new URL(wayBack(wish, origin, "en"), origin).origin).toBe(origin);
        },
      ),
    );
  });

  it("goes on in the language of the page", () => {
    expect(wayBack("/calendar?week=48", origin, "de")).toBe("/de/calendar?week=48");
    expect(wayBack(`${origin}/de/calendar#x`, origin, "en")).toBe("/calendar#x");
    for (const wish of [null, "/de", "/de/pioneers/signin"]) expect(wayBack(wish, origin, "de")).toBe("/de/dashboard");
    expect(wayBack("/de//evil.example", origin, "en")).toBe("/evil.example");
  });

  it("is carried by the sign-in address", () => {
    const asked = new URLSearchParams(new URL(signInFor("/calendar?week=48"), origin).search);
    expect(asked.get("error")).toBe("SessionRequired");
    expect(wayBack(asked.get("callbackUrl"), origin, "en")).toBe("/calendar?week=48");
  });
});
