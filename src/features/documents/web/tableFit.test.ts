import { expect, test } from "vitest";
import { shareTable } from "./tableFit.ts";

const padding = 10;
/** Ten for each letter, twelve when bold; lines break at blanks. */
const widthsOf = (text: string, isBold: boolean) => {
  const letter = isBold ? 12 : 10;
  return { least: Math.max(...text.split(" ").map(({ length }) => length)) * letter, most: text.length * letter };
};
const share = (columns: string[], rows: string[][], width: number, numeric: number[] = []) =>
  shareTable({ type: "table", columns, rows, numeric }, width, padding, widthsOf);

const sentence = "A sentence that is too long for one line of any column of this table, and for two as well.";

test("What names a row has room for its bold letters, also beside long texts", () => {
  const { widths } = share(["No.", "Text"], [["Marketing", sentence]], 300);
  expect(widths[0]).toBeGreaterThanOrEqual("Marketing".length * 12 + padding);
});

test("A short cell keeps one line while long ones and heads break", () => {
  const { widths } = share(["Month", "A long head of figures", "Text"], [["September 2027", "1", sentence]], 620, [1]);
  expect(widths[0]).toBeGreaterThanOrEqual("September 2027".length * 10 + padding);
  expect(widths[1]).toBeLessThan("A long head of figures".length * 12 + padding);
});

test("Room that no cell asks for goes to every column, and all of it is used", () => {
  const { widths } = share(["Year", "Value", "Change"], [["2027", "100", "+1 %"]], 900, [1, 2]);
  expect(widths.reduce((sum, own) => sum + own, 0)).toBeCloseTo(900);
  for (const width of widths) expect(width).toBeGreaterThan(200);
});

test("Figures keep away from a text after them, and stand at the edge otherwise", () => {
  const { insets, widths } = share(["Who", "Share", "Time", "Said"], [["Jo", "51", "32", "yes"]], 290, [1, 2]);
  expect(insets).toEqual([0, 0, padding, 0]);
  expect(widths[2]).toBeGreaterThanOrEqual("Time".length * 12 + 2 * padding);
  expect(share(["Who", "Share"], [["Jo", "51"]], 290, [1]).insets).toEqual([0, 0]);
});

test("A text that would become a tower of words stands below its row", () => {
  const row = ["R1", "muss", sentence.repeat(3), "erfüllt", "Büro"];
  expect(share(["No.", "Kind", "Words", "State", "Who"], [row], 600).below).toEqual([2]);
  expect(share(["No.", "Words"], [["R1", sentence.repeat(3)]], 300).below).toEqual([]);
});

test("In a crowd of columns, texts of several lines stand below their row, so that the others stay large", () => {
  const long = "Questions are to be asked in writing on the platform until the day before.";
  const [columns, row] = [
    ["No.", "Kind", "Words", "Where", "State", "Proof", "Who"],
    ["R1", "must", long, "2", "met", "-", "Ida"],
  ];
  expect(share(columns, [row], 600)).toMatchObject({ below: [2], scale: 1 });
  // Beside few others, the same text has room.
  expect(share(columns.slice(0, 5), [row.slice(0, 5)], 380).below).toEqual([]);
});
