import { randomBytes } from "node:crypto";
import { implement } from "@orpc/server";
import { z } from "zod";
import { settingsOf } from "#src/features/settings/server/usecases.ts";
import { notFound } from "#src/kit/errors.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import type { ApiContext } from "#src/platform/http/context.ts";
import type { Db } from "#src/platform/tables.ts";
import { loadWorkflow } from "../catalogue/registry.ts";
import { workflowsContract } from "../contract.ts";
import { noticeOf } from "../engine.ts";
import { testEngine } from "./engines/testEngine.ts";
import { offeredCard, offeredCards } from "./switches.ts";

const api = implement(workflowsContract).$context<ApiContext>();

/** JSON Schemas are the same for everybody and costly to make: once per process. */
const formSchemas = new Map<string, Record<string, z.core.util.JSONType>>();

async function describe(name: string, today: string, language: AppLanguage, db: Db) {
  const card = await offeredCard(name, db);
  if (!card) throw notFound("Workflow not found");
  // What is announced has a name and a price, and nothing yet to fill in.
  const workflow = card.isProductionReady ? await loadWorkflow(name) : null;
  if (!workflow) return { card, form: null, example: null };
  let form = formSchemas.get(name);
  if (!form) {
    form = z
      .record(z.string(), z.json())
      .parse(JSON.parse(JSON.stringify(z.toJSONSchema(workflow.form, { io: "input", unrepresentable: "any" }))));
    formSchemas.set(name, form);
  }
  const example = z.record(z.string(), z.json()).parse(JSON.parse(JSON.stringify(workflow.example(today, language))));
  return { card, form, example };
}

/** Each one costs the operator a question; counted for all processes together. */
const engineTests = { name: "engine.test", points: 5, seconds: 60, isShared: true };
/** Each one asks the servers that the settings name. */
const engineChecks = { ...engineTests, name: "engine.check" };
/** Each one asks all services, who are strangers: for the whole installation together. */
const sourceChecks = { name: "sources.check", points: 4, seconds: 60, isShared: true };

export const workflowsHandlers = api.router({
  listWorkflows: api.listWorkflows.handler(async ({ context }) => ({ workflows: await offeredCards(context.deps.db) })),
  getWorkflow: api.getWorkflow.handler(async ({ context, input }) => {
    const { application } = await settingsOf(context.session.userId, context.deps.db);
    return describe(
      input.workflowName,
      context.deps.now().toISOString().slice(0, 10),
      application.appLanguage,
      context.deps.db,
    );
  }),
  testEngine: api.testEngine.handler(async ({ context: { deps, session }, signal }) => {
    await deps.throttle.take(engineTests, session.userId);
    return testEngine(deps.engine, {
      signal: AbortSignal.any([deps.closing, ...(signal ? [signal] : [])]),
      id: deps.newId(),
      fence: randomBytes(16).toString("hex"),
    });
  }),
  checkEngine: api.checkEngine.handler(async ({ context: { deps, session } }) => {
    await deps.throttle.take(engineChecks, session.userId);
    await deps.engine.refresh?.();
    return { engine: noticeOf(deps.engine.info) };
  }),
  getSources: api.getSources.handler(({ context }) => ({ sources: context.deps.sources.states() })),
  checkSources: api.checkSources.handler(async ({ context: { deps }, signal }) => {
    await deps.throttle.take(sourceChecks, "all");
    const within = AbortSignal.any([deps.closing, ...(signal ? [signal] : [])]);
    return { sources: await deps.sources.checkAll(within) };
  }),
  getEngine: api.getEngine.handler(({ context }) => ({ engine: noticeOf(context.deps.engine.info) })),
});
