import { setTimeout as pause } from "node:timers/promises";
import type { ServerType } from "@hono/node-server";
import type { Database } from "#src/platform/database/openDatabase.ts";
import type { Product } from "./product.ts";

/** Milliseconds in which load balancers can read that this process is not ready before its port closes. */
const noticeMs = 300;
/** Milliseconds that requests in flight get after the port has closed. */
const drainMs = 1_000;
/** Milliseconds that background work gets; what it leaves unfinished the next process takes up. */
const workMs = 1_200;

/**
 * Ends a process in an order that nobody notices: readiness says no and event streams end, the port closes, requests
 * in flight are answered, runs are left to the next process, the database closes last. Takes at most two seconds.
 */
export async function shutDown(parts: {
  server: ServerType;
  product: Pick<Product, "beginShutdown" | "stop">;
  database: Pick<Database, "close">;
}): Promise<void> {
  const { server, product, database } = parts;
  product.beginShutdown();
  const stopped = Promise.race([product.stop(), pause(workMs)]);
  await pause(noticeMs);
  const closed = new Promise<void>((done) => server.close(() => done()));
  if ("closeIdleConnections" in server) server.closeIdleConnections();
  const late = setTimeout(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
  }, drainMs);
  await Promise.all([closed, stopped]);
  clearTimeout(late);
  await database.close();
}
