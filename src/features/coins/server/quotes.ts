import { ProductError } from "#src/kit/errors.ts";
import { quoteMinutes } from "../rules.ts";
import type { Db } from "#src/platform/tables.ts";

export const quoteExpired = (): ProductError =>
  new ProductError("quote.expired", { status: 409, message: "The quoted price has expired. Ask for a new one." });

/** Fixes a price for some minutes. */
export async function makeQuote(
  { now, ...quote }: { id: string; owner: string; workflow: string; coins: number; now: Date },
  db: Db,
): Promise<{ quoteId: string; coins: number; expiresAt: Date }> {
  const expiresAt = new Date(now.getTime() + quoteMinutes * 60_000);
  await db
    .insertInto("coin_quote")
    .values({ ...quote, created_at: now, expires_at: expiresAt })
    .execute();
  return { quoteId: quote.id, coins: quote.coins, expiresAt };
}

/**
 * Takes the price that a quote fixed; the quote is spent when the transaction ends well.
 * @returns null for one that has expired, was spent, or is another person's or workflow's
 */
export async function spendQuote(
  wanted: { quoteId: string; owner: string; workflow: string; now: Date },
  db: Db,
): Promise<number | null> {
  const quote = await db
    .deleteFrom("coin_quote")
    .where("id", "=", wanted.quoteId)
    .where("owner", "=", wanted.owner)
    .where("workflow", "=", wanted.workflow)
    .where("expires_at", ">", wanted.now)
    .returning("coins")
    .executeTakeFirst();
  return quote?.coins ?? null;
}

/** Forgets quotes that nobody can use any more. @returns how many */
export async function sweepQuotes(now: Date, db: Db): Promise<number> {
  const result = await db.deleteFrom("coin_quote").where("expires_at", "<", now).executeTakeFirst();
  return Number(result.numDeletedRows);
}
