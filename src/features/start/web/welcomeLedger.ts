import { prices, type WorkflowKey } from "#src/features/workflows/rules.ts";

export interface LedgerLine {
  key: WorkflowKey;
  /** Coins of all its runs together. */
  coins: number;
  /** The run found nothing and gave its coins back. */
  isReturned: boolean;
}

/** What the coins of the start might be spent on, in this order, as far as they reach. */
const runs: { key: WorkflowKey; count: number; isReturned?: boolean }[] = [
  { key: "contentPlanner", count: 1 },
  { key: "tenderApplicant", count: 1, isReturned: true },
  { key: "blogArticleWriter", count: 2 },
  { key: "appointmentPlanner", count: 1 },
];

/** An example of how far some coins go: never below zero. */
export function welcomeLedger(coins: number): { lines: LedgerLine[]; left: number } {
  let left = coins;
  const lines: LedgerLine[] = [];
  for (const { key, count, isReturned = false } of runs) {
    const price = prices[key] * count;
    if (price > left) continue;
    lines.push({ key, coins: price, isReturned });
    if (!isReturned) left -= price;
  }
  return { lines, left };
}
