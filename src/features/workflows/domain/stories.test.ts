/* oxlint-disable unicorn/no-thenable -- `then` of a criterion is text in parsed data; nobody awaits it */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { words as wordsOf } from "#src/kit/text.ts";
import {
  boundsOf,
  criteriaOf,
  givesReason,
  isDoubted,
  partsOf,
  rankOf,
  roleIn,
  solutionWordsIn,
  statementsOf,
  vagueWordsIn,
} from "./stories.ts";

describe("the parts of a story", () => {
  test.each([
    [
      "As a customer, I want to see my invoices, so that I need not call.",
      "customer",
      "see my invoices",
      "I need not call",
    ],
    ["as the admin I need a list", "admin", "a list", ""],
    ["As a clerk, I want to print because paper stays", "clerk", "print", "paper stays"],
    [
      "Als Kundin möchte ich Rechnungen sehen, damit ich nicht anrufen muss.",
      "Kundin",
      "Rechnungen sehen",
      "ich nicht anrufen muss",
    ],
    ["When a payment fails, I want a message so I can act", "a payment fails", "a message", "I can act"],
    [
      "Wenn die Zahlung scheitert, will ich eine Nachricht, um zu handeln!",
      "die Zahlung scheitert",
      "eine Nachricht",
      "zu handeln",
    ],
    ["As a customer,\n I want to pay", "customer", "pay", ""],
  ])("are found: %s", (story, role, want, why) => {
    expect(partsOf(story)).toEqual({ role, want, why });
  });

  test.each(["Customers can pay.", "", "As a customer, I want", "Als Kunde zahlen"])("are not found: %s", (text) => {
    expect(partsOf(text)).toBeNull();
  });

  test("are put in as they were, whatever the words", () => {
    const phrase = fc
      .array(fc.stringMatching(/^[b-hj-z]{2,8}$/), { minLength: 1, maxLength: 6 })
      .map((all) => all.join(" "));
    const hasJoint = (text: string): boolean => /\b(?:so|because|to|weil|um|damit|sodass)\b/.test(text);
    fc.assert(
      fc.property(phrase, phrase, phrase, (role, want, why) => {
        fc.pre(![role, want, why].some(hasJoint) && role.length < 60 && !/^(?:an?|the) /.test(role));
        expect(partsOf(`As a ${role}, I want to ${want}, so that ${why}.`)).toEqual({ role, want, why });
        expect(partsOf(`Als ${role} möchte ich ${want}, damit ${why}.`)).toEqual({ role, want, why });
      }),
    );
  });
});

describe("the statements of a need", () => {
  test("are the lines of a list, with rules below wishes and headings above them", () => {
    const text = [
      "Invoices:",
      "Our portal is ten years old. It must stay online.",
      "- See invoices",
      "  - only own ones",
      "- Pay",
      "As a clerk, I want to export them",
      "Later:",
    ].join("\r\n");
    expect(statementsOf(text, "en")).toEqual([
      { id: "n1", text: "Our portal is ten years old.", kind: "background", heading: "Invoices", of: "" },
      { id: "n2", text: "It must stay online.", kind: "rule", heading: "Invoices", of: "" },
      { id: "n3", text: "See invoices", kind: "wish", heading: "Invoices", of: "" },
      { id: "n4", text: "only own ones", kind: "rule", heading: "Invoices", of: "n3" },
      { id: "n5", text: "Pay", kind: "wish", heading: "Invoices", of: "" },
      { id: "n6", text: "As a clerk, I want to export them", kind: "wish", heading: "Invoices", of: "" },
      { id: "n7", text: "Later:", kind: "background", heading: "", of: "" },
    ]);
  });

  test("are the wishing sentences of prose", () => {
    expect(
      statementsOf("We sell chairs. Customers should see their orders. Wir sind 12.", "en").map(({ kind }) => kind),
    ).toEqual(["background", "wish", "background"]);
  });

  test("are rules where they state a limit or a wish beside the stories, or a limit in prose", () => {
    const stories =
      "Als Kantorin möchte ich Orgeln sehen.\nDie Orgeln sind alt. Fotos gehören dazu, höchstens 20 je Orgel.";
    expect(statementsOf(stories, "de").map(({ kind, of }) => [kind, of])).toEqual([
      ["wish", ""],
      ["background", ""],
      ["rule", ""],
    ]);
    expect(statementsOf("Kunden sollen Dateien hochladen. Dateien bis 200 MB.", "de").map(({ kind }) => kind)).toEqual([
      "wish",
      "rule",
    ]);
    expect(statementsOf("We have used it for 10 years. Users should log in.", "en")[0]?.kind).toBe("background");
  });

  test.each([
    "",
    "As an officer, I want to see all open applications, so that none is late.",
    "Als Amt möchte ich alles sehen.",
  ])("are all wishes of a text without list marks, whether or not one is a story: %s", (story) => {
    const wishes = ["Residents must be able to apply online.", "Bewohner können Nachweise hochladen."];
    const found = statementsOf([...wishes, "The town has two offices.", story].join("\n"), "en");
    expect(found.filter(({ kind }) => kind === "wish").map(({ text }) => text)).toEqual(
      [...wishes, story].filter(Boolean),
    );
  });

  test("are the short lines of notes without marks", () => {
    expect(statementsOf("Orders\nsee all orders\n  newest first\ncancel one", "en")).toMatchObject([
      { text: "see all orders", kind: "wish", heading: "Orders" },
      { text: "newest first", kind: "rule", of: "n1" },
      { text: "cancel one", kind: "wish" },
    ]);
  });

  test("hold every line exactly once", () => {
    const line = fc.record({
      indent: fc.constantFrom("", "  ", "\t", "    "),
      mark: fc.constantFrom("", "", "- ", "2. ", "[x] "),
      before: fc.constantFrom("", "we must ", "As a clerk, I want to ", "Als Kunde möchte ich "),
      count: fc.integer({ min: 1, max: 5 }),
      end: fc.constantFrom("", ".", ":", "?", "!", ". More"),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom("en", "de"), (shapes, language) => {
        // A word of its own for each line tells where the line is.
        const token = (at: number): string => `Token${String.fromCodePoint(97 + at)}`;
        const text = shapes
          .map(({ indent, mark, before, count, end }, at) => {
            const all = Array.from({ length: count }, (_, no) => (no === 0 ? token(at) : `word${no}`));
            return `${indent}${mark}${before}${all.join(" ")}${end}`;
          })
          .join("\n");
        const statements = statementsOf(text, language);
        for (const [at] of shapes.entries()) {
          const inTexts = statements.filter((one) => wordsOf(one.text).includes(token(at))).length;
          const isHeading = statements.some(({ heading }) => wordsOf(heading).includes(token(at)));
          expect(inTexts).toBe(isHeading ? 0 : 1);
        }
        expect(statements.map(({ id }) => id)).toEqual(statements.map((_, at) => `n${at + 1}`));
        for (const { kind, of } of statements) {
          if (of !== "") expect(kind).toBe("rule");
          if (of !== "") expect(statements.find(({ id }) => id === of)?.kind).toBe("wish");
        }
      }),
    );
  });
});

describe("words of a wish", () => {
  test.each([
    ["Customers must pay", "must"],
    ["Admins only", "must"],
    ["They should see it", "should"],
    ["must come later", "could"],
    ["Kunden dürfen nicht löschen", "must"],
    ["Das sollte gehen", "should"],
    ["Print the list", "open"],
    ["A mustard list", "open"],
  ])("give it a weight: %s", (text, rank) => {
    expect(rankOf(text)).toBe(rank);
  });

  test("tell doubt, reasons, roles, vague and solving words", () => {
    expect(["Is it so? ", "I think yes", "Vielleicht"].every(isDoubted)).toBe(true);
    expect(isDoubted("What? No.")).toBe(false);
    expect(["so that I win", "weil es regnet", "um Geld zu sparen"].every(givesReason)).toBe(true);
    expect(["Umbau zu Ende", "um acht. Tür zu", "print"].some(givesReason)).toBe(false);
    expect(roleIn("Customers pay", ["", "admin", "Customer "])).toBe("Customer ");
    expect(roleIn("Nobody pays", ["customer"])).toBeUndefined();
    expect(vagueWordsIn("Fast and fast, easily; breakfast, User-Friendly")).toEqual([
      "fast",
      "easily",
      "user-friendly",
    ]);
    expect(solutionWordsIn("A dropdown or a JSON file with buttons")).toEqual(["dropdown", "json"]);
  });
});

describe("criteria", () => {
  test("are whole with given, when and then", () => {
    expect(criteriaOf("- signed in, | I pay. | it is booked;\n\n2) an e-mail comes\na | b\na | b | c | d")).toEqual([
      {
        text: "signed in, | I pay. | it is booked;",
        given: "signed in",
        when: "I pay",
        then: "it is booked",
        isWhole: true,
      },
      { text: "an e-mail comes", given: "an e-mail comes", when: "", then: "", isWhole: false },
      { text: "a | b", given: "a", when: "b", then: "", isWhole: false },
      { text: "a | b | c | d", given: "a", when: "b", then: "c", isWhole: false },
    ]);
  });
});

describe("limits", () => {
  test("are tested just below and just above", () => {
    expect(
      boundsOf([
        "at most 1,000 rows and 20 files, 20 in all",
        "at most 1,000 rows and 20 files, 20 in all",
        "mindestens 3",
        "since 2027, up to 10:30, 1.5 or 3-4",
        "7 rows",
      ]),
    ).toEqual([
      { limit: 1000, text: "at most 1,000 rows and 20 files, 20 in all", below: 999, above: 1001 },
      { limit: 20, text: "at most 1,000 rows and 20 files, 20 in all", below: 19, above: 21 },
      { limit: 3, text: "mindestens 3", below: 2, above: 4 },
    ]);
  });

  test("are found as they were written, in either language", () => {
    const limit = fc.integer({ min: 1, max: 999_999 }).filter((one) => one < 1990 || one > 2100);
    fc.assert(
      fc.property(limit, fc.constantFrom("en-GB", "de-DE"), (value, locale) => {
        const [bound] = boundsOf([`up to ${value.toLocaleString(locale)} rows`]);
        expect(bound).toMatchObject({ limit: value, below: value - 1, above: value + 1 });
      }),
    );
  });
});
