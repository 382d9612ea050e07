import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seal } from "#src/kit/envelope.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { signIn, type Person } from "#src/testing/visitor.ts";
import { everythingOf } from "./belongings.ts";
import { envelopeKey } from "./sealed.ts";

let product: TestProduct;
let mara: Person;
let key: Uint8Array<ArrayBuffer>;
let sealed: string;
const path = "/api/workflows/scheduled/outcome";
const idea = { workflow: "socialPostWriterWorkflow", kind: "post", title: "Tides", plannedAt: "2026-05-01T08:00:00Z" };
beforeAll(async () => {
  product = await openTestProduct();
  mara = await product.signUp();
  key = await envelopeKey(mara);
  sealed = await seal(key, "POST", path, idea);
});
afterAll(() => product.close());

const post = (enData: unknown, person = mara, to = path) => person.send("POST", to, { enData });

test("accepts an envelope sealed with the user's own key", async () => {
  expect((await post(sealed)).status).toBe(201);
});

describe("altered envelope", () => {
  test("is rejected with 400 for any changed bit, and nothing is written", async () => {
    const before = await everythingOf(mara, product);
    const bytes = Buffer.from(sealed, "base64");
    for (let at = 0; at < bytes.length; at += 1) {
      for (const bit of [0x01, 0x80, 0xff]) {
        const changed = Buffer.from(bytes);
        changed[at] = (bytes[at] ?? 0) ^ bit;
        expect([at, bit, (await post(changed.toString("base64"))).status]).toEqual([at, bit, 400]);
      }
    }
    expect(await everythingOf(mara, product)).toBe(before);
  });

  test("is rejected with 400 when truncated or extended", async () => {
    const before = await everythingOf(mara, product);
    const bytes = Buffer.from(sealed, "base64");
    for (let length = 0; length < bytes.length; length += 1) {
      expect([length, (await post(bytes.subarray(0, length).toString("base64"))).status]).toEqual([length, 400]);
      expect((await post(bytes.subarray(length + 1).toString("base64"))).status).toBe(400);
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect([length, (await post(sealed.slice(0, length))).status]).toEqual([length, 400]);
    }
    for (const longer of [
      `${sealed}A`,
      `${sealed}AAAA`,
      ` ${sealed}`,
      `${sealed}\n`,
      sealed.replace(/[A-Za-z]/, (letter) => (letter === "A" ? "B" : "A")),
      `${sealed}=`,
      "=",
      "=".repeat(64),
      "A".repeat(900_000),
    ]) {
      expect([longer.slice(0, 40), (await post(longer)).status]).toEqual([longer.slice(0, 40), 400]);
    }
    expect(await everythingOf(mara, product)).toBe(before);
  });

  test("is rejected with 400 for any character outside of the base64 alphabet", async () => {
    for (let at = 0; at < sealed.length; at += 1) {
      for (const letter of ["-", "é", "\u0000", "😀"]) {
        expect((await post(sealed.slice(0, at) + letter + sealed.slice(at + 1))).status).toBe(400);
      }
    }
  });
});

describe("misdirected envelope", () => {
  test("is rejected when sealed with the key of another user, another session or a made-up one", async () => {
    const jonas = await product.signUp();
    expect((await post(sealed, jonas)).status).toBe(400);
    expect((await post(await seal(await envelopeKey(jonas), "POST", path, idea))).status).toBe(400);
    expect((await post(await seal(crypto.getRandomValues(new Uint8Array(32)), "POST", path, idea))).status).toBe(400);
    expect((await post(await seal(new Uint8Array(32), "POST", path, idea))).status).toBe(400);
    const again = product.visit();
    await signIn(again, mara);
    expect((await again.send("POST", path, { enData: sealed })).status).toBe(400);
  });

  test("is rejected on another path, method or spelling of the path", async () => {
    const made: [string, string, string][] = [
      ["POST", "/api/calendar/entry", path],
      ["PUT", path, path],
      ["post", path, `${path}/`],
      ["POST", path, "/api/workflows/scheduled/%6futcome"],
      ["POST", path, "/api//workflows/scheduled/outcome"],
      ["POST", `${path}?x=1`, path],
    ];
    for (const [method, boundTo, sentTo] of made) {
      const answer = await post(await seal(key, method, boundTo, idea), mara, sentTo);
      expect([method, boundTo, sentTo, [400, 403, 404].includes(answer.status)]).toEqual([
        method,
        boundTo,
        sentTo,
        true,
      ]);
    }
  });

  test("is rejected with 403 for another user's id, sealed or plain", async () => {
    const jonas = await product.signUp();
    const before = await everythingOf(jonas, product);
    const about = { userId: jonas.userId };
    for (const enData of [about, await seal(key, "DELETE", "/api/user", about)]) {
      expect((await mara.send("DELETE", "/api/user", { enData })).status).toBe(403);
    }
    expect(await everythingOf(jonas, product)).toBe(before);
  });

  test("is validated like plain content", async () => {
    for (const wrong of [
      { ...idea, credits: 1 },
      { ...idea, title: "" },
      { ...idea, plannedAt: "tomorrow" },
      [],
      7,
      true,
      null,
      sealed,
      { enData: idea },
    ]) {
      expect((await post(await seal(key, "POST", path, wrong))).status).toBe(400);
    }
  });
});

test("derives a different envelope key for every session", async () => {
  const keys = new Set<string>();
  for (let count = 0; count < 5; count += 1)
    keys.add(Buffer.from(await envelopeKey(await product.signUp())).toString("hex"));
  keys.add(Buffer.from(key).toString("hex"));
  expect(keys.size).toBe(6);
});
