import { Hono } from "hono";
import ipaddr from "ipaddr.js";
import { notFound } from "#src/kit/errors.ts";
import { id as idSchema } from "#src/kit/schemas.ts";
import type { Deps } from "#src/server/deps.ts";
import { mailboxPage, mailPage } from "./mailbox.ts";
import { outbox } from "./repository.ts";

/** Mails shown in the operator's list. */
const shown = 100;

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";

const isOfThisMachine = (hostname: string): boolean =>
  hostname === "localhost" || isLoopback(hostname.replace(/^\[|\]$/g, ""));

/** Headers that a proxy adds and no browser. */
const marksOfProxies = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/**
 * The operator's mailbox: what the product wrote, sent or not. It asks for no sign-in, so it exists only while the
 * product is developed, only for this machine, and only by a name of this machine: a page of elsewhere whose name
 * resolves here, or a proxy that stands in front, gets nothing.
 */
export function mailboxRoutes(deps: Pick<Deps, "config" | "db">, peerAddress: (request: Request) => string): Hono {
  const app = new Hono();
  const { nodeEnv, trustProxy, appUrl } = deps.config;
  // A proxy on this machine may hide that it is one: people who come through it type another address, or are counted.
  const isDeveloped = nodeEnv !== "production" && trustProxy === 0 && isOfThisMachine(new URL(appUrl).hostname);
  const demandOperator = (request: Request): void => {
    const { hostname } = new URL(request.url);
    const isHere =
      isLoopback(peerAddress(request)) &&
      isOfThisMachine(hostname) &&
      !marksOfProxies.some((name) => request.headers.has(name));
    if (!isDeveloped || !isHere) throw notFound();
  };
  app.get("/dev/mail", async (context) => {
    demandOperator(context.req.raw);
    context.header("cache-control", "no-store");
    return context.html(mailboxPage(await outbox(deps.db).newest(shown), deps.config.smtpUrl !== undefined));
  });
  app.get("/dev/mail/:id", async (context) => {
    demandOperator(context.req.raw);
    const id = idSchema.safeParse(context.req.param("id"));
    const mail = id.success ? await outbox(deps.db).find(id.data) : undefined;
    if (!mail) throw notFound();
    context.header("cache-control", "no-store");
    return context.html(mailPage(mail));
  });
  return app;
}
