import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import fc from "fast-check";
import { Hono } from "hono";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ProductError } from "#src/kit/errors.ts";
import type { RequestEnv } from "#src/platform/http/requestContext.ts";
import { openThrottle } from "#src/platform/throttle.ts";
import { readConfig } from "#src/platform/config.ts";
import { openLog } from "#src/platform/log.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Person } from "#src/testing/visitor.ts";
import { startServer } from "#src/testing/torture/server.ts";
import { openSmtpDouble, type SmtpDouble, type SmtpManner } from "#src/testing/smtpDouble.ts";
import { root } from "#src/testing/sourceTree.ts";
import { oneLine, retryAfter, senderOf } from "./rules.ts";
import { deliverMails } from "./server/deliver.ts";
import { mailboxRoutes } from "./server/routes.ts";
import { openSmtp } from "./server/transport.ts";

const support = "help@pioneer.example";
const sender = { name: "Pioneer", address: "robot@pioneer.example" };
const ownWords = "Compare three supplier offers for brake discs and write the order";

const lines: string[] = [];
let smtp: SmtpDouble;
let product: TestProduct;
/** How far the clock of the process that serves people goes ahead of the database's, milliseconds. */
let aheadMs = 0;
const env = (): Record<string, string> => ({
  SMTP_URL: smtp.url,
  MAIL_FROM: `${sender.name} <${sender.address}>`,
  SUPPORT_EMAIL: support,
});
beforeAll(async () => {
  smtp = await openSmtpDouble();
  // A process that serves people delivers nothing: each test says who does.
  product = await openTestProduct({
    env: { ...env(), ROLE: "web" },
    now: () => new Date(Date.now() + aheadMs),
    log: openLog("trace", { write: (line) => void lines.push(line) }),
  });
});
afterAll(async () => {
  await product.close();
  await smtp.close();
});

/** A process that delivers when told. */
function outboxWorker(url = smtp.url, sendMs = 60_000): { deliver: () => Promise<void> } {
  const deps = { ...product.deps, transport: openSmtp(url, sender), sendMs };
  const { signal } = new AbortController();
  return { deliver: () => deliverMails(deps, { stopping: signal, deadline: signal }) };
}
beforeEach(() => {
  aheadMs = 0;
  smtp.release();
  smtp.behave("take");
  smtp.taken.length = 0;
});
afterEach(async () => {
  await product.database.db.deleteFrom("mail").execute();
});

/** A person whose first mail, which confirms the address, is out of the way. */
async function signedUp(name?: string): Promise<Person> {
  const person = await product.signUp(name);
  await product.database.db.deleteFrom("mail").where("user_id", "=", person.userId).execute();
  return person;
}

/** A person who has proven the address. */
async function verified(name?: string): Promise<Person> {
  const person = await signedUp(name);
  await product.database.db.updateTable("user").set({ email_verified: true }).where("id", "=", person.userId).execute();
  return person;
}

const wishOf = (person: Person, change: object = {}) => ({
  to: support,
  targetLanguage: "en",
  targetEmailCase: "user-use-case-wish",
  targetGroup: "customers",
  placeholders: { fullName: "Mara Brandt", firstName: "Mara", email: person.email, wishUseCase: ownWords },
  ...change,
});
const send = (person: Person, body: object) => person.send("POST", "/api/emailing/send-email", body);

async function wish(person: Person): Promise<void> {
  expect((await send(person, wishOf(person))).status).toBe(200);
}

const rows = () => product.database.db.selectFrom("mail").selectAll().orderBy("id").execute();
const onlyRow = async () => {
  const all = await rows();
  expect(all).toHaveLength(1);
  const [row] = all;
  if (!row) throw new Error("no mail");
  return row;
};
/** The waiting time is over. */
const makeDue = () =>
  product.database.db
    .updateTable("mail")
    .set({ due_at: sql`now()` })
    .execute();
const endLeases = () =>
  product.database.db
    .updateTable("mail")
    .set({ leased_until: sql`now() - interval '1 second'` })
    .execute();

describe("workflow request by email", () => {
  test("is sent once to support, with the user as reply-to address", async () => {
    const mara = await signedUp();
    await wish(mara);
    await outboxWorker().deliver();
    expect(smtp.taken.map(({ from, to }) => [from, to])).toEqual([[sender.address, [support]]]);
    const row = await onlyRow();
    expect([row.state, row.attempts]).toEqual(["sent", 1]);
    expect(row.html_body).toContain(`>${ownWords}</blockquote>`);
    const [mail] = smtp.taken;
    expect(mail?.messageId).toBe(`<${row.id}@pioneer.example>`);
    expect(mail?.raw).toContain(`Reply-To: Mara Brandt <${mara.email}>`);
    expect(mail?.raw).toContain("Content-Type: multipart/alternative");
    expect(mail?.raw.replaceAll("=\r\n", "")).toContain(ownWords);
  });

  test("is sent immediately even when the clock of the web process is ahead", async () => {
    const mara = await signedUp();
    aheadMs = 10 * 60_000;
    await wish(mara);
    await outboxWorker().deliver();
    expect(smtp.taken).toHaveLength(1);
  });

  test("sends nothing to an unverified address of one's own, and the request to support", async () => {
    const mara = await signedUp();
    expect((await send(mara, wishOf(mara, { to: mara.email }))).status).toBe(200);
    expect((await rows()).map(({ recipient }) => recipient)).toEqual([support]);
  });

  test("is confirmed to the user's own verified address and forwarded to support, in the requested language", async () => {
    const mara = await verified();
    expect((await send(mara, wishOf(mara, { to: mara.email.toUpperCase(), targetLanguage: "de" }))).status).toBe(200);
    await outboxWorker().deliver();
    expect(smtp.taken.flatMap(({ to }) => to).toSorted()).toEqual([support, mara.email].toSorted());
    expect((await rows()).map(({ subject }) => subject).toSorted()).toEqual([
      "Ihre Anfrage an Pioneer",
      "Workflow-Anfrage von Mara Brandt",
    ]);
  });

  test("contains none of the sender's words when sent to the own address", async () => {
    const eve = await verified("Your account is locked");
    const words = "Visit https://evil.example";
    const placeholders = { fullName: words, firstName: words, email: eve.email, wishUseCase: words };
    expect((await send(eve, wishOf(eve, { to: eve.email, placeholders }))).status).toBe(200);
    const copy = (await rows()).find(({ recipient }) => recipient === eve.email);
    expect(copy).toBeDefined();
    expect(JSON.stringify(copy)).not.toMatch(/evil|locked/);
  });

  test("rejects addresses that only resemble the user's own", async () => {
    const mara = await signedUp();
    const [name = "", domain = ""] = mara.email.split("@");
    for (const to of [
      mara.email.replace("e", "\u0435"),
      mara.email.replace("example.com", "ex\u00e4mple.com"),
      `${name}@${domain}.`,
      `${name}%evil.example@${domain}`,
      `"${name}"@${domain}`,
      `${name}@[127.0.0.1]`,
      `${name}+x@${domain}`,
      `<${mara.email}>`,
      `${mara.email}\u2028Bcc: victim@example.com`,
      `evil.example!${mara.email}`,
      `@evil.example:${mara.email}`,
    ]) {
      const { status } = await send(mara, wishOf(mara, { to }));
      expect([to, [400, 403].includes(status)]).toEqual([to, true]);
    }
    expect(await rows()).toEqual([]);
  });

  test("rejects any other recipient and stores nothing in the outbox", async () => {
    const [mara, jonas] = await Promise.all([signedUp(), signedUp()]);
    const strangers = [jonas.email, "victim@example.com", `${support}.example`, `x+${support}`];
    for (const to of strangers) expect([to, (await send(mara, wishOf(mara, { to }))).status]).toEqual([to, 403]);
    const lists = [
      `${support}, victim@example.com`,
      `${support}\r\nBcc: victim@example.com`,
      `${support},`,
      `Victim <victim@example.com>`,
      `${support} victim@example.com`,
      [support, "victim@example.com"],
    ];
    for (const to of lists) expect([to, (await send(mara, wishOf(mara, { to }))).status]).toEqual([to, 400]);
    for (const change of [
      { targetEmailCase: "newsletter" },
      { targetGroup: "everybody" },
      { targetLanguage: "tlh" },
      { html: "<b>own</b>" },
      { subject: "own" },
      { placeholders: { ...wishOf(mara).placeholders, email: `${mara.email}\nBcc: victim@example.com` } },
      { placeholders: { ...wishOf(mara).placeholders, wishUseCase: " " } },
    ])
      expect([change, (await send(mara, wishOf(mara, change))).status]).toEqual([change, 400]);
    expect(await rows()).toEqual([]);
  });

  test("is limited to five per hour and user, then returns 429 with Retry-After", async () => {
    const [mara, jonas] = await Promise.all([signedUp(), signedUp()]);
    const { throttle } = product.deps;
    product.deps.throttle = await openThrottle(1, product.deps.pool);
    for (let count = 0; count < 5; count += 1) await wish(mara);
    const sixth = await send(mara, wishOf(mara));
    expect([sixth.status, sixth.body.code]).toEqual([429, "request.tooMany"]);
    const wait = Number(sixth.headers.get("retry-after"));
    expect(wait > 0 && wait <= 3600).toBe(true);
    await wish(jonas);
    expect(await rows()).toHaveLength(6);
    product.deps.throttle = throttle;
  });

  test("escapes user input in headers and HTML", async () => {
    const mara = await verified();
    const nasty = `"Eve"\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script> <img src=https://evil.example/x>`;
    const placeholders = { fullName: nasty, firstName: nasty, email: mara.email, wishUseCase: nasty };
    expect((await send(mara, wishOf(mara, { to: mara.email, placeholders }))).status).toBe(200);
    await outboxWorker().deliver();
    expect(smtp.taken.flatMap(({ to }) => to).toSorted()).toEqual([support, mara.email].toSorted());
    for (const { raw } of smtp.taken) {
      const head = raw.slice(0, raw.indexOf("\r\n\r\n"));
      expect(
        head
          .match(/^(bcc|cc|to|subject|from):/gim)
          ?.map((name) => name.toLowerCase())
          .toSorted(),
      ).toEqual(["from:", "subject:", "to:"]);
    }
    for (const row of await rows()) {
      expect(row.html_body).not.toMatch(/<(script|img)/i);
      if (row.recipient === support) expect(row.html_body).toContain("&lt;script&gt;");
      expect(row.text_body.split("\n").filter((line) => line.startsWith("Bcc"))).toEqual([]);
    }
  });

  test("is deleted with the account", async () => {
    const mara = await signedUp();
    await wish(mara);
    await mara.send("DELETE", "/api/user", { enData: { userId: mara.userId } });
    expect(await rows()).toEqual([]);
  });
});

describe("mail delivery", () => {
  const later: [string, SmtpManner, string][] = [
    ["closes at the greeting with 421", 421, "EPROTOCOL 421"],
    ["does not want this recipient now, 450", 450, "EENVELOPE 450"],
    ["never says a word", "silent", "EABORT"],
    ["hangs up after the message and forgets it", "drop", "ECONNECTION"],
  ];
  test.each(later)("queues, retries and delivers a mail once when the server %s", async (_name, manner, reason) => {
    const mara = await signedUp();
    smtp.behave(manner);
    await wish(mara);
    // Long enough for a word, if one came; a busy machine must not be taken for a silent server.
    await outboxWorker(smtp.url, manner === "silent" ? 500 : 60_000).deliver();
    const refused = await onlyRow();
    expect([refused.state, refused.attempts, refused.lease, refused.last_error]).toEqual(["queued", 1, null, reason]);
    smtp.behave("take");
    await outboxWorker().deliver();
    expect(smtp.taken).toEqual([]);
    await makeDue();
    await Promise.all([outboxWorker().deliver(), outboxWorker().deliver()]);
    expect(smtp.taken).toHaveLength(1);
    expect((await onlyRow()).state).toBe("sent");
  });

  test("schedules a retry when the server is unreachable", async () => {
    const mara = await signedUp();
    await wish(mara);
    const gone = await openSmtpDouble();
    await gone.close();
    await outboxWorker(gone.url).deliver();
    expect([(await onlyRow()).state, (await onlyRow()).last_error]).toEqual(["queued", "ESOCKET"]);
  });

  test("keeps a mail whose sender the server refuses, which is the operator's to repair", async () => {
    const mara = await signedUp();
    smtp.behave("unknownSender");
    await wish(mara);
    await outboxWorker().deliver();
    expect([(await onlyRow()).state, (await onlyRow()).last_error]).toEqual(["queued", "EENVELOPE 550"]);
    smtp.behave("take");
    await makeDue();
    await outboxWorker().deliver();
    expect((await onlyRow()).state).toBe("sent");
  });

  test.each([550, 554] as const)(
    "marks the mail as failed and stops retrying after permanent error %i",
    async (code) => {
      const mara = await signedUp();
      smtp.behave(code);
      await wish(mara);
      await outboxWorker().deliver();
      expect([(await onlyRow()).state, (await onlyRow()).attempts]).toEqual(["failed", 1]);
      smtp.behave("take");
      await makeDue();
      await outboxWorker().deliver();
      expect(smtp.taken).toEqual([]);
    },
  );

  test("gives up after ten attempts with increasing delays", async () => {
    const mara = await signedUp();
    smtp.behave(450);
    await wish(mara);
    const out = outboxWorker();
    let tries = 0;
    while ((await onlyRow()).state === "queued" && tries < 50) {
      await makeDue();
      await out.deliver();
      tries += 1;
    }
    expect([(await onlyRow()).state, tries]).toEqual(["failed", 10]);
    const waits = Array.from({ length: 9 }, (_, at) => retryAfter(at + 1) ?? 0);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(retryAfter(10)).toBeNull();
  });

  test("never blocks requests or other mails", async () => {
    const mara = await signedUp();
    smtp.behave("hold");
    await wish(mara);
    const delivering = outboxWorker().deliver();
    await smtp.holding();
    // The first mail hangs and holds nothing: neither this request nor the row.
    await wish(mara);
    expect((await mara.send("GET", "/api/coins")).status).toBe(200);
    smtp.behave("take");
    await outboxWorker().deliver();
    smtp.release();
    await delivering;
    expect((await rows()).map(({ state }) => state)).toEqual(["sent", "sent"]);
    expect(new Set(smtp.taken.map(({ messageId }) => messageId)).size).toBe(2);
    expect(smtp.taken).toHaveLength(2);
  });

  test("resends an unconfirmed mail under the same Message-ID", async () => {
    const mara = await signedUp();
    smtp.behave("takeAndDrop");
    await wish(mara);
    await outboxWorker().deliver();
    expect((await onlyRow()).state).toBe("queued");
    smtp.behave("take");
    await makeDue();
    await outboxWorker().deliver();
    const { id } = await onlyRow();
    expect(smtp.taken.map(({ messageId }) => messageId)).toEqual(Array(2).fill(`<${id}@pioneer.example>`));
  });
});

describe("concurrent outbox workers", () => {
  test("deliver each mail exactly once", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => signedUp()));
    await Promise.all(people.flatMap((person) => Array.from({ length: 5 }, () => wish(person))));
    await Promise.all(Array.from({ length: 4 }, () => outboxWorker().deliver()));
    expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual(
      Array.from({ length: 25 }, () => ["sent", 1]),
    );
    expect(new Set(smtp.taken.map(({ messageId }) => messageId)).size).toBe(25);
    expect(smtp.taken).toHaveLength(25);
  });

  test("ignore the result of a delivery whose lease has expired", async () => {
    const mara = await signedUp();
    smtp.behave("hold");
    await wish(mara);
    const frozen = outboxWorker().deliver();
    await smtp.holding();
    await endLeases();
    smtp.behave(550);
    await outboxWorker().deliver();
    const after = await onlyRow();
    expect(after.state).toBe("failed");
    smtp.release();
    await frozen;
    expect(await onlyRow()).toEqual(after);
  });

  test("resend under the same Message-ID after a worker is killed before recording the delivery", async () => {
    const mara = await signedUp();
    smtp.behave("hold");
    await wish(mara);
    const child = spawn(process.execPath, [join(root, "src/server/main.ts")], {
      cwd: root,
      stdio: "ignore",
      env: {
        PATH: process.env["PATH"] ?? "",
        DATABASE_URL: product.database.connectionString,
        DATA_DIR: product.deps.config.dataDir,
        AUTH_SECRET: product.deps.config.authSecret,
        PORT: "0",
        AI_ENGINE: "draft",
        LOG_LEVEL: "silent",
        ...env(),
      },
    });
    await smtp.holding();
    child.kill("SIGKILL");
    await once(child, "exit");
    expect([(await onlyRow()).state, (await onlyRow()).attempts]).toEqual(["queued", 1]);
    smtp.behave("take");
    await outboxWorker().deliver();
    // Until the lease is over the mail may still be on its way.
    expect(smtp.taken).toHaveLength(1);
    await endLeases();
    await outboxWorker().deliver();
    const row = await onlyRow();
    expect([row.state, row.attempts]).toEqual(["sent", 2]);
    expect(smtp.taken.map(({ messageId }) => messageId)).toEqual(Array(2).fill(`<${row.id}@pioneer.example>`));
  }, 60_000);

  test("return a mail in flight to the queue when their process is asked to stop", async () => {
    const mara = await signedUp();
    smtp.behave("hold");
    await wish(mara);
    const server = await startServer({
      DATABASE_URL: product.database.connectionString,
      DATA_DIR: product.deps.config.dataDir,
      AUTH_SECRET: product.deps.config.authSecret,
      AI_ENGINE: "draft",
      ...env(),
    });
    await smtp.holding();
    expect(await server.stop()).toBe(0);
    const left = await onlyRow();
    expect([left.state, left.attempts, left.lease]).toEqual(["queued", 1, null]);
    smtp.behave("take");
    await outboxWorker().deliver();
    expect(smtp.taken.map(({ messageId }) => messageId)).toEqual(Array(2).fill(`<${left.id}@pioneer.example>`));
    expect((await onlyRow()).state).toBe("sent");
  }, 60_000);

  test("return undelivered mails to the queue when they stop", async () => {
    const mara = await signedUp();
    smtp.behave("silent");
    await wish(mara);
    const ending = await openTestProduct({ env: { ...env(), ROLE: "worker" }, beside: product });
    await expect.poll(async () => (await onlyRow()).attempts).toBe(1);
    await ending.close();
    expect([(await onlyRow()).state, (await onlyRow()).lease]).toEqual(["queued", null]);
    smtp.behave("take");
    await outboxWorker().deliver();
    expect(smtp.taken).toHaveLength(1);
  });
});

describe("development mailbox", () => {
  const open = (path: string, peer: string, headers: Record<string, string> = {}, host = "localhost:3000") =>
    product.fetch(new Request(`http://${host}${path}`, { headers }), {
      incoming: { socket: { remoteAddress: peer } },
    });

  test("lists mails and shows one mail in a sandbox", async () => {
    const mara = await signedUp();
    const placeholders = {
      fullName: "Mara </iframe><script>1</script>",
      firstName: "Mara",
      email: mara.email,
      wishUseCase: `"><script>alert(1)</script>`,
    };
    await send(mara, wishOf(mara, { placeholders }));
    const { id } = await onlyRow();
    const list = await open("/dev/mail", "127.0.0.1");
    expect(list.status).toBe(200);
    expect(await list.text()).toContain(`/dev/mail/${id}`);
    const page = await open(`/dev/mail/${id}`, "::1");
    const text = await page.text();
    expect(text).not.toMatch(/<script/i);
    expect(text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(page.headers.get("cache-control")).toBe("no-store");
  });

  test("returns 404 to remote hosts, foreign host names, proxied requests, in production and for unknown mails", async () => {
    const unknown = "/dev/mail/01936b2e-0000-7000-8000-000000000000";
    const refused = await Promise.all([
      open("/dev/mail", "192.0.2.7"),
      open("/dev/mail", ""),
      open("/dev/mail", "127.0.0.1", { "x-forwarded-for": "192.0.2.7" }),
      open("/dev/mail", "127.0.0.1", { "x-real-ip": "192.0.2.7" }),
      open("/dev/mail", "127.0.0.1", { via: "1.1 proxy" }),
      open("/dev/mail", "127.0.0.1", { forwarded: "for=192.0.2.7" }),
      open("/dev/mail", "127.0.0.1", { "cf-connecting-ip": "192.0.2.7" }),
      open("/dev/mail", "127.0.0.1", { "true-client-ip": "192.0.2.7" }),
      open("/dev/mail", "127.0.0.1", { "x-request-id": "1" }),
      open("/dev/mail", "127.0.0.1", {}, "evil.example"),
      open("/dev/mail", "127.0.0.1", {}, "localhost.evil.example"),
      open("/dev/mail", "127.0.0.1", {}, "127.0.0.1.nip.io"),
      open("/dev/mail", "::ffff:192.0.2.7"),
      open(unknown, "127.0.0.1"),
      open("/dev/mail/x", "127.0.0.1"),
    ]);
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
    for (const hosted of [
      { nodeEnv: "production" as const },
      { trustProxy: 1 },
      { appUrl: "https://pioneer.example" },
    ]) {
      const config = { ...product.deps.config, ...hosted };
      const app = new Hono<RequestEnv>();
      app.use((context, next) => {
        context.set("caller", { requestId: "", address: "127.0.0.1", peer: "127.0.0.1" });
        return next();
      });
      app.onError((error) => new Response(null, { status: error instanceof ProductError ? error.status : 500 }));
      app.route("/", mailboxRoutes({ ...product.deps, config }));
      expect((await app.request("http://localhost:3000/dev/mail")).status).toBe(404);
    }
  });
});

describe("mail configuration", () => {
  test("requires a valid sender and a support address together with SMTP_URL", () => {
    const whole = { SMTP_URL: "smtps://u:p@mail.example", MAIL_FROM: "Pioneer <a@b.example>", SUPPORT_EMAIL: support };
    expect(readConfig(whole).smtpUrl).toBe(whole.SMTP_URL);
    expect(() => readConfig({ ...whole, MAIL_FROM: "" })).toThrow(/SMTP_URL needs MAIL_FROM/);
    expect(() => readConfig({ ...whole, SUPPORT_EMAIL: "" })).toThrow(/SMTP_URL needs SUPPORT_EMAIL/);
    for (const wrong of ["a@b.example\r\nBcc: c@d.example", "a@b.example, c@d.example", "<a@b.example> c", "nobody"])
      expect(() => readConfig({ ...whole, MAIL_FROM: wrong })).toThrow(/MAIL_FROM/);
    expect(() => readConfig({ ...whole, SMTP_URL: "http://mail.example" })).toThrow(/SMTP_URL/);
    expect(senderOf({ mailFrom: whole.MAIL_FROM })).toEqual({ name: "Pioneer", address: "a@b.example" });
    expect(senderOf({ mailFrom: "a@b.example" })).toEqual({ name: "", address: "a@b.example" });
  });

  test("reduces any text to a single header line", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        const line = oneLine(text);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
        expect([line.length <= 200, line.isWellFormed()]).toEqual([true, true]);
      }),
    );
  });
});

test("logs deliveries without any of their content", () => {
  const log = lines.join("");
  expect(log).toContain("a mail was delivered");
  for (const secret of [ownWords, "Mara Brandt", "@example.com", support, "refused by the test"])
    expect([secret, log.includes(secret)]).toEqual([secret, false]);
});
