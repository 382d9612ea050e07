import { sql } from "kysely";
import { olderThan, pagedByTime, type PageQuery, type TimePosition } from "#src/platform/database/paged.ts";
import type { Db } from "#src/platform/tables.ts";
import type { AuditRow, OperatedMail, OperatedPerson, OperatedRun, Overview } from "../contract.ts";

/* Reads over everybody. Whoever asks must have been found to be an operator before. */

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** A page of rows that are ordered by time and id. */
const page = <Row extends { id: string; at: Date }>(
  query: PageQuery,
  read: (after: TimePosition | undefined, take: number) => Promise<Row[]>,
) => pagedByTime(query, read, (last) => [last.at.toISOString(), last.id]);

const older = (after: TimePosition | undefined, time: string, id: string) =>
  after ? sql<boolean>`${olderThan(time, id, after)}` : sql<boolean>`true`;

/** Figures since an instant; days of runs in UTC. */
export async function readOverview(since: Date, db: Db): Promise<Overview> {
  const { rows } = await sql<
    Omit<Overview, "days" | "needsLook"> & { owed: number; waiting: number; mails: number; problems: number }
  >`
    select
      (select count(*)::int from "user") as people,
      (select count(*)::int from "user" where created_at >= ${since}) as "newPeople",
      (select count(*)::int from run where created_at >= ${since}) as runs,
      (select count(*)::int from run where created_at >= ${since} and status in ('failed', 'cancelled')) as "runsWithoutResult",
      (select coalesce(sum(coins), 0)::int from coin_hold where settled_at >= ${since} and state = 'captured') as "coinsCharged",
      (select coalesce(sum(coins), 0)::int from coin_hold where settled_at >= ${since} and state = 'released') as "coinsReturned",
      (select coalesce(sum(total_cents - refunded_cents), 0)::int from payment_order where paid_at >= ${since}) as "revenueCents",
      (select count(*)::int from payment_order where paid_at >= ${since} and total_cents > 0) as payments,
      coalesce((select currency from payment_item where is_offered order by place limit 1), 'EUR') as currency,
      (select count(*)::int from mail where state = 'failed' and created_at >= ${since}) as mails,
      (select count(*)::int from payment_event where problem is not null and received_at >= ${since}) as problems,
      (select count(*)::int from run where status = 'queued' and created_at < now() - interval '10 minutes') as waiting,
      (select count(*)::int from payment_order where status = 'paid' and coins_back < case when dispute in ('open', 'lost') then coins
         when total_cents > 0 then floor(coins * least(refunded_cents, total_cents)::numeric / total_cents) else 0 end) as owed`.execute(
    db,
  );
  const [figures] = rows;
  if (!figures) throw new Error("no figures");
  const { rows: days } = await sql<Overview["days"][number]>`
    select to_char(day, 'YYYY-MM-DD') as day,
      (select count(*)::int from run where created_at >= day at time zone 'UTC' and created_at < (day + interval '1 day') at time zone 'UTC') as runs,
      (select count(*)::int from run where created_at >= day at time zone 'UTC' and created_at < (day + interval '1 day') at time zone 'UTC'
         and status = 'failed') as failed
    from generate_series((${since}::timestamptz at time zone 'UTC')::date, (now() at time zone 'UTC')::date, interval '1 day') as day
    order by day`.execute(db);
  const { owed, waiting, mails, problems, ...rest } = figures;
  const looks = [
    { kind: "mailsFailed" as const, count: mails },
    { kind: "paymentProblems" as const, count: problems },
    { kind: "runsWaiting" as const, count: waiting },
    { kind: "refundsOwed" as const, count: owed },
  ];
  return { ...rest, days, needsLook: looks.filter(({ count }) => count > 0) };
}

/** People by name or address, the newest first. */
export async function readPeople(
  query: PageQuery & { q?: string | undefined },
  db: Db,
): Promise<{ people: OperatedPerson[]; nextCursor?: string }> {
  const words = `%${(query.q ?? "").trim().replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows, ...more } = await page(query, async (after, take) => {
    const found = await sql<Omit<OperatedPerson, "dateCreated" | "dateLastSeen"> & { at: Date; seen: Date | null }>`
      select u.id, u.name, u.email, u.owned_license as level, u.created_at as at, u.email_verified as "isVerified",
        u.disabled_at is not null as "isDisabled", 'operator' = any(u.roles) as "isOperator",
        coalesce((select balance from coin_account a where a.owner = u.id and a.kind = 'person'), 0)::int as credits,
        (select count(*)::int from run r where r.user_id = u.id) as runs,
        (select max(updated_at) from session s where s.user_id = u.id) as seen,
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
      select a.id, coalesce(u.name, '') as operator, a.action, a.subject, a.details, a.created_at as at
      from operator_audit a left join "user" u on u.id = a.operator_id
      where ${older(after, "a.created_at", "a.id")}
      order by a.created_at desc, a.id desc limit ${take}`.execute(db);
    return found.rows;
  });
  return { rows: rows.map(({ at, ...row }) => ({ ...row, date: at.toISOString() })), ...more };
}
