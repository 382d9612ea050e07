import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { openSmtpDouble, type SmtpDouble } from "./smtpDouble.ts";
import { type ServerProcess, startServer } from "./torture/server.ts";
import { openVisitor, readRun, signIn, type Visitor } from "./visitor.ts";

const folder = join(import.meta.dirname, "dataFolders");
const record = z.looseObject({ id: z.string() });
/** What the API answered when the folder was made. */
const expectedSchema = z.object({
  email: z.string(),
  password: z.string(),
  file: z.object({ id: z.string(), name: z.string(), text: z.string() }),
  lead: record,
  project: record,
  document: z.unknown(),
  coins: z.object({ credits: z.number() }),
  entry: z.object({ id: z.string(), title: z.string(), start: z.string() }),
  deleted: z.object({ lead: z.object({ id: z.string(), name: z.string() }), projectId: z.string() }),
  queuedRun: z.object({ id: z.string(), coins: z.number() }),
});

/** Brings the moments that count to today: a deletion can be undone for a day, a run may wait for some hours. */
async function renew({ db }: TestDatabase): Promise<void> {
  for (const table of ["lead", "project"] as const)
    await db
      .updateTable(table)
      .set({ deleted_at: sql`now()` })
      .where("deleted_at", "is not", null)
      .execute();
  await db
    .updateTable("run")
    .set({ created_at: sql`now()` })
    .where("finished_at", "is", null)
    .execute();
}

describe.each(await readdir(folder, { withFileTypes: true }).then((all) => all.filter((one) => one.isDirectory())))(
  "a data folder of $name",
  ({ name }) => {
    let known: z.infer<typeof expectedSchema>;
    let database: TestDatabase;
    let smtp: SmtpDouble;
    let dataDir: string;
    let server: ServerProcess;
    let person: Visitor;

    beforeAll(async () => {
      const from = join(folder, name);
      known = expectedSchema.parse(JSON.parse(await readFile(join(from, "expected.json"), "utf8")));
      [database, smtp, dataDir] = await Promise.all([
        openTestDatabase(2, false),
        openSmtpDouble(),
        mkdtemp(join(tmpdir(), "pioneer-old-")),
      ]);
      await database.pool.query(gunzipSync(await readFile(join(from, "database.sql.gz"))).toString("utf8"));
      await renew(database);
      await cp(join(from, "files"), join(dataDir, "files"), { recursive: true });
      server = await startServer({
        DATABASE_URL: database.connectionString,
        DATA_DIR: dataDir,
        AI_ENGINE: "draft",
        AUTH_SECRET: "a secret that only the tests know, 32+ characters",
        SMTP_URL: smtp.url,
        MAIL_FROM: "Pioneer <robot@pioneer.example>",
        SUPPORT_EMAIL: "help@pioneer.example",
      });
      person = openVisitor(server.url);
      await signIn(person, known);
    }, 120_000);
    afterAll(async () => {
      await server.stop();
      await smtp.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    });
    const read = async (path: string) => {
      const answer = await person.send("GET", path);
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.body;
    };

    test("opens with the password of then, and the coins are there", async () => {
      expect((await read("/api/auth/session")).user.email).toBe(known.email);
      // The run that waited holds its coins or has spent them.
      expect((await read("/api/coins")).credits).toBe(known.coins.credits - known.queuedRun.coins);
    });

    test("shows the project and the document of its first revision as they were", async () => {
      const { project } = await read(`/api/projects/workflow/${known.project.id}`);
      expect(project).toMatchObject(known.project);
      const { revision } = await read(`/api/projects/workflow/${known.project.id}/revisions/1`);
      expect(revision.document).toEqual(known.document);
    });

    test("shows the lead and the calendar entry as they were", async () => {
      expect((await read(`/api/leads/${known.lead.id}`)).lead).toMatchObject(known.lead);
      expect((await read(`/api/calendar/entry/${known.entry.id}`)).entry).toMatchObject({ ...known.entry });
    });

    test("serves the file", async () => {
      const { files } = await read("/api/files");
      expect(files).toEqual([expect.objectContaining({ id: known.file.id, name: known.file.name })]);
      expect(await read(`/api/files/${known.file.id}`)).toBe(known.file.text);
    });

    test("takes back deletions of then", async () => {
      const { lead, projectId } = known.deleted;
      expect((await person.send("GET", `/api/leads/${lead.id}`)).status).toBe(404);
      const leads = await person.send("POST", "/api/leads/restore", { ids: [lead.id] });
      expect(leads.body).toMatchObject({ leads: [lead] });
      const project = await person.send("POST", "/api/projects/workflow/restore", { id: projectId });
      expect([project.status, project.body.project?.id]).toEqual([200, projectId]);
    });

    test("sends the mail that waited", async () => {
      await expect.poll(() => smtp.taken.map(({ to }) => to), { timeout: 30_000 }).toEqual([["help@pioneer.example"]]);
    });

    test("executes the run that waited", async () => {
      const events = [];
      for await (const { data } of readRun(person, known.queuedRun.id)) events.push(data);
      expect(events.at(-1)).toMatchObject({ type: "end", run: { status: "succeeded" } });
    });
  },
);
