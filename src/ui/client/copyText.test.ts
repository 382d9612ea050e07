import { parseHTML } from "linkedom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { copyRich, copyText } from "./copyText.ts";
import { startI18n } from "../i18n/index.ts";
import { shownToast } from "../toastStore.ts";

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
  await vi.waitFor(() => expect([shownToast()?.title, shownToast()?.tone]).toEqual(["Couldn't copy", "danger"]));
});

test("copies a text with its HTML, and the text alone where the clipboard takes no HTML", async () => {
  vi.stubGlobal(
    "ClipboardItem",
    class {
      readonly shapes: Record<string, Blob>;
      constructor(shapes: Record<string, Blob>) {
        this.shapes = shapes;
      }
    },
  );
  const written: unknown[] = [];
  const writeText = async (text: string) => void written.push(text);
  const write = async ([item]: ClipboardItem[]) => {
    const shapes: Record<string, Blob> = Reflect.get(Object(item), "shapes");
    for (const [type, blob] of Object.entries(shapes)) written.push([type, await blob.text()]);
  };
  await copyRich({ text: "Plan", html: "<h2>Plan</h2>" }, "Copied", { writeText, write });
  expect(written).toEqual([
    ["text/plain", "Plan"],
    ["text/html", "<h2>Plan</h2>"],
  ]);
  written.length = 0;
  await copyRich({ text: "Plan", html: "<h2>Plan</h2>" }, "Copied", {
    writeText,
    write: () => Promise.reject(new Error("No HTML")),
  });
  expect([written, shownToast()?.title]).toEqual([["Plan"], "Copied"]);
});
