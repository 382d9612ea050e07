import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { effects } from "#src/server/features.ts";
import {
  contextOf,
  fromPages,
  fromSample,
  sampleOf,
  samplePagesOf,
  simulate,
  today,
  type Writer,
} from "#src/testing/simulatedRun.ts";
import { dropInvalid } from "#src/features/runs/server/proposals.ts";
import { cardNamed } from "../cards.ts";
import { form as planForm } from "../businessPlanner/form.ts";
import { form as leadsForm } from "../leadsListProvider/form.ts";
import { form as contentForm } from "../contentPlanner/form.ts";
import { form as journeyForm } from "../customerJourneyPlanner/form.ts";
import { journeyProject } from "./effects.ts";
import type { GroupsScene } from "./facts.ts";
import { example, form, type Form } from "./form.ts";
import { targetGroupsAnalyser as workflow } from "./workflow.ts";

type Language = "en" | "de";
const attachment = "01980000-0000-7000-8000-000000000001";
const least = { requirementTitle: "Groups", offer: "We repair carousels." };
const filled = (changes: Record<string, unknown>): Form => form.parse({ ...least, ...changes });

async function draft(changes: Record<string, unknown>) {
  const values = filled(changes);
  const { state } = await simulate(workflow, values);
  return workflow.assemble(values, contextOf(values.goalLanguage), state, { isDraft: true });
}
async function written(language: Language) {
  const values = form.parse({ ...example(today, language), attachments: [attachment] });
  const write: Writer = fromSample(sampleOf("targetGroupsAnalyser", language));
  const read = fromPages(samplePagesOf("targetGroupsAnalyser", language));
  const { state } = await simulate(workflow, values, { write, read });
  return { values, state, document: workflow.assemble(values, contextOf(language), state) };
}
type Document = Awaited<ReturnType<typeof draft>>;
const blocksOf = ({ sections }: Document, key: string) => sections.find((one) => one.key === key)?.blocks ?? [];
const rowsOf = (document: Document, key: string): string[][] =>
  blocksOf(document, key).flatMap((block) => (block.type === "table" ? block.rows : []));

const table = "trade;why;revenue\na;moved;900\na;moved;900\nb;noise;100\nb;moved;900\na;noise;100\nb;noise;100";

describe("groups", () => {
  test("follow the attribute that explains most, and say how much that is", async () => {
    const document = await draft({ customers: table });
    expect(rowsOf(document, "customers")).toEqual([
      ["why", "100\u00a0%"],
      ["trade", "0\u00a0%"],
      ["moved", "3", "90\u00a0%", "900\u00a0€", "180"],
      ["noise", "3", "10\u00a0%", "100\u00a0€", "20"],
    ]);
    expect(blocksOf(document, "groups").slice(0, 2)).toEqual([
      { type: "h", text: "why: moved" },
      {
        type: "list",
        ordered: false,
        items: ["Basis: customer list, 3 customers, 90\u00a0% of revenue, 900\u00a0€ each"],
      },
    ]);
    expect(document.summary).toBe("2 groups from 6 customers; “why” separates them best.");
  });

  test("of the person are called hypotheses, and nothing is made up beside them", async () => {
    const document = await draft({ hypotheses: "- Showmen\n2) Museums with a grant", groups: 4 });
    const headings = blocksOf(document, "groups").flatMap((block) => (block.type === "h" ? [block.text] : []));
    expect(headings).toEqual(["Showmen", "Museums with a grant"]);
    expect(document.summary).toBe("2 hypothetical groups.");
    expect(document.assumptions).toEqual(["Without a customer list every group is a hypothesis."]);
    expect((await draft({})).summary).toBe("No groups yet.");
  });

  test("never follow sensitive or personal columns, and a list that is none is said to be none", async () => {
    const document = await draft({ customers: "name;religion;revenue\nAnn;x;10\nBob;y;20\nCy;z;30" });
    expect(JSON.stringify(document.sections)).not.toMatch(/Ann|"x"/);
    expect(JSON.stringify(blocksOf(document, "customers"))).toContain("“name” (personal) and “religion” (sensitive)");
    expect(blocksOf(await draft({ customers: "mostly bakers" }), "customers")).toMatchObject([{ tone: "warn" }]);
  });

  test("share the budget by worth and access, to the last unit", async () => {
    const { document } = await written("en");
    const rows = rowsOf(document, "order");
    // 3 × 2, 2 × 3 and 2 × 1 of 14 points
    expect(rows.map(([, name, , , points, budget]) => [name, points, budget])).toEqual([
      ["Just moved in", "6", "1,029\u00a0€"],
      ["Works council on the table", "6", "1,028\u00a0€"],
      ["Renovating anyway", "2", "343\u00a0€"],
    ]);
  });
});

describe("attached files", () => {
  const values = filled({ attachments: [attachment] });
  const write: Writer = fromSample(sampleOf("targetGroupsAnalyser", "en"));
  const promptsWith = async (text: string) => {
    const { asks, state } = await simulate(workflow, values, { write, read: () => [{ text, url: "file:1" }] });
    const { sections } = workflow.assemble(values, contextOf("en"), state);
    return { prompts: asks.map(({ prompt }) => prompt.user).join("\n"), text: JSON.stringify(sections) };
  };

  test("that are a list of customers are counted and shown to no writer", async () => {
    const { prompts, text } = await promptsWith(`name;${table.replaceAll("\n", "\nAnn Example;")}`);
    expect(prompts).not.toContain("Ann Example");
    expect(prompts).toContain("why = moved: 3 customers");
    expect(text).toContain("“name” (personal)");
  });

  test("that are notes are shown to writers", async () => {
    expect((await promptsWith("Three showmen called in March.")).prompts).toContain("Three showmen called in March.");
  });
});

test("costs of channels are set against what an order may cost", async () => {
  const { document } = await written("en");
  expect(rowsOf(document, "channels").map((row) => row.slice(4))).toEqual([
    ["43\u00a0€", "100\u00a0€", "43\u00a0%"],
    ["72\u00a0€", "1,050\u00a0€", "7\u00a0%"],
    ["141\u00a0€", "5,800\u00a0€", "2\u00a0%"],
  ]);
  // 14,600 × 38 %
  expect(JSON.stringify(blocksOf(document, "channels"))).toContain("5,548\u00a0€ in margin; “Trade fair” cost");
});

describe("channels", () => {
  const channel = (name: string, spend: number, orders: number) => ({
    channel: name,
    spend,
    contacts: 90,
    customers: orders,
  });
  const notesOf = async (goalLanguage: Language, ...channels: ReturnType<typeof channel>[]) =>
    blocksOf(await draft({ goalLanguage, orderValue: 100, margin: 50, channels }), "channels").flatMap((block) =>
      block.type === "callout" && !block.text.includes("5 %") ? [block.text.replaceAll("\u00a0", " ")] : [],
    );

  test("without an order are not called cheap", async () => {
    expect(await notesOf("en", channel("Flyer", 300, 0))).toEqual(["300 € spent on “Flyer”, no order yet."]);
    expect(await notesOf("de", channel("Flyer", 300, 0), channel("Anzeigen", 20, 0), channel("Markt", 40, 2))).toEqual([
      "Ein Auftrag bringt 50 € Deckungsbeitrag; kein Kanal mit Aufträgen kostet je Auftrag mehr.",
      "320 € für „Flyer“ und „Anzeigen“ ausgegeben, noch kein Auftrag.",
    ]);
    // What cost nothing has wasted nothing.
    expect(await notesOf("en", channel("Word of mouth", 0, 0), channel("Fair", 10, 1))).toEqual([
      "An order earns 50 € in margin; no channel with orders costs more than that per order.",
    ]);
  });

  test("that cost more than an order brings are named, one or several", async () => {
    expect(await notesOf("de", channel("Messe", 300, 1))).toEqual([
      "Ein Auftrag bringt 50 € Deckungsbeitrag; teurer ist „Messe“.",
    ]);
    expect(await notesOf("de", channel("Messe", 300, 1), channel("Anzeigen", 400, 1))).toEqual([
      "Ein Auftrag bringt 50 € Deckungsbeitrag; teurer sind „Messe“ und „Anzeigen“.",
    ]);
    expect(await notesOf("en", channel("Fair", 300, 1), channel("Ads", 400, 1))).toEqual([
      "An order earns 50 € in margin; “Fair” and “Ads” cost more than that.",
    ]);
  });

  test("are judged by money alone where the value of an order is unknown", async () => {
    const document = await draft({ channels: [channel("Flyer", 300, 0)] });
    expect(JSON.stringify(blocksOf(document, "channels"))).toContain("300\u00a0€ spent on “Flyer”, no order yet.");
  });
});

test.each([
  ["en", "“revenue” is empty or not a number: 1 line.", "The best customer brings in"],
  ["de", "„revenue“ leer oder keine Zahl ist: 1 Zeile.", "Der beste Kunde bringt"],
] as const)("customers without a revenue are left out, and that is said (%s)", async (goalLanguage, sentence, best) => {
  const document = await draft({ goalLanguage, customers: `${table}\nb;noise;` });
  const text = JSON.stringify(blocksOf(document, "customers"));
  expect(text).toContain(sentence);
  expect(text).toContain(best);
  expect(rowsOf(document, "customers")).toContainEqual(["noise", "3", "10\u00a0%", "100\u00a0€", "20"]);
});

test("a group whose number nobody knows asks no question that it has answered", async () => {
  const values = form.parse({ ...example(today, "en"), attachments: [attachment] });
  const sample = sampleOf("targetGroupsAnalyser", "en");
  const groups = (sample["groups"] as Record<string, unknown>[]).map((one) => ({ ...one, size: null }));
  const { state } = await simulate(workflow, values, {
    write: fromSample({ ...sample, groups }),
    read: fromPages(samplePagesOf("targetGroupsAnalyser", "en")),
  });
  const { openQuestions } = workflow.assemble(values, contextOf("en"), state);
  expect(openQuestions.join("\n")).not.toContain("what makes them start looking");
});

test.each(["en", "de"] as const)("fewer groups than asked for ask for the others (%s)", async (goalLanguage) => {
  const questions = async (changes: Record<string, unknown>) =>
    (await draft({ goalLanguage, ...changes })).openQuestions.join("\n");
  const sentence = goalLanguage === "en" ? "You asked for 4 groups but named 2" : "4 Gruppen gewünscht, 2 genannt";
  expect(await questions({ hypotheses: "Showmen\nMuseums", groups: 4 })).toContain(sentence);
  expect(await questions({ hypotheses: "Showmen\nMuseums", groups: 2 })).not.toContain(sentence.slice(0, 9));
});

test.each(["en", "de"] as const)(
  "suggests talks, a day to judge, a first piece, and the workflows that go on (%s)",
  async (language) => {
    const { document } = await written(language);
    expect(document.proposals.map(({ key }) => key)).toEqual([
      "talks:g1",
      "talks:g2",
      "talks:g3",
      "judge",
      "outcome:g1",
      "entry:g1",
      "content",
      "leads",
      "plan",
    ]);
    expect(dropInvalid(document.proposals, effects)).toEqual(document.proposals);
    const values = contentForm.parse({
      ...(document.proposals.find(({ key }) => key === "content")?.payload["formValues"] as object),
      period: { from: "2027-01-04", to: "2027-01-31" },
    });
    expect(values.audiences).toHaveLength(3);
    expect(values.topics).toHaveLength(3);
    expect(JSON.stringify(document.proposals)).not.toMatch(/\[s\d\]|\[form\]|\{\w+\}/);
  },
);

const oddCells = fc.constantFrom("", "a", "b", "1.200", "7", "x | y", "{name}", "👩‍👩‍👧‍👦", "Ärzte");
const anyForm: fc.Arbitrary<Form> = fc
  .record({
    rows: fc.array(fc.tuple(oddCells, oddCells, fc.nat(5000)), { maxLength: 12 }),
    head: fc.constantFrom("Branche;Anlass;Umsatz", "trade;religion;revenue", "a;b;c"),
    rest: fc.record({
      goalLanguage: fc.constantFrom("en", "de", "fr"),
      groups: fc.integer({ min: 2, max: 6 }),
      hypotheses: fc.constantFrom("", "- one\n- two", "{name} | x", "👩\n3) franchise?"),
      budget: fc.option(fc.nat(10_000)),
      orderValue: fc.option(fc.nat(10_000)),
      currency: fc.constantFrom("EUR", "CHF", "GBP", "USD"),
      interviews: fc.boolean(),
      channels: fc.array(
        fc.record({
          channel: fc.constantFrom("Ads", "{x} | y", "Messe"),
          spend: fc.nat(9000),
          contacts: fc.nat(90),
          customers: fc.nat(20),
        }),
        { maxLength: 4 },
      ),
    }),
  })
  .map(({ rows, head, rest }) =>
    form.parse({ ...least, ...rest, customers: [head, ...rows.map((row) => row.join(";"))].join("\n") }),
  );

test("drafts of any form are whole, valid and speak of nothing that isn't there", async () => {
  await fc.assert(
    fc.asyncProperty(anyForm, async (values) => {
      const { state } = await simulate(workflow, values);
      const document = workflow.assemble(values, contextOf(values.goalLanguage), state, { isDraft: true });
      const text = JSON.stringify([document.sections, document.openQuestions, document.summary]);
      expect(text.replaceAll(/\{(?:name|x)\}/g, "")).not.toMatch(/\{\w+(?::[^}]*)?\}|undefined|NaN|null|Infinity/);
      expect(document.issues.filter(({ level }) => level === "error")).toEqual([]);
      expect(dropInvalid(document.proposals, effects)).toEqual(document.proposals);
    }),
    { numRuns: 150 },
  );
});

test("the journey of a group begins with what is known of its people, and is offered once it is live", async () => {
  const { values, document } = await written("en");
  const scene = { form: values, translate: (text: string) => text.split(" | ")[0] ?? "" } as unknown as GroupsScene;
  const group = {
    id: "g1",
    name: "Office managers of 100 to 500 desks",
    job: "Find a cause before money is spent",
    trigger: "Callers ask twice",
    pain: "Nobody believes it is the room",
    hook: "",
    promise: "One day, one report",
    content: "",
    platform: null,
  };
  const [project] = journeyProject(scene, group, (text) => text);
  expect(project?.payload["workflow"]).toBe("customerJourneyPlannerWorkflow");
  expect(journeyForm.parse(project?.payload["formValues"])).toMatchObject({
    persona: group.name,
    about: [group.job, group.pain, group.promise].join("\n"),
    scenario: `Callers ask twice\n${values.offer}`,
  });
  for (const one of [
    { ...group, name: "x".repeat(400), trigger: "", job: "" },
    { ...group, name: "A" },
  ])
    expect(journeyForm.safeParse(journeyProject(scene, one, (text) => text)[0]?.payload["formValues"]).error).toBe(
      undefined,
    );
  expect(journeyProject(scene, undefined, (text) => text)).toEqual([]);
  const isLive = cardNamed("customerJourneyPlanner").isProductionReady;
  expect(document.proposals.some(({ key }) => key === "journey")).toBe(isLive);
});

test("searches with the words of the offer, not with the title of the project", async () => {
  const values = filled({
    requirementTitle: "Project Bluebird",
    offer: "Rental of folding bikes to hotel guests. One order is three days.",
    research: "web",
  });
  const { requests } = await simulate(workflow, values);
  const queries = requests.flatMap((one) => (JSON.parse(one) as { query?: string }).query ?? []);
  expect(queries.join("\n")).not.toContain("Bluebird");
  expect(queries.every((query) => query.includes("Rental of folding bikes to hotel guests"))).toBe(true);
});

test.each(["en", "de"] as const)("looks for leads in the trades of the groups (%s)", async (language) => {
  const { document } = await written(language);
  const values = leadsForm.parse(document.proposals.find(({ key }) => key === "leads")?.payload["formValues"]);
  expect(values.branches.length + values.otherBranches.length).toBeGreaterThan(0);
  expect(values.whatYouSell).not.toBe("");
});

describe("a draft goes on", () => {
  const nextOf = async (values: Form) => {
    const { state } = await simulate(workflow, values);
    const { proposals } = workflow.assemble(values, contextOf(values.goalLanguage), state, { isDraft: true });
    expect(dropInvalid(proposals, effects)).toEqual(proposals);
    return Object.fromEntries(
      proposals.flatMap(({ kind, key, payload }) => (kind === "project" ? [[key, payload["formValues"]]] : [])),
    );
  };

  test("with the names of its groups", async () => {
    const { content, leads, plan } = await nextOf(
      filled({ hypotheses: "Office managers\nWorks councils", places: ["Hamburg", "Bremen"] }),
    );
    const unknown = { situation: "", pain: "" };
    expect(content).toMatchObject({
      audiences: [
        { name: "Office managers", ...unknown },
        { name: "Works councils", ...unknown },
      ],
      topics: [],
    });
    expect(leadsForm.parse(leads)).toMatchObject({
      idealCustomer: "Office managers\nWorks councils",
      place: "Hamburg",
    });
    expect(plan).toMatchObject({ country: "Hamburg, Bremen", customers: "Office managers\nWorks councils" });
    // What the form still asks for, and nothing that does not fit it.
    const open = planForm.safeParse(plan).error?.issues.map(({ path }) => path.join("."));
    expect(open).toEqual(["startOn"]);
  });

  test("and never looks for those who sell the same", async () => {
    const { leads } = await nextOf(
      filled({
        offer: "Steuerberatung für kleine Betriebe",
        customers: "Branche;Umsatz\nArzt;900\nArzt;900\nBäcker;90\nBäcker;80",
      }),
    );
    const { branches, idealCustomer } = leadsForm.parse(leads);
    expect(branches).toContain("doctor");
    expect(branches).not.toContain("taxAdviser");
    expect(idealCustomer).toBe("Arzt (Branche)\nBäcker (Branche)");
  });

  test("with the person's own words where it has no group, and without leads where buyers are private", async () => {
    const values = filled({ buyers: "b2c", places: [] });
    const { content, leads, plan } = await nextOf(values);
    expect(leads).toBeUndefined();
    expect(content).toMatchObject({ audiences: [], goal: expect.stringContaining(values.offer) });
    expect(plan).toMatchObject({ idea: values.offer, customers: "" });
    expect(plan).not.toHaveProperty("country");
  });
});
