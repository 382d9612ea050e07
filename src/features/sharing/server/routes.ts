import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { readJson } from "#src/features/account/server/requests.ts";
import { addressKey } from "#src/kit/addressKey.ts";
import { notFound } from "#src/kit/errors.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { RequestEnv } from "#src/platform/http/requestContext.ts";
import { answerInvitation as answerBody, openInvitation as openBody } from "../contract.ts";
import { answerInvitation, feedText, openInvitation } from "./usecases.ts";

/** Requests with a token from one address; programs of a whole office may look from one. */
const looks = { name: "invitation.address", points: 120, seconds: 60 };

/** Whether a program has this version already (RFC 9110, 13.1.2: compared weakly, proxies mark what they compress). */
const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);

/**
 * What works without an account, for whoever holds a token. The page of a guest sends its token in the body: addresses
 * end up in logs. Looking changes nothing.
 */
export function sharingRoutes(deps: Deps): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  const count = (context: Context<RequestEnv>): Promise<void> =>
    deps.throttle.take(looks, addressKey(context.var.caller.address));

  app.post("/api/invitations/open", async (context) => {
    await count(context);
    const { token } = await readJson(context, openBody);
    return context.json({ invitation: await openInvitation(token, deps) });
  });
  app.post("/api/invitations/answer", async (context) => {
    await count(context);
    return context.json({ invitation: await answerInvitation(await readJson(context, answerBody), deps) });
  });

  app.get("/feeds/:file", async (context) => {
    await count(context);
    const token = /^([\w-]{20,100})\.ics$/.exec(context.req.param("file"))?.[1];
    const text = token === undefined ? null : await feedText(token, deps);
    if (text === null) throw notFound();
    const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
    const headers = { etag, "cache-control": "private, no-cache", "x-robots-tag": "noindex" };
    if (isKnown(context.req.header("if-none-match"), etag)) return context.body(null, 304, headers);
    return context.body(text, 200, {
      ...headers,
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": 'inline; filename="pioneer.ics"',
    });
  });
  return app;
}
