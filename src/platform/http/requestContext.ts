import type { Context } from "hono";
import type { Session } from "./session.ts";

/** What @hono/node-server hands to a fetch function. */
export interface NodeBindings {
  incoming?: { socket: { remoteAddress?: string | undefined } };
}

/** Who sent a request. Read once, before anything else: middleware may replace the Request object. */
export interface Caller {
  /** UUID, repeated in every refusal and in the log. */
  requestId: string;
  /** The person's side of the connection, trusted proxies taken off; empty when unknown. */
  address: string;
  /** The other end of the connection itself, whatever a proxy says; empty when unknown. */
  peer: string;
}

/** Environment of every route of the product. */
export interface RequestEnv {
  Bindings: NodeBindings;
  Variables: { caller: Caller; /** Whose session it carries, once that is read. */ userId?: string };
}

/**
 * The session of a request, counted against the person's calls.
 * @throws ProductError 401 when nobody is signed in, 429 `request.tooMany`
 */
export type SessionOf = (context: Context<RequestEnv>) => Promise<Session>;

/**
 * Reads who sent a request.
 * @param hops trusted proxies, whose entries are taken off the end of X-Forwarded-For
 */
export function readCaller(context: Context<RequestEnv>, hops: number, requestId: string): Caller {
  const peer = context.env?.incoming?.socket.remoteAddress ?? "";
  if (hops === 0) return { requestId, address: peer, peer };
  const forwarded = (context.req.header("x-forwarded-for") ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return { requestId, address: forwarded.at(-hops) ?? peer, peer };
}
