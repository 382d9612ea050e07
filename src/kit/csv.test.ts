import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFormula, readCsv, withoutApostrophe, writeCsv } from "./csv.ts";

const isFilled = (row: readonly string[]): boolean => row.some((cell) => cell.trim() !== "");
const cells = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.string({ unit: fc.constantFrom("a", '"', ",", ";", "\t", "\r", "\n", " ", "=", "'"), maxLength: 12 }),
);
const tables = fc.array(fc.array(cells, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 });

describe("a CSV table", () => {
  test("is written as RFC 4180 asks, with a byte order mark", () => {
    expect(
      writeCsv([
        ["a", 'say "yes"'],
        ["1,5", "two\nlines"],
      ]),
    ).toBe('\uFEFF"a","say ""yes"""\r\n"1,5","two\nlines"\r\n');
  });

  test("reads back as written, but for the apostrophe before formulas", () => {
    fc.assert(
      fc.property(tables, (rows) => {
        const safe = rows.map((row) => row.map((cell) => (isFormula(cell) ? `'${cell}` : cell)));
        expect(readCsv(writeCsv(rows), ",")).toEqual(safe.filter(isFilled));
      }),
    );
  });

  test.each(["=1+1", "+1", "-1", "@sum", "\t=1", "\r=1", "  =1", "\n@a"])("keeps %j from being evaluated", (cell) => {
    expect(isFormula(cell)).toBe(true);
    expect(readCsv(writeCsv([[cell]]), ",")).toEqual([[`'${cell}`]]);
  });

  test("leaves harmless cells as they are", () => {
    for (const cell of ["1", "a=b", "", "'=1", "e-mail"]) expect(isFormula(cell)).toBe(false);
  });

  test.each(["=1", "+49", "-1", "@a", "\t=1", "a", "'a", ""])("gives back %j without its apostrophe", (cell) => {
    expect(readCsv(writeCsv([["x", cell]]), ",")[0]?.map(withoutApostrophe)).toEqual(["x", cell]);
  });

  test.each([
    [
      "commas",
      "a,b;c\n1,2",
      [
        ["a", "b;c"],
        ["1", "2"],
      ],
    ],
    [
      "semicolons",
      'a;"b,b,b"\r\n1;2\r\n',
      [
        ["a", "b,b,b"],
        ["1", "2"],
      ],
    ],
    [
      "tabs",
      "a\tb, c\td\n1\t2\t3",
      [
        ["a", "b, c", "d"],
        ["1", "2", "3"],
      ],
    ],
    [
      "blank rows",
      "\uFEFFa,b\n,\n\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "commas in cells between semicolons",
      "Name, Vorname;Straße, Nr.;PLZ, Ort\r\nMüller, Eva;Hauptstr. 1;04109 Leipzig\r\n",
      [
        ["Name, Vorname", "Straße, Nr.", "PLZ, Ort"],
        ["Müller, Eva", "Hauptstr. 1", "04109 Leipzig"],
      ],
    ],
    [
      "as many commas as semicolons in every row",
      "Name;Width, m;Price, €\nA;1,5;2,5",
      [
        ["Name", "Width, m", "Price, €"],
        ["A", "1,5", "2,5"],
      ],
    ],
    [
      "commas between cells with semicolons",
      "Name,Tags\nA,x;y\nB,z",
      [
        ["Name", "Tags"],
        ["A", "x;y"],
        ["B", "z"],
      ],
    ],
    ["rows of different length", "a,b,c;d\n1,2\n3", [["a", "b", "c;d"], ["1", "2"], ["3"]]],
    ["a title above it", "Leads of 2026\na;b, c\n1;2", [["Leads of 2026"], ["a", "b, c"], ["1", "2"]]],
    [
      "a first line that names its separator",
      "\uFEFFsep=;\r\na;b,c,d\r\n1;2,3,4\r\n",
      [
        ["a", "b,c,d"],
        ["1", "2,3,4"],
      ],
    ],
    ["a separator that only its first line names", "sep=|\na|b\n", [["a", "b"]]],
    ["a quote inside of a cell", 'a "b" c,2', [['a "b" c', "2"]]],
    ["a quote that never ends", 'a,"b\nc', [["a", "b\nc"]]],
  ])("is read with %s", (_, text, rows) => {
    expect(readCsv(text)).toEqual(rows);
  });

  test("is read from any text without an error, and no row is blank", () => {
    fc.assert(
      fc.property(fc.oneof(cells, fc.string({ maxLength: 200 })), (text) => {
        expect(readCsv(text).every(isFilled)).toBe(true);
      }),
    );
  });
});
