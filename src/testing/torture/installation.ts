import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { clientOptions } from "#src/platform/database/lease.ts";
import { readRecord, type ServerRecord } from "#src/platform/database/serverRecord.ts";
import { openVisitor, type Visitor } from "../visitor.ts";
import { freePort, isReady, startServer, type ServerProcess } from "./server.ts";

/** Milliseconds until a call that gets no answer is given up, as a frozen process gives none. */
const callMs = 10_000;

/** One or several processes of the product on one data folder, and its embedded database. */
export interface Installation {
  servers: ServerProcess[];
  /** Starts one more process. */
  add: () => Promise<ServerProcess>;
  /** Takes a process off the list; ending it is the caller's business. */
  drop: (server: ServerProcess) => void;
  /** Somebody whose calls reach whichever process answers. */
  visit: () => Visitor;
  /** Milliseconds until every listed process was ready. @throws Error after a minute, or when one has exited */
  untilReady: () => Promise<number>;
  /** The embedded database's own record. */
  record: () => Promise<Required<Pick<ServerRecord, "port" | "pid" | "password">>>;
  /** A pool on the embedded database, ended after `work`. */
  withDatabase: <T>(work: (pool: pg.Pool) => Promise<T>) => Promise<T>;
  /** What all processes, ended ones too, logged with this text in it. */
  logged: (text: string) => string[];
  close: () => Promise<void>;
}

/** @param env of every process, beside its port and data folder */
export async function openInstallation(env: Record<string, string>): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), "pioneer-torture-"));
  const servers: ServerProcess[] = [];
  const all: ServerProcess[] = [];
  let turn = 0;

  const installation: Installation = {
    servers,

    async add() {
      const server = await startServer({ ...env, DATA_DIR: dataDir, PORT: String(await freePort()) });
      servers.push(server);
      all.push(server);
      return server;
    },

    drop(server) {
      servers.splice(servers.indexOf(server), 1);
    },

    visit: () =>
      openVisitor("http://installation.invalid", async (request) => {
        const awake = servers.filter((server) => !server.isFrozen());
        const server = awake[(turn += 1) % Math.max(1, awake.length)];
        if (!server) throw new TypeError("fetch failed: no process is there");
        const { pathname, search } = new URL(request.url);
        const headers = new Headers(request.headers);
        headers.set("origin", server.url);
        const body = request.body ? await request.arrayBuffer() : undefined;
        const isStream = pathname.endsWith("/events");
        return fetch(`${server.url}${pathname}${search}`, {
          method: request.method,
          headers,
          redirect: "manual",
          ...(body ? { body } : {}),
          ...(isStream ? {} : { signal: AbortSignal.timeout(callMs) }),
        });
      }),

    async untilReady() {
      const start = performance.now();
      for (const server of servers) {
        while (!(await isReady(server.url))) {
          if (server.hasExited()) throw new Error(`a process has exited:\n${server.output().slice(-4000)}`);
          if (performance.now() - start > 60_000) throw new Error("a process is not ready after a minute");
          await pause(20);
        }
      }
      return performance.now() - start;
    },

    async record() {
      const record = await readRecord(dataDir);
      if (!record?.port || !record.pid) throw new Error("server.json names no running database");
      return { port: record.port, pid: record.pid, password: record.password };
    },

    async withDatabase(work) {
      const { port, password } = await installation.record();
      const pool = new pg.Pool({ ...clientOptions({ port, password }), max: 1, application_name: "torture" });
      pool.on("error", () => undefined);
      try {
        return await work(pool);
      } finally {
        await pool.end();
      }
    },

    logged: (text) =>
      all.flatMap((server) =>
        server
          .output()
          .split("\n")
          .filter((line) => line.includes(text)),
      ),

    async close() {
      await Promise.all(all.map((server) => server.kill()));
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
  return installation;
}
