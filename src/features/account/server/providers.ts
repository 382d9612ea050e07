import { authorizationCodeRequest, createAuthorizationURL } from "better-auth/oauth2";
import { createRemoteJWKSet, customFetch, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { z } from "zod";
import { readText } from "#src/kit/bodyText.ts";
import type { Config } from "#src/platform/config.ts";
import { type SignInProvider, signInProviderNames, signInProviders } from "#src/platform/signInSettings.ts";

/** Who somebody is, as a provider says and proves. */
export interface ProviderIdentity {
  /** The provider's lasting name for the person; no address, which people change. */
  subject: string;
  /** As the provider writes it; null when it told none. */
  email: string | null;
  /** Whether the provider says that it proved, at some time, that the address is the person's. */
  isVerified: boolean;
  /**
   * Whether the provider runs the mailbox or its domain, so that the address is the person's today. Others may have
   * proven it years ago, and it may have changed hands since.
   */
  isAuthoritative: boolean;
  /** When the person last signed in there; null when the provider does not say. */
  signedInAt: Date | null;
  /** Empty when the provider told none. */
  name: string;
}

/** What one sign-in has of its own. */
export interface ProviderExchange {
  state: string;
  nonce: string;
  /** Of PKCE, 43 characters. */
  verifier: string;
  redirectUri: string;
  /** Asks for a fresh sign-in there, whatever session the browser has. */
  isFresh: boolean;
}

export interface Provider {
  id: SignInProvider;
  name: string;
  /** Address of the provider's page to send the browser to. @throws ProviderError */
  authorize: (exchange: ProviderExchange) => Promise<string>;
  /** Redeems the code of the callback and proves what comes with it. @throws ProviderError */
  identify: (code: string, exchange: ProviderExchange) => Promise<ProviderIdentity>;
}

/** Why a provider says nothing that can be used: it is away or slow, or what it says does not hold. */
export class ProviderError extends Error {
  readonly kind: "down" | "refused";
  constructor(kind: "down" | "refused", message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export type Providers = ReadonlyMap<SignInProvider, Provider>;
type ProviderConfig = Pick<
  Config,
  | `${SignInProvider}ClientId`
  | `${SignInProvider}ClientSecret`
  | "googleIssuer"
  | "microsoftAuthority"
  | "microsoftTenant"
  | "linkedinIssuer"
  | "githubBaseUrl"
  | "signInTimeoutMs"
>;

/** The providers whose app is named in the settings, in the order of their buttons. */
export function openProviders(config: ProviderConfig): Providers {
  const ask = openAsk(config.signInTimeoutMs);
  const open = {
    google: (app: App) => openIdProvider("google", app, { ...googleRules, issuer: config.googleIssuer }, ask),
    microsoft: (app: App) =>
      openIdProvider(
        "microsoft",
        app,
        { ...microsoftRules, issuer: `${config.microsoftAuthority}/${config.microsoftTenant}/v2.0` },
        ask,
      ),
    linkedin: (app: App) => openIdProvider("linkedin", app, { ...linkedinRules, issuer: config.linkedinIssuer }, ask),
    github: (app: App) => githubProvider(app, config.githubBaseUrl, ask),
  };
  return new Map(
    signInProviders.flatMap((id) => {
      const [clientId, clientSecret] = [config[`${id}ClientId`], config[`${id}ClientSecret`]];
      return clientId && clientSecret ? [[id, open[id]({ clientId, clientSecret })] as const] : [];
    }),
  );
}

interface App {
  clientId: string;
  clientSecret: string;
}

/** Bytes of an answer; those of the four have some thousand. */
const longestAnswer = 256 * 1024;
/** Seconds by which a provider's clock may differ. */
const clockTolerance = 60;
/** Milliseconds a discovery document is kept. */
const discoveryMs = 3_600_000;

interface Ask {
  timeoutMs: number;
  /** One call, whose answer is JSON. Follows no redirect: a code and a secret go nowhere else. @throws ProviderError */
  json: <S extends z.ZodType>(url: string, schema: S, signal: AbortSignal, init?: RequestInit) => Promise<z.output<S>>;
}

function openAsk(timeoutMs: number): Ask {
  return {
    timeoutMs,
    async json(url, schema, signal, init = {}) {
      let status: number;
      let text: string;
      try {
        const headers = new Headers({ accept: "application/json", "user-agent": "Pioneer" });
        for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
        const response = await fetch(url, { ...init, headers, redirect: "error", signal });
        status = response.status;
        text = await readText(response, longestAnswer);
      } catch (cause) {
        throw new ProviderError("down", "The provider did not answer", cause);
      }
      if (status >= 500 || status === 429) throw new ProviderError("down", `The provider answered ${status}`);
      if (status >= 400) throw new ProviderError("refused", `The provider answered ${status}`);
      const parsed = schema.safeParse(jsonOf(text));
      if (!parsed.success) throw new ProviderError("refused", "The provider's answer has another shape");
      return parsed.data;
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const withDeadline = <T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  work(AbortSignal.timeout(timeoutMs));

interface OpenIdRules {
  issuer: string;
  scopes: string[];
  /** LinkedIn's web flow knows no PKCE and repeats no nonce; a nonce that is there must be ours. */
  isPlain?: true;
  /** Further parameters of the provider's page. */
  extra?: Record<string, string>;
  /** Those that ask for a fresh sign-in, where the provider knows any; Google refuses `prompt=login`. */
  fresh?: Record<string, string>;
  subject: (claims: JWTPayload) => unknown;
  /** Whether the discovery document may name its issuer so, beside the name that it was asked by. */
  isIssuer?: (found: string, asked: string) => boolean;
  /** Whether people of a tenant may come. */
  isTenant?: (tid: unknown, asked: string) => boolean;
  isVerified: (claims: Record<string, unknown>, email: string) => boolean;
  isAuthoritative: (claims: Record<string, unknown>, email: string) => boolean;
}

const googleRules = {
  scopes: ["openid", "email", "profile"],
  extra: { prompt: "select_account" },
  subject: ({ sub }: JWTPayload) => sub,
  isVerified: (claims: Record<string, unknown>) => claims["email_verified"] === true,
  // As Google's guide to id tokens says: its own mailboxes, and domains of its Workspace, which `hd` names.
  isAuthoritative: (claims: Record<string, unknown>, email: string) =>
    claims["email_verified"] === true &&
    (/@gmail\.com$/i.test(email) || (typeof claims["hd"] === "string" && claims["hd"] !== "")),
};

const lists = (claim: unknown, email: string): boolean => Array.isArray(claim) && claim.includes(email);

const microsoftRules = {
  scopes: ["openid", "email", "profile"],
  extra: { prompt: "select_account" },
  fresh: { prompt: "login" },
  isIssuer: isEntraIssuer,
  // `sub` is another one for each app; an object of a tenant stays.
  // Whoever asks for organizations does not mean the tenant of personal accounts.
  isTenant: (tid: unknown, asked: string) => !(tid === consumers && asked.includes("/organizations/")),
  subject: ({ tid, oid, iss }: JWTPayload) =>
    typeof tid === "string" && typeof oid === "string" && tid && oid && iss?.includes(`/${tid}/`)
      ? `${tid}.${oid}`
      : undefined,
  // The claim `email` is whatever a tenant's administrator wrote there.
  isVerified: (claims: Record<string, unknown>, email: string) =>
    claims["email_verified"] === true ||
    [true, 1, "1", "true"].some((yes) => claims["xms_edov"] === yes) ||
    lists(claims["verified_primary_email"], email),
  // A tenant answers for the domains that it owns, not for guests; personal accounts may carry any address.
  isAuthoritative: (claims: Record<string, unknown>, email: string) =>
    claims["tid"] === consumers
      ? ownDomains.some((domain) => email.toLowerCase().endsWith(`@${domain}`))
      : claims["acct"] !== 1 &&
        ([true, 1, "1", "true"].some((yes) => claims["xms_edov"] === yes) ||
          lists(claims["verified_primary_email"], email)),
};

const linkedinRules = {
  scopes: ["openid", "profile", "email"],
  isPlain: true as const,
  subject: ({ sub }: JWTPayload) => sub,
  isVerified: (claims: Record<string, unknown>) =>
    claims["email_verified"] === true || claims["email_verified"] === "true",
  isAuthoritative: () => false,
};

const endpoint = z.url({ protocol: /^https?$/ });
const discovery = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
});
type Discovery = z.infer<typeof discovery>;
const idTokens = z.looseObject({ id_token: z.string().max(64 * 1024) });

/** Whatever a person wrote as a name elsewhere, as short as a name may be here. */
const nameOf = (claim: unknown): string => (typeof claim === "string" ? claim.trim().slice(0, 120) : "");
const subjectOf = (claim: unknown): string => {
  if (typeof claim !== "string" || claim === "" || claim.length > 255)
    throw new ProviderError("refused", "The provider named nobody");
  return claim;
};

/** Whether `url` may be asked on the word of a document from `issuer`: as safe as the issuer itself. */
const isAsSafe = (url: string, issuer: string): boolean => url.startsWith("https:") || issuer.startsWith("http:");

function openIdProvider(id: SignInProvider, app: App, rules: OpenIdRules, ask: Ask): Provider {
  const { issuer } = rules;
  let known: { at: number; found: Promise<{ facts: Discovery; keys: JWTVerifyGetKey }> } | undefined;
  const discover = async (): Promise<{ facts: Discovery; keys: JWTVerifyGetKey }> => {
    const facts = await withDeadline(ask.timeoutMs, (signal) =>
      ask.json(`${issuer}/.well-known/openid-configuration`, discovery, signal),
    );
    const isOwn = facts.issuer === issuer || (rules.isIssuer?.(facts.issuer, issuer) ?? false);
    const isSafe = [facts.authorization_endpoint, facts.token_endpoint, facts.jwks_uri].every((url) =>
      isAsSafe(url, issuer),
    );
    if (!isOwn || !isSafe) throw new ProviderError("refused", "The discovery document is another issuer's");
    const keys = createRemoteJWKSet(new URL(facts.jwks_uri), {
      timeoutDuration: ask.timeoutMs,
      [customFetch]: (url, init) => fetch(url, { ...init, redirect: "error" }),
    });
    return { facts, keys };
  };
  /** Its document, asked for once an hour; one that did not come is asked for again. */
  const facts = (): Promise<{ facts: Discovery; keys: JWTVerifyGetKey }> => {
    if (!known || Date.now() - known.at > discoveryMs) {
      const asked = { at: Date.now(), found: discover() };
      known = asked;
      asked.found.catch(() => {
        if (known === asked) known = undefined;
      });
    }
    return known.found;
  };
  return {
    id,
    name: signInProviderNames[id],
    async authorize({ state, nonce, verifier, redirectUri, isFresh }) {
      const additionalParams = isFresh ? { ...rules.extra, ...rules.fresh } : rules.extra;
      const url = await createAuthorizationURL({
        id,
        options: app,
        authorizationEndpoint: (await facts()).facts.authorization_endpoint,
        scopes: rules.scopes,
        state,
        nonce,
        redirectURI: redirectUri,
        ...(rules.isPlain ? {} : { codeVerifier: verifier }),
        ...(additionalParams ? { additionalParams } : {}),
      });
      return url.href;
    },
    async identify(code, { nonce, verifier, redirectUri }) {
      const { facts: found, keys } = await facts();
      const { id_token: token } = await withDeadline(ask.timeoutMs, async (signal) => {
        const request = await authorizationCodeRequest({
          code,
          redirectURI: redirectUri,
          options: app,
          ...(rules.isPlain ? {} : { codeVerifier: verifier }),
        });
        const init = { method: "POST", body: request.body, headers: request.headers, signal };
        return ask.json(found.token_endpoint, idTokens, signal, init);
      });
      const claims = await verified(token, keys, app.clientId, found.issuer);
      if (claims["nonce"] !== nonce && !(rules.isPlain && claims["nonce"] === undefined))
        throw new ProviderError("refused", "The nonce is not the one of this sign-in");
      if (rules.isTenant?.(claims["tid"], issuer) === false)
        throw new ProviderError("refused", "The account is of a tenant that is not asked for");
      const subject = subjectOf(rules.subject(claims));
      const email = typeof claims["email"] === "string" && claims["email"] !== "" ? claims["email"] : null;
      return {
        subject,
        email,
        isVerified: email !== null && rules.isVerified(claims, email),
        isAuthoritative: email !== null && rules.isAuthoritative(claims, email),
        signedInAt: typeof claims["auth_time"] === "number" ? new Date(claims["auth_time"] * 1000) : null,
        name: nameOf(claims["name"]),
      };
    },
  };
}

/** In Entra's documents for people of several tenants, where the id of one stands. */
const pattern = "{tenantid}";
/** Id of the tenant that all personal Microsoft accounts belong to. */
const consumers = "9188040d-6c67-4c5b-b112-36a304b66dad";
/** Where Microsoft itself runs the mailboxes of personal accounts; a national domain that is missing only asks for a link. */
const ownDomains = ["outlook.com", "hotmail.com", "live.com", "msn.com", "outlook.de", "hotmail.de", "live.de"];
const tenantPath = /^\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/v2\.0$/;

/**
 * Whether Entra may name its issuer so in the document of a tenant: by a pattern for people of several tenants, else by
 * the tenant's id, whichever of its names was asked for.
 * @param found in the document
 * @param asked address that the document came from
 */
function isEntraIssuer(found: string, asked: string): boolean {
  const [, authority = "", tenant = ""] = /^(.*)\/([^/]+)\/v2\.0$/.exec(asked) ?? [];
  if (tenant === "common" || tenant === "organizations") return found === `${authority}/${pattern}/v2.0`;
  if (tenant === "consumers") return found === `${authority}/${consumers}/v2.0`;
  const isDomain = tenant.includes(".");
  return isDomain && found.startsWith(`${authority}/`) && tenantPath.test(found.slice(authority.length));
}

/** Codes of jose for keys that did not come, as opposed to a token that does not hold. */
const isAway = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause
    ? cause.code === "ERR_JWKS_TIMEOUT" || cause.code === "ERR_JOSE_GENERIC"
    : cause instanceof TypeError;

/**
 * What a token says, once its signature, issuer, audience and times hold.
 * @param issuer as the discovery document names it
 * @throws ProviderError
 */
async function verified(token: string, keys: JWTVerifyGetKey, clientId: string, issuer: string): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      audience: clientId,
      // A signature by a secret, or none, proves nothing.
      algorithms: ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"],
      requiredClaims: ["iss", "sub", "exp", "iat"],
      clockTolerance,
      maxTokenAge: "1h",
    });
    // Each tenant signs by its own name; the pattern holds for the one that the token names.
    const tenant = typeof payload["tid"] === "string" && /^[0-9a-f-]{36}$/i.test(payload["tid"]) ? payload["tid"] : "";
    const named = payload.iss === "accounts.google.com" ? `https://${payload.iss}` : payload.iss;
    if (named !== issuer.replace(pattern, tenant)) throw new Error("The issuer is another one");
    if (payload["azp"] !== undefined && payload["azp"] !== clientId) throw new Error("The token is for another app");
    return payload;
  } catch (cause) {
    throw new ProviderError(isAway(cause) ? "down" : "refused", "The token does not hold", cause);
  }
}

const githubTokens = z.looseObject({ access_token: z.string().min(1).max(500) });
const githubUser = z.looseObject({
  id: z.number().int().positive(),
  login: z.string(),
  name: z.string().nullish(),
});
const githubEmails = z.array(z.looseObject({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub speaks OAuth without OpenID: who somebody is, is asked of its API. */
function githubProvider(app: App, base: string, ask: Ask): Provider {
  const api = base === "https://github.com" ? "https://api.github.com" : `${base}/api/v3`;
  return {
    id: "github",
    name: signInProviderNames.github,
    async authorize({ state, verifier, redirectUri }) {
      const url = await createAuthorizationURL({
        id: "github",
        options: app,
        authorizationEndpoint: `${base}/login/oauth/authorize`,
        scopes: ["read:user", "user:email"],
        state,
        codeVerifier: verifier,
        redirectURI: redirectUri,
      });
      return url.href;
    },
    identify: (code, { verifier, redirectUri }) =>
      withDeadline(ask.timeoutMs, async (signal) => {
        const request = await authorizationCodeRequest({
          code,
          codeVerifier: verifier,
          redirectURI: redirectUri,
          options: app,
        });
        const init = { method: "POST", body: request.body, headers: request.headers };
        const { access_token: token } = await ask.json(`${base}/login/oauth/access_token`, githubTokens, signal, init);
        const headers = { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" };
        const [user, emails] = await Promise.all([
          ask.json(`${api}/user`, githubUser, signal, { headers }),
          ask.json(`${api}/user/emails`, githubEmails, signal, { headers }),
        ]);
        const primary = emails.find((one) => one.primary);
        return {
          subject: String(user.id),
          email: primary?.email ?? null,
          isVerified: primary?.verified ?? false,
          isAuthoritative: false,
          signedInAt: null,
          name: nameOf(user.name) || nameOf(user.login),
        };
      }),
  };
}
