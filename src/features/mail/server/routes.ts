import { type Context, Hono } from "hono";
import ipaddr from "ipaddr.js";
import { notFound } from "#src/kit/errors.ts";
import { id as idSchema } from "#src/kit/schemas.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { RequestEnv } from "#src/platform/http/requestContext.ts";
import { mailboxPage, mailPage } from "./mailbox.ts";
import { outbox } from "./repository.ts";

/** Mails shown in the operator's list. */
const shown = 100;

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";

const isOfThisMachine = (hostname: string): boolean =>
  hostname === "localhost" || isLoopback(hostname.replace(/^\[|\]$/g, ""));

/**
 * Headers that a proxy adds and no browser: the standard ones, everything that names the other end by one of the usual
 * words, and the trace ids of clouds.
 */
const isMarkOfProxy = (name: string): boolean =>
  /^(via|forwarded|cdn-loop|fly-.*|cf-.*)$|forwarded|real-ip|client-ip|connecting-ip|trace-id|request-id/.test(name);

/**
 * The operator's mailbox: what the product wrote, sent or not. It asks for no sign-in, so it exists only while the
 * product is developed, only for this machine, and only by a name of this machine: a page of elsewhere whose name
 * resolves here, or a proxy that stands in front, gets nothing.
 */
export function mailboxRoutes(deps: Pick<Deps, "config" | "db">): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  const { nodeEnv, trustProxy, appUrl } = deps.config;
  // A proxy on this machine may hide that it is one: people who come through it type another address, or are counted.
  const isDeveloped = nodeEnv !== "production" && trustProxy === 0 && isOfThisMachine(new URL(appUrl).hostname);
  const requireOperator = (context: Context<RequestEnv>): void => {
    const { hostname } = new URL(context.req.url);
    const isHere =
      isLoopback(context.var.caller.peer) &&
      isOfThisMachine(hostname) &&
      ![...context.req.raw.headers.keys()].some(isMarkOfProxy);
    if (!isDeveloped || !isHere) throw notFound();
  };
  app.get("/dev/mail", async (context) => {
    requireOperator(context);
    context.header("cache-control", "no-store");
    return context.html(mailboxPage(await outbox(deps.db).newest(shown), deps.config.smtpUrl !== undefined));
  });
  app.get("/dev/mail/:id", async (context) => {
    requireOperator(context);
    const id = idSchema.safeParse(context.req.param("id"));
    const mail = id.success ? await outbox(deps.db).find(id.data) : undefined;
    if (!mail) throw notFound();
    context.header("cache-control", "no-store");
    return context.html(mailPage(mail));
  });
  return app;
}
