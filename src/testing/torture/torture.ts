import { setTimeout as pause } from "node:timers/promises";
import type { Run } from "#src/features/runs/contract.ts";
import { newId } from "#src/kit/ids.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openProviderDouble, type ProviderDouble } from "../providerDouble.ts";
import { sampleRun, sampleScript } from "../sampleAnswers.ts";
import { readEvents, signUp, type Answer, type Person } from "../visitor.ts";
import { deal, faults } from "./faults.ts";
import { openInstallation, type Installation } from "./installation.ts";

export interface TortureReport {
  /** Faults that were done, by kind. */
  faults: Record<string, number>;
  /** Runs that were started, by how they ended. */
  runs: Record<string, number>;
  /** Starts whose answer a fault cut off; each was asked again with its key. */
  unanswered: number;
  /** Writes that were acknowledged. */
  writes: number;
  /** Questions to the provider, and how many of them it had answered whole before and was asked again. */
  questions: number;
  askedAgain: number;
  /** Milliseconds until ready after a fault, ascending. */
  readyMs: number[];
  /** Milliseconds from ready until every run had ended, ascending. */
  endedMs: number[];
  /** Milliseconds from SIGTERM to exit, event streams being open; ascending. */
  stopMs: number[];
  /** What went wrong; empty when nothing did. */
  broken: string[];
}

const newReport = (): TortureReport => ({
  faults: {},
  runs: {},
  unanswered: 0,
  writes: 0,
  questions: 0,
  askedAgain: 0,
  readyMs: [],
  endedMs: [],
  stopMs: [],
  broken: [],
});

interface Intent {
  person: Person;
  key: string;
  workflow: string;
  formValues: unknown;
  runId?: string;
}

/** A repeatable source of numbers in [0, 1) (mulberry32). */
export function dice(seed: number): () => number {
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
/** Milliseconds a run may stay open once the product is ready again. */
const endMs = 60_000;
/** An answer that was whole so many milliseconds before a fault is stored and not bought again. */
const storedMs = 500;

/**
 * Does faults at random moments of runs and writes, and looks whether every law holds: every run succeeds, once and
 * for one price; no acknowledged write is missing. A model provider on 127.0.0.1 streams slowly enough for faults to
 * hit the middle of answers.
 * @param kinds of faults; all unless told
 */
export async function torture(options: {
  rounds: number;
  seed: number;
  say: (line: string) => void;
  kinds?: readonly string[];
}): Promise<TortureReport> {
  const random = dice(options.seed);
  const { double, examples } = await openProvider();
  const installation = await openInstallation({
    WELCOME_COINS: String(welcome),
    OPENAI_BASE_URL: `${double.url}/v1`,
    AI_MODEL: "openai-compatible:double-1",
  });
  const report = newReport();
  try {
    await installation.add();
    const people = await Promise.all(Array.from({ length: 3 }, () => signUp(installation.visit())));
    const intents: Intent[] = [];
    const written: { person: Person; id: string; title: string }[] = [];
    for (const [round, kind] of deal(options.rounds, random, options.kinds ?? Object.keys(faults)).entries()) {
      const fault = faults[kind];
      if (!fault) throw new Error(`no such fault: ${kind}`);
      const broken = (law: string): void => void report.broken.push(`round ${round + 1} (${kind}): ${law}`);
      const batch: Intent[] = Array.from({ length: 2 + Math.floor(random() * 4) }, () => {
        const workflow = workflows[Math.floor(random() * workflows.length)] ?? "";
        const person = people[Math.floor(random() * people.length)] ?? people[0];
        if (!person) throw new Error("nobody is there");
        return { person, key: newId(), workflow, formValues: examples.get(workflow) };
      });
      intents.push(...batch);
      const calls = Promise.allSettled([
        ...batch.map(async (intent) => {
          await startRun(intent, broken);
          // Somebody watches: a shutdown has to end this stream.
          void readEvents(intent.person, intent.runId ?? "").catch(() => undefined);
        }),
        ...people.map(async (person) => {
          const title = `Outcome ${random()}`;
          written.push({ person, id: await write(person, title), title });
          report.writes += 1;
        }),
      ]);
      await pause(random() * 1500);
      const faultAt = performance.now();
      const untilRunsEnded = async (ms: number): Promise<void> => {
        if (!(await allEnded(people, ms))) throw new Error(`runs are still open after ${ms} ms`);
      };
      const { stops } = await fault.act(installation, { random, untilRunsEnded });
      for (const { code, ms } of stops) {
        report.stopMs.push(ms);
        if (code !== 0) broken(`SIGTERM ended with ${code}`);
      }
      for (const call of await calls)
        if (call.status === "rejected" && !isOutage(call.reason)) broken(String(call.reason));
      report.readyMs.push(await installation.untilReady());
      const readyAt = performance.now();
      for (const intent of batch) {
        if (!intent.runId) report.unanswered += 1;
        await insist(() => startRun(intent, broken));
      }
      if (!(await allEnded(people, endMs))) broken(`runs are still open after ${endMs} ms`);
      report.endedMs.push(performance.now() - readyAt);
      tellRepeats(double, faultAt, report, broken);
      report.faults[kind] = (report.faults[kind] ?? 0) + 1;
      while (installation.servers.length > 1) await retire(installation, broken);
      if ((round + 1) % 10 === 0) options.say(`  ${round + 1} faults, ${report.broken.length} laws broken`);
      if (report.broken.length > 5) break;
    }
    await judge(installation, people, intents, written, report);
    report.broken.push(...(await installation.withDatabase(brokenLaws)));
    while (installation.servers.length > 0) await retire(installation, (law) => report.broken.push(law));
  } finally {
    await installation.close();
    await double.close();
  }
  for (const figures of [report.readyMs, report.endedMs, report.stopMs]) figures.sort((a, b) => a - b);
  return report;
}

/** What became of the runs of a process that was frozen. */
export interface FrozenReport {
  runs: Record<string, number>;
  /** Milliseconds from the freeze until the runs had ended on the other process. */
  endedMs: number;
  broken: string[];
}

/** Milliseconds that the process stays frozen. */
const frozenMs = 60_000;
/** Milliseconds within which its runs end elsewhere. */
const takenOverMs = 45_000;

/**
 * Freezes one of two processes for a minute while it executes three runs: they end on the other one, once each, and
 * the frozen process writes nothing when it wakes.
 */
export async function freezeForAMinute(): Promise<FrozenReport> {
  // An answer takes some 8 seconds.
  const { double, examples } = await openProvider(40);
  const installation = await openInstallation({
    WELCOME_COINS: String(welcome),
    OPENAI_BASE_URL: `${double.url}/v1`,
    AI_MODEL: "openai-compatible:double-1",
  });
  const report = newReport();
  const broken = (law: string): void => void report.broken.push(law);
  try {
    const first = await installation.add();
    const person = await signUp(installation.visit());
    const intents = workflows.map((workflow): Intent => ({
      person,
      key: newId(),
      workflow,
      formValues: examples.get(workflow),
    }));
    // All of them begin on the only process there is.
    for (const intent of intents) await startRun(intent, broken);
    for (const { runId } of intents)
      while ((await get(person, `/api/workflows/runs/${runId}`)).run.status !== "running") await pause(20);
    await installation.add();
    const { runs } = await get(person, "/api/workflows/runs?status=open");
    if (runs.length !== intents.length) broken(`only ${runs.length} runs are in work when the process freezes`);
    const frozenAt = performance.now();
    first.freeze();
    try {
      if (!(await allEnded([person], takenOverMs))) broken(`runs are still open after ${takenOverMs} ms`);
      report.endedMs.push(performance.now() - frozenAt);
      await pause(frozenMs - (performance.now() - frozenAt));
      await judge(installation, [person], intents, [], report);
    } finally {
      first.thaw();
    }
    const before = await recordsOf(person, intents);
    // Long enough for what it had under way.
    await pause(10_000);
    if ((await recordsOf(person, intents)) !== before) broken("the frozen process wrote when it woke");
    for (const { runId } of intents) {
      const ends = (await readEvents(person, runId ?? "")).filter(({ data }) => data.type === "end").length;
      if (ends !== 1) broken(`run ${runId} ended ${ends} times`);
    }
    await installation.untilReady();
    report.broken.push(...(await installation.withDatabase(brokenLaws)));
    while (installation.servers.length > 0) await retire(installation, broken);
  } finally {
    await installation.close();
    await double.close();
  }
  return { runs: report.runs, endedMs: report.endedMs[0] ?? Number.NaN, broken: report.broken };
}

/** Coins, runs, and projects with their revisions, as one text to compare. */
async function recordsOf(person: Person, intents: Intent[]): Promise<string> {
  const records = [await get(person, "/api/coins"), await get(person, "/api/workflows/runs?limit=200")];
  for (const { runId } of intents) {
    const { projectId } = (await get(person, `/api/workflows/runs/${runId}`)).run;
    records.push(await get(person, `/api/projects/workflow/${projectId}`));
    records.push(await get(person, `/api/projects/workflow/revisions?projectId=${projectId}`));
  }
  return JSON.stringify(records);
}

/**
 * A provider that answers each example of a workflow with its sample, and the forms to send.
 * @param pieceMs milliseconds between the some 200 pieces of an answer
 */
async function openProvider(pieceMs = 2): Promise<{ double: ProviderDouble; examples: Map<string, unknown> }> {
  const runs = await Promise.all(workflows.map((name) => sampleRun(name)));
  const double = await openProviderDouble({
    script: sampleScript(runs, (text) => ({ pieceMs, pieceLength: Math.max(40, Math.ceil(text.length / 200)) })),
  });
  const examples = new Map<string, unknown>(runs.map(({ workflowName, formValues }) => [workflowName, formValues]));
  return { double, examples };
}

/** The product was away for a moment: no answer, or 503. */
class OutageError extends Error {}

const isOutage = (error: unknown): boolean =>
  error instanceof OutageError ||
  (error instanceof Error &&
    /fetch failed|terminated|ECONN|aborted|socket|timeout/i.test(`${error.message} ${String(error.cause)}`));

function demand(answer: Answer, status: number): void {
  if (answer.status === status) return;
  const said = `answered ${answer.status} ${JSON.stringify(answer.body)}`;
  throw answer.status === 503 ? new OutageError(said) : new Error(said);
}

/** Asks again for as long as the product is away. */
async function insist<T>(call: () => Promise<T>): Promise<T> {
  const until = Date.now() + 30_000;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isOutage(error) || Date.now() > until) throw error;
      await pause(100);
    }
  }
}

async function startRun(intent: Intent, broken: (law: string) => void): Promise<void> {
  const answer = await intent.person.send(
    "POST",
    `/api/workflows/${intent.workflow}/runs`,
    { enData: { formValues: intent.formValues } },
    { "idempotency-key": intent.key },
  );
  demand(answer, 202);
  const run: Run = answer.body.run;
  if (intent.runId && intent.runId !== run.id) broken(`one key, two runs: ${intent.runId} ${run.id}`);
  intent.runId = run.id;
}

async function write(person: Person, title: string): Promise<string> {
  const enData = { workflow: "socialPostWriterWorkflow", kind: "post", title, plannedAt: "2027-02-01T08:00:00Z" };
  const answer = await person.send("POST", "/api/workflows/scheduled/outcome", { enData });
  demand(answer, 201);
  return answer.body.outcome.id;
}

async function get(person: Person, path: string): Promise<Answer["body"]> {
  return insist(async () => {
    const answer = await person.send("GET", path);
    demand(answer, 200);
    return answer.body;
  });
}

/** Stops the oldest process as a service manager does. */
async function retire(installation: Installation, broken: (law: string) => void): Promise<void> {
  const [server] = installation.servers;
  if (!server) return;
  installation.drop(server);
  const code = await server.stop();
  if (code !== 0) broken(`SIGTERM ended with ${code}`);
}

/** Counts the questions of a round that were asked again although their answers had come whole. */
function tellRepeats(
  double: ProviderDouble,
  faultAt: number,
  report: TortureReport,
  broken: (law: string) => void,
): void {
  const answered = new Map<string, number>();
  for (const { body, answeredAt } of double.calls) {
    // The fence of a run is part of its questions: equal ones are of one run.
    const question = JSON.stringify(body);
    const before = answered.get(question);
    report.questions += 1;
    if (before !== undefined) {
      report.askedAgain += 1;
      if (before < faultAt - storedMs) broken(`an answer was bought twice, ${Math.round(faultAt - before)} ms old`);
    }
    if (answeredAt !== undefined) answered.set(question, Math.min(before ?? Infinity, answeredAt));
  }
  double.forget();
}

/** Waits until nobody has an open run. @returns false when that takes longer than `ms` */
async function allEnded(people: Person[], ms: number): Promise<boolean> {
  const until = Date.now() + ms;
  for (const person of people) {
    while ((await get(person, "/api/workflows/runs?status=open")).runs.length > 0) {
      if (Date.now() > until) return false;
      await pause(50);
    }
  }
  return true;
}

/** Compares what people were told with what is there. */
async function judge(
  installation: Installation,
  people: Person[],
  intents: Intent[],
  written: { person: Person; id: string; title: string }[],
  report: TortureReport,
): Promise<void> {
  for (const { person, id, title } of written) {
    const answer = await insist(() => person.send("PUT", "/api/workflows/scheduled/outcome", { id, updates: {} }));
    if (answer.body.outcome?.title !== title) report.broken.push(`an acknowledged write is missing: ${id}`);
  }
  for (const person of people) {
    const { workflows: cards } = await get(person, "/api/workflows");
    const prices = new Map<string, number>(
      cards.map((card: { workflowName: string; coins: number }) => [card.workflowName, card.coins]),
    );
    const runs = await allRuns(person);
    const own = intents.filter((intent) => intent.person === person);
    if (runs.length !== own.length) report.broken.push(`${own.length} intents made ${runs.length} runs`);
    const succeeded = runs.filter((run) => run.status === "succeeded");
    const paid = succeeded.reduce((sum, run) => sum + (prices.get(run.workflow) ?? 0), 0);
    const { balance, held } = await get(person, "/api/coins");
    if (balance !== welcome - paid || held !== 0)
      report.broken.push(`balance ${balance}, held ${held}, should be ${welcome - paid}, 0`);
    for (const run of runs) {
      const how = `${run.status}${run.error ? ` (${run.error.code})` : ""}`;
      report.runs[how] = (report.runs[how] ?? 0) + 1;
      // The provider never fails and nobody cancels: whatever else became of a run is our doing.
      if (run.status !== "succeeded")
        report.broken.push([`run ${run.id} ${how}`, ...installation.logged(run.id)].join("\n      "));
    }
  }
}

async function allRuns(person: Person): Promise<Run[]> {
  const runs: Run[] = [];
  let cursor: string | undefined;
  do {
    const page = await get(person, `/api/workflows/runs?limit=200${cursor ? `&cursor=${cursor}` : ""}`);
    runs.push(...page.runs);
    cursor = page.nextCursor;
  } while (cursor);
  return runs;
}
