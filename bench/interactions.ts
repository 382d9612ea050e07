import pg from "pg";
import type { Browser, CDPSession, Page } from "playwright-core";
import type { Person } from "#src/testing/visitor.ts";
import { openBrowser } from "./browser.ts";
import { atMost, median, type Figure } from "./figures.ts";
import { allLeads, calendarSteps, inMonth, leads, leadSteps, shellSteps, type Step } from "./interactionSteps.ts";
import { startTrace, workBetween } from "./interactionTrace.ts";
import { readWatch, observe, type Watched } from "./interactionWatch.ts";
import { fillLeads } from "./leads.ts";
import { openContext } from "./page.ts";
import { databaseOf, newPerson, withProduct } from "./product.ts";

const rounds = 3;
const entries = 5_000;
/** Milliseconds that each interaction stays below, by how many times slower the processor is made. */
const bars = { 1: 100, 4: 200 } as const;

/** Thirteen entries a day, some 400 in a month, half a year back and half a year on; some take the day, some a week. */
async function fillEntries(database: pg.ClientConfig, userId: string): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  await client.query(
    `insert into calendar_entry (id, user_id, type, title, starts_at, ends_at, all_day, time_zone, notes, uid, created_at, updated_at)
     select gen_random_uuid(), $1, ((1 + n % 8) * 1000)::text, 'Entry ' || n || ' about the spring campaign', at,
       at + case when n % 100 = 0 then interval '4 days' when n % 25 = 0 then interval '1 day' else interval '1 hour' end,
       n % 25 = 0, 'UTC', repeat('What was agreed. ', 20), gen_random_uuid()::text, now(), now()
     from (
       select n, date_trunc('day', now()) + (n / 13 - $2::int / 26) * interval '1 day'
         + case when n % 25 = 0 then interval '0' else (480 + n % 13 * 45) * interval '1 minute' end as at
       from generate_series(1, $2::int) n
     ) made`,
    [userId, entries],
  );
  await client.query("vacuum analyze calendar_entry");
  await client.end();
}

interface Measured extends Watched {
  /** CPU time of the page's main thread until the answer: what is left of it when nothing else wants the processor. */
  work: number;
}

/** Does a step and waits for its result. */
export async function measure(page: Page, session: CDPSession, step: Step): Promise<Measured> {
  await step.before?.(page);
  // What the step before began comes to its end first.
  await page.waitForTimeout(300);
  const act = await step.act(page);
  const endTrace = await startTrace(session);
  const watched = page.evaluate(readWatch, { answer: step.answer, result: step.result });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  await act();
  const told = await watched;
  return { ...told, work: workBetween(await endTrace()) };
}

async function walk(
  browser: Browser,
  url: string,
  person: Person,
  rate: keyof typeof bars,
): Promise<Map<string, Measured[]>> {
  const all = new Map<string, Measured[]>();
  const context = await openContext(browser, url, person);
  for (const [path, ready, steps] of [
    ["/calendar?view=month", inMonth, calendarSteps],
    ["/leads", allLeads, [...leadSteps, ...shellSteps]],
  ] as const) {
    const page = await context.newPage();
    await page.addInitScript(observe);
    await page.goto(`${url}${path}`, { waitUntil: "networkidle" });
    await page.locator(ready).first().waitFor();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    for (let round = 0; round < rounds; round += 1) {
      for (const step of steps) {
        const name = steps === calendarSteps ? `calendar, ${step.name}` : step.name;
        all.set(name, [...(all.get(name) ?? []), await measure(page, session, step)]);
      }
    }
    await page.close();
  }
  await context.close();
  return all;
}

/** How soon the page answers a person with 5,000 entries and 10,000 leads. */
export async function measureInteractions(): Promise<Figure[]> {
  return withProduct({}, async (server, dataDir) => {
    const person = await newPerson(server.url);
    const database = await databaseOf(dataDir);
    await fillEntries(database, person.userId);
    await fillLeads(database, person.userId, leads);
    const browser = await openBrowser();
    try {
      const figures: Figure[] = [];
      for (const rate of [1, 4] as const) {
        for (const [name, all] of await walk(browser, server.url, person, rate)) {
          const times = all.map(({ event, answer }) => Math.max(event, answer));
          const of = (what: keyof Measured): string => median(all.map((one) => one[what])).toFixed(0);
          const figure = atMost(`interactions: ${rate}x CPU, ${name}`, Math.max(...times), bars[rate], "ms");
          figures.push({
            ...figure,
            figure: `${figure.figure}, median ${median(times).toFixed(0)} (result ${of("result")}, frame ${of("frame")}, work ${of("work")})`,
          });
        }
      }
      return figures;
    } finally {
      await browser.close();
    }
  });
}
