import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashOf, isHash, localStorage } from "./storage.ts";
import { storageSuite } from "#src/testing/storageSuite.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "pioneer-storage-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

storageSuite("local folder", () => localStorage(join(dir, "files")));

describe("local storage", () => {
  const pathOf = (hash: string): string => join(dir, hash.slice(0, 2), hash);

  test("restricts files to their owner", async () => {
    const hash = await localStorage(dir).put(Buffer.from("mine"));
    expect((await stat(pathOf(hash))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dir, hash.slice(0, 2)))).mode & 0o777).toBe(0o700);
  });

  test("leaves no temporary file behind", async () => {
    const storage = localStorage(dir);
    const hash = await storage.put(Buffer.from("whole"));
    await Promise.all(Array.from({ length: 20 }, () => storage.put(Buffer.from("whole"))));
    expect(await readdir(join(dir, hash.slice(0, 2)))).toEqual([hash]);
  });

  test("detects modified content", async () => {
    const storage = localStorage(dir);
    const hash = await storage.put(Buffer.from("true"));
    await writeFile(pathOf(hash), "fake");
    await expect(storage.get(hash)).rejects.toThrow(/damaged/);
  });

  test("never accesses paths outside of its folder", async () => {
    const storage = localStorage(join(dir, "inner"));
    await writeFile(join(dir, "outside"), "secret");
    const key = fc.oneof(
      fc.constantFrom(
        "../outside",
        "..\\outside",
        "/etc/passwd",
        "",
        ".",
        "..",
        "\u0000",
        `${"a".repeat(63)}/`,
        "../".repeat(22),
      ),
      fc.string(),
      fc.array(fc.constantFrom("..", "/", "a", "outside", "\u0000"), { maxLength: 8 }).map((parts) => parts.join("")),
    );
    await fc.assert(
      fc.asyncProperty(key, async (value) => {
        fc.pre(!isHash(value));
        expect(await storage.get(value)).toBeNull();
        await storage.delete(value);
      }),
    );
    expect(await readFile(join(dir, "outside"), "utf8")).toBe("secret");
  });

  test("uses SHA-256 as content hash", () => {
    expect(hashOf("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
