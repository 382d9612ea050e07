import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** Somebody with an account at the provider. */
export interface Elsewhere {
  subject: string;
  name: string;
  email: string | null;
  isVerified: boolean;
  /** When they last typed their password there; just now where it is left out. */
  signedInAt?: Date;
  /** Further claims, such as `tid` and `oid` of Entra. */
  more?: JWTPayload;
}

/** What goes wrong at the provider, until it is taken back. */
export interface ProviderFaults {
  /** Claims in place of the right ones; undefined leaves one out. */
  claims?: Record<string, unknown>;
  /** Signs by a key that the provider does not publish, by a secret, or not at all. */
  signature?: "stranger" | "secret" | "none";
  /** The person says no. */
  denied?: string;
  /** Answers of this path come with a status. */
  status?: { path: string; code: number };
  /** Milliseconds before the answers of this path. */
  slow?: { path: string; ms: number };
  /** Its answer is a redirect elsewhere. */
  redirect?: string;
  /** The body of this path, as it is. */
  body?: { path: string; text: string };
}

/**
 * An OpenID provider on the wire: discovery, keys, the page that asks, tokens. Below `/github` it speaks GitHub's OAuth
 * and API, below `/<tenant>/v2.0` Entra's. Codes work once, for the app, redirect address and verifier they were made for.
 */
export interface OpenIdDouble {
  url: string;
  clientId: string;
  clientSecret: string;
  /** Settings of the product that lead all four providers here. */
  env: Record<string, string>;
  /** Who sits at the provider's page from now on. */
  become: (person: Elsewhere) => void;
  fail: (faults: ProviderFaults) => void;
  /** What a browser does at the provider's page: the address that it is sent back to. */
  visit: (authorizeUrl: string) => Promise<string>;
  /** Requests so far, `POST /token`. */
  asked: string[];
  close: () => Promise<void>;
}

/** Tenant of personal Microsoft accounts, as Microsoft documents it. */
export const personalTenant = "9188040d-6c67-4c5b-b112-36a304b66dad";
/** Whatever domain asks. */
export const domainTenant = "7b0c1c52-3a0e-4f6e-8f3d-2a2a2a2a2a2a";

interface Grant {
  person: Elsewhere;
  clientId: string;
  redirectUri: string;
  challenge: string | null;
  nonce: string | null;
  issuer: string;
  /** Asked by `prompt=login`: the token says when the person signed in. */
  isTimed: boolean;
}

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
};

export async function openOpenIdDouble(): Promise<OpenIdDouble> {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const stranger = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "RS256", use: "sig" };
  const clientId = "pioneer-at-the-double";
  const clientSecret = "secret-of-the-double";
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, Elsewhere>();
  const asked: string[] = [];
  let person: Elsewhere = { subject: "nobody", name: "", email: null, isVerified: false };
  let faults: ProviderFaults = {};
  let origin = "";
  /** How Entra writes the issuer of a tenant that was asked for by another of its names. */
  const issuerOf = (base: string): string =>
    base
      .replace(/\/(?:common|organizations)\//, "/{tenantid}/")
      .replace("/consumers/", `/${personalTenant}/`)
      .replace(/\/[\w-]+\.[\w.-]+\/v2\.0/, `/${domainTenant}/v2.0`);

  const idToken = async (grant: Grant): Promise<string> => {
    const { subject, name, email, isVerified, more } = grant.person;
    const now = Math.floor(Date.now() / 1000);
    // Google names the Workspace whose mailbox it is, Entra whether the domain's owner proved it.
    const owned = grant.issuer.endsWith("/google") ? { hd: email?.split("@")[1] } : { xms_edov: true };
    const claims = {
      iss: grant.issuer.replace("{tenantid}", String(more?.["tid"])),
      aud: grant.clientId,
      sub: subject,
      iat: now,
      exp: now + 300,
      name,
      ...(email === null ? {} : { email, email_verified: isVerified, ...(isVerified ? owned : {}) }),
      ...(grant.isTimed ? { auth_time: Math.floor((grant.person.signedInAt?.getTime() ?? Date.now()) / 1000) } : {}),
      ...(grant.nonce === null ? {} : { nonce: grant.nonce }),
      ...more,
      ...faults.claims,
    } as JWTPayload;
    if (faults.signature === "none") {
      const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${part({ alg: "none" })}.${part(claims)}.`;
    }
    if (faults.signature === "secret")
      return new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", kid: "one" })
        .sign(Buffer.from(JSON.stringify(jwk)));
    const key = faults.signature === "stranger" ? stranger.privateKey : privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(key);
  };

  /** The grant of a code, once and for whom it was made; null for anything else. */
  const redeem = (form: URLSearchParams): Grant | null => {
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    if (!grant || form.get("grant_type") !== "authorization_code") return null;
    if (form.get("client_id") !== clientId || form.get("client_secret") !== clientSecret) return null;
    if (form.get("redirect_uri") !== grant.redirectUri || grant.clientId !== clientId) return null;
    const proof = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    return grant.challenge === null || grant.challenge === proof ? grant : null;
  };

  /** Where the person at the page is sent back to. */
  const authorise = (query: URLSearchParams, issuer: string): string => {
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("state", query.get("state") ?? "");
    if (faults.denied !== undefined) {
      back.searchParams.set("error", faults.denied);
      return back.href;
    }
    const code = randomBytes(16).toString("hex");
    grants.set(code, {
      person,
      clientId: query.get("client_id") ?? "",
      redirectUri: query.get("redirect_uri") ?? "",
      challenge: query.get("code_challenge"),
      nonce: query.get("nonce"),
      issuer,
      isTimed: query.get("prompt") === "login",
    });
    back.searchParams.set("code", code);
    return back.href;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", origin);
    const path = url.pathname;
    asked.push(`${request.method} ${path}`);
    const json = (status: number, value: unknown): void =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (faults.slow && path.endsWith(faults.slow.path)) await new Promise((go) => setTimeout(go, faults.slow?.ms));
    if (faults.status && path.endsWith(faults.status.path)) return json(faults.status.code, { error: "server_error" });
    if (faults.redirect && path.endsWith(faults.redirect))
      return void response.writeHead(307, { location: `${origin}/elsewhere` }).end();
    if (faults.body && path.endsWith(faults.body.path)) return void response.writeHead(200).end(faults.body.text);
    if (path.endsWith("/.well-known/openid-configuration")) {
      const base = `${origin}${path.slice(0, -"/.well-known/openid-configuration".length)}`;
      return json(200, {
        issuer: issuerOf(base),
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        jwks_uri: `${origin}/keys`,
      });
    }
    if (path === "/keys") return json(200, { keys: [jwk] });
    if (path.endsWith("/authorize")) {
      const base = `${origin}${path.slice(0, -"/authorize".length)}`;
      const location = authorise(url.searchParams, issuerOf(base));
      return void response.writeHead(302, { location }).end();
    }
    if (path.endsWith("/token")) {
      const grant = redeem(await readForm(request));
      if (!grant) return json(400, { error: "invalid_grant" });
      return json(200, { token_type: "Bearer", access_token: "unused", id_token: await idToken(grant) });
    }
    if (path === "/github/login/oauth/access_token") {
      const grant = redeem(await readForm(request));
      // GitHub says no with a 200.
      if (!grant) return json(200, { error: "bad_verification_code" });
      const token = randomBytes(16).toString("hex");
      tokens.set(token, grant.person);
      return json(200, { access_token: token, token_type: "bearer", scope: "read:user,user:email" });
    }
    const holder = tokens.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
    if (!holder) return json(path.startsWith("/github/api") ? 401 : 404, { message: "Bad credentials" });
    if (path === "/github/api/v3/user")
      return json(200, {
        id: Number(holder.subject),
        login: "octo",
        name: holder.name,
        email: "public@elsewhere.example",
      });
    if (path === "/github/api/v3/user/emails")
      return json(200, [
        { email: "old@elsewhere.example", primary: false, verified: true },
        ...(holder.email === null ? [] : [{ email: holder.email, primary: true, verified: holder.isVerified }]),
      ]);
    return json(404, { message: "Not Found" });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app = (name: string): Record<string, string> => ({
    [`${name}_CLIENT_ID`]: clientId,
    [`${name}_CLIENT_SECRET`]: clientSecret,
  });
  return {
    url: origin,
    clientId,
    clientSecret,
    env: {
      ...app("GOOGLE"),
      ...app("MICROSOFT"),
      ...app("LINKEDIN"),
      ...app("GITHUB"),
      GOOGLE_ISSUER: `${origin}/google`,
      MICROSOFT_AUTHORITY: origin,
      LINKEDIN_ISSUER: `${origin}/linkedin`,
      GITHUB_BASE_URL: `${origin}/github`,
      SIGN_IN_TIMEOUT_MS: "700",
    },
    become: (next) => void (person = next),
    fail: (next) => void (faults = next),
    async visit(authorizeUrl) {
      const answered = await fetch(authorizeUrl, { redirect: "manual" });
      await answered.body?.cancel();
      const location = answered.headers.get("location");
      if (location === null) throw new Error(`the provider's page answered ${answered.status}`);
      return location;
    },
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
