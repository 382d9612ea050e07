import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromBase64, open, plainCipher, seal, toBase64 } from "./envelope.ts";

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => new Uint8Array(bytes));
const method = fc.constantFrom("POST", "PUT", "PATCH", "DELETE");
const path = fc.webPath().map((text) => `/api${text}`);
const value = fc.jsonValue();
const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

describe("sealed envelopes", () => {
  test("are opened by either cipher implementation, whichever sealed them", async () => {
    await fc.assert(
      fc.asyncProperty(
        key,
        method,
        path,
        value,
        fc.boolean(),
        fc.boolean(),
        async (k, m, p, v, plainSeal, plainOpen) => {
          const sealed = await seal(k, m, p, v, plainSeal ? plainCipher : undefined);
          const opened = await open(k, m, p, sealed, plainOpen ? plainCipher : undefined);
          expect(opened.ok && same(opened.value, v)).toBe(true);
        },
      ),
    );
  });

  test.each([
    ["platform", undefined],
    ["plain", plainCipher],
  ] as const)("are rejected when altered or truncated at any byte (%s)", async (_name, cipher) => {
    const k = new Uint8Array(32).fill(7);
    const sealed = await seal(k, "POST", "/api/calendar/entry", { title: "Termin", wert: 3 });
    const bytes = fromBase64(sealed) ?? new Uint8Array();
    expect(bytes.length).toBeGreaterThan(28);
    for (let at = 0; at < bytes.length; at += 1) {
      for (const bit of [1, 128]) {
        const flipped = bytes.map((byte, index) => (index === at ? byte ^ bit : byte));
        expect(await open(k, "POST", "/api/calendar/entry", toBase64(flipped), cipher)).toEqual({
          ok: false,
          failure: "refused",
        });
      }
      const cut = await open(k, "POST", "/api/calendar/entry", toBase64(bytes.slice(0, at)), cipher);
      expect(cut).toEqual({ ok: false, failure: at < 28 ? "malformed" : "refused" });
    }
    for (let at = 0; at < sealed.length; at += 1) {
      const other = sealed[at] === "A" ? "B" : "A";
      expect(
        (await open(k, "POST", "/api/calendar/entry", sealed.slice(0, at) + other + sealed.slice(at + 1), cipher)).ok,
      ).toBe(false);
      expect((await open(k, "POST", "/api/calendar/entry", sealed.slice(0, at), cipher)).ok).toBe(false);
    }
  });

  test("are rejected with another key, method or path", async () => {
    await fc.assert(
      fc.asyncProperty(key, key, method, method, path, path, value, async (k1, k2, m1, m2, p1, p2, v) => {
        const sealed = await seal(k1, m1, p1, v);
        const isSame = same([...k1], [...k2]) && m1 === m2 && p1 === p2;
        expect((await open(k2, m2, p2, sealed)).ok).toBe(isSame);
        expect((await open(k1, m1, `${p1}x`, sealed)).ok).toBe(false);
      }),
    );
  });

  test("return a failure for any text without throwing", async () => {
    const k = new Uint8Array(32);
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: "binary" })), async (text) => {
        expect((await open(k, "POST", "/api/leads", text)).ok).toBe(false);
      }),
    );
  });

  test("are different each time", async () => {
    const k = new Uint8Array(32);
    const sealed = await Promise.all(Array.from({ length: 100 }, () => seal(k, "POST", "/api/leads", {})));
    expect(new Set(sealed).size).toBe(100);
  });
});
