import { Hono } from "hono";
import { storedDocument } from "#src/features/documents/document.ts";
import { addressKey } from "#src/kit/addressKey.ts";
import { appLanguage } from "#src/kit/schemas.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { RequestEnv } from "#src/platform/http/requestContext.ts";
import { exampleResult } from "./exampleResult.ts";

/** More than a person reads, fewer than a program would like. */
const examples = { name: "examples.address", points: 120, seconds: 60 };

/**
 * `GET /api/workflows/{workflowName}/example?language=`: what a run of the workflow's own example brings when it is
 * answered well, `{document}`. Open to everybody, as people read it before they sign up; caches may keep it.
 */
export function workflowRoutes({ throttle }: Pick<Deps, "throttle">): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  app.get("/api/workflows/:workflowName/example", async (context) => {
    await throttle.take(examples, addressKey(context.var.caller.address));
    const language = appLanguage.catch("en").parse(context.req.query("language"));
    const document = await exampleResult(context.req.param("workflowName"), language);
    context.header("cache-control", "public, max-age=300");
    return context.json({ document: storedDocument.parse(document) });
  });
  return app;
}
