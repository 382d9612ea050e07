import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lintOf, lintQuestions } from "./requirementLint.ts";

const found = (text: string, language: "en" | "de" = "en", isPublic = false): string[] =>
  lintOf(text, language, isPublic).map(({ kind, word }) => `${kind} ${word}`.trim());

/** Words that say nothing wrong, in any order. */
const plainEnglish = ["panels", "0.6", "s", "white", "delivered", "registry", "office", "12", "m²", "measured"];
const plainGerman = ["Paneele", "0,6", "s", "weiß", "geliefert", "Standesamt", "bis", "12", "m²", "gemessen"];

describe("requirements", () => {
  test.each([
    ["High-quality surface that can be cleaned", ["measure High-quality"]],
    ["Fitting quickly and outside opening hours", ["time quickly"]],
    ["Local produce etc.", ["list etc"]],
    ["Panels of type Silentia 40, white", ["brand type Silentia"]],
    ["Panels of type Silentia 40 or equivalent, white", []],
    ["Quiet hours are to be provided", ["who are to be provided"]],
    ["Delivery by bike where possible", ["soft where possible"]],
    ["Report as before", ["reference as before"]],
    ["Three comparable references", ["likeness comparable"]],
    ["Modern, intuitive and robust", ["measure Modern"]],
    ["Reacts promptly to complaints, within 4 hours", []],
    ["Reverberation of at most 0.6 s in meeting rooms", []],
  ])("in English: %s", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test.each([
    ["Zeitnahe Beseitigung von Mängeln", ["time Zeitnahe"]],
    ["Umweltfreundliche, geeignete Mittel usw.", ["measure Umweltfreundliche", "list usw"]],
    ["guter Klang", ["measure guter"]],
    ["Flexible Zeiten", ["measure Flexible"]],
    ["Fahrzeuge in ausreichender Zahl", ["measure ausreichender"]],
    ["Marke Thinkpad X1", ["brand Marke Thinkpad"]],
    ["Die Reinigung ist sicherzustellen", ["who ist sicherzustellen"]],
    ["Ausstattung nach Stand der Technik", ["reference Stand der Technik"]],
    ["Drei vergleichbare Referenzen", ["likeness vergleichbare"]],
    ["Lieferung möglichst montags", ["soft möglichst"]],
    ["schnelle Lieferung binnen 10 Werktagen", []],
    ["Das Gutachten liegt bei, die Güte ist angegeben", []],
  ])("in German: %s", (text, expected) => {
    expect(found(text, "de")).toEqual(expected);
  });

  test("may have words that mean something else in the other language", () => {
    expect(found("Das Dach ist fast eben", "de")).toEqual([]);
    expect(found("Fast delivery", "en")).toEqual(["time Fast"]);
  });

  test("of a public buyer accept what is equivalent to a standard", () => {
    expect(found("Measured to ISO 3382-2", "en", true)).toEqual(["standard ISO 3382-2"]);
    expect(found("Measured to ISO 3382-2 or equivalent", "en", true)).toEqual([]);
    expect(found("Measured to ISO 3382-2", "en", false)).toEqual([]);
  });

  test("are one demand each", () => {
    const long =
      "The contractor must measure each room before the work begins and hand in a report, and the contractor";
    expect(found(`${long} must remove all packaging from the site on the same evening`)).toEqual(["double"]);
    expect(found("He must measure and must report")).toEqual([]);
  });

  test("have a question for each fault, in both languages", () => {
    for (const text of Object.values(lintQuestions)) expect(text.split(" | ")).toHaveLength(2);
  });

  test("show a vague word wherever it stands, and nothing else", () => {
    const vagueWords = fc.constantFrom(
      ["measure", "robust", "en"] as const,
      ["time", "promptly", "en"] as const,
      ["soft", "if possible", "en"] as const,
      ["measure", "hochwertiges", "de"] as const,
      ["time", "zeitnah", "de"] as const,
      ["list", "und so weiter", "de"] as const,
    );
    const at = fc.nat(6);
    fc.assert(
      fc.property(
        vagueWords,
        fc.nat(9),
        fc.nat(9),
        at,
        fc.boolean(),
        ([kind, word, language], one, two, place, loud) => {
          const plain = language === "de" ? plainGerman : plainEnglish;
          const words = Array.from({ length: 6 }, (_, index) => plain[(one + index * (two + 1)) % plain.length] ?? "");
          expect(found(words.join(" "), language)).toEqual([]);
          const said = loud ? word.toUpperCase() : word;
          const text = words.toSpliced(place, 0, said).join(" ");
          const lints = lintOf(text, language, false);
          // “12 s” and “0.6 s” are times, and then “promptly” is a promise with a measure.
          if (kind === "time" && /\d s\b/.test(text)) expect(lints).toEqual([]);
          else expect(lints).toEqual([{ kind, word: said }]);
        },
      ),
    );
  });

  test("of any text are judged, with words that stand in it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.boolean(), (text, isPublic) => {
        for (const { word } of lintOf(text, "de", isPublic)) expect(text).toContain(word);
      }),
    );
  });
});
