import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { purgeOld } from "#src/server/retention.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { type Answer, type Person, signIn, type Visitor } from "#src/testing/visitor.ts";
import { sendRequestedLinks } from "./server/links.ts";

/* What a person changes about the account, and the log of it that the person can read. */

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

const mailsTo = (address: string) =>
  product.database.db.selectFrom("mail").selectAll().where("recipient", "=", address).orderBy("id").execute();
async function tokenTo(address: string, kind: string): Promise<string> {
  const mail = (await mailsTo(address)).findLast((one) => one.kind === `account-${kind}`);
  return /#token=(\S+)/.exec(mail?.text_body ?? "")?.[1] ?? "";
}
let count = 0;
const newAddress = (): string => `new${(count += 1)}@profile.example`;
const outcomeOf = ({ status, body }: Answer): string => `${status} ${body?.code ?? "ok"}`;
const confirm = (visitor: Pick<Visitor, "send">, token: string): Promise<Answer> =>
  visitor.send("POST", "/api/auth/email", { token });
const canSignIn = (email: string, password: string): Promise<boolean> =>
  signIn(product.visit(), { email, password }).then(
    () => true,
    () => false,
  );

test("a name is changed at once", async () => {
  const person = await product.signUp();
  const answer = await person.send("PATCH", "/api/user", { name: "Mara Sturm" });
  expect([answer.status, answer.body.name]).toEqual([200, "Mara Sturm"]);
  expect((await person.send("GET", "/api/auth/session")).body.user.name).toBe("Mara Sturm");
  expect((await person.send("PATCH", "/api/user", { name: "\u200b " })).status).toBe(400);
});

describe("another email address", () => {
  test("counts once its own link was confirmed, and the old address gets word of both", async () => {
    const person = await product.signUp();
    await person.verify?.();
    const next = newAddress();
    expect((await person.send("POST", "/api/user/email", { email: next.toUpperCase() })).body).toEqual({ sent: true });
    expect((await person.send("GET", "/api/user/security")).body.pendingEmail).toBe(next);
    expect((await person.send("GET", "/api/user")).body.email).toBe(person.email);
    expect(await canSignIn(next, person.password)).toBe(false);
    expect((await mailsTo(next)).map(({ kind }) => kind)).toEqual(["account-email"]);

    expect((await confirm(person, await tokenTo(next, "email"))).body).toEqual({ confirmed: true });
    const user = (await person.send("GET", "/api/user")).body;
    expect([user.email, user.emailVerified]).toEqual([next, true]);
    expect((await person.send("GET", "/api/user/security")).body.pendingEmail).toBeNull();
    expect([await canSignIn(next, person.password), await canSignIn(person.email, person.password)]).toEqual([
      true,
      false,
    ]);
    expect((await mailsTo(person.email)).map(({ kind }) => kind)).toEqual([
      "account-verify",
      "account-emailAsked",
      "account-emailChanged",
    ]);
  });

  test("is confirmed once, by POST, and by the newest link only", async () => {
    const person = await product.signUp();
    const [first, second] = [newAddress(), newAddress()];
    await person.send("POST", "/api/user/email", { email: first });
    const older = await tokenTo(first, "email");
    await person.send("POST", "/api/user/email", { email: second });
    const token = await tokenTo(second, "email");
    expect(outcomeOf(await confirm(person, older))).toBe("410 verification.invalidLink");
    expect((await product.send("GET", `/api/auth/email?token=${token}`)).status).not.toBe(200);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(person, token)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect((await person.send("GET", "/api/user")).body.email).toBe(second);
    // A link of another kind confirms nothing here.
    expect(outcomeOf(await confirm(person, await tokenTo(person.email, "verify")))).toBe(
      "410 verification.invalidLink",
    );
  });

  test("is not confirmed by its owner, who only has the mail", async () => {
    const person = await product.signUp();
    const next = newAddress();
    await person.send("POST", "/api/user/email", { email: next });
    const token = await tokenTo(next, "email");
    for (const visitor of [product, await product.signUp()])
      expect(outcomeOf(await confirm(visitor, token))).toBe("403 verification.signInFirst");
    expect((await person.send("GET", "/api/user")).body.email).toBe(person.email);
    expect(outcomeOf(await confirm(person, token))).toBe("200 ok");
  });

  test("is none that somebody has, had it before the link or took it after", async () => {
    const [person, other] = [await product.signUp(), await product.signUp()];
    expect(outcomeOf(await person.send("POST", "/api/user/email", { email: other.email }))).toBe(
      "409 register.duplicateUser",
    );
    expect(outcomeOf(await person.send("POST", "/api/user/email", { email: person.email.toUpperCase() }))).toBe(
      "409 email.same",
    );
    const wanted = newAddress();
    await person.send("POST", "/api/user/email", { email: wanted });
    await other.send("POST", "/api/user/email", { email: wanted });
    const tokens = (await mailsTo(wanted)).map(({ text_body: text }) => /#token=(\S+)/.exec(text)?.[1] ?? "");
    const answers = await Promise.all(tokens.map((token, at) => confirm(at === 0 ? person : other, token)));
    expect(answers.map(outcomeOf).toSorted()).toEqual(["200 ok", "409 register.duplicateUser"]);
  });

  test("kills the links of the old one, and a new password cancels the change", async () => {
    const person = await product.signUp();
    await product.send("POST", "/api/auth/reset/request", { email: person.email });
    await expect.poll(() => tokenTo(person.email, "reset")).not.toBe("");
    const reset = await tokenTo(person.email, "reset");
    const next = newAddress();
    await person.send("POST", "/api/user/email", { email: next });
    await confirm(person, await tokenTo(next, "email"));
    const finish = { token: reset, password: "a password of the old mailbox" };
    expect(outcomeOf(await product.send("POST", "/api/auth/reset/finish", finish))).toBe("410 resetAuth.invalidLink");

    const further = newAddress();
    await person.send("POST", "/api/user/email", { email: further });
    const change = { currentPassword: person.password, newPassword: "another long password" };
    expect((await person.send("POST", "/api/user/password", change)).status).toBe(200);
    expect(outcomeOf(await confirm(person, await tokenTo(further, "email")))).toBe("410 verification.invalidLink");
    await sendRequestedLinks(product.deps);
  });
});

describe("a picture", () => {
  const put = (person: Person, bytes: Uint8Array): Promise<Answer> =>
    person.send("PUT", "/api/user/picture", bytes, { "content-type": "application/octet-stream" });
  const photo = (format: "jpeg" | "png" | "webp" | "gif" | "avif"): Promise<Buffer> =>
    sharp({ create: { width: 600, height: 400, channels: 3, background: "#0a6447" } })
      .withExif({ IFD0: { Copyright: "where-it-was-taken" } })
      .toFormat(format)
      .toBuffer();

  test.each(["jpeg", "png", "webp", "gif", "avif"] as const)(
    "of %s becomes a square WebP without its notes",
    async (format) => {
      const person = await product.signUp();
      const { image } = (await put(person, await photo(format))).body;
      expect((await person.send("GET", "/api/user")).body.image).toBe(image);
      const { response } = await person.send("GET", image);
      expect(response.headers.get("content-type")).toBe("image/webp");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      const bytes = Buffer.from(await response.arrayBuffer());
      const { format: found, width, height } = await sharp(bytes).metadata();
      expect([found, width, height]).toEqual(["webp", 256, 256]);
      expect(bytes.includes("where-it-was-taken")).toBe(false);
    },
  );

  test("is refused when it is none, draws, or is too large, and the one of before stays", async () => {
    const person = await product.signUp();
    const { image } = (await put(person, await photo("png"))).body;
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    for (const wrong of [svg, "<html>", "", "GIF89a", "%PDF-1.7"])
      expect(outcomeOf(await put(person, Buffer.from(wrong)))).toBe("415 picture.unreadable");
    expect(outcomeOf(await put(person, bomb))).toBe("415 picture.unreadable");
    expect((await put(person, Buffer.alloc(5 * 1_048_576 + 1))).status).toBe(413);
    expect((await person.send("GET", "/api/user")).body.image).toBe(image);
  });

  test("is seen by its owner alone, and goes when it is removed", async () => {
    const [person, other] = [await product.signUp(), await product.signUp()];
    const { image } = (await put(person, await photo("jpeg"))).body;
    expect((await other.send("GET", image)).status).toBe(404);
    expect((await product.send("GET", image)).status).toBe(401);
    expect((await person.send("DELETE", "/api/user/picture", {})).status).toBe(200);
    expect((await person.send("GET", image)).status).toBe(404);
    expect((await person.send("GET", "/api/user")).body.image).toBeNull();
  });
});

describe("the log of an account", () => {
  interface Event {
    id: string;
    kind: string;
    network: string | null;
    userAgent: string | null;
  }
  const eventsOf = async (person: Person, query = ""): Promise<{ events: Event[]; nextCursor?: string }> =>
    (await person.send("GET", `/api/user/events${query}`)).body;

  test("tells what happened, from which network, and no token", async () => {
    const person = await product.signUp();
    await canSignIn(person.email, "wrong wrong wrong");
    await signIn(product.visit(), person);
    await person.send("DELETE", "/api/user/sessions", { others: true });
    const next = newAddress();
    await person.send("POST", "/api/user/email", { email: next });
    await confirm(person, await tokenTo(next, "email"));
    await person.send("POST", "/api/user/password", {
      currentPassword: person.password,
      newPassword: "another long password",
    });
    const { events } = await eventsOf(person);
    expect(events.map(({ kind }) => kind)).toEqual([
      "passwordChanged",
      "emailChanged",
      "emailChangeAsked",
      "sessionsEnded",
      "signedIn",
      "signInFailed",
      "signedIn",
    ]);
    expect(Object.keys(events[0] ?? {}).toSorted()).toEqual(["date", "id", "kind", "network", "userAgent"]);
    const other = await product.signUp();
    expect((await eventsOf(other)).events.map(({ kind }) => kind)).toEqual(["signedIn"]);
  });

  test("comes in pages, and forgets after 180 days", async () => {
    const person = await product.signUp();
    for (let turn = 0; turn < 4; turn += 1) await signIn(product.visit(), person);
    const first = await eventsOf(person, "?limit=2");
    const second = await eventsOf(person, `?limit=2&cursor=${first.nextCursor}`);
    const third = await eventsOf(person, `?limit=2&cursor=${second.nextCursor}`);
    const ids = [first, second, third].flatMap(({ events }) => events.map(({ id }) => id));
    expect([ids.length, new Set(ids).size, third.nextCursor]).toEqual([5, 5, undefined]);
    const [newest, ...older] = ids;
    const day = 86_400_000;
    const { db } = product.database;
    const set = (id: string | undefined, days: number) =>
      db
        .updateTable("account_event")
        .set({ created_at: new Date(Date.now() - days * day) })
        .where("id", "=", id ?? "")
        .execute();
    await set(newest, 179);
    for (const id of older) await set(id, 181);
    await purgeOld(product.deps.config, product.deps);
    expect((await eventsOf(person)).events.map(({ id }) => id)).toEqual([newest]);
  });
});
