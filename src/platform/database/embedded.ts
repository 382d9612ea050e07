import { type Stats, mkdirSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { codeOf } from "#src/kit/causes.ts";
import { type Binaries, findBinaries } from "./binaries.ts";
import { type ClusterLocation, type Durability, checkVersion, createCluster, setLogins } from "./cluster.ts";
import { isConnectionLoss } from "./connectionLoss.ts";
import { type Lease, type Login, takeLease } from "./lease.ts";
import { clearLockFile, runningPostmaster } from "./processes.ts";
import { StartError, freePort, startServer, stopServer } from "./server.ts";
import { type ServerRecord, newPasswords, readRecord, writeRecord } from "./serverRecord.ts";
import { serverUser } from "./serverUser.ts";
import { withStartLock } from "./startLock.ts";

export type DatabaseLog = Pick<Logger, "info" | "warn" | "error">;

export interface EmbeddedOptions {
  /** Folder of the product's data; the cluster lies in `database` inside it. Made when missing. */
  dataDir: string;
  durability: Durability;
  log: DatabaseLog;
  /** Aborting it gives up waiting and starting. */
  signal: AbortSignal;
}

/** A server that runs, and our share in it. */
export interface EmbeddedServer {
  login: Login;
  lease: Lease;
  pid: number;
  place: ClusterLocation;
  /** `created` and `started` by us, `shared` with a process that runs, `adopted` from one that died. */
  how: "created" | "started" | "shared" | "adopted";
}

/** How long a server that is there may keep saying that it is not ready, such as during recovery; milliseconds. */
const patienceMs = 120_000;

/**
 * Shares the server of a data folder, adopts one that a dead process left running, or makes and starts one.
 * Any number of processes may call this on the same folder at once.
 * @throws Error in words for the person at the terminal
 */
export async function ensureServer(options: EmbeddedOptions): Promise<EmbeddedServer> {
  try {
    return await ensure(options);
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(codeOf(error) ?? "")) throw error;
    throw new Error(
      `The data folder ${options.dataDir} cannot be used (${error instanceof Error ? error.message : ""}). ` +
        "It may belong to another user: start Pioneer as that user, or choose another DATA_DIR.",
      { cause: error },
    );
  }
}

async function ensure(options: EmbeddedOptions): Promise<EmbeddedServer> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(options.dataDir);
  const folder = join(dataDir, "database");
  const until = Date.now() + patienceMs;
  for (;;) {
    // Asked anew each time: another process may have made the folder meanwhile.
    const place: ClusterLocation = { folder, user: serverUser(await statOf(folder)) };
    const context: Context = { ...options, dataDir, place, until };
    options.signal.throwIfAborted();
    const shared = await share(context, "shared");
    if (shared) return shared;
    const started = await withStartLock(dataDir, () => underLock(context));
    if (started) return started;
    if (Date.now() > until) throw notReady(context);
    await wait(20);
  }
}

interface Context extends EmbeddedOptions {
  place: ClusterLocation;
  until: number;
}

/**
 * Takes part in a server that runs, however long it needs to be ready. Undefined when none runs, or when it does not
 * let us in.
 * @throws Error when it stays unready
 */
async function share(context: Context, how: "shared" | "adopted"): Promise<EmbeddedServer | undefined> {
  for (;;) {
    context.signal.throwIfAborted();
    const running = runningPostmaster(context.place.folder);
    const record = await readRecord(context.dataDir);
    if (!running || !record) return undefined;
    if (running.port && running.status === "ready") {
      const login = { port: running.port, password: record.password };
      try {
        const lease = await takeLease(login);
        return { login, lease, pid: running.pid, place: context.place, how };
      } catch (error) {
        if (isLockedOut(error)) return undefined;
        if (!isConnectionLoss(error)) throw error;
      }
    }
    if (Date.now() > context.until) throw notReady(context);
    await wait(15);
  }
}

/** One attempt by the only process at work here. Undefined: look again. */
async function underLock(context: Context): Promise<EmbeddedServer | undefined> {
  const { dataDir, place, log } = context;
  const adopted = await share(context, "adopted");
  if (adopted) {
    const record = await readRecord(dataDir);
    if (record) await writeRecord(dataDir, { ...record, port: adopted.login.port, pid: adopted.pid });
    return adopted;
  }
  const binaries = await findBinaries(place.user, dataDir);
  const known = await readRecord(dataDir);
  const running = runningPostmaster(place.folder);
  if (running) {
    log.warn({ pid: running.pid }, "The database server does not know our password: stopping it to set a new one");
    await stopServer(place, running.pid);
  }
  clearLockFile(place.folder);
  const record: ServerRecord = known ?? newPasswords();
  const exists = (await statOf(place.folder)) !== undefined;
  // The passwords are kept before anything is protected by them: a kill in between costs no repair.
  if (!known) await writeRecord(dataDir, record);
  if (!exists) await createCluster(place, binaries, record, context.durability);
  else await checkVersion(place);
  if (exists && (!known || running)) await setLogins(place, binaries, record);
  return start(context, binaries, record, exists ? "started" : "created");
}

async function start(
  context: Context,
  binaries: Binaries,
  record: ServerRecord,
  how: "created" | "started",
): Promise<EmbeddedServer | undefined> {
  const { place, durability, signal, dataDir } = context;
  let wishedPort = record.port;
  for (;;) {
    signal.throwIfAborted();
    const port = await freePort(wishedPort);
    try {
      const server = await startServer(place, binaries, port, durability, signal);
      await writeRecord(dataDir, { ...record, port, pid: server.pid });
      const login = { port, password: record.password };
      try {
        return { login, lease: await takeLease(login), pid: server.pid, place, how };
      } catch (error) {
        if (isConnectionLoss(error)) return undefined;
        if (!isLockedOut(error)) throw error;
        // A record that belongs to another cluster: the folder is ours, so its logins become what the record says.
        await stopServer(place, server.pid);
        await setLogins(place, binaries, record);
      }
    } catch (error) {
      if (!(error instanceof StartError) || error.reason === "other" || Date.now() > context.until) throw error;
      if (error.reason === "alreadyRunning") return undefined;
      wishedPort = undefined;
    }
  }
}

/** Wrong password, no such role, no such database: what `setLogins` mends. */
const isLockedOut = (error: unknown): boolean => ["28P01", "28000", "3D000"].includes(codeOf(error) ?? "");

function notReady(context: Context): Error {
  return new Error(
    `The embedded PostgreSQL in ${context.place.folder} is not ready after ${patienceMs / 1000} s. ` +
      `${join(context.dataDir, "server.log")} may say why.`,
  );
}

async function statOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
}
