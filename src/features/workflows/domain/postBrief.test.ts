import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { briefForWriter, hasFigure, linesOfBrief, publishableBrief, withheldFigures } from "./postBrief.ts";

const kindsOf = (brief: string, language: string) =>
  linesOfBrief(brief, language).map((line) => line.map(({ kind }) => kind));

describe("a brief", () => {
  const chat =
    "[18:23] Uwe: Haupthahn, Leitung leerlaufen lassen, 3 Minuten. Letzten Winter 41 Notdienste.\n[18:25] Caro: aber nicht den Preis sagen.\n[18:26] Uwe: Notdienst Sonntag 180 €. nicht sagen!";

  test("is published without what the person asks not to say", () => {
    expect(kindsOf(chat, "de")).toEqual([["open", "open"], ["request"], ["withheld"]]);
    expect(publishableBrief(chat, "de")).toBe(
      "Haupthahn, Leitung leerlaufen lassen, 3 Minuten. Letzten Winter 41 Notdienste.",
    );
    expect(publishableBrief("[19.11. 18:22] Caro: Machen wir was? [18:23] Uwe: ja.", "de")).toBe(
      "Machen wir was?\nja.",
    );
    expect(briefForWriter(chat, { goalLanguage: "de" })).toBe(chat.split("\n").slice(0, 2).join("\n"));
    expect(withheldFigures(chat, "de")).toEqual(["180"]);
  });

  test("keeps the sentences beside such a fact", () => {
    const text = "Show the jig, not the table. We sell plans for 12$ but dont mention. Question at the end.";
    expect(publishableBrief(text, "en")).toBe("Show the jig, not the table. Question at the end.");
    expect(publishableBrief("no link they ban. we sell plans for 12$ but dont mention. show it!", "en")).toBe(
      "no link they ban. show it!",
    );
    expect(kindsOf("Never mention that we pay 180 € an hour.", "en")).toEqual([["withheld"]]);
    expect(kindsOf("They pay 7,350 € a year, don't mention that.", "en")).toEqual([["withheld"]]);
    expect(kindsOf("Open on Saturday. Margin 40 %. (intern)", "en")).toEqual([["open", "withheld"]]);
    expect(kindsOf("Open on Saturday. Margin 40 %. Keep this between us.", "en")).toEqual([["open", "withheld"]]);
    expect(kindsOf("We work for Nordhaus, please don't say so.", "en")).toEqual([["withheld"]]);
    expect(kindsOf("Our new office in Kiel is confidential until May.", "en")).toEqual([["withheld"]]);
  });

  test("stands as it is when nothing is to be left out", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("A line.", "  two  spaces", "", "- item", "Frau Petersen lacht.")),
        (lines) => {
          const brief = lines.join("\n");
          expect(publishableBrief(brief, "de")).toBe(brief.trim());
          expect(briefForWriter(brief, { goalLanguage: "de" })).toBe(brief.trim());
        },
      ),
    );
  });

  test("is asked about where it names people or doubts", () => {
    const flags = linesOfBrief("Frau Petersen ist zufrieden. Vermutlich sind es 0,6 Sekunden. Offen ab Samstag.", "de");
    expect(flags[0]?.map(({ flag }) => flag)).toEqual(["private", "check", null]);
  });

  test("is not read as a request where it only says no", () => {
    const plain = [
      "I don't know, they say it is fine.",
      "Das sagen wir nicht oft.",
      "It could not say more.",
      "Nobody names it.",
    ];
    for (const text of plain) expect(kindsOf(text, "en")).toEqual([["open"]]);
    expect(kindsOf("Please do not mention the price.", "en")).toEqual([["request"]]);
    expect(kindsOf("Bitte nicht den genauen Preis nennen.", "de")).toEqual([["request"]]);
  });

  test.each([
    "Intern: Förderantrag bei drei Kunden vergessen. Wird am Montag nachgereicht.",
    "intern: kundin ist frau vom bürgermeister.",
    "**Internal:** the customer has not paid yet.",
    "Internal (not for the post): margin is forty percent",
    "Interne Notiz: Der Lieferant wechselt.",
    "Geheim: Wir eröffnen in Kiel.",
    "Not for publication: the roof leaks.",
    "Nicht zur Veröffentlichung: das Dach ist undicht.",
    "Keep this between us: the roof leaks.",
    "(internal) The roof leaks.",
    "The roof leaks [nur intern].",
    "Please leave out that the roof leaks.",
    "Bitte nicht erwähnen, dass das Dach undicht ist.",
  ])("keeps back what is marked as internal: %s", (text) => {
    for (const brief of [`We open on Saturday at nine.\n${text}`, `We open on Saturday at nine. ${text}`]) {
      expect(publishableBrief(brief, "de")).toBe("We open on Saturday at nine.");
      expect(briefForWriter(brief, { goalLanguage: "de" })).toBe("We open on Saturday at nine.");
    }
    expect(publishableBrief(`[18:26] Uwe: ${text}`, "de")).not.toMatch(/undicht|leaks|Förder|kundin|paid|margin|Kiel/);
  });

  test("keeps back what stands below a line that says internal, down to an empty line or the next heading", () => {
    const below = "Offen ab Samstag.\n\nIntern:\n- Dach undicht\n- Kredit läuft aus";
    expect(publishableBrief(below, "de")).toBe("Offen ab Samstag.");
    expect(publishableBrief(`${below}\n\nParkplatz am Haus.`, "de")).toMatch(
      /^Offen ab Samstag\.\s+Parkplatz am Haus\.$/,
    );
    expect(publishableBrief(`${below}\nAnfahrt:\nBus 5`, "de")).toMatch(/^Offen ab Samstag\.\s+Anfahrt:\nBus 5$/);
  });

  test.each([
    "Internal audit: three of five halls failed.",
    "Internal links help readers.",
    "Wir stellen intern um.",
    "Externe Schulung: 200 €, intern gibt es das umsonst.",
    "External: the shop; internal: the workshop.",
    "Das Geheimnis: zwei Tage ruhen lassen.",
    "Our secret: two days of rest.",
    "The difference between us and others: we measure.",
    "Leave out the salt.",
    "Interne Fortbildung: jeden Montag.",
  ])("publishes what only sounds like it: %s", (text) => {
    expect(publishableBrief(text, "de")).toBe(text);
  });

  test("has figures only where they stand alone", () => {
    expect([hasFigure("für 180 €", "180"), hasFigure("für 1.180 €", "180")]).toEqual([true, false]);
  });
});
