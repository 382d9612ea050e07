import { trimEndBy } from "#src/kit/text.ts";
import { Hono } from "hono";
import type { Deps } from "#src/platform/deps.ts";
import type { RequestEnv } from "#src/platform/http/requestContext.ts";
import type { AnalyticsTarget } from "../rules.ts";

/** Where visits would be counted; null for an installation that counts nowhere. */
export function analyticsTarget(config: Deps["config"]): AnalyticsTarget | null {
  const { analytics: kind, analyticsUrl, analyticsSite: site } = config;
  if (!kind || !analyticsUrl || !site) return null;
  return { kind, url: trimEndBy(analyticsUrl, /\//), site };
}

/** `GET /api/analytics`: what the banner needs to be honest, and what counting needs once it is allowed. */
export function analyticsRoutes(deps: Pick<Deps, "config">): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  app.get("/api/analytics", (context) => context.json({ target: analyticsTarget(deps.config) }));
  return app;
}
