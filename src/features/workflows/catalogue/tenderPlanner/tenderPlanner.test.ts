import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { newEntry } from "#src/features/calendar/contract.ts";
import { newLead } from "#src/features/leads/contract.ts";
import {
  contextOf,
  fromPages,
  fromSample,
  inputsOf,
  sampleOf,
  samplePagesOf,
  simulate,
  today,
  type Writer,
} from "#src/testing/simulatedRun.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { holidayCountries } from "../../domain/holidays.ts";
import { example, form, type Form } from "./form.ts";
import { marketRequests } from "./market.ts";
import { tenderPlanner as workflow } from "./workflow.ts";

type Language = "en" | "de";

const least = {
  requirementTitle: "Chairs",
  need: "Forty chairs for the office",
  publishOn: "2027-01-04",
  startOn: "2027-06-01",
};
const filled = (changes: Record<string, unknown>): Form => form.parse({ ...least, ...changes });
const issuesOf = (changes: Record<string, unknown>) => form.safeParse({ ...least, ...changes }).error?.issues ?? [];
const draft = async (changes: Record<string, unknown>, language: Language = "en") => {
  const values = filled({ goalLanguage: language, ...changes });
  const { state } = await simulate(workflow, values);
  return workflow.assemble(values, contextOf(language), state, { isDraft: true });
};
const attachments = ["01980000-0000-7000-8000-000000000001"];
const exampleRun = async (language: Language, write: Writer = fromSample(sampleOf("tenderPlanner", language))) => {
  const values = { ...form.parse(example(today, language)), attachments };
  const read = fromPages(samplePagesOf("tenderPlanner", language));
  const { state, asks } = await simulate(workflow, values, { write, read });
  const context = contextOf(language);
  const errors = asks.flatMap((step) => workflow.validate(values, context, state, step).errors);
  return { values, context, state, asks, errors, document: workflow.assemble(values, context, state) };
};
const changedRow = (section: string, id: string, change: object): Writer => {
  const all = sampleOf("tenderPlanner", "en") as Record<string, { id: string }[]>;
  const rows = (all[section] ?? []).map((row) => (row.id === id ? { ...row, ...change } : row));
  return fromSample({ ...all, [section]: rows });
};
type Document = Awaited<ReturnType<typeof draft>>;
const sectionText = (document: Document, key: string): string =>
  JSON.stringify(document.sections.find((section) => section.key === key) ?? "");
const rowsOf = (document: Document, key: string): string[][] =>
  document.sections
    .find((section) => section.key === key)
    ?.blocks.flatMap((block) => (block.type === "table" ? block.rows : [])) ?? [];

const criteria = (...weights: number[]) =>
  weights.map((weight, at) => ({ name: `Criterion ${at + 1}`, weight, kind: at === 0 ? "price" : "quality" }));
const town = { buyer: "local", country: "DE", value: 300_000 };

describe("the form", () => {
  test("requires title, need and two days, and no more", () => {
    expect(z.toJSONSchema(form, { io: "input" }).required?.toSorted()).toEqual([
      "need",
      "publishOn",
      "requirementTitle",
      "startOn",
    ]);
  });

  test("takes weights that add up to 100, and offers the same proportion for others", () => {
    expect(issuesOf({ criteria: criteria(33.3, 33.3, 33.4) })).toEqual([]);
    expect(issuesOf({ criteria: criteria(60, 30) })).toMatchObject([
      { path: ["criteria"], params: { sum: 90, scaled: "67, 33" } },
    ]);
    expect(issuesOf({ criteria: criteria(0, 0) })).toMatchObject([{ path: ["criteria"] }]);
  });

  test("refuses a start before the notice, codes that are no CPV codes, and addresses that are none", () => {
    expect(issuesOf({ startOn: "2027-01-04" })).toMatchObject([{ path: ["startOn"] }]);
    expect(issuesOf({ cpv: ["44111000", "44111000-1", "4411"] })).toMatchObject([{ path: ["cpv", 2] }]);
    expect(issuesOf({ pages: ["https://a.example", "a page"] })).toMatchObject([{ path: ["pages", 1] }]);
    expect(issuesOf({ suppliers: [{ name: "A", website: "a", email: "b" }] })).toMatchObject([
      { path: ["suppliers", 0, "website"] },
      { path: ["suppliers", 0, "email"] },
    ]);
  });
});

describe("threshold and procedure", () => {
  const limits = async (changes: Record<string, unknown>) =>
    rowsOf(await draft(changes), "procedure")
      .filter((row) => row.length === 5)
      .map(([what, value, , , status]) => [what, value, status]);

  test("show each limit with source, date and “to be checked”", async () => {
    expect(await limits(town)).toEqual([
      ["Threshold without VAT", "216,000\u00a0€ (1 Jan 2026 to 31 Dec 2027)", "to be checked"],
      ["Least time for electronic bids", "30 days", "to be checked"],
      ["Answers before the deadline", "6 days", "to be checked"],
      ["Standstill before the award", "10 days", "to be checked"],
      ["Award notice after the award", "30 days", "to be checked"],
    ]);
    expect(await limits({ ...town, buyer: "private" })).toEqual([]);
  });

  test("count the higher of estimate and lots, so that a low estimate changes nothing", async () => {
    const lots = [{ name: "Chairs", value: 220_000 }];
    const document = await draft({ ...town, value: 200_000, lots });
    expect(sectionText(document, "overview")).toContain("reached, to be checked");
    expect(sectionText(document, "overview")).toContain("differs from the sum of the lots");
  });

  test("take an estimate of 0 for none", async () => {
    const lots = [{ name: "Chairs", quantity: 40, unit: "", value: 201_000 }];
    const [zero, none] = [await draft({ ...town, value: 0, lots }), await draft({ ...town, value: null, lots })];
    expect(sectionText(zero, "overview")).toContain("201,000");
    for (const key of ["overview", "procedure"]) expect(sectionText(zero, key)).toBe(sectionText(none, key));
    expect(zero.openQuestions).toEqual(none.openQuestions);
  });

  test("compare pounds with VAT, and no currency with another one", async () => {
    const british = { buyer: "local", country: "GB", currency: "GBP" };
    expect(sectionText(await draft({ ...british, value: 175_000 }), "overview")).toContain("reached, to be checked");
    expect(sectionText(await draft({ ...british, value: 173_000 }), "overview")).toContain("not reached");
    const other = await draft({ ...british, currency: "EUR", value: 175_000 });
    expect(sectionText(other, "procedure")).toContain("convert the value into GBP");
    expect(sectionText(await draft({ ...town, country: "CH" }), "procedure")).toContain("not known here");
  });

  test("name small lots that may be bought by national rules", async () => {
    const lots = [
      { name: "Chairs", value: 300_000 },
      { name: "Lamps", value: 40_000 },
    ];
    expect(sectionText(await draft({ ...town, value: null, lots }), "procedure")).toContain("to be checked): Lamps.");
    expect(sectionText(await draft({ ...town, buyer: "private", value: null, lots }), "procedure")).not.toContain(
      "Lamps",
    );
  });
});

describe("dates", () => {
  test("say when the time for bids is shorter than the law allows", async () => {
    const overview = async (bidDays: number) => sectionText(await draft({ ...town, bidDays }), "overview");
    // 28 days end on Mon 1 Feb, 30 on Wed 3 Feb 2027.
    expect(await overview(28)).toContain("it ends on 1 Feb 2027, and by law on 3 Feb 2027 at the earliest");
    expect(await overview(30)).not.toContain("too short");
  });

  test("say by when the notice has to go out for the start", async () => {
    const document = await draft({ ...town, startOn: "2027-03-01" });
    expect(sectionText(document, "overview")).toMatch(/too late for the start on 1 Mar 2027\. Send the notice by \d/);
    const past = await draft({ ...town, publishOn: "2026-12-01", startOn: "2026-12-20" });
    expect(sectionText(past, "overview")).toContain("The notice would have had to go out by");
  });

  test("have two stages when requests come first", async () => {
    const steps = rowsOf(await draft({ ...town, procedure: "restricted", bidDays: 25 }), "timeline");
    expect(steps.map(([step]) => step).slice(0, 3)).toEqual([
      "Notice sent",
      "Deadline for requests to take part",
      "Invitation to bid",
    ]);
    // Thirty days, then five working days, then twenty-five days.
    expect(steps.map(([, date]) => date).slice(1, 3)).toEqual(["Wed 3 Feb 2027", "Wed 10 Feb 2027"]);
    expect(steps[5]?.[1]).toBe("Mon 8 Mar 2027");
  });

  test("name public holidays that shorten the time for bids", async () => {
    const document = await draft({ ...town, publishOn: "2027-03-10" }, "de");
    expect(sectionText(document, "timeline")).toContain("Karfreitag (26.03.2027) und Ostermontag (29.03.2027)");
  });
});

describe("the award", () => {
  test("has the points and ranks that a buyer works out by hand", async () => {
    const document = await draft({ ...town, value: 100_000, criteria: criteria(50, 50) });
    expect(rowsOf(document, "trial")).toEqual([
      ["A", "100,000\u00a0€", "60\u00a0%", "50.00", "30.00", "80.00", "3"],
      ["B", "112,000\u00a0€", "80\u00a0%", "44.00", "40.00", "84.00", "2"],
      ["C", "130,000\u00a0€", "100\u00a0%", "35.00", "50.00", "85.00", "1"],
    ]);
    expect(sectionText(document, "trial")).toContain("up to 40.0 % more");
    expect(sectionText(document, "award")).toContain("With equal sums, more points for quality win");
  });

  test("follows formula and tie rule of the form", async () => {
    const document = await draft({ criteria: criteria(50, 50), formula: "ratio", tie: "price" });
    expect(sectionText(document, "award")).toContain("50 × lowest price ÷ price");
    expect(sectionText(document, "award")).toContain("With equal sums, the lower price wins");
  });

  test("has no trial when the price alone counts, and says what that means", async () => {
    const document = await draft({ criteria: criteria(100) });
    expect(document.sections.map(({ key }) => key)).not.toContain("trial");
    expect(sectionText(document, "overview")).toContain("Only the price counts");
  });

  test("by the price alone speaks of no quality, and a record names only what is checked", async () => {
    const price = await draft({ criteria: criteria(100), requirements: [{ text: "Red", level: "must" }] });
    const text = `${sectionText(price, "award")}${sectionText(price, "protocol")}`;
    expect(text).toContain("With equal points, the lower price wins, then a draw by lot.");
    expect(text).toContain("All musts met");
    expect(text).not.toMatch(/quality/i);
    const bare = sectionText(await draft({ requirements: [{ text: "Red", level: "should" }] }), "protocol");
    expect(bare).not.toMatch(/quality|musts/i);
    const both = sectionText(await draft({ criteria: criteria(50, 50) }), "protocol");
    expect(both).toContain("Quality scored by two people");
    expect(both).toContain("more points for quality");
  });
});

describe("what is handed on", () => {
  test("tells bidders the currency and what is compared, and leaves out what the buyer has to decide", async () => {
    const { document } = await exampleRun("en");
    const blocks = (key: string) => document.sections.find((section) => section.key === key)?.blocks ?? [];
    expect(
      blocks("sheet")
        .flatMap((block) => (block.type === "p" ? [block.text] : []))
        .join(" "),
    ).toContain("The sum without VAT is compared.");
    for (const key of ["spec", "contract"]) {
      const [table] = blocks(key).flatMap((block) => (block.type === "table" ? [block] : []));
      expect(table?.internal?.map((column) => table.columns[column])).toEqual(["To decide"]);
    }
  });

  test("has the same column in a draft without tests", async () => {
    const document = await draft({ requirements: [{ text: "A modern chair", level: "must" }] });
    const [table] =
      document.sections
        .find(({ key }) => key === "spec")
        ?.blocks.flatMap((block) => (block.type === "table" ? [block] : [])) ?? [];
    expect(table?.internal?.map((column) => table.columns[column])).toEqual(["To decide"]);
  });
});

describe("requirements", () => {
  const requirements = [{ text: "Robust chairs, delivered soon" }, { text: "Seat height of 40 to 52 cm" }];

  test("of a draft stay as they were typed, with one question for what nobody can test", async () => {
    const document = await draft({ requirements });
    expect(rowsOf(document, "spec")).toEqual([
      [
        "R1",
        "must",
        "Robust chairs, delivered soon",
        "“Robust” can’t be tested: which figure or standard applies? “soon” is not a deadline: within how many hours or days?",
      ],
      ["R2", "must", "Seat height of 40 to 52 cm", "–"],
    ]);
    expect(document.openQuestions.filter((question) => /^R\d/.test(question))).toHaveLength(1);
  });

  test("that a writer leaves vague are shown to the person", async () => {
    const { document } = await exampleRun("en", changedRow("spec", "q5", { text: "A high-quality surface. [form]" }));
    expect(document.issues).toMatchObject([{ code: "stillVague", text: "R5 still has words that can’t be tested." }]);
  });
});

describe("the estimate", () => {
  test("is refused in what bidders read, as a name and as a number", async () => {
    const disclosed = async (section: string, id: string, change: object) =>
      (await exampleRun("en", changedRow(section, id, change))).errors.map(({ code, at }) => `${code} ${at}`);
    expect(await disclosed("spec", "q1", { test: "Measured, for {value} in all" })).toEqual([
      "estimateDisclosed spec/q1/test",
    ]);
    expect(await disclosed("contract", "c-2", { rule: "Payment of 73,600 € for the absorbers. [form]" })).toEqual([
      "estimateDisclosed contract/c-2/rule",
    ]);
    expect(await disclosed("risks", "r-4", { plan: "Ask again if all bids lie above {value}." })).toEqual([]);
  });

  test("in the person's own words is a warning, and a number without its currency is none", async () => {
    const lots = [{ name: "Chairs", value: 5_000 }];
    const codes = async (need: string) =>
      (await draft({ need, lots })).issues.map(({ level, code }) => `${level} ${code}`);
    expect(await codes("Chairs for 5,000 € at most")).toEqual(["warn estimateDisclosed"]);
    expect(await codes("Chairs for halls of 5,000 m²")).toEqual([]);
  });

  test("by lot reaches no prompt", async () => {
    const { asks } = await exampleRun("en");
    for (const { prompt } of asks) expect(prompt.user).not.toMatch(/73.?600|12.?600|9.?800/);
  });

  test("is in no section of a draft that bidders read", async () => {
    const document = await draft(example(today, "en"));
    const open = document.sections.filter(({ title, key }) => !title.includes("(internal)") && key !== "gaps");
    expect(open.length).toBeGreaterThan(8);
    expect(JSON.stringify(open)).not.toMatch(/96,000|73,600/);
  });
});

describe("the market", () => {
  test("is read in the person's files alone, until they ask for the web", () => {
    const values = filled({ attachments, pages: ["https://a.example"] });
    expect(marketRequests(values).map(({ kind }) => kind)).toEqual(["file"]);
    expect(marketRequests({ ...values, research: "web" }).map(({ kind }) => kind)).toEqual([
      "file",
      "url",
      "search",
      "search",
    ]);
  });

  test("is asked about while nothing was read", async () => {
    const document = await draft({});
    expect(document.sections.map(({ key }) => key)).not.toContain("market");
    expect(document.openQuestions.at(-1)).toContain("Which suppliers, prices and similar purchases do you know?");
  });
});

describe("suggestions", () => {
  test.each(["en", "de"] as const)("are dates that lie ahead and suppliers, each once (%s)", async (language) => {
    const { document } = await exampleRun(language);
    const entries = document.proposals.filter(({ kind }) => kind === "calendarEntry");
    expect(entries.map(({ key }) => key.slice(5))).toEqual([
      "sent",
      "questions",
      "answers",
      "deadline",
      "informed",
      "award",
      "start",
    ]);
    for (const { payload } of entries) expect(newEntry.safeParse(payload).error?.issues).toBeUndefined();
    // Noon in Berlin.
    expect(entries[3]?.payload["start"]).toBe("2027-01-18T11:00:00.000Z");
    const leads = document.proposals.filter(({ kind }) => kind === "lead");
    expect(leads.map(({ payload }) => newLead.parse(payload).name)).toEqual([
      "Klangraum Harms",
      language === "de" ? "Weser Akustik" : "Weser Acoustics",
      "Hansa Raumakustik, Bremen",
      "Stoffwerk",
    ]);
  });

  test("leave out dates that are past", async () => {
    const document = await draft({ publishOn: "2026-11-02" });
    expect(document.proposals.map(({ key }) => key)).not.toContain("date:sent");
    expect(document.proposals.map(({ key }) => key)).toContain("date:deadline");
  });
});

describe("any valid form", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.constantFrom("{value}", "schnell usw.", "Marke Xyloph 3", "| a | b |", "\n\n- x", "ISO 3382-2, 5.000 m²"),
  );
  const name = text.map((one) => `x${one.trim()}`.slice(0, 100));
  const euros = fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 9_000_000 }),
    fc.double({ min: 0, max: 1e6, noNaN: true }),
  );
  const days = fc.integer({ min: -30, max: 900 });
  const forms = fc
    .record({
      requirementTitle: name.map((one) => `${one}yz`),
      need: name.map((one) => one.padEnd(12, "n")),
      today: text,
      kind: fc.constantFrom("supply", "service", "social", "works"),
      buyer: fc.constantFrom("private", "local", "central", "sector"),
      country: fc.constantFrom(...holidayCountries, "otherEu", "other"),
      place: text,
      procedure: fc.constantFrom("open", "restricted"),
      value: fc.option(euros),
      currency: fc.constantFrom("EUR", "CHF", "GBP", "USD"),
      lots: fc.array(fc.record({ name, quantity: euros, unit: fc.constantFrom("", "m²"), value: euros }), {
        maxLength: 20,
      }),
      term: text,
      requirements: fc.array(
        fc.record({ text: name.map((one) => `${one} ab`), level: fc.constantFrom("must", "should") }),
        {
          maxLength: 12,
        },
      ),
      criteria: fc.oneof(
        fc.constant([]),
        fc.integer({ min: 0, max: 100 }).map((weight) => criteria(weight, 100 - weight)),
        fc.constantFrom(criteria(100), criteria(33.3, 33.3, 33.4)),
      ),
      formula: fc.constantFrom("double", "oneAndHalf", "ratio"),
      tie: fc.constantFrom("quality", "price"),
      proofs: fc.array(name, { maxLength: 4 }),
      suppliers: fc.array(fc.record({ name, website: fc.constant(""), email: fc.constantFrom("", "a@b.example") }), {
        maxLength: 5,
      }),
      bidDays: fc.integer({ min: 5, max: 120 }),
      requestDays: fc.integer({ min: 5, max: 120 }),
      evaluationDays: fc.integer({ min: 1, max: 120 }),
      contract: text,
      sustainability: text,
      goalLanguage: fc.constantFrom("en", "de"),
      publishIn: days,
      startAfter: fc.integer({ min: 1, max: 700 }),
    })
    .map(({ publishIn, startAfter, ...values }) => ({
      ...values,
      publishOn: addDays(today, publishIn),
      startOn: addDays(today, publishIn + startAfter),
    }));

  test("gives a draft whose sections read as text and whose suggestions are valid", async () => {
    await fc.assert(
      fc.asyncProperty(forms, async (given) => {
        const values = form.parse(given);
        const { state } = await simulate(workflow, values);
        const document = workflow.assemble(values, contextOf(values.goalLanguage), state, { isDraft: true });
        expect(document.issues.filter(({ level }) => level === "error")).toEqual([]);
        expect(JSON.stringify(document.sections)).not.toMatch(/NaN|Infinity|undefined|Invalid/);
        for (const { kind, payload } of document.proposals.filter((one) => one.kind !== "project"))
          expect((kind === "lead" ? newLead : newEntry).safeParse(payload).error?.issues).toBeUndefined();
      }),
      { numRuns: 150 },
    );
  });

  test("of the realistic ones is one that the form takes", () => {
    for (const language of ["en", "de"] as const)
      for (const input of inputsOf("tenderPlanner", language))
        expect(form.safeParse(input).error?.issues).toBeUndefined();
  });
});

describe("What goes on", () => {
  test("the search for suppliers knows what is bought and where, but no estimate", async () => {
    const { document } = await exampleRun("en");
    const next = document.proposals.find(({ kind }) => kind === "project")?.payload["formValues"];
    expect(next).toMatchObject({
      place: "Harsefelde, Lower Saxony",
      country: "DE",
      research: "web",
      knownLeads: "Klangraum Harms\nWeser Acoustics",
    });
    expect(JSON.stringify(next)).toContain("Quiet meeting rooms: measure 14 rooms");
    expect(JSON.stringify(next)).toContain("Absorbers, fitted");
    expect(JSON.stringify(next)).not.toMatch(/73.?600|12.?600|9.?800/);
  });

  test("a file that has nothing to do with the purchase is named, and another one is not", async () => {
    const codes = async (text: string) => {
      const values = filled({ attachments });
      const read = () => [{ text, title: "cookies.txt" }];
      const { state } = await simulate(workflow, values, { read });
      return workflow
        .assemble(values, contextOf("en"), state, { isDraft: true })
        .issues.map(({ code, text: said }) => [code, said?.includes("cookies.txt")]);
    };
    expect(await codes("Grandma’s best cookies: flour, butter, sugar. Bake for 12 minutes.")).toContainEqual([
      "foreignFile",
      true,
    ]);
    expect(await codes("Price list: forty chairs for an office, delivery included.")).not.toContainEqual([
      "foreignFile",
      true,
    ]);
  });
});
