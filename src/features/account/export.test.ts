import { createHash } from "node:crypto";
import { unzipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCsv } from "#src/kit/csv.ts";
import { features } from "#src/server/features.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { addRewrite, ownedTables } from "#src/testing/security/belongings.ts";
import type { Belongings } from "#src/testing/security/fixture.ts";
import { furnish } from "#src/testing/security/fixtures.ts";
import { type Answer, type Person, signIn } from "#src/testing/visitor.ts";

/* Everything a person owns, in one archive. */

let product: TestProduct;
let mara: Person;
let jonas: Person;
let has: Belongings;
beforeAll(async () => {
  product = await openTestProduct();
  [mara, jonas] = [await product.signUp(), await product.signUp("Jonas Weber")];
  has = await furnish(mara);
  await addRewrite(has, product);
  await furnish(jonas);
});
afterAll(() => product.close());

const ask = (person: Person): Promise<Answer> => person.send("POST", "/api/user/export", {});
async function archiveOf(person: Person): Promise<Map<string, Uint8Array>> {
  const answer = await ask(person);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const bytes = new Uint8Array(await answer.response.arrayBuffer());
  return new Map(Object.entries(unzipSync(bytes)));
}
const textIn = (archive: Map<string, Uint8Array>, path: string): string =>
  new TextDecoder().decode(archive.get(path) ?? new Uint8Array());

describe("the archive", () => {
  test("holds every table that a person owns, with every row of the person and none of others", async () => {
    const tables = new Map(features.flatMap(({ tables: own = {} }) => Object.entries(own)));
    const counts = new Map<string, number>();
    for (const [table, of] of tables) {
      if (!("owner" in of)) continue;
      const { rows } = await sql<{ count: string }>`select count(*) from ${sql.table(table)}
        where ${sql.ref(of.owner)} = ${mara.userId}`.execute(product.database.db);
      counts.set(table, Number(rows[0]?.count));
    }
    const archive = await archiveOf(mara);
    const filled: string[] = [];
    for (const table of ownedTables) {
      const text = textIn(archive, `data/${table}.json`);
      expect([table, archive.has(`data/${table}.json`)]).toEqual([table, true]);
      const rows = JSON.parse(text) as Record<string, unknown>[];
      if (counts.has(table)) expect([table, rows.length]).toEqual([table, counts.get(table)]);
      if (rows.length > 0) filled.push(table);
      expect(text).not.toContain(jonas.userId);
      expect(text).not.toContain(jonas.email);
    }
    expect(filled.length).toBeGreaterThan(18);
  });

  test("holds nothing that opens anything", async () => {
    await mara.send("POST", "/api/user/two-factor/begin", {});
    const archive = await archiveOf(mara);
    const { db } = product.database;
    const secrets = [
      ...(await db.selectFrom("session").select("token_hash as value").execute()),
      ...(await db.selectFrom("account").select("password as value").execute()),
      ...(await db.selectFrom("account_link").select("token_hash as value").execute()),
      ...(await db.selectFrom("second_factor").select("secret as value").execute()),
    ].map(({ value }) => value ?? "");
    expect(secrets.length).toBeGreaterThan(5);
    for (const path of archive.keys()) {
      const text = textIn(archive, path);
      for (const secret of secrets) expect([path, text.includes(secret)]).toEqual([path, false]);
      expect([path, /#token=[\w.-]/.test(text)]).toEqual([path, false]);
      // A new table with a column of such a name must say that it is withheld.
      if (path.startsWith("data/"))
        expect([path, /"\w*(token|secret|password|token_hash|code_hash)":/.exec(text)?.[0]]).toEqual([path, undefined]);
    }
  });

  test("holds documents, leads, calendar, files and picture in forms that other programs read", async () => {
    await mara.send("POST", "/api/leads", {
      enData: { leads: [{ name: "=cmd|' /C calc'!A0", notes: "+1\nsecond line", tags: ["@x", "b"] }] },
    });
    await mara.send("POST", "/api/calendar/entry", {
      enData: {
        type: "3010",
        title: "Ebbe; und Flut, BEGIN:VEVENT\r\nX-EVIL:1",
        notes: "ä".repeat(200),
        start: "2026-06-01T08:00:00Z",
        end: "2026-06-01T09:00:00Z",
        timeZone: "Europe/Berlin",
        rrule: "FREQ=WEEKLY;BYDAY=MO",
      },
    });
    const upload = new TextEncoder().encode("own words of a file");
    const name = "Gezeiten äöü.txt";
    for (let turn = 0; turn < 2; turn += 1)
      await mara.send("POST", "/api/files", upload, {
        "content-type": "application/octet-stream",
        "x-file-name": encodeURIComponent(name),
      });
    const archive = await archiveOf(mara);
    const paths = [...archive.keys()];

    const leads = readCsv(textIn(archive, "leads.csv"));
    expect(leads[0]?.[0]).toBe("name");
    expect(leads.map(([first]) => first)).toContain("'=cmd|' /C calc'!A0");
    expect(leads.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);

    const calendar = textIn(archive, "calendar.ics");
    const lines = calendar.split("\r\n");
    expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    const unfolded = calendar.replaceAll("\r\n ", "").split("\r\n");
    expect(unfolded).toContain("SUMMARY:Ebbe\\; und Flut\\, BEGIN:VEVENT\\nX-EVIL:1");
    expect(unfolded).toContain("DTSTART;TZID=Europe/Berlin:20260601T100000");
    expect(unfolded).toContain("RRULE:FREQ=WEEKLY;BYDAY=MO");
    expect(unfolded).toContain(`DESCRIPTION:${"ä".repeat(200)}`);
    expect(unfolded.filter((line) => line === "BEGIN:VEVENT").length).toBe(
      unfolded.filter((line) => line.startsWith("UID:")).length,
    );

    const documents = paths.filter((path) => path.startsWith("documents/"));
    expect(documents.length).toBeGreaterThan(0);
    for (const path of documents) expect(textIn(archive, path)).toMatch(/^---\ntitle: /);
    expect(paths).toContain(`files/${name}`);
    expect(paths).toContain("files/Gezeiten äöü (2).txt");
    expect(textIn(archive, `files/${name}`)).toBe("own words of a file");
    expect(paths.filter((path) => /(^|\/)\.|\\|[\r\n]/.test(path))).toEqual([]);
  });
});

describe("asking for it", () => {
  test("needs a recent sign-in and stands in the log", async () => {
    const person = await product.signUp();
    await product.database.db
      .updateTable("session")
      .set({ proven_at: sql<Date>`now() - interval '11 minutes'` })
      .where("user_id", "=", person.userId)
      .execute();
    const refused = await ask(person);
    expect([refused.status, refused.body.code]).toEqual([403, "session.notRecent"]);
    // It is none of the three of the day.
    const key = createHash("sha256").update(`export.day\n${person.userId}`).digest("base64url");
    const counted = () => product.database.db.selectFrom("throttle").select("points").where("key", "=", key).execute();
    expect(await counted()).toEqual([]);
    await person.send("POST", "/api/user/proof", { password: person.password });
    expect((await ask(person)).status).toBe(200);
    expect(await counted()).toEqual([{ points: 1 }]);
    const { events } = (await person.send("GET", "/api/user/events")).body as { events: { kind: string }[] };
    expect(events.map(({ kind }) => kind)).toEqual(["exported", "signedIn"]);
  });

  test("is answered three times a day, one at a time", async () => {
    const strict = await openTestProduct({ beside: product, env: { THROTTLES: "default", ROLE: "web" } });
    try {
      const person = await product.signUp();
      const visitor = strict.visit();
      await signIn(visitor, person);
      // Not read through `send`, which waits for the whole body.
      const begin = (): Promise<Response> =>
        Promise.resolve(
          strict.fetch(
            new Request(`${strict.origin}/api/user/export`, {
              method: "POST",
              body: "{}",
              headers: { cookie: visitor.cookie(), origin: strict.origin, "content-type": "application/json" },
            }),
          ),
        );
      const first = await begin();
      expect(first.status).toBe(200);
      expect((await begin()).status).toBe(429);
      expect(Object.keys(unzipSync(new Uint8Array(await first.arrayBuffer()))).length).toBeGreaterThan(20);
      const second = await begin();
      // Whoever hangs up frees the place.
      await second.body?.cancel();
      const third = await begin();
      expect([second.status, third.status]).toEqual([200, 200]);
      await third.arrayBuffer();
      const fourth = await begin();
      expect(fourth.status).toBe(429);
      expect(Number(fourth.headers.get("retry-after"))).toBeGreaterThan(3600);
    } finally {
      await strict.close();
    }
  });
});
