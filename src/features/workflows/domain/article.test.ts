import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { words as wordsOf } from "#src/kit/text.ts";
import { half } from "../kit/bilingual.ts";
import {
  addressOf,
  flagNote,
  flagOf,
  flagWords,
  frames,
  linksFor,
  maxNotes,
  namesTerm,
  notesOf,
  pagesOf,
  wordBudget,
} from "./article.ts";

describe("an author's notes", () => {
  const text = [
    "Why we measure:",
    "- 14 offices in 2026",
    "2) I think two of them were too loud",
    "## Prices",
    "* Mrs Kunze paid 4,200 €",
    "Left over:",
  ].join("\n");

  test("are numbered, with the heading above them and what is to be cleared up", () => {
    expect(notesOf(text, "en")).toEqual([
      { id: "n1", text: "14 offices in 2026", under: "Why we measure", flag: null },
      { id: "n2", text: "I think two of them were too loud", under: "Why we measure", flag: "check" },
      { id: "n3", text: "Mrs Kunze paid 4,200 €", under: "Prices", flag: "private" },
      { id: "n4", text: "Left over:", under: "", flag: null },
    ]);
  });

  test("below a heading that says internal are private, and so is all that stands behind such a label", () => {
    const flagged = notesOf("Intern:\n- Dach undicht\n- Kredit läuft aus\nAblauf:\n- Offen ab Samstag", "de");
    expect(flagged.map(({ flag }) => flag)).toEqual(["private", "private", null]);
    const mixed = notesOf("Offen ab Samstag um neun Uhr. Intern: Das Dach ist undicht. Der Kredit läuft aus.", "de");
    expect(mixed.map(({ text: one, flag }) => [one, flag])).toEqual([
      ["Offen ab Samstag um neun Uhr.", null],
      ["Intern: Das Dach ist undicht. Der Kredit läuft aus.", "private"],
    ]);
  });

  test("of pasted prose fall apart, so that a doubt keeps out one sentence", () => {
    const prose =
      "We measured fourteen offices in the spring of 2026 and wrote down each result. Yes. " +
      "Two of them were probably too loud for a person to work in without protection. " +
      "The panels that we put up later took nine decibels away in the largest of the rooms.";
    const notes = notesOf(prose, "en");
    expect(notes.map(({ flag }) => flag)).toEqual([null, "check", null]);
    expect(notes[0]?.text.endsWith("Yes.")).toBe(true);
  });

  test.each([
    ["private", "herr Özdemir called"],
    ["private", "write to a.b@example.org"],
    ["private", "DE89 3704 0044 0532 0130 00"],
    ["private", "+49 421 123456"],
    ["private", "tel. 0421 1234"],
    ["private", "nur intern"],
    ["private", "please do not name them"],
    ["private", "Intern: Eigentümer will mehr als erlaubt."],
    ["private", "1.900 € gespart. Internal: the grant was missed"],
    ["private", "(internal) the grant was missed"],
    ["private", "Keep this between us: the grant was missed"],
    ["private", "Nicht für die Veröffentlichung: Förderantrag vergessen"],
    [null, "Internal links help readers"],
    [null, "Internal audit: three of five failed"],
    ["check", "Umsatz vermutlich 3 Mio."],
    ["check", "120 people??"],
    [null, "The rooms have 32 desks"],
    [null, "Frauen und Herren"],
  ])("is flagged as %s: %s", (flag, note) => {
    expect(flagOf(note)).toBe(flag);
  });

  test("lose no text: each word is in one note, or in the heading above notes", () => {
    const line = fc.record({
      mark: fc.constantFrom("", "- ", "* ", "# ", "• ", "3. "),
      count: fc.integer({ min: 1, max: 60 }),
      end: fc.constantFrom("", ".", ":", "?", "!"),
      sentence: fc.integer({ min: 2, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom("en", "de"), (shapes, language) => {
        let last = 0;
        const lines = shapes.map(({ mark, count, end, sentence }) => {
          const all = Array.from({ length: count }, (_, at) => {
            last += 1;
            const name = `Word${String.fromCodePoint(97 + (last % 26), 97 + (Math.floor(last / 26) % 26), 97 + Math.floor(last / 676))}`;
            return at % sentence === sentence - 1 ? `${name}.` : name;
          });
          return `${mark}${all.join(" ")}${end}`;
        });
        const notes = notesOf(lines.join("\n"), language);
        fc.pre(notes.length < maxNotes);
        const headings = [...new Set(notes.map(({ under }) => under))];
        const kept = [...notes.map(({ text: note }) => note), ...headings].flatMap((one) => wordsOf(one));
        expect(kept.toSorted()).toEqual(lines.flatMap((one) => wordsOf(one.replace(/^3\. /, ""))).toSorted());
        expect(notes.map(({ id }) => id)).toEqual(notes.map((_, at) => `n${at + 1}`));
      }),
    );
  });

  test("have questions and labels in both languages", () => {
    const texts = [
      flagNote,
      ...Object.values(flagWords).flatMap((one) => Object.values(one)),
      ...Object.values(frames).flat(),
    ];
    for (const one of texts) {
      expect(one.split(" | ")).toHaveLength(2);
      expect(half(one, "en")).not.toBe(half(one, "de"));
    }
  });
});

describe("a budget of words", () => {
  test("gives more to a part with more material", () => {
    expect(wordBudget(1_000, [0, 0, 4])).toEqual({ edge: 80, parts: [170, 170, 500] });
  });

  test("is spent to the ten", () => {
    const weights = fc.array(fc.nat(20), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 5_000 }), weights, (length, list) => {
        const { edge, parts } = wordBudget(length, list);
        const total = 2 * edge + parts.reduce((sum, part) => sum + part, 0);
        expect(Math.abs(total - length)).toBeLessThanOrEqual(5);
      }),
    );
  });
});

describe("search terms", () => {
  test("are found in any order and with other endings", () => {
    expect(namesTerm("Die Messungen der Raumakustik", "Raumakustik messen")).toBe(true);
    expect(namesTerm("Akustik im Raum", "Raumakustik messen")).toBe(false);
    expect(namesTerm("KI im Büro", "KI")).toBe(true);
    expect(namesTerm("Skizzen im Büro", "KI")).toBe(false);
  });

  test("lead the address", () => {
    expect(addressOf("Raumakustik messen", "Wie laut ist Ihr Büro?")).toBe("raumakustik-messen");
    expect(addressOf("KI", "Was sie im Büro kann")).toBe("ki-was-sie-im-buero-kann");
    expect(addressOf("", "Wie laut ist Ihr Büro wirklich?")).toBe("wie-laut-ist-ihr-buero-wirklich");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (keyword, title) => {
        expect(addressOf(keyword, title)).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
      }),
    );
  });
});

describe("links to own pages", () => {
  test("are read from a site map", () => {
    expect(
      pagesOf(
        "https://a.example/\tHome\nhttps://a.example/room-acoustics.html\t\nnothing\nhttps://a.example/x\t The  X ",
      ),
    ).toEqual([
      { url: "https://a.example/room-acoustics.html", title: "room acoustics" },
      { url: "https://a.example/x", title: "The X" },
    ]);
  });

  test("take the longest words that stand in the text, each once", () => {
    const pages = [
      { url: "https://a.example/1", title: "Room acoustics in open offices" },
      { url: "https://a.example/2", title: "Absorber panels" },
      { url: "https://a.example/3", title: "Room acoustics" },
      { url: "https://a.example/4", title: "Prices" },
    ];
    const parts = [
      { heading: "Why", text: "Bad Room Acoustics cost money." },
      { heading: "How", text: "Two absorber panels for each desk." },
    ];
    expect(linksFor(pages, parts).map(({ page, anchor, heading }) => [page.url.at(-1), anchor, heading])).toEqual([
      ["2", "absorber panels", "How"],
      ["1", "Room Acoustics", "Why"],
    ]);
  });

  test("stand in the text as they are written there", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "İ", "ß", "e\u0301", " ", "B", "rooms "), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 8 }), (body, titles) => {
        const pages = titles.map((title, at) => ({ url: `https://a.example/${at}`, title }));
        const links = linksFor(pages, [{ heading: "", text: body }]);
        expect(links.length).toBeLessThanOrEqual(5);
        for (const { anchor } of links) expect(body.normalize("NFC")).toContain(anchor);
      }),
    );
  });
});
