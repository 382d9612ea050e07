import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  byWeight,
  emotionCurve,
  extraAt,
  funnelOf,
  groupSize,
  ideaWeight,
  isOneGroup,
  journeyVoices,
  largestLossOf,
  lowestRateOf,
  promoterScore,
  readFunnel,
} from "./journey.ts";

const counts = fc.array(fc.option(fc.nat(100_000)), { maxLength: 10 });
/** Numbers of one group: nowhere more than before, nowhere nobody. */
const group = fc
  .array(fc.integer({ min: 1, max: 100_000 }), { minLength: 2, maxLength: 9 })
  .map((list) => list.toSorted((a, b) => b - a));

describe("a funnel", () => {
  test("has losses and shares between the stages that were counted", () => {
    expect(funnelOf([1900, null, 240, 0, 7])).toEqual([
      { from: 0, at: 2, before: 1900, after: 240, lost: 1660, rate: 240 / 1900 },
      { from: 2, at: 3, before: 240, after: 0, lost: 240, rate: 0 },
      { from: 3, at: 4, before: 0, after: 7, lost: 0, rate: null },
    ]);
    expect(funnelOf([null, 5, null])).toEqual([]);
  });

  test("has one step less than stages were counted, whichever weren't", () => {
    fc.assert(
      fc.property(counts, (list) => {
        const known = list.filter((one) => one !== null);
        const steps = funnelOf(list);
        expect(steps.length).toBe(Math.max(0, known.length - 1));
        expect(steps.map(({ before, after }) => [before, after])).toEqual(
          known.slice(1).map((after, at) => [known[at], after]),
        );
        for (const { from, at } of steps) expect(from).toBeLessThan(at);
      }),
    );
  });

  test("loses in all steps what the first and the last stage differ by, and its shares multiply to theirs", () => {
    fc.assert(
      fc.property(group, (list) => {
        const steps = funnelOf(list);
        const [first = 0, last = 0] = [list[0], list.at(-1)];
        expect(isOneGroup(steps)).toBe(true);
        expect(steps.reduce((sum, { lost }) => sum + lost, 0)).toBe(first - last);
        expect(steps.reduce((share, { rate }) => share * (rate ?? NaN), 1)).toBeCloseTo(last / first, 9);
      }),
    );
  });

  test("keeps shares and the place of the largest loss when all numbers are ten times as large", () => {
    fc.assert(
      fc.property(counts, (list) => {
        const steps = funnelOf(list);
        const tenfold = funnelOf(list.map((one) => (one === null ? null : one * 10)));
        expect(tenfold.map(({ rate }) => rate)).toEqual(steps.map(({ rate }) => rate));
        expect(largestLossOf(tenfold)?.at).toBe(largestLossOf(steps)?.at);
        expect(lowestRateOf(tenfold)?.at).toBe(lowestRateOf(steps)?.at);
      }),
    );
  });

  test("names the largest loss in people and the lowest share, which can be two places", () => {
    const steps = funnelOf([1000, 600, 60, 6, 6]);
    expect([largestLossOf(steps)?.at, lowestRateOf(steps)?.at]).toEqual([2, 2]);
    const others = funnelOf([1000, 400, 20]);
    expect([largestLossOf(others)?.at, lowestRateOf(others)?.at]).toEqual([1, 2]);
    expect(largestLossOf(funnelOf([5, 5, 9]))).toBeNull();
    fc.assert(
      fc.property(counts, (list) => {
        const all = funnelOf(list);
        for (const { lost, rate } of all) {
          expect(lost).toBeLessThanOrEqual(largestLossOf(all)?.lost ?? 0);
          if (lost > 0) expect(rate).toBeGreaterThanOrEqual(lowestRateOf(all)?.rate ?? NaN);
        }
      }),
    );
  });

  test("isn't one group when people appear from nowhere", () => {
    expect(isOneGroup(funnelOf([50, 80, 3]))).toBe(false);
  });
});

describe("more people who arrive", () => {
  const steps = funnelOf([1900, 240, 62, 41, 19, 18, 5]);

  test("bring more at the end by the shares behind", () => {
    expect(extraAt(steps, 4, 4, 0.1)).toBeCloseTo(4.1, 9);
    // 24 more of 240 ask; 19 of 62 who ask decide.
    expect(extraAt(steps, 2, 4, 0.1)).toBeCloseTo((24 * 19) / 62, 9);
  });

  test("are never more than are lost there", () => {
    expect(extraAt(steps, 5, 5, 0.5)).toBeCloseTo(1, 9);
    fc.assert(
      fc.property(group, fc.double({ min: 0.01, max: 2, noNaN: true }), fc.nat(8), (list, points, place) => {
        const all = funnelOf(list);
        const at = 1 + (place % (list.length - 1));
        const end = list.length - 1;
        const extra = extraAt(all, at, end, points) ?? NaN;
        const step = all.find((one) => one.at === at);
        const most = ((step?.lost ?? 0) * (list[end] ?? 0)) / (list[at] ?? 1);
        expect(extra).toBeGreaterThanOrEqual(0);
        expect(extra).toBeLessThanOrEqual(most + 1e-6);
        expect(extraAt(all, at, end, 1)).toBeCloseTo(most, 6);
      }),
    );
  });

  test("say nothing about a stage that nobody counted, nobody reached, or that lies behind the end", () => {
    expect(extraAt(funnelOf([10, null, 5]), 1, 2, 0.1)).toBeNull();
    expect(extraAt(funnelOf([10, 0, 5]), 1, 2, 0.1)).toBeNull();
    expect(extraAt(funnelOf([10, 0, 5]), 2, 2, 0.1)).toBeNull();
    expect(extraAt(steps, 6, 4, 0.1)).toBeNull();
    expect(extraAt(steps, 4, 0, 0.1)).toBeNull();
  });
});

describe("a test of a change", () => {
  test("takes what the rule of thumb says", () => {
    // 16 × 0.55 × 0.45 ÷ 0.01
    expect(groupSize(0.5, 0.1)).toBe(396);
    expect(groupSize(0, 0.1)).toBe(76);
  });

  test("takes more people the smaller the change, and most around one half", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 0.9, noNaN: true }),
        fc.double({ min: 0.02, max: 0.1, noNaN: true }),
        (p, d) => {
          expect(groupSize(p, d / 2)).toBeGreaterThanOrEqual(groupSize(p, d));
          expect(groupSize(p, d)).toBeLessThanOrEqual(groupSize(0.5 - d / 2, d));
          expect(groupSize(p, d)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe("the promoter score", () => {
  test("is promoters less detractors, and names what is no answer", () => {
    expect(promoterScore("9, 10, 8, 7, 10, 6, 9, 3, 10, 8, 9, 5")).toEqual({
      score: 25,
      count: 12,
      promoters: 6,
      detractors: 3,
      unread: [],
    });
    expect(promoterScore("ten, 9 and 11; 12 9.5")).toMatchObject({
      score: 100,
      count: 1,
      unread: ["ten", "and", "11", "12", "9.5"],
    });
    expect(promoterScore(" \n")).toBeNull();
  });

  test("stays within 100 points and doesn't depend on the order", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10), { minLength: 1, maxLength: 60 }), (answers) => {
        const { score = NaN, count } = promoterScore(answers.join(", ")) ?? {};
        expect(Math.abs(score)).toBeLessThanOrEqual(100);
        expect(count).toBe(answers.length);
        expect(promoterScore(answers.toReversed().join("\n"))?.score).toBe(score);
        if (answers.every((one) => one >= 9)) expect(score).toBe(100);
        if (answers.every((one) => one <= 6)) expect(score).toBe(-100);
      }),
    );
  });
});

describe("the emotion curve", () => {
  const feelings = fc.array(fc.option(fc.integer({ min: -2, max: 2 })), { maxLength: 10 });

  test("has its peak, its lowest point, its deepest fall and its end", () => {
    expect(emotionCurve([-1, 0, -1, 2, -2, 1, 0])).toEqual({
      highest: 3,
      lowest: 4,
      fall: { at: 4, by: 4 },
      last: { at: 6, value: 0 },
    });
    expect(emotionCurve([null, null])).toEqual({ highest: null, lowest: null, fall: null, last: null });
    expect(emotionCurve([0, null, 2]).fall).toBeNull();
  });

  test("is about known feelings only", () => {
    fc.assert(
      fc.property(feelings, (list) => {
        const { highest, lowest, fall, last } = emotionCurve(list);
        const known = list.filter((one) => one !== null);
        expect(highest === null ? [] : [list[highest]]).toEqual(known.length === 0 ? [] : [Math.max(...known)]);
        expect(lowest === null ? [] : [list[lowest]]).toEqual(known.length === 0 ? [] : [Math.min(...known)]);
        expect(last?.value).toBe(known.at(-1));
        const drops = known.slice(1).map((value, at) => (known[at] ?? 0) - value);
        expect(fall?.by ?? 0).toBe(Math.max(0, ...drops));
      }),
    );
  });
});

describe("ideas", () => {
  test("weigh effect × percent lost ÷ effort, and those without a weight come last", () => {
    expect(ideaWeight({ gain: 3, effort: 2, lostShare: 0.5 })).toBe(75);
    expect(ideaWeight({ gain: 3, effort: 2, lostShare: -0.5 })).toBe(0);
    const [a, b, c, d] = [
      { id: "a", gain: 1, effort: 3, lostShare: null },
      { id: "b", gain: 3, effort: 1, lostShare: null },
      { id: "c", gain: 1, effort: 1, lostShare: 0 },
      { id: "d", gain: 1, effort: 1, lostShare: 0.3 },
    ];
    expect(byWeight([a, b, c, d]).map(({ id, weight }) => [id, weight])).toEqual([
      ["d", 30],
      ["c", 0],
      ["b", null],
      ["a", null],
    ]);
  });
});

describe("pasted numbers", () => {
  test("are read with or without a head, in either way of writing", () => {
    expect(readFunnel("Stage;People;Days\nVisits; 1.900; 12,5\nBuys;;3")).toEqual({
      rows: [
        { name: "Visits", people: 1900, days: 12.5 },
        { name: "Buys", people: null, days: 3 },
      ],
      unread: [],
    });
    expect(readFunnel("Visits,1900\nBuys,about 20")).toEqual({
      rows: [{ name: "Visits", people: 1900, days: null }],
      unread: ["Buys, about 20"],
    });
  });

  test("that could mean two things aren't read", () => {
    expect(readFunnel("Visits,1,900")).toEqual({ rows: [], unread: ["Visits, 1, 900"] });
    expect(readFunnel("Visits\t1,900").rows).toEqual([{ name: "Visits", people: 1900, days: null }]);
    expect(readFunnel("\nJust a sentence.")).toEqual({ rows: [], unread: [] });
  });

  test("are the ones that were written", () => {
    const rows = fc.array(
      fc.record({
        name: fc.constantFrom("Visits", "Compares", "Kauft, zahlt", "5 Sterne"),
        people: fc.nat(5_000_000),
        days: fc.nat(900),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(rows, fc.constantFrom("en-US", "de-DE", "fr-FR", "de-CH"), (list, locale) => {
        const text = list.map(({ name, people, days }) => `${name}; ${people.toLocaleString(locale)}; ${days}`);
        expect(readFunnel(text.join("\n"))).toEqual({ rows: list, unread: [] });
      }),
    );
  });
});

describe("voices", () => {
  const stages = [
    { name: "Compares", does: "reads the guide, compares suppliers" },
    { name: "Fitting", does: "clears desks" },
  ];

  test("belong to the stage that they name, else to the one whose words they share", () => {
    expect(
      journeyVoices(
        "compares: Everyone sells.\n- The guide and the suppliers contradict.\ndaughter: He told me.",
        stages,
        "en",
      ),
    ).toEqual([
      { id: "v1", text: "Everyone sells.", stage: 0 },
      { id: "v2", text: "The guide and the suppliers contradict.", stage: 0 },
      { id: "v3", text: "daughter: He told me.", stage: null },
    ]);
    expect(journeyVoices("Fitting: ", stages, "en")).toMatchObject([{ text: "Fitting:" }]);
  });
});
