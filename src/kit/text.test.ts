import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  graphemeCount,
  graphemes,
  isStopword,
  keywords,
  occurrences,
  overlap,
  readability,
  sentences,
  shorten,
  slug,
  words,
} from "./text.ts";

const prose = fc.string({ unit: "grapheme", maxLength: 200 });
const anything = fc.string({ unit: "binary", maxLength: 200 });
const language = fc.constantFrom("en", "de", "ja", "not a language", "");
const solid = (text: string): string => text.replace(/\s+/gu, "");

describe("sentences", () => {
  test("preserve everything but white space", () => {
    fc.assert(
      fc.property(fc.oneof(prose, anything), language, (text, tag) => {
        const found = sentences(text, tag);
        expect(solid(found.join(""))).toBe(solid(text));
        expect(found.every((sentence) => sentence !== "" && sentence.trim() === sentence)).toBe(true);
      }),
    );
  });

  test("do not end at abbreviations, initials and German ordinals", () => {
    expect(sentences("Wir treffen Dr. Meyer am 3. Mai. Bringen Sie z. B. Obst mit. Danke", "de")).toEqual([
      "Wir treffen Dr. Meyer am 3. Mai.",
      "Bringen Sie z. B. Obst mit.",
      "Danke",
    ]);
    expect(sentences("Ask Mr. J. Smith about 3.5 percent. So do I. Fine?", "en")).toEqual([
      "Ask Mr. J. Smith about 3.5 percent.",
      "So do I.",
      "Fine?",
    ]);
  });

  test("end at line breaks", () => {
    expect(sentences("one\n\ntwo\r\nthree")).toEqual(["one", "two", "three"]);
  });
});

describe("occurrences", () => {
  test("overlap no other, and a refused one hides none that begins inside it", () => {
    expect(occurrences("aaaa", "aa", () => true)).toEqual([0, 2]);
    expect(occurrences("aaaa", "aa", (from) => from > 0)).toEqual([1]);
    expect(occurrences("aaaa", "", () => true)).toEqual([]);
  });

  test("are those that a search at every position finds", () => {
    // Many an occurrence has to begin inside another one.
    const letters = fc.string({ unit: fc.constantFrom("a", "a", "a", "b"), minLength: 10, maxLength: 30 });
    const wish = fc.string({ unit: fc.constantFrom("a", "a", "a", "b"), minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(letters, wish, fc.func(fc.boolean()), (text, wanted, isAccepted) => {
        const expected: number[] = [];
        for (let at = 0, free = 0; at < text.length; at += 1)
          if (at >= free && text.startsWith(wanted, at) && isAccepted(at, at + wanted.length)) {
            expected.push(at);
            free = at + wanted.length;
          }
        expect(occurrences(text, wanted, isAccepted)).toEqual(expected);
      }),
    );
  });
});

describe("words", () => {
  test("cuts common signs as Intl does", () => {
    const latin = Array.from({ length: 0x180 - 0xa0 }, (_, at) => String.fromCharCode(0xa0 + at));
    const signs = [
      "a",
      "B",
      "1",
      "9",
      "_",
      ".",
      "'",
      ":",
      ",",
      ";",
      "-",
      "·",
      "’",
      "‑",
      "–",
      "—",
      "…",
      "“",
      "”",
      "„",
      "€",
      " ",
      "\n",
      "\r",
      "\t",
      '"',
      "/",
      ...latin,
      ...latin.map(() => "x"),
      ...latin.map(() => "7"),
    ];
    const text = fc.array(fc.constantFrom(...signs), { maxLength: 30 }).map((all) => all.join(""));
    fc.assert(
      fc.property(text, fc.constantFrom("en", "de", "fr", "sv", "tlh"), (written, tag) => {
        // A sign that is not common hands the whole text to Intl and adds no word.
        expect(words(written, tag)).toEqual(words(`${written} ★`, tag));
      }),
      { numRuns: 5_000 },
    );
  });

  test("include inner hyphens and apostrophes and exclude punctuation", () => {
    expect(words('Don\'t send the E-Mail - or: "x-ray" -5!', "en")).toEqual([
      "Don't",
      "send",
      "the",
      "E-Mail",
      "or",
      "x-ray",
      "5",
    ]);
  });

  test("occur in the text in the same order", () => {
    fc.assert(
      fc.property(fc.oneof(prose, anything), language, (text, tag) => {
        let at = 0;
        for (const word of words(text, tag)) {
          const found = text.indexOf(word, at);
          expect(found).toBeGreaterThanOrEqual(at);
          at = found + word.length;
        }
      }),
    );
  });
});

describe("graphemes", () => {
  test("add up to the text, and their count is the length", () => {
    fc.assert(
      fc.property(fc.oneof(prose, anything), (text) => {
        const parts = graphemes(text);
        expect(parts.join("")).toBe(text);
        expect(graphemeCount(text)).toBe(parts.length);
      }),
    );
  });

  test("count a family emoji and a flag as one each", () => {
    expect(graphemeCount("👨‍👩‍👧🇩🇪é")).toBe(3);
  });
});

describe("keywords", () => {
  test("list frequent topic words first without stop words", () => {
    expect(keywords("The bakery sells bread. Bread and the bakery: bread!", "en", 2)).toEqual(["bread", "bakery"]);
    expect(keywords("Die Bäckerei verkauft Brot, und das Brot ist gut.", "de", 1)).toEqual(["Brot"]);
  });

  test("never exceed the limit or include a stop word", () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 40 }), fc.integer({ min: -1, max: 10 }), (text, limit) => {
        const found = keywords(text, "en", limit);
        expect(found.length).toBeLessThanOrEqual(Math.max(0, limit));
        expect(found.some((word) => isStopword(word, "en"))).toBe(false);
      }),
    );
  });
});

describe("overlap", () => {
  test("is the share of word sequences that occur in the other text", () => {
    const source = "one two three four five six seven eight";
    expect(overlap("One two three four five.", source)).toBe(1);
    expect(overlap("one two three four five nine", source)).toBe(0.5);
    expect(overlap("short text", source)).toBe(0);
  });
});

describe("readability", () => {
  test("is higher for plain than for complex text in both languages", () => {
    expect(readability("The cat sat. The dog ran. We ate.", "en").score).toBeGreaterThan(90);
    const heavy = "Institutional considerations necessitate comprehensive organisational transformation initiatives.";
    expect(readability(heavy, "en").score).toBeLessThan(20);
    const schwer = readability("Die Umsatzsteuervoranmeldungsverpflichtung unterliegt Sonderregelungen.", "de").score;
    expect(readability("Der Hund läuft. Das Kind lacht.", "de").score).toBeGreaterThan(Number(schwer));
  });

  test("is null without words or without a formula for the language", () => {
    expect(readability("…").score).toBeNull();
    expect(readability("Il fait beau.", "fr").score).toBeNull();
  });
});

describe("shorten", () => {
  test("never exceeds the limit or splits a character", () => {
    fc.assert(
      fc.property(prose, fc.integer({ min: 0, max: 60 }), (text, max) => {
        const short = shorten(text, max);
        expect(graphemeCount(short)).toBeLessThanOrEqual(max);
        if (graphemeCount(text) <= max) expect(short).toBe(text);
      }),
    );
  });

  test("cuts after a whole word", () => {
    expect(shorten("The quick brown fox jumps", 18)).toBe("The quick brown…");
  });
});

describe("slug", () => {
  test("transliterates letters and is idempotent", () => {
    expect(slug("Größe & Maß: Ihr Café’s Überblick!")).toBe("groesse-mass-ihr-cafes-ueberblick");
    fc.assert(
      fc.property(fc.oneof(prose, anything), (text) => {
        const made = slug(text, 40);
        expect(made).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
        expect(made.length).toBeLessThanOrEqual(40);
        expect(slug(made, 40)).toBe(made);
      }),
    );
  });
});
