import { Hono } from "hono";
import type { Deps } from "#src/platform/deps.ts";
import type { RequestEnv } from "#src/platform/http/requestContext.ts";
import type { SupportAddress } from "../rules.ts";

/**
 * `GET /api/support/address`: what visitors are told, the operator's address as it stands on the legal pages too. Whom
 * to call is told to those who are signed in.
 */
export function supportRoutes({ support }: Pick<Deps, "support">): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  const answer: SupportAddress = { email: support.email };
  app.get("/api/support/address", (context) => context.json(answer));
  return app;
}
