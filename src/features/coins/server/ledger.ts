import { sql } from "kysely";
import { ProductError } from "#src/kit/errors.ts";
import type { Db } from "#src/platform/tables.ts";
import type { AccountKind, TransactionReason } from "./table.ts";

const notEnoughCoins = (needed: number, free: number): ProductError =>
  new ProductError("coins.notEnough", { status: 402, message: `This run costs ${needed}. You have ${free}.` });

/** One side of a transaction: `amount` coins onto (or, negative, off) an account. */
interface Line {
  owner: string | null;
  kind: AccountKind;
  amount: number;
}

interface Posting {
  /** Unique for ever: the same key again changes nothing. */
  key: string;
  reason: TransactionReason;
  runId?: string;
  /** Whose statement shows it, for postings without a run. */
  owner?: string;
  /** What the statement says of it, at most 200 characters. */
  note?: string;
  lines: [Line, Line];
}

const systemAccount = (kind: AccountKind): boolean => kind.startsWith("system:");

/** The two accounts of a person, made when first needed. */
async function openAccounts(trx: Db, owner: string, newId: () => string): Promise<void> {
  await trx
    .insertInto("coin_account")
    .values([
      { id: newId(), owner, kind: "person" },
      { id: newId(), owner, kind: "held" },
    ])
    .onConflict((conflict) => conflict.columns(["owner", "kind"]).where("owner", "is not", null).doNothing())
    .execute();
}

/**
 * Writes one balanced transaction. Must run inside a database transaction.
 * @returns false when the key was posted before
 * @throws ProductError `coins.notEnough` when an account would fall below 0
 */
async function post(trx: Db, posting: Posting, newId: () => string): Promise<boolean> {
  const [first, second] = posting.lines;
  if (!Number.isSafeInteger(first.amount) || first.amount === 0 || first.amount + second.amount !== 0) {
    throw new Error("unbalanced posting");
  }
  const transaction = await trx
    .insertInto("coin_transaction")
    .values({
      id: newId(),
      idempotency_key: posting.key,
      reason: posting.reason,
      run_id: posting.runId ?? null,
      owner: posting.owner ?? null,
      note: posting.note ?? null,
    })
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!transaction) return false;

  const found = await trx
    .selectFrom("coin_account")
    .select(["id", "owner", "kind"])
    .where((where) =>
      where.or(
        posting.lines.map((line) =>
          line.owner === null
            ? where.and([where("owner", "is", null), where("kind", "=", line.kind)])
            : where.and([where("owner", "=", line.owner), where("kind", "=", line.kind)]),
        ),
      ),
    )
    .orderBy("id")
    .execute();
  // Accounts are locked in the order of their ids, so that two postings never wait for each other.
  const entries: { transaction_id: string; account_id: string; amount: number; balance_after: number }[] = [];
  for (const account of found) {
    const line = posting.lines.find(
      (candidate) => candidate.owner === account.owner && candidate.kind === account.kind,
    );
    if (!line) continue;
    let after = 0;
    if (!systemAccount(account.kind)) {
      const changed = await trx
        .updateTable("coin_account")
        .set({ balance: sql<number>`balance + ${line.amount}` })
        .where("id", "=", account.id)
        .where(sql<boolean>`balance + ${line.amount} >= 0`)
        .returning("balance")
        .executeTakeFirst();
      if (!changed) {
        const { balance } = await trx
          .selectFrom("coin_account")
          .select("balance")
          .where("id", "=", account.id)
          .executeTakeFirstOrThrow();
        throw notEnoughCoins(-line.amount, balance);
      }
      after = changed.balance;
    }
    entries.push({ transaction_id: transaction.id, account_id: account.id, amount: line.amount, balance_after: after });
  }
  if (entries.length !== 2) throw new Error(`posting ${posting.reason}: an account is missing`);
  await trx.insertInto("coin_entry").values(entries).execute();
  return true;
}

/**
 * Gives back the coins that a run with a result took. Whether it may be returned is the caller's to know.
 * @returns false when they were given back before, or never taken
 */
export async function refundRun(trx: Db, runId: string, newId: () => string): Promise<boolean> {
  const hold = await trx
    .selectFrom("coin_hold")
    .select(["owner", "coins"])
    .where("id", "=", runId)
    .where("state", "=", "captured")
    .executeTakeFirst();
  if (!hold) return false;
  return post(
    trx,
    {
      key: `refund:run:${runId}`,
      reason: "refund",
      owner: hold.owner,
      lines: [
        { owner: null, kind: "system:usage", amount: -hold.coins },
        { owner: hold.owner, kind: "person", amount: hold.coins },
      ],
    },
    newId,
  );
}

/** Where the coins of a grant come from: all that was sold is on one account. */
const sources = {
  welcome: "system:welcome",
  purchase: "system:purchase",
  plan: "system:purchase",
  reversal: "system:purchase",
  reward: "system:reward",
  adjustment: "system:adjustment",
} as const satisfies Partial<Record<TransactionReason, AccountKind>>;
type GrantReason = keyof typeof sources;

/** Gives coins to a person. The same key again changes nothing. */
export async function grantCoins(
  trx: Db,
  grant: { key: string; reason: GrantReason; owner: string; coins: number; note?: string },
  newId: () => string,
): Promise<boolean> {
  await openAccounts(trx, grant.owner, newId);
  if (grant.coins === 0) return false;
  return post(
    trx,
    {
      key: grant.key,
      reason: grant.reason,
      owner: grant.owner,
      ...(grant.note === undefined ? {} : { note: grant.note }),
      lines: [
        { owner: null, kind: sources[grant.reason], amount: -grant.coins },
        { owner: grant.owner, kind: "person", amount: grant.coins },
      ],
    },
    newId,
  );
}

/**
 * Takes coins back from a person, as many as are free to spend: nobody falls below 0.
 * @returns coins that were taken
 */
export async function takeBackCoins(
  trx: Db,
  taken: { key: string; reason: "reversal" | "adjustment"; owner: string; coins: number; note?: string },
  newId: () => string,
): Promise<number> {
  const account = await trx
    .selectFrom("coin_account")
    .select("balance")
    .where("owner", "=", taken.owner)
    .where("kind", "=", "person")
    .forUpdate()
    .executeTakeFirst();
  const coins = Math.min(taken.coins, account?.balance ?? 0);
  if (coins <= 0) return 0;
  const isNew = await post(
    trx,
    {
      key: taken.key,
      reason: taken.reason,
      owner: taken.owner,
      ...(taken.note === undefined ? {} : { note: taken.note }),
      lines: [
        { owner: taken.owner, kind: "person", amount: -coins },
        { owner: null, kind: sources[taken.reason], amount: coins },
      ],
    },
    newId,
  );
  return isNew ? coins : 0;
}

/**
 * Sets coins aside for a run, or for a section that is written once more (`reason`). Inside the transaction that makes
 * it, so that neither exists without the other.
 * @param hold.runId id of the run or of the rewrite
 * @throws ProductError `coins.notEnough`
 */
export async function holdCoins(
  trx: Db,
  hold: {
    runId: string;
    owner: string;
    coins: number;
    workflow: string;
    projectId: string;
    at: Date;
    reason?: "run" | "rewrite";
  },
  newId: () => string,
): Promise<void> {
  await trx
    .insertInto("coin_hold")
    .values({
      id: hold.runId,
      owner: hold.owner,
      coins: hold.coins,
      workflow: hold.workflow,
      reason: hold.reason ?? "run",
      project_id: hold.projectId,
      created_at: hold.at,
      settled_at: null,
    })
    .execute();
  await post(
    trx,
    {
      key: `hold:${hold.runId}`,
      reason: "hold",
      runId: hold.runId,
      lines: [
        { owner: hold.owner, kind: "person", amount: -hold.coins },
        { owner: hold.owner, kind: "held", amount: hold.coins },
      ],
    },
    newId,
  );
}

/**
 * Ends a hold, once: `captured` spends the coins, `released` gives them back.
 * Both use one idempotency key, so a run can never be charged and refunded.
 * @returns false when the hold was settled before
 */
export async function settleHold(
  trx: Db,
  runId: string,
  state: "captured" | "released",
  at: Date,
  newId: () => string,
): Promise<boolean> {
  const hold = await trx
    .updateTable("coin_hold")
    .set({ state, settled_at: at })
    .where("id", "=", runId)
    .where("state", "=", "held")
    .returning(["owner", "coins"])
    .executeTakeFirst();
  if (!hold) return false;
  return post(
    trx,
    {
      key: `settle:${runId}`,
      reason: state === "captured" ? "capture" : "release",
      runId,
      lines: [
        { owner: hold.owner, kind: "held", amount: -hold.coins },
        state === "captured"
          ? { owner: null, kind: "system:usage", amount: hold.coins }
          : { owner: hold.owner, kind: "person", amount: hold.coins },
      ],
    },
    newId,
  );
}
