import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { criteriaOf, type Rank, statementsOf } from "./stories.ts";
import {
  alikeOf,
  circlesOf,
  clashesOf,
  investLetters,
  investOf,
  type StoryInput,
  sizeOf,
  sprintsOf,
  storyFacts,
  type StoryMaterial,
} from "./storyAssessment.ts";

const story = (changes: Partial<StoryInput> = {}): StoryInput => ({
  text: "As a customer, I want to see my invoices, so that I need not call.",
  criteria: criteriaOf("signed in | I open the list | I see 12 invoices"),
  edges: 0,
  after: [],
  ...changes,
});

describe("INVEST", () => {
  test("holds for a story that says who, what and what for", () => {
    const invest = investOf(story(), 5, []);
    expect(investLetters.map((letter) => invest[letter])).toEqual([null, null, null, null, null, null]);
  });

  test.each([
    ["I", { after: ["s1", "s2"] }, { code: "needsFirst", with: "s1, s2" }],
    ["N", { text: "As a clerk, I want to have a dropdown, so that I win" }, { code: "solution", with: "dropdown" }],
    ["V", { text: "See all invoices" }, { code: "noRole", with: "" }],
    ["V", { text: "See all invoices because of audits" }, { code: "roleMissing", with: "" }],
    ["V", { text: "As a clerk, I want to pay" }, { code: "noReason", with: "" }],
    ["V", { text: "Clerks see all invoices" }, { code: "noReason", with: "" }],
    ["E", { criteria: [] }, { code: "noCriteria", with: "" }],
    ["T", { criteria: criteriaOf("it opens fast and simply") }, { code: "vague", with: "fast, simply" }],
    ["S", { criteria: criteriaOf("a\nb\nc\nd\ne\nf") }, { code: "tooMany", with: "6" }],
    ["S", { text: "As a clerk, I want to see and also pay, so that I win" }, { code: "twoThings", with: "" }],
  ] as const)("finds what is wrong by %s in %j", (letter, changes, fault) => {
    expect(investOf(story(changes), 5, ["clerk"])[letter]).toEqual(fault);
  });
});

describe("sizes", () => {
  test("count criteria, edge cases and what comes first", () => {
    expect(sizeOf(story(), "fibonacci")).toEqual({ label: "1", points: 1 });
    expect(sizeOf(story({ edges: 3, after: ["s1"] }), "fibonacci")).toEqual({ label: "3", points: 3 });
    expect(sizeOf(story({ edges: 40 }), "tshirt")).toEqual({ label: "XL", points: 13 });
    expect(sizeOf(story({ criteria: [] }), "fibonacci")).toBeNull();
    expect(sizeOf(story(), "none")).toBeNull();
  });

  test("never shrink with more work", () => {
    const load = fc.record({ lines: fc.integer({ min: 1, max: 20 }), edges: fc.nat(20), after: fc.nat(4) });
    fc.assert(
      fc.property(load, fc.constantFrom("fibonacci", "tshirt"), ({ lines, edges, after }, scale) => {
        const of = (more: number) =>
          sizeOf(
            story({
              criteria: criteriaOf("a\n".repeat(lines + more)),
              edges,
              after: Array.from({ length: after }, (_, at) => `s${at}`),
            }),
            scale,
          )?.points ?? 0;
        expect(of(1)).toBeGreaterThanOrEqual(of(0));
        expect(of(0)).toBeGreaterThan(0);
      }),
    );
  });
});

describe("stories that are alike", () => {
  test("are found by what they want, most alike first", () => {
    const stories = [
      { id: "s1", text: "As a customer, I want to see my invoices, so that I can pay" },
      { id: "s2", text: "As an admin, I want to see my invoices" },
      { id: "s3", text: "As a customer, I want to change the password" },
    ];
    const found = alikeOf(stories, [{ id: "J-7", text: "See my invoice list" }]);
    expect(found.map((one) => [one.story.id, one.other.id])).toEqual([
      ["s2", "s1"],
      ["s1", "J-7"],
      ["s2", "J-7"],
    ]);
    expect(found[0]?.score).toBe(1);
    expect(alikeOf(stories, [], 1.1)).toEqual([]);
  });
});

const backlogs = fc
  .array(
    fc.record({
      rank: fc.constantFrom<Rank>("must", "should", "could", "open"),
      points: fc.constantFrom(1, 2, 3, 5, 8, 13, 21),
      after: fc.array(fc.nat(14), { maxLength: 2 }),
    }),
    { maxLength: 14 },
  )
  .map((list) =>
    list.map(({ rank, points, after }, at) => ({ id: `s${at}`, rank, points, after: after.map((one) => `s${one}`) })),
  );

describe("sprints", () => {
  test("take heavier ranks first, and what is needed before them", () => {
    const one = (id: string, rank: Rank, points: number, after: string[] = []) => ({ id, rank, points, after });
    expect(
      sprintsOf([one("a", "could", 2), one("b", "must", 5, ["c"]), one("c", "should", 3), one("d", "must", 13)], 8),
    ).toEqual([
      { ids: ["c", "b"], points: 8 },
      { ids: ["a"], points: 2 },
      { ids: ["d"], points: 13 },
    ]);
    expect(sprintsOf([], 8)).toEqual([]);
  });

  test("hold each story once, in an order that works, within the capacity", () => {
    fc.assert(
      fc.property(backlogs, fc.integer({ min: 1, max: 30 }), (stories, capacity) => {
        const sprints = sprintsOf(stories, capacity);
        const order = sprints.flatMap(({ ids }) => ids);
        expect(order.toSorted()).toEqual(stories.map(({ id }) => id).toSorted());
        for (const { ids, points } of sprints) {
          expect(points <= capacity || ids.length === 1).toBe(true);
          expect(points).toBe(ids.reduce((sum, id) => sum + (stories.find((one) => one.id === id)?.points ?? 0), 0));
        }
        if (circlesOf(stories).length > 0) return;
        for (const { id, after } of stories)
          for (const before of after)
            if (order.includes(before)) expect(order.indexOf(before)).toBeLessThan(order.indexOf(id));
      }),
    );
  });
});

test("circles are the stories that need themselves in the end", () => {
  expect(
    circlesOf([
      { id: "a", after: ["b"] },
      { id: "b", after: ["c"] },
      { id: "c", after: ["b", "x"] },
      { id: "d", after: ["d"] },
    ]),
  ).toEqual(["b", "c", "d"]);
  fc.assert(
    fc.property(backlogs, (stories) => {
      // What needs only earlier stories has no circle.
      const ordered = stories.map((one) => ({
        ...one,
        after: one.after.filter((id) => Number(id.slice(1)) < Number(one.id.slice(1))),
      }));
      expect(circlesOf(ordered)).toEqual([]);
    }),
  );
});

describe("clashes", () => {
  test("are statements of which one denies the topic of the other, named once", () => {
    const statements = statementsOf(
      "- Customers pay without a password\n- The password has ten letters\n- Never print prices",
      "en",
    );
    expect(clashesOf(statements, "en").map(([denying, asking]) => [denying.id, asking.id])).toEqual([["n1", "n2"]]);
    const both = statementsOf("- no invoices, a customer gets receipts\n- no receipts, a customer gets invoices", "en");
    expect(clashesOf(both, "en")).toHaveLength(1);
    expect(clashesOf(statementsOf("- no invoices\n- keine Invoices", "en"), "en")).toEqual([]);
  });
});

describe("the facts of a need and its stories", () => {
  const material: StoryMaterial = {
    form: {
      feature: "- Customers must see at most 24 invoices\n- Customers pay\n- Export",
      constraints: "Answer within 3 seconds. No cookies",
      splitLimit: 5,
      scale: "fibonacci",
      velocity: 5,
      roles: ["customer"],
    },
    language: "en",
    stories: [
      {
        id: "s1",
        story: "As a customer, I want to see my invoices, so that I can pay [form] [s1].",
        step: "See",
        rank: "must",
        needs: ["n1"],
      },
      { id: "s2", story: "As a customer, I want to pay, so that I am done", step: "Pay", rank: "must", needs: ["n2"] },
    ],
    details: [
      { id: "s1", criteria: "a | b | c\nd", edges: "no invoice\noffline", after: [] },
      { id: "s2", criteria: "e", edges: "", after: ["s1"] },
    ],
    existing: [{ id: "J-1", text: "As a customer, I want to pay" }],
  };

  test("are counted", () => {
    const facts = storyFacts(material);
    expect(facts.stories[0]).toMatchObject({
      text: "As a customer, I want to see my invoices, so that I can pay.",
      edges: 2,
      size: { label: "2", points: 2 },
    });
    expect(facts.uncovered.map(({ id }) => id)).toEqual(["n3"]);
    expect(facts.bounds.map(({ limit }) => limit)).toEqual([24, 3]);
    expect(facts.alike.map(({ story: { id }, other }) => [id, other.id])).toEqual([["s2", "J-1"]]);
    expect(facts.sprints).toEqual([{ ids: ["s1", "s2"], points: 4 }]);
    expect(facts).toMatchObject({ circles: [], clashes: [] });
  });

  test("have no sprints without a velocity, or in sizes that have no sum", () => {
    const withForm = (form: Partial<StoryMaterial["form"]>) =>
      storyFacts({ ...material, form: { ...material.form, ...form } }).sprints;
    expect(withForm({ velocity: 0 })).toEqual([]);
    expect(withForm({ scale: "tshirt" })).toEqual([]);
  });

  test("number the statements of further texts through, with rules below their own wishes", () => {
    const notes = ["Background only.", "- Print\n  - in colour"];
    const { needs } = storyFacts({ ...material, notes });
    expect(needs.slice(3).map(({ id, text, of }) => [id, text, of])).toEqual([
      ["n4", "Background only.", ""],
      ["n5", "Print", ""],
      ["n6", "in colour", "n5"],
    ]);
  });
});
