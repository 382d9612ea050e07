import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { atMost, median, quantile, residentMb, unboundedFigure, type Figure } from "./figures.ts";
import { newPerson, startProduct, withFolder } from "./product.ts";

const times = 5;
/** Milliseconds after which an unused process is idle. */
const restMs = 3_000;

const ms = (values: number[]): string => values.map((value) => value.toFixed(0)).join(" ");

/** Start until /health/ready on an empty folder and on its own data, and the memory of the node process. */
export async function measureStart(): Promise<Figure[]> {
  const empty: number[] = [];
  const existing: number[] = [];
  const idle: number[] = [];
  let loaded = 0;
  let after = 0;
  for (let round = 0; round < times; round += 1) {
    await withFolder(async (dataDir) => {
      const first = await startProduct(dataDir);
      empty.push(first.readyMs);
      await first.stop();
      const second = await startProduct(dataDir);
      try {
        existing.push(second.readyMs);
        await pause(restMs);
        idle.push(await residentMb(second.pid));
        if (round < times - 1) return;
        loaded = await load(second.url, () => residentMb(second.pid));
        await pause(restMs);
        after = await residentMb(second.pid);
      } finally {
        await second.stop();
        await second.kill();
      }
    });
  }
  return [
    atMost("start: on an empty folder, median of 5", median(empty), 5000, "ms"),
    unboundedFigure("start: the five", `${ms(empty)} ms`),
    atMost("start: on existing data, median of 5", median(existing), 1500, "ms"),
    unboundedFigure("start: the five", `${ms(existing)} ms`),
    atMost("memory: at rest after start, median of 5", median(idle), 150, "MB"),
    atMost("memory: highest under load", loaded, 260, "MB"),
    atMost("memory: at rest after load", after, 260, "MB"),
  ];
}

/** Half a minute of what people do: pages, lists, writes, runs. @returns the highest figure of `watch` in MB */
async function load(url: string, watch: () => Promise<number>): Promise<number> {
  const seen: number[] = [];
  const timer = setInterval(() => void watch().then((mb) => seen.push(mb)), 200);
  try {
    const people = await Promise.all(Array.from({ length: 4 }, () => newPerson(url)));
    const writes = people.map(async (person) => {
      for (let turn = 0; turn < 100; turn += 1) {
        const enData = {
          workflow: "socialPostWriterWorkflow",
          kind: "post",
          title: `Post ${turn}`,
          plannedAt: "2027-02-01T08:00:00Z",
        };
        const answer = await person.send("POST", "/api/workflows/scheduled/outcome", { enData });
        if (answer.status !== 201) throw new Error(`a write answered ${answer.status}`);
      }
    });
    await Promise.all(writes);
    const paths = [
      "/api/workflows/scheduled/outcome?limit=50",
      "/api/user",
      "/api/user/settings",
      "/api/workflows",
      "/api/projects/workflow",
      "/api/coins/statement",
      "/api/calendar/entry/preview?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z",
      "/dashboard",
      "/openapi.json",
    ];
    for (const path of paths) {
      const result = await autocannon({
        url: `${url}${path}`,
        connections: 16,
        duration: 3,
        headers: { cookie: people[0]?.cookie() ?? "" },
      });
      if (result.errors + result.non2xx > 0)
        throw new Error(`${path}: ${result.errors} errors, ${result.non2xx} refusals`);
    }
  } finally {
    clearInterval(timer);
  }
  return quantile(seen, 1);
}
