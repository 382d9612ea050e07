import { spawn } from "node:child_process";
import { chown, open, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import { type ClusterLocation, type Durability, processOptions } from "./cluster.ts";
import { isServerOf, runningPostmaster } from "./processes.ts";

/** A server of a cluster that takes connections. */
export interface RunningServer {
  pid: number;
  port: number;
}

/** The server ended while it started; `reason` says whether another attempt makes sense. */
export class StartError extends Error {
  readonly reason: "portTaken" | "alreadyRunning" | "other";

  constructor(reason: StartError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Settings of the server, given on each start so that a new version of the product brings its own.
 * Small on purpose: one professional's machine, about 20 MB idle. Parallel query and I/O workers are processes that a
 * load of short statements never uses.
 */
function settings(port: number, durability: Durability): Record<string, string> {
  return {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    password_encryption: "scram-sha-256",
    timezone: "UTC",
    log_timezone: "UTC",
    max_connections: durability === "durable" ? "60" : "200",
    superuser_reserved_connections: "3",
    shared_buffers: durability === "durable" ? "48MB" : "128MB",
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    effective_cache_size: "512MB",
    random_page_cost: "1.1",
    huge_pages: "off",
    jit: "off",
    io_method: "sync",
    max_wal_senders: "0",
    max_replication_slots: "0",
    max_logical_replication_workers: "0",
    max_worker_processes: "2",
    max_parallel_workers: "0",
    max_parallel_workers_per_gather: "0",
    max_parallel_maintenance_workers: "0",
    autovacuum_max_workers: "2",
    wal_level: "replica",
    max_wal_size: durability === "durable" ? "256MB" : "1GB",
    checkpoint_timeout: durability === "durable" ? "5min" : "30min",
    fsync: durability === "durable" ? "on" : "off",
    synchronous_commit: durability === "durable" ? "on" : "off",
    full_page_writes: durability === "durable" ? "on" : "off",
    autovacuum: durability === "durable" ? "on" : "off",
    log_checkpoints: "off",
    log_min_messages: "warning",
    // Statements carry what people wrote: they stay out of the log file.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
  };
}

/** Once the log of a server is longer than this (bytes), the next start begins a new one. */
const longestLog = 5_000_000;

/**
 * Starts the server of a cluster in a session of its own, so that neither Ctrl+C nor the end of this process tears
 * it down, and waits until it takes connections.
 * @throws StartError
 */
export async function startServer(
  place: ClusterLocation,
  binaries: Binaries,
  port: number,
  durability: Durability,
  signal: AbortSignal,
): Promise<RunningServer> {
  const logFile = join(dirname(place.folder), "server.log");
  const log = await open(logFile, (await sizeOf(logFile)) > longestLog ? "w" : "a", 0o600);
  const offset = await sizeOf(logFile);
  try {
    if (process.getuid?.() === 0) {
      const { uid, gid } = await stat(dirname(place.folder));
      await chown(logFile, uid, gid);
    }
    const { dataArgument, options } = processOptions(place);
    const args = Object.entries(settings(port, durability)).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    // On Windows the server refuses administrators; pg_ctl starts it without their rights.
    const child =
      process.platform === "win32"
        ? spawn(binaries.pgCtl, ["start", "-W", "-D", dataArgument, "-o", args.join(" ")], {
            ...options,
            stdio: ["ignore", log.fd, log.fd],
          })
        : spawn(binaries.postgres, ["-D", dataArgument, ...args], {
            ...options,
            detached: true,
            stdio: ["ignore", log.fd, log.fd],
          });
    child.unref();
    let ended = "";
    child.once("error", (error) => {
      ended = error.message;
    });
    child.once("exit", (code, by) => {
      if (process.platform !== "win32" || code !== 0) ended = `ended with ${code ?? by}`;
    });
    while (ended === "") {
      if (signal.aborted) {
        if (child.pid) await stopServer(place, child.pid);
        throw signal.reason;
      }
      const running = runningPostmaster(place.folder);
      if (running?.status === "ready" && running.port === port && isChild(child.pid, running.pid)) {
        return { pid: running.pid, port };
      }
      await wait(5);
    }
    throw await failure(logFile, offset, ended);
  } finally {
    await log.close();
  }
}

const isChild = (child: number | undefined, pid: number): boolean => process.platform === "win32" || child === pid;

async function failure(logFile: string, offset: number, ended: string): Promise<StartError> {
  const handle = await open(logFile, "r");
  try {
    const buffer = Buffer.alloc(8_000);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
    const said = buffer.toString("utf8", 0, bytesRead).trim();
    const reason = /could not bind|could not create any TCP\/IP sockets/.test(said)
      ? "portTaken"
      : /lock file "[^"]*" already exists|pre-existing shared memory block/.test(said)
        ? "alreadyRunning"
        : "other";
    return new StartError(reason, `The embedded PostgreSQL did not start (${ended}). ${logFile} says:\n${said}`);
  } finally {
    await handle.close();
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (it) => it.size,
    () => 0,
  );
}

/**
 * Ends a server: rolls back what is open, writes a checkpoint, and returns when the process is gone.
 * @param withinMs after this many milliseconds it is ended without a checkpoint, which the next start recovers from
 */
export async function stopServer(place: ClusterLocation, pid: number, withinMs = 10_000): Promise<void> {
  // SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one. Windows has neither; ending it there is a crash.
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    const until = Date.now() + withinMs;
    try {
      if (isServerOf(place.folder, pid)) process.kill(pid, signal);
    } catch {
      // It ended by itself.
    }
    while (Date.now() < until) {
      if (!isServerOf(place.folder, pid)) return;
      await wait(5);
    }
  }
}

/**
 * A free TCP port on loopback, the wished one if it can be had. Somebody may take it before the server does; the
 * start then fails with `portTaken`.
 */
export async function freePort(wished: number | undefined): Promise<number> {
  const probe = (port: number): Promise<number | undefined> =>
    new Promise((resolve) => {
      const server = createServer();
      server.once("error", () => resolve(undefined));
      server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
        const address = server.address();
        server.close(() => resolve(address && typeof address === "object" ? address.port : undefined));
      });
    });
  const port = (wished ? await probe(wished) : undefined) ?? (await probe(0));
  if (!port) throw new Error("No TCP port is free on 127.0.0.1.");
  return port;
}
