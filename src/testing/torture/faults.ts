import { setTimeout as pause } from "node:timers/promises";
import type { Installation } from "./installation.ts";
import type { ServerProcess } from "./server.ts";

/** What a fault did, for the figures. */
export interface FaultOutcome {
  /** Exit code and milliseconds of every process that was asked to stop. */
  stops: { code: number | null; ms: number }[];
}

/** What a fault can use beside the installation. */
export interface FaultContext {
  random: () => number;
  /** Waits until no run is open any more. @throws Error after `ms` */
  untilRunsEnded: (ms: number) => Promise<void>;
}

/** Something that happens to an installation in operation. Afterwards its processes run, if not yet ready again. */
export type InjectedFailure = (installation: Installation, context: FaultContext) => Promise<FaultOutcome>;

const nothing: FaultOutcome = { stops: [] };

const pick = (installation: Installation, random: () => number): ServerProcess => {
  const server = installation.servers[Math.floor(random() * installation.servers.length)];
  if (!server) throw new Error("no process is there");
  return server;
};

async function stop(installation: Installation, server: ServerProcess): Promise<FaultOutcome> {
  const start = performance.now();
  installation.drop(server);
  const code = await server.stop();
  return { stops: [{ code, ms: performance.now() - start }] };
}

/** Ends connections of the product, as the database's administrator does. */
const endConnections = (installation: Installation, which: string): Promise<unknown> =>
  installation.withDatabase((pool) =>
    pool.query(
      `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
        where application_name like 'pioneer%' and application_name <> 'pioneer lease' and ${which}) chosen`,
    ),
  );

/** Milliseconds within which the runs of a frozen process end on another one. */
const replacedMs = 45_000;

/** Freezes one of two processes. */
async function freeze(
  installation: Installation,
  { random }: FaultContext,
  meanwhile: () => Promise<void>,
): Promise<FaultOutcome> {
  if (installation.servers.length < 2) await installation.add();
  const server = pick(installation, random);
  server.freeze();
  try {
    await meanwhile();
  } finally {
    server.thaw();
  }
  return nothing;
}

/** Every kind of fault by name, and how often it comes beside the others. */
export const faults: Record<string, { weight: number; act: InjectedFailure }> = {
  "kill -9 of the process group": {
    weight: 4,
    async act(installation, { random }) {
      const server = pick(installation, random);
      installation.drop(server);
      await server.kill();
      await installation.add();
      return nothing;
    },
  },
  "SIGTERM and start": {
    weight: 5,
    async act(installation, { random }) {
      const outcome = await stop(installation, pick(installation, random));
      await installation.add();
      return outcome;
    },
  },
  "rolling replacement": {
    weight: 3,
    async act(installation, { random }) {
      const old = pick(installation, random);
      await installation.add();
      await pause(random() * 500);
      return stop(installation, old);
    },
  },
  "lease connection ended": {
    weight: 4,
    async act(installation) {
      await endConnections(installation, "application_name like 'pioneer lease %'");
      return nothing;
    },
  },
  "one connection ended": {
    weight: 4,
    async act(installation) {
      await endConnections(
        installation,
        "pid = (select pid from pg_stat_activity where application_name like 'pioneer %' order by random() limit 1)",
      );
      return nothing;
    },
  },
  "all connections ended": {
    weight: 3,
    async act(installation) {
      await endConnections(installation, "true");
      return nothing;
    },
  },
  "kill -9 of one backend": {
    weight: 2,
    async act(installation) {
      const pid = await installation.withDatabase(async (pool) => {
        const { rows } = await pool.query<{ pid: number }>(
          "select pid from pg_stat_activity where application_name like 'pioneer %' order by random() limit 1",
        );
        return rows[0]?.pid;
      });
      if (pid) process.kill(pid, "SIGKILL");
      return nothing;
    },
  },
  "kill -9 of the postmaster": {
    weight: 3,
    async act(installation) {
      process.kill((await installation.record()).pid, "SIGKILL");
      return nothing;
    },
  },
  "database stopped and started": {
    weight: 3,
    async act(installation) {
      process.kill((await installation.record()).pid, "SIGINT");
      return nothing;
    },
  },
  "SIGSTOP for some seconds": {
    weight: 2,
    act: (installation, context) => freeze(installation, context, () => pause(1_000 + context.random() * 4_000)),
  },
  "SIGSTOP until replaced": {
    weight: 1,
    act: (installation, context) => freeze(installation, context, () => context.untilRunsEnded(replacedMs)),
  },
};

/** Kinds of faults for `rounds` rounds, by their weights, in random order: every kind comes before one comes twice as often. */
export function deal(rounds: number, random: () => number, kinds: readonly string[]): string[] {
  const deck = kinds.flatMap((kind) => Array.from({ length: faults[kind]?.weight ?? 0 }, () => kind));
  if (deck.length === 0) throw new Error(`no such fault: ${kinds.join(", ")}`);
  const dealt: string[] = [];
  while (dealt.length < rounds) {
    const shuffled = deck.map((kind) => ({ kind, at: random() })).toSorted((a, b) => a.at - b.at);
    dealt.push(...shuffled.map(({ kind }) => kind));
  }
  return dealt.slice(0, rounds);
}
