import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ScriptDecompressionStream } from "./scriptDecompression.ts";

const packers = { "deflate-raw": deflateRawSync, deflate: deflateSync, gzip: gzipSync };

/** What comes out of a stream that is given bytes in two pieces. */
async function unpacked(format: string, packed: Uint8Array, cut = 0): Promise<Buffer> {
  const source = new Blob([new Uint8Array(packed.subarray(0, cut)), new Uint8Array(packed.subarray(cut))]).stream();
  return Buffer.from(await new Response(source.pipeThrough(new ScriptDecompressionStream(format))).arrayBuffer());
}

describe.each(Object.entries(packers))("a stream of %s", (format, pack) => {
  test("gives what was packed, wherever it is cut, also with something behind it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3_000 }), fc.nat(4_000), fc.boolean(), async (bytes, cut, isLong) => {
        const whole = isLong ? Buffer.concat(Array.from({ length: 40 }, () => bytes)) : Buffer.from(bytes);
        expect((await unpacked(format, pack(whole), cut)).equals(whole)).toBe(true);
        if (format === "gzip") return;
        const more = Buffer.concat([pack(whole), Buffer.from("more")]);
        expect((await unpacked(format, more, cut)).equals(whole)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test("fails on what is broken or grows beyond 100 MiB", async () => {
    await expect(
      unpacked(format, Buffer.from([7, 255, 3, 1, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9])),
    ).rejects.toThrow();
    await expect(unpacked(format, pack(Buffer.alloc(101 * 1024 * 1024)))).rejects.toThrow();
  });
});

test("other formats are refused, as the web's own stream does", () => {
  expect(() => new ScriptDecompressionStream("brotli")).toThrow(TypeError);
});
