import { Hono } from "hono";
import { addressKey } from "#src/kit/addressKey.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { RequestEnv } from "#src/platform/http/requestContext.ts";
import type { Limit } from "#src/platform/throttle.ts";
import { offerOf, signUpPathOf } from "./usecases.ts";

/** Codes looked up from one address of the network: nobody finds one by trying. */
const lookups: Limit = { name: "invites.lookup", points: 60, seconds: 900, isShared: true };

/** What somebody without an account may ask: what a code offers, and where the short address of a link leads. */
export function inviteRoutes(deps: Deps): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  app.get("/api/community/invites/offer/:code", async (context) => {
    await deps.throttle.take(lookups, addressKey(context.var.caller.address));
    context.header("cache-control", "private, no-store");
    return context.json(await offerOf(context.req.param("code"), deps));
  });
  app.get("/i/:code", (context) => {
    context.header("cache-control", "private, no-store");
    return context.redirect(signUpPathOf(context.req.param("code")), 302);
  });
  return app;
}
