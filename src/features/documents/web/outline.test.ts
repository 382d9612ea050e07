import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Block } from "../document.ts";
import { currentSection, firstTab, hasGaps, labelledRows, openPoints, sectionGaps } from "./outline.ts";

const gap = (text: string): Block => ({ type: "callout", tone: "gap", text });
const text = (words: string): Block => ({ type: "p", text: words });
const section = (key: string, ...blocks: Block[]) => ({ key, title: `About ${key}`, blocks });

describe("gaps of sections", () => {
  test("only callouts for gaps count, and sections without any have no entry", () => {
    const sections = [
      section("one", text("a"), gap("Which?"), { type: "callout", tone: "warn", text: "Mind" }, gap("When?")),
      section("two", text("b")),
    ];
    expect([...sectionGaps({ sections })]).toEqual([["one", { filled: 0, all: 2 }]]);
    expect(hasGaps({ sections, openQuestions: [] })).toBe(true);
    expect(hasGaps({ sections: [section("two", text("b"))], openQuestions: [] })).toBe(false);
    expect(hasGaps({ sections: [], openQuestions: ["Who?"] })).toBe(true);
  });
});

describe("open questions", () => {
  test("each is asked once, with the section in which it stands", () => {
    const sections = [
      section("posts", gap("Who reads it?"), gap("Still open: Hook"), gap("Still open: Call")),
      section("gaps", gap("Who reads it?"), gap("What does it cost?")),
    ];
    expect(openPoints({ sections, openQuestions: ["Who reads it?", "What does it cost?", "Since when?"] })).toEqual({
      questions: [
        { text: "Who reads it?", section: { key: "posts", title: "About posts" } },
        { text: "What does it cost?", section: null },
        { text: "Since when?", section: null },
      ],
      elsewhere: [{ key: "posts", title: "About posts", count: 2 }],
    });
  });
  test("no question is lost and none is doubled", () => {
    const words = fc.constantFrom("a", "b", "c", "d", "e");
    fc.assert(
      fc.property(fc.array(words), fc.array(words), fc.array(words), (inText, inGaps, open) => {
        const sections = [section("own", ...inText.map(gap)), section("gaps", ...inGaps.map(gap))];
        const { questions, elsewhere } = openPoints({ sections, openQuestions: open });
        const asked = questions.map((question) => question.text);
        expect(new Set(asked)).toEqual(new Set([...inGaps, ...open]));
        expect(new Set(asked).size).toBe(asked.length);
        expect(elsewhere[0]?.count ?? 0).toBe(inText.filter((one) => !asked.includes(one)).length);
      }),
    );
  });
});

describe("the current section", () => {
  const order = ["a", "b", "c"];
  test("is the first one in sight", () => {
    expect(currentSection(order, new Set(["c", "b"]), "a")).toBe("b");
  });
  test("is the one before between two of them, and the first at the start", () => {
    expect(currentSection(order, new Set(), "b")).toBe("b");
    expect(currentSection(order, new Set(), null)).toBe("a");
    expect(currentSection(order, new Set(), "gone")).toBe("a");
    expect(currentSection([], new Set(), "gone")).toBe(null);
  });
});

test("A document opens with its suggestions, and with its outline where gaps are left or all is applied", () => {
  expect(firstTab({ hasGaps: false, suggestions: 3 })).toBe("suggestions");
  expect(firstTab({ hasGaps: true, suggestions: 3 })).toBe("outline");
  expect(firstTab({ hasGaps: false, suggestions: 0 })).toBe("outline");
});

describe("rows of names and values", () => {
  test("are read from a list that has only such items", () => {
    expect(labelledRows(["Reader: Fleet managers", "Aim: 20 leads: by May"])).toEqual([
      { label: "Reader", value: "Fleet managers" },
      { label: "Aim", value: "20 leads: by May" },
    ]);
  });
  test.each([
    ["one item", ["Reader: Fleet managers"]],
    ["an item without a name", ["Reader: Fleet managers", "Twenty leads"]],
    ["a sentence before the colon", ["Reader: Fleet managers", "We ride. And we say: stop"]],
    ["a time", ["At 08:00", "At 09:00"]],
    ["an empty value", ["Reader: ", "Aim: 20"]],
  ])("are none with %s", (_name, items) => {
    expect(labelledRows(items)).toBe(null);
  });
  test("lose no character", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.stringMatching(/^[A-Z][a-z ]{0,20}[a-z]$/), fc.stringMatching(/^[a-z][a-z: ]{0,30}[a-z]$/)),
          { minLength: 2 },
        ),
        (pairs) => {
          const items = pairs.map(([label, value]) => `${label}: ${value}`);
          expect(labelledRows(items)?.map(({ label, value }) => `${label}: ${value}`)).toEqual(items);
        },
      ),
    );
  });
});
