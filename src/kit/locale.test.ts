import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { languageOf, preferredLanguage, withLocale, withoutLocale } from "./locale.ts";

describe("path locale", () => {
  test.each([
    ["/", "en", "/"],
    ["/dashboard", "en", "/dashboard"],
    ["/de", "de", "/"],
    ["/de/", "de", "/"],
    ["/de/dashboard", "de", "/dashboard"],
    ["/design", "en", "/design"],
    ["/DE/dashboard", "en", "/DE/dashboard"],
    ["/de/de/x", "de", "/de/x"],
  ])("is read from %s as %s with the route %s", (path, language, route) => {
    expect(languageOf(path)).toBe(language);
    expect(withoutLocale(path)).toBe(route);
  });

  test.each([
    ["/", "de", "/de"],
    ["/?a=1", "de", "/de?a=1"],
    ["/calendar?from=2026-01-01", "de", "/de/calendar?from=2026-01-01"],
    ["/de/calendar", "en", "/calendar"],
    ["/de", "en", "/"],
  ] as const)("is applied to %s for %s as %s", (path, language, own) => expect(withLocale(path, language)).toBe(own));

  test("never leads to another host", () => {
    const parts = fc.array(fc.constantFrom("/", "\\", "de", "en", "evil.example", "?", "#", ":", "."));
    fc.assert(
      fc.property(parts, fc.constantFrom("en" as const, "de" as const), (path, language) => {
        const url = new URL(withLocale(`/${path.join("")}`, language), "http://pioneer.example");
        expect(url.origin).toBe("http://pioneer.example");
      }),
    );
  });

  test("can be added and removed without changing the route", () => {
    const route = fc.webPath().filter((path) => path !== "" && !path.startsWith("//") && !/^\/de(\/|$)/.test(path));
    fc.assert(
      fc.property(route, (path) => {
        expect(withoutLocale(withLocale(path, "de"))).toBe(path);
        expect(languageOf(withLocale(path, "de"))).toBe("de");
      }),
    );
  });
});

describe("preferred language", () => {
  test.each([
    ["de-DE,de;q=0.9,en;q=0.8", "de"],
    ["en-US,en;q=0.9,de;q=0.8", "en"],
    ["fr-FR,de;q=0.5,en;q=0.7", "en"],
    ["fr,it", undefined],
    ["de;q=0", undefined],
    ["*", undefined],
    ["", undefined],
    ["den;q=1,de;q=x", "de"],
  ])("is read from %j as %s", (header, language) => expect(preferredLanguage(header)).toBe(language));
});
