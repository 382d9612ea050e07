import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cleaned,
  clock,
  isTranscript,
  joinTranscripts,
  redacted,
  secondsOf,
  placesOf,
  stretchesOf,
  transcriptLines,
  withWords,
} from "./speech.ts";
import { allWords, timed, word, words } from "./speechFixture.ts";
import { subtitlesOf, vttOf } from "./subtitles.ts";

describe("transcriptLines", () => {
  test.each([
    ["WebVTT", "WEBVTT\n\nNOTE made\n\n1\n00:01.000 --> 00:03.500 align:start\n<v Ada>Good <b>morning</b>.\n"],
    ["SubRip", "1\r\n00:00:01,000 --> 00:00:03,500\r\nAda: Good morning.\r\n\r\n"],
    ["cleaned cues", "[00:00:01] Ada: Good morning."],
    ["a meeting program", "Ada  0:01\nGood morning.\n"],
    ["a bracketed time", "(00:01) Ada: Good morning."],
  ])("reads %s", (_, text) => {
    expect(transcriptLines(text)[0]).toMatchObject({ from: 1, speaker: "Ada", text: "Good morning." });
  });

  test("reads names without times, and keeps what they go on to say", () => {
    expect(transcriptLines("Ada: Good morning.\nHow are you?\n\nBob: Fine: thanks.")).toEqual([
      { from: null, to: null, speaker: "Ada", text: "Good morning." },
      { from: null, to: null, speaker: "Ada", text: "How are you?" },
      { from: null, to: null, speaker: "Bob", text: "Fine: thanks." },
    ]);
  });

  test("takes neither addresses nor labels nor times of day for names", () => {
    for (const text of [
      "https://example.com is down.",
      "Note: bring the key.",
      "Thema: Budget",
      "We meet at 10:30 then.",
    ])
      expect(transcriptLines(text)[0]?.speaker).toBe("");
  });

  test("ends a line without an end when the next with a time begins, or after the time of its words", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(40)), { maxLength: 12 }), (begins) => {
        const text = begins.map((at, row) =>
          at === null ? `Row ${row}.` : `[${clock(at)}] ${["Ada", "Bo"][row % 2]}: Row ${row}.`,
        );
        const read = transcriptLines(text.join("\n"));
        for (const [row, at] of begins.entries()) {
          if (at === null) continue;
          const next = begins.slice(row + 1).find((one) => one !== null) ?? Infinity;
          const line = read.find((one) => one.text.includes(`Row ${row}.`));
          expect(line?.to).toBeCloseTo(next >= at ? Math.min(next, at + 1) : at + 1, 6);
        }
      }),
    );
  });

  test("joins cues until the sentence ends, within one voice", () => {
    const text =
      "00:01.000 --> 00:03.000\nWe need the\n\n00:03.000 --> 00:05.000\noffer by Friday, and nobody but Tom can write it, because he alone has measured.\n\n00:05.000 --> 00:06.000\nSecond sentence.";
    expect(transcriptLines(text).map(({ from, to, text: said }) => [from, to, said])).toEqual([
      [1, 5, "We need the offer by Friday, and nobody but Tom can write it, because he alone has measured."],
      [5, 6, "Second sentence."],
    ]);
  });

  test.each([
    ["another voice that says the same", ["<v Ben>Ja.", "<v Cem>Ja."], ["Ben: Ja.", "Cem: Ja."]],
    ["in one cue too", ["Ben: Ja.\nCem: Ja."], ["Ben: Ja.", "Cem: Ja."]],
    ["a voice behind one without a name", ["Ja.", "<v Cem>Ja."], [": Ja.", "Cem: Ja."]],
    ["not what rolls", ["<v Ben>Ja.", "<v Ben>Ja."], ["Ben: Ja."]],
    ["not what rolls without its name", ["<v Ben>Ja.", "Ja."], ["Ben: Ja."]],
  ])("keeps of cues %s", (_, said, expected) => {
    const text = said.map((words, at) => `00:0${at}.000 --> 00:0${at + 1}.000\n${words}`).join("\n\n");
    expect(transcriptLines(`WEBVTT\n\n${text}`).map((line) => `${line.speaker}: ${line.text}`)).toEqual(expected);
  });

  test("a question after a dash ends its line, whoever answers", () => {
    const cue = (at: number, words: string) => `00:0${at}.000 --> 00:0${at + 1}.000\n${words}\n\n`;
    const text = `${cue(1, "- How is it?")}${cue(2, "Quiet until two.")}${cue(3, "- And then")}${cue(4, "all at once?")}`;
    expect(transcriptLines(text).map((line) => line.text)).toEqual([
      "- How is it?",
      "Quiet until two.",
      "- And then all at once?",
    ]);
  });

  test("loses no word and no name of what it wrote itself, as WebVTT", () => {
    fc.assert(
      fc.property(timed, (lines) => {
        const read = transcriptLines(vttOf(lines.map((line) => ({ ...line, speaker: line.speaker || "Bo" }))));
        expect(allWords(read)).toEqual(allWords(subtitlesOf(lines).map((one) => ({ text: one.lines.join(" ") }))));
        expect(new Set(read.map((line) => line.speaker))).toEqual(new Set(lines.map((line) => line.speaker || "Bo")));
      }),
    );
  });

  test("reads anything at all, in lines that fit, with times that do not run backwards within a line", () => {
    const piece = fc.constantFrom(
      "\n",
      "00:01.000 --> 00:00.500",
      "[00:12]",
      "Ada:",
      "<v Bo>",
      " ",
      "12",
      "-->",
      "ä.",
      "x".repeat(500),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
        for (const { from, to, text } of transcriptLines(pieces.join(""))) {
          expect(text.length).toBeGreaterThan(0);
          expect(text.length).toBeLessThanOrEqual(800);
          expect(from === null || to === null || to >= from).toBe(true);
        }
      }),
    );
  });

  test("is quick with hostile text", () => {
    const start = performance.now();
    for (const text of [
      "a ".repeat(100_000),
      "<v ".repeat(60_000),
      "Ada ".repeat(50_000),
      `${"1:".repeat(90_000)}x`,
      `[00:01] a.\n${"a.\n".repeat(200_000)}`,
      "[00:01] a.\n".repeat(60_000),
    ])
      transcriptLines(text);
    expect(performance.now() - start).toBeLessThan(4000);
  });
});

test("tells a transcript from another document", () => {
  expect(isTranscript("WEBVTT\n\n00:01.000 --> 00:02.000\nHi.")).toBe(true);
  expect(isTranscript("Ada: Hi.\nBob: Hello.")).toBe(true);
  expect(isTranscript("Agenda of the kick-off\n\nWe talk about the offer.\nThen about dates.")).toBe(false);
});

describe("cleaned", () => {
  test.each([
    ["Um, the big room is decided.", "The big room is decided."],
    ["Äh, der große Raum ist, ähm, entschieden.", "Der große Raum ist entschieden."],
    ["We need need the offer.", "We need the offer."],
    ["Leute, die die Arbeit kennen.", "Leute, die die Arbeit kennen."],
    ["I know that that is so.", "I know that that is so."],
    ["Mhm.", ""],
    ["Her umbrella hums.", "Her umbrella hums."],
    ["Wir treffen uns um 10, und er kommt.", "Wir treffen uns um 10, und er kommt."],
    ["Good. Um, then we begin.", "Good. Then we begin."],
  ])("%s", (text, expected) => expect(cleaned(text)).toBe(expected));

  test("only takes out: what is left stood there in this order; twice is as once", () => {
    const part = fc.oneof(word, fc.constantFrom("um", "äh", "ähm", "uh,", "hm", "die", "the", "Um,"));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join(" ");
        const once = cleaned(text);
        expect(cleaned(once)).toBe(once);
        const before = words(text.toLowerCase());
        let at = 0;
        for (const one of words(once.toLowerCase())) {
          at = before.indexOf(one, at) + 1;
          expect(at).toBeGreaterThan(0);
        }
        expect(words(once.toLowerCase())).not.toContain("ähm");
      }),
    );
  });
});

describe("redacted", () => {
  test("hides addresses and long numbers, keeps figures and dates", () => {
    expect(redacted("Mail tom.berg@nordhaus.example or +49 40 123 45-67, IBAN DE89 3704 0044 0532 0130 00.")).toBe(
      "Mail [e-mail] or [number], IBAN [IBAN].",
    );
    for (const text of ["It costs 1,240,500 € until 2026-11-30.", "We sold 214 bikes in 2025.", "1.240.500 Euro"])
      expect(redacted(text)).toBe(text);
  });
  test.each([
    "Strategie 2025-2027 kostet 1 200 000 Euro.",
    "Im Jahr 2025/2026 waren es 1 200 000 €.",
    "Strategie (2025 - 2027) für 12 500 000 CHF",
    "Von 2025-2027, dann 2028/2029.",
    "(1 200 000 US-Dollar)",
    "1\u00a0200\u00a0000\u00a0Euro und 2 300 000 EUR",
    "2026-11-30 14:00",
    "2026-11-30 - 2026-12-04",
  ])("keeps what is clearly no telephone number: %s", (text) => expect(redacted(text)).toBe(text));

  test.each([
    ["Telefon: 2025-2027", "Telefon: [number]"],
    ["Call me: 2025/2026.", "Call me: [number]."],
    ["030 2025-2027", "[number]"],
    ["030–2025-2027", "030–[number]"],
    ["2025-2027 30", "[number]"],
    ["2025-2027–30", "[number]–30"],
    ["2027-2025", "[number]"],
    ["12025-2027", "[number]"],
    ["+2025-2027", "[number]"],
    ["171 555 010", "[number]"],
    ["171 555 010 Europaplatz", "[number] Europaplatz"],
    ["030 123 456 Euro", "[number] Euro"],
    ["+49 171 555 010 Euro", "[number] Euro"],
    ["0171–555 010 100 Euro", "0171–[number] Euro"],
    ["Konto 1 200 000 Euro", "Konto [number] Euro"],
    ["1 200 0000 Euro", "[number] Euro"],
    ["0341 5550-12-34", "[number]"],
    ["0341 2034-11-12", "[number]"],
    ["2026-11-30 0171 5550101", "[number]"],
    ["Strategie 2025-2027 0171 5550101", "Strategie [number]"],
  ])("hides what may be one: %s", (text, expected) => expect(redacted(text)).toBe(expected));

  test("leaves no telephone number beside a date, a range of years or a sum", () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 14 });
    const beside = fc.constantFrom("2026-11-30", "2025-2027", "2025/2026", "1 200 000", "");
    fc.assert(
      fc.property(digits, beside, beside, fc.constantFrom(" ", "-", "/"), (list, before, behind, sign) => {
        const number = `0${list.join("")}`;
        expect(redacted([before, number, behind].filter(Boolean).join(sign))).not.toContain(number);
      }),
    );
  });

  test("leaves no telephone number, however it is grouped", () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 14 });
    fc.assert(
      fc.property(digits, fc.constantFrom("", " ", "-"), (list, sign) => {
        const number = list.map((digit, index) => (index > 0 && index % 3 === 0 ? `${sign}${digit}` : digit)).join("");
        expect(redacted(`Call ${number} today.`)).toBe("Call [number] today.");
      }),
    );
  });
});

test("stretches keep every line in its order, and none is longer than the room unless a line is", () => {
  fc.assert(
    fc.property(timed, fc.integer({ min: 50, max: 600 }), (lines, room) => {
      const stretches = stretchesOf(lines, room);
      expect(stretches.flat()).toEqual(lines);
      for (const stretch of stretches)
        expect(stretch.length === 1 || stretch.reduce((sum, { text }) => sum + text.length + 1, 0) <= room).toBe(true);
    }),
  );
});

test("joined transcripts go on where the one before ends", () => {
  fc.assert(
    fc.property(timed, timed, (one, other) => {
      const all = joinTranscripts([one, other]);
      expect(allWords(all)).toEqual(allWords([...one, ...other]));
      expect(all.every(({ from }, index) => index === 0 || (from ?? 0) >= (all[index - 1]?.from ?? 0))).toBe(true);
    }),
  );
});

test("a clock reads as it is written", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 359_999 }), (seconds) => {
      expect(secondsOf(clock(seconds))).toBe(seconds);
    }),
  );
});

describe("words in place of others", () => {
  test("are found as whole words, whatever their case", () => {
    expect(withWords("ANNA and Annabel", "anna", "Anne")).toBe("Anne and Annabel");
    expect(placesOf("a a", "xa a a", true)).toEqual([3]);
  });

  test("stand where the others stood after a letter that is longer when it is small", () => {
    expect(withWords("In İzmir we met Mr Ok.", "Mr Ok", "Mr Oak")).toBe("In İzmir we met Mr Oak.");
    expect(withWords("In İzmir.", "İzmir", "Bursa")).toBe("In Bursa.");
  });
});
