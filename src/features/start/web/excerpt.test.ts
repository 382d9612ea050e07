import { expect, test } from "vitest";
import { excerptOf } from "./excerpt.ts";

const paragraph = (text: string, ...claimIds: string[]) => ({ type: "p" as const, text, claimIds });
const claim = (id: string) => ({
  id,
  text: id,
  kind: "number" as const,
  sourceIds: [],
  quote: "",
  computation: "1 + 1",
  check: "computed" as const,
});

test("begins with the first fact of the document, whatever stands before it", () => {
  const { section, claims } = excerptOf({
    sections: [
      { key: "short", title: "In short", blocks: [paragraph("nothing")] },
      {
        key: "why",
        title: "Why",
        blocks: [paragraph("before"), paragraph("a", "a"), paragraph("b", "c", "b"), paragraph("d", "d")],
      },
    ],
    claims: ["d", "b", "c", "a"].map(claim),
  });
  expect(section.title).toBe("Why");
  expect(section.blocks.map((block) => "text" in block && block.text)).toEqual(["a", "b"]);
  expect(claims.map(({ id }) => id)).toEqual(["a", "c", "b"]);
});

test("a document without a fact has none", () => {
  expect(() =>
    excerptOf({ sections: [{ key: "why", title: "Why", blocks: [paragraph("a")] }], claims: [claim("a")] }),
  ).toThrow(RangeError);
});
