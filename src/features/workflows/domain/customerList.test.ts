import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  amountIn,
  bestFifth,
  bestFifthCount,
  channelCosts,
  contactsForTest,
  customersIn,
  driversOf,
  others,
  profileOf,
  segmentsBy,
} from "./customerList.ts";

const anyTable = fc
  .array(
    fc.record({
      trade: fc.constantFrom("bakery", "joiner", "metal"),
      size: fc.nat(300),
      way: fc.constantFrom("search", "friend"),
      revenue: fc.nat(100_000),
    }),
    { minLength: 3, maxLength: 60 },
  )
  .map((rows) => ({
    rows,
    text: [
      "trade;size;way;revenue",
      ...rows.map(({ trade, size, way, revenue }) => [trade, size, way, revenue].join(";")),
    ].join("\n"),
  }));

/** Reads a table that must be one. */
function read(text: string) {
  const list = customersIn(text);
  if (!list) throw new Error("no table");
  return list;
}

describe("a list of customers", () => {
  test("has groups by label, ranges by thirds, and revenue", () => {
    const list = read("trade;desks;revenue\na;10;100\na;20;100\nb;30;400\nb;40;400\na;50;100\nc;60;1.000,00 €");
    expect(list).toMatchObject({ columns: ["trade", "desks"], revenue: "revenue", dropped: [], unread: 0 });
    expect(list.rows.map(({ labels, revenue }) => [labels["trade"], labels["desks"], revenue])).toEqual([
      ["a", "< 30", 100],
      ["a", "< 30", 100],
      ["b", "30 – < 50", 400],
      ["b", "30 – < 50", 400],
      ["a", "≥ 50", 100],
      [others, "≥ 50", 1000],
    ]);
  });

  test("never looks at sensitive and personal columns", () => {
    const list = read("Name;Religion;E-Mail;Art;Umsatz\nAnn;x;a@b;p;10\nBob;y;c@d;q;20\nCy;x;e@f;p;30");
    expect(list.columns).toEqual(["Art"]);
    expect(list.dropped.map(({ reason }) => reason)).toEqual(["personal", "sensitive", "personal"]);
    expect(JSON.stringify(list.rows)).not.toMatch(/Ann|a@b|"x"/);
  });

  test("leaves customers out whose revenue nobody knows, and says how many", () => {
    const list = read(
      "trade;revenue\nshop;1.900\nshop;\ndoctor;6800\ndoctor;7.100,50\nshop;100\ndoctor;k.A.\nshop;0\nshop;5\nshop;6\nshop;7\nshop;8",
    );
    expect([list.rows.length, list.unpriced]).toEqual([9, 2]);
    // A revenue of nothing is known.
    expect(list.rows.map(({ revenue }) => revenue)).toEqual([1900, 6800, 7100.5, 100, 0, 5, 6, 7, 8]);
    expect(segmentsBy(list, "trade").find(({ label }) => label === "doctor")).toMatchObject({
      count: 2,
      mean: 6950.25,
    });
    expect(read("a;b\n1;x\n2;x\n3;y").unpriced).toBe(0);
  });

  test("is the same with and without lines that lack their revenue", () => {
    fc.assert(
      fc.property(anyTable, fc.nat(59), ({ text }, at) => {
        const lines = text.split("\n");
        const more = lines.toSpliced(1 + (at % lines.length), 0, "metal;12;search;");
        const list = customersIn(more.join("\n"));
        // Too few of the few have a revenue: then each counts as one.
        fc.pre(list !== null && list.revenue !== "");
        expect(list).toEqual({ ...read(text), unpriced: 1 });
      }),
    );
  });

  test("counts lines that it can't read, and is null for prose, a bare list and too few lines", () => {
    expect(read("a;b\n1;x\n2;x\n(ask Mo)\n3;y").unread).toBe(1);
    expect(customersIn("We sell panels, mostly in Hamburg.")).toBeNull();
    expect(customersIn("a;b\n1;2")).toBeNull();
    expect(customersIn("")).toBeNull();
    expect(customersIn("a;a\n1;2\n3;4\n5;6")).toBeNull();
  });

  test.each([
    ["an empty first cell", "trade\tway\trevenue\na\tx\t1\n\tx\t2\na\ty\t3", ["a", "?", "a"]],
    ["an empty last cell", "way\trevenue\ttrade\nx\t1\ta\nx\t2\t\ny\t3\ta", ["a", "?", "a"]],
    ["a tab at the end", "trade\trevenue\na\t1\t\na\t2\t\nb\t3\t", ["a", "a", "b"]],
    ["a tab at the end of the head", "trade\trevenue\t\na\t1\na\t2\nb\t3", ["a", "a", "b"]],
    ["blanks in front", "  trade;revenue\n  a;1\n \n  a;2\n  b;3", ["a", "a", "b"]],
  ])("may be pasted with %s", (_, text, trades) => {
    const list = read(text);
    expect([list.unread, list.revenue, list.rows.length, list.dropped]).toEqual([0, "revenue", 3, []]);
    expect(list.rows.map(({ labels }) => labels["trade"])).toEqual(
      trades.map((trade) => (trade === "a" ? "a" : others)),
    );
  });

  test("adds up: groups of each column hold every customer and all revenue once", () => {
    fc.assert(
      fc.property(anyTable, ({ rows, text }) => {
        const list = read(text);
        expect(list.rows).toHaveLength(rows.length);
        const all = rows.reduce((total, { revenue }) => total + revenue, 0);
        for (const column of list.columns) {
          const segments = segmentsBy(list, column);
          expect(segments.reduce((total, { count }) => total + count, 0)).toBe(rows.length);
          expect(segments.reduce((total, { revenue }) => total + revenue, 0)).toBe(all);
          expect(segments.reduce((total, { share }) => total + share, 0)).toBeCloseTo(1, 9);
          if (all > 0) expect(segments.reduce((total, { revenueShare }) => total + revenueShare, 0)).toBeCloseTo(1, 9);
        }
      }),
    );
  });

  test("is the same in any order of lines, and shares don't depend on the unit of money", () => {
    fc.assert(
      fc.property(anyTable, ({ rows, text }) => {
        const [head = "", ...lines] = text.split("\n");
        const turned = read([head, ...lines.toReversed()].join("\n"));
        const sorted = (list: readonly { column: string; explains: number }[]) =>
          list.map(({ column, explains }) => `${column} ${explains.toFixed(6)}`).toSorted();
        expect(sorted(driversOf(turned))).toEqual(sorted(driversOf(read(text))));
        const cents = read(
          [head, ...rows.map(({ trade, size, way, revenue }) => [trade, size, way, revenue * 100].join(";"))].join(
            "\n",
          ),
        );
        expect(bestFifth(cents)).toBeCloseTo(bestFifth(read(text)), 9);
        expect(sorted(driversOf(cents))).toEqual(sorted(driversOf(read(text))));
      }),
    );
  });

  test("says how many customers are its best fifth", () => {
    const listOf = (count: number) =>
      read(["trade;revenue", ...Array.from({ length: count }, (_, at) => `${at % 2};${at}`)].join("\n"));
    expect([3, 5, 7, 8, 10, 18].map((count) => bestFifthCount(listOf(count)))).toEqual([1, 1, 1, 2, 2, 4]);
  });

  test("shows which column separates customers", () => {
    const text = ["trade;way;revenue"];
    for (let at = 0; at < 12; at += 1) text.push(`${at % 2 ? "a" : "b"};${at % 3 ? "x" : "y"};${at % 2 ? 1000 : 100}`);
    const [first, second] = driversOf(read(text.join("\n")));
    expect(first).toEqual({ column: "trade", explains: 1 });
    expect(second?.explains).toBeLessThan(0.1);
    expect(driversOf(read("a;revenue\nx;5\ny;5\nx;5"))).toEqual([]);
  });

  test("says what most of a group have in common", () => {
    const list = read(
      "why;way;revenue\nmoved;friend;9\nmoved;friend;9\nmoved;search;9\nnoise;search;3\nnoise;search;2",
    );
    expect(profileOf(list, "why", "moved")).toEqual([{ column: "way", label: "friend", count: 2, of: 3 }]);
    expect(bestFifth(list)).toBeCloseTo(9 / 32, 9);
  });
});

describe("amounts", () => {
  test("are read with either decimal mark", () => {
    expect(["1.250,00", "31,200", "31200 €", "£ 9.5", "abc", ""].map(amountIn)).toEqual([
      1250,
      31200,
      31200,
      9.5,
      null,
      null,
    ]);
  });

  test.each([
    ["1250.500", 1250.5],
    ["980.25", 980.25],
    ["0.125", 0.125],
    ["1250 USD", 1250],
    ["GBP 1,250.50", 1250.5],
    ["1.250 Euro", 1250],
    ["12'500", 12_500],
    ["CHF 12’500.–", 12_500],
    ["Fr. 120.00", 120],
    ["1.200,-", 1200],
    ["-1.200.000", -1_200_000],
    ["01.07.2027", null],
    ["1,2,3", null],
    ["Frost 12", null],
    ["-£1,250.50", -1250.5],
    ["£ -5", -5],
    ["1234567890123456", null],
    ["9".repeat(400), null],
  ])("%s", (text, value) => expect(amountIn(text)).toBe(value));
});

describe("channels", () => {
  test("have what a contact and an order cost, the cheapest order first", () => {
    const rows = channelCosts([
      { channel: "Fair", spend: 5800, contacts: 41, customers: 0 },
      { channel: "Ads", spend: 4200, contacts: 60, customers: 4 },
      { channel: "Friends", spend: 600, contacts: 0, customers: 6 },
    ]);
    expect(rows.map(({ channel, perContact, perCustomer, rate }) => [channel, perContact, perCustomer, rate])).toEqual([
      ["Friends", null, 100, null],
      ["Ads", 70, 1050, 4 / 60],
      ["Fair", 5800 / 41, null, 0],
    ]);
  });

  test("need more contacts for a test the fewer of them buy", () => {
    // 7.84 × (0.05 × 0.95 + 0.1 × 0.9) ÷ 0.05²
    expect(contactsForTest(0.05)).toBe(432);
    expect([contactsForTest(0), contactsForTest(0.5), contactsForTest(0.7)]).toEqual([null, null, null]);
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.49, noNaN: true }), (rate) => {
        expect(contactsForTest(rate)).toBeGreaterThanOrEqual(contactsForTest(Math.min(0.499, rate * 1.1)) ?? NaN);
      }),
    );
  });
});
