import { spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sourcesOff } from "../sourcesOff.ts";

const main = fileURLToPath(new URL("../../server/main.ts", import.meta.url));

/** A real process of the product in a process group of its own. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** Milliseconds from spawn until `/health/ready` said yes. */
  readyMs: number;
  /** Kills the whole group at once, the embedded database included when it started there. */
  kill: () => Promise<void>;
  /** SIGTERM, and the exit code. */
  stop: () => Promise<number | null>;
  /** SIGSTOP: the process stays and does nothing, as in a paused virtual machine. */
  freeze: () => void;
  /** SIGCONT. */
  thaw: () => void;
  isFrozen: () => boolean;
  hasExited: () => boolean;
  /** The last that it said. */
  output: () => string;
}

/** Characters of a process's output that are kept. */
const longestOutput = 200_000;

/** A TCP port of 127.0.0.1 that nobody uses now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

/**
 * Starts the product as a person's terminal would.
 * @throws Error with its last output when it is not ready within a minute
 */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const port = env["PORT"] ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child: ChildProcess = spawn(process.execPath, ["--max-semi-space-size=16", main], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      TMPDIR: process.env["TMPDIR"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      HOST: "127.0.0.1",
      PORT: port,
      APP_URL: url,
      LOG_LEVEL: "warn",
      THROTTLES: "relaxed",
      OLLAMA_URL: "off",
      LM_STUDIO_URL: "off",
      ...sourcesOff,
      ...env,
    },
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error("the server could not be spawned");
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-longestOutput)));
  const exited = new Promise<number | null>((done) => child.once("exit", (code) => done(code)));
  let isGone = false;
  void exited.then(() => (isGone = true));
  while (!(await isReady(url))) {
    if (isGone || performance.now() - startedAt > 60_000)
      throw new Error(`the server is not ready:\n${output.slice(-4000)}`);
    await pause(20);
  }
  let isFrozen = false;
  return {
    url,
    pid,
    readyMs: performance.now() - startedAt,
    async kill() {
      try {
        process.kill(-pid, "SIGKILL");
      } catch {
        // The group is gone already.
      }
      await exited;
    },
    async stop() {
      if (!isGone) process.kill(pid, "SIGTERM");
      return exited;
    },
    freeze() {
      process.kill(pid, "SIGSTOP");
      isFrozen = true;
    },
    thaw() {
      process.kill(pid, "SIGCONT");
      isFrozen = false;
    },
    isFrozen: () => isFrozen,
    hasExited: () => isGone,
    output: () => output,
  };
}

/** Whether `/health/ready` says yes within a second. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(1000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
