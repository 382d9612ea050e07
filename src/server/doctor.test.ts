import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesFolder } from "#src/platform/storage/openStorage.ts";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { temporaryFolder } from "#src/testing/database.ts";
import { root } from "#src/testing/sourceTree.ts";
import { readEvents, type Person } from "#src/testing/visitor.ts";
import { examine, inUnits } from "./doctor.ts";
import { migrations } from "./migrations/index.ts";

describe("the doctor", () => {
  let product: TestProduct;
  let mara: Person;
  beforeAll(async () => {
    product = await openTestProduct();
    mara = await product.signUp();
    const workflow = "/api/workflows/userStoryWriterWorkflow";
    const { example } = (await mara.send("GET", workflow)).body;
    const { body } = await mara.send(
      "POST",
      `${workflow}/runs`,
      { enData: { formValues: example } },
      { "idempotency-key": newId() },
    );
    await readEvents(mara, body.run.id);
  });
  afterAll(() => product.close());

  const look = (more: { sendsMail?: boolean; bucket?: string; folder?: string; authSecret?: string } = {}) =>
    examine({
      pool: product.database.pool,
      dataDir: product.deps.config.dataDir,
      files: more.bucket ? { bucket: more.bucket } : { folder: more.folder ?? filesFolder(product.deps.config) },
      migrations: Object.keys(migrations),
      authSecret: more.authSecret ?? product.deps.config.authSecret,
      sendsMail: more.sendsMail ?? false,
    });
  /** What it says is wrong while a statement holds. */
  const wrongWith = async (before: string, after: string, more = {}): Promise<string[]> => {
    await product.database.pool.query(before);
    const { problems } = await look(more);
    await product.database.pool.query(after);
    return problems;
  };

  test("finds nothing wrong with a product that works, and tells its sizes", async () => {
    const { lines, problems } = await look();
    expect(problems).toEqual([]);
    const said = lines.join("\n");
    for (const part of [
      /^Migrations: \d+ applied, the last \d{4}_\w+$/m,
      /^Files: \d+ in .*, \d+/m,
      /^Disk: .* free of /m,
      /^ {2}run_proposal +\d+ rows +[\d.]+ kB/m,
      /^ {2}user +1 rows +[\d.]+ kB {2}since \d{4}-/m,
      /for each of 1 runs$/m,
      /^Runs: 0 wait, 0 at work, 0 failed in the last hour; 1 living/m,
      /^Coins: 0 held for 0 runs$/m,
      /^Outbox: 0 mails wait, 0 failed in the last day$/m,
      /^Ledger: every law holds$/m,
    ])
      expect(said).toMatch(part);
    expect(said).not.toContain(mara.email);
  });

  test("names a broken law of the ledger", async () => {
    expect(
      await wrongWith(
        "update coin_account set balance = balance + 1 where kind = 'person'",
        "update coin_account set balance = balance - 1 where kind = 'person'",
      ),
    ).toEqual(["The ledger breaks a law: a balance is not the sum of its entries: 1."]);
  });

  test("names a run that is open for too long", async () => {
    const problems = await wrongWith(
      "update run set status = 'running', finished_at = null, coins_state = 'held', created_at = now() - interval '2 hours'",
      "update run set status = 'succeeded', finished_at = now(), coins_state = 'captured'",
    );
    expect(problems[0]).toBe("A run is open for 120 min. Its coins stay held until it ends.");
  });

  test("names runs that nobody executes, whether they wait or are at work", async () => {
    // The product of this process beats as well, now and then just before the look.
    const problems = async (): Promise<string> => {
      await product.database.pool.query("update executor set beat_at = now() - interval '1 hour'");
      const found = await wrongWith(
        "update run set status = 'running', finished_at = null, coins_state = 'held'",
        "update run set status = 'succeeded', finished_at = now(), coins_state = 'captured'",
      );
      return found.join("\n");
    };
    await expect.poll(problems, { timeout: 15_000 }).toMatch(/^\d+ runs are open and no process executes runs\. /m);
    await product.database.pool.query("update executor set beat_at = now()");
  });

  test("names mails that could not be delivered", async () => {
    const insert = `insert into mail (id, kind, language, recipient_name, recipient, subject, text_body, html_body, state, due_at, created_at, finished_at)
      values (gen_random_uuid(), 'x', 'en', '', 'a@b.example', '', '', '', 'failed', now(), now() - interval '3 hours', now())`;
    expect(await wrongWith(insert, "delete from mail")).toEqual([
      "1 mails could not be delivered in the last day. The log of the workers says why.",
    ]);
  });

  test("names a folder that is not the one of the database", async () => {
    const { path, remove } = await temporaryFolder();
    const { problems } = await look({ folder: path });
    expect(problems).toEqual([`The files of this database are not in ${path}. Set FILES_DIR as the server has it.`]);
    await remove();
  });

  test("names a mail that waits, where mails are sent", async () => {
    const insert = `insert into mail (id, kind, language, recipient_name, recipient, subject, text_body, html_body, state, due_at, created_at)
      values (gen_random_uuid(), 'x', 'en', '', 'a@b.example', '', '', '', 'queued', now() + interval '1 day', now() - interval '3 hours')`;
    expect(await wrongWith(insert, "delete from mail", { sendsMail: true })).toEqual([
      "A mail waits for 180 min. The log of the workers says what the server answers.",
    ]);
    expect(await wrongWith(insert, "delete from mail")).toEqual([]);
  });

  test("names a secret that is not the one of the database, and tells what a bucket holds", async () => {
    const { lines, problems } = await look({ authSecret: "x".repeat(40), bucket: "people" });
    expect(problems).toEqual(["AUTH_SECRET is not the one that this database was used with."]);
    expect(lines).toContain("Files: 0 uploads in the bucket people, 0 B, and the texts of read pages");
  });

  test("names migrations that wait and data of a newer version", async () => {
    const [latest = ""] = Object.keys(migrations).toReversed();
    const waiting = await wrongWith(
      `update kysely_migration set name = '9999_future' where name = '${latest}'`,
      `update kysely_migration set name = '${latest}' where name = '9999_future'`,
    );
    expect(waiting).toEqual([
      `1 migrations wait (${latest}). Starting Pioneer applies them.`,
      "The data was written by a newer version of Pioneer (9999_future).",
    ]);
  });

  test("writes sizes as people read them", () => {
    expect([0, 999, 1_000, 123_456, 5_000_000_000].map(inUnits)).toEqual([
      "0 B",
      "999 B",
      "1.0 kB",
      "123.5 kB",
      "5.0 GB",
    ]);
  });
});

/** The command as a terminal runs it. */
async function command(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(root, "scripts/doctor.mjs")], {
    cwd: root,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => (output += part));
  const code = await new Promise<number | null>((done) => child.once("close", done));
  return { code, output };
}

test("npm run doctor looks into a DATABASE_URL, and fails where there is nothing", async () => {
  const folder = await temporaryFolder();
  const nothing = await command({ DATA_DIR: folder.path });
  expect(nothing).toEqual({ code: 1, output: `There is no database in ${folder.path} yet. npm start makes one.\n` });
  const { openTestDatabase } = await import("#src/testing/database.ts");
  const database = await openTestDatabase();
  const healthy = await command({ DATA_DIR: folder.path, DATABASE_URL: database.connectionString });
  expect(healthy.output).toContain("Nothing is wrong.");
  expect(healthy.output).not.toContain(new URL(database.connectionString).password);
  expect(healthy.code).toBe(0);
  const empty = await openTestDatabase(2, false);
  const unset = await command({ DATA_DIR: folder.path, DATABASE_URL: empty.connectionString });
  expect(unset.output).toContain("The database is empty.");
  expect(unset.code).toBe(1);
  await Promise.all([database.close(), empty.close(), folder.remove()]);
}, 60_000);
