import { expect, test } from "vitest";
import { readDocument } from "#src/features/documents/web/readDocument.ts";
import { firstPartOf } from "./firstPart.ts";

const section = (title: string, blocks: object[]) => ({ key: title, title, blocks });

test("the beginning has the first sections, short tables, and neither code nor charts", () => {
  const rows = Array.from({ length: 40 }, (_, at) => [String(at), "b", "c", "d"]);
  const document = readDocument({
    title: "Plan",
    sections: [
      section("Code", [{ type: "code", language: "html", text: "<p>" }]),
      section("Table", [
        { type: "callout", tone: "warn", text: "Too much" },
        { type: "chart", kind: "bar", label: "x", unit: "", points: [] },
        { type: "table", columns: ["Nr", "B", "C", "D"], rows, numeric: [0, 3] },
        { type: "list", ordered: false, items: ["1", "2", "3", "4", "5", "6"] },
      ]),
      ...["A", "B", "C", "D"].map((title) => section(title, [{ type: "p", text: title }])),
    ],
  });
  const part = firstPartOf(document);
  expect(part.sections.map(({ title }) => title)).toEqual(["Table", "A", "B", "C"]);
  const [table, list] = part.sections[0]?.blocks ?? [];
  expect(table).toMatchObject({ type: "table", columns: ["Nr", "B"], numeric: [0] });
  expect(table?.type === "table" && table.rows).toEqual(rows.slice(0, 5).map((row) => row.slice(0, 2)));
  expect(list?.type === "list" && list.items).toHaveLength(4);
  expect(document.sections[1]?.blocks).toHaveLength(4);
});
