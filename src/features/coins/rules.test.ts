import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import type { WorkflowCard } from "#src/features/workflows/workflow.ts";
import { lowBalance, maxSuggestions, suggestionsFor, lowBalanceThreshold } from "./rules.ts";

/** A catalogue in which any workflow may be live and cost anything. */
const catalogue = fc
  .array(fc.record({ isLive: fc.boolean(), coins: fc.integer({ min: 0, max: 3000 }) }), { maxLength: 25 })
  .map((rows): WorkflowCard[] =>
    rows.map(({ isLive, coins }, at) => ({
      label: `Workflow ${at}`,
      localeKey: "",
      workflowName: `w${at}Workflow`,
      key: `w${at}`,
      path: `/workflows/${at}`,
      mainCategory: "workLife",
      categories: [],
      isProductionReady: isLive,
      icon: "",
      coins,
    })),
  );
const credits = fc.integer({ min: 0, max: 4000 });
const draws = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 5, maxLength: 5 });

/** Chance that follows a list of numbers, from its start again when it ends. */
function following(numbers: readonly number[]): () => number {
  let at = 0;
  return () => numbers[at++ % numbers.length] ?? 0;
}

describe("suggested runs", () => {
  test("are live, affordable, distinct and at most five, and appear from 50 coins on", () => {
    fc.assert(
      fc.property(catalogue, credits, draws, (all, free, numbers) => {
        const suggested = suggestionsFor(all, free, following(numbers));
        const possible = all.filter((card) => card.isProductionReady && card.coins <= free);
        expect(suggested.every((card) => possible.includes(card))).toBe(true);
        expect(new Set(suggested).size).toBe(suggested.length);
        expect(suggested.length).toBe(free < lowBalanceThreshold ? 0 : Math.min(maxSuggestions, possible.length));
      }),
    );
  });

  test("are ordered by the given random numbers, deterministically", () => {
    fc.assert(
      fc.property(catalogue, credits, draws, (all, free, numbers) => {
        expect(suggestionsFor(all, free, following(numbers))).toEqual(suggestionsFor(all, free, following(numbers)));
      }),
    );
    const free = 2500;
    const live = cards.map((card) => ({ ...card, isProductionReady: true }));
    expect(suggestionsFor(live, free, () => 0).map(({ key }) => key)).toEqual(live.slice(0, 5).map(({ key }) => key));
    expect(suggestionsFor(live, free, () => 0.999).map(({ key }) => key)).toEqual(
      live
        .slice(-5)
        .toReversed()
        .map(({ key }) => key),
    );
  });

  test("can include any affordable workflow", () => {
    const live = cards.map((card) => ({ ...card, isProductionReady: true }));
    const first = new Set(
      Array.from({ length: 100 }, (_, at) => suggestionsFor(live, 2500, () => at / 100)[0]?.workflowName),
    );
    expect(first.size).toBe(cards.length);
  });

  test("do not modify the given catalogue", () => {
    const before = [...cards];
    suggestionsFor(cards, 5000, () => 0.5);
    expect(cards).toEqual(before);
  });

  test("use the limits of the specification", () => {
    expect({ lowBalance, lowBalanceThreshold, maxSuggestions }).toEqual({
      lowBalance: 80,
      lowBalanceThreshold: 50,
      maxSuggestions: 5,
    });
  });
});
