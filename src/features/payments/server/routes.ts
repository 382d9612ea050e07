import { Hono } from "hono";
import { addressKey } from "#src/kit/addressKey.ts";
import { readText } from "#src/kit/bodyText.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { RequestEnv } from "#src/platform/http/requestContext.ts";
import { receiveEvent } from "./usecases.ts";

/** Bytes of an event; Stripe's largest have some ten thousand. */
const longestEvent = 256 * 1024;
/** Events of one sender in a minute; Stripe sends fewer than a hundred a second. */
const events = { name: "payments.events", points: 6000, seconds: 60 };

/** What the payment provider sends: raw, signed, from anywhere. */
export function paymentRoutes(deps: Deps): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  app.post("/api/payments/webhook", async (context) => {
    await deps.throttle.take(events, addressKey(context.var.caller.address));
    const body = await readText(context.req.raw, longestEvent);
    return context.json(await receiveEvent(body, context.req.header("stripe-signature") ?? null, deps));
  });
  return app;
}
