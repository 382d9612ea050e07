import { sql } from "kysely";
import { coins, id, instant } from "#src/kit/schemas.ts";
import { z } from "zod";
import { invalidCursor, olderThan, paged, type PageQuery } from "#src/platform/database/paged.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { CoinBalance, StatementRow } from "../contract.ts";
import type { Db } from "#src/platform/tables.ts";
import { grantCoins } from "./ledger.ts";

export { grantCoins, holdCoins, refundRun, settleHold, takeBackCoins } from "./ledger.ts";
export { makeQuote, quoteExpired, spendQuote, sweepQuotes } from "./quotes.ts";

/** What a person has, what is held, and what is free to spend, in whole coins. */
export async function balanceOf(userId: string, db: Db): Promise<CoinBalance> {
  const rows = await db.selectFrom("coin_account").select(["kind", "balance"]).where("owner", "=", userId).execute();
  const credits = rows.find((row) => row.kind === "person")?.balance ?? 0;
  const held = rows.find((row) => row.kind === "held")?.balance ?? 0;
  return { balance: credits + held, held, credits };
}

/** Coins a new account starts with; safe to repeat. */
export async function grantWelcome(userId: string, trx: Db, deps: Pick<Deps, "config" | "newId">): Promise<void> {
  await grantCoins(
    trx,
    { key: `welcome:${userId}`, reason: "welcome", owner: userId, coins: deps.config.welcomeCoins },
    deps.newId,
  );
}

/** Place in the statement: the last row shown and the balance before it happened. */
const pagedStatement = paged<[at: string, id: string, balance: number]>(z.tuple([instant, id, coins]));

/**
 * Movements of a person's coins, newest first. A run is one row, whatever became of it: `held` and `returned` rows
 * have amount 0, so amounts always add up to the balance.
 */
export async function statementOf(
  userId: string,
  query: PageQuery,
  db: Db,
): Promise<{ rows: StatementRow[]; nextCursor?: string }> {
  return pagedStatement(
    query,
    (after, take) => movementsOf(userId, after, take, db),
    ({ date, id: rowId, balance, amount }) => [date, rowId, balance - amount],
  );
}

async function movementsOf(
  userId: string,
  after: [at: string, id: string, balance: number] | undefined,
  take: number,
  db: Db,
): Promise<StatementRow[]> {
  const before = after ? sql`and ${olderThan("m.created_at", "m.id", [after[0], after[1]])}` : sql``;
  const { rows } = await sql<Omit<StatementRow, "date" | "balance"> & { at: Date; total: number }>`
    select movement.id, movement.created_at as at, reason, amount, coins, movement.state, movement.workflow, note,
           run_id as "runId", case when project.deleted_at is null then project.id end as "projectId",
           coalesce(nullif(project.name, ''), project.form_values ->> 'requirementTitle', erased_project.name) as "projectName",
           (select coalesce(sum(balance), 0)::bigint from coin_account where owner = ${userId}) as total from (
      (select m.id, m.created_at, m.reason, case m.state when 'captured' then -m.coins else 0 end as amount, m.coins,
              case m.state when 'captured' then 'booked' when 'held' then 'held' else 'returned' end as state,
              m.workflow, case m.reason when 'run' then m.id end as run_id, m.project_id, null as note
         from coin_hold m where m.owner = ${userId} ${before}
        order by m.created_at desc, m.id desc limit ${take})
      union all
      (select m.id, m.created_at, m.reason, e.amount, abs(e.amount), 'booked', null, null, null, m.note
         from coin_transaction m
         join coin_entry e on e.transaction_id = m.id
         join coin_account a on a.id = e.account_id and a.owner = ${userId} and a.kind = 'person'
        where m.owner = ${userId} and m.run_id is null ${before}
        order by m.created_at desc, m.id desc limit ${take})
    ) as movement
      left join project on project.id = movement.project_id and project.user_id = ${userId}
      left join erased_project on erased_project.id = movement.project_id and erased_project.user_id = ${userId}
    order by movement.created_at desc, movement.id desc limit ${take}`.execute(db);
  let left = after?.[2] ?? rows[0]?.total ?? 0;
  return rows.map(({ at, total: _, ...row }): StatementRow => {
    const balance = left;
    left -= row.amount;
    // Only a cursor that somebody made up can name a balance that never was.
    if (left < 0) throw invalidCursor();
    return { ...row, date: at.toISOString(), balance };
  });
}
