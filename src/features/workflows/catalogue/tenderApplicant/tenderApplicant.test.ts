import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { newEntry } from "#src/features/calendar/contract.ts";
import { newLead } from "#src/features/leads/contract.ts";
import {
  contextOf,
  fromSample,
  inputsOf,
  sampleOf,
  simulate,
  sourceText,
  today,
  type Writer,
} from "#src/testing/simulatedRun.ts";
import { validatedRun } from "#src/testing/suiteTools.ts";
import { recordsText, type TenderRecord } from "../../apis.ts";
import { requestsOf } from "./facts.ts";
import { example, form, type Form } from "./form.ts";
import { tenderApplicant as workflow } from "./workflow.ts";

type Language = "en" | "de";
const least = { requirementTitle: "Quiet rooms", profile: "We measure rooms", tenderText: "Rooms must be measured." };
const filled = (changes: Record<string, unknown> = {}): Form => form.parse({ ...least, ...changes });
const issuesOf = (changes: Record<string, unknown>) =>
  form.safeParse({ ...least, ...changes }).error?.issues.map(({ path }) => path.join(".")) ?? [];

const none = (): [] => [];
async function draft(changes: Record<string, unknown>, read: Parameters<typeof validatedRun>[3] = none) {
  const values = filled(changes);
  const { state } = await simulate(workflow, values, { read });
  return workflow.assemble(values, contextOf(values.goalLanguage), state, { isDraft: true });
}
type Document = Awaited<ReturnType<typeof draft>>;
const blocksOf = (document: Document, key: string) => document.sections.find((one) => one.key === key)?.blocks ?? [];
const rowsOf = (document: Document, key: string): string[][] =>
  blocksOf(document, key).flatMap((block) => (block.type === "table" ? block.rows : []));
const textOf = (document: Document, key: string): string => JSON.stringify(blocksOf(document, key));

describe("the form", () => {
  test("requires title, profile and a tender, and no more", () => {
    expect(z.toJSONSchema(form, { io: "input" }).required?.toSorted()).toEqual(["profile", "requirementTitle"]);
    expect(issuesOf({ tenderText: "" })).toEqual(["tenderText"]);
    expect(issuesOf({ tenderText: "", attachments: ["01980000-0000-7000-8000-000000000001"] })).toEqual([]);
    expect(issuesOf({ notice: "593909-2026" })).toEqual([]);
    expect(issuesOf({ notice: "the one of Tuesday" })).toEqual(["notice"]);
    expect(issuesOf({ tenderText: "", notice: "593909-2026" })).toEqual(["research"]);
  });

  test("asks for web research, codes and countries that services know", () => {
    const find = { mode: "find", research: "web", cpv: ["71250000", "713"], countries: ["DE", "uk"] };
    expect(issuesOf(find)).toEqual([]);
    expect(issuesOf({ ...find, research: "none" })).toEqual(["research"]);
    expect(issuesOf({ ...find, cpv: ["survey"], countries: ["Germany"] })).toContain("countries.0");
    expect(issuesOf({ ...find, cpv: ["survey"], countries: ["D1"] })).toEqual(["cpv.0", "countries.0"]);
    expect(issuesOf({ ...find, valueFrom: 9, valueTo: 8 })).toEqual(["valueTo"]);
  });

  test.each(["en", "de"] as const)("takes the realistic inputs (%s)", (language) => {
    for (const input of inputsOf("tenderApplicant", language))
      expect(form.safeParse(input).error?.issues).toBeUndefined();
  });
});

describe("the guard", () => {
  const file = (text: string) => [sourceText("s1", text)];
  const attachments = ["01980000-0000-7000-8000-000000000001"];
  test("refuses attachments that are no tender, unless its text was pasted", () => {
    const recipe = file("Grandma’s best cookies: flour, butter, sugar.");
    const values = filled({ tenderText: "", attachments });
    expect(workflow.guard(values, recipe)).toMatchObject({ code: "attachment.prank" });
    expect(workflow.guard(filled({ attachments }), recipe)).toBeNull();
    expect(
      workflow.guard(values, file("Ausschreibung: Der Bieter reicht sein Angebot beim Auftraggeber ein.")),
    ).toBeNull();
  });
});

describe("the matrix", () => {
  const attachments = ["01980000-0000-7000-8000-000000000001"];
  const pdf =
    "3 Service\n3.1 Rooms must be measured twice.\n3.2 The measuring device should be calibrated.\nPage 1 of 1";
  const read = (request: string) => (request.includes('"file"') ? [{ text: pdf, title: "Specification.pdf" }] : []);

  test("has every demand of files and pasted text, word for word, with its place", async () => {
    const document = await draft({ attachments, tenderText: "2.1 The bidder must be insured." }, read);
    expect(rowsOf(document, "answers").map((row) => row.slice(0, 4))).toEqual([
      ["R1", "must", "The bidder must be insured.", "2.1, Pasted text"],
      ["R2", "must", "Rooms must be measured twice.", "3.1, 3 Service, p. 1, Specification.pdf"],
      ["R3", "should", "The measuring device should be calibrated.", "3.2, 3 Service, p. 1, Specification.pdf"],
    ]);
  });

  test("of a German tender can be written in English, and the other way round", async () => {
    const document = await draft({ tenderText: "Der Nachweis ist mit dem Angebot vorzulegen." });
    expect(rowsOf(document, "answers")[0]?.slice(0, 3)).toEqual([
      "R1",
      "must",
      "Der Nachweis ist mit dem Angebot vorzulegen.",
    ]);
    const german = await draft({ goalLanguage: "de", tenderText: "The proof must be enclosed." });
    expect(rowsOf(german, "answers")[0]?.[1]).toBe("Muss");
  });

  test.each(["en", "de"] as const)(
    "places what a writer found at its own line, not at a heading inside it (%s)",
    async (language) => {
      const { document } = await run(language);
      expect(rowsOf(document, "answers").at(-1)?.[3]).toMatch(/^3\.7, 3 /);
    },
  );

  test("adds what a writer finds between the lines, and nothing twice", async () => {
    const { document } = await run("en");
    const rows = rowsOf(document, "answers");
    expect(rows).toHaveLength(17);
    expect(rows.at(-1)?.slice(0, 4)).toEqual([
      "R17",
      "must",
      "Warranty: five years from acceptance.",
      "3.7, 3 Service",
    ]);
    const twice = await run("en", (step) => {
      const given = fromSample(sampleOf("tenderApplicant", "en"))(step) as Record<string, object[]>;
      const row = { kind: "must", means: "Measure every room two times", said: "Fourteen rooms must be measured" };
      return given["found"] ? { ...given, found: [...given["found"], row] } : given;
    });
    expect(rowsOf(twice.document, "answers")).toHaveLength(17);
  });
});

/** The example, answered by its sample. */
async function run(language: Language, write: Writer = fromSample(sampleOf("tenderApplicant", language))) {
  const values = { ...example(today, language), attachments: [] };
  const judged = await validatedRun(workflow, values, write, none);
  return { ...judged, document: workflow.assemble(values, contextOf(language), judged.state) };
}
const changed =
  (section: string, at: number, change: object): Writer =>
  (step) => {
    const given = fromSample(sampleOf("tenderApplicant", "en"))(step) as Record<string, object[]>;
    const rows = given[section];
    return rows
      ? { ...given, [section]: rows.map((row, index) => (index === at ? { ...row, ...change } : row)) }
      : given;
  };

describe("the end of a document", () => {
  test.each(["en", "de"] as const)("never says that nothing is missing while musts are open (%s)", async (language) => {
    const { document } = await run(language);
    expect(textOf(document, "decision")).toMatch(/still unclear|ungeklärt/);
    expect(textOf(document, "gaps")).not.toMatch(/There are no open gaps|keine offenen Lücken/);
    expect(document.openQuestions.join(" ")).toMatch(/R\d+/);
  });

  test("counts no parts of a concept that its reader does not see", async () => {
    const document = await draft({ tenderText: "4 Award criteria\n- Price: 20 %\n- Concept: 80 %", conceptPages: 9 });
    expect(document.openQuestions.join(" ")).toContain("Answers to the award criteria are still missing.");
    expect(document.openQuestions.join(" ")).not.toMatch(/\d parts? of the concept/);
  });
});

describe.each([
  ["en", "to clarify, proof missing", "counts as met only with proof"],
  ["de", "zu klären, Nachweis fehlt", "erst mit einem Nachweis"],
] as const)("a demand that somebody calls met without a proof (%s)", (language, status, words) => {
  test("stays to be clarified, and a note says which one it is and why", async () => {
    const { state } = await run(language);
    const rows = state.answer["answers"] as { proof: string }[];
    const values = { ...example(today, language), attachments: [] };
    const changes = { answers: rows.map((row, at) => (at === 5 ? { ...row, proof: "" } : row)) };
    const answer = { ...state.answer, ...changes };
    const document = workflow.assemble(values, contextOf(language), { ...state, answer });
    const label = rowsOf(document, "answers")[5]?.[0] ?? "";
    expect(label).toBe("R6");
    expect(rowsOf(document, "answers")[5]).toContain(status);
    const notes = document.issues.map(({ text = "" }) => text).filter((text) => text.includes(words));
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^R6: /);
  });
});

describe("checks refuse", () => {
  test("“met” without a proof", async () => {
    expect((await run("en", changed("answers", 5, { proof: "" }))).found).toEqual(["noProof"]);
  });

  test("“met” against the comparison with the form", async () => {
    const values = { ...example(today, "en"), insurance: 1_000_000 };
    const write = fromSample(sampleOf("tenderApplicant", "en"));
    const found: string[] = [];
    await validatedRun(workflow, values, write, none, found);
    expect(found).toContain("againstCheck");
  });

  test("price, cost and figures of the strategy in what the buyer reads", async () => {
    expect((await run("en", changed("answers", 6, { answer: "Offered for 89,400 € in all." }))).found).toContain(
      "internalDisclosed",
    );
    expect((await run("en", changed("risks", 0, { way: "Keep the cost below 71,500 €." }))).found).toEqual([]);
  });

  test("percentages of the strategy, unless they stand in the documents", async () => {
    const values = { ...example(today, "en"), strategy: "Bid at 94 % of the last price, 50 % recycled." };
    const judge = async (answer: string): Promise<string[]> => {
      const found: string[] = [];
      await validatedRun(workflow, values, changed("answers", 6, { answer }), none, found);
      return found;
    };
    expect(await judge("Offered at 94 % of what others take.")).toContain("internalDisclosed");
    expect(await judge("Panels with 50 % recycled material are offered.")).toEqual([]);
  });

  test("a question that names a client", async () => {
    const question = "Does the work for Nordhaus count as one reference or as two?";
    expect((await run("en", changed("questions", 0, { question }))).found).toContain("notNeutral");
  });
});

describe("prompts", () => {
  test("never hold price, cost or effort", async () => {
    const { asks } = await simulate(workflow, example(today, "en"), {
      write: fromSample(sampleOf("tenderApplicant", "en")),
    });
    for (const { prompt } of asks) expect(prompt.user + prompt.system).not.toMatch(/89.?400|71.?500|17.?900|1,175/);
  });
});

describe("the decision", () => {
  const tenderText = "2.1 An insurance of at least 2 million € must be proven.\n\nDeadline for bids: 18 January 2027";
  test("names the musts that are not met, or to clarify", async () => {
    expect(textOf(await draft({ tenderText, insurance: 1_000_000 }), "decision")).toContain(
      "As things stand, don’t bid. Not met: R1.",
    );
    expect(textOf(await draft({ tenderText }), "decision")).toContain("1 must is still unclear");
  });

  test("bids when nothing is open and the points are there", async () => {
    const known = { insurance: 3_000_000, price: 100_000, cost: 75_000, bids: 3, bidHours: 40, hourCost: 50 };
    const document = await draft({ tenderText, ...known });
    expect(textOf(document, "decision")).toContain("Bid: 98 of 100 points.");
    expect(textOf(document, "decision")).toContain("bidding is worth 6,333\u00a0€");
  });

  test("is too late after the deadline, and has no plan then", async () => {
    const document = await draft({ tenderText, deadline: "2026-11-20" });
    expect(textOf(document, "decision")).toContain("Too late");
    expect(blocksOf(document, "plan")).toEqual([]);
    expect(document.proposals.filter(({ kind }) => kind === "calendarEntry")).toEqual([]);
  });

  test("says that the documents name no date only where they name none", async () => {
    const asked = async (tenderText: string): Promise<string> => textOf(await draft({ tenderText }), "plan");
    expect(await asked("Rooms must be measured.")).toContain("The documents name no date.");
    const dated = await asked("Rooms must be measured. Version of 1 December 2026.");
    expect(dated).toContain("is it one of the dates above?");
    expect(dated).not.toContain("name no date");
  });

  test("asks which of several deadlines counts", async () => {
    const document = await draft({ tenderText: `${tenderText}\n\nBids close on 25 January 2027.` });
    expect(textOf(document, "dates")).toContain("18 Jan 2027, 25 Jan 2027");
    expect(textOf(document, "questions")).toContain("18 Jan 2027 and 25 Jan 2027");
    expect(document.proposals.find(({ key }) => key === "date:deadline")?.payload["start"]).toBe(
      "2027-01-18T11:00:00.000Z",
    );
  });
});

describe("find", () => {
  const record: TenderRecord = {
    id: "593909-2026",
    title: "Vermessung von Schulen",
    buyer: "Stadt Leipzig",
    country: "DE",
    place: "DED51",
    cpv: ["71250000"],
    value: 60_000,
    currency: "EUR",
    published: "2026-11-18",
    deadline: "2026-12-15",
    procedure: "open",
    summary: "Laserscan von 14 Gebäuden, Pläne als CAD.",
    url: "https://ted.europa.eu/en/notice/-/detail/593909-2026",
  };
  const find = { mode: "find", research: "web", cpv: ["71250000"], countries: ["DE"], tenderText: "", valueTo: 80_000 };
  const reader =
    (records: TenderRecord[]) =>
    (request: string): { text: string }[] =>
      request.includes('"ted"') && records.length > 0 ? [{ text: recordsText(records) }] : [];

  test("asks the services of the countries, and none without web research", () => {
    const apis = (countries: string[], research = "web") =>
      requestsOf({ ...filled({ ...find, countries }), research: research as Form["research"] }).map((one) =>
        "api" in one ? one.api : one.kind,
      );
    expect(apis(["DE"])).toEqual(["ted", "vergabe"]);
    expect(apis(["UK"])).toEqual(["findTender"]);
    expect(apis(["FR", "GB"])).toEqual(["ted", "findTender", "boamp"]);
    expect(apis([])).toEqual(["ted", "vergabe", "findTender", "boamp"]);
    expect(apis(["DE"], "none")).toEqual([]);
  });

  test("ranks notices, and suggests their deadlines, buyers and answers", async () => {
    const document = await draft(
      find,
      reader([{ ...record, id: "1-2026", title: "Große Vermessung", value: 900_000 }, record]),
    );
    expect(rowsOf(document, "notices").map((row) => row.slice(0, 5))).toEqual([
      ["1", "Vermessung von Schulen", "Stadt Leipzig", "60,000\u00a0€", "15 Dec 2026 (23 days)"],
    ]);
    expect(textOf(document, "close")).toContain("value above your range");
    expect(document.proposals.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      "calendarEntry notice:593909-2026",
      "lead buyer:593909-2026",
      "project answer:593909-2026",
    ]);
    const [entry, lead, project] = document.proposals;
    expect(newEntry.safeParse(entry?.payload).error?.issues).toBeUndefined();
    expect(newLead.parse(lead?.payload)).toMatchObject({
      name: "Stadt Leipzig",
      source: { adapter: "ted", url: record.url },
    });
    expect(form.safeParse(project?.payload["formValues"]).error?.issues).toBeUndefined();
  });

  test("says what kept notices out, and what to change", async () => {
    const document = await draft(find, reader([{ ...record, value: 900_000 }]));
    expect(textOf(document, "search")).toContain("Widen the value range: 1 notice is outside it.");
    expect(document.coverage).toEqual({ found: 1, wanted: 10 });
  });

  test("that brings nothing is a result with suggestions, and is not charged", async () => {
    const document = await draft(find, none);
    expect(textOf(document, "search")).toContain("No service returned an open notice");
    expect(document.coverage).toEqual({ found: 0, wanted: 10 });
    expect(document.proposals).toEqual([]);
  });

  test("shows each writer one notice, and quotes it", async () => {
    const values = filled(find);
    const write: Writer = ({ parts }) => ({
      reasons: parts.flatMap(({ ids }) =>
        ids.map((id) => ({
          id,
          why: "A laser scan of buildings is asked for. [s1]",
          against: "",
          ask: "",
          said: "Laserscan von 14 Gebäuden",
        })),
      ),
    });
    const { state, asks } = await simulate(workflow, values, {
      write,
      read: reader([record, { ...record, id: "2-2026", buyer: "Borna" }]),
    });
    expect(asks).toHaveLength(2);
    expect(asks.filter(({ prompt }) => prompt.user.includes("Stadt Leipzig"))).toHaveLength(1);
    const { claims } = workflow.assemble(values, contextOf("en"), state);
    expect(claims.map(({ check, quote }) => [check, quote])).toEqual(
      Array.from({ length: 2 }, () => ["quoteFound", "Laserscan von 14 Gebäuden"]),
    );
  });
});

describe("suggestions", () => {
  test.each(["en", "de"] as const)("are the steps, the dates and the buyer (%s)", async (language) => {
    const { document } = await run(language);
    expect(document.proposals.map(({ key }) => key)).toEqual([
      "step:decide",
      "step:ask",
      "step:proofs",
      "step:draft",
      "step:price",
      "step:review",
      "step:sign",
      "step:upload",
      "date:deadline",
      "date:questions",
      "date:visit",
      "date:binding",
      "date:start",
      "buyer",
    ]);
    for (const { kind, payload } of document.proposals)
      expect((kind === "lead" ? newLead : newEntry).safeParse(payload).error?.issues).toBeUndefined();
    expect(new Set(document.proposals.flatMap(({ payload }) => payload["type"] ?? []))).toEqual(new Set(["5000"]));
  });
});

describe("the concept", () => {
  const tender = (...weights: number[]) =>
    [
      "1 Service",
      "1.1 Rooms must be measured twice.",
      "2 Award criteria",
      "Price: 50 %",
      ...weights.map((weight, at) => `Quality ${"ABCDEF".charAt(at)}: ${weight} %`),
    ].join("\n");
  const rowsAsked = async (changes: Record<string, unknown>) => {
    const values = filled(changes);
    const asked: { id: string; words: number }[] = [];
    const { state } = await simulate(workflow, values, {
      write: (step) =>
        Object.fromEntries(
          step.parts.map(({ section, ids }) => {
            if (section === "concepts") {
              expect(ids).toHaveLength(1);
              const words = /about (\d+) words/.exec(step.prompt.user)?.[1];
              asked.push({ id: ids[0] ?? "", words: Number(words) });
            }
            return [section, section === "summary" ? ["Words."] : ids.map((id) => ({ id, text: `Text of ${id}.` }))];
          }),
        ),
    });
    return { asked, text: textOf(workflow.assemble(values, contextOf("en"), state), "concepts") };
  };

  test("is as long as the pages allow, divided by weight, and long chapters have several parts in order", () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
        async (conceptPages, weights) => {
          const { asked, text } = await rowsAsked({ tenderText: tender(...weights), conceptPages });
          const words = new Map<string, number>();
          for (const { id, words: long } of asked) {
            expect(long).toBeLessThanOrEqual(650);
            const chapter = id.split(".")[0] ?? "";
            words.set(chapter, (words.get(chapter) ?? 0) + long);
          }
          expect(words.size).toBe(weights.length);
          const all = conceptPages * 350;
          const sum = weights.reduce((one, other) => one + other, 0);
          for (const [at, weight] of weights.entries()) {
            const wanted = Math.max(100, (all * weight) / sum);
            expect(Math.abs((words.get(`c${at + 2}`) ?? 0) - wanted)).toBeLessThan(40);
          }
          for (const { id } of asked) expect(text).toContain(`Text of ${id}.`);
        },
      ),
      { numRuns: 12 },
    ));

  test("has the chapters that examiners expect where the documents name no criteria", async () => {
    const { asked } = await rowsAsked({ conceptPages: 4 });
    expect(asked).toEqual(["k1", "k2", "k3", "k4"].map((id) => ({ id, words: 350 })));
    expect((await rowsAsked({ tenderText: tender() })).asked).toEqual([]);
  });
});

describe("an attached price sheet", () => {
  const attachments = ["01980000-0000-7000-8000-000000000001"];
  const sheet =
    (...rows: string[]) =>
    (request: string) =>
      request.includes('"file"')
        ? [{ title: "prices.csv", text: ["Pos;Leistung;Menge;EP;GP", ...rows].join("\n") }]
        : [];

  test("is worked out once more: open positions, amounts, sums and the price of the form", async () => {
    const read = sheet(
      "1;Measuring;14;300,00;4.200,00",
      "2;Panels;320;;",
      "3;Curtains;60;50,00;3.100,00",
      "Summe;;;;7.300,00",
    );
    const document = await draft({ attachments, price: 89_400 }, read);
    const rows = rowsOf(document, "price").map((row) => row.map((cell) => cell.replaceAll("\u00a0", " ")));
    expect(rows.slice(-3)).toEqual([
      ["2 Panels", expect.stringContaining("no price"), "–", "–"],
      ["3 Curtains", expect.stringContaining("quantity × price"), "3,100 €", "3,000 €"],
      ["Summe", expect.stringContaining("sum"), "7,300 €", "7,200 €"],
    ]);
    expect(textOf(document, "price").replaceAll("\u00a0", " ")).toContain("the sheet adds up to 7,200 €");
    expect(document.issues.map(({ code, text }) => [code, text])).toContainEqual([
      "priceSheetFaulty",
      "Check 3 entries in the attached price sheet before you submit it.",
    ]);
  });

  test.each([
    ["en", 7_320, null],
    ["en", 9_000, "the 2 price sheets add up to 7,320 €"],
    ["de", 4_200, "die 2 Preisblätter ergeben zusammen 7.320 €"],
  ] as const)("of each lot counts towards the price of the form: %s, %i", async (language, price, warning) => {
    const head = "Pos;Leistung;Menge;EP;GP";
    const lots = [
      { id: "01980000-0000-7000-8000-000000000001", text: `${head}\n1;Measuring;14;300,00;4.200,00` },
      { id: "01980000-0000-7000-8000-000000000002", text: `${head}\n1;Curtains;60;52,00;3.120,00` },
    ];
    const read = (request: string) =>
      lots.filter(({ id }) => request.includes(id)).map(({ id, text }) => ({ title: `${id}.csv`, text }));
    const changes = { attachments: lots.map(({ id }) => id), price, goalLanguage: language };
    const notes = blocksOf(await draft(changes, read), "price")
      .flatMap((block) => (block.type === "callout" && block.tone === "warn" ? block.text : []))
      .map((text) => text.replaceAll("\u00a0", " "));
    expect(notes).toEqual(warning === null ? [] : [expect.stringContaining(warning)]);
  });

  test("that is right is said to be so, and no sheet brings none", async () => {
    const right = await draft({ attachments }, sheet("1;Measuring;14;300,00;4.200,00", "Summe;;;;4.200,00"));
    expect(textOf(right, "price")).toContain("amounts and sums are correct");
    expect(right.issues.map(({ code }) => code)).not.toContain("priceSheetFaulty");
    expect(textOf(await draft({}), "price")).not.toContain("Price sheet:");
  });
});
