import pg from "pg";
import { atMost, cpuMs, median, quantile, unboundedFigure, type Figure } from "./figures.ts";
import { databaseOf, newPerson, withProduct } from "./product.ts";

const rows = 100_000;
const turns = 60;
/** Turns that only warm up. */
const first = 10;

/** An entry each hour and a half for seventeen years, of an hour; some take days, some months, a few years. */
async function fill(database: pg.ClientConfig, userId: string): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  await client.query(
    `insert into calendar_entry (id, user_id, type, title, starts_at, ends_at, all_day, time_zone, notes, uid, created_at, updated_at)
     select gen_random_uuid(), $1, '1000', 'Entry ' || n, at,
       at + case when n % 10000 = 0 then interval '2 years' when n % 1000 = 0 then interval '90 days'
         when n % 50 = 0 then interval '5 days' else interval '1 hour' end,
       false, 'Europe/Berlin', repeat('What was agreed. ', 20), gen_random_uuid()::text, now(), now()
     from (select n, timestamptz '2012-01-01' + n * interval '90 minutes' as at from generate_series(1, $2::int) n) entries`,
    [userId, rows],
  );
  await client.query("vacuum analyze calendar_entry");
  await client.end();
}

/** The month of a person with 100,000 entries, over HTTP, early and late in the years that they fill. */
export async function measureCalendar(): Promise<Figure[]> {
  return withProduct({}, async (product, dataDir) => {
    const person = await newPerson(product.url);
    await fill(await databaseOf(dataDir), person.userId);
    const figures: Figure[] = [];
    for (const [name, from, to] of [
      ["early", "2012-05-28T00:00:00Z", "2012-07-09T00:00:00Z"],
      ["late", "2028-10-30T00:00:00Z", "2028-12-11T00:00:00Z"],
    ] as const) {
      const times: number[] = [];
      let bytes = 0;
      let before: number | null = null;
      for (let turn = 0; turn < first + turns; turn += 1) {
        if (turn === first) before = await cpuMs(product.pid);
        const start = performance.now();
        const answer = await fetch(`${product.url}/api/calendar/entry/preview?from=${from}&to=${to}`, {
          headers: { cookie: person.cookie() },
        });
        bytes = (await answer.text()).length;
        if (turn >= first) times.push(performance.now() - start);
        if (!answer.ok) throw new Error(`the calendar answered ${answer.status}`);
      }
      const after = await cpuMs(product.pid);
      const cpu = before === null || after === null ? "not told" : `${((after - before) / turns).toFixed(1)} ms`;
      figures.push(
        atMost(`calendar: ${name} month of ${rows} entries, p95`, quantile(times, 0.95), 100, "ms", 1),
        unboundedFigure(
          `calendar: ${name} month, p50, CPU of a request, size`,
          `${median(times).toFixed(1)} ms, ${cpu}, ${(bytes / 1000).toFixed(0)} KB`,
        ),
      );
    }
    return figures;
  });
}
