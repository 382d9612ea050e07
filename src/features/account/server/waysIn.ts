import { randomBytes } from "node:crypto";
import type { Context, Hono } from "hono";
import { z } from "zod";
import { addressKey } from "#src/kit/addressKey.ts";
import { notFound } from "#src/kit/errors.ts";
import { withLocale } from "#src/kit/locale.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { RequestEnv, SessionOf } from "#src/platform/http/requestContext.ts";
import { signInProviders } from "#src/platform/signInSettings.ts";
import {
  newPasskey,
  passkeyRemoval,
  passkeyRename,
  passkeySignIn,
  providerFinish,
  type WaysToSignIn,
} from "../contract.ts";
import type { Caller } from "./auth.ts";
import { cookieNames, readCookie, setCookie } from "./cookies.ts";
import { signInSteps } from "./guessing.ts";
import {
  addPasskey,
  askForProof,
  askForSignIn,
  beginPasskey,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from "./passkeys.ts";
import {
  beginProvider,
  finishPending,
  finishProvider,
  pendingSignIn,
  type ProviderOutcome,
  unlinkProvider,
  waysInOf,
} from "./providerSignIn.ts";
import type { Provider, Providers } from "./providers.ts";
import { readJson } from "./requests.ts";

interface WaysInDeps extends Pick<
  Deps,
  "auth" | "config" | "db" | "log" | "newId" | "now" | "readSession" | "throttle" | "welcome"
> {
  sessionOf: SessionOf;
  addressOf: (context: Context<RequestEnv>) => string;
  callerOf: (context: Context<RequestEnv>) => Caller;
  addCookies: (context: Context, lines: string[]) => void;
  admitPerson: (context: Context<RequestEnv>, entry: { email: string; cookies: string[] }) => Promise<void>;
}

const nothing = z.strictObject({});
const providerId = z.enum(signInProviders);
const beginning = z.strictObject({ language: z.enum(["en", "de"]).optional() });
/** Seconds that a browser has for a way through a provider and what follows. */
const browserSeconds = 900;
const isRandom = (value: string | null): value is string => value !== null && /^[\w-]{43}$/.test(value);

/**
 * The ways in beside password and link: accounts at providers, and passkeys.
 * @returns `begin`, for the dialect's own route: address of the page of the provider that the context names
 */
export function addWaysIn(app: Hono<RequestEnv>, providers: Providers, deps: WaysInDeps) {
  const { origin } = new URL(deps.config.appUrl);
  const secure = origin.startsWith("https:");
  const names = cookieNames(secure);
  const page = (path: string, language: AppLanguage, query: Record<string, string>): string =>
    `${origin}${withLocale(`${path}?${new URLSearchParams(query)}`, language)}`;
  const settings = (language: AppLanguage, query: Record<string, string>): string =>
    `${page("/settings", language, query)}#account`;
  const providerOf = (context: Context<RequestEnv>): Provider => {
    const asked = context.req.param("provider");
    const found = [...providers.values()].find(({ id }) => id === asked);
    if (!found) throw notFound("There is no such way to sign in");
    return found;
  };
  const step = (context: Context<RequestEnv>): Promise<void> =>
    deps.throttle.take(signInSteps, addressKey(deps.addressOf(context)));
  /** The browser's own value; one that began another way in another tab keeps its. */
  const browserOf = (context: Context<RequestEnv>): string => {
    const known = readCookie(context.req.raw.headers, names.browser);
    const browser = isRandom(known) ? known : randomBytes(32).toString("base64url");
    deps.addCookies(context, [setCookie(names.browser, browser, secure, browserSeconds)]);
    return browser;
  };
  const dropPending = (context: Context): void => deps.addCookies(context, [setCookie(names.pending, "", secure, 0)]);

  app.get("/api/auth/ways", (context) => {
    const offered: WaysToSignIn = {
      providers: [...providers.values()].map(({ id, name }) => ({ id, name })),
      welcomeCoins: deps.config.welcomeCoins,
    };
    return context.json(offered);
  });

  app.get("/api/auth/callback/:provider", async (context) => {
    const by = providerOf(context);
    await step(context);
    const browser = readCookie(context.req.raw.headers, names.browser);
    const { headers } = context.req.raw;
    const outcome = await finishProvider(by, context.req.query(), browser, headers, deps.callerOf(context), deps);
    // The address holds the code: no page behind it learns of it.
    context.header("referrer-policy", "no-referrer");
    return context.redirect(await goOn(context, by, outcome), 302);
  });

  /** Where the browser goes after the provider sent it back. */
  const goOn = async (context: Context<RequestEnv>, by: Provider, outcome: ProviderOutcome): Promise<string> => {
    switch (outcome.kind) {
      case "signedIn":
        await deps.admitPerson(context, outcome);
        return outcome.callbackUrl;
      case "pending":
        deps.addCookies(context, [setCookie(names.pending, outcome.token, secure, browserSeconds)]);
        return page("/pioneers/signin", outcome.language, { mode: "provider" });
      case "linked":
      case "proven":
        return outcome.callbackUrl;
      case "refused": {
        const told = { error: outcome.refusal, provider: by.id };
        const { way } = outcome;
        if (way && way.purpose !== "signIn") return settings(way.language, told);
        return page("/pioneers/signin", way?.language ?? "en", {
          ...told,
          ...(way ? { callbackUrl: way.callbackUrl } : {}),
        });
      }
    }
  };

  app.get("/api/auth/provider/pending", async (context) => {
    const token = readCookie(context.req.raw.headers, names.pending);
    return context.json(await pendingSignIn(token, deps));
  });
  app.post("/api/auth/provider/finish", async (context) => {
    await step(context);
    const token = readCookie(context.req.raw.headers, names.pending);
    const input = await readJson(context, providerFinish);
    const entry = await finishPending(token, input, deps.callerOf(context), deps);
    await deps.admitPerson(context, entry);
    dropPending(context);
    return context.json({ signedIn: true, url: entry.callbackUrl });
  });

  app.post("/api/auth/passkey/begin", async (context) => {
    await step(context);
    await readJson(context, nothing);
    return context.json(await askForSignIn(deps));
  });
  app.post("/api/auth/passkey/finish", async (context) => {
    await step(context);
    const { credential } = await readJson(context, passkeySignIn);
    await deps.admitPerson(context, await signInByPasskey(credential, deps.callerOf(context), deps));
    return context.json({ signedIn: true });
  });

  app.get("/api/user/ways-in", async (context) => {
    const session = await deps.sessionOf(context);
    return context.json(await waysInOf(session.userId, providers, deps));
  });
  for (const purpose of ["link", "prove"] as const) {
    app.post(`/api/user/providers/:provider/${purpose}`, async (context) => {
      const session = await deps.sessionOf(context);
      const { language = "en" } = await readJson(context, beginning);
      const by = providerOf(context);
      await step(context);
      const callbackUrl = settings(language, { provider: by.id, done: purpose });
      const browser = browserOf(context);
      return context.json({
        url: await beginProvider(by, { purpose, callbackUrl, language, browser, session }, deps),
      });
    });
  }
  app.delete("/api/user/providers/:provider", async (context) => {
    const session = await deps.sessionOf(context);
    await readJson(context, nothing);
    const id = providerId.safeParse(context.req.param("provider"));
    if (!id.success) throw notFound();
    return context.json(await unlinkProvider(id.data, providers, session, deps.callerOf(context), deps));
  });

  app.post("/api/user/proof/begin", async (context) => {
    const session = await deps.sessionOf(context);
    await readJson(context, nothing);
    await step(context);
    return context.json(await askForProof(session, deps));
  });
  app.post("/api/user/passkeys/begin", async (context) => {
    const session = await deps.sessionOf(context);
    await readJson(context, nothing);
    await step(context);
    return context.json(await beginPasskey(session, deps));
  });
  app.post("/api/user/passkeys", async (context) => {
    const session = await deps.sessionOf(context);
    const input = await readJson(context, newPasskey);
    return context.json(await addPasskey(input, session, deps.callerOf(context), deps), 201);
  });
  app.patch("/api/user/passkeys", async (context) => {
    const session = await deps.sessionOf(context);
    return context.json(await renamePasskey(await readJson(context, passkeyRename), session, deps));
  });
  app.delete("/api/user/passkeys", async (context) => {
    const session = await deps.sessionOf(context);
    const { id } = await readJson(context, passkeyRemoval);
    return context.json(await removePasskey(id, providers, session, deps.callerOf(context), deps));
  });

  return {
    /** Address of the provider's page. @throws ProductError 404, 503 */
    async begin(context: Context<RequestEnv>, form: URLSearchParams, callbackUrl: string): Promise<string> {
      const by = providerOf(context);
      await step(context);
      const inviteCode = form.get("inviteCode")?.slice(0, 64);
      const language = form.get("language") === "de" ? "de" : "en";
      const asked = { purpose: "signIn", callbackUrl, language, browser: browserOf(context), session: null } as const;
      return beginProvider(by, inviteCode ? { ...asked, inviteCode } : asked, deps);
    },
  };
}
