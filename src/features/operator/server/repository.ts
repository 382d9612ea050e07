import { type RawBuilder, sql } from "kysely";
import { dayMs } from "#src/kit/time/dates.ts";
import { olderThan, pagedByTime, type PageQuery, type TimePosition } from "#src/platform/database/paged.ts";
import type { Db } from "#src/platform/tables.ts";
import type { AuditRow, Durations, Health, OperatedMail, OperatedPerson, OperatedRun, Overview } from "../contract.ts";

/* Reads over everybody. Whoever asks must have been found to be an operator before. */

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** A page of rows that are ordered by time and id. */
const page = <Row extends { id: string; at: Date }>(
  query: PageQuery,
  read: (after: TimePosition | undefined, take: number) => Promise<Row[]>,
) => pagedByTime(query, read, (last) => [last.at.toISOString(), last.id]);

const older = (after: TimePosition | undefined, time: string, id: string) =>
  after ? sql<boolean>`${olderThan(time, id, after)}` : sql<boolean>`true`;

/** Days after which the last backup needs a look. Who makes none this way has another one, and is not asked. */
const maxBackupDays = 2;

/** Seconds between two instants of runs that were made since an instant, for those that have both. */
async function durationsOf(seconds: RawBuilder<unknown>, since: Date, db: Db): Promise<Durations> {
  const { rows } = await sql<{ median: number | null; p95: number | null }>`
    select percentile_cont(0.5) within group (order by seconds) as median,
      percentile_cont(0.95) within group (order by seconds) as p95
    from (select ${seconds}::float8 as seconds from run where created_at >= ${since}) as timed`.execute(db);
  const { median = null, p95 = null } = rows[0] ?? {};
  return median === null || p95 === null ? null : { median, p95 };
}
const firstTexts = (since: Date, db: Db) => durationsOf(sql`extract(epoch from first_text_at - started_at)`, since, db);
const results = (since: Date, db: Db) =>
  durationsOf(sql`case when status = 'succeeded' then extract(epoch from finished_at - started_at) end`, since, db);

const lastBackup = async (db: Db): Promise<Date | null> =>
  (await db.selectFrom("installation").select("last_backup_at").executeTakeFirst())?.last_backup_at ?? null;

/** How the installation does now: by the runs of the last 24 hours, and the last backup. */
export async function readHealth(now: Date, db: Db): Promise<Health> {
  const since = new Date(now.getTime() - dayMs);
  const [firstTextSeconds, resultSeconds, backup] = await Promise.all([
    firstTexts(since, db),
    results(since, db),
    lastBackup(db),
  ]);
  return { firstTextSeconds, resultSeconds, lastBackup: iso(backup) };
}

/**
 * Figures of the last days: of 24 hours when it is one, else of calendar days in UTC with today as the last.
 * @param of.dayMs milliseconds of a day
 */
export async function readOverview(of: { now: Date; days: number; dayMs: number }, db: Db): Promise<Overview> {
  const step = of.days === 1 ? of.dayMs / 24 : of.dayMs;
  const count = of.days === 1 ? 24 : of.days;
  const since = new Date((Math.floor(of.now.getTime() / step) - count + 1) * step);
  const waitingSince = new Date(of.now.getTime() - 10 * 60_000);
  const { rows } = await sql<
    Omit<Overview, "bars" | "needsLook" | "firstTextSeconds"> & {
      owed: number;
      waiting: number;
      mails: number;
      problems: number;
    }
  >`
    with sold as (select coalesce((select currency from payment_item order by is_offered desc, place, id limit 1), 'EUR') as currency)
    select
      (select count(*)::int from "user") as people,
      (select count(*)::int from "user" where created_at >= ${since}) as "newPeople",
      (select count(*)::int from run where created_at >= ${since}) as runs,
      (select count(*)::int from run where created_at >= ${since} and status in ('failed', 'cancelled')) as "runsWithoutResult",
      (select coalesce(sum(coins), 0)::bigint from coin_hold where settled_at >= ${since} and state = 'captured') as "coinsCharged",
      (select coalesce(sum(coins), 0)::bigint from coin_hold where settled_at >= ${since} and state = 'released') as "coinsReturned",
      (select coalesce(sum(total_cents - refunded_cents), 0)::bigint from payment_order
         where paid_at >= ${since} and payment_order.currency = sold.currency) as "revenueCents",
      (select count(*)::int from payment_order where paid_at >= ${since} and total_cents > 0) as payments,
      sold.currency,
      (select count(*)::int from mail where state = 'failed' and created_at >= ${since}) as mails,
      (select count(*)::int from payment_event where problem is not null and received_at >= ${since}) as problems,
      (select count(*)::int from run where status = 'queued' and created_at < ${waitingSince}) as waiting,
      (select count(*)::int from payment_order where status = 'paid' and coins_back < case when dispute in ('open', 'lost') then coins
         when total_cents > 0 then floor(coins * least(refunded_cents, total_cents)::numeric / total_cents) else 0 end) as owed
    from sold`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error("no figures");
  const { rows: counted } = await sql<{ bar: number; runs: number; failed: number }>`
    select floor(extract(epoch from created_at - ${since}::timestamptz) * 1000 / ${step}::float8)::int as bar,
      count(*)::int as runs, (count(*) filter (where status = 'failed'))::int as failed
    from run where created_at >= ${since} group by bar`.execute(db);
  const byBar = new Map(counted.map(({ bar, runs, failed }) => [bar, { runs, failed }]));
  const bars = Array.from({ length: count }, (_, bar) => ({
    from: new Date(since.getTime() + bar * step).toISOString(),
    ...(byBar.get(bar) ?? { runs: 0, failed: 0 }),
  }));
  const { owed, waiting, mails, problems, ...rest } = figures;
  const [firstTextSeconds, backup] = await Promise.all([firstTexts(since, db), lastBackup(db)]);
  const backupDays = backup === null ? 0 : Math.floor((of.now.getTime() - backup.getTime()) / of.dayMs);
  const looks = [
    { kind: "runsWaiting" as const, count: waiting },
    { kind: "mailsFailed" as const, count: mails },
    { kind: "paymentProblems" as const, count: problems },
    { kind: "refundsOwed" as const, count: owed },
    { kind: "backupOld" as const, count: backupDays > maxBackupDays ? backupDays : 0 },
  ];
  return {
    ...rest,
    firstTextSeconds,
    bars,
    needsLook: looks.filter(({ count: found }) => found > 0),
  };
}

/** People by name or address, the newest first. */
export async function readPeople(
  query: PageQuery & { q?: string | undefined },
  db: Db,
): Promise<{ people: OperatedPerson[]; nextCursor?: string }> {
  const words = `%${(query.q ?? "").trim().replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows, ...more } = await page(query, async (after, take) => {
    const found = await sql<Omit<OperatedPerson, "dateCreated" | "dateLastSeen"> & { at: Date; seen: Date | null }>`
      select u.id, u.name, u.email, u.owned_license as level, u.granted_license as "grantedLevel", u.created_at as at, u.email_verified as "isVerified",
        u.disabled_at is not null as "isDisabled", 'operator' = any(u.roles) as "isOperator",
        coalesce((select balance from coin_account a where a.owner = u.id and a.kind = 'person'), 0)::bigint as credits,
        (select count(*)::int from run r where r.user_id = u.id) as runs,
        greatest((select max(s.updated_at) from session s where s.user_id = u.id),
          (select max(e.created_at) from account_event e where e.user_id = u.id and e.kind = 'signedIn')) as seen,
        (select count(*)::int from session s where s.user_id = u.id and s.expires_at > now()) as sessions
      from "user" u
      where (u.name ilike ${words} or u.email ilike ${words}) and ${older(after, "u.created_at", "u.id")}
      order by u.created_at desc, u.id desc limit ${take}`.execute(db);
    return found.rows;
  });
  return {
    people: rows.map(({ at, seen, ...row }) => ({ ...row, dateCreated: at.toISOString(), dateLastSeen: iso(seen) })),
    ...more,
  };
}

export async function readRuns(
  query: PageQuery & { status?: string | undefined },
  db: Db,
): Promise<{ runs: OperatedRun[]; nextCursor?: string }> {
  const wanted = query.status === undefined ? sql<boolean>`true` : sql<boolean>`r.status = ${query.status}`;
  const { rows, ...more } = await page(query, async (after, take) => {
    const found = await sql<Omit<OperatedRun, "dateCreated" | "dateFinished"> & { at: Date; finished: Date | null }>`
      select r.id, r.user_id as "userId", u.email, r.workflow, r.status, r.coins::int as coins,
        r.coins_state as "coinsState", r.error_code as "errorCode", (r.usage ->> 'inputTokens')::int as "inputTokens",
        (r.usage ->> 'outputTokens')::int as "outputTokens", r.created_at as at, r.finished_at as finished
      from run r join "user" u on u.id = r.user_id
      where ${wanted} and ${older(after, "r.created_at", "r.id")}
      order by r.created_at desc, r.id desc limit ${take}`.execute(db);
    return found.rows;
  });
  return {
    runs: rows.map(({ at, finished, ...row }) => ({
      ...row,
      dateCreated: at.toISOString(),
      dateFinished: iso(finished),
    })),
    ...more,
  };
}

export async function readMails(
  query: PageQuery & { state?: string | undefined },
  db: Db,
): Promise<{ mails: OperatedMail[]; nextCursor?: string }> {
  const wanted = query.state === undefined ? sql<boolean>`true` : sql<boolean>`state = ${query.state}`;
  const { rows, ...more } = await page(query, async (after, take) => {
    const found = await sql<Omit<OperatedMail, "dateCreated" | "dateFinished"> & { at: Date; finished: Date | null }>`
      select id, kind, recipient, state, attempts, last_error as "lastError", created_at as at, finished_at as finished
      from mail where ${wanted} and ${older(after, "created_at", "id")}
      order by created_at desc, id desc limit ${take}`.execute(db);
    return found.rows;
  });
  return {
    mails: rows.map(({ at, finished, ...row }) => ({
      ...row,
      dateCreated: at.toISOString(),
      dateFinished: iso(finished),
    })),
    ...more,
  };
}

export async function readAudit(query: PageQuery, db: Db): Promise<{ rows: AuditRow[]; nextCursor?: string }> {
  const { rows, ...more } = await page(query, async (after, take) => {
    const found = await sql<Omit<AuditRow, "date"> & { at: Date }>`
      select a.id, u.name as operator, a.is_terminal as "isTerminal", a.action, a.subject, whom.email, a.details, a.reason,
        a.created_at as at
      from operator_audit a left join "user" u on u.id = a.operator_id left join "user" whom on whom.id::text = a.subject
      where ${older(after, "a.created_at", "a.id")}
      order by a.created_at desc, a.id desc limit ${take}`.execute(db);
    return found.rows;
  });
  return { rows: rows.map(({ at, ...row }) => ({ ...row, date: at.toISOString() })), ...more };
}

/** Keeps a person out from now on, or lets them in again. */
export const setDisabled = (id: string, isDisabled: boolean, now: Date, trx: Db) =>
  trx
    .updateTable("user")
    .set(
      isDisabled
        ? { disabled_at: now }
        : {
            disabled_at: null,
            enabled_at: sql<Date | null>`case when disabled_at is null then enabled_at else ${now} end`,
          },
    )
    .where("id", "=", id)
    .execute();

export const setOperator = (id: string, isOperator: boolean, trx: Db) =>
  trx
    .updateTable("user")
    .set({
      roles: isOperator
        ? sql<string[]>`array_append(array_remove(roles, 'operator'), 'operator')`
        : sql<string[]>`array_remove(roles, 'operator')`,
    })
    .where("id", "=", id)
    .execute();

/** Signs a person out everywhere. */
export const removeSessions = (id: string, trx: Db) => trx.deleteFrom("session").where("user_id", "=", id).execute();

/** Whose coins the transaction with this key moved, and how many, signed. */
export const movedBy = (key: string, trx: Db): Promise<{ owner: string | null; amount: number } | undefined> =>
  trx
    .selectFrom("coin_transaction")
    .innerJoin("coin_entry", "coin_entry.transaction_id", "coin_transaction.id")
    .innerJoin("coin_account", "coin_account.id", "coin_entry.account_id")
    .select(["coin_transaction.owner", "coin_entry.amount"])
    .where("coin_transaction.idempotency_key", "=", key)
    .where("coin_account.kind", "=", "person")
    .executeTakeFirst();

/** Runs since an instant by workflow. */
export async function countRuns(since: Date, db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("run")
    .select(["workflow", (of) => of.fn.countAll<number>().as("runs")])
    .where("created_at", ">=", since)
    .groupBy("workflow")
    .execute();
  return new Map(rows.map(({ workflow, runs }) => [workflow, runs]));
}
