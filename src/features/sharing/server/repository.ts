import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { Db } from "#src/platform/tables.ts";
import type { Feed } from "../contract.ts";
import type { SharingTables } from "./table.ts";

export type InvitationRow = Selectable<SharingTables["invitation"]>;
type InvitationChange = Updateable<SharingTables["invitation"]>;

/**
 * Lets one transaction of a person after the other share something, so that what is counted stays true. The row of the
 * person is locked as a change of it would, which does not hold up who only refers to it.
 * @returns whether the person is there, and not kept out by an operator
 */
export async function lockSharer(userId: string, trx: Db): Promise<boolean> {
  const found = await trx
    .selectFrom("user")
    .select("disabled_at")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined && found.disabled_at === null;
}

/** The invitations of one person: every query is bound to the owner. */
export const invitationsOf = (userId: string, db: Db) => ({
  /** Those of an entry, in the order in which they were first sent. */
  ofEntry: (entryId: string): Promise<InvitationRow[]> =>
    db
      .selectFrom("invitation")
      .selectAll()
      .where("user_id", "=", userId)
      .where("entry_id", "=", entryId)
      .orderBy("id")
      .execute(),

  /** One whose entry is not deleted. */
  find: (id: string): Promise<InvitationRow | undefined> =>
    db
      .selectFrom("invitation")
      .innerJoin("calendar_entry", "calendar_entry.id", "invitation.entry_id")
      .selectAll("invitation")
      .where("invitation.user_id", "=", userId)
      .where("invitation.id", "=", id)
      .where("calendar_entry.deleted_at", "is", null)
      .executeTakeFirst(),

  /** As it is when nobody else changes it any more; nobody does until the transaction ends. */
  lock: (id: string): Promise<InvitationRow | undefined> =>
    db
      .selectFrom("invitation")
      .selectAll()
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst(),

  insert: (row: Omit<Insertable<SharingTables["invitation"]>, "user_id">): Promise<InvitationRow> =>
    db
      .insertInto("invitation")
      .values({ ...row, user_id: userId })
      .returningAll()
      .executeTakeFirstOrThrow(),

  update: (id: string, change: InvitationChange): Promise<InvitationRow> =>
    db
      .updateTable("invitation")
      .set(change)
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow(),
});

/** Invitations by what their guests hold. */
export const invitationByToken = (tokenHash: string, db: Db) => {
  const named = db.selectFrom("invitation").selectAll().where("token_hash", "=", tokenHash);
  return {
    find: (): Promise<InvitationRow | undefined> => named.executeTakeFirst(),
    lock: (): Promise<InvitationRow | undefined> => named.forUpdate().executeTakeFirst(),
  };
};

/** A guest who has not been told yet what became of an entry. */
export interface DueInvitation {
  id: string;
  user_id: string;
  entry_id: string;
  /** Whether the guest's place in it ends. */
  goes: boolean;
}

/** Whether a guest is still among the attendees of the entry. */
const isAttendee = sql<boolean>`exists (select 1 from jsonb_array_elements(e.attendees) a
  where lower(a->>'email') = i.email)`;

/** Whether what the guest is told next is that the appointment, or the guest's place in it, ends. */
const goes = sql<boolean>`(e.deleted_at is not null or not ${isAttendee})`;

/**
 * Invitations of everybody whose guest was told something else than what is so since `before`, in any order: none that
 * stays due for a reason of its own may hold up the others.
 * People whom an operator keeps out tell nobody.
 * @param of.without people who are left out
 * @param of.spent people of whom cancellations alone are wanted
 */
export async function dueInvitations(
  {
    before,
    without,
    spent,
    limit,
  }: { before: Date; without: readonly string[]; spent: readonly string[]; limit: number },
  db: Db,
): Promise<DueInvitation[]> {
  const { rows } = await sql<DueInvitation>`
    select i.id, i.user_id, i.entry_id, ${goes} as goes
    from invitation i join calendar_entry e on e.id = i.entry_id
    where not i.is_cancelled and i.user_id <> all(${[...without]}::uuid[])
      and (${goes} or i.user_id <> all(${[...spent]}::uuid[]))
      and exists (select 1 from "user" u where u.id = i.user_id and u.disabled_at is null) and (
      (e.deleted_at is null and e.updated_at <= ${before}
        and (e.sequence > i.entry_sequence or i.is_called_off or not ${isAttendee}))
      or (e.deleted_at <= ${before} and not i.is_called_off))
    order by random() limit ${limit}`.execute(db);
  return rows;
}

const toFeed = (row: Selectable<SharingTables["calendar_feed"]>): Feed => ({
  id: row.id,
  family: row.family as Feed["family"],
  dateCreated: row.created_at.toISOString(),
});

/** The subscriptions of one person: every query is bound to the owner. */
export const feedsOf = (userId: string, db: Db) => ({
  async list(): Promise<Feed[]> {
    const rows = await db.selectFrom("calendar_feed").selectAll().where("user_id", "=", userId).orderBy("id").execute();
    return rows.map(toFeed);
  },

  async insert(row: { id: string; family: number | null; tokenHash: string; now: Date }): Promise<Feed> {
    const made = await db
      .insertInto("calendar_feed")
      .values({ id: row.id, user_id: userId, family: row.family, token_hash: row.tokenHash, created_at: row.now })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toFeed(made);
  },

  async deleteAll(): Promise<void> {
    await db.deleteFrom("calendar_feed").where("user_id", "=", userId).execute();
  },

  async delete(id: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom("calendar_feed")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
});

/** Whose calendar an address shows, and which part of it; nobody's whom an operator keeps out. */
export const feedByToken = (
  tokenHash: string,
  db: Db,
): Promise<{ user_id: string; family: number | null } | undefined> =>
  db
    .selectFrom("calendar_feed")
    .innerJoin("user", "user.id", "calendar_feed.user_id")
    .select(["calendar_feed.user_id", "calendar_feed.family"])
    .where("token_hash", "=", tokenHash)
    .where("user.disabled_at", "is", null)
    .executeTakeFirst();
