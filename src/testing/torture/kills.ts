import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Run } from "#src/features/workflows/contract.ts";
import { loadWorkflow } from "#src/features/workflows/catalogue/registry.ts";
import { newId } from "#src/kit/ids.ts";
import { clientOptions } from "#src/server/database/lease.ts";
import { readRecord } from "#src/server/database/serverRecord.ts";
import { brokenLaws } from "../ledgerLaws.ts";
import { openVisitor, signUp, type Person } from "../visitor.ts";
import { draftAnswer, openProviderDouble } from "../providerDouble.ts";
import { freePort, startServer, type ServerProcess } from "./server.ts";

export interface KillReport {
  rounds: number;
  /** Runs that were started, by how they ended. */
  runs: Record<string, number>;
  /** Starts whose answer the kill cut off; each was asked again with its key. */
  unanswered: number;
  writes: number;
  /** Milliseconds until ready after a kill, ascending. */
  readyMs: number[];
  /** Milliseconds from ready until every run had ended, ascending. */
  endedMs: number[];
  /** What went wrong; empty when nothing did. */
  broken: string[];
}

interface Intent {
  person: Person;
  key: string;
  workflow: string;
  formValues: unknown;
  runId?: string;
}

/** A repeatable source of numbers in [0, 1) (mulberry32). */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const welcome = 1_000_000;
const workflows = ["blogArticleWriterWorkflow", "userStoryWriterWorkflow", "contentPlannerWorkflow"];

/**
 * Kills the whole process group of the product at random moments of runs and writes, starts it again, and looks
 * whether every law holds: every run ends, nobody pays twice or for nothing, no acknowledged write is missing.
 * A model provider on 127.0.0.1 streams slowly enough for kills to hit the middle of answers.
 */
export async function killAtRandomMoments(options: {
  rounds: number;
  seed: number;
  say: (line: string) => void;
}): Promise<KillReport> {
  const random = dice(options.seed);
  const dataDir = await mkdtemp(join(tmpdir(), "pioneer-kills-"));
  const answers = new Map<string, string>();
  const today = new Date().toISOString().slice(0, 10);
  const examples = new Map<string, unknown>();
  for (const name of workflows) {
    const workflow = await loadWorkflow(name);
    if (!workflow) throw new Error(`${name} is missing`);
    const form = workflow.form.parse(workflow.example(today, "en"));
    examples.set(name, form);
    const draft = workflow.draft(form, {
      now: new Date().toISOString(),
      timeZone: "Europe/Berlin",
      language: form.goalLanguage,
      sources: [],
      fence: "0123456789abcdef",
    });
    const reply = draftAnswer(draft);
    answers.set(form.requirementTitle, reply.text);
  }
  const double = await openProviderDouble({
    script: (request) => {
      const asked = JSON.stringify(request.body);
      const text = [...answers].find(([title]) => asked.includes(JSON.stringify(title).slice(1, -1)))?.[1] ?? "{}";
      return { type: "answer", text, pieceMs: 2, pieceLength: Math.max(40, Math.ceil(text.length / 200)) };
    },
  });
  const port = String(await freePort());
  const env = {
    DATA_DIR: dataDir,
    PORT: port,
    WELCOME_COINS: String(welcome),
    OPENAI_BASE_URL: `${double.url}/v1`,
    AI_MODEL: "openai-compatible:double-1",
  };
  const report: KillReport = { rounds: 0, runs: {}, unanswered: 0, writes: 0, readyMs: [], endedMs: [], broken: [] };
  let server: ServerProcess | undefined;
  try {
    server = await startServer(env);
    const { url } = server;
    const people = await Promise.all(Array.from({ length: 3 }, () => signUp(openVisitor(url))));
    const intents: Intent[] = [];
    const written: { person: Person; id: string; title: string }[] = [];

    const start = async (intent: Intent): Promise<void> => {
      const answer = await intent.person.send(
        "POST",
        `/api/workflows/${intent.workflow}/runs`,
        { enData: { formValues: intent.formValues } },
        { "idempotency-key": intent.key },
      );
      if (answer.status !== 202) throw new Error(`start answered ${answer.status} ${JSON.stringify(answer.body)}`);
      const run: Run = answer.body.run;
      if (intent.runId && intent.runId !== run.id) report.broken.push(`one key, two runs: ${intent.runId} ${run.id}`);
      intent.runId = run.id;
    };
    const write = async (person: Person): Promise<void> => {
      const title = `Outcome ${random()}`;
      const enData = { workflow: "socialPostWriterWorkflow", kind: "post", title, plannedAt: "2027-02-01T08:00:00Z" };
      const answer = await person.send("POST", "/api/workflows/scheduled/outcome", { enData });
      if (answer.status !== 201) throw new Error(`write answered ${answer.status}`);
      written.push({ person, id: answer.body.outcome.id, title });
      report.writes += 1;
    };

    for (let round = 0; round < options.rounds; round += 1) {
      const batch: Intent[] = Array.from({ length: 2 + Math.floor(random() * 4) }, () => {
        const workflow = workflows[Math.floor(random() * workflows.length)] ?? "";
        const person = people[Math.floor(random() * people.length)] ?? people[0];
        if (!person) throw new Error("nobody is there");
        return { person, key: newId(), workflow, formValues: examples.get(workflow) };
      });
      intents.push(...batch);
      const calls = [...batch.map((intent) => start(intent)), ...people.map((person) => write(person))];
      const settled = Promise.allSettled(calls);
      await pause(random() * 1500);
      await server.kill();
      for (const outcome of await settled) {
        if (
          outcome.status === "rejected" &&
          !/fetch failed|terminated|ECONN|aborted|socket/i.test(`${outcome.reason} ${outcome.reason?.cause}`)
        ) {
          report.broken.push(`round ${round}: ${String(outcome.reason)}`);
        }
      }
      server = await startServer(env);
      report.readyMs.push(server.readyMs);
      const readyAt = performance.now();
      for (const intent of batch) {
        if (!intent.runId) report.unanswered += 1;
        await start(intent);
      }
      await allEnded(people, report);
      report.endedMs.push(performance.now() - readyAt);
      report.rounds += 1;
      if (report.rounds % 10 === 0)
        options.say(`  ${report.rounds} kills, ready ${Math.round(server.readyMs)} ms, ${report.broken.length} broken`);
      if (report.broken.length > 5) break;
    }

    for (const { person, id, title } of written) {
      const found = await findOutcome(person, id);
      if (found !== title) report.broken.push(`an acknowledged write is missing: ${id}`);
    }
    const prices = await catalogue(people[0]);
    for (const person of people) {
      const runs = await allRuns(person);
      const own = intents.filter((intent) => intent.person === person);
      if (runs.length !== own.length) report.broken.push(`${own.length} intents made ${runs.length} runs`);
      const paid = runs
        .filter((run) => run.status === "succeeded")
        .reduce((sum, run) => sum + (prices.get(run.workflow) ?? 0), 0);
      const { balance, held } = (await person.send("GET", "/api/coins")).body;
      if (balance !== welcome - paid || held !== 0)
        report.broken.push(`balance ${balance}, held ${held}, should be ${welcome - paid}, 0`);
      for (const run of runs)
        report.runs[`${run.status}${run.error ? ` (${run.error.code})` : ""}`] =
          (report.runs[`${run.status}${run.error ? ` (${run.error.code})` : ""}`] ?? 0) + 1;
    }
    const record = await readRecord(dataDir);
    if (!record?.port) throw new Error("server.json has no port");
    const pool = new pg.Pool({ ...clientOptions({ port: record.port, password: record.password }), max: 1 });
    report.broken.push(...(await brokenLaws(pool)));
    await pool.end();
    const code = await server.stop();
    if (code !== 0) report.broken.push(`SIGTERM ended with ${code}`);
  } finally {
    await server?.kill();
    await double.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
  report.readyMs.sort((a, b) => a - b);
  report.endedMs.sort((a, b) => a - b);
  return report;
}

async function allRuns(person: Person): Promise<Run[]> {
  const runs: Run[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await person.send("GET", `/api/workflows/runs?limit=200${cursor ? `&cursor=${cursor}` : ""}`);
    runs.push(...body.runs);
    cursor = body.nextCursor;
  } while (cursor);
  return runs;
}

async function allEnded(people: Person[], report: KillReport): Promise<void> {
  const until = Date.now() + 60_000;
  for (const person of people) {
    for (;;) {
      const { body } = await person.send("GET", "/api/workflows/runs?status=open");
      if (body.runs.length === 0) break;
      if (Date.now() > until) {
        report.broken.push(`runs are still open after 60 s: ${body.runs.map((run: Run) => run.id).join(" ")}`);
        return;
      }
      await pause(50);
    }
  }
}

async function findOutcome(person: Person, id: string): Promise<string | undefined> {
  const { body } = await person.send("PUT", "/api/workflows/scheduled/outcome", { id, updates: {} });
  return body.outcome?.title;
}

async function catalogue(person: Person | undefined): Promise<Map<string, number>> {
  if (!person) throw new Error("nobody is there");
  const { body } = await person.send("GET", "/api/workflows");
  return new Map(
    body.workflows.map((card: { workflowName: string; coins: number }) => [card.workflowName, card.coins]),
  );
}
