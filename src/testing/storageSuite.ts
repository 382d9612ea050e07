import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashOf, type FileStorage } from "#src/platform/storage/storage.ts";

/** What every storage driver must do. `open` gives an empty one. */
export function storageSuite(name: string, open: () => FileStorage | Promise<FileStorage>): void {
  describe(`storage: ${name}`, () => {
    test("returns stored content unchanged under its SHA-256", async () => {
      const storage = await open();
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
          const hash = await storage.put(bytes);
          expect(hash).toBe(hashOf(bytes));
          expect(Buffer.from((await storage.get(hash)) ?? []).equals(Buffer.from(bytes))).toBe(true);
        }),
        { numRuns: 30 },
      );
    });

    test("stores large content", async () => {
      const storage = await open();
      const bytes = randomBytes(20 * 1024 * 1024);
      expect(hashOf((await storage.get(await storage.put(bytes))) ?? "")).toBe(hashOf(bytes));
    });

    test("returns nothing for unknown or invalid keys", async () => {
      const storage = await open();
      expect(await storage.get(hashOf("never"))).toBeNull();
      for (const key of ["", "..", "../x", "a".repeat(63), "A".repeat(64), "g".repeat(64), `${"a".repeat(64)}\n`]) {
        expect(await storage.get(key)).toBeNull();
        await storage.delete(key);
      }
    });

    test("stores concurrent copies of the same content once", async () => {
      const storage = await open();
      const bytes = Buffer.from("the same");
      const hashes = await Promise.all(Array.from({ length: 20 }, () => storage.put(bytes)));
      expect(new Set(hashes)).toEqual(new Set([hashOf(bytes)]));
      expect(Buffer.from((await storage.get(hashOf(bytes))) ?? []).toString()).toBe("the same");
    });

    test("deletes idempotently and accepts the same content again", async () => {
      const storage = await open();
      const hash = await storage.put(Buffer.from("gone soon"));
      const other = await storage.put(Buffer.from("stays"));
      await storage.delete(hash);
      await storage.delete(hash);
      expect(await storage.get(hash)).toBeNull();
      expect(await storage.get(other)).not.toBeNull();
      expect(await storage.put(Buffer.from("gone soon"))).toBe(hash);
      expect(await storage.get(hash)).not.toBeNull();
    });
  });
}
