import ICAL from "ical.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendRequestedLinks } from "#src/features/account/server/links.ts";
import { deliverMails } from "#src/features/mail/server/deliver.ts";
import { changePerson } from "#src/features/operator/server/usecases.ts";
import { openSmtp } from "#src/features/mail/server/transport.ts";
import { openLog } from "#src/platform/log.ts";
import { callsBehindLock, waitingForLocks } from "#src/testing/database.ts";
import { type MimePart, outlineOf, parseMime } from "#src/testing/mime.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { openSmtpDouble, type SmtpDouble } from "#src/testing/smtpDouble.ts";
import type { Answer, Person } from "#src/testing/visitor.ts";
import { movedTo } from "#src/kit/time/appointments.ts";
import { whenText } from "./rules.ts";
import { familyNames } from "./server/feedTitle.ts";
import { lockSharer } from "./server/repository.ts";
import { sharingMigrations } from "./server/schema.ts";
import { notifyGuests } from "./server/usecases.ts";

const sender = { name: "Pioneer", address: "robot@pioneer.example" };
const lines: string[] = [];
let smtp: SmtpDouble;
let product: TestProduct;
let mara: Person;
let aheadMs = 0;
beforeAll(async () => {
  smtp = await openSmtpDouble();
  // A process that serves people delivers nothing and tells nobody: each test says when.
  product = await openTestProduct({
    env: {
      SMTP_URL: smtp.url,
      MAIL_FROM: `${sender.name} <${sender.address}>`,
      SUPPORT_EMAIL: "help@pioneer.example",
      ROLE: "web",
    },
    now: () => new Date(Date.now() + aheadMs),
    log: openLog("trace", { write: (line) => void lines.push(line) }),
  });
  mara = await organizer();
});
afterAll(async () => {
  await product.close();
  await smtp.close();
});
beforeEach(() => {
  aheadMs = 0;
  smtp.taken.length = 0;
});
afterEach(async () => {
  await product.database.db.deleteFrom("mail").execute();
  // A guest whom one test left untold would be told in the next.
  await product.database.db.deleteFrom("invitation").execute();
});

async function organizer(name = "Mara Brandt", more: { language?: "en" | "de" } = {}): Promise<Person> {
  const person = await product.signUp(name, more);
  await person.verify?.();
  return person;
}

const calendar = "/api/calendar";
const ute = { name: "Ute Kern", email: "Ute@Example.com" };
const jan = { name: "", email: "jan@example.com" };
const call = {
  type: "1000",
  title: "First call",
  start: "2060-11-24T09:00:00.000Z",
  end: "2060-11-24T10:00:00.000Z",
  timeZone: "Europe/Berlin",
  location: "Pier 3",
};

async function entryOf(person: Person, change: object = {}): Promise<string> {
  const made = await person.send("POST", `${calendar}/entry`, { enData: { ...call, attendees: [ute], ...change } });
  expect([made.status, made.body.code]).toEqual([201, undefined]);
  return made.body.entry.id;
}
const lockOfPerson = 'select 1 from "user" where id = $1 for no key update';
const share = (person: Person, id: string, more: object = {}) =>
  person.send("POST", `${calendar}/entry/share`, { id, ...more });
const patch = (id: string, change: object) => mara.send("PATCH", `${calendar}/entry`, { id, ...change });
const remove = (id: string) => mara.send("DELETE", `${calendar}/entry`, { enData: { entryId: id } });
const restore = (id: string) => mara.send("POST", `${calendar}/entry/restore`, { id });
const listed = async (id: string, person = mara) =>
  (await person.send("GET", `${calendar}/entry/${id}/invitations`)).body.invitations;

/** A transaction that is taken back. */
async function transactionOf() {
  const client = await product.database.pool.connect();
  await client.query("begin");
  const release = async () => {
    await client.query("rollback");
    client.release();
  };
  return { client, release };
}

const notify = () => notifyGuests(product.deps, { quietMs: 0 });

interface ReadMail {
  to: string[];
  raw: string;
  mime: MimePart;
  calendar: InstanceType<typeof ICAL.Component>;
  event: InstanceType<typeof ICAL.Component>;
  method: unknown;
  /** Token in its text. */
  token: string;
}

/** Delivers by SMTP and reads what the mail server took. */
async function delivered(): Promise<ReadMail[]> {
  const { signal } = new AbortController();
  const deps = { ...product.deps, transport: openSmtp(smtp.url, sender) };
  await deliverMails(deps, { stopping: signal, deadline: signal });
  // Beside those to new people, which confirm an address.
  const invitations = smtp.taken.splice(0).filter(({ raw }) => /text\/calendar/.test(raw));
  return invitations.map(({ raw, to }) => {
    const mime = parseMime(raw);
    const part = mime.parts[0]?.parts[2];
    const calendar = new ICAL.Component(ICAL.parse(part?.text ?? ""));
    const event = calendar.getFirstSubcomponent("vevent");
    if (!event) throw new Error("no event");
    const token = /#token=([\w-]+)/.exec(mime.parts[0]?.parts[0]?.text ?? "")?.[1] ?? "";
    return { to, raw, mime, calendar, event, method: calendar.getFirstPropertyValue("method"), token };
  });
}

async function onlyMail(): Promise<ReadMail> {
  const mails = await delivered();
  expect(mails).toHaveLength(1);
  return mails[0] as ReadMail;
}

/** Shares an entry with one guest. */
async function invited(change: object = {}) {
  const id = await entryOf(mara, change);
  const answer = await share(mara, id);
  expect([answer.status, answer.body.code]).toEqual([200, undefined]);
  const mail = await onlyMail();
  return { id, invitationId: answer.body.invitations[0].id as string, token: mail.token, mail };
}

/** As `invited`, with mails of others in the outbox. */
async function invitedBeside() {
  const id = await entryOf(mara);
  await share(mara, id);
  await delivered();
  return { id };
}

const open = (token: string) => product.send("POST", "/api/invitations/open", { token });
const reply = (token: string, body: object) =>
  product.send("POST", "/api/invitations/answer", { token, sequence: 0, ...body });
const codeOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ""}`;

describe("an invitation on the wire", () => {
  test("is built as RFC 6047 and RFC 5546 ask", async () => {
    const { mail } = await invited({ title: "Preise für Q4" });
    expect(mail.to).toEqual(["ute@example.com"]);
    expect(outlineOf(mail.mime)).toBe(
      "multipart/mixed(multipart/alternative(text/plain, text/html, text/calendar), application/ics)",
    );
    const { headers } = mail.mime;
    expect(headers.get("from")).toBe("Pioneer <robot@pioneer.example>");
    expect(headers.get("to")).toBe("Ute Kern <ute@example.com>");
    expect(headers.get("reply-to")).toBe(`Mara Brandt <${mara.email}>`);
    expect(headers.get("mime-version")).toBe("1.0");
    const [alternative, file] = mail.mime.parts;
    const part = alternative?.parts[2];
    // RFC 6047, 2.4: charset and method; the method is that of the text.
    expect(part?.params.get("charset")).toBe("utf-8");
    expect(part?.params.get("method")).toBe("REQUEST");
    expect(mail.method).toBe("REQUEST");
    expect(part?.headers.get("content-transfer-encoding")).toBe("base64");
    expect(file?.text).toBe(part?.text);
    expect(file?.headers.get("content-disposition")).toMatch(/^attachment; filename=invitation\.ics$/);
    // RFC 5546, 3.2.2: exactly one of each, and the guest who is asked.
    for (const name of ["uid", "dtstamp", "dtstart", "sequence", "summary", "organizer", "attendee"])
      expect([name, mail.event.getAllProperties(name).length]).toEqual([name, 1]);
    expect(mail.event.getFirstPropertyValue("summary")).toBe("Preise für Q4");
    expect(mail.event.getFirstPropertyValue("organizer")).toBe(`mailto:${mara.email}`);
    const attendee = mail.event.getFirstProperty("attendee");
    expect([attendee?.getFirstValue(), attendee?.getParameter("partstat"), attendee?.getParameter("rsvp")]).toEqual([
      "mailto:ute@example.com",
      "NEEDS-ACTION",
      "TRUE",
    ]);
    expect(mail.event.getFirstPropertyValue("sequence")).toBe(0);
  });

  test("says what, when with its zone, where, and that answers from calendar programs are not seen", async () => {
    const { mail, token } = await invited();
    const [text, page] = mail.mime.parts[0]?.parts.map((part) => part.text.replaceAll("\r\n", "\n")) ?? [];
    for (const words of [
      "What: First call\nWhen: Wed 24 Nov 2060, 10:00 to 11:00 (Europe/Berlin, UTC+01:00)\nWhere: Pier 3",
      `http://localhost:3000/invitation#token=${token}`,
      "Pioneer doesn't see it",
    ])
      expect(text).toContain(words);
    expect(page).toContain("Wed 24 Nov 2060, 10:00 to 11:00 (Europe/Berlin, UTC+01:00)");
    expect(mail.event.getFirstPropertyValue("description")).toContain(`/invitation#token=${token}`);
  });

  test("speaks the organiser's language", async () => {
    const lena = await organizer("Lena Hoff", { language: "de" });
    await lena.send("POST", "/api/user/settings", { application: { appLanguage: "de" } });
    await share(lena, await entryOf(lena));
    const mail = await onlyMail();
    const text = mail.mime.parts[0]?.parts[0]?.text ?? "";
    expect(mail.mime.headers.get("content-language")).toBe("de");
    expect(text).toContain("Wann: Mi 24.11.2060, 10:00 bis 11:00 (Europe/Berlin, UTC+01:00)");
    expect(text).toContain("http://localhost:3000/de/invitation#token=");
  });

  test("goes to one person a mail, who sees no other guest", async () => {
    const id = await entryOf(mara, { attendees: [ute, jan] });
    await share(mara, id);
    const mails = await delivered();
    expect(mails.map(({ to }) => to)).toEqual([["ute@example.com"], ["jan@example.com"]]);
    expect(mails[0]?.raw).not.toContain("jan@example.com");
    expect(mails[0]?.mime.parts[0]?.parts[2]?.text).not.toContain("jan@example.com");
    expect(new Set(mails.map(({ token }) => token)).size).toBe(2);
  });

  test("takes no lines and no headers out of names", async () => {
    const title = "Call\r\nBcc: evil@example.com\r\nATTENDEE:mailto:evil@example.com";
    const name = 'Ute"\r\nCc: evil@example.com;X=1:';
    const { mail } = await invited({ title, attendees: [{ name, email: ute.email }] });
    expect([...mail.mime.headers.keys()]).not.toContain("bcc");
    expect([...mail.mime.headers.keys()]).not.toContain("cc");
    expect(mail.to).toEqual(["ute@example.com"]);
    expect(mail.event.getAllProperties("attendee")).toHaveLength(1);
    expect(mail.event.getFirstPropertyValue("summary")).toBe(title.replaceAll("\r\n", "\n"));
  });
});

describe("who may invite whom", () => {
  test("an address that is not confirmed invites nobody", async () => {
    const person = await product.signUp();
    expect(codeOf(await share(person, await entryOf(person)))).toBe("403 shareAppointment.unverified");
    expect(await delivered()).toEqual([]);
  });

  test("nobody invites themselves, and then nobody else is invited either", async () => {
    const id = await entryOf(mara, { attendees: [ute, { name: "", email: mara.email.toUpperCase() }] });
    const answer = await share(mara, id);
    expect([codeOf(answer), answer.body.message]).toEqual([
      "400 shareAppointment.self",
      "You can't invite yourself. Remove your own address from the attendees.",
    ]);
    expect(await delivered()).toEqual([]);
    expect((await share(mara, id, { emails: [ute.email] })).status).toBe(200);
  });

  test("others' entries and invitations are not there", async () => {
    const { id, invitationId } = await invited();
    const jonas = await organizer("Jonas Weber");
    for (const answer of [
      await share(jonas, id),
      await jonas.send("GET", `${calendar}/entry/${id}/invitations`),
      await jonas.send("POST", `${calendar}/invitations/resend`, { id: invitationId }),
      await jonas.send("DELETE", `${calendar}/invitations`, { enData: { id: invitationId } }),
    ])
      expect(codeOf(answer)).toBe("404 notFound");
    expect(await delivered()).toEqual([]);
  });

  test("only attendees are invited, each once, and only before it is over", async () => {
    const id = await entryOf(mara);
    expect(codeOf(await share(mara, id, { emails: ["somebody@example.com"] }))).toBe("400 request.bad");
    const answers = await Promise.all(Array.from({ length: 5 }, () => share(mara, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await delivered()).toHaveLength(1);
    expect(codeOf(await share(mara, await entryOf(mara, { attendees: [] })))).toBe("409 shareAppointment.noGuests");
    const past = { start: "2020-01-01T09:00:00Z", end: "2020-01-01T10:00:00Z" };
    expect(codeOf(await share(mara, await entryOf(mara, past)))).toBe("409 shareAppointment.over");
  });

  /** Guests whose addresses are spellings of one mailbox. */
  const spellings = (count: number, from = 0) =>
    Array.from({ length: count }, (_, at) => ({
      name: "",
      email: at === 0 ? "victim@gmail.com" : `v.ictim+${from + at}@gmail.com`,
    }));
  const invite = async (person: Person, count: number) =>
    share(person, await entryOf(person, { attendees: spellings(count) }));
  const full = "429 shareAppointment.guestTooMany";

  test("nobody is flooded: a person sends a mailbox ten invitations a day, however it is written", async () => {
    const person = await organizer("Ole Brink");
    expect(codeOf(await invite(person, 11))).toBe(full);
    expect((await invite(person, 4)).status).toBe(200);
    const entries = await Promise.all(Array.from({ length: 8 }, () => entryOf(person, { attendees: spellings(1) })));
    const answers = await callsBehindLock(product.database, lockOfPerson, person.userId, () =>
      entries.map((id) => share(person, id)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set([full]));
    aheadMs = 25 * 3_600_000;
    expect((await invite(person, 1)).status).toBe(200);
  });

  test("a person shares one thing after the other, as limits are counted", async () => {
    const { userId } = await organizer("Ole Brink");
    const { db } = product.database;
    let second: Promise<boolean> | undefined;
    await db.transaction().execute(async (trx) => {
      expect(await lockSharer(userId, trx)).toBe(true);
      second = db.transaction().execute((later) => lockSharer(userId, later));
      await expect.poll(() => waitingForLocks(db)).toBe(1);
    });
    expect(await second).toBe(true);
  });

  test("who sent a mailbox all they may closes it to nobody else; all together send it fifty", async () => {
    const people: Person[] = [];
    for (let at = 0; at < 6; at += 1) people.push(await organizer(`Ole Brink ${at}`));
    const [last, ...others] = people as [Person, ...Person[]];
    for (const person of others) expect((await invite(person, 10)).status).toBe(200);
    expect(codeOf(await invite(last, 1))).toBe(full);
    aheadMs = 25 * 3_600_000;
    expect((await invite(last, 1)).status).toBe(200);
  });

  test("no limit holds back a cancellation", async () => {
    const person = await organizer("Ole Brink");
    const guests = (count: number, from: string) =>
      Array.from({ length: count }, (_, at) => ({ name: "", email: `${from}${at}@example.com` }));
    const first = await entryOf(person, { attendees: [ute, ...guests(4, "q")] });
    const { invitations } = (await share(person, first)).body;
    // So many that neither the person nor Ute's mailbox has room today.
    await product.database.pool.query(
      `insert into mail (id, user_id, kind, language, recipient_name, recipient, mailbox, subject, text_body, html_body, state, due_at, created_at)
       select gen_random_uuid(), user_id, kind, language, '', recipient, mailbox, subject, '', '', 'sent', due_at, created_at
         from mail, generate_series(1, 200) where recipient = 'ute@example.com'`,
    );
    expect(codeOf(await share(mara, await entryOf(mara)))).toBe(full);
    await delivered();
    const { id } = invitations.find(({ email }: { email: string }) => email === "ute@example.com");
    expect((await person.send("DELETE", `${calendar}/invitations`, { enData: { id } })).status).toBe(200);
    expect((await delivered()).map(({ method, to }) => [method, to])).toEqual([["CANCEL", ["ute@example.com"]]]);
    // Nor that of a deleted entry, whatever else waits for tomorrow.
    await person.send("PATCH", `${calendar}/entry`, { id: first, title: "Another title" });
    await notify();
    expect(await delivered()).toEqual([]);
    await person.send("DELETE", `${calendar}/entry`, { enData: { entryId: first } });
    await notify();
    const told = await delivered();
    expect(new Set(told.map(({ method }) => method))).toEqual(new Set(["CANCEL"]));
    expect(told).toHaveLength(4);
  });

  test("nor by changes: those beyond thirty mails a day are told when there is room", async () => {
    const person = await organizer("Ole Brink");
    const id = await entryOf(person);
    await share(person, id);
    for (let turn = 0; turn < 35; turn += 1) {
      await person.send("PATCH", `${calendar}/entry`, { id, title: `Call ${turn}` });
      await notify();
    }
    const mails = async () =>
      (
        await product.database.db
          .selectFrom("mail")
          .select("subject")
          .where("recipient", "=", "ute@example.com")
          .execute()
      ).length;
    expect(await mails()).toBe(30);
    aheadMs = 25 * 3_600_000;
    await notify();
    expect(await mails()).toBe(31);
  });

  test("50 guests of an entry, 100 mails a day: all of them or none", async () => {
    const person = await organizer("Ole Brink");
    const guests = (count: number, from: string) =>
      Array.from({ length: count }, (_, at) => ({ name: "", email: `${from}${at}@example.com` }));
    const large = await entryOf(person, { attendees: guests(51, "a") });
    expect(codeOf(await share(person, large))).toBe("409 shareAppointment.limit");
    for (const from of ["b", "c"])
      expect((await share(person, await entryOf(person, { attendees: guests(50, from) }))).status).toBe(200);
    const one = await entryOf(person);
    const refused = await share(person, one);
    expect([codeOf(refused), refused.headers.get("retry-after")]).toEqual(["429 shareAppointment.tooMany", "3600"]);
    expect(await listed(one, person)).toEqual([]);
    aheadMs = 25 * 3_600_000;
    expect((await share(person, one)).status).toBe(200);
  });

  test("one guest is asked again five times a day", async () => {
    const { invitationId } = await invited();
    const again = () => mara.send("POST", `${calendar}/invitations/resend`, { id: invitationId });
    // THROTTLES=relaxed multiplies what the throttle counts, so this shows the way and not the number.
    expect((await again()).status).toBe(200);
    const mail = await onlyMail();
    expect([mail.method, mail.event.getFirstPropertyValue("sequence")]).toEqual(["REQUEST", 0]);
  });
});

describe("the answer of a guest", () => {
  test("is given without an account, seen by the organiser, and may change", async () => {
    const { id, token } = await invited();
    expect((await open(token)).body.invitation).toEqual({
      title: "First call",
      start: call.start,
      end: call.end,
      allDay: false,
      timeZone: "Europe/Berlin",
      isRecurring: false,
      location: "Pier 3",
      link: null,
      organizer: { name: "Mara Brandt", email: mara.email },
      guest: { name: "Ute Kern", email: "ute@example.com" },
      state: "pending",
      comment: "",
      suggestedStart: null,
      sequence: 0,
      isCancelled: false,
      isOver: false,
    });
    for (const answer of ["accepted", "declined", "tentative"]) {
      const said = await reply(token, { answer, comment: " See you <b>there</b> " });
      expect([said.status, said.body.invitation.state]).toEqual([200, answer]);
      expect(await listed(id)).toMatchObject([{ state: answer, comment: "See you <b>there</b>" }]);
    }
    const start = "2060-11-25T14:30:00.000Z";
    await reply(token, { answer: "suggested", start });
    expect(await listed(id)).toMatchObject([
      { state: "suggested", comment: "", suggestion: { start, end: "2060-11-25T15:30:00.000Z" } },
    ]);
  });

  test("is taken for nothing but the own invitation", async () => {
    const first = await invited();
    const second = await invited();
    await reply(first.token, { answer: "accepted" });
    expect(await listed(first.id)).toMatchObject([{ state: "accepted" }]);
    expect(await listed(second.id)).toMatchObject([{ state: "pending" }]);
    for (const token of [`${first.token.slice(0, -1)}x`, first.invitationId, "x".repeat(43)]) {
      expect(codeOf(await open(token))).toBe("404 invitation.unknown");
      expect(codeOf(await reply(token, { answer: "declined" }))).toBe("404 invitation.unknown");
    }
  });

  test("is changed by no look, no GET and no foreign page", async () => {
    const { id, token } = await invited();
    await open(token);
    expect((await product.send("GET", "/api/invitations/answer", undefined)).status).not.toBe(200);
    const foreign = { origin: "https://evil.example" };
    const body = { token, sequence: 0, answer: "accepted" };
    expect((await product.send("POST", "/api/invitations/answer", body, foreign)).status).toBe(403);
    expect(await listed(id)).toMatchObject([{ state: "pending", dateAnswered: null }]);
  });

  test("needs no more than the database does not hold: the token", async () => {
    const { token } = await invited();
    const { db } = product.database;
    const rows = JSON.stringify([
      await db.selectFrom("invitation").selectAll().execute(),
      await db.selectFrom("mail").selectAll().execute(),
    ]);
    expect(rows).not.toContain(token);
    expect(rows).toContain("calendar_body");
  });

  test("ends in one of the answers when several come at once", async () => {
    const { id, token } = await invited();
    const start = "2060-11-25T14:30:00.000Z";
    const answers = ["accepted", "declined", "tentative", "suggested"];
    const said = await Promise.all(
      Array.from({ length: 12 }, (_, at) => {
        const answer = answers[at % 4];
        return reply(token, { answer, comment: answer, ...(answer === "suggested" ? { start } : {}) });
      }),
    );
    expect(said.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    const [row] = await listed(id);
    // All of it is of one answer.
    expect(row.comment).toBe(row.state);
    expect(row.suggestion?.start ?? null).toBe(row.state === "suggested" ? start : null);
  });

  test("to a version that has changed is refused with the new one at hand", async () => {
    const { id, token } = await invited();
    await patch(id, { start: "2060-11-24T11:00:00Z", end: "2060-11-24T12:00:00Z" });
    expect(codeOf(await reply(token, { answer: "accepted" }))).toBe("409 invitation.changed");
    expect((await open(token)).body.invitation).toMatchObject({ sequence: 1, start: "2060-11-24T11:00:00.000Z" });
    expect((await reply(token, { answer: "accepted", sequence: 1 })).status).toBe(200);
  });

  test("meets a change at the same moment without being lost or doubled", async () => {
    const { id, token } = await invited();
    for (let round = 0; round < 8; round += 1) {
      const { sequence } = (await open(token)).body.invitation;
      const start = new Date(Date.parse(call.start) + (round + 1) * 3_600_000).toISOString();
      const end = new Date(Date.parse(start) + 3_600_000).toISOString();
      const [said] = await Promise.all([
        reply(token, { answer: "accepted", sequence }),
        patch(id, { start, end }),
        notify(),
      ]);
      expect(["200 ", "409 invitation.changed"]).toContain(codeOf(said));
      await notify();
      // Whoever answered to the time before is asked for the new one.
      expect(await listed(id)).toMatchObject([{ state: "pending" }]);
    }
  });

  test("takes no suggestion for what recurs, and none without a time", async () => {
    const { token } = await invited({ rrule: "FREQ=WEEKLY" });
    const start = "2060-11-25T14:30:00.000Z";
    expect(codeOf(await reply(token, { answer: "suggested", start }))).toBe("400 request.bad");
    expect(codeOf(await reply(token, { answer: "suggested" }))).toBe("400 request.bad");
    expect(codeOf(await reply(token, { answer: "accepted", start }))).toBe("400 request.bad");
  });
});

describe("guests are told of changes", () => {
  test("of another time, title or place with a higher SEQUENCE, and of nothing else", async () => {
    const { id, mail: first } = await invited();
    let last = 0;
    for (const change of [
      { start: "2060-11-24T12:00:00Z", end: "2060-11-24T13:00:00Z" },
      { title: "Second call" },
      { location: "Pier 4" },
    ]) {
      await patch(id, change);
      await notify();
      const mail = await onlyMail();
      const sequence = Number(mail.event.getFirstPropertyValue("sequence"));
      expect([mail.method, sequence > last, mail.event.getFirstPropertyValue("uid")]).toEqual([
        "REQUEST",
        true,
        first.event.getFirstPropertyValue("uid"),
      ]);
      last = sequence;
    }
    await patch(id, { notes: "For us alone", priority: "high", title: "Second call" });
    await notify();
    expect(await delivered()).toEqual([]);
  });

  test("of another time asks again; of another title it does not", async () => {
    const { id, token } = await invited();
    await reply(token, { answer: "accepted" });
    await patch(id, { title: "Second call" });
    await notify();
    expect((await onlyMail()).event.getFirstProperty("attendee")?.getParameter("partstat")).toBe("ACCEPTED");
    await patch(id, { start: "2060-11-24T09:30:00Z" });
    await notify();
    expect((await onlyMail()).event.getFirstProperty("attendee")?.getParameter("partstat")).toBe("NEEDS-ACTION");
    expect(await listed(id)).toMatchObject([{ state: "pending" }]);
  });

  test("once, however many processes look, and not before the entry was left alone", async () => {
    const { id } = await invited();
    await patch(id, { title: "Second call" });
    await notifyGuests(product.deps);
    expect(await delivered()).toEqual([]);
    aheadMs = 30_000;
    await Promise.all(Array.from({ length: 8 }, () => notifyGuests(product.deps)));
    expect(await delivered()).toHaveLength(1);
  });

  test("of a deletion by CANCEL, and of its undoing by a new request", async () => {
    const { id, token, mail: first } = await invited();
    await remove(id);
    await notify();
    await notify();
    const cancel = await onlyMail();
    expect(outlineOf(cancel.mime)).toBe(outlineOf(first.mime));
    expect(cancel.mime.parts[0]?.parts[2]?.params.get("method")).toBe("CANCEL");
    expect([cancel.method, cancel.event.getFirstPropertyValue("status")]).toEqual(["CANCEL", "CANCELLED"]);
    const sequence = Number(cancel.event.getFirstPropertyValue("sequence"));
    expect(sequence).toBeGreaterThan(0);
    expect(codeOf(await reply(token, { answer: "accepted" }))).toBe("410 invitation.cancelled");
    await restore(id);
    await notify();
    const again = await onlyMail();
    expect([again.method, Number(again.event.getFirstPropertyValue("sequence")) > sequence]).toEqual(["REQUEST", true]);
    expect((await open(token)).body.invitation).toMatchObject({ isCancelled: false, state: "pending" });
  });

  test("of a deletion that was undone at once, not at all", async () => {
    const { id } = await invited();
    await remove(id);
    await restore(id);
    aheadMs = 30_000;
    await notifyGuests(product.deps);
    expect(await delivered()).toEqual([]);
  });

  test("of an invitation that is taken back, and invited again if the organiser wishes", async () => {
    const { id, invitationId, token } = await invited();
    const cancel = () => mara.send("DELETE", `${calendar}/invitations`, { enData: { id: invitationId } });
    expect((await Promise.all([cancel(), cancel(), cancel()])).map(({ status }) => status)).toEqual([200, 200, 200]);
    const mail = await onlyMail();
    expect([mail.method, mail.event.getFirstPropertyValue("sequence")]).toEqual(["CANCEL", 1]);
    expect(codeOf(await reply(token, { answer: "accepted" }))).toBe("410 invitation.cancelled");
    expect(await listed(id)).toMatchObject([{ isCancelled: true }]);
    expect(codeOf(await share(mara, id))).toBe("409 shareAppointment.noGuests");
    await share(mara, id, { emails: [ute.email] });
    const again = await onlyMail();
    expect([again.method, again.event.getFirstPropertyValue("sequence")]).toEqual(["REQUEST", 2]);
    expect((await reply(token, { answer: "accepted" })).status).toBe(200);
  });

  test("who are attendees no longer", async () => {
    const { id } = await invited();
    await patch(id, { attendees: [jan] });
    await notify();
    expect((await onlyMail()).method).toBe("CANCEL");
    expect(await listed(id)).toMatchObject([{ email: "ute@example.com", isCancelled: true }]);
    await notify();
    expect(await delivered()).toEqual([]);
  });

  describe("by what was told last, once the invitation ends", () => {
    const secret = {
      title: "Confidential",
      start: "2060-12-01T09:00:00.000Z",
      end: "2060-12-01T10:00:00.000Z",
      location: "Room 9",
    };
    const told = { title: call.title, start: call.start, end: call.end, location: call.location };
    test.each<{ name: string; act: (id: string, invitationId: string) => Promise<unknown> }>([
      {
        name: "an entry that is changed after the invitation was taken back",
        async act(id, invitationId) {
          await mara.send("DELETE", `${calendar}/invitations`, { enData: { id: invitationId } });
          await patch(id, secret);
        },
      },
      {
        name: "an invitation that is taken back before the guest was told of the change",
        async act(id, invitationId) {
          await patch(id, secret);
          await mara.send("DELETE", `${calendar}/invitations`, { enData: { id: invitationId } });
        },
      },
      {
        name: "an entry that is changed after its guest was taken off",
        async act(id) {
          await patch(id, { attendees: [] });
          await notify();
          await patch(id, secret);
        },
      },
      { name: "a guest who is taken off with the change", act: (id) => patch(id, { attendees: [], ...secret }) },
      {
        name: "an entry that is changed and deleted",
        async act(id) {
          await patch(id, secret);
          await remove(id);
        },
      },
    ])("$name", async ({ act }) => {
      const { id, invitationId, token } = await invited();
      await act(id, invitationId);
      const shown = { ...told, location: null, link: null, isCancelled: true };
      expect((await open(token)).body.invitation).toMatchObject(shown);
      await notify();
      const mail = await onlyMail();
      const property = (name: string) => String(mail.event.getFirstPropertyValue(name));
      expect([mail.method, property("summary"), property("location"), property("dtstart")]).toEqual([
        "CANCEL",
        call.title,
        call.location,
        "2060-11-24T09:00:00Z",
      ]);
      expect(mail.raw).not.toContain(secret.title);
      const text = mail.mime.parts[0]?.parts[0]?.text ?? "";
      expect([text.includes(call.title), text.includes(secret.title), text.includes(secret.location)]).toEqual([
        true,
        false,
        false,
      ]);
      expect((await open(token)).body.invitation).toMatchObject(shown);
    });
  });

  test("by the entry as they know it, where invitations are older than the note of what was told", async () => {
    const [known, changed] = [await invited(), await invited()];
    await patch(changed.id, { title: "Confidential", location: "Room 9" });
    const { client, release } = await transactionOf();
    try {
      await client.query("alter table invitation drop column told");
      for (const line of sharingMigrations["0046_told_guests"]) await client.query(line);
      const { rows } = await client.query("select entry_id, told from invitation where entry_id = any($1)", [
        [known.id, changed.id],
      ]);
      const told = new Map(rows.map((row) => [row.entry_id, row.told]));
      const rest = { link: null, allDay: false, timeZone: call.timeZone, rrule: null, exdates: [] };
      expect(told.get(known.id)).toEqual({ ...rest, title: call.title, location: call.location });
      expect(told.get(changed.id)).toEqual({ ...rest, title: "…", location: null });
    } finally {
      await release();
    }
  });

  test("later when the mails of a day are used up, and others meanwhile", async () => {
    const person = await organizer("Ole Brink");
    const guests = (from: string) =>
      Array.from({ length: 50 }, (_, at) => ({ name: "", email: `${from}${at}@example.com` }));
    const full = await entryOf(person, { attendees: guests("d") });
    await share(person, full);
    await share(person, await entryOf(person, { attendees: guests("e") }));
    const { id } = await invitedBeside();
    for (const [who, entryId] of [
      [person, full],
      [mara, id],
    ] as const)
      await who.send("PATCH", `${calendar}/entry`, { id: entryId, title: "Second call" });
    await notify();
    expect((await delivered()).map(({ to }) => to)).toEqual([["ute@example.com"]]);
    aheadMs = 25 * 3_600_000;
    await notify();
    expect(await delivered()).toHaveLength(50);
  });

  test("of nothing by somebody whose account is disabled, and of all that is so when it is enabled again", async () => {
    const person = await organizer("Ole Brink");
    const disable = (isDisabled: boolean) =>
      changePerson(null, { id: person.userId, isDisabled, reason: "of a test" }, product.deps);
    const [told, kept] = [await entryOf(person), await entryOf(person, { attendees: [jan] })];
    await share(person, told);
    await delivered();
    await person.send("PATCH", `${calendar}/entry`, { id: told, title: "Second call" });
    // This one is in the outbox already.
    await share(person, kept);
    await disable(true);
    await notify();
    expect(await delivered()).toEqual([]);
    await disable(false);
    await notify();
    expect((await delivered()).map(({ to }) => to.join()).toSorted()).toEqual(["jan@example.com", "ute@example.com"]);
  });

  test("of nothing once it is over", async () => {
    const soon = {
      start: new Date(Date.now() + 60_000).toISOString(),
      end: new Date(Date.now() + 120_000).toISOString(),
    };
    const { id, token } = await invited(soon);
    aheadMs = 3_600_000;
    expect(codeOf(await reply(token, { answer: "accepted" }))).toBe("410 invitation.over");
    await patch(id, { title: "Was a call" });
    await notify();
    await remove(id);
    await notify();
    expect(await delivered()).toEqual([]);
  });
});

describe("a subscription", () => {
  const made = async (family: number | null, person = mara) => {
    const { status, body } = await person.send("POST", `${calendar}/feeds`, { family });
    expect(status).toBe(201);
    return { id: body.feed.id as string, path: new URL(body.url).pathname };
  };
  const look = (path: string, headers: Record<string, string> = {}) => product.send("GET", path, undefined, headers);

  test("shows the entries of a family or all, to whoever has its address", async () => {
    const person = await organizer();
    const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const entry = (type: string, title: string) =>
      entryOf(person, { type, title, start: soon(3), end: soon(4), notes: "For me alone" });
    await entry("3010", "A post");
    await entry("1000", "A meeting");
    await entryOf(person, { type: "3020", title: "Gone", start: soon(3), end: soon(4) }).then((id) =>
      person.send("DELETE", `${calendar}/entry`, { enData: { entryId: id } }),
    );
    const titles = async (path: string) => {
      const answer = await look(path);
      expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
      expect(answer.body).not.toContain("For me alone");
      expect(answer.body).not.toContain("Ute");
      const read = new ICAL.Component(ICAL.parse(answer.body));
      expect(read.getFirstPropertyValue("method")).toBeNull();
      return read.getAllSubcomponents("vevent").map((one) => one.getFirstPropertyValue("summary"));
    };
    expect(await titles((await made(3000, person)).path)).toEqual(["A post"]);
    expect(new Set(await titles((await made(null, person)).path))).toEqual(new Set(["A meeting", "A post"]));
    expect(await titles((await made(7000, person)).path)).toEqual([]);
  });

  test("is answered by 304 until something changes", async () => {
    const person = await organizer();
    const start = new Date(Date.now() + 86_400_000).toISOString();
    const id = await entryOf(person, { start, end: start });
    const { path } = await made(null, person);
    const first = await look(path);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await look(path, { "if-none-match": known });
      expect([again.status, again.body, again.headers.get("etag")]).toEqual([304, undefined, etag]);
    }
    await person.send("PATCH", `${calendar}/entry`, { id, title: "Second call" });
    const changed = await look(path, { "if-none-match": etag });
    expect([changed.status, changed.headers.get("etag") === etag]).toEqual([200, false]);
  });

  test("ends at once when it is revoked, and by its owner alone", async () => {
    const { id, path } = await made(null);
    const jonas = await organizer("Jonas Weber");
    const revoke = (person: Person) => person.send("DELETE", `${calendar}/feeds`, { enData: { id } });
    expect((await revoke(jonas)).status).toBe(404);
    expect((await look(path)).status).toBe(200);
    expect((await revoke(mara)).status).toBe(200);
    expect((await look(path)).status).toBe(404);
    expect((await revoke(mara)).status).toBe(404);
  });

  test("ends when its owner takes the account back by a new password, and goes on otherwise", async () => {
    const person = await organizer("Ole Brink");
    const { path } = await made(null, person);
    const next = "another long password";
    const { password } = person;
    await person.send("POST", "/api/user/password", { currentPassword: password, newPassword: next });
    await person.send("DELETE", "/api/user/sessions", { others: true });
    expect((await look(path)).status).toBe(200);
    await product.send("POST", "/api/auth/reset/request", { email: person.email });
    await sendRequestedLinks(product.deps);
    const mail = await product.database.db
      .selectFrom("mail")
      .select("text_body")
      .where("recipient", "=", person.email)
      .where("kind", "=", "account-reset")
      .executeTakeFirstOrThrow();
    const token = /#token=(\S+)/.exec(mail.text_body)?.[1];
    expect((await product.send("POST", "/api/auth/reset/finish", { token, password: `${next} 2` })).status).toBe(200);
    expect((await look(path)).status).toBe(404);
  });

  test("keeps its token from the database, the list and the log", async () => {
    const { path } = await made(null);
    const token = path.slice("/feeds/".length, -".ics".length);
    expect(token).toMatch(/^[\w-]{43}$/);
    await look(path);
    await look(`/feeds/${token}x.ics`);
    const rows = JSON.stringify(await product.database.db.selectFrom("calendar_feed").selectAll().execute());
    const list = JSON.stringify((await mara.send("GET", `${calendar}/feeds`)).body);
    const { invitationId } = await invited();
    for (const text of [rows, list, lines.join("\n")]) expect(text).not.toContain(token);
    expect(lines.join("\n")).not.toContain("#token=");
    expect(invitationId).toBeTruthy();
  });

  test("is one of twenty at most, also under parallel wishes", async () => {
    const person = await organizer();
    const answers = await callsBehindLock(product.database, lockOfPerson, person.userId, () =>
      Array.from({ length: 24 }, () => person.send("POST", `${calendar}/feeds`, { family: null })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.find(({ status }) => status !== 201)?.body.code).toBe("feeds.limit");
  });

  test("names families as the pages do", async () => {
    for (const language of ["en", "de"] as const) {
      const texts = await import(`../../ui/i18n/${language}/workflows.json`);
      expect(familyNames[language]).toEqual(texts.default.calendarFamilies);
    }
  });
});

describe("when an appointment is", () => {
  const times = { start: "2026-10-24T22:30:00.000Z", end: "2026-10-25T01:30:00.000Z", allDay: false };

  test("is told with the zone whose clocks are read", () => {
    expect(whenText({ ...times, timeZone: "Europe/Berlin" }, "en")).toBe(
      "Sun 25 Oct 2026, 00:30 to 02:30 (Europe/Berlin, UTC+02:00)",
    );
    expect(whenText({ ...times, timeZone: "Europe/Berlin" }, "de", "America/New_York")).toBe(
      "Sa 24.10.2026, 18:30 bis 21:30 (America/New_York, UTC-04:00)",
    );
    expect(whenText({ ...times, timeZone: "Europe/Berlin" }, "en", "UTC")).toBe(
      "Sat 24 Oct 2026, 22:30 to Sun 25 Oct 2026, 01:30 (UTC, UTC+00:00)",
    );
  });

  test("moves with its length, whole days with their number", () => {
    const days = { start: "2026-10-23T22:00:00.000Z", end: "2026-10-25T23:00:00.000Z", allDay: true };
    expect(whenText({ ...days, timeZone: "Europe/Berlin" }, "en", "Asia/Tokyo")).toBe(
      "Sat 24 Oct 2026 to Sun 25 Oct 2026",
    );
    expect(movedTo({ ...days, timeZone: "Europe/Berlin" }, "2026-11-01T08:00:00.000Z")).toEqual({
      start: "2026-10-31T23:00:00.000Z",
      end: "2026-11-02T23:00:00.000Z",
    });
    expect(movedTo({ ...times, timeZone: "Europe/Berlin" }, "2026-11-01T08:00:00.000Z").end).toBe(
      "2026-11-01T11:00:00.000Z",
    );
  });
});
