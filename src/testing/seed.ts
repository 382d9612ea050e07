import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { pino } from "pino";
import { z } from "zod";
import { createDraftEngine } from "#src/features/workflows/server/engines/draftEngine.ts";
import { readConfig } from "#src/server/config.ts";
import { openDatabase } from "#src/server/database/openDatabase.ts";
import { keptSecret, migrateProduct, openProduct } from "#src/server/product.ts";
import { article, contentPlan, dayAfter, entries, outcomes, person, settings, stories } from "./seedData.ts";
import { openVisitor, readRun, register, signIn, told, type Visitor, type VisitorAnswer } from "./visitor.ts";

export interface Seeded {
  email: string;
  /** Null when the person was there before: nobody but the person knows the password then. */
  password: string | null;
  /** Ids of the projects that were made: content plan, article, stories. */
  projects: string[];
}

/**
 * One believable professional with settings, three finished drafts, applied proposals, calendar and outcomes, made
 * through the product's own calls. A second call changes nothing.
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

  for (const { day, from, to, ...entry } of entries) {
    const date = dayAfter(today, day);
    const [start, end] = [new Date(`${date}T${from}:00+01:00`), new Date(`${date}T${to}:00+01:00`)];
    const enData = { ...entry, start: start.toISOString(), end: end.toISOString(), timeZone: "Europe/Berlin" };
    await write(visitor, "/api/calendar/entry", { enData, activeLanguage: "en" }, 201);
  }
  for (const { day, ...outcome } of outcomes) {
    const plannedAt = `${dayAfter(today, day)}T11:15:00Z`;
    const enData = { ...outcome, plannedAt, workflow: "socialPostWriterWorkflow", kind: "post" };
    await write(visitor, "/api/workflows/scheduled/outcome", { enData }, 201);
  }
  return { email: person.email, password, projects: [plan, post, backlog].map(({ projectId }) => projectId) };
}

async function write(visitor: Visitor, path: string, body: unknown, wanted: number): Promise<VisitorAnswer> {
  const answer = await visitor.send("POST", path, body);
  if (answer.status !== wanted) throw new Error(`POST ${path} answered ${told(answer)}`);
  return answer;
}

const started = z.object({ run: z.object({ id: z.string(), projectId: z.string() }) });
const ended = z.object({ run: z.object({ status: z.string() }) });

/** Runs a workflow to its end with its example, own values first. */
async function draft(
  visitor: Visitor,
  workflowName: string,
  values: Record<string, unknown>,
): Promise<{ runId: string; projectId: string }> {
  const path = `/api/workflows/${workflowName}/runs`;
  const key = { "idempotency-key": crypto.randomUUID() };
  const answer = await visitor.send("POST", path, { enData: { formValues: values } }, key);
  if (answer.status !== 202) throw new Error(`POST ${path} answered ${told(answer)}`);
  const { id, projectId } = started.parse(answer.body).run;
  for await (const { data } of readRun(visitor, id)) {
    if (data.type !== "end") continue;
    const { status } = ended.parse(data).run;
    if (status !== "succeeded") throw new Error(`${workflowName} ended ${status}: ${JSON.stringify(data)}`);
  }
  return { runId: id, projectId };
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
  // Nobody waits for limits that exist against strangers; a model of one's own is not asked for a demo.
  const config = readConfig({ ...env, WELCOME_COINS: env["WELCOME_COINS"] ?? "500", AI_ENGINE: "draft" });
  const dataDir = resolve(config.dataDir);
  const log = pino({ level: "warn" }, pino.destination(2));
  await mkdir(dataDir, { recursive: true });
  const [database, authSecret] = await Promise.all([
    openDatabase({ dataDir, databaseUrl: config.databaseUrl, poolSize: 4, log }),
    config.authSecret ?? keptSecret(dataDir),
  ]);
  try {
    await migrateProduct(database.pool);
    const appUrl = (config.appUrl ?? `http://localhost:${config.port}`).replace(/\/+$/, "");
    const product = await openProduct({
      config: { ...config, dataDir, authSecret, appUrl },
      pool: database.pool,
      connectionString: database.connectionString,
      engine: createDraftEngine({ reason: "The demo is drafted without AI.", reasonCode: "draftForced" }),
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
