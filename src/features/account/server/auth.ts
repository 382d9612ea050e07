import { randomBytes } from "node:crypto";
import { betterAuth, type BetterAuthOptions } from "better-auth";
import { getAdapter } from "better-auth/db/adapter";
import { ProductError } from "#src/kit/errors.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Db } from "#src/platform/tables.ts";
import { cookieNames, sessionMaxAge, setCookie } from "./cookies.ts";
import { withHashedTokens } from "./hashedTokens.ts";
import { hashPassword, isPassword } from "./password.ts";
import { accountOf, credentialsOf, insertSession, isDisabled } from "./repository.ts";
import { hashToken, signToken } from "./tokens.ts";

/** Where a sign-in comes from, kept with the session for its owner to see. */
export interface Caller {
  address: string;
  userAgent: string;
}

export interface Auth {
  /** better-auth's HTTP handler. Internal: the facade calls it, no route leads to it. */
  handler: (request: Request) => Promise<Response>;
  /**
   * Set-Cookie lines of a new session, or null for a wrong pair. Unknown addresses cost the same time.
   * @param credentials `email` as it is stored, see `emailKey`
   * @param admit asked once the password is right; may refuse by throwing
   */
  signIn: (credentials: { email: string; password: string }, caller: Caller, admit?: Admit) => Promise<string[] | null>;
  /**
   * Opens a session for somebody who has proven who they are otherwise, and answers its Set-Cookie lines.
   * @throws ProductError 401 `login.disabled`
   */
  openSession: (userId: string, caller: Caller, trx: Db) => Promise<string[]>;
  /** Ends the session that the cookie names and answers the Set-Cookie lines that forget it. */
  signOut: (cookie: string) => Promise<string[]>;
}

export interface Admit {
  /** Before the transaction that opens the session. */
  before: (userId: string) => Promise<void>;
  /** In that transaction. */
  within: (userId: string, trx: Db) => Promise<void>;
}

/** How passwords are kept and compared; tests count the calls. */
export interface Passwords {
  hash: (password: string) => Promise<string>;
  isPassword: (stored: string, password: string) => Promise<boolean>;
}

const basePath = "/api/auth";

/** Names of columns for fields of better-auth: `user_id` for `userId`. */
const columns = (...fields: string[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field, field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)]));

/** better-auth on our connections: database sessions with hashed tokens, argon2id, ids and cookies of our own. */
export async function openAuth(
  deps: Pick<Deps, "config" | "db" | "newId" | "log">,
  passwords: Passwords = { hash: hashPassword, isPassword },
): Promise<Auth> {
  const origin = new URL(deps.config.appUrl).origin;
  const secure = origin.startsWith("https:");
  const names = cookieNames(secure);
  const secret = deps.config.authSecret;
  const options: BetterAuthOptions = {
    appName: "Pioneer",
    baseURL: origin,
    basePath,
    secret,
    trustedOrigins: [origin],
    telemetry: { enabled: false },
    // Its own limiter allows an address three sign-ins in ten seconds, too few for an office; ours counts per account too.
    rateLimit: { enabled: false },
    // Accounts and sessions come from here: with their welcome coins, or with the second factor, in one transaction.
    emailAndPassword: { enabled: false },
    session: {
      expiresIn: sessionMaxAge,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      fields: {
        ...columns("userId", "expiresAt", "ipAddress", "userAgent", "createdAt", "updatedAt"),
        token: "token_hash",
      },
    },
    user: { fields: columns("emailVerified", "createdAt", "updatedAt") },
    account: {
      fields: {
        ...columns("userId", "accountId", "providerId", "accessToken", "refreshToken", "idToken"),
        ...columns("accessTokenExpiresAt", "refreshTokenExpiresAt", "createdAt", "updatedAt"),
      },
    },
    verification: { fields: columns("expiresAt", "createdAt", "updatedAt") },
    advanced: {
      cookiePrefix: "pioneer",
      cookies: { session_token: { name: names.session, attributes: { secure } } },
      // The names carry their prefix themselves.
      useSecureCookies: false,
      database: { generateId: () => deps.newId() },
    },
    // What is no refusal, such as a database that is away, reaches our own pipeline as it was thrown.
    onAPIError: { throw: true },
    // Its messages can quote addresses; the level and the first words are what an operator needs.
    logger: {
      level: "error",
      log: (level, message) =>
        deps.log[level](
          { event: "auth" },
          message.replace(/\S+/g, (word) => (word.includes("@") ? "…" : word)),
        ),
    },
  };
  const adapter = await getAdapter({ ...options, database: { db: deps.db, type: "postgres", transaction: true } });
  const auth = betterAuth({ ...options, database: () => withHashedTokens(adapter) });

  const ask = (path: string, headers: Record<string, string>, body: unknown): Promise<Response> =>
    auth.handler(
      new Request(`${origin}${basePath}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin, ...headers },
        body: JSON.stringify(body),
      }),
    );

  const signOut = async (cookie: string): Promise<string[]> => {
    const answer = await ask("/sign-out", { cookie }, {});
    if (!answer.ok) throw new Error(`better-auth answered ${answer.status} to a sign-out`);
    return answer.headers.getSetCookie();
  };

  const openSession = async (userId: string, { address, userAgent }: Caller, trx: Db): Promise<string[]> => {
    if (await isDisabled(userId, trx))
      throw new ProductError("login.disabled", { status: 401, message: "This account was disabled" });
    const token = randomBytes(24).toString("base64url");
    await insertSession({ id: deps.newId(), userId, tokenHash: hashToken(token), address, userAgent }, trx);
    return [setCookie(names.session, signToken(token, secret), secure, sessionMaxAge)];
  };

  return {
    handler: auth.handler,
    signOut,
    openSession,
    async signIn({ email, password }, caller, admit) {
      const known = await credentialsOf(email, deps.db);
      if (!known) {
        await passwords.hash(password);
        return null;
      }
      if (!(await passwords.isPassword(known.passwordHash, password))) return null;
      await admit?.before(known.userId);
      return deps.db.transaction().execute(async (trx) => {
        // A password that changed meanwhile, or with the whole account, is no longer the one that was checked.
        const own = accountOf(known.userId, trx);
        if (!(await own.keep()) || !(await own.keepPassword(known.passwordHash))) return null;
        await admit?.within(known.userId, trx);
        return openSession(known.userId, caller, trx);
      });
    },
  };
}
