import { Hono } from "hono";
import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import { pino } from "pino";
import { notSignedIn, ProductError } from "#src/kit/errors.ts";
import { newId } from "#src/kit/ids.ts";
import { readConfig } from "#src/platform/config.ts";
import type { RequestEnv } from "#src/platform/http/requestContext.ts";
import type { Tables } from "#src/platform/tables.ts";
import { openThrottle } from "#src/platform/throttle.ts";
import { openAuth } from "../server/auth.ts";
import { type AccountDeps, accountRoutes } from "../server/routes.ts";
import { openReadSession } from "../server/session.ts";

export interface OpenAccountsOptions {
  pool: Pool;
  appUrl: string;
  /** Multiplies every limit; default 1. */
  throttleFactor?: number;
  overrides?: Partial<AccountDeps>;
}

/** The account feature on a database of its own, with the error mapping of the product in small. */
export async function openAccounts(options: OpenAccountsOptions) {
  const logged: string[] = [];
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: options.pool }) });
  const config = { ...readConfig({}), appUrl: options.appUrl, authSecret: "a secret of a test, 32 characters and more" };
  const log = pino({ level: "debug" }, { write: (line) => void logged.push(line) });
  const base = { config, db, newId, now: () => new Date(), log, throttle: await openThrottle(options.throttleFactor ?? 1, options.pool) };
  const welcomed: string[] = [];
  const deps: AccountDeps = {
    ...base,
    auth: await openAuth(base),
    readSession: openReadSession(options.pool, config.authSecret, options.appUrl.startsWith("https:")),
    exportEverything: async function* () {},
    welcome: async ({ id }) => void welcomed.push(id),
    takenBack: async () => undefined,
    sessionOf: async (context) => {
      const session = await deps.readSession(context.req.raw.headers);
      if (!session) throw notSignedIn();
      return session;
    },
    ...options.overrides,
  };
  const app = new Hono<RequestEnv>();
  app.use((context, next) => {
    const address = context.req.header("x-test-address") ?? "127.0.0.1";
    context.set("caller", { requestId: newId(), address, peer: address });
    return next();
  });
  app.onError((error, context) => {
    if (!(error instanceof ProductError)) throw error;
    if (error.retryAfter !== undefined) context.header("retry-after", String(error.retryAfter));
    const { code, message, fields } = error;
    return new Response(JSON.stringify({ code, message, fields }), { status: error.status, headers: context.res.headers });
  });
  app.route("/", accountRoutes(deps));
  return { app, deps, db, logged, welcomed };
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** A browser in small: keeps cookies, names its origin, reads answers without following redirects. */
export function openBrowser(accounts: Accounts, address = "203.0.113.7") {
  const origin = accounts.deps.config.appUrl;
  const jar = new Map<string, string>();
  const send = async (method: string, path: string, init: { body?: BodyInit; headers?: Record<string, string> } = {}): Promise<Response> => {
    const headers = new Headers({ "x-test-address": address, "user-agent": "test", ...(method === "GET" ? {} : { origin }), ...init.headers });
    if (jar.size > 0) headers.set("cookie", Array.from(jar, ([name, value]) => `${name}=${value}`).join("; "));
    const response = await accounts.app.request(new Request(`${origin}${path}`, { method, headers, ...(init.body === undefined ? {} : { body: init.body }) }));
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ");
      const name = pair.slice(0, pair.indexOf("="));
      if (attributes.includes("Max-Age=0")) jar.delete(name);
      else jar.set(name, pair.slice(pair.indexOf("=") + 1));
    }
    return response;
  };
  const json = (method: string, path: string, body: unknown): Promise<Response> =>
    send(method, path, { body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  const csrfToken = async (): Promise<string> => ((await (await send("GET", "/api/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
  const form = async (path: string, fields: Record<string, string>): Promise<Response> =>
    send("POST", path, { body: new URLSearchParams({ csrfToken: await csrfToken(), json: "true", ...fields }) });
  return {
    jar,
    send,
    json,
    form,
    register: (email: string, password = "correct horse battery") =>
      json("POST", "/api/auth/register", { name: "Ada Lovelace", email, password }),
    signIn: (email: string, password = "correct horse battery", more: Record<string, string> = {}) =>
      form("/api/auth/callback/credentials", { email, password, callbackUrl: `${origin}/dashboard`, ...more }),
    signOut: () => form("/api/auth/signout", { callbackUrl: "/pioneers/signin" }),
    session: async (): Promise<unknown> => (await send("GET", "/api/auth/session")).json(),
    isSignedIn: async (): Promise<boolean> => {
      const body = await (await send("GET", "/api/auth/session")).json();
      return typeof body === "object" && body !== null && "user" in body;
    },
  };
}
