import { expect, test } from "vitest";
import type { Claim } from "#src/features/documents/document.ts";
import { withMarks } from "./marking.ts";

const claim = (id: string, text: string, check: Claim["check"] = "quoteFound"): Claim => ({
  id,
  text,
  kind: "quote",
  sourceIds: ["s1"],
  quote: text,
  check,
});
const idsIn = (sections: ReturnType<typeof withMarks>): (string[] | undefined)[] =>
  sections.flatMap(({ blocks }) => blocks.map((block) => ("claimIds" in block ? block.claimIds : undefined)));

const moves = "In 2025 about 640 offices moved within Hamburg.";

test("a block names the claims whose sentences stand in it", () => {
  const sections = [
    {
      key: "groups",
      title: "Groups",
      blocks: [
        { type: "h" as const, text: moves },
        { type: "p" as const, text: `Most of them are small. ${moves}` },
        { type: "list" as const, ordered: false, items: ["Nothing here.", moves] },
        { type: "p" as const, text: "Nobody said this." },
      ],
    },
  ];
  expect(idsIn(withMarks(sections, [claim("groups/g1/trigger#1", moves)]))).toEqual([
    undefined,
    ["groups/g1/trigger#1"],
    ["groups/g1/trigger#1"],
    undefined,
  ]);
});

test("one sentence is one fact, and short words of another section are no fact here", () => {
  const sections = [
    { key: "a", title: "A", blocks: [{ type: "p" as const, text: `${moves} 54 %` }] },
    { key: "b", title: "B", blocks: [{ type: "p" as const, text: `${moves} 54 %` }] },
  ];
  const claims = [claim("a/1#1", moves), claim("b/1#1", moves), claim("b/2#1", "54 %")];
  expect(idsIn(withMarks(sections, claims))).toEqual([["a/1#1"], ["b/1#1", "b/2#1"]]);
});

test("facts of one name have a row each, the one that their cells speak of", () => {
  const name = "Revenue, million euros";
  const facts = [
    { ...claim("a/1#1", name), quote: "191 in 2024" },
    { ...claim("a/2#1", name), quote: "204 in 2025" },
    { ...claim("a/3#1", name), quote: "" },
  ];
  const rows = [
    [name, "204"],
    ["Staff", "12"],
    [name, "191"],
  ];
  const sections = [
    {
      key: "a",
      title: "A",
      blocks: [
        { type: "table" as const, columns: ["Name", "Figure"], rows },
        { type: "p" as const, text: name },
        { type: "p" as const, text: `Again: ${name}` },
      ],
    },
  ];
  expect(idsIn(withMarks(sections, facts))).toEqual([["a/2#1", "a/1#1"], ["a/3#1"], ["a/3#1"]]);
});

test("the person's own words need no proof", () => {
  const sections = [{ key: "a", title: "A", blocks: [{ type: "p" as const, text: moves }] }];
  expect(idsIn(withMarks(sections, [claim("a/1#1", moves, "user")]))).toEqual([undefined]);
});

test("very many sentences are marked each in its place, as few are", () => {
  const texts = Array.from({ length: 40 }, (_, block) =>
    Array.from({ length: 100 }, (_unused, at) => `Sentence ${String(block * 100 + at)} is of the person's hand.`),
  );
  const claims = texts.flatMap((all, block) =>
    all.map((text, at): Claim => ({
      ...claim(`a/${String(block + 1)}#${String(at + 1)}`, text, "user"),
      byHand: true,
    })),
  );
  const blocks = texts.map((all) => ({ type: "p" as const, text: all.join(" ") }));
  const again = { type: "p" as const, text: `Once more. ${texts[3]?.[7] ?? ""}` };
  const sections = [
    { key: "a", title: "A", blocks },
    { key: "b", title: "B", blocks: [again, { type: "list" as const, ordered: false, items: [texts[0]?.[1] ?? ""] }] },
  ];
  expect(idsIn(withMarks(sections, claims))).toEqual([
    ...texts.map((all, block) => all.map((_, at) => `a/${String(block + 1)}#${String(at + 1)}`)),
    ["a/4#8"],
    ["a/1#2"],
  ]);
});
