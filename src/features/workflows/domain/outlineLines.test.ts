import fc from "fast-check";
import { expect, test } from "vitest";
import { outlineTitles } from "./outlineLines.ts";

const titles = ["Why presses stop", "2027 and after", "Was tun"];

test.each([
  ["plain", (no: number, title: string) => `${no}. ${title}`],
  ["with a bracket", (no: number, title: string) => ` ${no}) ${title}`],
  ["with two figures", (no: number, title: string) => `${String(no).padStart(2, "0")}. ${title}`],
  ["named", (no: number, title: string) => `Chapter ${no}: ${title}`],
  ["named in German", (no: number, title: string) => `Kapitel ${no} – ${title}`],
  ["with a dash", (no: number, title: string) => `${no} - ${title}`],
  ["of a part", (no: number, title: string) => `1.${no} ${title}`],
  ["none, with bullets", (_: number, title: string) => `- ${title}`],
  ["none", (_: number, title: string) => title],
])("numbers of an outline are no part of its titles: %s", (_, line) => {
  expect(outlineTitles(titles.map((title, at) => line(at + 1, title)).join("\n\n"))).toEqual(titles);
});

test.each(["3. Quartal im Rückblick", "1.5 degrees are too much", "12 ways to rest", "2027", "Chapter 1", "1."])(
  "%s is a title as it stands",
  (line) => {
    expect(outlineTitles(line)).toEqual([line]);
  },
);

test("a prologue without a number stands beside numbered chapters", () => {
  expect(outlineTitles("Prolog\n1. Der Schlüssel\n2. Der Filz\nNachwort")).toEqual([
    "Prolog",
    "Der Schlüssel",
    "Der Filz",
    "Nachwort",
  ]);
});

test("no line of any outline is lost or emptied", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(outlineTitles(text).every((title) => title !== "")).toBe(true);
    }),
  );
});
