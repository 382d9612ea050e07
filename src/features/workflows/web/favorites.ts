import type { WorkflowCard } from "../workflow.ts";

/** "Flow Favorites", specification section 2: starred workflows that are production-ready, in the order of the stars. */
export const liveFavorites = (names: readonly string[], cards: readonly WorkflowCard[]): WorkflowCard[] =>
  [...new Set(names)].flatMap((name) => cards.filter((card) => card.workflowName === name && card.isProductionReady));
