import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { dayMs, minuteMs } from "#src/kit/time/dates.ts";
import { deliverMails } from "#src/features/mail/server/deliver.ts";
import { openSmtp } from "#src/features/mail/server/transport.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { openSmtpDouble, type SmtpDouble } from "#src/testing/smtpDouble.ts";
import { startServer } from "#src/testing/torture/server.ts";
import { openVisitor, type Person } from "#src/testing/visitor.ts";
import { changePerson } from "#src/features/operator/server/usecases.ts";
import { isStillWanted, sendReminders } from "./server/usecases.ts";

let smtp: SmtpDouble;
let product: TestProduct;
/** How far the product's clock is ahead, milliseconds. */
let aheadMs = 0;
const now = (): number => Date.now() + aheadMs;
const env = (): Record<string, string> => ({
  SMTP_URL: smtp.url,
  MAIL_FROM: "Pioneer <robot@pioneer.example>",
  SUPPORT_EMAIL: "help@pioneer.example",
});
beforeAll(async () => {
  smtp = await openSmtpDouble();
  product = await openTestProduct({ env: { ...env(), ROLE: "web" }, now: () => new Date(now()) });
});
afterAll(async () => {
  await product.close();
  await smtp.close();
});
beforeEach(() => {
  aheadMs = 0;
  smtp.release();
  smtp.behave("take");
  smtp.taken.length = 0;
});
afterEach(async () => {
  for (const table of ["mail", "reminder", "calendar_entry", "outcome"] as const)
    await product.database.db.deleteFrom(table).execute();
});

/** A person who has proven the address and whose first mail is out of the way. */
async function verified(): Promise<Person> {
  const person = await product.signUp();
  await person.verify?.();
  await product.database.db.deleteFrom("mail").execute();
  return person;
}

const inMinutes = (minutes: number): string => new Date(now() + minutes * minuteMs).toISOString();
async function addEntry(person: Person, change: object = {}): Promise<string> {
  const enData = { type: "1000", title: "High water", start: inMinutes(60), end: inMinutes(90), reminders: [15] };
  const answer = await person.send("POST", "/api/calendar/entry", { enData: { ...enData, ...change } });
  expect(answer.status).toBe(201);
  return answer.body.entry.id;
}
async function addItem(person: Person, change: object = {}): Promise<string> {
  const enData = {
    workflow: "socialPostWriterWorkflow",
    kind: "post",
    platform: "LinkedIn",
    title: "Winter check",
    plannedAt: inMinutes(30),
    status: "planned",
  };
  const answer = await person.send("POST", "/api/workflows/scheduled/outcome", { enData: { ...enData, ...change } });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body.outcome.id;
}
const pass = async (minutes: number): Promise<void> => {
  aheadMs += minutes * minuteMs;
  await sendReminders(product.deps);
};
const rows = () => product.database.db.selectFrom("mail").selectAll().orderBy("id").execute();
const subjects = async () => (await rows()).map(({ subject }) => subject);
/** Sends what is in the outbox, as the process does. @returns subjects of what the mail server took */
async function deliver(): Promise<string[]> {
  smtp.taken.length = 0;
  const transport = openSmtp(smtp.url, { name: "Pioneer", address: "robot@pioneer.example" });
  const isWanted = (mail: Parameters<typeof isStillWanted>[0]) => isStillWanted(mail, product.deps);
  const { signal } = new AbortController();
  await deliverMails({ ...product.deps, transport, isWanted }, { stopping: signal, deadline: signal });
  return smtp.taken.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1] ?? "");
}
/** Puts more records beside one that is as it is, each for somebody. */
const copy = (table: "calendar_entry" | "outcome", id: string, to: Person, count: number) =>
  product.database.pool.query(
    `insert into ${table} select (jsonb_populate_record(null::${table},
       to_jsonb(one) || jsonb_build_object('id', gen_random_uuid(), 'uid', gen_random_uuid(), 'user_id', $2::text))).*
     from ${table} one, generate_series(1, $3) where one.id = $1`,
    [id, to.userId, count],
  );
const disable = (person: Person, isDisabled: boolean) =>
  changePerson(null, { id: person.userId, isDisabled, reason: "of a test" }, product.deps);
const settings = (person: Person, change: object) => person.send("POST", "/api/user/settings", change);

describe("reminders of appointments", () => {
  test("go out once, at their time, in the language and by the clock of the person", async () => {
    const person = await verified();
    const zone = "America/New_York";
    await settings(person, { application: { appLanguage: "de" }, calendarSettings: { timeZone: zone } });
    await addEntry(person, { start: "2031-11-24T09:00:00Z", end: "2031-11-24T10:00:00Z", location: "Pier 3" });
    aheadMs = Date.parse("2031-11-24T08:44:00Z") - Date.now();
    await pass(0);
    expect(await rows()).toEqual([]);
    await pass(2);
    await pass(2);
    const [mail, ...more] = await rows();
    expect(more).toEqual([]);
    expect([mail?.recipient, mail?.subject, mail?.kind]).toEqual([
      person.email,
      "Erinnerung: High water",
      "reminder-entry",
    ]);
    expect(mail?.text_body).toContain("Mo 24.11.2031, 04:00 bis 05:00 (America/New_York, UTC-05:00)");
    expect(mail?.text_body).toContain("Wo: Pier 3");
    expect(mail?.html_body).toContain('lang="de"');
  });

  test("go to proven addresses only, and not to who switched them off", async () => {
    const stranger = await product.signUp();
    await product.database.db.deleteFrom("mail").execute();
    const quiet = await verified();
    await settings(quiet, { mailSettings: { reminders: false } });
    for (const person of [stranger, quiet]) await addEntry(person);
    await pass(46);
    expect(await rows()).toEqual([]);
    // What was let go by is not told later.
    await settings(quiet, { mailSettings: { reminders: true } });
    await pass(1);
    expect(await rows()).toEqual([]);
  });

  test("of a series come before each start, also after it was changed", async () => {
    const person = await verified();
    await addEntry(person, { rrule: "FREQ=DAILY", timeZone: "UTC" });
    await pass(0);
    for (let day = 0; day < 3; day += 1) {
      await pass(day === 0 ? 46 : 24 * 60);
      expect(await subjects()).toHaveLength(day + 1);
      await pass(0);
    }
    expect(await subjects()).toEqual(Array(3).fill("Reminder: High water"));
  });

  test("of whole days name one day, also where clocks change", async () => {
    const person = await verified();
    await settings(person, { calendarSettings: { timeZone: "Europe/Berlin" } });
    const start = "2031-03-22T23:00:00Z";
    const days = { allDay: true, timeZone: "Europe/Berlin", rrule: "FREQ=WEEKLY", reminders: [60] };
    await addEntry(person, { start, end: "2031-03-23T23:00:00Z", ...days });
    for (const [at, day] of [
      ["2031-03-29T22:01:00Z", "Sun 30 Mar 2031"],
      ["2031-10-25T21:01:00Z", "Sun 26 Oct 2031"],
    ] as const) {
      aheadMs = Date.parse(at) - Date.now();
      await pass(0);
      const mail = (await rows()).at(-1);
      expect(mail?.text_body).toContain(`${day}\n`);
      expect(mail?.text_body).not.toContain(`${day} to`);
    }
  });

  test("are not told twice by processes that look at the same time, nor again when the first is repeated", async () => {
    const person = await verified();
    for (let count = 0; count < 5; count += 1) await addEntry(person, { title: `Entry ${count}` });
    aheadMs += 46 * minuteMs;
    await Promise.all(Array.from({ length: 4 }, () => sendReminders(product.deps)));
    expect((await subjects()).toSorted()).toEqual([0, 1, 2, 3, 4].map((count) => `Reminder: Entry ${count}`));
  });

  test("that became due more than an hour ago are left out: a stop is followed by no flood", async () => {
    const person = await verified();
    for (let count = 0; count < 30; count += 1)
      await addEntry(person, { start: inMinutes(20 + count * 10), end: inMinutes(25 + count * 10) });
    await addEntry(person, { title: "Every day", rrule: "FREQ=DAILY" });
    await addEntry(person, { start: inMinutes(7 * 24 * 60), end: inMinutes(7 * 24 * 60 + 30), reminders: [8_640] });
    await addItem(person);
    aheadMs += 3 * dayMs;
    await pass(0);
    expect(await rows()).toEqual([]);
  });

  test("are at most sixty a day for one person", async () => {
    const person = await verified();
    for (let count = 0; count < 65; count += 1) await addEntry(person);
    await pass(46);
    await pass(1);
    expect(await subjects()).toHaveLength(60);
  });

  test("of a full hour go out in one turn, however many they are", async () => {
    const people: Person[] = [];
    for (let count = 0; count < 4; count += 1) people.push(await verified());
    const [first] = people as [Person];
    const once = await addEntry(first);
    const series = await addEntry(first, { title: "Each day", rrule: "FREQ=DAILY" });
    const item = await addItem(first, { plannedAt: inMinutes(45) });
    for (const person of people) {
      await copy("calendar_entry", once, person, 55);
      await copy("outcome", item, person, 55);
    }
    await pass(46);
    const all = await subjects();
    expect(all.filter((one) => one === "Reminder: High water")).toHaveLength(4 * 55 + 1);
    expect(all.filter((one) => one.startsWith("5")).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => "55 content items are due"),
      "56 content items are due",
    ]);
    for (const person of people) await copy("calendar_entry", series, person, 55);
    await product.database.db.deleteFrom("mail").execute();
    aheadMs -= minuteMs;
    await pass(0);
    expect((await subjects()).length).toBe(4 * 55);
  }, 60_000);

  test("are nobody's whose account is disabled, nor caught up with when it is enabled again", async () => {
    const person = await verified();
    await addEntry(person);
    await addEntry(person, { title: "Each day", rrule: "FREQ=DAILY", timeZone: "UTC" });
    await addItem(person, { plannedAt: inMinutes(45) });
    await disable(person, true);
    await pass(46);
    expect(await rows()).toEqual([]);
    await disable(person, false);
    await pass(1);
    expect(await rows()).toEqual([]);
    await pass(24 * 60);
    expect(await subjects()).toEqual(["Reminder: Each day"]);
  });

  test("that could not be written down are told by the next turn, and hold up nobody else", async () => {
    const [person, other] = [await verified(), await verified()];
    await addEntry(person);
    await addEntry(other);
    await sql`create function refuse_mail() returns trigger language plpgsql as $$
      begin if new.recipient = ${sql.lit(person.email)} then raise 'no'; end if; return new; end $$`.execute(
      product.database.db,
    );
    await sql`create trigger refuse_mail before insert on mail for each row execute function refuse_mail()`.execute(
      product.database.db,
    );
    try {
      await pass(46);
      expect((await rows()).map(({ recipient }) => recipient)).toEqual([other.email]);
    } finally {
      await sql`drop function refuse_mail cascade`.execute(product.database.db);
    }
    await pass(0);
    expect((await rows()).map(({ recipient }) => recipient)).toEqual([other.email, person.email]);
  });

  describe("are looked at once more when they go out:", () => {
    test("none goes to who pressed stop, was disabled or has another address by then", async () => {
      const people = [await verified(), await verified(), await verified(), await verified()] as const;
      for (const person of people) await addEntry(person);
      await pass(46);
      const [stopped, disabled, moved, same] = people;
      await settings(stopped, { mailSettings: { reminders: false } });
      await disable(disabled, true);
      await product.database.db
        .updateTable("user")
        .set({ email: "another@example.com" })
        .where("id", "=", moved.userId)
        .execute();
      await deliver();
      expect(smtp.taken.map(({ to }) => to)).toEqual([[same.email]]);
      expect((await rows()).map(({ state }) => state)).toEqual(["sent"]);
      // Let in again, nobody hears of what was before.
      await disable(disabled, false);
      await pass(1);
      expect(await deliver()).toEqual([]);
    });

    test("none of what was moved, deleted or is reminded of no more", async () => {
      const person = await verified();
      const add = (title: string) => addEntry(person, { title });
      const [moved, deleted, silent] = [await add("Moved"), await add("Deleted"), await add("Silent")];
      await add("Same");
      const series = await addEntry(person, { title: "Daily", rrule: "FREQ=DAILY" });
      await addEntry(person, { title: "Weekly", rrule: "FREQ=WEEKLY" });
      await pass(46);
      expect(await subjects()).toHaveLength(6);
      const patch = async (id: string, change: object): Promise<void> =>
        expect((await person.send("PATCH", "/api/calendar/entry", { id, ...change })).status).toBe(200);
      await patch(moved, { start: inMinutes(120), end: inMinutes(150) });
      await patch(silent, { reminders: [] });
      await patch(series, { start: inMinutes(24 * 60), end: inMinutes(24 * 60 + 30) });
      await person.send("DELETE", "/api/calendar/entry", { enData: { entryId: deleted } });
      expect((await deliver()).toSorted()).toEqual(["Reminder: Same", "Reminder: Weekly"]);
      await pass(106);
      expect(await deliver()).toEqual(["Reminder: Moved"]);
    });

    test("none that a mail server kept waiting past its use", async () => {
      const person = await verified();
      await addEntry(person, { title: "Soon" });
      await addEntry(person, { title: "Later", start: inMinutes(180), end: inMinutes(190), reminders: [135] });
      await addItem(person, { plannedAt: inMinutes(45) });
      await pass(46);
      expect(await subjects()).toHaveLength(3);
      aheadMs += 30 * minuteMs;
      // The appointment has begun; the two others are half an hour late.
      expect((await deliver()).toSorted()).toEqual(["Due now: Winter check", "Reminder: Later"]);
      await product.database.db.updateTable("mail").set({ state: "queued" }).execute();
      aheadMs += 30 * minuteMs;
      expect(await deliver()).toEqual([]);
      expect(await rows()).toEqual([]);
    });

    test("of several content items in a mail those that are still due", async () => {
      const person = await verified();
      await addItem(person);
      const out = await addItem(person, { title: "Out by then" });
      await pass(31);
      expect(await subjects()).toEqual(["2 content items are due"]);
      const published = { id: out, updates: { status: "published" } };
      expect((await person.send("PUT", "/api/workflows/scheduled/outcome", published)).status).toBe(200);
      expect(await deliver()).toEqual([]);
      await pass(0);
      expect(await deliver()).toEqual(["Due now: Winter check"]);
    });
  });

  test("survive a process that is killed: one mail, whatever the next process does, unless it was stopped", async () => {
    const [person, stopped] = [await verified(), await verified()];
    const id = await addEntry(person);
    const { db, connectionString } = product.database;
    // Due by the clock of a real process: it was entered before its time.
    const makeDue = (entry: string) =>
      db
        .updateTable("calendar_entry")
        .set({ starts_at: sql`now() + interval '10 minutes'`, updated_at: sql`now() - interval '1 hour'` })
        .where("id", "=", entry)
        .execute();
    await makeDue(id);
    const start = () =>
      startServer({
        DATABASE_URL: connectionString,
        DATA_DIR: product.deps.config.dataDir,
        AUTH_SECRET: product.deps.config.authSecret,
        AI_ENGINE: "draft",
        ...env(),
      });
    smtp.behave("hold");
    const server = await start();
    await smtp.holding();
    await server.kill();
    const [left, ...more] = await rows();
    expect([left?.state, more]).toEqual(["queued", []]);
    await makeDue(await addEntry(stopped));
    await sendReminders(product.deps);
    expect(await rows()).toHaveLength(2);
    await settings(stopped, { mailSettings: { reminders: false } });
    smtp.behave("take");
    await db
      .updateTable("mail")
      .set({ leased_until: sql`now() - interval '1 second'` })
      .execute();
    const next = await start();
    await expect.poll(async () => (await rows()).map(({ state }) => state), { timeout: 20_000 }).toEqual(["sent"]);
    await next.stop();
    expect(new Set(smtp.taken.map(({ messageId }) => messageId))).toEqual(new Set([`<${left?.id}@pioneer.example>`]));
  }, 90_000);
});

describe("content items", () => {
  test("are told once when they are due, several together in one mail", async () => {
    const person = await verified();
    await addItem(person);
    await addItem(person, { title: "Brake discs", platform: null, plannedAt: inMinutes(31) });
    await addItem(person, { title: "Only an idea", status: "idea" });
    await addItem(person, { title: "Out already", status: "published" });
    await pass(29);
    expect(await rows()).toEqual([]);
    await pass(3);
    await pass(1);
    const [mail, ...more] = await rows();
    expect([mail?.subject, more]).toEqual(["2 content items are due", []]);
    expect(mail?.text_body).toContain("Winter check (LinkedIn)");
    expect(mail?.text_body).toContain("Brake discs");
    expect(mail?.text_body).not.toMatch(/idea|already/);
  });

  test("that were told once are told again when they are moved to another time", async () => {
    const person = await verified();
    const id = await addItem(person);
    await pass(31);
    expect(await subjects()).toEqual(["Due now: Winter check"]);
    await person.send("PUT", "/api/workflows/scheduled/outcome", { id, updates: { plannedAt: inMinutes(600) } });
    await pass(1);
    expect(await subjects()).toHaveLength(1);
    await pass(600);
    await pass(1);
    expect(await subjects()).toEqual(["Due now: Winter check", "Due now: Winter check"]);
  });

  test("that were put off, or planned for a time that had passed, are not told", async () => {
    const person = await verified();
    const id = await addItem(person);
    await addItem(person, { title: "Late", plannedAt: inMinutes(-5) });
    await person.send("PUT", "/api/workflows/scheduled/outcome", { id, updates: { plannedAt: inMinutes(600) } });
    await pass(40);
    expect(await rows()).toEqual([]);
  });
});

test.each<[string, { item?: object; mails?: object; start?: number }, string[]]>([
  ["is left to the mail about the item", {}, ["Due now: Winter check"]],
  ["goes out while the item is an idea", { item: { status: "idea" } }, ["Reminder: High water"]],
  ["goes out when mails about items are off", { mails: { contentDue: false } }, ["Reminder: High water"]],
  ["goes out at another time than the item's", { start: 35 }, ["Due now: Winter check", "Reminder: High water"]],
])("a reminder at the start of a content item's entry %s", async (_, { item = {}, mails = {}, start = 30 }, told) => {
  const person = await verified();
  await settings(person, { mailSettings: mails });
  const at = now();
  const after = (minutes: number): string => new Date(at + minutes * minuteMs).toISOString();
  const outcomeId = await addItem(person, { plannedAt: after(30), ...item });
  await addEntry(person, { outcomeId, start: after(start), end: after(50), reminders: [0] });
  await pass(31);
  await pass(5);
  expect((await subjects()).toSorted()).toEqual(told);
});

describe("switching mails off", () => {
  const addressIn = async (kind = "reminder-entry"): Promise<string> =>
    new URL((await rows()).find((row) => row.kind === kind)?.unsubscribe_url ?? "").pathname;
  const mailSettings = async (person: Person) => (await person.send("GET", "/api/user/settings")).body.mailSettings;

  test("takes one POST without an account, as mail programs send it; looking changes nothing", async () => {
    const person = await verified();
    await addEntry(person);
    await addItem(person);
    await pass(46);
    const path = await addressIn("reminder-item");
    const program = openVisitor(product.origin, product.fetch);
    const looked = await program.send("GET", path);
    expect([looked.status, looked.body]).toEqual([200, expect.stringContaining("Stop getting emails")]);
    expect(await mailSettings(person)).toEqual({ reminders: true, contentDue: true });
    const sent = await program.send("POST", path, new URLSearchParams({ "List-Unsubscribe": "One-Click" }), {
      origin: "",
    });
    expect(sent.status).toBe(200);
    expect(await mailSettings(person)).toEqual({ reminders: true, contentDue: false });
    expect((await program.send("POST", path)).status).toBe(200);
  });

  test("refuses an address of another person, of another kind, or with a changed signature", async () => {
    const [person, other] = [await verified(), await verified()];
    await addEntry(person);
    await pass(46);
    const path = await addressIn();
    const changed = [
      path.replace(/\.[\w-]+\./, `.${other.userId}.`),
      path.replace("reminders.", "contentDue."),
      `${path.slice(0, -2)}${path.endsWith("AA") ? "BB" : "AA"}`,
    ];
    const program = openVisitor(product.origin, product.fetch);
    for (const wrong of changed)
      for (const method of ["GET", "POST"]) expect((await program.send(method, wrong)).status).toBe(404);
    for (const one of [person, other]) expect(await mailSettings(one)).toEqual({ reminders: true, contentDue: true });
  });

  test("is named in the header of the mail, and is no secret of the log", async () => {
    const person = await verified();
    await addEntry(person);
    await pass(46);
    const { signal } = new AbortController();
    const transport = openSmtp(smtp.url, { name: "Pioneer", address: "robot@pioneer.example" });
    const worker = { ...product.deps, transport };
    await product.database.db
      .updateTable("mail")
      .set({ unsubscribe_url: sql`replace(unsubscribe_url, 'http://', 'https://')` })
      .execute();
    await deliverMails(worker, { stopping: signal, deadline: signal });
    const raw = (smtp.taken[0]?.raw ?? "").replaceAll(/\r\n[ \t]+/g, " ");
    expect(raw).toMatch(/List-Unsubscribe: <https:\/\/[^>]+\/unsubscribe\/reminders\.[^>]+>/);
    expect(raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(raw).toContain("Content-Type: multipart/alternative");
  });
});
