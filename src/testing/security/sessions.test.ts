import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { createHeldEngine } from "#src/testing/heldEngine.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { openVisitor, signIn, type Person, type Visitor } from "#src/testing/visitor.ts";

const { engine, hold } = createHeldEngine();
const password = "a long enough password";

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct({ engine });
});
afterAll(() => product.close());

async function elsewhere(person: Person): Promise<Visitor> {
  const visitor = product.visit();
  await signIn(visitor, person);
  return visitor;
}

describe("open event stream", () => {
  const endings: [string, (person: Person, other: Visitor) => Promise<unknown>][] = [
    ["by signing out everywhere else", (person) => person.send("DELETE", "/api/user/sessions", { others: true })],
    [
      "by a new password",
      (person) => person.send("POST", "/api/user/password", { currentPassword: password, newPassword: `${password}!` }),
    ],
  ];
  test.each(endings)("closes before the next event when its session ends %s", async (_name, end) => {
    const mara = await product.signUp();
    const other = await elsewhere(mara);
    let release = (): void => undefined;
    hold.until = new Promise((resolve) => (release = resolve));
    try {
      const path = "/api/workflows/userStoryWriterWorkflow";
      const { example } = (await mara.send("GET", path)).body;
      const started = await mara.send(
        "POST",
        `${path}/runs`,
        { enData: { formValues: example } },
        { "idempotency-key": newId() },
      );
      const { response: stream } = await other.send("GET", `/api/workflows/runs/${started.body.run.id}/events`);
      expect(stream.status).toBe(200);
      const whole = stream.text();
      await pause(300);
      await end(mara, other);
      const text = await Promise.race([whole, pause(15_000).then(() => "still open")]);
      expect(text).not.toBe("still open");
      expect(text).not.toContain('"type":"end"');
    } finally {
      release();
      hold.until = null;
    }
  });
});

describe("session", () => {
  test("is never taken over from a planted cookie", async () => {
    const mara = await product.signUp();
    const visitor = openVisitor(product.origin, (request) => {
      request.headers.set("cookie", `pioneer.session=planted; ${request.headers.get("cookie") ?? ""}`);
      return product.fetch(request);
    });
    await signIn(visitor, mara);
    expect(visitor.cookie()).not.toContain("planted");
  });

  test("is rejected when any character of its cookie changes", async () => {
    const mara = await product.signUp();
    const visitor = await elsewhere(mara);
    const [name = "", value = ""] =
      visitor
        .cookie()
        .split("; ")
        .find((pair) => pair.startsWith("pioneer.session="))
        ?.split("=", 2) ?? [];
    const signed = decodeURIComponent(value);
    expect(signed.length).toBeGreaterThan(60);
    for (let at = 0; at < signed.length; at += 1) {
      // The last letter of base64 carries bits that nobody reads.
      if (at >= signed.length - 2) continue;
      const letter = signed[at] === "A" ? "B" : "A";
      const changed = signed.slice(0, at) + letter + signed.slice(at + 1);
      const answer = await product.send("GET", "/api/coins", undefined, {
        cookie: `${name}=${encodeURIComponent(changed)}`,
      });
      expect([at, answer.status]).toEqual([at, 401]);
    }
  });

  test("is denied without a server error for malformed cookies", async () => {
    for (const cookie of [
      "pioneer.session=%E0%A4%A",
      "pioneer.session=",
      "=;=;=",
      "pioneer.session=a.b; pioneer.session=c",
      `a=${"b".repeat(8000)}`,
      "pioneer.session=.",
      `pioneer.session=${"%00".repeat(50)}.x`,
    ]) {
      expect((await product.send("GET", "/api/coins", undefined, { cookie })).status).toBe(401);
      expect((await product.send("GET", "/api/auth/session", undefined, { cookie })).body).toEqual({});
      expect((await product.send("GET", "/api/auth/csrf", undefined, { cookie })).status).toBe(200);
    }
  });

  test("is created for each concurrent sign-in, and ending one leaves the other open", async () => {
    const mara = await product.signUp();
    const [one, two] = await Promise.all([elsewhere(mara), elsewhere(mara)]);
    expect(one.cookie()).not.toBe(two.cookie());
    const { csrfToken } = (await one.send("GET", "/api/auth/csrf")).body as { csrfToken: string };
    await one.send("POST", "/api/auth/signout", new URLSearchParams({ csrfToken, json: "true" }));
    expect((await one.send("GET", "/api/coins")).status).toBe(401);
    expect((await two.send("GET", "/api/coins")).status).toBe(200);
  });
});
