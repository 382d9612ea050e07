import { cards } from "../catalogue/cards.ts";
import type { WorkflowCard } from "../workflow.ts";
import { assistantGroups } from "./assistants.ts";
import { choice, searchParams, words } from "#src/ui/client/searchParams.ts";
import { filterChoices } from "#src/ui/filterChoices.ts";

/** An area of work with its workflows; `key` names its text, `shell:group.<key>`. */
export interface Area {
  key: string;
  cards: readonly WorkflowCard[];
}

/** Areas as the page shows them, the most used trades first; one that is not named here comes last. */
const order = ["marketing", "sales", "general", "entrepreneurship", "productManagement", "purchasing"];
const orderOf = (key: string): number => (order.indexOf(key) + order.length + 1) % (order.length + 1);

export const areas: readonly Area[] = assistantGroups(cards, true)
  .flatMap(({ key, cards: own, groups }): Area[] => [{ key, cards: own }, ...groups])
  .filter((area) => area.cards.length > 0)
  .toSorted((a, b) => orderOf(a.key) - orderOf(b.key));

/** What the page is narrowed to; the address holds it. */
export interface CatalogueSearch {
  q: string;
  /** Key of an area; empty for all. */
  group: string;
}

export const catalogueSearch = searchParams<CatalogueSearch>({
  q: words(80),
  group: choice(areas.map(({ key }) => key)),
});

export interface Catalogue {
  /** Workflows with runs of the person, the last used first; empty while the page is narrowed. */
  used: readonly WorkflowCard[];
  areas: readonly Area[];
  coming: readonly WorkflowCard[];
  /** Workflows in all of them. */
  count: number;
}

/** Whether a workflow can be started, by its card and the long names of those that are switched off. */
export const isLive =
  (off: readonly string[]) =>
  (card: WorkflowCard): boolean =>
    card.isProductionReady && !off.includes(card.workflowName);

/**
 * The rows of the page; each workflow has one. One that is switched off stands among those that are not live yet.
 * @param wordsOf everything a workflow is found by: its name, and the rest
 * @param known.lastUsed long names of workflows, the last used first
 * @param known.off long names of workflows that are switched off
 */
export function catalogueOf(
  { q, group }: CatalogueSearch,
  wordsOf: (card: WorkflowCard) => { label: string; value: string },
  { lastUsed, off = [] }: { lastUsed: readonly string[]; off?: readonly string[] },
): Catalogue {
  const isOn = isLive(off);
  const inArea = areas.filter(({ key }) => group === "" || key === group).flatMap((area) => area.cards);
  const fitting = filterChoices(
    [...new Set(inArea)].map((card) => ({ ...wordsOf(card), card })),
    q,
  ).map(({ card }) => card);
  const live = new Set(fitting.filter(isOn));
  const used =
    q === "" && group === "" ? lastUsed.flatMap((name) => [...live].filter((card) => card.workflowName === name)) : [];
  for (const card of used) live.delete(card);
  const shown = areas
    .filter(({ key }) => group === "" || key === group)
    .map((area) => ({ key: area.key, cards: area.cards.filter((card) => live.has(card)) }))
    .filter((area) => area.cards.length > 0);
  return {
    used,
    areas: shown,
    coming: fitting.filter((card) => !isOn(card)).map((card) => ({ ...card, isProductionReady: false })),
    count: fitting.length,
  };
}
