import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldText } from "#src/features/leads/rules.ts";
import { type Findable, nearest, scoreOf, sectionsOf } from "./search.ts";

const items: Findable[] = [
  { id: "planner", label: "Content planner", words: "marketing" },
  { id: "leads", label: "Leads" },
  { id: "provider", label: "Leads list provider", words: "sales" },
  { id: "calendar", label: "Calendar" },
  { id: "entry", label: "Call with Leandra Müller-Groß", words: "" },
];
const ids = (query: string, recent: string[] = [], limit = 10): string[] =>
  nearest(items, query, recent, limit).map(({ id }) => id);

describe("palette search", () => {
  test("ranks a matching prefix before a word, a substring and keywords", () => {
    expect(ids("lea")).toEqual(["leads", "provider", "entry"]);
    expect(ids("plan")).toEqual(["planner"]);
    expect(ids("alen")).toEqual(["calendar"]);
    expect(ids("sales")).toEqual(["provider"]);
  });

  test("matches all words in any order", () => {
    expect(ids("provider leads")).toEqual(["provider"]);
    expect(ids("leads nobody")).toEqual([]);
  });

  test("ignores accents, case and ß", () => {
    expect(ids("MULLER gross")).toEqual(["entry"]);
  });

  test("prefers recent items among equals and lists everything for an empty query", () => {
    expect(ids("leads", ["provider"])).toEqual(["provider", "leads"]);
    expect(ids("  ", ["calendar"])).toEqual(["calendar", "planner", "leads", "provider", "entry"]);
    expect(ids("", [], 2)).toHaveLength(2);
  });

  test("lists server results of other fields last", () => {
    const found = { id: "x", label: "Nobody", isFound: true };
    expect(nearest([found, ...items], "leads", [], 10).map(({ id }) => id)).toEqual(["leads", "provider", "x"]);
  });

  test("never fails, repeats an item or exceeds the limit", () => {
    // Letters with marks, signs with a meaning in patterns, halves of a pair, and plain ones.
    const letter = fc.constantFrom(...Array.from("aAbZ09 -\\^$.*+?()[]{}|/ßÉﬁ\u0301ǆ\u{1f680}"), "\ud83d");
    const words = fc.string({ unit: letter, maxLength: 12 });
    const item = fc.record({ id: words, label: words, words });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 8 }), words, fc.nat(5), (all, query, limit) => {
        const found = nearest(all, query, [], limit);
        expect(found.length).toBeLessThanOrEqual(limit);
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      }),
    );
    fc.assert(
      fc.property(words, (label) => {
        expect(scoreOf({ id: "a", label }, label)).toBeGreaterThanOrEqual(foldText(label).trim() === "" ? 0 : 1);
      }),
    );
  });
});

describe("result sections", () => {
  const kinds = ["pages", "workflows", "leads"];
  const known = [
    { id: "p", kind: "pages", label: "Calendar of leads" },
    { id: "w", kind: "workflows", label: "Leads list provider" },
  ];
  const found = [{ id: "l", kind: "leads", label: "Leads and more", isFound: true }];
  const shape = (items: typeof known): string[] =>
    sectionsOf(items, kinds, "leads", [], 5).map((section) => section.kind);

  test("start with the best match, and server results follow without reordering them", () => {
    expect(shape(known)).toEqual(["workflows", "pages"]);
    expect(shape([...known, ...found])).toEqual(["workflows", "pages", "leads"]);
  });

  test("omit kinds without a match and are limited in length", () => {
    const many = Array.from({ length: 9 }, (_, at) => ({ id: `${at}`, kind: "leads", label: `Leads ${at}` }));
    expect(sectionsOf(many, kinds, "leads", [], 5).map(({ kind, items }) => [kind, items.length])).toEqual([
      ["leads", 5],
    ]);
    expect(sectionsOf(many, kinds, "nothing", [], 5)).toEqual([]);
  });
});
