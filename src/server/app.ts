import { type Context, Hono } from "hono";
import { open as openSealed } from "#src/kit/envelope.ts";
import { badRequest, forbidden, notFound, notSignedIn } from "#src/kit/errors.ts";
import { newId } from "#src/kit/ids.ts";
import { languageOf, withoutLocale } from "#src/kit/locale.ts";
import { isLoopback } from "#src/kit/loopback.ts";
import { isOwnOrigin } from "#src/features/account/server/csrf.ts";
import { deriveEnvelopeKey } from "#src/features/account/server/envelopeKey.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { DiskWatch } from "#src/platform/disk.ts";
import { features } from "./features.ts";
import { openApi } from "./http/api.ts";
import type { Assets } from "#src/platform/http/assets.ts";
import { assertStorable } from "#src/platform/http/body.ts";
import { docsPage } from "./http/docs.ts";
import { errorResponse, toProductError } from "#src/platform/http/errors.ts";
import { securityHeaders } from "#src/platform/http/headers.ts";
import { languageRedirect, slashRedirect } from "#src/platform/http/language.ts";
import { readCaller, type RequestEnv, type SessionOf } from "#src/platform/http/requestContext.ts";
import { type AnsweredRequest, openRequestLog } from "./http/requestLog.ts";
import { contractRoutes, openRouteNames } from "./http/routeNames.ts";
import { hasToken } from "#src/platform/metrics.ts";
import type { Observers } from "./observedWork.ts";
import { openApiDocument } from "./openapi.ts";
import type { StartPage } from "#src/features/start/server/startPage.ts";
import type { Readiness } from "./readiness.ts";
import { router } from "./router.ts";
import type { Limit } from "#src/platform/throttle.ts";

/** Method and path of everything that answers without a session. A test walks all routes against this list. */
export const publicRoutes: readonly string[] = [
  "GET /health/live",
  "GET /health/ready",
  "GET /version",
  // Nobody's without METRICS_TOKEN, and afterwards whoever holds it.
  "GET /metrics",
  "GET /openapi.json",
  "GET /docs",
  "GET /images/:name",
  "GET /api/analytics",
  "GET /api/legal/:page",
  "GET /api/support/address",
  // What somebody without an account is offered by a link.
  "GET /api/community/invites/offer/:code",
  "GET /i/:code",
  // Made of the samples, the same for everybody.
  "GET /api/workflows/:workflowName/example",
  // For whoever holds the token of an invitation or a subscription.
  "POST /api/invitations/open",
  "POST /api/invitations/answer",
  "GET /feeds/:file",
  // For whoever has the address out of a mail: switches mails off and nothing else.
  "GET /unsubscribe/:token",
  "POST /unsubscribe/:token",
  // Development only, this machine only: see mailboxRoutes.
  "GET /dev/mail",
  "GET /dev/mail/:id",
  "GET /api/auth/csrf",
  "GET /api/auth/providers",
  "GET /api/auth/session",
  "GET /api/auth/signin",
  "GET /api/auth/error",
  "POST /api/auth/signin/:provider",
  "POST /api/auth/callback/:provider",
  // Tied to the browser that began by a cookie.
  "GET /api/auth/callback/:provider",
  "GET /api/auth/provider/pending",
  "POST /api/auth/provider/finish",
  "GET /api/auth/ways",
  "POST /api/auth/passkey/begin",
  "POST /api/auth/passkey/finish",
  "POST /api/auth/signout",
  "POST /api/auth/register",
  "POST /api/auth/reset/request",
  "POST /api/auth/reset/finish",
  "POST /api/auth/verify",
  // Signed by the payment provider.
  "POST /api/payments/webhook",
  "POST /api/auth/link/request",
  "POST /api/auth/link/finish",
  "POST /api/auth/email",
  "POST /api/auth/_log",
  "POST /_log",
];

export interface AppOptions {
  deps: Deps;
  assets: Assets;
  /** What visitors see at `/`. */
  startPage: StartPage;
  readiness: () => Promise<Readiness>;
  version: string;
  observers: Observers;
  disk: DiskWatch;
}

/** Calls of one signed-in person; the busiest page makes some 20 when it opens. */
const callsPerPerson: Limit = { name: "calls.person", points: 600, seconds: 60 };
/** Of these, what changes something: two a second are more than a hand can do. */
const writesPerPerson: Limit = { name: "writes.person", points: 120, seconds: 60 };
const isWrite = (method: string): boolean => method !== "GET" && method !== "HEAD";

/** The name of a subscription is its password, and what ends mails is the reader's alone. */
const pathWithoutSecret = (path: string): string =>
  path.replace(/^\/feeds\/.+/, "/feeds/:file").replace(/^\/unsubscribe\/.+/, "/unsubscribe/:token");

/**
 * Cookies and the origin check know one address. A person of this machine who types another name of it is led there.
 * @returns the same page at `appUrl`, or null when the request came there
 */
function ownAddress(request: Request, appUrl: string): string | null {
  const asked = new URL(request.url);
  const own = new URL(appUrl);
  if (asked.host === own.host || !isLoopback(asked.hostname) || !isLoopback(own.hostname) || asked.port !== own.port)
    return null;
  return `${own.origin}${asked.pathname}${asked.search}`;
}

/** Every answer of the product: health, accounts, calls of the contract, streams, files, documentation, pages. */
export function createApp({
  deps,
  assets,
  startPage,
  readiness,
  version,
  observers,
  disk,
}: AppOptions): Hono<RequestEnv> {
  const { config, log, readSession } = deps;
  const analyticsOrigin = config.analytics && config.analyticsUrl ? new URL(config.analyticsUrl).origin : undefined;
  const headers = Object.entries(securityHeaders(config.appUrl.startsWith("https:"), analyticsOrigin));
  /** Answers made with all their headers. To look into their headers again would cost as much as making them. */
  const complete = new WeakSet<Response>();
  let answered: (request: AnsweredRequest) => void = () => undefined;
  const callApi = openApi(router, Object.fromEntries(headers));

  const sessionOf: SessionOf = async (context) => {
    const session = await readSession(context.req.raw.headers);
    if (!session)
      throw notSignedIn(context.req.path.startsWith("/api/calendar/") ? "User not authenticated" : undefined);
    context.set("userId", session.userId);
    await deps.throttle.take(callsPerPerson, session.userId);
    if (isWrite(context.req.method)) await deps.throttle.take(writesPerPerson, session.userId);
    return session;
  };

  const refuse = (error: unknown, context: Context<RequestEnv>): Response => {
    const { requestId } = context.var.caller;
    const refusal = toProductError(error);
    disk.note(refusal);
    if (refusal.status >= 500)
      log.error(
        {
          err: refusal.cause ?? refusal,
          requestId,
          method: context.req.method,
          path: pathWithoutSecret(context.req.path),
        },
        refusal.message,
      );
    return errorResponse(refusal, requestId);
  };

  const app = new Hono<RequestEnv>();
  app.use(async (context, next) => {
    const requestId = newId();
    const startedAt = Date.now();
    const start = performance.now();
    context.set("caller", readCaller(context, config.trustProxy, requestId));
    await next();
    // Clients that keep their connection open come back elsewhere, or to the next process.
    if (deps.closing.aborted) context.res.headers.set("connection", "close");
    const answer = context.res;
    answered({
      method: context.req.method,
      path: context.req.path,
      status: answer.status,
      isPage: () => answer.status < 400 && /^text\/html\b/.test(answer.headers.get("content-type") ?? "text/html"),
      ms: performance.now() - start,
      startedAt,
      requestId,
      userId: context.var.userId,
    });
    if (complete.has(answer)) return;
    for (const [name, value] of headers) if (!answer.headers.has(name)) answer.headers.set(name, value);
  });
  app.onError((error, context) => {
    const answer = refuse(error, context);
    for (const [name, value] of headers) answer.headers.set(name, value);
    return answer;
  });

  app.get("/health/live", (context) => context.json({ live: true }));
  app.get("/health/ready", async (context) => {
    const { ready, reasons } = await readiness();
    const answer = reasons.length === 0 ? { ready } : { ready, reasons };
    return ready ? context.json(answer) : context.json(answer, 503, { "retry-after": "1" });
  });
  app.get("/version", (context) => context.json({ version }));
  app.get("/metrics", async (context) => {
    const { metrics } = observers;
    if (!metrics || !config.metricsToken || !hasToken(context.req.raw.headers, config.metricsToken)) throw notFound();
    const { type, text } = await metrics.render();
    return context.body(text, 200, { "content-type": type, "cache-control": "no-store" });
  });

  app.use("/api/*", async (context, next) => {
    if (!isOwnOrigin(context.req.raw, config.appUrl)) throw forbidden("This request does not come from our own pages");
    await next();
    if (!context.res.headers.has("cache-control")) context.res.headers.set("cache-control", "private, no-store");
  });
  for (const { routes } of features) if (routes) app.route("/", routes(deps, sessionOf));

  app.all("/api/*", async (context) => {
    const request = context.req.raw;
    const url = new URL(request.url);
    const session = await sessionOf(context);
    const { requestId } = context.var.caller;
    const openEnvelope = async (method: string, path: string, body: unknown): Promise<unknown> => {
      if (typeof body !== "object" || body === null || !("enData" in body) || typeof body.enData !== "string")
        return body;
      const key = deriveEnvelopeKey(config.authSecret, session.id);
      const opened = await openSealed(key, method, path, body.enData);
      if (!opened.ok) throw badRequest("enData cannot be opened", [{ path: "enData", message: "cannot be opened" }]);
      assertStorable(opened.value);
      return { ...body, enData: opened.value };
    };
    const answer = await callApi(request, url, { deps, session, headers: request.headers, requestId }, openEnvelope);
    if (!answer) throw notFound();
    complete.add(answer);
    return answer;
  });

  app.get("/openapi.json", async (context) => context.json(await openApiDocument(config.appUrl)));
  app.get("/docs", async (context) => context.html(docsPage(await openApiDocument(config.appUrl))));

  app.get("*", async (context) => {
    const { path } = context.req;
    const elsewhere = ownAddress(context.req.raw, config.appUrl);
    if (elsewhere) return context.redirect(elsewhere, 302);
    const accept = context.req.header("accept-encoding") ?? "";
    const asset = await assets.serve(path, accept);
    if (asset) return asset;
    const route = withoutLocale(path);
    if (
      /\.[a-z0-9]{2,5}$/i.test(path) ||
      // Calls and files of the server have no language: below one they are nothing.
      /^\/(api|health|metrics|images|docs|dev|_log)(\/|$)/i.test(route)
    )
      throw notFound();
    const known = assets.knows(path);
    const isPage = known === "page" || (known === "hidden" && config.nodeEnv !== "production");
    // The page says itself that there is none, in the person's language; programs want to be told by the status alone.
    // What is hidden would open in the client.
    if (!isPage && (known === "hidden" || !/text\/html/i.test(context.req.header("accept") ?? ""))) throw notFound();
    const url = new URL(context.req.url);
    const led =
      slashRedirect(url) ?? languageRedirect(url, context.req.raw.headers, config.appUrl.startsWith("https:"));
    if (led) return led;
    if (route === "/") {
      // Who cannot be told apart while the database is away gets the client, which says so.
      const isVisitor = await readSession(context.req.raw.headers).then(
        (session) => session === null,
        () => false,
      );
      const start = isVisitor ? await startPage.serve(languageOf(url.pathname), accept) : null;
      if (start) return start;
    }
    const page = await assets.page(url.pathname, accept);
    if (!page) throw notFound("The web client is not built");
    return isPage ? page : new Response(page.body, { status: 404, headers: page.headers });
  });
  app.notFound((context) => refuse(notFound(), context));
  const plain = app.routes.filter(({ method, path }) => method !== "ALL" && !path.includes("*"));
  answered = openRequestLog({
    log,
    secret: config.authSecret,
    routeName: openRouteNames([...plain, ...contractRoutes]),
    ...observers,
  });
  return app;
}
