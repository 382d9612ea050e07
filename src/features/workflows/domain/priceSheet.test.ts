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
          expect(found?.issues).toEqual([]);
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
        expect(found?.issues.map((fault) => "no" in fault && fault.no)).toEqual(
          [...blank].toSorted((a, b) => a - b).map((at) => `1.${at + 1}`),
        );
        expect(found?.issues.every(({ kind }) => kind === "noPrice")).toBe(true);
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
        expect(found?.issues).toMatchObject([
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
    expect(priceSheetsIn(asTabs(rows))).toMatchObject([{ title: "LV", total: 4775.25, issues: [] }]);
  });

  const csvOf = (...rows: string[]): string => rows.join("\n");
  test.each([
    ["a date", "Item,Delivery,Quantity,Unit price,Total\nDesk,01.03.2027,10,12.50,125.00", 125],
    ["a version", "Item;Version;Qty;Unit price\nLicence;2.0.1;3;10.50", 31.5],
    ["an address", "Item,Host,Qty,Rate\nServer,10.0.0.1,2,99.90", 199.8],
    [
      "a number of three levels",
      "# LV\nPositionsnummer\tText\tMenge\tEinzelpreis\tGesamtpreis\n1.1.10\tBeton\t10\t12.5\t125",
      125,
    ],
    ["a number of an unknown head", "# LV\nKennung\tText\tMenge\tEP\tGP\n01.01.0010\tBeton\t10\t12.5\t125", 125],
    ["a date among the amounts", "Item;Qty;Unit price;Total\nOffer of;;;01.03.2027\nDesk;2;7.25;14.50", 14.5],
  ])("is not read by the points of %s", (_, text, total) =>
    expect(priceSheetsIn(text)).toMatchObject([{ total, issues: [] }]),
  );

  test.each([".", ",", "'"])("of whole prices in thousands with %s has no cents", (group) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 6 }), (prices) => {
        const written = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, group);
        const all = prices.map((price, at) => (at === 0 ? price * 1000 : price));
        const rows = all.map((price, at) => `${at + 1};x;1;${written(price)};${written(price)}`);
        const total = all.reduce((sum, price) => sum + price, 0);
        const text = csvOf("Pos;Name;Menge;EP;GP", ...rows, `;Summe;;;${written(total)}`);
        expect(priceSheetsIn(text)).toMatchObject([{ total, issues: [] }]);
      }),
    );
  });

  test("has prices with three decimals where its amounts say so", () => {
    expect(priceSheetsIn("Item;Qty;Unit price;Total\nPower;1000;1.125;1125\nGas;2000;2.375;4750")).toMatchObject([
      { total: 5875, issues: [] },
    ]);
  });

  test.each(["Price (EUR)", "Price EUR", "Preis", "Preis in €", "Rate (£)"])("may call its prices %s", (head) =>
    expect(priceSheetsIn(`Item;Quantity;${head}\nDesk;2;10.00`)).toMatchObject([{ total: 20 }]),
  );

  test.each(["120,--", "120.–", "120,-", "Fr. 120.00", "120 SFr.", "CHF 120.—", "120 Euro", "120 EUR"])(
    "may have a price like %s",
    (price) =>
      expect(priceSheetsIn(`Item;Qty;Unit price\nDesk;2;${price}`)).toMatchObject([{ total: 240, issues: [] }]),
  );
  test.each([
    ["1.200,--", 1200],
    ["1'200.–", 1200],
  ])("has no cents where a dash stands: %s", (price, total) =>
    expect(priceSheetsIn(`Item;Qty;Unit price\nDesk;1;${price}`)).toMatchObject([{ total, issues: [] }]),
  );

  test.each(["10 Stk", "10 Stk.", "10Stk", "10,00 m²", "10.0 m2", "10 lfd. m", "10 h/Woche"])(
    "may have a quantity with its unit: %s",
    (quantity) => {
      const text = csvOf("Pos;Name;Menge;EP;GP", `1;Tür;${quantity};120,00;1.200,00`, ";Summe;;;1.200,00");
      expect(priceSheetsIn(text)).toMatchObject([{ total: 1200, issues: [], positions: [{ no: "1", quantity: 10 }] }]);
    },
  );
  test("names a position without a price also where its quantity has a unit", () => {
    const text = csvOf("Pos;Name;Menge;EP;GP", "1;Tür;10 Stk;;", "2;Tor;1 Stk;5,00;5,00", ";Summe;11 Stk;;5,00");
    expect(priceSheetsIn(text)).toMatchObject([{ total: 5, issues: [{ kind: "noPrice", no: "1" }] }]);
    // A level of a building, a share.
    for (const words of ["2. OG", "19 %", "siehe 3"])
      expect(priceSheetsIn(csvOf("Pos;Name;Menge;EP", `1;a;${words};`, "2;b;1;5,00"))).toMatchObject([{ issues: [] }]);
  });

  const lots = (lot: string, all: string): string =>
    csvOf(
      "Pos;Bezeichnung;Menge;EP;GP",
      "1.1;a;1;100,00;100,00",
      ";Summe Titel 1.1;;;100,00",
      "1.2;b;1;200,00;200,00",
      ";Summe Titel 1.2;;;200,00",
      ";Summe Los 1;;;300,00",
      "2.1;c;1;50,00;50,00",
      ";Summe Titel 2.1;;;50,00",
      "2.2;d;1;70,00;70,00",
      ";Summe Titel 2.2;;;70,00",
      `;Summe Los 2;;;${lot}`,
      `;Angebotssumme;;;${all}`,
    );
  test("has sums of sums, on as many levels as it likes", () => {
    expect(priceSheetsIn(lots("120,00", "420,00"))).toMatchObject([{ total: 420, issues: [] }]);
    expect(priceSheetsIn(lots("125,00", "420,00"))).toMatchObject([
      { issues: [{ kind: "sum", name: "Summe Los 2", found: 125, right: 120 }] },
    ]);
    expect(priceSheetsIn(lots("120,00", "430,00"))).toMatchObject([{ issues: [{ kind: "sum", right: 420 }] }]);
  });

  test.each([
    [";Nachlass 3 %;;;-3,00", ";Angebotssumme netto;;;97,00"],
    [";Nachlass auf die Gesamtsumme;;;-3,00", ";Angebotssumme;;;97,00"],
    [";zzgl. 19 %;;;19,00", ";Gesamtsumme;;;119,00"],
    [";MwSt.;;;19,00", ";Gesamtsumme;;;119,00"],
    [";Baustelleneinrichtung pauschal;;;50,00", ";Gesamtsumme;;;150,00"],
    [";Total discount;;;-5,00", ";Grand total;;;95,00"],
  ])("says nothing of a sum after “%s”", (change, sum) => {
    const head = ["Pos;Bezeichnung;Menge;EP;GP", "1;a;1;100,00;100,00", ";Summe;;;100,00"];
    expect(priceSheetsIn(csvOf(...head, change, sum))).toMatchObject([{ total: 100, issues: [] }]);
    // What is carried over to the next page changes nothing.
    const carried = [...head, ";Übertrag;;;100,00", "2;b;1;20,00;20,00", ";Summe;;;125,00"];
    expect(priceSheetsIn(csvOf(...carried))).toMatchObject([{ issues: [{ kind: "sum", right: 120 }] }]);
  });

  test("is told from any other text, and never throws", () => {
    expect(priceSheetsIn("3.1 Rooms must be measured; price and quantity count.")).toEqual([]);
    expect(priceSheetsIn("name,price\nChair,12")).toEqual([]);
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(priceSheetsIn(text))));
  });
});
