import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { createHeldEngine } from "#src/testing/heldEngine.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, type Person } from "#src/testing/visitor.ts";
import { openLog } from "#src/platform/log.ts";

/** What an operator sees of the product: its request log, its metrics, its spans, its version. */

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}
interface Collector {
  url: string;
  spans: () => SentSpan[];
  raw: () => string;
  close: () => Promise<void>;
}

/** An OTLP collector that takes spans as JSON over HTTP. */
async function openCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => (body += part));
    request.on("end", () => {
      if (request.method === "POST" && request.url === "/v1/traces") bodies.push(body);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    raw: () => bodies.join("\n"),
    spans: () =>
      bodies.flatMap((body) => {
        const { resourceSpans } = JSON.parse(body) as {
          resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
        };
        return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
      }),
    close: () => new Promise((done) => server.close(() => done())),
  };
}

type Line = Record<string, unknown>;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-/;
const token = "a token of the operator".replaceAll(" ", "-");
const ownWords = "The heron stands in the reeds behind the customs house";

let collector: Collector;
let product: TestProduct;
let mara: Person;
let isClosed = false;
const lines: string[] = [];
const requests = (): Line[] =>
  lines.map((line) => JSON.parse(line) as Line).filter((line) => line["msg"] === "request");
const lastRequest = (): Line => requests().at(-1) ?? {};
const metrics = async (): Promise<string> => {
  const answer = await product.fetch(
    new Request(`${product.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } }),
  );
  expect(answer.status).toBe(200);
  return answer.text();
};

beforeAll(async () => {
  collector = await openCollector();
  product = await openTestProduct({
    // Its questions are asked and counted; nobody answers, and drafts stand.
    engine: createHeldEngine().engine,
    log: openLog("debug", { write: (line) => void lines.push(line) }),
    env: { METRICS_TOKEN: token, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
  mara = await product.signUp();
});
afterAll(async () => {
  if (!isClosed) await product.close();
  await collector.close();
});

async function run(): Promise<string> {
  const workflow = "/api/workflows/userStoryWriterWorkflow";
  const { example } = (await mara.send("GET", workflow)).body;
  const formValues = { ...example, notes: ownWords };
  const started = await mara.send(
    "POST",
    `${workflow}/runs`,
    { enData: { formValues } },
    { "idempotency-key": newId() },
  );
  await readEvents(mara, started.body.run.id);
  return started.body.run.id;
}

describe("each request is one line of the log", () => {
  test("with method, route, status, time, id and a name for the person", async () => {
    const answer = await mara.send("GET", "/api/projects/workflow?q=heron");
    expect(answer.status).toBe(200);
    expect(lastRequest()).toMatchObject({ level: 30, method: "GET", route: "/api/projects/workflow", status: 200 });
    expect(lastRequest()["ms"]).toBeGreaterThan(0);
    expect(lastRequest()["requestId"]).toMatch(uuid);
    expect(lastRequest()["person"]).toMatch(/^[\w-]{12}$/);
    expect(JSON.stringify(lastRequest())).not.toContain("heron");
    expect(JSON.stringify(lastRequest())).not.toContain(mara.userId);
  });

  test("under the pattern of its route, never under the ids in its path", async () => {
    const refused = await mara.send("GET", `/api/projects/workflow/${newId()}`);
    expect(refused.status).toBe(404);
    expect(lastRequest()).toMatchObject({ route: "/api/projects/workflow/:id", status: 404 });
    expect(lastRequest()["requestId"]).toBe(refused.body.requestId);
    await mara.send("GET", `/api/files/${newId()}`);
    expect(lastRequest()).toMatchObject({ route: "/api/files/:id" });
  });

  test.each([
    ["GET", "/secret-words/of-somebody.txt", "unknown"],
    ["GET", "/api/secret-words", "/api/*"],
    ["PROPFIND", "/api/coins", "/api/*"],
    ["GET", "/version", "/version"],
  ])("%s %s is told as %s", async (method, path, route) => {
    await product.send(method, path);
    expect(lastRequest()).toMatchObject({ route });
    expect(JSON.stringify(lastRequest())).not.toMatch(/secret-words|PROPFIND/);
  });

  test("two people have two names, one person one", async () => {
    const other = await product.signUp();
    await other.send("GET", "/api/coins");
    const theirs = lastRequest()["person"];
    await mara.send("GET", "/api/coins");
    const hers = lastRequest()["person"];
    await mara.send("GET", "/api/projects/workflow");
    expect(lastRequest()["person"]).toBe(hers);
    expect(theirs).not.toBe(hers);
  });

  test("probes are told at debug only", async () => {
    await product.send("GET", "/health/live");
    expect(lastRequest()).toMatchObject({ route: "/health/live", level: 20 });
  });
});

describe("/metrics", () => {
  test("is not there for anybody without the token", async () => {
    for (const authorization of ["", "Bearer ", "Bearer wrong", `Basic ${token}`, `Bearer ${token}x`]) {
      const answer = await product.send("GET", "/metrics", undefined, authorization ? { authorization } : {});
      expect([authorization, answer.status]).toEqual([authorization, 404]);
    }
  });

  test("tells requests, runs, the queue, coins, the engine, the pool, the event loop and the outbox", async () => {
    await run();
    const text = await metrics();
    expect(text).toMatch(
      /^pioneer_http_request_duration_seconds_count\{method="GET",route="\/api\/coins",status="2xx"\} \d/m,
    );
    expect(text).toMatch(/^pioneer_engine_calls_total\{provider="pioneer",outcome="result"\} [1-9]/m);
    for (const line of [
      'pioneer_runs_open{state="queued"} 0',
      'pioneer_runs_open{state="running"} 0',
      'pioneer_runs_oldest_age_seconds{state="running"} 0',
      "pioneer_queue_length 0",
      "pioneer_held_coins 0",
      "pioneer_hold_oldest_age_seconds 0",
      "pioneer_outbox_mails 0",
      "pioneer_executors 1",
      "pioneer_database_up 1",
    ])
      expect(text.split("\n")).toContain(line);
    for (const name of [
      'pioneer_database_connections{state="waiting"}',
      "nodejs_eventloop_lag_p99_seconds",
      "process_resident_memory_bytes",
      'pioneer_build_info{version="',
    ])
      expect(text).toContain(name);
  });

  test("answers, as readiness does, while the database keeps its figures to itself", async () => {
    const client = await product.database.pool.connect();
    try {
      // Reading waits for the lock, and nothing ends the wait but the patience of whoever reads.
      await client.query("begin");
      await client.query("lock table mail in access exclusive mode");
      await expect.poll(metrics, { timeout: 15_000, interval: 500 }).toContain("pioneer_database_up 0");
      expect((await product.send("GET", "/health/ready")).status).toBe(200);
      // Asked again and again, it waits with one query for the metrics and one for readiness.
      await Promise.all([metrics(), metrics(), product.send("GET", "/health/ready")]);
      await metrics();
      const { rows } = await client.query<{ waiting: number }>(
        "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(rows[0]?.waiting).toBeLessThanOrEqual(2);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  test("has no label that a person or an address could fill", async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => product.send("GET", `/somewhere/${newId()}/else-${index}.txt`)),
    );
    const text = await metrics();
    expect(text).not.toMatch(uuid);
    expect(text).not.toContain("somewhere");
    expect(text).not.toContain(mara.email);
    const known = product.routes.map(({ path }) => path);
    const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route = ""]) => route));
    expect(routes.size).toBeGreaterThan(5);
    for (const route of routes)
      expect(known.includes(route) || /^(unknown|page|asset|\/api\/[a-zA-Z/:*-]+)$/.test(route)).toBe(true);
  });
});

test("/version tells the version and nothing else", async () => {
  const answer = await product.send("GET", "/version");
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
});

test("without a token nothing is measured and the page is not there", async () => {
  const quiet = await openTestProduct({ env: { ROLE: "web" } });
  expect((await quiet.send("GET", "/metrics", undefined, { authorization: "Bearer undefined" })).status).toBe(404);
  await quiet.close();
});

test("spans of requests, runs and engine calls reach the collector without a word of a person", async () => {
  const runId = await run();
  const named = (name: string): SentSpan[] => collector.spans().filter((span) => span.name === name);
  const valueOf = (span: SentSpan | undefined, key: string): unknown => {
    const value = span?.attributes.find((attribute) => attribute.key === key)?.value;
    return value?.stringValue ?? value?.intValue;
  };
  const isTold = () => named("run").some((span) => valueOf(span, "pioneer.run_id") === runId);
  await expect.poll(isTold, { timeout: 10_000 }).toBe(true);
  // What is not sent yet goes before the end.
  await product.close();
  isClosed = true;
  const start = named("POST /api/workflows/:workflowName/runs")[0];
  expect(valueOf(start, "http.response.status_code")).toBe(202);
  const whole = named("run").find((span) => valueOf(span, "pioneer.run_id") === runId);
  const engine = named("engine").find((span) => span.parentSpanId === whole?.spanId);
  expect(valueOf(engine, "pioneer.outcome")).toBe("result");
  expect(engine?.traceId).toBe(whole?.traceId);
  const said = collector.raw();
  for (const word of [ownWords, "heron", mara.email, mara.userId, mara.cookie()]) expect(said).not.toContain(word);
});
