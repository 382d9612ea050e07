import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Block, Claim, Section } from "../document.ts";
import { type DiffLine, type DocumentDiff, diffDocuments } from "./documentDiff.ts";
import { diffEvidence } from "./evidenceDiff.ts";

const word = fc.constantFrom("plan", "two", "weeks", "62 %", "Bremse", "loan bike", "3.4", "the", "");
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));
const texts = fc.array(text, { maxLength: 4 });
const block: fc.Arbitrary<Block> = fc.oneof(
  text.map((words): Block => ({ type: "p", text: words })),
  fc.record({ type: fc.constant("list" as const), ordered: fc.boolean(), items: texts }),
  fc
    .tuple(fc.array(text, { minLength: 1, maxLength: 3 }), fc.array(texts, { maxLength: 3 }))
    .map(([columns, rows]): Block => ({ type: "table", columns, rows })),
  fc
    .array(fc.record({ text, done: fc.boolean() }), { maxLength: 3 })
    .map((items): Block => ({ type: "checklist", items })),
  fc.record({ type: fc.constant("quote" as const), text, by: text }),
);
const section: fc.Arbitrary<Section> = fc.record({
  key: fc.constantFrom("a", "b", "c", ""),
  title: text,
  blocks: fc.array(block, { maxLength: 4 }),
});
const draft = fc.record({
  title: text,
  summary: text,
  sections: fc.array(section, { maxLength: 4 }),
  assumptions: texts,
  openQuestions: texts,
});

type Draft = Parameters<typeof diffDocuments>[0];

/** Every text of one side of a diff, in order. */
function sideOf(diff: DocumentDiff, side: "before" | "after"): string[] {
  const gone = side === "before" ? "ins" : "del";
  const of = (parts: { kind: string; text: string }[]): string =>
    parts
      .filter(({ kind }) => kind !== gone)
      .map((part) => part.text)
      .join("");
  const lines = (all: DiffLine[]): string[] =>
    all.filter(({ change }) => change !== gone).flatMap(({ cells }) => cells.map(of));
  return [
    of(diff.title),
    of(diff.summary),
    ...diff.sections
      .filter(({ change }) => change !== gone)
      .flatMap(({ title, blocks }) => [
        of(title),
        ...blocks.filter(({ change }) => change !== gone).flatMap((one) => lines(one.lines)),
      ]),
    ...lines(diff.assumptions),
    ...lines(diff.openQuestions),
  ];
}

/** The same of a document, held against nothing but itself. */
const textsOf = (one: Draft): string[] => sideOf(diffDocuments(one, one, "en"), "after");

describe("document diff", () => {
  test("contains every text of both documents in order", () => {
    fc.assert(
      fc.property(draft, draft, (before, after) => {
        const diff = diffDocuments(before, after, "en");
        expect(sideOf(diff, "before")).toEqual(textsOf(before));
        expect(sideOf(diff, "after")).toEqual(textsOf(after));
      }),
      { numRuns: 300 },
    );
  });

  test("numbers its changes in ascending order, and has none for equal documents", () => {
    fc.assert(
      fc.property(draft, draft, (before, after) => {
        const diff = diffDocuments(before, after, "en");
        const seen = [...JSON.stringify(diff).matchAll(/"place":(\d+)/g)].map(([, place]) => Number(place));
        expect(Math.max(0, ...seen)).toBeLessThanOrEqual(diff.places);
        expect(seen.filter((place) => place > 0)).toEqual(seen.filter((place) => place > 0).toSorted((a, b) => a - b));
        expect(diffDocuments(after, after, "en").places).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  test("matches sections by key and paragraphs by words, and counts added and removed words", () => {
    const before: Draft = {
      title: "Plan",
      summary: "Twelve weeks",
      assumptions: [],
      openQuestions: [],
      sections: [
        { key: "why", title: "Why", blocks: [{ type: "p", text: "Customers book two thirds in spring." }] },
        { key: "old", title: "Old", blocks: [{ type: "p", text: "Gone altogether." }] },
      ],
    };
    const after: Draft = {
      ...before,
      summary: "Thirteen weeks",
      sections: [
        { key: "new", title: "Risks", blocks: [] },
        { key: "why", title: "Why now", blocks: [{ type: "p", text: "Customers book 62 % in spring." }] },
      ],
    };
    const diff = diffDocuments(before, after, "en");
    expect(diff.sections.map(({ change }) => change)).toEqual(["ins", "changed", "del"]);
    expect(diff).toMatchObject({ places: 5, wordsIn: 4, wordsOut: 6 });
  });

  test("names open questions once: where a section lists them, and else at the end", () => {
    const of = (question: string, isListed: boolean): Draft => ({
      title: "",
      summary: "",
      assumptions: [],
      openQuestions: [question],
      sections: isListed ? [{ key: "gaps", title: "Gaps to close", blocks: [{ type: "p", text: question }] }] : [],
    });
    const listed = diffDocuments(of("Who pays?", true), of("Who approves?", true), "en");
    expect([listed.places, listed.openQuestions]).toEqual([1, []]);
    const beside = diffDocuments(of("Who pays?", false), of("Who approves?", false), "en");
    expect([beside.places, beside.openQuestions.length]).toEqual([1, 1]);
  });

  test("compares code line by line, with its blanks", () => {
    const of = (last: string): Draft => ({
      title: "",
      summary: "",
      assumptions: [],
      openQuestions: [],
      sections: [
        { key: "a", title: "A", blocks: [{ type: "code", language: "html", text: `<ul>\n  <li>One</li>\n${last}` }] },
      ],
    });
    const lines = diffDocuments(of("</ul>"), of("</ul >"), "en").sections[0]?.blocks[0]?.lines ?? [];
    expect(lines.map(({ change }) => change)).toEqual(["same", "same", "changed"]);
    expect(lines[1]?.cells).toEqual([[{ kind: "same", text: "  <li>One</li>", place: 0 }]]);
  });
});

const claim = (id: string, words: string, more: Partial<Claim> = {}): Claim => ({
  id,
  text: words,
  kind: "fact",
  sourceIds: [],
  quote: "",
  check: "computed",
  ...more,
});

describe("evidence diff", () => {
  test("reports added, changed, removed, unchanged and open claims, whatever their ids", () => {
    const before = [
      claim("1", "Four days off the road"),
      claim("2", "The workshop opens at eight"),
      claim("3", "Prices rise", { check: "unverified" }),
      claim("4", "Two thirds book in spring"),
    ];
    const after = [
      claim("a", "The workshop opens at eight"),
      claim("b", "3.4 days off the road", { check: "user" }),
      claim("c", "Seven of eleven mention the loan bike"),
      claim("d", "Prices rise", { check: "unverified" }),
    ];
    const diff = diffEvidence({ claims: before, sources: [] }, { claims: after, sources: [] }, "en");
    expect(diff.changes.map(({ sign }) => sign)).toEqual(["~", "+", "-"]);
    expect(diff).toMatchObject({ same: 1, open: 1, before: { sourced: 3, all: 4 }, after: { sourced: 3, all: 4 } });
  });

  test("counts every claim of both revisions once", () => {
    const claims = fc
      .array(fc.record({ words: text, check: fc.constantFrom("user" as const, "unverified" as const) }), {
        maxLength: 8,
      })
      .map((all) => all.map(({ words, check }, at) => claim(String(at), words, { check })));
    fc.assert(
      fc.property(claims, claims, (before, after) => {
        const { changes, same } = diffEvidence({ claims: before, sources: [] }, { claims: after, sources: [] }, "en");
        const of = (...signs: string[]): number => changes.filter(({ sign }) => signs.includes(sign)).length;
        const open = after.length - same - of("+", "~");
        expect(open).toBeGreaterThanOrEqual(0);
        expect(before.length).toBe(same + open + of("~", "-"));
      }),
    );
  });
});
