import { type Selectable, sql } from "kysely";
import { olderThan, type TimePosition } from "#src/platform/database/paged.ts";
import type { Db } from "#src/platform/tables.ts";
import type { Invite, InviteOverview, InviteReward } from "../contract.ts";
import type { InviteTables } from "./table.ts";

export type InviteRow = Selectable<InviteTables["invite"]>;

/** Names of the newest rewards that are listed beside their sum. */
const maxLatest = 5;

/** What one person invited, got and may take back: every query is bound to that person. */
export const invitesOf = (userId: string, db: Db) => {
  const paid = () =>
    db
      .selectFrom("referral")
      .where("referral.user_id", "=", userId)
      .where(sql<boolean>`is_inviter_paid`);
  return {
    /** Invites and sign-ups, newest first. */
    async page(take: number, after: TimePosition | undefined, now: Date): Promise<Invite[]> {
      const before = (time: string, id: string) => (after ? sql`and ${olderThan(time, id, after)}` : sql``);
      const { rows } = await sql<Omit<Invite, "invitedAt" | "at"> & { invited_at: Date; at: Date }>`
        select * from (
          (select i.id, case when i.withdrawn_at is not null then 'withdrawn'
                  when i.expires_at <= ${now} then 'expired' else 'sent' end as state,
                  i.email, null as name, i.created_at as invited_at, coalesce(i.withdrawn_at, i.expires_at) as at, 0 as coins
             from invite i where i.user_id = ${userId} ${before("i.created_at", "i.id")}
            order by i.created_at desc, i.id desc limit ${take})
          union all
          (select r.id, case when r.rewarded_at is not null then 'rewarded' when u.email_verified then 'verified'
                  else 'registered' end, null, u.name, r.invited_at, coalesce(r.rewarded_at, r.registered_at),
                  case when r.is_inviter_paid then r.coins else 0 end
             from referral r left join "user" u on u.id = r.invited_id
            where r.user_id = ${userId} ${before("r.invited_at", "r.id")}
            order by r.invited_at desc, r.id desc limit ${take})
        ) as invited order by invited_at desc, id desc limit ${take}`.execute(db);
      return rows.map(({ invited_at, at, ...row }) => ({
        ...row,
        invitedAt: invited_at.toISOString(),
        at: at.toISOString(),
      }));
    },

    async code(): Promise<string | null> {
      const row = await db.selectFrom("invite_link").select("code").where("user_id", "=", userId).executeTakeFirst();
      return row?.code ?? null;
    },

    /** Waits for whoever invites or signs up by this person right now, so that limits hold; false without a link. */
    async lockLink(): Promise<boolean> {
      const row = db.selectFrom("invite_link").select("code").where("user_id", "=", userId);
      return (await row.forUpdate().executeTakeFirst()) !== undefined;
    },

    addLink: (code: string) => db.insertInto("invite_link").values({ user_id: userId, code }).execute(),

    /** Invites and sign-ups since an instant, whatever became of them. */
    async countSince(since: Date): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select (select count(*) from invite where user_id = ${userId} and created_at > ${since})::int
             + (select count(*) from referral where user_id = ${userId} and invited_at > ${since})::int as count`.execute(
        db,
      );
      return rows[0]?.count ?? 0;
    },

    async earned(): Promise<InviteOverview["earned"]> {
      const [sum, latest] = await Promise.all([
        paid()
          .select([sql<number>`coalesce(sum(coins), 0)::bigint`.as("coins"), sql<number>`count(*)::int`.as("count")])
          .executeTakeFirstOrThrow(),
        paid()
          .leftJoin("user", "user.id", "referral.invited_id")
          .select(["referral.id", "user.name", "referral.coins"])
          .orderBy("rewarded_at", "desc")
          .orderBy("referral.id")
          .limit(maxLatest)
          .execute(),
      ]);
      return { coins: sum.coins, count: sum.count, latest };
    },

    /** Whether an invite to this mailbox still works. */
    async hasOpen(mailboxHash: string, now: Date): Promise<boolean> {
      const row = await db
        .selectFrom("invite")
        .select("id")
        .where("user_id", "=", userId)
        .where("mailbox_hash", "=", mailboxHash)
        .where("withdrawn_at", "is", null)
        .where("expires_at", ">", now)
        .executeTakeFirst();
      return row !== undefined;
    },

    add: (row: Omit<InviteRow, "user_id" | "withdrawn_at">) =>
      db
        .insertInto("invite")
        .values({ ...row, user_id: userId })
        .execute(),

    /** @returns null for what is not there, is not this person's, or is used up */
    async withdraw(id: string, now: Date): Promise<InviteRow | null> {
      const row = await db
        .updateTable("invite")
        .set({ withdrawn_at: sql<Date>`coalesce(withdrawn_at, ${now})` })
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    /** Rewards on either side that the person has not been told of. */
    async untold(limit: number): Promise<InviteReward[]> {
      const rows = await db
        .selectFrom("referral")
        .select(["id", "user_id", "coins"])
        .where("rewarded_at", "is not", null)
        .where("coins", ">", 0)
        .where(sql<boolean>`(user_id = ${userId} and is_inviter_paid and not is_inviter_told
          or invited_id = ${userId} and not is_invited_told)`)
        .orderBy("rewarded_at")
        .limit(limit)
        .execute();
      return rows.map(({ id, user_id, coins }) => ({ id, side: user_id === userId ? "inviter" : "invited", coins }));
    },

    /** @returns how many of them were the person's own and new */
    async markTold(ids: readonly string[]): Promise<number> {
      const done = await db
        .updateTable("referral")
        .set({
          is_inviter_told: sql<boolean>`is_inviter_told or user_id is not distinct from ${userId}`,
          is_invited_told: sql<boolean>`is_invited_told or invited_id is not distinct from ${userId}`,
        })
        .where("id", "in", ids)
        .where("rewarded_at", "is not", null)
        .where(sql<boolean>`(user_id = ${userId} and not is_inviter_told
          or invited_id = ${userId} and not is_invited_told)`)
        .executeTakeFirst();
      return Number(done.numUpdatedRows);
    },

    /** Whether somebody signed up, by this person or as this person, for whom no reward has come yet. */
    async isPending(): Promise<boolean> {
      const { rows } = await sql<{ is_pending: boolean }>`
        select exists (select 1 from referral where user_id = ${userId} and rewarded_at is null and invited_id is not null)
            or exists (select 1 from referral where invited_id = ${userId} and rewarded_at is null) as is_pending`.execute(
        db,
      );
      return rows[0]?.is_pending ?? false;
    },
  };
};

/** An invite or a link that somebody came with. */
export interface FoundCode {
  userId: string;
  /** Of an invite by email. */
  inviteId: string | null;
  invitedAt: Date | null;
}

/** What a reward may be due for. */
export interface PendingReferral {
  id: string;
  userId: string | null;
  invitedId: string;
  coins: number;
}

/** Invites of everybody: for sign-ups and for the job. */
export const allInvites = (db: Db) => ({
  /** Whose a code is; null for one that does not work (any more), or not while an operator keeps its owner out. */
  async findCode(code: string, now: Date): Promise<FoundCode | null> {
    const isIn = (owner: string) =>
      sql<boolean>`exists (select 1 from "user" u where u.id = ${sql.ref(owner)} and u.disabled_at is null)`;
    const link = await db
      .selectFrom("invite_link")
      .select("user_id")
      .where("code", "=", code)
      .where(isIn("invite_link.user_id"))
      .executeTakeFirst();
    if (link) return { userId: link.user_id, inviteId: null, invitedAt: null };
    const sent = await db
      .selectFrom("invite")
      .select(["id", "user_id", "created_at"])
      .where("code", "=", code)
      .where(isIn("invite.user_id"))
      .where("withdrawn_at", "is", null)
      .where("expires_at", ">", now)
      .executeTakeFirst();
    return sent ? { userId: sent.user_id, inviteId: sent.id, invitedAt: sent.created_at } : null;
  },

  /** Uses an invite up; of several at once, one succeeds. */
  async spend(id: string, now: Date): Promise<boolean> {
    const done = await db
      .deleteFrom("invite")
      .where("id", "=", id)
      .where("withdrawn_at", "is", null)
      .where("expires_at", ">", now)
      .executeTakeFirst();
    return done.numDeletedRows === 1n;
  },

  /** Messages to a mailbox since an instant, whoever sent them. */
  async countTo(mailboxHash: string, since: Date): Promise<number> {
    const { count } = await db
      .selectFrom("invite")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("mailbox_hash", "=", mailboxHash)
      .where("created_at", ">", since)
      .executeTakeFirstOrThrow();
    return count;
  },

  /** Addresses of the accounts that may be of one mailbox. @param stem `mailboxStem` */
  async addressesOf(stem: string): Promise<{ id: string; email: string }[]> {
    return db
      .selectFrom("user")
      .select(["id", "email"])
      .where(sql<boolean>`replace(split_part(split_part(email, '@', 1), '+', 1), '.', '') = ${stem}`)
      .execute();
  },

  /** @returns false when this mailbox or person came by an invite before */
  async addReferral(
    row: Pick<
      Selectable<InviteTables["referral"]>,
      "id" | "mailbox_hash" | "coins" | "invited_at" | "registered_at"
    > & {
      user_id: string;
      invited_id: string;
    },
  ): Promise<boolean> {
    const done = await db
      .insertInto("referral")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return done.numInsertedOrUpdatedRows === 1n;
  },

  /**
   * People with a confirmed address for whom no reward has come, in the order of the ids. Whom an operator keeps out
   * waits until that ends.
   * @param of only the one who is this person
   */
  async pending(after: string | null, limit: number, of?: string): Promise<PendingReferral[]> {
    let found = db
      .selectFrom("referral")
      .innerJoin("user", "user.id", "referral.invited_id")
      .select(["referral.id", "referral.user_id as userId", "user.id as invitedId", "referral.coins"])
      .where("rewarded_at", "is", null)
      .where("user.email_verified", "=", true)
      .where("user.disabled_at", "is", null);
    if (after !== null) found = found.where("referral.id", ">", after);
    if (of !== undefined) found = found.where("referral.invited_id", "=", of);
    return found.orderBy("referral.id").limit(limit).execute();
  },

  /** Marks a referral as rewarded, once. @returns false when it was before */
  async markRewarded(id: string, isInviterPaid: boolean, now: Date): Promise<boolean> {
    const done = await db
      .updateTable("referral")
      .set({ rewarded_at: now, is_inviter_paid: isInviterPaid })
      .where("id", "=", id)
      .where("rewarded_at", "is", null)
      .executeTakeFirst();
    return done.numUpdatedRows === 1n;
  },

  /** Erases invites that ran out before an instant. @returns how many */
  async purgeExpired(before: Date, limit: number): Promise<number> {
    const old = db.selectFrom("invite").select("id").where("expires_at", "<", before).limit(limit);
    return Number((await db.deleteFrom("invite").where("id", "in", old).executeTakeFirst()).numDeletedRows);
  },

  /** Erases referrals of which neither account is left. @returns how many */
  async purgeOrphans(limit: number): Promise<number> {
    const orphans = db
      .selectFrom("referral")
      .select("id")
      .where("user_id", "is", null)
      .where("invited_id", "is", null)
      .limit(limit);
    return Number((await db.deleteFrom("referral").where("id", "in", orphans).executeTakeFirst()).numDeletedRows);
  },
});
