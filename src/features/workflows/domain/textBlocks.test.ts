import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Bilingual, half, translateIn } from "../kit/bilingual.ts";
import { issueIf, limitedTable, textBlocks } from "./textBlocks.ts";

describe("a written text", () => {
  test("has paragraphs, lists and numbered lists", () => {
    expect(textBlocks("One\n two\n\n- a\n• b\n1. c\n2) d\nrest\r\n\r\n3. e\n\n4. f\n")).toEqual([
      { type: "p", text: "One\ntwo" },
      { type: "list", ordered: false, items: ["a", "b"] },
      { type: "list", ordered: true, items: ["c", "d"] },
      { type: "p", text: "rest" },
      { type: "list", ordered: true, items: ["e"] },
      { type: "list", ordered: true, items: ["f"] },
    ]);
    expect(textBlocks(" \n\n")).toEqual([]);
    expect(textBlocks("-5 degrees\n- ")).toEqual([{ type: "p", text: "-5 degrees\n-" }]);
  });

  test("loses nothing but marks and white space", () => {
    const line = fc.tuple(
      fc.constantFrom("", "", "- ", "• ", "12. ", "3) "),
      fc.stringMatching(/^[a-z]{0,4} ?[a-z]{0,4}$/),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 15 }), (lines) => {
        const blocks = textBlocks(lines.map((parts) => parts.join("")).join("\n"));
        const kept = blocks.flatMap((block) =>
          block.type === "p" ? block.text.split("\n") : block.type === "list" ? block.items : [],
        );
        const written = lines.map(([mark, text]) => (text.trim() === "" ? mark.trim() : text.trim()));
        expect(kept).toEqual(written.filter(Boolean));
      }),
    );
  });
});

describe("texts with a limit", () => {
  test("stand in a table with their length, or as a gap", () => {
    const translate = translateIn("de");
    const scene = {
      language: "de" as const,
      translate,
      translateAll: (...texts: readonly Bilingual[]) => texts.map((one) => half(one, "de")),
      show: (text: string) => text.replace("[s1]", ""),
    };
    const lines = [
      { id: "a", cells: ["X"], limit: 1_280 },
      { id: "b", cells: ["Bluesky"], limit: 300 },
    ];
    expect(limitedTable(scene, ["Network | Netzwerk"], lines, [{ id: "a", text: "Hallo[s1]" }])).toEqual([
      {
        type: "table",
        columns: ["Netzwerk", "Text", "Zeichen"],
        rows: [
          ["X", "Hallo", "5 / 1.280"],
          ["Bluesky", "[zu ergänzen]", "– / 300"],
        ],
      },
    ]);
    expect(limitedTable(scene, [], [], [])).toEqual([]);
  });
});

test("an issue is there when it holds", () => {
  expect(issueIf(true, "warn", "long", "posts", { count: 2 })).toEqual([
    { level: "warn", code: "long", at: "posts", params: { count: 2 } },
  ]);
  expect(issueIf(false, "warn", "long", "posts")).toEqual([]);
});
