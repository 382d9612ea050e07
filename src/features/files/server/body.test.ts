import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ProductError } from "#src/kit/errors.ts";
import { headerName, multipartFile, readBody } from "./body.ts";

const limits = { bytes: 1_000, idleMs: 200, totalMs: 500 };

const requestOf = (
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Request => new Request("http://x/", { method: "POST", body, headers, duplex: "half" } as RequestInit);

const statusOf = async (work: () => unknown): Promise<number> => {
  try {
    await work();
    return 200;
  } catch (error) {
    if (error instanceof ProductError) return error.status;
    throw error;
  }
};

describe("request body", () => {
  test("is read up to the size limit and no further", async () => {
    expect((await readBody(requestOf(new Uint8Array(1_000)), limits)).length).toBe(1_000);
    expect(await statusOf(() => readBody(requestOf(new Uint8Array(1_001)), limits))).toBe(413);
  });

  test("is rejected by its announced length before it is read", async () => {
    let asked = 0;
    const body = new ReadableStream<Uint8Array>({ pull: () => void (asked += 1) }, { highWaterMark: 0 });
    expect(await statusOf(() => readBody(requestOf(body, { "content-length": "1001" }), limits))).toBe(413);
    expect(asked).toBe(0);
  });

  test("is cut off at the limit when it never ends", async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 100;
        controller.enqueue(new Uint8Array(100));
      },
    });
    expect(await statusOf(() => readBody(requestOf(body), limits))).toBe(413);
    expect(sent).toBeLessThan(2_000);
  });

  test("times out when it stalls or arrives too slowly", async () => {
    expect(await statusOf(() => readBody(requestOf(new ReadableStream()), limits))).toBe(408);
    const drip = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        controller.enqueue(new Uint8Array(1));
      },
    });
    expect(await statusOf(() => readBody(requestOf(drip), limits))).toBe(408);
  });

  test("returns 400 when the sender disconnects", async () => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error("reset")) });
    expect(await statusOf(() => readBody(requestOf(body), limits))).toBe(400);
  });
});

const type = "multipart/form-data; boundary=XX";
const part = (name: string, body: string): string =>
  `--XX\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${body}\r\n`;

describe("multipart body", () => {
  test("yields its single file as a browser's FormData encodes it", async () => {
    const name = fc
      .string({ unit: "grapheme", minLength: 1 })
      .filter((value) => !/[\r\n]/.test(value) && !/%(22|0D|0A)/i.test(value));
    await fc.assert(
      fc.asyncProperty(name, fc.uint8Array({ maxLength: 300 }), async (given, bytes) => {
        const form = new FormData();
        form.set("file", new File([Uint8Array.from(bytes)], given));
        const request = new Request("http://x/", { method: "POST", body: form });
        const body = new Uint8Array(await request.arrayBuffer());
        const upload = multipartFile(request.headers.get("content-type") ?? "", body);
        expect(upload.name).toBe(given);
        expect(Buffer.from(upload.bytes).equals(Buffer.from(bytes))).toBe(true);
      }),
    );
  });

  test.each([
    ["no boundary", "multipart/form-data", `${part("a", "x")}--XX--`],
    ["nothing", type, ""],
    ["no part", type, "--XX--\r\n"],
    ["no end", type, part("a", "x")],
    ["a cut head", type, "--XX\r\nContent-Dispo"],
    ["two parts", type, `${part("a", "x")}${part("b", "y")}--XX--`],
    ["10,000 parts", type, `${part("a", "x").repeat(10_000)}--XX--`],
    ["a field that is no file", type, '--XX\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--XX--'],
    ["an endless head", type, `--XX\r\n${"X: y\r\n".repeat(10_000)}`],
  ])("with %s returns 400", async (_, contentType, body) => {
    expect(await statusOf(() => multipartFile(contentType, Buffer.from(body)))).toBe(400);
  });

  test("never fails with an unexpected error", () => {
    const piece = fc.oneof(
      fc.constantFrom("--XX", "\r\n", "--", "\r\n\r\n", 'Content-Disposition: form-data; filename="a"', "\u0000", "ä"),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        try {
          multipartFile(type, Buffer.from(pieces.join("")));
        } catch (error) {
          expect(error).toBeInstanceOf(ProductError);
        }
      }),
    );
  });
});

test("decodes any encoded file name from X-File-Name and returns 400 for an unencoded one", async () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", minLength: 1 }).filter((name) => name.isWellFormed()),
      (name) => {
        expect(headerName(encodeURIComponent(name))).toBe(name);
      },
    ),
  );
  for (const value of [undefined, "", "%", "%ff", "%E0%A4%A"])
    expect(await statusOf(() => headerName(value))).toBe(400);
});
