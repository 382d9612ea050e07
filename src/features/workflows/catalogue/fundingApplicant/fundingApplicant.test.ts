import type { AppLanguage } from "#src/kit/schemas.ts";
import { describe, expect, test } from "vitest";
import { newEntry } from "#src/features/calendar/contract.ts";
import {
  contextOf,
  fromSample,
  type Reader,
  sampleOf,
  simulate,
  sourceText,
  today,
  type Writer,
} from "#src/testing/simulatedRun.ts";
import { validatedRun } from "#src/testing/suiteTools.ts";
import { type FundingRecord, recordsText } from "../../apis.ts";
import { example, type Form, form } from "./form.ts";
import { fundingApplicant as workflow } from "./workflow.ts";

const filled = (values: object): Form => form.parse({ ...example(today, "en"), ...values });

async function draft(values: object, read: Reader = () => []) {
  const given = filled(values);
  const { state } = await simulate(workflow, given, { read });
  return workflow.assemble(given, contextOf("en"), state, { isDraft: true });
}
type Draft = Awaited<ReturnType<typeof draft>>;
const textOf = ({ sections }: Pick<Draft, "sections">, key: string): string =>
  JSON.stringify(sections.find((section) => section.key === key)?.blocks ?? []);

const changed =
  (section: string, id: string, change: object, language: AppLanguage = "en"): Writer =>
  (step) => {
    const given = fromSample(sampleOf("fundingApplicant", language))(step) as Record<string, { id: string }[]>;
    const rows = given[section];
    return rows ? { ...given, [section]: rows.map((row) => (row.id === id ? { ...row, ...change } : row)) } : given;
  };
async function faults(write: Writer, values: object = {}): Promise<string[]> {
  const found: string[] = [];
  await validatedRun(workflow, filled(values), write, () => [], found);
  return found;
}

describe("the guard", () => {
  const file = (text: string) => [sourceText("f1", text)];
  test("refuses a joke, and takes guidelines, papers of the firm and scans", () => {
    const values = filled({});
    expect(workflow.guard(values, [])).toBeNull();
    expect(workflow.guard(values, file("Why did the bicycle fall over? It was two-tired."))).toMatchObject({
      code: "fundingApplicant.attachmentPrank",
    });
    for (const text of [
      "Balance sheet and turnover of 2025",
      "Lebenslauf, Berufserfahrung: 12 Jahre",
      values.callText,
      "",
    ])
      expect(workflow.guard(values, file(text))).toBeNull();
  });
});

describe("checks refuse", () => {
  test("nothing in the sample", async () => {
    expect(await faults(fromSample(sampleOf("fundingApplicant", "en")))).toEqual([]);
  });
  test("“met” without a proof or a place", async () => {
    expect(await faults(changed("answers", "q9", { status: "yes", proof: "" }))).toContain("noProof");
    expect(await faults(changed("answers", "q10", { status: "yes", proof: "A fact", where: [] }))).toContain("noPlace");
  });
  test("“met” against the comparison with the form", async () => {
    expect(await faults(changed("answers", "q6", { status: "yes" }), { months: 30 })).toContain("againstCheck");
  });
  test("points that no examiner gives, and chapters that the form cuts off", async () => {
    expect(await faults(changed("answers", "q10", { points: 9 }))).toContain("pointsOutside");
    const headings = [{ heading: "Summary", characters: 200 }];
    expect(await faults(fromSample(sampleOf("fundingApplicant", "en")), { headings })).not.toEqual([]);
  });
});

describe("eligibility", () => {
  test("names what rules the application out, with the words of the call", async () => {
    const document = await draft({ employees: 310, months: 30, startOn: "2026-12-01" });
    expect(textOf(document, "verdict")).toContain("Not met: R1, R2 and R6.");
    expect(textOf(document, "eligible")).toContain("The project may have a duration of at most 24 months.");
  });
  const verdictOf = ({ sections }: Pick<Draft, "sections">, check: string): string[] =>
    (sections.find(({ key }) => key === "eligible")?.blocks ?? []).flatMap((block) =>
      block.type === "table"
        ? block.rows.filter(([first]) => first === check).map((row) => `${row[1]}: ${row[2]}`)
        : [],
    );
  const rough = { costs: [], packages: [], rate: null, totalCost: 60_000, otherMoney: 0, callText: "Grants are paid." };

  test("own money that covers the whole cost covers any share of it, and raises the question what for", async () => {
    const question = "funds cover the whole project";
    const rich = await draft({ ...rough, ownMoney: 70_000 });
    expect(verdictOf(rich, "Own share covered")).toEqual(["70,000\u00a0€ of at most 60,000\u00a0€: yes"]);
    expect(textOf(rich, "verdict")).toContain(question);
    const poor = await draft({ ...rough, ownMoney: 59_999 });
    expect(verdictOf(poor, "Own share covered")).toEqual(["unknown: unclear"]);
    expect(textOf(poor, "verdict")).not.toContain(question);
    const shared = await draft({ ...rough, ownMoney: 30_000, otherMoney: 30_000 });
    expect(verdictOf(shared, "Own share covered")).toEqual(["60,000\u00a0€ of at most 60,000\u00a0€: yes"]);
    const rated = await draft({ ...rough, rate: 50, ownMoney: 70_000 });
    expect(verdictOf(rated, "Own share covered")).toEqual(["70,000\u00a0€ of 30,000\u00a0€: yes"]);
    expect(textOf(rated, "verdict")).toContain(question);
    const german = await draft({ ...rough, ownMoney: 70_000, goalLanguage: "de" });
    expect(textOf(german, "verdict")).toContain("Mittel decken das ganze Vorhaben");
    expect(textOf(await draft({ ...rough, totalCost: null }), "verdict")).not.toContain(question);
  });

  test.each(["en", "de"] as const)("is judged as the comparison judges the same words (%s)", async (language) => {
    const values = form.parse(example(today, language));
    const { state } = await simulate(workflow, values, { write: fromSample(sampleOf("fundingApplicant", language)) });
    const { sections } = workflow.assemble(values, contextOf(language), state);
    const rowsOf = (key: string) =>
      (sections.find((one) => one.key === key)?.blocks ?? []).flatMap((block) =>
        block.type === "table" ? block.rows : [],
      );
    const judged = new Map(rowsOf("answers").map((row) => [row[2] ?? "", row[4] ?? ""]));
    const same = rowsOf("eligible").flatMap((row) => {
      const status = judged.get(row[3] ?? "");
      return status === undefined ? [] : [[row[2] ?? "", status]];
    });
    const isYes = (words = ""): boolean => ["yes", "ja", "met", "erfüllt"].includes(words);
    expect(same.length).toBeGreaterThanOrEqual(3);
    for (const [fits, status] of same) expect(isYes(fits)).toBe(isYes(status));
  });

  test.each([
    "The application must be submitted before the project begins.",
    "Der Antrag muss vor Beginn des Vorhabens gestellt werden.",
    "Anträge müssen vor dem Start des Projekts eingereicht werden.",
  ])("knows that the application comes before the start: %s", async (sentence) => {
    const given = {
      callText: `${sentence} Antragsfrist ist der 15. Januar 2027.`,
      deadline: "",
      startOn: "2027-06-01",
    };
    const document = await draft(given);
    expect(verdictOf(document, "Start after the application")).toEqual(["1 Jun 2027: yes"]);
    expect(textOf(document, "answers")).toMatch(/"met"/);
    expect(textOf(await draft({ ...given, startOn: "2027-01-10" }), "verdict")).toContain("Not met: R1");
  });

  test("adds up de minimis aid of three years alone", async () => {
    const aids = [
      { giver: "A", amount: 100_000, grantedOn: "2020-01-01" },
      { giver: "B", amount: 20_000, grantedOn: "2026-01-01" },
    ];
    expect(textOf(await draft({ deMinimis: "some", aids }), "eligible")).toContain("280,000\u00a0€");
  });
});

describe("suggestions", () => {
  test("are the steps back from the deadline and the deadline, as calendar entries", async () => {
    const { proposals } = await draft({});
    expect(proposals.map(({ key }) => key)).toEqual([
      "step:talk",
      "step:partners",
      "step:draft",
      "step:review",
      "step:signatures",
      "step:upload",
      "deadline",
    ]);
    for (const { payload } of proposals) {
      expect(newEntry.safeParse(payload).error?.issues).toBeUndefined();
      expect(payload["type"]).toBe("5000");
    }
  });
  test("are none after the deadline", async () => {
    const document = await draft({ deadline: "2026-11-20" });
    expect(textOf(document, "verdict")).toContain("The deadline has passed.");
    expect(document.proposals).toEqual([]);
  });
});

test("an application is written with the company’s own pages, which are no call", async () => {
  const site = "https://company.example/";
  const text = "Applicants must submit three offers. Grants are paid to eligible applicants. Funding ends in June.";
  const values = filled({ research: "web", companyWebsite: site, productWebsite: `${site}sensor` });
  const { state, requests } = await simulate(workflow, values, {
    read: (request) => (request.includes(site) ? [{ url: site, title: "Company", text }] : []),
  });
  expect(requests.filter((one) => one.includes(site))).toHaveLength(2);
  const document = workflow.assemble(values, contextOf("en"), state, { isDraft: true });
  expect(textOf(document, "answers")).not.toContain("three offers");
});

describe("find", () => {
  const record: FundingRecord = {
    id: "HORIZON-1",
    title: "Acoustic sensors for healthy offices",
    programme: "Horizon Europe",
    authority: "European Commission",
    country: "EU",
    status: "open",
    opens: "2026-10-01",
    deadline: "2027-03-01",
    rate: 70,
    maxGrant: 250_000,
    currency: "EUR",
    text: "Open to enterprises with fewer than 250 employees. Sensors that measure reverberation are welcome.",
    url: "https://ec.europa.eu/call/1",
  };
  const find = { mode: "find", research: "web", words: ["acoustic", "sensor"], totalCost: 230_000 };
  const reader =
    (records: FundingRecord[]): Reader =>
    (request) =>
      request.includes('"sedia"') && records.length > 0 ? [{ text: recordsText(records) }] : [];

  test("ranks calls, checks what can be checked, and suggests deadline and application", async () => {
    const document = await draft(find, reader([record, { ...record, id: "OLD", deadline: "2026-01-01" }]));
    expect(textOf(document, "matches")).toContain("“Open to enterprises with fewer than 250 employees.”");
    expect(document.proposals.map(({ key }) => key)).toEqual(["call:HORIZON-1", "apply:HORIZON-1", "again"]);
    expect(document.proposals[2]?.payload).toMatchObject({ rrule: "FREQ=MONTHLY;COUNT=6" });
    expect(form.safeParse(document.proposals[1]?.payload["formValues"]).error?.issues).toBeUndefined();
    expect(document.coverage).toEqual({ found: 1, wanted: 5 });
  });
  test("that brings nothing says so, with suggestions, and is not charged", async () => {
    const document = await draft(find);
    expect(textOf(document, "search")).toContain("The search found no open calls");
    expect(document.coverage).toEqual({ found: 0, wanted: 5 });
    expect(document.proposals).toEqual([]);
  });
  test("searches with the English words of a writer, and with those of the form where nobody writes", async () => {
    const german = { ...find, words: [], idea: "Sensoren, die den Nachhall in Büros messen", goalLanguage: "de" };
    const queries = (requests: readonly string[]) =>
      requests.flatMap((one) => {
        const { api, query } = JSON.parse(one) as { api?: string; query?: { words: string[] } };
        return api === "sedia" ? [query?.words] : [];
      });
    const { requests, asks } = await simulate(workflow, filled(german), {
      write: fromSample({ terms: ["room acoustics", "sensor"].map((term) => ({ term })) }),
    });
    expect(queries(requests)).toEqual([["room acoustics", "sensor"]]);
    expect(asks[0]?.parts.map(({ section }) => section)).toEqual(["terms"]);
    const own = await simulate(workflow, filled({ ...german, words: ["Akustik"] }), {
      write: fromSample({ terms: [{ term: "acoustics" }] }),
    });
    expect(queries(own.requests)).toEqual([["acoustics", "Akustik"]]);
    const alone = await simulate(workflow, filled({ ...german, words: ["Akustik"] }));
    expect(queries(alone.requests)).toEqual([["Akustik"]]);
  });
  test("asks nothing that the form hides", async () => {
    const { openQuestions } = await draft({ ...find, programme: "", packages: [], costs: [], goals: [] });
    expect(openQuestions).toEqual([]);
  });
  test("leaves no place of a figure open", async () => {
    const { state } = await simulate(workflow, filled({}), { write: fromSample(sampleOf("fundingApplicant", "en")) });
    expect(JSON.stringify(workflow.assemble(filled({}), contextOf("en"), state).sections)).not.toMatch(/\{\w+\}/);
  });
  test("needs web research, and asks the services chosen", async () => {
    expect(form.safeParse({ ...filled({}), mode: "find", research: "none" }).success).toBe(false);
    const { requests } = await simulate(workflow, filled({ ...find, searchIn: ["EU", "US"] }));
    expect(requests.map((one) => (JSON.parse(one) as { api: string }).api)).toEqual(["sedia", "grantsGov"]);
  });
});
