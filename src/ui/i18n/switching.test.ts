import { parseHTML } from "linkedom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentLanguage, preloadTexts, setLanguage, startI18n, text } from "./index.ts";

beforeEach(async () => {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  vi.stubGlobal("document", document);
  vi.stubGlobal("location", { protocol: "http:" });
  await startI18n("en");
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("includes texts that are still loading when the language changes", async () => {
  // German words of what is here already would come at once, before those that are asked for now.
  await setLanguage("de");
  await setLanguage("en");
  const coming = preloadTexts("invites");
  await setLanguage("de");
  await coming;
  expect(currentLanguage()).toBe("de");
  expect(document.documentElement.lang).toBe("de");
  expect(text("invites:title")).toBe("Freunde einladen");
});

test("ignores a language change that a later one supersedes", async () => {
  const coming = preloadTexts("welcome");
  const overtaken = setLanguage("de");
  await Promise.all([setLanguage("en"), overtaken, coming]);
  expect(currentLanguage()).toBe("en");
  expect(document.documentElement.lang).toBe("en");
});
