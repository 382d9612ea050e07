import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Currency, currencies, moneyText } from "./currencies.ts";
import {
  coverageOf,
  type Deal,
  dealsOf,
  type Demand,
  findingOf,
  type Has,
  isDenied,
  pricesIn,
  sharedWords,
  standingOf,
  worth,
} from "./rivals.ts";

const has: fc.Arbitrary<Has> = fc.constantFrom("said", "no", "partly", "yes");
const known: fc.Arbitrary<Has> = fc.constantFrom("no", "partly", "yes");
const ownHas = fc.constantFrom<Has | "open">("open", "no", "partly", "yes");
const demand: fc.Arbitrary<Demand> = fc.record({
  id: fc.constantFrom("d1", "d2", "d3"),
  name: fc.string({ minLength: 1, maxLength: 20 }),
  weight: fc.integer({ min: 1, max: 5 }),
  own: ownHas,
});

describe("a demand", () => {
  test("is met in part by what nobody knows: silence and a mention change no share", () => {
    const demands: Demand[] = [
      { id: "d1", name: "a", weight: 5, own: "yes" },
      { id: "d2", name: "b", weight: 5, own: "open" },
      { id: "d3", name: "c", weight: 2, own: "partly" },
    ];
    // (5 × 1 + 2 × ½) ÷ 7
    expect(coverageOf(demands, ({ own }) => own)).toBeCloseTo(600 / 7);
    expect(coverageOf(demands, () => undefined)).toBeNull();
    expect(coverageOf(demands, () => "said")).toBeNull();
  });

  test("has a share between nothing and all, and meeting more never lowers it", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(demand, known), { minLength: 1, maxLength: 8 }), fc.nat(7), (rows, at) => {
        const demands = rows.map(([one], index) => ({ ...one, id: String(index) }));
        const found = rows.map(([, one]) => one);
        const share = coverageOf(demands, ({ id }) => found[Number(id)]) ?? -1;
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(100);
        const better = found.map((one, index) => (index === at ? ("yes" as const) : one));
        expect(coverageOf(demands, ({ id }) => better[Number(id)]) ?? -1).toBeGreaterThanOrEqual(share);
      }),
    );
  });

  test("is led by one who meets more than the best of those known", () => {
    expect(standingOf("yes", ["partly", "no"])).toBe("lead");
    expect(standingOf("partly", ["yes", "no"])).toBe("behind");
    expect(standingOf("no", ["no"])).toBe("level");
    expect(standingOf("yes", ["said"])).toBe("open");
    expect(standingOf("open", ["no"])).toBe("open");
    fc.assert(
      fc.property(ownHas, fc.array(has), (own, others) => {
        const standing = standingOf(own, others);
        const judged = others.filter((one) => one !== "said");
        expect(standing === "open").toBe(own === "open" || judged.length === 0);
        if (standing === "lead") expect(judged.every((one) => worth[one] < worth[own as Has])).toBe(true);
        if (standing === "behind") expect(judged.some((one) => worth[one] > worth[own as Has])).toBe(true);
      }),
    );
  });

  test("is known by the word that says most, and a no outranks a mention", () => {
    const finding = (id: string, one: Has) => ({ id, rival: "r1", demand: "d1", has: one, words: "" });
    expect(findingOf([finding("1", "no"), finding("2", "partly")], "r1", "d1")?.id).toBe("2");
    expect(findingOf([finding("1", "said"), finding("2", "no")], "r1", "d1")?.id).toBe("2");
    expect(findingOf([finding("1", "yes")], "r2", "d1")).toBeUndefined();
  });
});

describe("a sentence", () => {
  test.each([
    ["No gluten-free bread.", "gluten-free bread", true],
    ["Keine Kartons", "Kartons inklusive", true],
    ["Versand ohne Versicherung", "Versicherung", true],
    ["We never work on Saturdays", "open on Saturdays", true],
    ["Kartons sind nicht inklusive.", "Kartons inklusive", true],
    ["Boxes are not included", "Boxes included", true],
    ["Kein eigener Aufbau, Festpreis ab 590 €", "eigener Aufbau", true],
    ["Fixed price. No hidden fees", "Fixed price", false],
    ["Kein eigener Aufbau, Festpreis ab 590 €", "Festpreis", false],
    ["No need to order gluten-free bread in advance", "gluten-free bread", false],
    ["Not only gluten-free bread", "gluten-free bread", false],
    ["Nicht nur Kartons, auch Decken", "Kartons", false],
    ["Gluten-free bread, no extra charge", "gluten-free bread", false],
    ["Never without insurance", "insurance", false],
    ["No measurement needed", "measurement", false],
    ["Kein Termin nötig", "Termin", false],
    ["Ohne Anzahlung", "ohne Anzahlung", false],
    ["No minimum term", "no minimum term", false],
    ["Notes on gluten-free bread", "gluten-free bread", false],
    ["", "Kartons", false],
  ])("%j denies “%s”: %s", (sentence, demand, denies) => {
    expect(isDenied(demand, sentence)).toBe(denies);
  });
});

describe("prices", () => {
  test.each([
    ["The package costs 13,400 euros, fixed price.", 13_400, "once"],
    ["Pauschale ab 390 € im Monat.", 390, "month"],
    ["Starts at €39 per month per technician", 39, "month"],
    ["€39/month", 39, "month"],
    ["£4.50 per payslip", 4.5, "piece"],
    ["Sourdough £3.80 per loaf", 3.8, "piece"],
    ["rolls £0.45 each", 0.45, "piece"],
    ["12 €/kg", 12, "piece"],
    ["24 € pro Person", 24, "piece"],
    ["$12 per user per month", 12, "month"],
    ["39 € pro Stunde und Mann", 39, "hour"],
    ["$12 for the Pro plan", 12, "once"],
    ["Per Post für 5 €", 5, "once"],
    ["Ein Monteur kostet 65 Euro die Stunde.", 65, "hour"],
    ["ab 68 € je m², Einbau in 9 Tagen", 68, "piece"],
    ["£900 per day, twelve people", 900, "day"],
    ["CHF 1'200", 1200, "once"],
    ["Jahresgebühr 1.249,90 EUR pro Jahr", 1249.9, "year"],
    ["$9 a month", 9, "month"],
  ])("of “%s”", (text, price, unit) => {
    expect(pricesIn(text, "en").map((one) => [one.price, one.unit])).toEqual([[price, unit]]);
  });

  test("each have the unit that stands behind them", () => {
    expect(pricesIn("£4 per month, onboarding £99 once, visits £30 an hour.", "en")).toMatchObject([
      { price: 4, unit: "month" },
      { price: 99, unit: "once" },
      { price: 30, unit: "hour" },
    ]);
  });

  test.each([
    [
      "Sourdough £3.80 per loaf, rolls £0.45 each",
      ["Sourdough £3.80 per loaf", "rolls £0.45 each"],
      ["piece", "piece"],
    ],
    [
      "Starter $12 per user per month, Pro $1,039 per user per month.",
      ["Starter $12 per user per month", "Pro $1,039 per user per month."],
      ["month", "month"],
    ],
    [
      "Waschen 12 € und Schneiden 25 €; Färben ab 60 €.",
      ["Waschen 12 €", "Schneiden 25 €", "Färben ab 60 €."],
      ["once", "once", "once"],
    ],
    ["Tickets €5 and €10 a day", ["Tickets €5", "€10 a day"], ["once", "day"]],
    // Nothing separates the two: both keep the sentence.
    ["Umzug 400 € – 600 €", ["Umzug 400 € – 600 €", "Umzug 400 € – 600 €"], ["once", "once"]],
  ])("each have their own words: %s", (text, words, units) => {
    const found = pricesIn(text, "en");
    expect(found.map((one) => one.words)).toEqual(words);
    expect(found.map(({ unit }) => unit)).toEqual(units);
  });

  test("have words that stand in the text, and name their price", () => {
    const item = fc.tuple(
      fc.constantFrom("Rolls", "Pro", "Ein Umzug", "und mehr"),
      fc.integer({ min: 1, max: 99_999 }),
    );
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(", ", "; ", " and ", " und ", " "),
        (items, join) => {
          const text = items.map(([name, price]) => `${name} €${price}`).join(join);
          const found = pricesIn(text, "en");
          expect(found.map(({ price }) => price)).toEqual(items.map(([, price]) => price));
          for (const { price, words } of found) {
            expect(text).toContain(words);
            expect(words).toContain(`€${price}`);
          }
        },
      ),
    );
  });

  test.each(["30 employees since 1998", "a market of €2 million", "in 9 days", "room 12.04.2026", "5.000 Euroland"])(
    "are none in “%s”",
    (text) => {
      expect(pricesIn(text, "en")).toEqual([]);
    },
  );

  test("as the product writes them are read as they were meant, in any currency and language", () => {
    const amount = fc.oneof(
      fc.integer({ min: 1, max: 999_999 }).map((value) => ({ value, decimals: 0 })),
      fc.integer({ min: 1, max: 99_999_999 }).map((cents) => ({ value: cents / 100, decimals: 2 })),
    );
    const currency = fc.constantFrom(...(Object.keys(currencies) as Currency[]));
    fc.assert(
      fc.property(
        amount,
        currency,
        fc.constantFrom("en" as const, "de" as const),
        ({ value, decimals }, sign, language) => {
          const text = `Panel: ${moneyText(value, sign, language, decimals)} apiece`;
          expect(pricesIn(text, language)).toEqual([{ price: value, unit: "piece", words: text }]);
        },
      ),
    );
  });
});

describe("words", () => {
  const texts = ["quiet rooms with certified panels", "certified panels for rooms", "certified planning of rooms"];
  test("that most others use are set against one's own", () => {
    const { both, theirs, ownOnly } = sharedWords("certified silence", texts, "en");
    expect(both).toEqual(["certified"]);
    expect(theirs).toContain("panels");
    expect(ownOnly).toEqual(["silence"]);
  });
  test("say nothing of two competitors", () => {
    expect(sharedWords("certified", texts.slice(1), "en")).toEqual({ both: [], theirs: [], ownOnly: [] });
  });
});

describe("orders", () => {
  test("are counted against each name, with the reason heard most often", () => {
    expect(
      dealsOf([
        { against: "PayFast", result: "lost", reason: "price" },
        { against: "payfast ", result: "lost", reason: "Price " },
        { against: "PayFast", result: "lost", reason: "app" },
        { against: "PayFast", result: "won", reason: "phone" },
        { against: "Hobbs", result: "won", reason: "" },
      ]),
    ).toEqual([
      { against: "PayFast", won: 1, lost: 3, reason: "price" },
      { against: "Hobbs", won: 1, lost: 0, reason: "" },
    ]);
  });

  test("none is lost or counted twice", () => {
    const deal: fc.Arbitrary<Deal> = fc.record({
      against: fc.constantFrom("a", "A ", "b", "c"),
      result: fc.constantFrom("won", "lost"),
      reason: fc.constantFrom("", "x", "y "),
    });
    fc.assert(
      fc.property(fc.array(deal), (deals) => {
        const counts = dealsOf(deals);
        const sum = (key: "won" | "lost") => counts.reduce((total, one) => total + one[key], 0);
        expect(sum("won")).toBe(deals.filter(({ result }) => result === "won").length);
        expect(sum("lost")).toBe(deals.filter(({ result }) => result === "lost").length);
        const sizes = counts.map(({ won, lost }) => won + lost);
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
      }),
    );
  });
});
