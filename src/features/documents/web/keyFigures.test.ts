import fc from "fast-check";
import { expect, test } from "vitest";
import type { Block } from "../document.ts";
import { pairFigures, wordsIn } from "./keyFigures.ts";

const kpi = (...items: [label: string, value: string][]): Block => ({
  type: "kpi",
  items: items.map(([label, value]) => ({ label, value, note: "" })),
});
const section = (key: string, ...blocks: Block[]) => ({ key, title: key, blocks });
const told = (pairs: ReturnType<typeof pairFigures>) =>
  pairs.map(({ label, before, after }) => [label, before?.value ?? null, after?.value ?? null]);

test("pairs figures of one label and section, and shows those that only one document has", () => {
  const before = { sections: [section("a", kpi(["Posts", "78"], ["Weeks", "12"])), section("b", kpi(["Posts", "4"]))] };
  const after = {
    sections: [section("b", kpi(["posts ", "5"])), section("a", kpi(["Weeks", "13"], ["Channels", "3"]))],
  };
  expect(told(pairFigures(before, after))).toEqual([
    ["Posts", "78", null],
    ["Weeks", "12", "13"],
    ["Posts", "4", "5"],
    ["Channels", null, "3"],
  ]);
});

test("keeps figures of the same name apart and loses none", () => {
  const figures = fc.array(fc.tuple(fc.constantFrom("Sum", "sum", "Rate"), fc.string()), { maxLength: 8 });
  const document = fc
    .array(fc.tuple(fc.constantFrom("a", "b"), figures), { maxLength: 4 })
    .map((parts) => ({ sections: parts.map(([key, items]) => section(key, kpi(...items))) }));
  const countOf = ({ sections }: { sections: ReturnType<typeof section>[] }) =>
    sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === "kpi" ? block.items : []))).length;
  fc.assert(
    fc.property(document, document, (before, after) => {
      const pairs = pairFigures(before, after);
      expect(pairs.filter((pair) => pair.before).length).toBe(countOf(before));
      expect(pairs.filter((pair) => pair.after).length).toBe(countOf(after));
      expect(pairFigures(before, before).every((pair) => pair.before === pair.after)).toBe(true);
    }),
  );
});

test("counts the words of all blocks", () => {
  const blocks: Block[] = [
    { type: "p", text: "Two words." },
    { type: "list", ordered: false, items: ["one", "and two"] },
  ];
  expect(wordsIn({ sections: [section("a", ...blocks)] })).toBe(5);
  expect(wordsIn({ sections: [] })).toBe(0);
});
