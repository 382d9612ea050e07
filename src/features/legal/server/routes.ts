import { Hono } from "hono";
import type { RequestEnv } from "#src/platform/http/requestContext.ts";
import { notFound } from "#src/kit/errors.ts";
import { appLanguage } from "#src/kit/schemas.ts";
import { legalPages } from "../rules.ts";
import type { LegalTexts } from "./usecases.ts";

/** `GET /api/legal/{page}?language=`: open to everybody, as people read it before they sign up. */
export function legalRoutes(texts: LegalTexts): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  app.get("/api/legal/:page", (context) => {
    const page = legalPages.find((one) => one === context.req.param("page"));
    if (!page) throw notFound();
    const language = appLanguage.catch("en").parse(context.req.query("language"));
    context.header("cache-control", "no-cache");
    return context.json(texts[page][language]);
  });
  return app;
}
