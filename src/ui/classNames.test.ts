import { expect, test } from "vitest";
import { bindClasses, joinClasses } from "./classNames.ts";

const cx = joinClasses(bindClasses({ row: "Table_row", head: "Table_head" }), bindClasses({ cell: "Cells_cell" }));

test("words of the sheets become their names, others stay", () => {
  expect(cx("row btn cell")).toBe("Table_row btn Cells_cell");
  expect(cx("Table_row num")).toBe("Table_row num");
});

test("spaces between words do not count, and nothing stays nothing", () => {
  expect(cx(" row  head ")).toBe("Table_row Table_head");
  expect(cx("")).toBe("");
  expect(cx(undefined)).toBeUndefined();
});

test("a word that every object has is none of a sheet", () => {
  expect(cx("constructor toString")).toBe("constructor toString");
});
