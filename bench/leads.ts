import pg from "pg";
import { z } from "zod";
import { maxLeads } from "#src/features/leads/rules.ts";
import { type Person, describeAnswer as toldAnswer } from "#src/testing/visitor.ts";
import { atMost, cpuMs, median, quantile, unboundedFigure, type Figure } from "./figures.ts";
import { databaseOf, newPerson, withProduct } from "./product.ts";

/** Milliseconds that 99 of 100 requests stay below. */
const bar = 300;
const requests = 20;
/** Requests that only warm up. */
const first = 5;
/** Pages of 200 that are walked to a page far down. */
const walked = 100;

const page = z.object({
  leads: z.array(z.object({ id: z.string() })),
  found: z.int(),
  nextCursor: z.string().optional(),
});

/** SQL of what rules.ts makes of a text to sort and search by. */
const folded = (text: string): string =>
  `lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g'))`;

/** Leads as a person brings them: some 1.2 KB each with notes, tags, an address and what they are searched by. */
export async function fillLeads(database: pg.ClientConfig, userId: string, rows: number): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  await client.query(
    `insert into lead (id, user_id, name, kind, category, contact, email, phone, website, address, lat, lon, stage, score,
       tags, owner, source, legal_basis, do_not_contact, last_contact_at, next_step, next_step_on, notes, osm_tags,
       custom_fields, name_key, city_key, category_key, search, created_at, updated_at)
     select gen_random_uuid(), $1, name, 'org', category, contact, array[email], array['+49 30 ' || n], 'https://example.com/' || n,
       jsonb_build_object('street', 'Hauptstraße ' || n % 200, 'zip', '10115', 'city', city, 'country', 'Germany'),
       52.5, 13.4, (array['new', 'contacted', 'meeting', 'offer', 'won', 'lost'])[1 + n % 6],
       case when n % 7 > 0 then (n * 37) % 101 end, tags, '', null, 'none', n % 40 = 0,
       case when n % 3 > 0 then now() - (n * 53) % 500 * interval '1 day' end,
       'Call about the offer', case when n % 4 = 0 then to_char(now() + n % 60 * interval '1 day', 'YYYY-MM-DD') end,
       notes, '{"amenity": "workshop"}', '{"Machines": "12"}', ${folded("name")}, ${folded("city")}, ${folded("category")},
       ${folded(String.raw`concat_ws(E'\n', name, contact, city, category, array_to_string(tags, E'\n'), email, notes)`)},
       now() - n * interval '7 minutes', now() - (n * 31) % 100003 * interval '5 minutes'
     from (
       select n, (array['Werkstatt', 'Autohaus', 'Bäckerei', 'Praxis', 'Kanzlei', 'Hotel'])[1 + n % 6] || ' ' || initcap(substr(md5(n::text), 1, 8)) || ' ' || n as name,
         (array['Repair shop', 'Car dealer', 'Bakery', 'Medical practice', 'Law firm', 'Hotel'])[1 + n % 6] as category,
         (array['Ada', 'Ben', 'Cem', 'Dora', 'Emil'])[1 + n % 5] || ' ' || initcap(substr(md5('c' || n), 1, 7)) as contact,
         (array['Berlin', 'Hamburg', 'Köln', 'Leipzig', 'Dresden', 'Bremen', 'Wien', 'Graz'])[1 + n % 8] as city,
         'office' || n || '@example.com' as email,
         array['tag' || n % 25, 'region' || n % 9] as tags,
         'Met at the fair. ' || (select string_agg(md5(n::text || i), ' ') from generate_series(1, 14) i) as notes
       from generate_series(1, $2::int) n
     ) made`,
    [userId, rows],
  );
  await client.query("vacuum analyze lead");
  await client.end();
}

/**
 * CPU time of the product and its database connections so far, milliseconds; null where the system does not report it.
 */
async function cpuOf(productPid: number, database: pg.Client): Promise<number | null> {
  const { rows } = await database.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  const all = await Promise.all([productPid, ...rows.map(({ pid }) => pid)].map((pid) => cpuMs(pid).catch(() => 0)));
  return all.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0);
}

/** The list of somebody who has 100,000 leads: first page, a page far down, each filter, each sort, the counts. */
export async function measureLeads(): Promise<Figure[]> {
  const rows = 100_000;
  return withProduct({}, async (server, dataDir) => {
    const person = await newPerson(server.url);
    const config = await databaseOf(dataDir);
    await fillLeads(config, person.userId, rows);
    const database = new pg.Client(config);
    await database.connect();
    const ask = async (query: Record<string, string>) => {
      const asked = new URLSearchParams({ fields: "table", counts: "true", ...query });
      const answer = await person.send("GET", `/api/leads?${asked}`);
      if (answer.status !== 200) throw new Error(`the leads answered ${answer.status}`);
      return page.parse(answer.body);
    };
    const far = async (query: Record<string, string>, pages = walked): Promise<Record<string, string>> => {
      let cursor = "";
      for (let at = 0; at < pages; at += 1) {
        const { nextCursor } = await ask({ limit: "200", ...query, ...(cursor ? { cursor } : {}) });
        if (nextCursor === undefined) throw new Error(`${new URLSearchParams(query)} has no page ${at + 2}`);
        cursor = nextCursor;
      }
      return { ...query, cursor };
    };
    const kinds: Record<string, Record<string, string>> = {
      "first page": {},
      [`page ${walked}`]: await far({}),
      [`page ${walked} by name`]: await far({ sort: "name" }),
      [`page ${walked} of a score`]: await far({ minScore: "60" }),
      "page 2 of a rare filter": await far({ stage: "offer", minScore: "80", city: "Leipzig", limit: "50" }, 1),
      "page 2 of rare words": await far({ q: "region8 tag7", limit: "50" }, 1),
      "words that 1 has": { q: "office99998@example.com" },
      "words that none has": { q: "nowhere to be found" },
      "words that all have": { q: "met at the fair" },
      "one letter": { q: "e" },
      "a stage": { stage: "offer" },
      "a tag": { tag: "tag7" },
      "a score": { minScore: "60" },
      "a city": { city: "Köln" },
      "quiet for 30 days": { quietDays: "30" },
      "count of a view": { quietDays: "30", limit: "1" },
      "stage, score, words": { stage: "new,contacted", minScore: "30", q: "berlin" },
      ...Object.fromEntries(
        ["name", "-name", "score", "-score", "city", "-city", "stage", "-stage", "lastContact", "-lastContact"].map(
          (sort) => [`by ${sort}`, { sort }],
        ),
      ),
      "a stage by name": { stage: "offer", sort: "name" },
    };
    const figures: Figure[] = [];
    for (const [name, kind] of Object.entries(kinds)) {
      const query = { limit: "200", ...kind };
      const times: number[] = [];
      let found = 0;
      let before: number | null = null;
      for (let at = 0; at < first + requests; at += 1) {
        if (at === first) before = await cpuOf(server.pid, database);
        const start = performance.now();
        ({ found } = await ask(query));
        if (at >= first) times.push(performance.now() - start);
      }
      const after = await cpuOf(server.pid, database);
      const cpu = before === null || after === null ? "not told" : `${((after - before) / requests).toFixed(0)} ms`;
      figures.push(
        atMost(`leads: ${rows} of one person, ${name}, p99`, quantile(times, 0.99), bar, "ms"),
        unboundedFigure(`leads: ${name}, median, CPU, found`, `${median(times).toFixed(0)} ms, ${cpu}, ${found}`),
      );
    }
    figures.push(...(await measureInsertions(server.url, person, database)));
    await database.end();
    return figures;
  });
}

const created = z.object({ leads: z.tuple([z.object({ id: z.string() })]) });

/** What a new lead costs somebody who has none, and somebody who has as many as there may be and deletes one for each. */
async function measureInsertions(url: string, full: Person, database: pg.Client): Promise<Figure[]> {
  const add = async (person: Person): Promise<number> => {
    const start = performance.now();
    const answer = await person.send("POST", "/api/leads", { enData: { leads: [{ name: "One more" }] } });
    const ms = performance.now() - start;
    if (answer.status !== 201) throw new Error(`the new lead answered ${toldAnswer(answer)}`);
    const [{ id }] = created.parse(answer.body).leads;
    if (person === full) await person.send("DELETE", "/api/leads", { enData: { id } });
    return ms;
  };
  const several = async (person: Person): Promise<number[]> => {
    const times: number[] = [];
    for (let at = 0; at < first + requests; at += 1) times.push(await add(person));
    return times.slice(first);
  };
  // One place below the ceiling: the count of insertions passes it with every second one and is put right.
  await database.query("delete from lead where id = (select id from lead where user_id = $1 limit 1)", [full.userId]);
  await database.query(
    `insert into row_count (user_id, kind, rows) values ($1, 'lead', $2)
       on conflict (user_id, kind) do update set rows = excluded.rows`,
    [full.userId, maxLeads - 1],
  );
  const none = await several(await newPerson(url));
  const ceiling = await several(full);
  return [
    unboundedFigure("leads: a new one for somebody without any, median, p99", timesOf(none)),
    unboundedFigure("leads: a new one at the ceiling, counted each time, median, p99", timesOf(ceiling)),
  ];
}

const timesOf = (times: number[]): string => `${median(times).toFixed(1)} ms, ${quantile(times, 0.99).toFixed(1)} ms`;
