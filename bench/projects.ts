import pg from "pg";
import { z } from "zod";
import { atMost, quantile, type Figure } from "./figures.ts";
import { databaseOf, newPerson, withProduct } from "./product.ts";

const rows = 10_000;
/** Milliseconds that 99 of 100 requests stay below. */
const bar = 300;
const requests = 120;

const page = z.object({ nextCursor: z.string() });

/** Projects whose form values are as large as those of a real form: some 4 KB. */
export async function fillProjects(database: pg.ClientConfig, userId: string): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  await client.query(
    `insert into project (id, user_id, name, workflow, state, form_values, favorite, archived_from, created_at, updated_at)
     select gen_random_uuid(), $1, case when n % 3 > 0 then 'Plan ' || n || ' for the repair shop' end,
       (array['contentPlannerWorkflow', 'userStoryWriterWorkflow', 'blogArticleWriterWorkflow'])[1 + n % 3],
       case when n % 10 = 0 then 500 else (array[1, 20, 50, 75, 100])[1 + n % 5] end,
       jsonb_build_object('requirementTitle', 'Title ' || n, 'notes',
         (select string_agg(md5(n::text || i), ' ') from generate_series(1, 120) i)),
       n % 50 = 0, case when n % 10 = 0 then 50 end, now(), now() - n * interval '1 hour'
     from generate_series(1, $2::int) n`,
    [userId, rows],
  );
  await client.query("analyze project");
  await client.end();
}

/** The list of somebody who has 10,000 projects: first page, a page far down, and each filter. */
export async function measureProjects(): Promise<Figure[]> {
  return withProduct({ THROTTLES: "relaxed" }, async (server, dataDir) => {
    const person = await newPerson(server.url);
    await fillProjects(await databaseOf(dataDir), person.userId);
    let deep = "";
    for (let at = 0; at < 40; at += 1) {
      const query = new URLSearchParams({ limit: "200", ...(deep ? { cursor: deep } : {}) });
      deep = page.parse((await person.send("GET", `/api/projects/workflow?${query}`)).body).nextCursor;
    }
    const kinds: Record<string, Record<string, string>> = {
      "first page": {},
      "page 160": { cursor: deep },
      "words that 1 has": { q: "plan 9998" },
      "words that none has": { q: "nowhere to be found" },
      "state and workflow": { state: "done", workflow: "blogArticleWriterWorkflow" },
      stars: { favorite: "true" },
      archive: { archived: "true" },
    };
    const figures: Figure[] = [];
    for (const [name, query] of Object.entries(kinds)) {
      const times: number[] = [];
      for (let at = 0; at < requests; at += 1) {
        const start = performance.now();
        await person.send("GET", `/api/projects/workflow?${new URLSearchParams(query)}`);
        times.push(performance.now() - start);
      }
      figures.push(atMost(`projects: ${rows} of one person, ${name}, p99`, quantile(times, 0.99), bar, "ms"));
    }
    return figures;
  });
}
