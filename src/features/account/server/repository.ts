import { notSignedIn } from "#src/kit/errors.ts";
import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import { license, type License } from "../contract.ts";
import type { SignInProvider } from "#src/platform/signInSettings.ts";
import type { Db, Tables } from "#src/platform/tables.ts";
import { hashToken } from "./tokens.ts";

export interface NewPerson {
  id: string;
  accountId: string;
  name: string;
  /** As `emailKey` writes it. */
  email: string;
  language: "en" | "de" | null;
  /** What the person signs in with first: a password, or an account at a provider. */
  firstWay: { passwordHash: string } | { provider: SignInProvider; subject: string };
  /** Whether the address is known to be the person's. */
  isConfirmed: boolean;
  /** Whether the terms were accepted with it. */
  termsAccepted: boolean;
  /** Becomes the operator when nobody has an account yet. */
  mayOperate: boolean;
}

const isEmpty = async (db: Db): Promise<boolean> =>
  (await db.selectFrom("user").select("id").limit(1).executeTakeFirst()) === undefined;

/** Whether an operator keeps a person out. Waits for an operator who is just doing so; it stays so until the transaction ends. */
export const isDisabled = async (userId: string, trx: Db): Promise<boolean> => {
  const row = await trx.selectFrom("user").select("disabled_at").where("id", "=", userId).forShare().executeTakeFirst();
  return Boolean(row?.disabled_at);
};

/** Whether this is the first person of an installation: of several at once, one is. */
async function isFirst(trx: Db): Promise<boolean> {
  if (!(await isEmpty(trx))) return false;
  await sql`select pg_advisory_xact_lock(hashtextextended('first person', 0))`.execute(trx);
  return isEmpty(trx);
}

/**
 * Makes a person, in the caller's transaction; the first of an installation may become its operator.
 * @returns false when the address is taken
 */
export async function insertPerson(person: NewPerson, db: Db): Promise<boolean> {
  const roles = person.mayOperate && (await isFirst(db)) ? ["operator"] : [];
  const row = await db
    .insertInto("user")
    .values({
      id: person.id,
      name: person.name,
      email: person.email,
      language: person.language,
      roles,
      email_verified: person.isConfirmed,
      terms_accepted_at: person.termsAccepted ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) return false;
  await db
    .insertInto("account")
    .values({
      id: person.accountId,
      user_id: person.id,
      ...("provider" in person.firstWay
        ? { account_id: person.firstWay.subject, provider_id: person.firstWay.provider }
        : { account_id: person.id, provider_id: "credential", password: person.firstWay.passwordHash }),
    })
    .execute();
  return true;
}

/** Whose account an account at a provider opens; null when nobody linked it. */
export async function ownerOfProvider(provider: SignInProvider, subject: string, db: Db): Promise<string | null> {
  const row = await db
    .selectFrom("account")
    .select("user_id")
    .where("provider_id", "=", provider)
    .where("account_id", "=", subject)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Who has an address; undefined when nobody has. */
export const personByEmail = (email: string, db: Db) =>
  db.selectFrom("user").select(["id", "email_verified"]).where("email", "=", email).executeTakeFirst();

/** Who signs in by an address, and the hash of the password; null when nobody does. */
export async function credentialsOf(email: string, db: Db): Promise<{ userId: string; passwordHash: string } | null> {
  const row = await db
    .selectFrom("account")
    .innerJoin("user", "user.id", "account.user_id")
    .select(["account.user_id as userId", "account.password as passwordHash"])
    .where("user.email", "=", email)
    .where("account.provider_id", "=", "credential")
    .executeTakeFirst();
  return row && row.passwordHash !== null ? { userId: row.userId, passwordHash: row.passwordHash } : null;
}

export interface NewSession {
  id: string;
  userId: string;
  tokenHash: string;
  address: string;
  userAgent: string;
}

/** A session that ends after 7 days without a request. */
export const insertSession = ({ id, userId, tokenHash, address, userAgent }: NewSession, db: Db) =>
  db
    .insertInto("session")
    .values({
      id,
      user_id: userId,
      token_hash: tokenHash,
      ip_address: address,
      user_agent: userAgent,
      expires_at: sql<Date>`now() + interval '7 days'`,
    })
    .execute();

type SessionRow = Pick<
  Selectable<Tables["session"]>,
  "id" | "created_at" | "updated_at" | "expires_at" | "ip_address" | "user_agent"
>;

/** What an operator gives a person, null takes it back; or the best of the plans that the person pays for. */
export type LevelChange = { granted: Exclude<License, "justRegistered"> | null } | { paid: License };

/** One person's rows; no query of it can forget whose they are. */
export function accountOf(userId: string, db: Db) {
  return {
    user: () => db.selectFrom("user").selectAll().where("id", "=", userId).executeTakeFirst(),
    /** In one statement, so that a grant and a payment at the same time do not undo each other. */
    setLevel: async (change: LevelChange): Promise<void> => {
      const [set, granted, paid] =
        "granted" in change
          ? [{ granted_license: change.granted }, sql`${change.granted}`, sql.ref("paid_license")]
          : [{ paid_license: change.paid }, sql.ref("granted_license"), sql`${change.paid}`];
      const levels = sql`array[${sql.join(license.options.map((level) => sql.lit(level)))}]`;
      const rank = (level: RawBuilder<unknown>) => sql`coalesce(array_position(${levels}, ${level}::text), 1)`;
      await db
        .updateTable("user")
        .set({ ...set, owned_license: sql<License>`(${levels})[greatest(${rank(granted)}, ${rank(paid)})]` })
        .where("id", "=", userId)
        .execute();
    },
    passwordHash: async (): Promise<string | null> => {
      const row = await db
        .selectFrom("account")
        .select("password")
        .where("user_id", "=", userId)
        .where("provider_id", "=", "credential")
        .executeTakeFirst();
      return row?.password ?? null;
    },
    /** Whether the password is still the one with this hash; it stays so until the transaction ends. */
    keepPassword: async (checked: string): Promise<boolean> => {
      const row = await db
        .selectFrom("account")
        .select("id")
        .where("user_id", "=", userId)
        .where("provider_id", "=", "credential")
        .where("password", "=", checked)
        // Waits for a change that is under way, so that its outcome is seen.
        .forShare()
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Compare and set: false when the password is no longer the one that was checked. */
    replacePassword: async (checked: string, next: string): Promise<boolean> => {
      const done = await db
        .updateTable("account")
        .set({ password: next, updated_at: sql`now()` })
        .where("user_id", "=", userId)
        .where("provider_id", "=", "credential")
        .where("password", "=", checked)
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    },
    /** Sets a password, also for a person who never had one. */
    setPassword: async (id: string, next: string): Promise<void> => {
      await db
        .insertInto("account")
        .values({ id, user_id: userId, account_id: userId, provider_id: "credential", password: next })
        .onConflict((conflict) =>
          conflict.columns(["provider_id", "account_id"]).doUpdateSet({ password: next, updated_at: sql`now()` }),
        )
        .execute();
    },
    confirmAddress: () =>
      db.updateTable("user").set({ email_verified: true }).where("id", "=", userId).executeTakeFirst(),
    /** A client's clock may be ahead; nobody signs out in the future. */
    setLastLogout: async (date: Date): Promise<Date> => {
      const row = await db
        .updateTable("user")
        .set({ date_last_logout: sql<Date>`least(${date}::timestamptz, now())` })
        .where("id", "=", userId)
        .returning("date_last_logout")
        .executeTakeFirst();
      return row?.date_last_logout ?? date;
    },
    /** Sessions alive, newest first. */
    sessions: (limit: number, before: string | undefined): Promise<SessionRow[]> => {
      let query = db
        .selectFrom("session")
        .select(["id", "created_at", "updated_at", "expires_at", "ip_address", "user_agent"])
        .where("user_id", "=", userId)
        .where("expires_at", ">", sql<Date>`now()`)
        .where("created_at", ">", sql<Date>`now() - interval '30 days'`)
        .orderBy("id", "desc")
        .limit(limit);
      if (before !== undefined) query = query.where("id", "<", before);
      return query.execute();
    },
    /** All sessions alive; a page of `sessions` may be cut. */
    liveSessions: (): Promise<{ id: string }[]> =>
      db
        .selectFrom("session")
        .select("id")
        .where("user_id", "=", userId)
        .where("expires_at", ">", sql<Date>`now()`)
        .where("created_at", ">", sql<Date>`now() - interval '30 days'`)
        .execute(),
    endSession: async (sessionId: string): Promise<boolean> => {
      const done = await db
        .deleteFrom("session")
        .where("user_id", "=", userId)
        .where("id", "=", sessionId)
        .executeTakeFirst();
      return done.numDeletedRows === 1n;
    },
    /** @param kept session that stays alive; null ends all. Answers how many ended. */
    endSessions: async (kept: string | null): Promise<number> => {
      let query = db.deleteFrom("session").where("user_id", "=", userId);
      if (kept !== null) query = query.where("id", "!=", kept);
      return Number((await query.executeTakeFirst()).numDeletedRows);
    },
    setName: (name: string) =>
      db
        .updateTable("user")
        .set({ name, updated_at: sql`now()` })
        .where("id", "=", userId)
        .execute(),
    /** Makes another address the person's, confirmed. @throws on an address that is taken (SQLSTATE 23505) */
    setEmail: (email: string) =>
      db
        .updateTable("user")
        .set({ email, email_verified: true, updated_at: sql`now()` })
        .where("id", "=", userId)
        .execute(),
    /** Every way in but a link from a mail ends: password, accounts at providers, passkeys. */
    forgetWaysIn: async (): Promise<void> => {
      await db.deleteFrom("account").where("user_id", "=", userId).execute();
      await db.deleteFrom("passkey").where("user_id", "=", userId).execute();
    },
    /** Every way in but the password ends. */
    forgetOtherWays: async (): Promise<void> => {
      await db.deleteFrom("account").where("user_id", "=", userId).where("provider_id", "!=", "credential").execute();
      await db.deleteFrom("passkey").where("user_id", "=", userId).execute();
    },
    /** Accounts at providers that open this one, oldest first. */
    providers: () =>
      db
        .selectFrom("account")
        .select(["provider_id as provider", "account_id as subject", "created_at as createdAt"])
        .where("user_id", "=", userId)
        .where("provider_id", "!=", "credential")
        .orderBy("created_at")
        .execute(),
    /** False when the account at the provider opens another one already. */
    linkProvider: async (id: string, provider: SignInProvider, subject: string): Promise<boolean> => {
      const row = await db
        .insertInto("account")
        .values({ id, user_id: userId, provider_id: provider, account_id: subject })
        .onConflict((known) => known.columns(["provider_id", "account_id"]).doNothing())
        .returning("id")
        .executeTakeFirst();
      return row !== undefined;
    },
    /** False when there was none. */
    unlinkProvider: async (provider: SignInProvider): Promise<boolean> => {
      const gone = await db
        .deleteFrom("account")
        .where("user_id", "=", userId)
        .where("provider_id", "=", provider)
        .executeTakeFirst();
      return gone.numDeletedRows > 0n;
    },
    /** How many ways in there are beside links from mails: passkeys, and accounts of the kinds that count. */
    countWaysIn: async (kinds: readonly string[]): Promise<number> => {
      const [accounts, passkeys] = await Promise.all([
        db.selectFrom("account").select("id").where("user_id", "=", userId).where("provider_id", "in", kinds).execute(),
        db.selectFrom("passkey").select("id").where("user_id", "=", userId).execute(),
      ]);
      return accounts.length + passkeys.length;
    },
    /** Ends every link that was sent. */
    forgetLinks: () => db.deleteFrom("account_link").where("user_id", "=", userId).execute(),
    /** The new address whose link waits for its confirmation. */
    pendingEmail: async (): Promise<string | null> => {
      const row = await db
        .selectFrom("account_link")
        .select("email")
        .where("user_id", "=", userId)
        .where("kind", "=", "email")
        .where("expires_at", ">", sql<Date>`now()`)
        .executeTakeFirst();
      return row?.email ?? null;
    },
    picture: () =>
      db
        .selectFrom("account_picture")
        .select(["media_type as mediaType", "bytes"])
        .where("user_id", "=", userId)
        .executeTakeFirst(),
    /** @param address where the pages find the picture */
    setPicture: async ({ mediaType, bytes }: { mediaType: string; bytes: Buffer }, address: string): Promise<void> => {
      const row = { media_type: mediaType, bytes };
      await db
        .insertInto("account_picture")
        .values({ user_id: userId, ...row })
        .onConflict((known) => known.column("user_id").doUpdateSet({ ...row, updated_at: sql`now()` }))
        .execute();
      await db.updateTable("user").set({ image: address }).where("id", "=", userId).execute();
    },
    removePicture: async (): Promise<void> => {
      await db.deleteFrom("account_picture").where("user_id", "=", userId).execute();
      await db.updateTable("user").set({ image: null }).where("id", "=", userId).execute();
    },
    /** Notes that the person proved who they are just now; false when the session has ended. */
    proveSession: async (sessionId: string): Promise<boolean> => {
      const done = await db
        .updateTable("session")
        .set({ proven_at: sql<Date>`now()` })
        .where("user_id", "=", userId)
        .where("id", "=", sessionId)
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    },
    /** Keeps the person from being deleted until the transaction ends; false when it is too late. */
    keep: async (): Promise<boolean> =>
      (await db.selectFrom("user").select("id").where("id", "=", userId).forKeyShare().executeTakeFirst()) !==
      undefined,
    /** Waits for everyone who keeps the person, and lets nobody new do so until the transaction ends. */
    lock: () => db.selectFrom("user").select("id").where("id", "=", userId).forUpdate().executeTakeFirst(),
    /**
     * Locks for a change by somebody who is signed in. Their session is looked for once more: it was read before a body
     * came that may have taken its time, and whoever takes the account back ends the sessions of others.
     * @throws ProductError 401 when it has ended
     */
    lockAs: async (session: { id: string }): Promise<void> => {
      await db.selectFrom("user").select("id").where("id", "=", userId).forUpdate().executeTakeFirst();
      const open = await db
        .selectFrom("session")
        .select("id")
        .where("id", "=", session.id)
        .where("user_id", "=", userId)
        .executeTakeFirst();
      if (!open) throw notSignedIn();
    },
    /** Waits for everybody who counts something of the person, and for nobody who only keeps them. */
    lockCounts: async (): Promise<void> => {
      await db.selectFrom("user").select("id").where("id", "=", userId).forNoKeyUpdate().executeTakeFirst();
    },
    delete: async (): Promise<boolean> =>
      (await db.deleteFrom("user").where("id", "=", userId).executeTakeFirst()).numDeletedRows === 1n,
  };
}

/** Whether somebody has this address. */
export const isEmailTaken = async (email: string, db: Db): Promise<boolean> =>
  (await db.selectFrom("user").select("id").where("email", "=", email).executeTakeFirst()) !== undefined;

type EventRow = Omit<Insertable<Tables["account_event"]>, "user_id" | "created_at">;

/** The logs of accounts. */
export function eventLog(db: Db) {
  return {
    insert: (row: EventRow & { user_id: string }) => db.insertInto("account_event").values(row).execute(),
    /** For whoever has the address; nothing when nobody has. */
    insertFor: (email: string, { id, kind, network, user_agent }: EventRow) =>
      sql`insert into account_event (id, user_id, kind, network, user_agent)
        select ${id}::uuid, id, ${kind}, ${network}, ${user_agent} from "user" where email = ${email}`.execute(db),
    /** Newest first. */
    page: (userId: string, limit: number, before: string | undefined) => {
      const all = db.selectFrom("account_event").selectAll().where("user_id", "=", userId);
      const rest = before === undefined ? all : all.where("id", "<", before);
      return rest.orderBy("id", "desc").limit(limit).execute();
    },
    purge: async (before: Date, limit: number): Promise<number> => {
      const gone = await db
        .deleteFrom("account_event")
        .where("id", "in", (from) =>
          from.selectFrom("account_event").select("id").where("created_at", "<", before).limit(limit),
        )
        .executeTakeFirst();
      return Number(gone.numDeletedRows);
    },
  };
}

/** One person's second factor and recovery codes. */
export function secondFactorOf(userId: string, db: Db) {
  return {
    find: () => db.selectFrom("second_factor").selectAll().where("user_id", "=", userId).executeTakeFirst(),
    /** A secret that is not confirmed yet, in place of such a one; false when there is a confirmed one. */
    begin: async (secret: string): Promise<boolean> => {
      const row = await db
        .insertInto("second_factor")
        .values({ user_id: userId, secret, confirmed_at: null, last_step: null })
        .onConflict((known) =>
          known.column("user_id").doUpdateSet({ secret }).where("second_factor.confirmed_at", "is", null),
        )
        .returning("user_id")
        .executeTakeFirst();
      return row !== undefined;
    },
    confirm: () =>
      db
        .updateTable("second_factor")
        .set({ confirmed_at: sql<Date>`now()` })
        .where("user_id", "=", userId)
        .execute(),
    /** Compare and set: false when this or a later code was used already. */
    useStep: async (step: number): Promise<boolean> => {
      const done = await db
        .updateTable("second_factor")
        .set({ last_step: step })
        .where("user_id", "=", userId)
        .where((where) => where.or([where("last_step", "is", null), where("last_step", "<", String(step))]))
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    },
    useRecoveryCode: async (hash: string): Promise<boolean> => {
      const gone = await db
        .deleteFrom("recovery_code")
        .where("user_id", "=", userId)
        .where("code_hash", "=", hash)
        .executeTakeFirst();
      return gone.numDeletedRows === 1n;
    },
    countCodes: async (): Promise<number> => {
      const { count } = await db
        .selectFrom("recovery_code")
        .select((row) => row.fn.countAll<string>().as("count"))
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    replaceCodes: async (hashes: readonly string[]): Promise<void> => {
      await db.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
      await db
        .insertInto("recovery_code")
        .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
        .execute();
    },
    /** False when it was off. */
    remove: async (): Promise<boolean> => {
      await db.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
      const gone = await db.deleteFrom("second_factor").where("user_id", "=", userId).executeTakeFirst();
      return gone.numDeletedRows === 1n;
    },
  };
}

/** Passkeys of one person. */
export function passkeysOf(userId: string, db: Db) {
  return {
    /** Oldest first. */
    list: () => db.selectFrom("passkey").selectAll().where("user_id", "=", userId).orderBy("id").execute(),
    /** False when the authenticator's credential is known already. */
    insert: async (
      row: Omit<Insertable<Tables["passkey"]>, "user_id" | "created_at" | "last_used_at">,
    ): Promise<boolean> => {
      const added = await db
        .insertInto("passkey")
        .values({ ...row, user_id: userId })
        .onConflict((known) => known.column("credential_id").doNothing())
        .returning("id")
        .executeTakeFirst();
      return added !== undefined;
    },
    rename: async (id: string, name: string): Promise<boolean> => {
      const done = await db
        .updateTable("passkey")
        .set({ name })
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    },
    remove: async (id: string): Promise<boolean> => {
      const gone = await db.deleteFrom("passkey").where("user_id", "=", userId).where("id", "=", id).executeTakeFirst();
      return gone.numDeletedRows === 1n;
    },
    /** Compare and set: false when another use has moved the counter since it was read. */
    use: async (id: string, before: number, after: number, isBackedUp: boolean): Promise<boolean> => {
      const done = await db
        .updateTable("passkey")
        .set({ counter: after, backed_up: isBackedUp, last_used_at: sql<Date>`now()` })
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .where("counter", "=", String(before))
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    },
  };
}

/** The passkey of a credential; undefined when nobody has it. */
export const passkeyByCredential = (credentialId: string, db: Db) =>
  db.selectFrom("passkey").selectAll().where("credential_id", "=", credentialId).executeTakeFirst();

/** What a sign-in that is under way waits for. Each is found by a value that only one browser has, and used once. */
export type UnderWay = "provider" | "pending" | "passkey";

const placeOf = (kind: UnderWay, token: string): string => `${kind}:${hashToken(token)}`;

/** Keeps a value until it is taken, `seconds` at most. */
export async function insertUnderWay(
  row: { id: string; kind: UnderWay; token: string; value: object; seconds: number },
  db: Db,
): Promise<void> {
  await db
    .insertInto("verification")
    .values({
      id: row.id,
      identifier: placeOf(row.kind, row.token),
      value: JSON.stringify(row.value),
      expires_at: sql<Date>`now() + make_interval(secs => ${row.seconds})`,
    })
    .execute();
}

/** A kept value, which is used up by it; of many at the same time one gets it. Null when there is none. */
export async function takeUnderWay(kind: UnderWay, token: string, db: Db): Promise<unknown> {
  const row = await db
    .deleteFrom("verification")
    .where("identifier", "=", placeOf(kind, token))
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("value")
    .executeTakeFirst();
  return row ? JSON.parse(row.value) : null;
}

/** A kept value, which stays. Null when there is none. */
export async function readUnderWay(kind: UnderWay, token: string, db: Db): Promise<unknown> {
  const row = await db
    .selectFrom("verification")
    .select("value")
    .where("identifier", "=", placeOf(kind, token))
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row ? JSON.parse(row.value) : null;
}

/** Removes what nobody can use any more: sessions and single-use values past their time. Answers how many. */
export async function sweepExpired(db: Db): Promise<number> {
  const sessions = await db
    .deleteFrom("session")
    .where((where) =>
      where.or([
        where("expires_at", "<", sql<Date>`now()`),
        where("created_at", "<", sql<Date>`now() - interval '30 days'`),
      ]),
    )
    .executeTakeFirst();
  const values = await db
    .deleteFrom("verification")
    .where("expires_at", "<", sql<Date>`now()`)
    .executeTakeFirst();
  const links = await db
    .deleteFrom("account_link")
    .where("expires_at", "<", sql<Date>`now()`)
    .executeTakeFirst();
  return Number(sessions.numDeletedRows + values.numDeletedRows + links.numDeletedRows);
}
