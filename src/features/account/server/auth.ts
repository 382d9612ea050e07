import { betterAuth, type BetterAuthOptions } from "better-auth";
import { getAdapter } from "better-auth/db/adapter";
import { codeOf } from "#src/kit/causes.ts";
import type { Deps } from "#src/platform/deps.ts";
import { cookieNames, sessionMaxAge } from "./cookies.ts";
import { withHashedTokens } from "./hashedTokens.ts";
import { hashPassword, isPassword } from "./password.ts";
import { passwordHashOf } from "./repository.ts";

/** Where a sign-in comes from, kept with the session for its owner to see. */
export interface Caller {
  address: string;
  userAgent: string;
}

export interface Auth {
  /** better-auth's HTTP handler. Internal: the facade calls it, no route leads to it. */
  handler: (request: Request) => Promise<Response>;
  /** Set-Cookie lines of a new session, or null for a wrong pair. `email` in lower case. Unknown addresses cost the same time. */
  signIn: (credentials: { email: string; password: string }, caller: Caller) => Promise<string[] | null>;
  /** Ends the session that the cookie names and answers the Set-Cookie lines that forget it. */
  signOut: (cookie: string) => Promise<string[]>;
}

/** How passwords are kept and compared; tests count the calls. */
export interface Passwords {
  hash: (password: string) => Promise<string>;
  isPassword: (stored: string, password: string) => Promise<boolean>;
}

const addressHeader = "x-pioneer-client-address";
const basePath = "/api/auth";
/** Milliseconds without a request after which a session ends: 7 days. */
const idleMs = 7 * 86_400_000;

/** SQLSTATE 23503: the person was deleted between the check and the new session. */
const isGone = (error: unknown): boolean => codeOf(error) === "23503";

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
  const options: BetterAuthOptions = {
    appName: "Pioneer",
    baseURL: origin,
    basePath,
    secret: deps.config.authSecret,
    trustedOrigins: [origin],
    telemetry: { enabled: false },
    // Its own limiter allows an address three sign-ins in ten seconds, too few for an office; ours counts per account too.
    rateLimit: { enabled: false },
    // Accounts come from one place, with their welcome coins in the same transaction.
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: { hash: passwords.hash, verify: ({ hash, password }) => passwords.isPassword(hash, password) },
    },
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
    databaseHooks: {
      session: {
        create: { before: async (session) => ({ data: { ...session, expiresAt: new Date(Date.now() + idleMs) } }) },
      },
    },
    advanced: {
      cookiePrefix: "pioneer",
      cookies: { session_token: { name: cookieNames(secure).session, attributes: { secure } } },
      // The names carry their prefix themselves.
      useSecureCookies: false,
      database: { generateId: () => deps.newId() },
      ipAddress: { ipAddressHeaders: [addressHeader], ipv6Subnet: 128 },
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

  return {
    handler: auth.handler,
    signOut,
    async signIn(credentials, caller) {
      const headers = { [addressHeader]: caller.address, "user-agent": caller.userAgent };
      const before = await passwordHashOf(credentials.email, deps.db);
      const answer = await ask("/sign-in/email", headers, credentials).catch((error: unknown) => {
        if (isGone(error)) return new Response(null, { status: 401 });
        throw error;
      });
      if (answer.status >= 500) throw new Error(`better-auth answered ${answer.status} to a sign-in`);
      if (!answer.ok) return null;
      const cookies = answer.headers.getSetCookie();
      // A password changed between the check and the new session has ended all sessions but this one.
      if (before === (await passwordHashOf(credentials.email, deps.db))) return cookies;
      await signOut(cookies.map((line) => line.split(";", 1)[0]).join("; "));
      return null;
    },
  };
}
