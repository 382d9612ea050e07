import { createHash, timingSafeEqual } from "node:crypto";
import type { Pool } from "pg";
import { cachedFigures, type Figures } from "./figures.ts";
import type { Version } from "./version.ts";

/** Counts what this process does, for `/metrics`. */
export interface Metrics {
  countRequest: (request: { method: string; route: string; status: number; seconds: number }) => void;
  countEngineCall: (call: { provider: string; outcome: string }) => void;
  countTokens: (provider: string, tokens: { input: number | null; output: number | null }) => void;
  /** Everything in Prometheus' text format. */
  render: () => Promise<{ type: string; text: string }>;
}

/** Gauges of the database are read at most this often; milliseconds. */
const figuresMs = 5_000;
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Gauge = [
  name: string,
  help: string,
  values: (figures: Figures) => [labels: Record<string, string>, value: number][],
];

const gauges: Gauge[] = [
  [
    "pioneer_runs_open",
    "Runs that have not ended, by state.",
    (it) => [
      [{ state: "queued" }, it.queuedRuns],
      [{ state: "running" }, it.runningRuns],
    ],
  ],
  [
    "pioneer_runs_oldest_age_seconds",
    "Age of the oldest run that has not ended, by state; 0 when there is none.",
    (it) => [
      [{ state: "queued" }, it.queuedAge ?? 0],
      [{ state: "running" }, it.runningAge ?? 0],
    ],
  ],
  [
    "pioneer_runs_ended_last_hour",
    "Runs that ended in the last hour, by how.",
    (it) => [
      [{ state: "succeeded" }, it.succeededRuns],
      [{ state: "failed" }, it.failedRuns],
      [{ state: "cancelled" }, it.cancelledRuns],
    ],
  ],
  ["pioneer_queue_length", "Runs that wait for their turn.", (it) => [[{}, it.queuedRuns]]],
  ["pioneer_queue_oldest_age_seconds", "How long the oldest of them waits.", (it) => [[{}, it.queuedAge ?? 0]]],
  ["pioneer_held_coins", "Coins held for runs that have not ended.", (it) => [[{}, it.heldCoins]]],
  ["pioneer_holds", "Holds of coins that are not settled.", (it) => [[{}, it.holds]]],
  ["pioneer_hold_oldest_age_seconds", "Age of the oldest of them.", (it) => [[{}, it.heldAge ?? 0]]],
  ["pioneer_outbox_mails", "Mails that wait to be sent.", (it) => [[{}, it.outboxMails]]],
  ["pioneer_outbox_oldest_age_seconds", "Age of the oldest of them.", (it) => [[{}, it.outboxAge ?? 0]]],
  ["pioneer_mails_failed_last_day", "Mails that ended undelivered in the last day.", (it) => [[{}, it.failedMails]]],
  ["pioneer_executors", "Living processes that execute runs.", (it) => [[{}, it.executors]]],
];

/** Loads the library and begins to count. Labels take fixed words only: no id, no address, no text of a person. */
export async function openMetrics(pool: Pool, { version, commit }: Version): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge: PromGauge, Histogram, Registry } = await import("prom-client");
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "pioneer_http_request_duration_seconds",
    help: "Time until an answer began.",
    labelNames: ["method", "route", "status"],
    buckets: seconds,
    registers,
  });
  const calls = new Counter({
    name: "pioneer_engine_calls_total",
    help: "Answers asked of an engine, by how they ended; retried: asked once more.",
    labelNames: ["provider", "outcome"],
    registers,
  });
  const tokens = new Counter({
    name: "pioneer_engine_tokens_total",
    help: "Tokens that providers counted.",
    labelNames: ["provider", "direction"],
    registers,
  });
  const build = new PromGauge({
    name: "pioneer_build_info",
    help: "Always 1.",
    labelNames: ["version", "commit", "node"],
    registers,
  });
  build.set({ version, commit: commit ?? "", node: process.version }, 1);
  const connections = new PromGauge({
    name: "pioneer_database_connections",
    help: "Connections of the pool of this process; waiting: work that waits for one.",
    labelNames: ["state"],
    registers,
    collect() {
      this.set({ state: "total" }, pool.totalCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
  connections.set({ state: "total" }, 0);
  const up = new PromGauge({ name: "pioneer_database_up", help: "1 when the database answers.", registers });
  const figures = cachedFigures(pool, figuresMs);
  const fromDatabase = gauges.map(([name, help, values]) => ({
    values,
    gauge: new PromGauge({ name, help, labelNames: ["state"], registers }),
  }));
  return {
    countRequest({ method, route, status, seconds: took }) {
      requests.observe({ method, route, status: `${Math.trunc(status / 100)}xx` }, took);
    },
    countEngineCall: (call) => calls.inc(call),
    countTokens(provider, { input, output }) {
      if (input !== null) tokens.inc({ provider, direction: "input" }, input);
      if (output !== null) tokens.inc({ provider, direction: "output" }, output);
    },
    async render() {
      const known = await figures().catch(() => null);
      up.set(known === null ? 0 : 1);
      for (const { gauge, values } of fromDatabase) {
        // Without the database there is no figure rather than an old one.
        gauge.reset();
        if (known !== null) for (const [labels, value] of values(known)) gauge.set(labels, value);
      }
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** Whether a request carries the token, compared in a time that says nothing about it. */
export function hasToken(headers: Headers, token: string): boolean {
  const [, given = ""] = /^Bearer (\S{1,500})$/i.exec(headers.get("authorization") ?? "") ?? [];
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
