import { describe, expect, test } from "vitest";
import { languageRedirect, slashRedirect } from "./language.ts";

const origin = "http://pioneer.example";
const ask = (path: string, headers: Record<string, string> = {}) =>
  languageRedirect(new URL(path, origin), new Headers(headers), false);
const german = { "accept-language": "de-DE,de;q=0.9,en;q=0.8" };

describe("language redirect", () => {
  test.each([
    ["/dashboard", {}],
    ["/dashboard", { "accept-language": "fr" }],
    ["/dashboard", { ...german, cookie: "a=b; pioneer.language=en" }],
    ["/de/dashboard", {}],
    ["/de", { cookie: "pioneer.language=en" }],
  ] as [string, Record<string, string>][])("does not apply to %s with %j", (path, headers) =>
    expect(ask(path, headers)).toBeNull(),
  );

  test.each([
    ["/", german, "/de"],
    ["/calendar?from=2026-11-02", german, "/de/calendar?from=2026-11-02"],
    ["/calendar", { cookie: "pioneer.language=de" }, "/de/calendar"],
    ["/calendar", { "accept-language": "en", cookie: "x=1; pioneer.language=de" }, "/de/calendar"],
    ["/en", german, "/"],
    ["/en/calendar?a=1", german, "/calendar?a=1"],
    ["/en/de/calendar", {}, "/calendar"],
  ] as [string, Record<string, string>, string][])("leads from %s with %j to %s", (path, headers, to) => {
    const answer = ask(path, headers);
    expect(answer?.status).toBe(302);
    expect(answer?.headers.get("location")).toBe(to);
    expect(answer?.headers.get("vary")).toContain("accept-language");
  });

  test("stores the choice made by /en", () => {
    expect(ask("/en/calendar", german)?.headers.get("set-cookie")).toMatch(/^pioneer\.language=en;/);
    expect(ask("/calendar", german)?.headers.get("set-cookie")).toBeNull();
  });

  test.each([
    "/en//evil.example",
    "/en/\\evil.example",
    "//evil.example",
    "/en/de//evil.example",
    "/en/.//evil.example",
  ])("never leads to another host: %s", (path) => {
    const answer = languageRedirect(new URL(`${origin}${path}`), new Headers(german), false);
    expect(new URL(answer?.headers.get("location") ?? "/", origin).origin).toBe(origin);
  });
});

describe("trailing slash redirect", () => {
  const led = (path: string) => slashRedirect(new URL(`${origin}${path}`))?.headers.get("location") ?? null;

  test.each(["/", "/de", "/pioneers/signin", "/leads?lead=/"])("does not apply to %s", (path) =>
    expect(led(path)).toBeNull(),
  );

  test.each([
    ["/pioneers/signin/", "/pioneers/signin"],
    ["/de/", "/de"],
    ["/de/calendar//?view=week", "/de/calendar?view=week"],
    ["//evil.example/", "/evil.example"],
    ["//", "/"],
  ])("leads from %s to %s", (path, to) => expect(led(path)).toBe(to));
});
