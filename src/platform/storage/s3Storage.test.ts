import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openS3Double, type S3Double } from "#src/testing/s3Double.ts";
import { storageSuite } from "#src/testing/storageSuite.ts";
import { openStorage } from "./openStorage.ts";
import { s3Storage, tryBucket, type S3Options } from "./s3Storage.ts";
import { hashOf } from "./storage.ts";

let double: S3Double;
beforeAll(async () => {
  double = await openS3Double();
});
afterAll(() => double.close());
beforeEach(() => {
  double.behave("works");
  double.objects.clear();
  double.requests.length = 0;
});

const options = (more: Partial<S3Options> = {}): S3Options => ({
  endpoint: double.url,
  region: double.region,
  bucket: double.bucket,
  accessKeyId: double.accessKeyId,
  secretAccessKey: double.secretAccessKey,
  prefix: "",
  pathStyle: true,
  ...more,
});

storageSuite("bucket", () => s3Storage(options()));
storageSuite("bucket with a prefix", () => s3Storage(options({ prefix: "pioneer/files/" })));

const bytes = new TextEncoder().encode("a file");

describe("storage in a bucket", () => {
  it("names objects by their content, in the path, and sends the same bytes once", async () => {
    const storage = s3Storage(options({ prefix: "p/" }));
    const hash = await storage.put(bytes);
    await storage.put(bytes);
    const path = `/${double.bucket}/p/${hash.slice(0, 2)}/${hash}`;
    expect(double.requests).toEqual([`HEAD ${path}`, `PUT ${path}`, `HEAD ${path}`]);
  });

  it("notices bytes that are not what was put", async () => {
    const storage = s3Storage(options());
    double.behave("damages");
    const hash = await storage.put(bytes);
    await expect(storage.get(hash)).rejects.toThrow(`Stored content ${hash} is damaged`);
  });

  it("waits when the server asks to slow down, and says 503 when it keeps asking", async () => {
    const storage = s3Storage(options());
    double.behave({ slowDown: 2 });
    expect(await storage.put(bytes)).toBe(hashOf(bytes));
    double.behave({ slowDown: 100 });
    await expect(storage.put(bytes)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  });

  it.each(["full", "quota"] as const)("says 507 when the bucket is %s, and reading goes on", async (behaviour) => {
    const storage = s3Storage(options());
    const hash = await storage.put(bytes);
    double.behave(behaviour);
    await expect(storage.put(new TextEncoder().encode("more"))).rejects.toMatchObject({
      code: "storage.full",
      status: 507,
    });
    expect(await storage.get(hash)).toEqual(bytes);
  });

  it("says 503 when the server does not answer in time or is away", async () => {
    double.behave("hangs");
    await expect(s3Storage(options({ timeoutMs: 100 })).get(hashOf(bytes))).rejects.toMatchObject({ status: 503 });
    await expect(s3Storage(options({ endpoint: "http://127.0.0.1:9" })).put(bytes)).rejects.toMatchObject({
      status: 503,
    });
  });

  it("keeps a mark that the first writer sets", async () => {
    const storage = s3Storage(options({ prefix: "p/" }));
    expect(await storage.readMark()).toBeNull();
    expect(await storage.writeMark("one")).toBe("one");
    expect(await storage.writeMark("two")).toBe("one");
    await storage.replaceMark("three");
    expect(await storage.readMark()).toBe("three");
    expect([...double.objects.keys()]).toEqual(["p/.pioneer-files"]);
  });
});

describe("the trial of a bucket at the start", () => {
  it("leaves nothing behind", async () => {
    await tryBucket(s3Storage(options()));
    expect(double.objects.size).toBe(0);
    expect(double.requests.map((request) => request.slice(0, 6))).toEqual(["PUT /p", "GET /p", "DELETE"]);
  });

  it.each([
    ["a bucket that is not there", { bucket: "other" }, "works", /S3_BUCKET/],
    ["a wrong key", { accessKeyId: "AKIDOTHER" }, "works", /the key is refused/],
    ["a wrong secret", { secretAccessKey: "not the secret" }, "works", /the key is refused/],
    ["a key without rights", {}, "denies", /may not read, write and delete/],
    ["a key that may only read", {}, "readsOnly", /may not read, write and delete/],
    ["a full bucket", {}, "full", /there is no room left/],
    ["a bucket that changes what it stores", {}, "damages", /does not give back what was written/],
    ["a server that is away", { endpoint: "http://127.0.0.1:9" }, "works", /does not answer \(ECONNREFUSED\)/],
    ["a server that hangs", { timeoutMs: 100 }, "hangs", /does not answer \(ETIMEDOUT\)/],
  ] as const)("names %s in one sentence without the secret", async (_, more, behaviour, sentence) => {
    double.behave(behaviour);
    const refusal = await tryBucket(s3Storage(options(more))).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Error);
    const { message } = refusal as Error;
    expect(message).toMatch(/^S3: bucket \S+ at 127\.0\.0\.1:\d+ cannot be used: .*\.$/);
    expect(message).toMatch(sentence);
    expect(message).not.toContain(double.secretAccessKey);
  });

  it("happens where the settings name a bucket", async () => {
    const settings = {
      dataDir: "nowhere",
      filesDir: undefined,
      s3Endpoint: double.url,
      s3Region: double.region,
      s3Bucket: double.bucket,
      s3AccessKeyId: double.accessKeyId,
      s3SecretAccessKey: double.secretAccessKey,
      s3Prefix: "",
      s3PathStyle: "true",
    } as const;
    const storage = await openStorage(settings);
    expect(await storage.get(await storage.put(bytes))).toEqual(bytes);
    await expect(openStorage({ ...settings, s3Bucket: "other" })).rejects.toThrow(/^S3: /);
  });
});
