import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  circlesOf,
  type Idea,
  kanoKinds,
  lineTo,
  orderOf,
  paceOf,
  prerequisiteOf,
  scheduleOf,
  scoreOf,
  themesOf,
  voicesOf,
} from "./product.ts";

const idea = (changes: Partial<Idea>): Idea => ({
  title: "Idea",
  what: "",
  reach: 100,
  impact: 1,
  confidence: 100,
  urgency: 0,
  effort: 1,
  rank: "should",
  kano: "unknown",
  after: "",
  ...changes,
});

const ideaLists = fc
  .array(
    fc.record({
      reach: fc.nat(1_000),
      impact: fc.constantFrom(0.25, 0.5, 1, 2, 3),
      confidence: fc.nat(100),
      urgency: fc.nat(10),
      effort: fc.double({ min: 0, max: 30, noNaN: true }),
      kano: fc.constantFrom(...kanoKinds),
      rank: fc.constantFrom("must" as const, "should" as const, "could" as const, "wont" as const),
      needs: fc.option(fc.nat(11)),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map(({ needs, ...rest }, at) =>
      idea({ ...rest, title: `Idea ${at}`, after: needs === null ? "" : ` idea ${needs}` }),
    ),
  );
const methods = fc.constantFrom("rice" as const, "wsjf" as const, "moscow" as const, "kano" as const);

describe("scores", () => {
  test("are value for the effort", () => {
    const one = idea({ reach: 500, impact: 2, confidence: 80, urgency: 6, effort: 4 });
    expect(scoreOf(one, "rice")).toBe(200);
    expect(scoreOf(one, "moscow")).toBe(200);
    expect(scoreOf(one, "wsjf")).toBe(2);
    expect(scoreOf({ ...one, effort: 0 }, "wsjf")).toBe(80);
  });
});

describe("the order of ideas", () => {
  const ideas = [
    idea({ title: "Export", reach: 10 }),
    idea({ title: "Search", reach: 900, after: "export " }),
    idea({ title: "Themes", reach: 500, rank: "could" }),
    idea({ title: "Games", reach: 9_000, rank: "wont" }),
    idea({ title: "Sign-in", reach: 50, rank: "must" }),
  ];

  test("is by score, with what is needed first, without what will not be done", () => {
    expect(orderOf(ideas, "rice")).toEqual([0, 1, 2, 4]);
    expect(orderOf(ideas, "moscow")).toEqual([4, 0, 1, 2]);
    expect(orderOf(ideas, "rice", true)).toEqual([4, 0, 1, 2]);
    expect(prerequisiteOf(ideas, 1)).toBe(0);
    expect(prerequisiteOf(ideas, 0)).toBeNull();
  });

  test("holds each idea once, and nothing before what it needs", () => {
    fc.assert(
      fc.property(ideaLists, methods, (list, method) => {
        const order = orderOf(list, method);
        const wanted = list.flatMap(({ rank }, at) => (rank === "wont" ? [] : [at]));
        expect(order.toSorted((a, b) => a - b)).toEqual(wanted);
        const circles = new Set(circlesOf(list));
        for (const at of order) {
          const before = prerequisiteOf(list, at);
          if (before === null || !order.includes(before) || circles.has(at)) continue;
          expect(order.indexOf(before)).toBeLessThan(order.indexOf(at));
        }
      }),
    );
  });

  test("is not possible for ideas that need each other in a circle", () => {
    const list = [idea({ title: "A", after: "B" }), idea({ title: "B", after: "a" }), idea({ title: "C", after: "A" })];
    expect(circlesOf(list)).toEqual([0, 1]);
    expect(orderOf(list, "rice")).toEqual([1, 0, 2]);
  });
});

describe("the schedule of a team", () => {
  test("is the order in weeks and quarters, with how firm it is", () => {
    const pace = paceOf(
      [
        { people: 2, share: 50 },
        { people: 1, share: 100 },
      ],
      50,
    );
    expect(pace).toBe(1);
    const list = [idea({ title: "A", effort: 13, reach: 1_430 }), idea({ title: "B", effort: 1 })];
    expect(scheduleOf(list, "rice", pace)).toEqual([
      { at: 0, score: 110, from: 0, to: 13, quarter: 1, rankIfLonger: 2, rankIfUnsure: 2 },
      { at: 1, score: 100, from: 13, to: 14, quarter: 2, rankIfLonger: 2, rankIfUnsure: 2 },
    ]);
    expect(scheduleOf(list, "rice", 0).map(({ to, quarter }) => [to, quarter])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test("has no gap and takes all the effort", () => {
    fc.assert(
      fc.property(ideaLists, methods, fc.double({ min: 0.1, max: 10, noNaN: true }), (list, method, pace) => {
        const slots = scheduleOf(list, method, pace);
        for (const [at, slot] of slots.entries()) {
          expect(slot.from).toBe(slots[at - 1]?.to ?? 0);
          expect(slot.to - slot.from).toBeCloseTo((list[slot.at]?.effort ?? 0) / pace);
          expect(slot.quarter).toBeGreaterThanOrEqual(slots[at - 1]?.quarter ?? 1);
          expect(slot.rankIfLonger).toBeGreaterThan(0);
          expect(slot.rankIfUnsure).toBeLessThanOrEqual(slots.length);
        }
        const effort = list.reduce((sum, one) => sum + (one.rank === "wont" ? 0 : one.effort), 0);
        expect((slots.at(-1)?.to ?? 0) * pace).toBeCloseTo(effort);
      }),
    );
  });

  test("goes in a straight line to its goal", () => {
    expect(lineTo(10, 40, 3)).toEqual([20, 30, 40]);
    expect(lineTo(10, 40, 0)).toEqual([]);
  });
});

describe("voices of customers", () => {
  const ideas = [
    idea({ title: "Weekly reports", what: "A summary by mail" }),
    idea({ title: "Offline mode", what: "Work on the train without a network" }),
  ];

  test("speak of the idea whose words they share", () => {
    const text =
      "- I need a better report\n2) nothing works on a train without network\nok\nThe login is slow\nlogin again fails";
    const voices = voicesOf(text, ideas, "en");
    expect(voices).toEqual([
      { id: "v1", text: "I need a better report", idea: 0 },
      { id: "v2", text: "nothing works on a train without network", idea: 1 },
      { id: "v3", text: "The login is slow", idea: null },
      { id: "v4", text: "login again fails", idea: null },
    ]);
    // One short word of a description is not enough.
    expect(voicesOf("My mail never arrives", ideas, "en")[0]?.idea).toBeNull();
    expect(themesOf(voices, "en")).toEqual([{ word: "login", ids: ["v3", "v4"] }]);
  });

  test("are understood in joined German words", () => {
    const list = [idea({ title: "Export", what: "Ein Wochenbericht für die Leitung" })];
    expect(voicesOf("Der Bericht fehlt mir sehr", list, "de")[0]?.idea).toBe(0);
    expect(voicesOf("Jede Woche dasselbe", list, "de")[0]?.idea).toBeNull();
  });

  test("are every line of more than five characters, up to a limit", () => {
    const lines = fc.array(fc.stringMatching(/^[a-z ]{0,12}$/), { maxLength: 30 });
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 20 }), (list, most) => {
        const said = list.map((line) => line.trim()).filter((line) => line.length > 5);
        expect(voicesOf(list.join("\r\n"), ideas, "en", most).map(({ text }) => text)).toEqual(said.slice(0, most));
      }),
    );
  });
});

test("by Kano, what is expected goes before what delights, whatever the score, and what nobody minds goes last", () => {
  const kinds = ["indifferent", "delight", "unknown", "performance", "basic"] as const;
  const list = kinds.map((kano, at) => idea({ title: kano, kano, reach: 1000 - at * 100 }));
  const named = (method: "kano" | "rice") => orderOf(list, method).map((at) => list[at]?.title);
  expect(named("kano")).toEqual(["basic", "performance", "delight", "unknown", "indifferent"]);
  expect(named("rice")).toEqual([...kinds]);
  const better = [idea({ title: "a", kano: "basic", reach: 10 }), idea({ title: "b", kano: "basic", reach: 20 })];
  expect(orderOf(better, "kano")).toEqual([1, 0]);
});
