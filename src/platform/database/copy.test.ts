import { mkdir } from "node:fs/promises";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import type { PoolClient } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestDatabase, openTestDatabase, temporaryFolder } from "#src/testing/database.ts";
import { copyIn, copyOut } from "./copy.ts";

let database: TestDatabase;
let client: PoolClient;

beforeAll(async () => {
  database = await openTestDatabase(1, false);
});
afterAll(() => database.close());
beforeEach(async () => {
  client = await database.pool.connect();
});
afterEach(() => client.release(true));

/** Takes one chunk a turn and asks for a pause at each, so that the end of a COPY always comes during one. */
class SlowTarget extends Writable {
  readonly chunks: Buffer[] = [];
  mostListeners = 0;

  constructor() {
    super({ highWaterMark: 1 });
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error) => void): void {
    this.chunks.push(chunk);
    this.mostListeners = Math.max(this.mostListeners, this.listenerCount("drain"));
    void turn().then(() => done());
  }
}

test("keeps the connection usable after a copy that ended under backpressure", async () => {
  const target = new SlowTarget();
  await copyOut(client, "copy (select generate_series(1, 500)) to stdout", target);
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  expect(Buffer.concat(target.chunks).toString().trimEnd().split("\n")).toHaveLength(500);
  expect(target.mostListeners).toBeLessThanOrEqual(2);
});

test("completes a copy only when the target has received everything", async () => {
  const target = new SlowTarget();
  await copyOut(client, "copy (select generate_series(1, 100)) to stdout", target);
  expect(target.writableFinished).toBe(true);
});

test("keeps the connection usable after a copy that failed midway", async () => {
  const target = new SlowTarget();
  const failing = "copy (select 1 / (20000 - n) from generate_series(1, 30000) n) to stdout";
  await expect(copyOut(client, failing, target)).rejects.toMatchObject({ code: "22012" });
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  expect(target.destroyed).toBe(true);
});

test("fails a copy with the error of its target", async () => {
  const target = new Writable({ write: (_chunk, _encoding, done) => done(new Error("disk full")) });
  const copy = copyOut(client, "copy (select generate_series(1, 1000000)) to stdout", target);
  await expect(copy).rejects.toThrow("disk full");
});

test("copies megabytes in and out unchanged", async () => {
  await client.query("create temporary table line (text text)");
  const lines = Array.from({ length: 40_000 }, (_, at) => `${at} ${"x".repeat(60)}\n`);
  const source = Readable.from(lines.map((line) => Buffer.from(line)));
  await copyIn(client, "copy line from stdin", source);
  const target = new SlowTarget();
  await copyOut(client, "copy line to stdout", target);
  expect(Buffer.concat(target.chunks).equals(Buffer.from(lines.join("")))).toBe(true);
});

test("fails only the copy when its source cannot be read", async () => {
  await client.query("create temporary table line (text text)");
  const folder = await temporaryFolder();
  await mkdir(join(folder.path, "empty"));
  const source = createReadStream(join(folder.path, "empty", "missing"));
  await expect(copyIn(client, "copy line from stdin", source)).rejects.toThrow(/ENOENT/);
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await folder.remove();
});

test("closes the source of a rejected copy and keeps the connection usable", async () => {
  await client.query("create temporary table number (value int)");
  const source = Readable.from(Array.from({ length: 50_000 }, () => Buffer.from("no number, but long enough\n")));
  await expect(copyIn(client, "copy number from stdin", source)).rejects.toMatchObject({ code: "22P02" });
  expect(source.destroyed).toBe(true);
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("closes the source of a copy into a missing table", async () => {
  const source = Readable.from([Buffer.from("1\n")]);
  await expect(copyIn(client, "copy nowhere from stdin", source)).rejects.toMatchObject({ code: "42P01" });
  expect(source.destroyed).toBe(true);
});
