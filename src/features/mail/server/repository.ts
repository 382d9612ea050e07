import { type Insertable, type Selectable, sql } from "kysely";
import type { Db } from "#src/platform/tables.ts";
import type { MailTables } from "./table.ts";

export type MailRow = Selectable<MailTables["mail"]>;

/** Seconds a claimed mail belongs to the process that sends it; longer than a send may take. */
const leaseSeconds = 120;

/** Kinds whose words hold a secret link. */
const holdsLink = sql<boolean>`(kind like 'account-%' or kind like 'invitation-%')`;

/** Whether a mail speaks for somebody whom an operator keeps out. */
const isHeld = sql<boolean>`((kind like 'invitation-%' or kind = 'reseller-invite') and exists (
  select 1 from "user" sender where sender.id = mail.user_id and sender.disabled_at is not null))`;

/**
 * The outbox. Clocks are the database's own, so that processes on several machines agree on due and overdue.
 */
export function outbox(db: Db) {
  const ofLease = (id: string, lease: string) =>
    db.updateTable("mail").where("id", "=", id).where("lease", "=", lease).where("state", "=", "queued");
  return {
    /** Due at once, by the database's clock as in `claim`: the clock of this process may go ahead of it. */
    insert: (row: Omit<Insertable<MailTables["mail"]>, "due_at">) =>
      db
        .insertInto("mail")
        .values({ ...row, due_at: sql<Date>`now()` })
        .execute(),

    /**
     * Takes up to `limit` mails that are due and that nobody else is sending, oldest first. What people write to others
     * waits while an operator keeps them out.
     */
    claim: (lease: string, limit: number): Promise<MailRow[]> =>
      db
        .updateTable("mail")
        .set((expression) => ({
          lease,
          leased_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
          attempts: expression("attempts", "+", 1),
        }))
        .where(
          "id",
          "in",
          db
            .selectFrom("mail")
            .select("id")
            .where("state", "=", "queued")
            .where("due_at", "<=", sql<Date>`now()`)
            .where(sql<boolean>`not ${isHeld}`)
            .where((where) =>
              where.or([where("leased_until", "is", null), where("leased_until", "<", sql<Date>`now()`)]),
            )
            .orderBy("due_at")
            .orderBy("id")
            .limit(limit)
            .forUpdate()
            .skipLocked(),
        )
        .returningAll()
        .execute(),

    /** Ends a mail; does nothing when the lease has passed to somebody else. */
    finish: (id: string, lease: string, state: "sent" | "failed", error: string | null) =>
      ofLease(id, lease)
        .set({
          state,
          last_error: error,
          finished_at: sql<Date>`now()`,
          lease: null,
          leased_until: null,
          // A link that opens an account or answers for a guest stays here no longer than it must.
          text_body: sql<string>`case when ${holdsLink} then '' else text_body end`,
          html_body: sql<string>`case when ${holdsLink} then '' else html_body end`,
          calendar_body: sql<string | null>`case when ${holdsLink} then left(calendar_body, 0) else calendar_body end`,
        })
        .execute(),

    /** Removes a mail that is not to be sent; does nothing when the lease has passed to somebody else. */
    remove: (id: string, lease: string) =>
      db.deleteFrom("mail").where("id", "=", id).where("lease", "=", lease).where("state", "=", "queued").execute(),

    /** Gives a mail back for a later try. */
    postpone: (id: string, lease: string, seconds: number, error: string) =>
      ofLease(id, lease)
        .set({
          last_error: error,
          due_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
          lease: null,
          leased_until: null,
        })
        .execute(),

    find: (id: string): Promise<MailRow | undefined> =>
      db.selectFrom("mail").selectAll().where("id", "=", id).executeTakeFirst(),

    async countSince(userId: string, start: string, since: Date): Promise<number> {
      const { mails } = await db
        .selectFrom("mail")
        .select(sql<number>`count(*)::int`.as("mails"))
        .where("user_id", "=", userId)
        .where(sql<boolean>`starts_with(kind, ${start})`)
        .where("created_at", ">", since)
        .executeTakeFirstOrThrow();
      return mails;
    },

    async countTo(
      mailboxes: readonly string[],
      { start, since, userId }: { start: string; since: Date; userId?: string },
    ): Promise<Map<string | null, number>> {
      const rows = await db
        .selectFrom("mail")
        .select(["mailbox", sql<number>`count(*)::int`.as("mails")])
        .where("mailbox", "in", mailboxes)
        .where(sql<boolean>`starts_with(kind, ${start})`)
        .where("created_at", ">", since)
        .where(userId === undefined ? sql<boolean>`true` : sql<boolean>`user_id = ${userId}`)
        .groupBy("mailbox")
        .execute();
      return new Map(rows.map(({ mailbox, mails }) => [mailbox, mails]));
    },

    newest: (limit: number) =>
      db
        .selectFrom("mail")
        .select(["id", "kind", "recipient", "subject", "state", "attempts", "last_error", "created_at"])
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute(),

    forgetOlderThan: async (days: number): Promise<number> => {
      const gone = await db
        .deleteFrom("mail")
        .where(sql<boolean>`(state <> 'queued' or ${isHeld})`)
        .where("created_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
        .executeTakeFirst();
      return Number(gone.numDeletedRows);
    },
  };
}
