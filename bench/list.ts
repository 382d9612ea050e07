import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import pg from "pg";
import { atLeast, cpuMs, median, quantile, unboundedFigure, type Figure } from "./figures.ts";
import { fillLeads } from "./leads.ts";
import { databaseOf, newPerson, withProduct } from "./product.ts";
import { fillProjects } from "./projects.ts";

const rows = 10_000;
const connections = 32;
/** Requests of one turn, a fraction of a second: what else the machine does then hits all servers alike. */
const turn = 640;
const rounds = 30;

/** What is asked, and what each turn measured of it. */
interface Server {
  name: string;
  url: string;
  pid: number;
  headers: Record<string, string>;
  perSecond: number[];
  p50: number[];
  cpuPerRequest: number[];
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const share = (floor: number, ours: number): string =>
  ours === 0 ? "not told" : `${((100 * floor) / ours).toFixed(0)} %`;

/** 10,000 scheduled outcomes of one person, an hour apart. */
async function fillOutcomes(database: pg.ClientConfig, userId: string): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  await client.query(
    `insert into outcome (id, user_id, workflow, kind, platform, content_type, title, brief, planned_at, time_zone, status, created_at, updated_at)
     select gen_random_uuid(), $1, 'socialPostWriterWorkflow', 'post', 'LinkedIn', 100, 'Post ' || n,
       'What the workshop learned about brakes in wet weather, told to people who ride every day. ' || n,
       timestamptz '2026-01-01' + n * interval '1 hour', 'Europe/Berlin', 'idea', now(), now()
     from generate_series(1, $2::int) n`,
    [userId, rows],
  );
  await client.query("analyze outcome");
  await client.end();
}

/** The floor, in a process of its own. */
async function startBare(database: pg.ClientConfig, userId: string): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(fileURLToPath(new URL("bareServer.ts", import.meta.url)), [], { stdio: "inherit" });
  const port = new Promise<number>((done, failed) => {
    child.once("message", (message) => done(Number(message)));
    child.once("exit", (code) => failed(new Error(`the bare server ended with ${code}`)));
  });
  child.send({ database, userId });
  return { child, port: await port };
}

/** One turn of requests; what it measured is added to the server's figures. */
async function load(server: Server, amount: number): Promise<void> {
  const before = await cpuMs(server.pid);
  const start = performance.now();
  const shots = autocannon({ url: server.url, connections, amount, headers: server.headers });
  // It reports on the next whole second only.
  let end = start;
  void shots.on("response", () => {
    end = performance.now();
  });
  const result = await shots;
  const seconds = (end - start) / 1000;
  const after = await cpuMs(server.pid);
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${server.name}: ${result.non2xx} refusals, ${result.errors} errors`);
  server.perSecond.push(amount / seconds);
  server.p50.push(result.latency.p50);
  if (before !== null && after !== null) server.cpuPerRequest.push((after - before) / amount);
}

/** Asks servers in turns, to and fro, after a warm-up that is not counted. @param turn requests of one turn */
export async function alternate(servers: Server[], { turn, rounds }: { turn: number; rounds: number }): Promise<void> {
  for (const one of servers) await load(one, 4 * turn);
  for (const one of servers) Object.assign(one, { perSecond: [], p50: [], cpuPerRequest: [] });
  for (let round = 0; round < rounds; round += 1) {
    for (const one of round % 2 ? servers.toReversed() : servers) await load(one, turn);
  }
}

/** The product with a person of 10,000 outcomes, and the floor over the same rows. */
export interface BesideFloor {
  userId: string;
  database: pg.ClientConfig;
  /** An address of the product, asked as that person. */
  ours: (name: string, path: string) => Server;
  floor: (name: string, path: string) => Server;
}

export async function withFloor<T>(work: (world: BesideFloor) => Promise<T>): Promise<T> {
  return withProduct({}, async (product, dataDir) => {
    const person = await newPerson(product.url);
    const database = await databaseOf(dataDir);
    await fillOutcomes(database, person.userId);
    const bare = await startBare(database, person.userId);
    const server = (name: string, url: string, pid: number): Server => ({
      name,
      url,
      pid,
      headers: { cookie: person.cookie() },
      perSecond: [],
      p50: [],
      cpuPerRequest: [],
    });
    try {
      return await work({
        userId: person.userId,
        database,
        ours: (name, path) => server(name, `${product.url}${path}`, product.pid),
        floor: (name, path) => server(name, `http://127.0.0.1:${bare.port}${path}`, bare.child.pid ?? 0),
      });
    } finally {
      bare.child.disconnect();
    }
  });
}

/** Entries of one hour each, every two hours from 2025 on: four days hold 50 of them. */
async function fillEntries(database: pg.ClientConfig, userId: string): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  await client.query(
    `insert into calendar_entry (id, user_id, type, title, starts_at, ends_at, all_day, time_zone, notes, uid, created_at, updated_at)
     select gen_random_uuid(), $1, '1000', 'Entry ' || n, at, at + interval '1 hour', false, 'Europe/Berlin',
       repeat('What was agreed. ', 20), gen_random_uuid()::text, now(), now()
     from (select n, timestamptz '2025-01-01' + n * interval '2 hours' as at from generate_series(1, $2::int) n) entries`,
    [userId, rows],
  );
  await client.query("vacuum analyze calendar_entry");
  await client.end();
}

/** Lists beside that of content items: what is asked of the product, and of the floor. */
const others = {
  "leads, columns of a table": ["/api/leads?limit=50&fields=table", "/list/leads"],
  "leads, with counts": ["/api/leads?limit=50&fields=table&counts=true", "/list/countedLeads"],
  "leads, all fields": ["/api/leads?limit=50", "/list/wholeLeads"],
  entries: ["/api/calendar/entry/preview?from=2026-01-05T00:00:00Z&to=2026-01-09T04:00:00Z", "/list/entries"],
  projects: ["/api/projects/workflow?limit=50", "/list/projects"],
} as const;

const speedOf = (one: Server): string =>
  `${median(one.perSecond).toFixed(0)} req/s, p50 ${median(one.p50)} ms, ${(mean(one.cpuPerRequest) * 1000).toFixed(0)} µs CPU each`;

/** What share of the floor's speed a list has, turn by turn, percent. */
const sharesOf = (ours: Server, floor: Server): number[] =>
  ours.perSecond.map((value, round) => (100 * value) / (floor.perSecond[round] ?? value));

const spreadOf = (shares: readonly number[]): string =>
  `half of the turns ${quantile(shares, 0.25).toFixed(0)}-${quantile(shares, 0.75).toFixed(0)} %`;

/** Lists of 50 of 10,000 over HTTP, each beside the least a server could do for it. */
export async function measureList(): Promise<Figure[]> {
  return withFloor(async (world) => {
    const ours = world.ours("ours", "/api/workflows/scheduled/outcome?limit=50");
    const floorA = world.floor("floor (a)", "/list");
    const floorB = world.floor("floor (b)", "/list-of-session");
    await alternate([ours, floorA, floorB], { turn, rounds });
    const [shares, ofSession] = [sharesOf(ours, floorA), sharesOf(ours, floorB)];
    const figures: Figure[] = [
      unboundedFigure("list: content items, floor (a), prepared list query + JSON", speedOf(floorA)),
      unboundedFigure("list: content items, floor (b), as (a) + session lookup", speedOf(floorB)),
      unboundedFigure("list: content items, ours, signed in", speedOf(ours)),
      {
        ...atLeast("list: content items, ours of floor (a)", median(shares), 60, "%"),
        figure: `${median(shares).toFixed(0)} % (${spreadOf(shares)})`,
      },
      unboundedFigure(
        "list: content items, CPU of the process, ours of floor (a), (b)",
        `${share(mean(floorA.cpuPerRequest), mean(ours.cpuPerRequest))}, ${share(mean(floorB.cpuPerRequest), mean(ours.cpuPerRequest))}`,
      ),
      unboundedFigure(
        "list: content items, ours of floor (b)",
        `${median(ofSession).toFixed(0)} % (${spreadOf(ofSession)})`,
      ),
    ];
    await fillLeads(world.database, world.userId, rows);
    await fillEntries(world.database, world.userId);
    await fillProjects(world.database, world.userId);
    for (const [name, [path, bare]] of Object.entries(others)) {
      const [own, floor] = [world.ours(name, path), world.floor(`floor of ${name}`, bare)];
      await alternate([own, floor], { turn: turn / 2, rounds: rounds / 2 });
      const of = sharesOf(own, floor);
      figures.push(
        unboundedFigure(`list: ${name}, floor`, speedOf(floor)),
        unboundedFigure(`list: ${name}, ours`, speedOf(own)),
        {
          ...atLeast(`list: ${name}, ours of the floor`, median(of), 60, "%"),
          figure: `${median(of).toFixed(0)} % (${spreadOf(of)})`,
        },
        unboundedFigure(
          `list: ${name}, CPU of the process, ours of the floor`,
          share(mean(floor.cpuPerRequest), mean(own.cpuPerRequest)),
        ),
      );
    }
    return figures;
  });
}
