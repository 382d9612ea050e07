import { parseHTML } from "linkedom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { copyText } from "./copyText.ts";
import { startI18n } from "./i18n/index.ts";
import { shownToast } from "./ui/toastStore.ts";

beforeEach(async () => {
  vi.stubGlobal("document", parseHTML("<!doctype html><html><body></body></html>").document);
  vi.stubGlobal("location", { protocol: "http:" });
  await startI18n("en");
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("copies text to the clipboard and confirms it", async () => {
  const written: string[] = [];
  await copyText("# Plan", "Copied", { writeText: async (text) => void written.push(text) });
  expect([written, shownToast()?.title]).toEqual([["# Plan"], "Copied"]);
});

test.each([
  ["is refused", { writeText: () => Promise.reject(new DOMException("Write permission denied.", "NotAllowedError")) }],
  // As on a page over plain HTTP.
  ["does not exist", null],
])("shows the specified error when the clipboard %s", async (_, clipboard) => {
  await copyText("# Plan", "Copied", clipboard);
  await vi.waitFor(() => expect([shownToast()?.title, shownToast()?.tone]).toEqual(["Not copied", "danger"]));
});
