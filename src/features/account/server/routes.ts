import { type Context, Hono } from "hono";
import { z } from "zod";
import { addressKey } from "#src/kit/addressKey.ts";
import { email as emailSchema, id } from "#src/kit/schemas.ts";
import { forbidden, notFound, ProductError } from "#src/kit/errors.ts";
import { readBody as readUpload } from "#src/features/files/server/body.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { RequestEnv, SessionOf } from "#src/platform/http/requestContext.ts";
import {
  addressConfirmation,
  emailChange,
  factorConfirmation,
  identityProof,
  linkSignIn,
  logout,
  passwordChange,
  registration,
  resetFinish,
  resetRequest,
  sessionsToEnd,
} from "../contract.ts";
import { openArchive } from "./archive.ts";
import type { Caller } from "./auth.ts";
import { emailKey } from "./emails.ts";
import { eventsOf, recordEvent, recordFailedSignIn } from "./events.ts";
import { requestLink } from "./links.ts";
import { errorName, ownUrl } from "../rules.ts";
import { logForClient } from "./clientLog.ts";
import { cookieNames, readCookie, setCookie } from "./cookies.ts";
import { csrfTokenOf, isCsrfProven, isOwnOrigin, newCsrfToken } from "./csrf.ts";
import { deriveEnvelopeKey } from "./envelopeKey.ts";
import {
  type Attempt,
  clientLogs,
  countAttempt,
  countCode,
  countLink,
  deviceCookie,
  deviceMaxAge,
  forgetAttempts,
  knownDevice,
  linkAttempts,
  linkRequests,
  linksPerEmail,
  pictures,
  proofs,
  registrations,
} from "./guessing.ts";
import { largestPicture, removePicture, setPicture } from "./picture.ts";
import { proveByPasskey } from "./passkeys.ts";
import { openProviders } from "./providers.ts";
import { accountOf } from "./repository.ts";
import { parse, readForm, readJson } from "./requests.ts";
import { requireFactor } from "./secondFactor.ts";
import {
  askForEmail,
  beginTwoFactor,
  changeProvenAccount,
  changePassword,
  confirmAddress,
  confirmEmail,
  endSessions,
  finishReset,
  proveIdentity,
  recordLogout,
  registerPerson,
  renewRecoveryCodes,
  requireRecent,
  resendConfirmation,
  securityOf,
  sessionsOf,
  signInByLink,
  turnTwoFactorOff,
  turnTwoFactorOn,
} from "./usecases.ts";
import { addWaysIn } from "./waysIn.ts";

export interface AccountDeps extends Pick<
  Deps,
  | "config"
  | "db"
  | "newId"
  | "now"
  | "log"
  | "throttle"
  | "auth"
  | "readSession"
  | "welcome"
  | "takenBack"
  | "exportEverything"
> {
  sessionOf: SessionOf;
}

/** Body of a call that needs none: still JSON, which no form of another page can send. */
const nothing = z.strictObject({});
const sessionPage = z.object({ limit: z.coerce.number().int().min(1).max(200).default(50), cursor: id.optional() });

/**
 * Sign-in in the dialect of next-auth 4, and the calls beside it. Paths are absolute. Refusals that a form or the
 * stock client reads carry `url`; all others are thrown for the pipeline to answer.
 */
export function accountRoutes(deps: AccountDeps): Hono<RequestEnv> {
  const origin = new URL(deps.config.appUrl).origin;
  const secure = origin.startsWith("https:");
  const secret = deps.config.authSecret;
  const names = cookieNames(secure);
  const base = `${origin}/api/auth`;
  const app = new Hono<RequestEnv>();

  const addressOf = (context: Context<RequestEnv>): string => context.var.caller.address;
  const callerOf = (context: Context<RequestEnv>): Caller => ({
    address: addressOf(context),
    userAgent: (context.req.header("user-agent") ?? "").slice(0, 400),
  });
  const addCookies = (context: Context, lines: string[]): void => {
    for (const line of lines) context.header("set-cookie", line, { append: true });
  };
  const providers = openProviders(deps.config);
  const isJson = (form: URLSearchParams): boolean => form.get("json") === "true";
  /** The dialect's answer: `{url}` for scripts, a redirect for forms. */
  const lead = (context: Context, form: URLSearchParams, url: string, status: 200 | 401 = 200): Response =>
    isJson(form) ? context.json({ url }, status) : context.redirect(url, 302);
  const signInPage = (query: Record<string, string>): string =>
    `${origin}/pioneers/signin?${new URLSearchParams(query)}`;
  const csrfRefusal = (context: Context): Response =>
    context.json(
      { url: `${base}/signin?csrf=true`, code: "request.forbidden", message: "The CSRF token is missing or wrong" },
      403,
    );
  const isProven = (context: Context, form: URLSearchParams): boolean =>
    isCsrfProven(readCookie(context.req.raw.headers, names.csrf), form.get("csrfToken"), secret);

  for (const path of [
    "/api/auth/*",
    "/_log",
    "/api/user/sessions",
    "/api/user/password",
    "/api/user/verification",
    "/api/user/proof",
    "/api/user/security",
    "/api/user/events",
    "/api/user/picture",
    "/api/user/export",
    "/api/user/email",
    "/api/user/two-factor",
    "/api/user/two-factor/*",
    "/api/user/ways-in",
    "/api/user/providers/*",
    "/api/user/passkeys",
    "/api/user/passkeys/*",
    "/api/user/proof/*",
    "/api/user/envelope-key",
  ]) {
    app.use(path, async (context, next) => {
      if (!isOwnOrigin(context.req.raw, deps.config.appUrl))
        throw forbidden("This request does not come from our own pages");
      await next();
      context.header("cache-control", "private, no-store");
    });
  }

  /** Gives a browser its new session in place of the one it had, and makes the device known to the account. */
  const admitBrowser = async (context: Context<RequestEnv>, attempt: Attempt, cookies: string[]): Promise<void> => {
    await forgetAttempts(attempt, deps.throttle);
    const before = await deps.readSession(context.req.raw.headers);
    if (before) await accountOf(before.userId, deps.db).endSession(before.id);
    const device = deviceCookie(attempt.device, attempt.email, secret);
    addCookies(context, [...cookies, setCookie(names.device, device, secure, deviceMaxAge)]);
  };

  /** The same for somebody who came without typing an address. */
  const admitPerson = async (
    context: Context<RequestEnv>,
    { email, cookies }: { email: string; cookies: string[] },
  ): Promise<void> => {
    const device = knownDevice(readCookie(context.req.raw.headers, names.device), email, secret);
    await admitBrowser(context, { email, address: addressOf(context), device }, cookies);
  };
  const ways = addWaysIn(app, providers, { ...deps, addressOf, callerOf, addCookies, admitPerson });

  app.get("/api/auth/csrf", (context) => {
    const known = csrfTokenOf(readCookie(context.req.raw.headers, names.csrf), secret);
    if (known !== null) return context.json({ csrfToken: known });
    const fresh = newCsrfToken(secret);
    addCookies(context, [setCookie(names.csrf, fresh.cookie, secure)]);
    return context.json({ csrfToken: fresh.token });
  });

  app.get("/api/auth/providers", (context) =>
    context.json({
      credentials: {
        id: "credentials",
        name: "Credentials",
        type: "credentials",
        signinUrl: `${base}/signin/credentials`,
        callbackUrl: `${base}/callback/credentials`,
      },
      ...Object.fromEntries(
        [...providers.values()].map(({ id, name }) => [
          id,
          { id, name, type: "oauth", signinUrl: `${base}/signin/${id}`, callbackUrl: `${base}/callback/${id}` },
        ]),
      ),
    }),
  );

  app.get("/api/auth/session", async (context) => {
    const { headers } = context.req.raw;
    const session = await deps.readSession(headers);
    if (session) {
      const { userId, name, email, image } = session;
      return context.json({ user: { id: userId, name, email, image }, expires: session.expiresAt.toISOString() });
    }
    if (readCookie(headers, names.session) !== null) addCookies(context, [setCookie(names.session, "", secure, 0)]);
    return context.json({});
  });

  app.get("/api/auth/signin", (context) => {
    const error = context.req.query("error");
    const asked = context.req.query("callbackUrl");
    const query = {
      ...(error ? { error: errorName(error) } : {}),
      ...(asked ? { callbackUrl: ownUrl(asked, origin) } : {}),
    };
    return context.redirect(Object.keys(query).length > 0 ? signInPage(query) : `${origin}/pioneers/signin`, 302);
  });
  app.get("/api/auth/error", (context) =>
    context.redirect(signInPage({ error: errorName(context.req.query("error")) }), 302),
  );

  app.post("/api/auth/signin/:provider", async (context) => {
    const form = await readForm(context);
    if (!isProven(context, form)) return csrfRefusal(context);
    const callbackUrl = ownUrl(form.get("callbackUrl"), origin);
    if (context.req.param("provider") === "credentials") return lead(context, form, signInPage({ callbackUrl }));
    return lead(context, form, await ways.begin(context, form, callbackUrl));
  });

  app.post("/api/auth/callback/:provider", async (context) => {
    const form = await readForm(context);
    if (!isProven(context, form)) return csrfRefusal(context);
    if (context.req.param("provider") !== "credentials") throw notFound("There is no such way to sign in");
    const { headers } = context.req.raw;
    const typed = emailSchema.safeParse(form.get("email")?.trim());
    const password = form.get("password") ?? "";
    const wrong = `${base}/error?error=CredentialsSignin`;
    if (!typed.success || password === "") return lead(context, form, wrong, 401);
    const email = emailKey(typed.data);
    const device = knownDevice(readCookie(headers, names.device), email, secret);
    const attempt = { email, address: addressOf(context), device };
    const caller = callerOf(context);
    /** A refusal as the dialect says it: by an address, and by its code for those who read it. */
    const refuse = (refusal: ProductError, error: string): Response => {
      const url = `${base}/error?error=${error}`;
      if (refusal.retryAfter !== undefined) context.header("retry-after", String(refusal.retryAfter));
      return isJson(form)
        ? context.json({ url, code: refusal.code, message: refusal.message }, refusal.status === 429 ? 429 : 401)
        : context.redirect(url, 302);
    };
    let cookies: string[] | null;
    try {
      await countAttempt(attempt, deps.throttle);
      const code = form.get("code") ?? undefined;
      cookies = await deps.auth.signIn({ email, password }, caller, {
        before: (userId) => countCode(userId, code, deps.throttle, device),
        async within(userId, trx) {
          await requireFactor(userId, code, caller, trx, deps);
          await recordEvent("signedIn", userId, caller, trx, deps);
        },
      });
    } catch (refusal) {
      if (!(refusal instanceof ProductError)) throw refusal;
      if (refusal.code === "login.wrongCode") await recordFailedSignIn(email, caller, deps);
      if (refusal.status === 429) return refuse(refusal, "TooManyRequests");
      if (refusal.code === "login.disabled") return refuse(refusal, "AccountDisabled");
      if (refusal.status === 401) return refuse(refusal, "SecondFactor");
      throw refusal;
    }
    if (!cookies) {
      await recordFailedSignIn(email, caller, deps);
      return lead(context, form, wrong, 401);
    }
    await admitBrowser(context, attempt, cookies);
    return lead(context, form, ownUrl(form.get("callbackUrl"), origin));
  });

  app.post("/api/auth/signout", async (context) => {
    const form = await readForm(context);
    if (!isProven(context, form)) return csrfRefusal(context);
    const session = await deps.readSession(context.req.raw.headers);
    addCookies(context, await deps.auth.signOut(context.req.header("cookie") ?? ""));
    // better-auth only logs when it could not delete the row; a sign-out that did not happen must not look like one.
    if (session) await accountOf(session.userId, deps.db).endSession(session.id);
    return lead(context, form, ownUrl(form.get("callbackUrl"), origin));
  });

  for (const path of ["/api/auth/_log", "/_log"]) {
    app.post(path, async (context) => {
      await deps.throttle.take(clientLogs, addressKey(addressOf(context)));
      await logForClient(context, deps.log);
      return context.json({});
    });
  }

  app.post("/api/auth/register", async (context) => {
    await deps.throttle.take(registrations, addressKey(addressOf(context)));
    return context.json({ user: await registerPerson(await readJson(context, registration), deps) }, 201);
  });

  for (const [path, kind] of [
    ["/api/auth/reset/request", "reset"],
    ["/api/auth/link/request", "signIn"],
  ] as const) {
    app.post(path, async (context) => {
      const { email: typed, language = "en" } = await readJson(context, resetRequest);
      const email = emailKey(typed);
      if (await countLink(email, addressOf(context), deps.throttle)) await requestLink({ kind, email, language }, deps);
      return context.json({ accepted: true });
    });
  }
  app.post("/api/auth/reset/finish", async (context) => {
    await deps.throttle.take(linkAttempts, addressKey(addressOf(context)));
    return context.json(await finishReset(await readJson(context, resetFinish), callerOf(context), deps));
  });
  app.post("/api/auth/link/finish", async (context) => {
    await deps.throttle.take(linkAttempts, addressKey(addressOf(context)));
    const input = await readJson(context, linkSignIn);
    await admitPerson(context, await signInByLink(input, callerOf(context), deps));
    return context.json({ signedIn: true });
  });
  app.post("/api/auth/email", async (context) => {
    await deps.throttle.take(linkAttempts, addressKey(addressOf(context)));
    const { token } = await readJson(context, addressConfirmation);
    const session = await deps.readSession(context.req.raw.headers);
    return context.json(await confirmEmail(token, session, callerOf(context), deps));
  });
  app.post("/api/auth/verify", async (context) => {
    await deps.throttle.take(linkAttempts, addressKey(addressOf(context)));
    const { token } = await readJson(context, addressConfirmation);
    return context.json(await confirmAddress(token, await deps.readSession(context.req.raw.headers), deps));
  });
  app.post("/api/user/verification", async (context) => {
    const session = await deps.sessionOf(context);
    await readJson(context, nothing);
    await deps.throttle.take(linksPerEmail, session.email);
    return context.json(await resendConfirmation(session, deps));
  });

  app.post("/api/auth/init-logout", async (context) => {
    const session = await deps.sessionOf(context);
    return context.json(await recordLogout(await readJson(context, logout), session, deps));
  });

  app.get("/api/user/sessions", async (context) => {
    const session = await deps.sessionOf(context);
    return context.json(await sessionsOf(parse(sessionPage, context.req.query()), session, deps));
  });
  app.delete("/api/user/sessions", async (context) => {
    const session = await deps.sessionOf(context);
    return context.json(await endSessions(await readJson(context, sessionsToEnd), session, callerOf(context), deps));
  });

  app.post("/api/user/password", async (context) => {
    const session = await deps.sessionOf(context);
    await deps.throttle.take(proofs, session.userId);
    const input = await readJson(context, passwordChange);
    addCookies(context, await changePassword(input, session, callerOf(context), deps));
    return context.json({ changed: true });
  });

  app.post("/api/user/proof", async (context) => {
    const session = await deps.sessionOf(context);
    await deps.throttle.take(proofs, session.userId);
    const proof = await readJson(context, identityProof);
    const caller = callerOf(context);
    return context.json(
      "passkey" in proof
        ? await proveByPasskey(proof.passkey, session, caller, deps)
        : await proveIdentity(proof, session, caller, deps),
    );
  });

  app.get("/api/user/security", async (context) => context.json(await securityOf(await deps.sessionOf(context), deps)));
  app.get("/api/user/events", async (context) => {
    const session = await deps.sessionOf(context);
    return context.json(await eventsOf(parse(sessionPage, context.req.query()), session.userId, deps));
  });
  app.post("/api/user/email", async (context) => {
    const session = await deps.sessionOf(context);
    const input = await readJson(context, emailChange);
    await deps.throttle.take(linkRequests, addressKey(addressOf(context)));
    await deps.throttle.take(linksPerEmail, emailKey(input.email));
    return context.json(await askForEmail(input, session, callerOf(context), deps));
  });
  app.put("/api/user/picture", async (context) => {
    const session = await deps.sessionOf(context);
    await deps.throttle.take(pictures, session.userId);
    const limits = { bytes: largestPicture, idleMs: 15_000, totalMs: 60_000 };
    return context.json(await setPicture(session.userId, await readUpload(context.req.raw, limits), deps));
  });
  app.delete("/api/user/picture", async (context) => {
    const session = await deps.sessionOf(context);
    await readJson(context, nothing);
    return context.json(await removePicture(session.userId, deps));
  });
  app.get("/api/user/picture", async (context) => {
    const session = await deps.sessionOf(context);
    const picture = await accountOf(session.userId, deps.db).picture();
    if (!picture) throw notFound();
    return context.body(new Uint8Array(picture.bytes), 200, {
      "content-type": picture.mediaType,
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
    });
  });

  app.post("/api/user/export", async (context) => {
    const session = await deps.sessionOf(context);
    await readJson(context, nothing);
    requireRecent(session, deps);
    const archive = await openArchive(session.userId, deps, () =>
      changeProvenAccount(session, deps, ({ id }, trx) => recordEvent("exported", id, callerOf(context), trx, deps)),
    );
    const day = deps.now().toISOString().slice(0, 10);
    return context.body(archive, 200, {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="pioneer-${day}.zip"`,
      "x-content-type-options": "nosniff",
    });
  });

  app.post("/api/user/two-factor/begin", async (context) => {
    const session = await deps.sessionOf(context);
    await readJson(context, nothing);
    return context.json(await beginTwoFactor(session, deps));
  });
  app.post("/api/user/two-factor", async (context) => {
    const session = await deps.sessionOf(context);
    const { code } = await readJson(context, factorConfirmation);
    await countCode(session.userId, code, deps.throttle);
    return context.json(await turnTwoFactorOn(code, session, callerOf(context), deps));
  });
  app.post("/api/user/two-factor/codes", async (context) => {
    const session = await deps.sessionOf(context);
    await readJson(context, nothing);
    return context.json(await renewRecoveryCodes(session, callerOf(context), deps));
  });
  app.delete("/api/user/two-factor", async (context) => {
    const session = await deps.sessionOf(context);
    await readJson(context, nothing);
    return context.json(await turnTwoFactorOff(session, callerOf(context), deps));
  });

  app.get("/api/user/envelope-key", async (context) => {
    const session = await deps.sessionOf(context);
    return context.json({ key: Buffer.from(deriveEnvelopeKey(secret, session.id)).toString("base64") });
  });

  return app;
}
