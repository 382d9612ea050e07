import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeCsv } from "#src/kit/csv.ts";
import { priceSheetsIn } from "./priceSheet.ts";

interface Line {
  quantity: number;
  cents: number;
}
const lines = fc.array(
  fc.record({ quantity: fc.integer({ min: 0, max: 5000 }), cents: fc.integer({ min: 0, max: 900_000 }) }),
  { minLength: 1, maxLength: 12 },
);
const grouped = (cents: number, [thousands, decimal]: readonly [string, string]): string => {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(?:\d{3})+$)/g, thousands);
  return `${whole}${decimal}${String(cents % 100).padStart(2, "0")} €`;
};
const styles = [
  [",", "."],
  [".", ","],
  ["", "."],
] as const;
const amountOf = ({ quantity, cents }: Line): number => quantity * cents;

/** A sheet as a spreadsheet writes it. */
function sheet(
  of: readonly Line[],
  style: readonly [string, string],
  change: { amounts?: Map<number, number>; blank?: Set<number>; sum?: number } = {},
): string[][] {
  const { amounts = new Map(), blank = new Set(), sum = 0 } = change;
  const total = of.reduce((all, line, at) => all + (blank.has(at) ? 0 : amountOf(line)), 0);
  return [
    ["Pos.", "Leistung", "Menge", "Einheit", "Einzelpreis", "Gesamtpreis"],
    ...of.map((line, at) => [
      `1.${at + 1}`,
      `Work ${at + 1}`,
      String(line.quantity),
      "m²",
      blank.has(at) ? "" : grouped(line.cents, style),
      blank.has(at) ? "" : grouped(amountOf(line) + (amounts.get(at) ?? 0), style),
    ]),
    ["", "Summe netto", "", "", "", grouped(total + sum, style)],
    ["", "MwSt. 19 %", "", "", "", grouped(Math.round(total * 0.19), style)],
  ];
}
const asTabs = (rows: string[][]): string => `# LV\n${rows.map((cells) => cells.join("\t")).join("\n")}`;
const asCsv = (rows: string[][]): string => writeCsv(rows).replace(/^'/gm, "");
const style = fc.constantFrom(...styles);

describe("a price sheet", () => {
  test("that is right has no fault, in every way of writing numbers, and its sum is known", () => {
    fc.assert(
      fc.property(lines, style, (of, written) => {
        for (const text of [asTabs(sheet(of, written)), asCsv(sheet(of, written))]) {
          const [found] = priceSheetsIn(text);
          expect(found?.faults).toEqual([]);
          expect(found?.positions).toHaveLength(of.length);
          expect(Math.round((found?.total ?? -1) * 100)).toBe(of.reduce((all, line) => all + amountOf(line), 0));
        }
      }),
    );
  });

  test("names exactly the positions without a price", () => {
    fc.assert(
      fc.property(lines, style, fc.array(fc.nat(11)), (of, written, chosen) => {
        const blank = new Set(chosen.filter((at) => at < of.length));
        const [found] = priceSheetsIn(asTabs(sheet(of, written, { blank })));
        expect(found?.faults.map((fault) => "no" in fault && fault.no)).toEqual(
          [...blank].toSorted((a, b) => a - b).map((at) => `1.${at + 1}`),
        );
        expect(found?.faults.every(({ kind }) => kind === "noPrice")).toBe(true);
      }),
    );
  });

  test("names exactly the amounts and the sum that are wrong, with what is right", () => {
    fc.assert(
      fc.property(lines, style, fc.nat(11), fc.integer({ min: 2, max: 90_000 }), (of, written, wrong, by) => {
        const at = wrong % of.length;
        const [line] = of.slice(at, at + 1);
        const [found] = priceSheetsIn(asTabs(sheet(of, written, { amounts: new Map([[at, by]]), sum: by })));
        const total = of.reduce((all, one) => all + amountOf(one), 0);
        expect(found?.faults).toMatchObject([
          { kind: "amount", no: `1.${at + 1}`, right: (line ? amountOf(line) : 0) / 100 },
          { kind: "sum", right: total / 100 },
        ]);
      }),
    );
  });

  test("has sums of its parts and one of all", () => {
    const rows = [
      ["No.", "Item", "Qty", "Unit price", "Total"],
      ["1", "Measuring", "14", "300.00", "4200.00"],
      ["", "Subtotal lot 1", "", "", "4200.00"],
      ["2", "Panels", "2.5", "230.10", "575.25"],
      ["", "Subtotal lot 2", "", "", "575.25"],
      ["", "Grand total", "", "", "4775.25"],
    ];
    expect(priceSheetsIn(asTabs(rows))).toMatchObject([{ title: "LV", total: 4775.25, faults: [] }]);
  });

  test("is told from any other text, and never throws", () => {
    expect(priceSheetsIn("3.1 Rooms must be measured; price and quantity count.")).toEqual([]);
    expect(priceSheetsIn("name,price\nChair,12")).toEqual([]);
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(priceSheetsIn(text))));
  });
});
