import { EngineError } from "#src/features/workflows/engine.ts";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { pino } from "pino";
import { z } from "zod";
import type { Engine } from "#src/features/workflows/engine.ts";
import { createDraftEngine } from "#src/features/workflows/server/engines/draftEngine.ts";
import { readConfig } from "#src/platform/config.ts";
import { openDatabase } from "#src/platform/database/openDatabase.ts";
import { loadOrCreateSecret, migrateProduct, openProduct } from "#src/server/product.ts";
import { article, contentPlan, dayAfter, entries, outcomes, person, settings, stories } from "./seedData.ts";
import { seedInsights, seedLeads } from "./seedLeads.ts";
import { openVisitor, readRun, register, signIn, describeAnswer, type Answer, type Visitor } from "./visitor.ts";

export interface Seeded {
  email: string;
  /** Null when the person was there before: nobody but the person knows the password then. */
  password: string | null;
  /** Ids of the projects that were made: content plan, article, stories; done, put away, failed, cancelled. */
  projects: string[];
}

/**
 * One believable professional with settings, projects in every state, applied proposals, calendar, outcomes, leads and
 * messages to them, made through the product's own calls. A second call changes nothing.
 * @param visitor nobody yet; is signed in as the person afterwards
 */
export async function seedPerson(visitor: Visitor, options: { password: string; now: Date }): Promise<Seeded> {
  const { password } = options;
  const today = options.now.toISOString().slice(0, 10);
  if ((await register(visitor, { ...person, password })) === null) {
    return { email: person.email, password: null, projects: [] };
  }
  await signIn(visitor, { email: person.email, password });
  await write(visitor, "/api/user/settings", settings, 200);

  const plan = await draft(visitor, "contentPlannerWorkflow", contentPlan(today));
  const post = await draft(visitor, "blogArticleWriterWorkflow", article(today));
  const backlog = await draft(visitor, "userStoryWriterWorkflow", stories(today));
  await applyPart(visitor, plan.runId, 0.4);
  await applyPart(visitor, post.runId, 1);

  for (const { day, lastDay = day, from, to, ...entry } of entries(today)) {
    const start = new Date(`${dayAfter(today, day)}T${from}:00+01:00`);
    const end = new Date(`${dayAfter(today, lastDay)}T${to}:00+01:00`);
    const enData = { ...entry, start: start.toISOString(), end: end.toISOString(), timeZone: "Europe/Berlin" };
    await write(visitor, "/api/calendar/entry", { enData, activeLanguage: "en" }, 201);
  }
  for (const { day, ...outcome } of outcomes) {
    const plannedAt = `${dayAfter(today, day)}T11:15:00Z`;
    const enData = { ...outcome, plannedAt, workflow: "socialPostWriterWorkflow", kind: "post" };
    await write(visitor, "/api/workflows/scheduled/outcome", { enData }, 201);
  }
  await writeLeads(visitor, today);
  const others = await endOtherwise(visitor, today);
  return { email: person.email, password, projects: [plan, post, backlog, ...others].map((run) => run.projectId) };
}

const created = z.object({ leads: z.array(z.object({ id: z.string(), name: z.string() })) });

async function writeLeads(visitor: Visitor, today: string): Promise<void> {
  const answer = await write(visitor, "/api/leads", { enData: { leads: seedLeads(today) } }, 201);
  const ids = new Map(created.parse(answer.body).leads.map(({ id, name }) => [name, id]));
  const insights = seedInsights.map(({ lead, ...insight }) => ({ ...insight, leadId: ids.get(lead) }));
  await write(visitor, "/api/leads/outreach/insights", { enData: { insights } }, 201);
}

/** Projects that are done, put away, cancelled and, where the engine can fail (`failsFor`), failed. */
async function endOtherwise(visitor: Visitor, today: string): Promise<Started[]> {
  const titled = (requirementTitle: string) => ({ ...stories(today), requirementTitle });
  const done = await draft(visitor, "userStoryWriterWorkflow", titled("Reminder on the day before"));
  const archived = await draft(visitor, "userStoryWriterWorkflow", titled("Deposit with the booking"));
  const failed = await start(visitor, "userStoryWriterWorkflow", titled(failingTitle));
  await endOf(visitor, failed);
  const cancelled = await start(visitor, "userStoryWriterWorkflow", titled("Loan bike while ours is in service"));
  await write(visitor, `/api/workflows/runs/${cancelled.runId}/cancel`, undefined, 200);
  await change(visitor, { id: done.projectId, state: 100, favorite: true });
  await change(visitor, { id: archived.projectId, archived: true });
  return [done, archived, failed, cancelled];
}

async function change(visitor: Visitor, body: unknown): Promise<void> {
  const answer = await visitor.send("PATCH", "/api/projects/workflow", body);
  if (answer.status !== 200) throw new Error(`a project could not be changed: ${describeAnswer(answer)}`);
}

/** The one run of the demo whose engine does not answer. */
const failingTitle = "Waiting list for test rides";

/** An engine like `engine`, but for the one run that the demo shows as failed. */
export const failsFor = (engine: Engine): Engine => ({
  ...engine,
  async ask(question, options) {
    if (question.prompt.user.includes(failingTitle)) throw new EngineError("provider_down", "the demo shows a failure");
    return (await engine.ask?.(question, options)) ?? null;
  },
});

async function write(visitor: Visitor, path: string, body: unknown, wanted: number): Promise<Answer> {
  const answer = await visitor.send("POST", path, body);
  if (answer.status !== wanted) throw new Error(`POST ${path} answered ${describeAnswer(answer)}`);
  return answer;
}

const started = z.object({ run: z.object({ id: z.string(), projectId: z.string() }) });
const ended = z.object({ run: z.object({ status: z.string() }) });

interface Started {
  runId: string;
  projectId: string;
}

/** Starts a workflow with values of one's own. */
async function start(visitor: Visitor, workflowName: string, values: Record<string, unknown>): Promise<Started> {
  const path = `/api/workflows/${workflowName}/runs`;
  const key = { "idempotency-key": crypto.randomUUID() };
  const answer = await visitor.send("POST", path, { enData: { formValues: values } }, key);
  if (answer.status !== 202) throw new Error(`POST ${path} answered ${describeAnswer(answer)}`);
  const { id, projectId } = started.parse(answer.body).run;
  return { runId: id, projectId };
}

/** Waits for the end of a run. @returns its status */
async function endOf(visitor: Visitor, { runId }: Started): Promise<string> {
  for await (const { data } of readRun(visitor, runId)) {
    if (data.type === "end") return ended.parse(data).run.status;
  }
  throw new Error(`the stream of run ${runId} ended before the run`);
}

/** Runs a workflow to its end, which must be a good one. */
async function draft(visitor: Visitor, workflowName: string, values: Record<string, unknown>): Promise<Started> {
  const run = await start(visitor, workflowName, values);
  const status = await endOf(visitor, run);
  if (status !== "succeeded") throw new Error(`${workflowName} ended ${status}`);
  return run;
}

const offered = z.object({ proposals: z.array(z.object({ key: z.string(), requires: z.array(z.string()) })) });

/** Applies the first share of what a run proposes, with everything that those need. */
async function applyPart(visitor: Visitor, runId: string, share: number): Promise<void> {
  const answer = await visitor.send("GET", `/api/workflows/runs/${runId}/proposals`);
  const { proposals } = offered.parse(answer.body);
  const wanted = proposals.slice(0, Math.ceil(proposals.length * share));
  const keys = new Set(wanted.flatMap(({ key, requires }) => [key, ...requires]));
  if (keys.size > 0) await write(visitor, `/api/workflows/runs/${runId}/apply`, { keys: [...keys] }, 200);
}

/**
 * Seeds the database that the environment names as `npm start` would, whether a server runs on it or not.
 * @param env DATA_DIR, DATABASE_URL, AUTH_SECRET and the like
 * @throws Error in words for the person at the terminal
 */
export async function seedDatabase(
  env: Readonly<Record<string, string | undefined>>,
  options: { password: string; now: Date },
): Promise<Seeded> {
  // Rate limits would only slow the seed down, and demo data needs no model.
  const config = readConfig({ ...env, WELCOME_COINS: env["WELCOME_COINS"] ?? "500", AI_ENGINE: "draft" });
  const dataDir = resolve(config.dataDir);
  const log = pino({ level: "warn" }, pino.destination(2));
  await mkdir(dataDir, { recursive: true });
  const [database, authSecret] = await Promise.all([
    openDatabase({ dataDir, databaseUrl: config.databaseUrl, poolSize: 4, log }),
    config.authSecret ?? loadOrCreateSecret(dataDir),
  ]);
  try {
    await migrateProduct(database);
    const appUrl = (config.appUrl ?? `http://localhost:${config.port}`).replace(/\/+$/, "");
    const product = await openProduct({
      config: { ...config, dataDir, authSecret, appUrl },
      pool: database.pool,
      connectionString: database.connectionString,
      engine: failsFor(createDraftEngine({ reason: "The demo is drafted without AI.", reasonCode: "draftForced" })),
      log,
      pollMs: 50,
    });
    try {
      return await seedPerson(
        openVisitor(new URL(appUrl).origin, (request) => product.fetch(request)),
        options,
      );
    } finally {
      await product.stop();
    }
  } finally {
    await database.close();
  }
}
