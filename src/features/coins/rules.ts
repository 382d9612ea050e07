import type { WorkflowCard } from "#src/features/workflows/workflow.ts";

/** A quoted price holds for this long. */
export const quoteMinutes = 15;

/** At or below this many coins the balance has a red border, specification section 9. */
export const lowBalance = 80;

/** From this many coins on runs are suggested, specification section 9. */
export const lowBalanceThreshold = 50;

/** So many runs are suggested at most, specification section 9. */
export const maxSuggestions = 5;

/**
 * Workflows to suggest beside a balance: live, not above it, in an order of chance, each once.
 * @param credits whole coins that can be spent
 * @param chance numbers from 0 to below 1, as `Math.random` gives them; handed in, so that a seed decides
 */
export function suggestionsFor(
  cards: readonly WorkflowCard[],
  credits: number,
  chance: () => number,
): readonly WorkflowCard[] {
  if (credits < lowBalanceThreshold) return [];
  const left = cards.filter((card) => card.isProductionReady && card.coins <= credits);
  const drawn: WorkflowCard[] = [];
  while (left.length > 0 && drawn.length < maxSuggestions) {
    const at = Math.min(left.length - 1, Math.max(0, Math.floor(chance() * left.length)));
    drawn.push(...left.splice(at, 1));
  }
  return drawn;
}
