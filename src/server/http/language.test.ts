import { describe, expect, it, test } from "vitest";
import { languageRedirect, slashRedirect } from "./language.ts";

const origin = "http://pioneer.example";
const ask = (path: string, headers: Record<string, string> = {}) =>
  languageRedirect(new URL(path, origin), new Headers(headers), false);
const german = { "accept-language": "de-DE,de;q=0.9,en;q=0.8" };

describe("the language of a page", () => {
  it.each([
    ["/dashboard", {}],
    ["/dashboard", { "accept-language": "fr" }],
    ["/dashboard", { ...german, cookie: "a=b; pioneer.language=en" }],
    ["/de/dashboard", {}],
    ["/de", { cookie: "pioneer.language=en" }],
  ] as [string, Record<string, string>][])("%s with %j is answered where it is", (path, headers) =>
    expect(ask(path, headers)).toBeNull(),
  );

  it.each([
    ["/", german, "/de"],
    ["/calendar?from=2026-11-02", german, "/de/calendar?from=2026-11-02"],
    ["/calendar", { cookie: "pioneer.language=de" }, "/de/calendar"],
    ["/calendar", { "accept-language": "en", cookie: "x=1; pioneer.language=de" }, "/de/calendar"],
    ["/en", german, "/"],
    ["/en/calendar?a=1", german, "/calendar?a=1"],
    ["/en/de/calendar", {}, "/calendar"],
  ] as [string, Record<string, string>, string][])("%s with %j leads to %s", (path, headers, to) => {
    const answer = ask(path, headers);
    expect(answer?.status).toBe(302);
    expect(answer?.headers.get("location")).toBe(to);
    expect(answer?.headers.get("vary")).toContain("accept-language");
  });

  test("/en is a choice that is kept", () => {
    expect(ask("/en/calendar", german)?.headers.get("set-cookie")).toMatch(/^pioneer\.language=en;/);
    expect(ask("/calendar", german)?.headers.get("set-cookie")).toBeNull();
  });

  it.each(["/en//evil.example", "/en/\\evil.example", "//evil.example", "/en/de//evil.example", "/en/.//evil.example"])(
    "never leads to another host: %s",
    (path) => {
      const answer = languageRedirect(new URL(`${origin}${path}`), new Headers(german), false);
      expect(new URL(answer?.headers.get("location") ?? "/", origin).origin).toBe(origin);
    },
  );
});

describe("one address for each page", () => {
  const led = (path: string) => slashRedirect(new URL(`${origin}${path}`))?.headers.get("location") ?? null;

  it.each(["/", "/de", "/pioneers/signin", "/leads?lead=/"])("%s stays", (path) => expect(led(path)).toBeNull());

  it.each([
    ["/pioneers/signin/", "/pioneers/signin"],
    ["/de/", "/de"],
    ["/de/calendar//?view=week", "/de/calendar?view=week"],
    ["//evil.example/", "/evil.example"],
    ["//", "/"],
  ])("%s leads to %s", (path, to) => expect(led(path)).toBe(to));
});
