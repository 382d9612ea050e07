import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buyerIn, demandKindOf, isTenderText, readTender } from "./tenderDemands.ts";
import { passagesIn } from "./tenderText.ts";
import { oneLine } from "./wording.ts";

const files = (text: string) => [{ id: "t", title: "Tender.pdf", text }];
const demands = (text: string) => readTender(files(text)).demands;
const lines = (text: string): string[] =>
  demands(text).map(({ kind, place, text: words }) => `${kind} ${place.no} ${words}`);

describe("a sentence demands", () => {
  test.each([
    ["The bidder must name two references.", "must"],
    ["Panels shall be white.", "must"],
    ["Rooms have to be measured.", "must"],
    ["The contractor will hand over the keys every morning.", "must"],
    ["The term may be at most three years.", "must"],
    ["Bids by email are not permitted.", "must"],
    ["Recycled material is desirable.", "should"],
    ["The surface should be washable.", "should"],
    ["Bidders may offer variants.", null],
    ["The contracting authority must answer within six days.", null],
    ["The town hall was built in 1962.", null],
    ["Der Bieter muss zwei Referenzen nennen.", "must"],
    ["Ein Nachweis ist mit dem Angebot vorzulegen.", "must"],
    ["Die Räume sind vor der Montage zu messen.", "must"],
    ["Die Verlegung hat nach VDE 0100 zu erfolgen.", "must"],
    ["Der Nachhall darf höchstens 0,6 s betragen.", "must"],
    ["Der Auftragnehmer stellt eine deutschsprachige Bauleitung.", "must"],
    ["Leuchten sollen wartungsarm sein.", "should"],
    ["Nebenangebote können abgegeben werden.", null],
    ["Der Auftraggeber hat Strom zu stellen.", null],
    ["Das Rathaus ist ein Bau von 1962.", null],
  ])("%s %s", (sentence, kind) => {
    expect(demandKindOf(sentence)).toBe(kind);
  });
});

describe("demands of a document", () => {
  test("carry their number, section and page", () => {
    const text = `1 Dates
Bids must be in by noon.
Page 1 of 2
2 Suitability
2.1 The bidder must name two
references.
R7: Prices shall include travel.
Page 2 of 2`;
    expect(demands(text).map(({ text: words, place }) => [words, place.no, place.section, place.page])).toEqual([
      ["Bids must be in by noon.", "", "1 Dates", 1],
      ["The bidder must name two references.", "2.1", "2 Suitability", 2],
      ["Prices shall include travel.", "R7", "2 Suitability", 2],
    ]);
  });

  test("inherit the obligation of the sentence that their list hangs on", () => {
    expect(
      demands(
        "Mit dem Angebot sind einzureichen:\n- Konzept, 6 Seiten\n- Zeitplan je Raum\n\nDas Rathaus ist offen.",
      ).map(({ text, lead, isHandedIn }) => [text, lead, isHandedIn]),
    ).toEqual([
      ["Konzept, 6 Seiten", "Mit dem Angebot sind einzureichen:", true],
      ["Zeitplan je Raum", "Mit dem Angebot sind einzureichen:", true],
    ]);
  });

  test("follow the column of a table that says how binding they are", () => {
    expect(lines("Nr | Anforderung | Art\nP1 | Melder in allen Räumen | Muss\nP2 | Steuerung über App | Soll")).toEqual(
      ["must P1 Melder in allen Räumen", "should P2 Steuerung über App"],
    );
  });

  test("are whole where a line divided a word, and keep hyphens of pairs", () => {
    expect(lines("Der Nachweis ist vor-\nzulegen. Die Vor-\nund Nachmessung muss erfolgen.")).toEqual([
      "must  Der Nachweis ist vorzulegen.",
      "must  Die Vor- und Nachmessung muss erfolgen.",
    ]);
  });

  test("begin with a date and are no numbered line", () => {
    expect(passagesIn("18. Januar 2027 ist die Frist.").map(({ no }) => no)).toEqual([""]);
  });
});

describe("award criteria", () => {
  test("have name, weight and kind, whichever comes first", () => {
    const { criteria, demands: rest } = readTender(
      files(
        "4 Award criteria\n- Price: 50 %\n- 30 points for the transition plan\nSocial value | 5 %\n5 Other\nA discount of 3 % must be named.",
      ),
    );
    expect(criteria.map(({ name, weight, unit, kind }) => [name, weight, unit, kind])).toEqual([
      ["Price", 50, "%", "price"],
      ["for the transition plan", 30, "points", "quality"],
      ["Social value", 5, "%", "quality"],
    ]);
    expect(rest.map(({ text }) => text)).toEqual(["A discount of 3 % must be named."]);
  });
});

describe("award criteria stand", () => {
  const weights = (text: string): string[] =>
    readTender(files(text)).criteria.map(({ name, weight, unit, kind }) => `${name} ${weight} ${unit} ${kind}`);
  const both = ["Preis 40 % price", "Qualität 60 % quality"];

  test.each([
    ["in numbered lines without a full stop", "3 Zuschlagskriterien\n3.1 Preis 40%\n3.2 Qualität 60%", both],
    ["in numbered lines of the first level", "Zuschlagskriterien\n\n1. Preis 40 %\n2. Qualität 60 %", both],
    ["below a line with a colon", "Zuschlagskriterien:\nPreis: 40 %\nQualität: 60 %\nDer Rest ist offen.", both],
    ["below a line without a colon", "Zuschlagskriterien\nPreis: 40 %\nQualität: 60 %", both],
    ["in one line", "Zuschlagskriterien: Preis 40 %, Qualität 60 %.", both],
    ["in one line, each with a colon", "Zuschlagskriterien: Preis: 40 %; Qualität: 60 %", both],
    ["in a sentence", "Zuschlagskriterien sind der Preis (40 %) und die Qualität (60 %).", both],
    ["in a sentence, weights first", "Der Zuschlag richtet sich zu 40 % nach Preis und zu 60 % nach Qualität.", both],
    ["in a section as one line", "4 Wertung\nPreis 40 %, Qualität 60 %\n5 Sonstiges\n5.1 Skonto 3 %", both],
    [
      "in an English line",
      "The site must be quick.\nAward criteria: Quality 70%, Price 30%.",
      ["Quality 70 % quality", "Price 30 % price"],
    ],
    ["in an English list", "Award criteria:\nPrice: 30 %\nQuality: 70 %", ["Price 30 % price", "Quality 70 % quality"]],
    [
      "in an English sentence",
      "The contract will be awarded on price (60 points), quality of service (30 points) and social value (10 points).",
      ["price 60 points price", "quality of service 30 points quality", "social value 10 points quality"],
    ],
    ["alone", "The only award criterion is the price (100 %).", ["price 100 % price"]],
  ])("%s", (_, text, wanted) => {
    expect(weights(text)).toEqual(wanted);
  });

  test.each([
    ["what is part of a criterion", "4 Award criteria\n- Quality: 60 %, of which team 40 %", ["Quality 60 % quality"]],
    ["a penalty", "Die Bewertung sinkt bei 10 % Abweichung um 5 Punkte und bei 20 % um 10 Punkte.", []],
    ["shares that are no whole", "Nach Zuschlag sind 30 % Anzahlung und 20 % bei Lieferung fällig.", []],
    ["a section behind them", "3 Zuschlagskriterien\n3.1 Preis 100 %\n4 Skonto 3 %", ["Preis 100 % price"]],
  ])("apart from %s", (_, text, wanted) => {
    expect(weights(text)).toEqual(wanted);
  });
});

test("award criteria are read back from each way to write them", () => {
  const names = ["Price", "Quality", "Delivery time", "Social value"];
  const ways: ((one: string, weight: number) => string)[] = [
    (name, weight) => `${name}: ${weight} %`,
    (name, weight) => `${name} (${weight}%)`,
    (name, weight) => `${weight} % ${name}`,
    (name, weight) => `${name} ${weight} percent`,
  ];
  const frames: ((parts: string[]) => string)[] = [
    (parts) => `Award criteria: ${parts.join(", ")}.`,
    (parts) => `The award criteria are ${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}.`,
    (parts) => `3 Award criteria\n${parts.map((part, at) => `3.${at + 1} ${part}`).join("\n")}`,
    (parts) => `Award criteria:\n${parts.join("\n")}`,
  ];
  const shares = fc
    .tuple(fc.integer({ min: 1, max: 49 }), fc.integer({ min: 1, max: 25 }), fc.integer({ min: 1, max: 20 }))
    .map((first) => [...first, 100 - first.reduce((sum, one) => sum + one, 0)]);
  fc.assert(
    fc.property(shares, fc.constantFrom(...ways), fc.constantFrom(...frames), (weights, way, frame) => {
      const text = frame(names.map((name, at) => way(name, weights[at] ?? 0)));
      expect(readTender(files(text)).criteria.map(({ name, weight }) => [name, weight])).toEqual(
        names.map((name, at) => [name, weights[at]]),
      );
    }),
    { numRuns: 100 },
  );
});

describe("numbered duties", () => {
  test.each([
    ["2 Leistung\n2.1 Unterhaltsreinigung täglich außer samstags und sonntags.", 1],
    ["2 Scope of services\n2.1 Daily cleaning except on Saturdays and Sundays.", 1],
    ["2.3 Der AN stellt sicher, dass nur fest angestellte Personen eingesetzt werden.", 1],
    ["2.3 Der AG stellt Strom und Wasser auf seine Kosten bereit.", 0],
    ["2 Leistung\n2.1 Das Rathaus ist ein Bau von 1962.", 0],
    // What a term says is left to whoever reads the contract.
    ["2 Leistung\n2.1 Gewährleistung: fünf Jahre.", 0],
    ["2 Leistung\n2.1 Der AG stellt Wasser und Strom.", 0],
  ])("%s", (text, count) => {
    expect(demands(text)).toHaveLength(count);
  });
});

describe("files", () => {
  test("of a kitchen are no tender documents, others are", () => {
    expect(isTenderText("Grandma’s best cookies: flour, butter, sugar. Bake for 12 minutes.")).toBe(false);
    expect(isTenderText("Ausschreibung der Stadt: Der Bieter reicht sein Angebot ein, der Auftraggeber wählt.")).toBe(
      true,
    );
    expect(
      isTenderText(
        "1.1 It must be red.\n1.2 It must be flat.\n1.3 It must be new.\n1.4 It must be light.\n1.5 It must last.",
      ),
    ).toBe(true);
  });

  test("name the buyer in a line of its own", () => {
    expect(buyerIn(files("Notice\nContracting authority: Town of Harsefelde"))).toBe("Town of Harsefelde");
    expect(buyerIn(files("The contracting authority decides."))).toBe("");
  });
});

describe("any document", () => {
  const word = fc.constantFrom(
    "must",
    "muss",
    "sind",
    "einzureichen",
    "zu",
    "messen",
    "shall",
    "Der",
    "Bieter",
    "rooms",
    "2.1",
    "3",
    "R7",
    "-",
    "a)",
    "50 %",
    "Price",
    ":",
    ".",
    "\n",
    "\n\n",
    "Page 3",
    " | ",
    "Muss",
    "18. Januar",
    "vor-",
    "zulegen",
  );
  const text = fc.oneof(
    fc.array(word, { maxLength: 60 }).map((words) => words.join(" ").replace(/ ?\n ?/g, "\n")),
    fc.string({ unit: "grapheme", maxLength: 200 }),
  );
  const bare = (value: string): string => oneLine(value).replace(/[\s-]/g, "");

  test("has every demand word for word, once, and at a section that it has", () => {
    fc.assert(
      fc.property(text, (document) => {
        const found = demands(document);
        for (const demand of found) {
          expect(bare(document)).toContain(bare(demand.text));
          expect(bare(document)).toContain(bare(demand.place.section));
          expect(bare(document)).toContain(bare(demand.place.no));
        }
        const words = found.map((demand) => demand.text.toLowerCase());
        expect(new Set(words).size).toBe(words.length);
      }),
      { numRuns: 100 },
    );
  });

  test("has no fewer demands when another one follows", () => {
    fc.assert(
      fc.property(text, (document) => {
        const more = demands(`${document}\n\n9.9 The bidder must whistle in tune.`);
        expect(more.length).toBeGreaterThanOrEqual(demands(document).length);
        expect(more.some((demand) => demand.text.includes("whistle in tune"))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
