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
