import { oc } from "@orpc/contract";
import { z } from "zod";
import { coins, page, recordId, recordInstant, text } from "#src/kit/schemas.ts";

export const coinBalance = z.object({
  /** Coins that belong to the person, held ones included. */
  balance: coins,
  /** Coins set aside for runs in work. */
  held: coins,
  /** What can be spent: balance minus held. */
  credits: coins,
});
export type CoinBalance = z.infer<typeof coinBalance>;

/** Why coins moved. */
export const coinReason = z.enum([
  "welcome",
  "purchase",
  /** Coins of a month of a plan. */
  "plan",
  "refund",
  "reward",
  "run",
  "rewrite",
  "adjustment",
  /** Coins of a purchase whose money went back, and those that came again after a dispute. */
  "reversal",
]);
export type CoinReason = z.infer<typeof coinReason>;

export const statementRow = z.object({
  id: recordId,
  date: recordInstant,
  reason: coinReason,
  /** Signed coins. 0 for a run whose coins were returned. */
  amount: z.int(),
  /** Balance after this row. */
  balance: coins,
  /** For runs and rewritten sections: the workflow and its project; null for a project that is deleted. */
  workflow: z.string().nullable(),
  runId: recordId.nullable(),
  projectId: recordId.nullable(),
  /** What that project is or was called. */
  projectName: z.string().nullable(),
  /** What else there is to say: the number of a receipt, the reason of an adjustment. */
  note: z.string().nullable(),
  /** `returned` marks a run that cost nothing in the end, `held` one that is in work. */
  state: z.enum(["booked", "held", "returned"]),
  /** Coins held or returned; equals |amount| for booked rows. */
  coins: coins,
});
export type StatementRow = z.infer<typeof statementRow>;

export const coinsContract = {
  getCoins: oc
    .route({ method: "GET", path: "/coins", summary: "Balance, held coins, coins free to spend", tags: ["coins"] })
    .output(coinBalance),
  getStatement: oc
    .route({ method: "GET", path: "/coins/statement", summary: "Movements of coins, newest first", tags: ["coins"] })
    .input(page)
    .output(z.object({ rows: z.array(statementRow), nextCursor: text(512).optional() })),
};
