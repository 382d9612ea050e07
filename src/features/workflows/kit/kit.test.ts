import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contextOf, sourceText } from "#src/testing/simulatedRun.ts";
import { unprovenFigures, wrongLanguage } from "./checks.ts";
import { claimsOf, nameFigures } from "./claims.ts";
import { languageOf } from "./languages.ts";
import { date, optional, pick, quote, refs, text } from "./columns.ts";
import { numberedLines } from "./lists.ts";
import { figuresIn, givenFigures, isQuoteIn } from "./quotes.ts";
import { sharedLengthLimit, passagesOf } from "./promptRoom.ts";
import { cellIssues, likenessIssues } from "./rowChecks.ts";
import type { Scene } from "./state.ts";

const scene = { context: contextOf("en"), language: "en", show: (shown: string) => shown } as unknown as Scene;

describe("columns", () => {
  test("a date stays only when it is one", () => {
    const column = date("Day | Tag", "the day");
    expect(column.accept(" 2027-02-28 ", scene, "")).toBe("2027-02-28");
    for (const wrong of ["2027-02-30", "tomorrow", "28.02.2027", ""]) expect(column.accept(wrong, scene, "")).toBe("");
    expect(column.show("2027-02-28", scene)).toBe("28 Feb 2027");
    expect(column.show("2027-02-28", { ...scene, language: "de" })).toBe("28.02.2027");
  });

  test("a quote stays only when it stands in the material", () => {
    const column = quote("Proof | Beleg", "the line");
    const material = "Since 2019 the house\n has 24 desks in an “open” hall.";
    expect(column.accept('the house has 24 desks in an "open" hall', scene, material)).not.toBe("");
    expect(column.accept("the house has 25 desks in an open hall", scene, material)).toBe("");
    expect(column.accept("the", scene, material)).toBe("");
  });

  test("references stay only when they exist, and once", () => {
    const lines = numberedLines(["  first ", "", "second"], "n");
    expect(lines).toEqual([
      { id: "n1", text: "first" },
      { id: "n2", text: "second" },
    ]);
    const column = refs("Notes | Notizen", "ids", (id) => lines.find((line) => line.id === id)?.text ?? null);
    expect(column.accept(["n2", "n9", "n2"], scene, "")).toEqual(["n2"]);
  });

  test("a choice starts with its neutral option, and an optional cell says so to the writer", () => {
    expect(pick("Size | Größe", "how big", { normal: "normal | normal", big: "big | groß" }).empty).toBe("normal");
    expect(optional(text("Note | Notiz", "a note")).ask).toMatch(/empty when there is nothing to say$/);
  });
});

describe("figures", () => {
  test("dates, times and single digits are none", () => {
    expect(figuresIn("On 2027-02-28 at 14:30, 28.02.2027, we sold 3 of 1,240.50 € and 62 %.")).toEqual([
      "1240.5",
      "62",
    ]);
    expect(figuresIn("Out on 28 Feb 2027, 6 September 2027 and 12. März 2027: 40 Marketing texts.")).toEqual(["40"]);
  });

  test("a copied figure becomes its name, but not inside a longer one and not when two read the same", () => {
    const figures = { need: { label: "Need | Bedarf" as const, text: "28,709 €" } };
    expect(nameFigures("It needs 28,709 €, not 128,709 € and not 28,709 €5.", figures)).toBe(
      "It needs {need}, not 128,709 € and not 28,709 €5.",
    );
    const twice = { ...figures, cash: { label: "Cash | Kasse" as const, text: "28,709 €" } };
    expect(nameFigures("28,709 €", twice)).toBe("28,709 €");
  });

  test("a figure is known by its digits, whichever blank stands before its sign", () => {
    const figures = { need: { label: "Need | Bedarf" as const, text: "28,709\u00a0€" } };
    for (const written of ["28,709 €", "28,709\u00a0€", "28,709\u202f€"])
      expect(nameFigures(`It needs ${written} in May.`, figures)).toBe("It needs {need} in May.");
  });

  test("a figure inside of an id, a word or a number with blanks is none of ours", () => {
    const figures = {
      items: { label: "Items | Beiträge" as const, text: "228" },
      low: { label: "Low | Tief" as const, text: "500 €" },
    };
    for (const text of ["see i228", "228th", "1 500 €", "1\u202f500 €", "−500 €"])
      expect(nameFigures(text, figures)).toBe(text);
    expect(nameFigures("All 228 items, 500 € each.", figures)).toBe("All {items} items, {low} each.");
  });

  test("a figure that begins inside a longer one which is none of ours is found", () => {
    const figures = { range: { label: "Range | Spanne" as const, text: "10 % 10 %" } };
    expect(nameFigures("210 % 10 % 10 %", figures)).toBe("210 % {range}");
  });

  test("one that nothing proves is found at its place, everyday ones are not", () => {
    const texts = [
      { at: "a/1", text: "Within 24 hours 4,711 people came." },
      { at: "a/2", text: "All 240 came [form], {need} in all." },
    ];
    expect(unprovenFigures(texts, ["240 seats"])).toMatchObject([{ at: "a/1", params: { figure: "4711" } }]);
  });
});

test("sentences are proven by what they name: a source, the form, a computed figure, or nothing", () => {
  const { claims, issues } = claimsOf(
    [
      {
        at: "a/1",
        text: "The house has 24 desks in an open hall. [s1] It has 99 rooms [s1]. We like it. You sell lamps [form]. It is {size}. A page says so [s7].",
      },
    ],
    {
      sources: [sourceText("s1", "Since 2019 the house has 24 desks in an open hall. It has 12 rooms.")],
      figures: { size: { label: "Size | Größe", text: "40 m²", how: "5 × 8" } },
      formText: "We sell lamps in Hamburg.",
      language: "en",
      isOwn: () => false,
    },
  );
  expect(claims.map(({ check }) => check)).toEqual(["quoteFound", "urlOnly", "user", "computed", "unverified"]);
  expect(claims[3]).toMatchObject({ text: "It is 40 m².", computation: "5 × 8" });
  expect(issues.map(({ code, at }) => `${code} ${at}`)).toEqual(["notSupported a/1", "notSupported a/1"]);
});

describe("figures are read by their value", () => {
  test.each([
    ["It costs $59.99.", ["59.99"]],
    ["Der Preis: € 9.10.", ["9.1"]],
    ["The rating is 4.8.", ["4.8"]],
    ["Am 12.5. und vom 1.6. bis 3.6. geschlossen, 31.12.2027 auch.", []],
    ["CHF 12'500 und CHF 12’500", ["12500", "12500"]],
    ["1.200,00 €, 1,200.00 €, 1.200 €, 1200 €", ["1200", "1200", "1200", "1200"]],
    ["1,5 Prozent, 15 Prozent, 1.5 percent, 12,50", ["1.5", "15", "1.5", "12.5"]],
    ["1.234.567,89", ["1234567.89"]],
    ["version 3.2.1, 192.168.0.17, 0341 555.12.0", ["321", "192168017", "0341", "555120"]],
    ["7,0 and 07", ["07"]],
  ])("%s", (text, figures) => {
    expect(figuresIn(text)).toEqual(figures);
  });
});

test("a figure that ends a sentence of the evidence like a day is one that it gives", () => {
  expect(figuresIn("In the large room 1.4 seconds, in the small one 1.1.")).toEqual(["1.4"]);
  expect(givenFigures("In the large room 1.4 seconds, in the small one 1.1.")).toEqual(["1.4", "1.1"]);
});

describe("a quote that cuts a figure proves nothing", () => {
  test.each([
    ["500 Euro im Monat", "Die Miete beträgt 1.500 Euro im Monat."],
    ["500 Euro im Monat", "Die Miete beträgt 1 500 Euro im Monat."],
    ["500 Euro im Monat", "Die Miete beträgt 1'500 Euro im Monat."],
    ["5.5 percent of it", "It was 15.5 percent of it."],
    ["500 million lost", "They made −500 million lost in May."],
    ["a rent of 1.5", "They pay a rent of 1.500 euros."],
    ["a rent of 15", "They pay a rent of 150 euros."],
    ["a rent of 1", "They pay a rent of 1 500 euros."],
  ])("%s", (quote, source) => {
    expect(isQuoteIn(quote, source)).toBe(false);
    expect(isQuoteIn(source, source)).toBe(true);
  });

  test("one that ends with a figure does, and one that occurs whole elsewhere", () => {
    expect(isQuoteIn("a rent of 150", "They pay a rent of 150, in 2027 less.")).toBe(true);
    expect(isQuoteIn("in 2027 500 firms", "There were in 2027 500 firms.")).toBe(true);
    expect(isQuoteIn("500 firms in all", "In 2027 500 firms in all.")).toBe(true);
    expect(isQuoteIn("500 Euro im Monat", "1.500 Euro im Monat, danach 500 Euro im Monat")).toBe(true);
  });

  test("soft hyphens of a page hide no quote", () => {
    expect(isQuoteIn("Die Genehmigung liegt vor", "Die Ge\u00adneh\u00admi\u00adgung liegt vor.")).toBe(true);
  });
});

describe("in a draft", () => {
  const formText = "We repair carousels,\nalso on Sundays\nBookings: +49 341 1234\nWalk-ins";
  const checksOf = (text: string, isEdited = false): string[] =>
    claimsOf([{ at: "a/1", text }], {
      sources: [],
      figures: {},
      formText,
      language: "en",
      isOwn: () => isEdited,
      isDraft: true,
    }).claims.map(({ check }) => check);

  test.each([
    "We repair carousels.",
    "we repair carousels, also on Sundays",
    "“Also on Sundays”",
    "Walk-ins",
    "Bookings: +49 341 1234",
  ])("what stands in the form is the person’s own words: %s", (text) => {
    expect(checksOf(text)).toEqual(["user"]);
  });

  test.each([
    "Dear Ms Oak,",
    "When did you last look for a repair?",
    "Profit in every month from now on.",
    "We repair carousels in every month from now on.",
    "Also on Sunday.",
    "Carousel",
    "…",
  ])("the product’s own sentence is nobody’s proof: %s", (text) => {
    expect(checksOf(text)).toEqual([]);
    expect(checksOf(text, true)).toEqual(["user"]);
  });

  test("a piece that begins inside a longer word is found where it stands alone", () => {
    const { claims } = claimsOf([{ at: "a/1", text: "a car a" }], {
      sources: [],
      figures: {},
      formText: "Shina car a car a",
      language: "en",
      isOwn: () => false,
      isDraft: true,
    });
    expect(claims.map(({ check }) => check)).toEqual(["user"]);
  });

  test("any piece of the form is own, any piece with another word is not", () => {
    const word = fc.stringMatching(/^[a-zäöü]{1,9}$/u);
    fc.assert(
      fc.property(fc.array(word, { minLength: 3, maxLength: 12 }), fc.nat(), fc.nat(), (all, one, other) => {
        const [from, to] = [one % all.length, other % all.length].toSorted((a, b) => a - b);
        const piece = all.slice(from, (to ?? 0) + 1).join(" ");
        const own = (text: string) =>
          claimsOf([{ at: "a/1", text }], {
            sources: [],
            figures: {},
            formText: all.join("\n"),
            language: "de",
            isOwn: () => false,
            isDraft: true,
          }).claims.length;
        expect(own(piece)).toBe(1);
        expect(own(`${piece} Xylophon`)).toBe(0);
        expect(own(`${piece}x9`)).toBe(0);
      }),
    );
  });
});

describe("a mark proves nothing by itself:", () => {
  const source = "Since 2019 the house has 24 desks in an open hall.";
  const checkOf = (text: string): string[] =>
    claimsOf([{ at: "a/1", text }], {
      sources: [sourceText("s1", source)],
      figures: {},
      formText: "We sell desks for an open hall in Hamburg.",
      language: "en",
      isOwn: () => false,
    }).claims.map(({ check }) => check);
  test.each([
    ["a writer cannot call words those of the person", "The moon is rented out. [own]", "unverified"],
    ["an address has to stand in the source", "The house has 24 desks, see https://a.example/x [s1].", "urlOnly"],
    ["and in the form", "We sell desks for an open hall at buy@a.example [form].", "unverified"],
    [
      "a true half carries no other half",
      "The house has 24 desks in an open hall where quiet purple caravans outnumber lighthouses [s1].",
      "urlOnly",
    ],
    ["a true sentence has its proof", "The house has 24 desks in an open hall [s1].", "quoteFound"],
  ])("%s", (_, text, check) => expect(checkOf(text)).toEqual([check]));
});

describe("a copied quote", () => {
  const english = "Since 2019 the house has 24 desks in an open hall. It is the work of an architect of the town.";
  const foreign =
    "Seit 2019 hat das Haus 240 Tische in der Halle. Es ist das Werk einer Architektin aus der Stadt und steht nicht weit von dem Platz, auf dem sich die Wege der alten Linien mit denen der neuen kreuzen.";
  const checkOf = (text: string, quote: string, body = english): string[] =>
    claimsOf([{ at: "a/1", text, quote }], {
      sources: [sourceText("s1", body)],
      figures: {},
      formText: "",
      language: "en",
      isOwn: () => false,
    }).claims.map(({ check }) => check);
  test.each([
    ["The firm went bankrupt in 2024 with 900,000 euros of debt [s1].", "the house has 24 desks", "urlOnly"],
    ["Its owner was arrested for fraud [s1].", "the house has 24 desks", "urlOnly"],
    ["The house has 99 desks [s1].", "the house has 24 desks", "urlOnly"],
    ["Yes [s1].", "the house has 24 desks", "urlOnly"],
    ["Members share desks in their house [s1].", "the house has 24 desks", "quoteFound"],
    ["Members share 24 [s1].", "the house has 24 desks", "urlOnly"],
  ])("proves what shares with it what is telling: %s", (text, quote, check) =>
    expect(checkOf(text, quote)).toEqual([check]),
  );
  test("of another language is held against figures alone", () => {
    expect(checkOf("It offers 240 places [s1].", "hat das Haus 240 Tische", foreign)).toEqual(["quoteFound"]);
    expect(checkOf("It offers 999 places [s1].", "hat das Haus 240 Tische", foreign)).toEqual(["urlOnly"]);
  });
});

test.each([
  ["With a margin of {margin} the firm has 900 rivals.", "unverified"],
  ["With a margin of {margin} it has 77 rooms.", "computed"],
  ["With a margin of {margin} it has 240 desks [s1].", "computed"],
  ["With a margin of {margin} it has 240 desks.", "unverified"],
  ["The margin is {margin} within 24 hours.", "computed"],
])("a computed figure carries no other one: %s", (text, check) => {
  const { claims } = claimsOf([{ at: "a/1", text }], {
    sources: [sourceText("s1", "The house has 240 desks.")],
    figures: { margin: { label: "Margin | Marge", text: "12 %" } },
    formText: "77 rooms",
    language: "en",
    isOwn: () => false,
  });
  expect(claims.map((claim) => claim.check)).toEqual([check]);
});

test.each([
  ["Write to klang at https://klang.de [s1].", "Write to klang at https://klang.dental", "urlOnly"],
  ["Write to klang at https://klang.example [s1].", "Write to klang at klang.example", "quoteFound"],
  ["Write to klang at www.klang.example [s1].", "Write to klang at https://klang.example/en", "quoteFound"],
  ["Write to klang at https://www.Klang.example. [s1]", "Write to klang at klang.example", "quoteFound"],
  ["Write to klang at buy@klang.example [s1].", "Write to klang at http://www.klang.example", "quoteFound"],
  ["Write to klang at https://ang.example [s1].", "Write to klang at klang.example", "urlOnly"],
  ["Write to klang at https://klang-büro.de [s1].", "Write to klang at https://klang-börse.de", "urlOnly"],
])("hosts are compared whole: %s", (text, body, check) => {
  const given = { sources: [sourceText("s1", body)], figures: {}, formText: "", language: "en", isOwn: () => false };
  expect(claimsOf([{ at: "a/1", text }], given).claims.map((claim) => claim.check)).toEqual([check]);
});

describe("languages", () => {
  const german = "Das ist ein Satz, der nicht in der richtigen Sprache steht und den wir deshalb nicht nehmen. ".repeat(
    3,
  );
  const english = "This is a sentence that is in the wrong language and that we do not want to take from you. ".repeat(
    3,
  );

  test("a text says its language when it is long enough, and nothing when it is not", () => {
    expect([languageOf(german), languageOf(english), languageOf("Das ist kurz.")]).toEqual(["de", "en", null]);
  });

  test("the wrong one is a fault of its section alone; a language that nobody knows here is not judged", () => {
    const texts = [
      { at: "a/1", text: german },
      { at: "b/1", text: english },
    ];
    expect(wrongLanguage(texts, "de")).toMatchObject([{ at: "b", params: { found: "en", wanted: "de" } }]);
    expect(wrongLanguage(texts, "fi")).toEqual([]);
  });
});

describe("rows", () => {
  const column = { kind: "text", limits: { least: 6, most: 100 } };
  test.each([
    ["Post", "cellTooShort"],
    ["x".repeat(151), "cellTooLong"],
  ])("a cell %s is %s", (value, code) => {
    expect(cellIssues("a/1/hook", column, { value, shown: value })).toMatchObject([{ code, at: "a/1/hook" }]);
  });

  test("a cell may pass its usual length a little, the limit of a platform never", () => {
    const value = "x".repeat(140);
    expect(cellIssues("a/1/hook", column, { value, shown: value })).toEqual([]);
    expect(cellIssues("a/1/hook", column, { value, shown: value, most: 139 })).toMatchObject([{ code: "cellTooLong" }]);
  });

  test("a few alike are a warning, many are faults at their places", () => {
    const rows = Array.from({ length: 10 }, (_, at) => ({ id: `r${at}`, text: `${"abcdefghij"[at]} line of its own` }));
    expect(likenessIssues("a", rows.slice(0, 1))).toEqual([]);
    const alike = rows.map((row, at) => (at < 4 ? { ...row, text: "The same line" } : row));
    expect(likenessIssues("a", alike).map(({ code, at }) => `${code} ${at}`)).toContain("alike a/r3");
    const two = rows.map(({ id }, at) => ({ id, text: "quick brown fox jumps over lazy dogs".slice(at) }));
    expect(likenessIssues("a", [...two.slice(0, 1), { id: "x", text: two[0]?.text ?? "" }])).toHaveLength(1);
  });
});

describe("room", () => {
  test("shares stay within the whole, and short texts keep their length", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5_000), { minLength: 1, maxLength: 12 }), fc.nat(20_000), (lengths, total) => {
        const longest = sharedLengthLimit(lengths, total);
        expect(lengths.reduce((sum, length) => sum + Math.min(length, longest), 0)).toBeLessThanOrEqual(
          Math.max(total, 0),
        );
      }),
    );
  });

  test("passages stay within the length, in their order, those about the matter first", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3_000 }), fc.integer({ min: 200, max: 1_000 }), (words, most) => {
        expect(passagesOf(words, "brakes", most, "en").length).toBeLessThanOrEqual(most);
      }),
    );
    const long = `${"Nothing of note here. ".repeat(60)}\n\nThe brakes were changed in March.\n\n${"More of it. ".repeat(60)}`;
    expect(passagesOf(long, "when were brakes changed", 400, "en")).toContain("The brakes were changed in March.");
  });

  test("a quote is found however blanks, dashes and quotation marks are written", () => {
    expect(isQuoteIn("„so - wie“ hier steht", "alles “so – wie”  hier\nsteht, ja")).toBe(true);
  });
});
