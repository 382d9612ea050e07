import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Person } from "#src/testing/visitor.ts";
import { insightStatus, type Insight } from "./contract.ts";

let product: TestProduct;
let clock = Date.parse("2026-06-01T08:00:00Z");
beforeAll(async () => {
  product = await openTestProduct({ now: () => new Date(clock) });
});
afterAll(() => product.close());

const path = "/api/leads/outreach/insights";

async function leadsOf(person: Person, ...names: string[]): Promise<string[]> {
  const leads = names.map((name) => ({ name, legalBasis: "consent" }));
  const { body } = await person.send("POST", "/api/leads", { enData: { leads } });
  return body.leads.map(({ id }: { id: string }) => id);
}

const add = (person: Person, insights: object[]) => person.send("POST", path, { enData: { insights } });

const list = async (person: Person, query = ""): Promise<Insight[]> =>
  (await person.send("GET", `${path}?${query}`)).body.insights;

test("creates a list of outreach messages and lists them newest first with the names of their leads", async () => {
  const person = await product.signUp();
  const [a, b] = await leadsOf(person, "Radhaus", "Bakery");
  await add(person, [{ leadId: b, subject: "older" }]);
  clock += 1000;
  const facts = [{ text: "Open since 1931", quote: "seit 1931", url: "https://radhaus.example/" }];
  const created = await add(person, [
    { leadId: a, subject: "first", facts },
    { leadId: b, subject: "second" },
  ]);
  expect(created.status).toBe(201);
  expect(created.body.insight).toEqual(created.body.insights[0]);
  expect(created.body.insight).toMatchObject({
    leadId: a,
    leadName: "Radhaus",
    subject: "first",
    facts,
    status: "draft",
    channel: "email",
    language: "en",
    followUps: [],
    fitScore: null,
    runId: null,
    dateCreated: new Date(clock).toISOString(),
  });
  const all = await list(person);
  expect(all.map(({ subject }) => subject)).toEqual(["first", "second", "older"]);
  expect(all.slice(0, 2)).toEqual(created.body.insights);
});

test("rejects the whole list when one lead is another user's, deleted or unknown", async () => {
  const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
  const [own, gone] = await leadsOf(person, "own", "gone");
  const [foreign] = await leadsOf(other, "foreign");
  await person.send("DELETE", "/api/leads", { enData: { id: gone } });
  for (const leadId of [foreign, gone, newId()])
    expect((await add(person, [{ leadId: own }, { leadId }])).status).toBe(404);
  expect([await list(person), await list(other)]).toEqual([[], []]);
});

test("hides the messages of a deleted lead until it is restored", async () => {
  const person = await product.signUp();
  const [a, b] = await leadsOf(person, "a", "b");
  const { body } = await add(person, [{ leadId: a }, { leadId: b }]);
  const [ofA, ofB] = body.insights;
  await person.send("DELETE", "/api/leads", { enData: { id: a } });
  expect(await list(person)).toEqual([ofB]);
  expect((await person.send("PUT", path, { id: ofA.id, fields: { status: "sent" } })).status).toBe(404);
  await person.send("POST", "/api/leads/restore", { ids: [a] });
  expect(await list(person)).toEqual([ofA, ofB]);
});

test("updates only the given fields of a message, and only for its owner", async () => {
  const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
  const [leadId] = await leadsOf(person, "a");
  const { insight } = (
    await add(person, [{ leadId, subject: "s", fitScore: 70, followUps: [{ afterDays: 3, message: "m" }] }])
  ).body;
  clock += 1000;
  const change = { id: insight.id, fields: { status: "approved", fitScore: null, painHypotheses: ["slow"] } };
  expect((await other.send("PUT", path, change)).status).toBe(404);
  expect((await person.send("PUT", path, { id: insight.id, fields: { leadId } })).status).toBe(400);
  const changed = await person.send("PUT", path, change);
  const expected = { ...insight, ...change.fields, dateUpdated: new Date(clock).toISOString() };
  expect([changed.status, changed.body.insight]).toEqual([200, expected]);
  expect(await list(person)).toEqual([expected]);
});

test("approves and sends no message to a lead that wants none or has no legal basis", async () => {
  const person = await product.signUp();
  const leads = [
    { name: "shut", legalBasis: "consent", doNotContact: true },
    { name: "bare", legalBasis: "none" },
  ];
  const { body } = await person.send("POST", "/api/leads", { enData: { leads } });
  const [shut, bare] = body.leads.map(({ id }: { id: string }) => id);
  const created = await add(person, [
    { leadId: shut, channel: "letter" },
    { leadId: bare },
    { leadId: bare, channel: "letter" },
  ]);
  const [toShut, toBare, letter] = created.body.insights.map(({ id }: { id: string }) => id);
  for (const status of ["approved", "sent"]) {
    const answers = await Promise.all(
      [toShut, toBare].map((id) => person.send("PUT", path, { id, fields: { status } })),
    );
    expect(answers.map((one) => [one.status, one.body.code])).toEqual([
      [409, "insights.doNotContact"],
      [409, "insights.noBasis"],
    ]);
  }
  // Nor as a new message.
  for (const status of ["approved", "sent"]) {
    const answers = await Promise.all([
      add(person, [{ leadId: shut, channel: "letter", status }]),
      add(person, [
        { leadId: bare, channel: "letter" },
        { leadId: bare, status },
      ]),
    ]);
    expect(answers.map((one) => [one.status, one.body.code])).toEqual([
      [409, "insights.doNotContact"],
      [409, "insights.noBasis"],
    ]);
  }
  expect((await list(person)).length).toBe(3);
  // A letter to a company needs no basis, and a draft may be edited all the same.
  expect((await person.send("PUT", path, { id: letter, fields: { status: "approved" } })).status).toBe(200);
  expect((await person.send("PUT", path, { id: toBare, fields: { subject: "x" } })).status).toBe(200);
  expect((await person.send("PUT", path, { id: letter, fields: { channel: "email" } })).body.code).toBe(
    "insights.noBasis",
  );
  const after = (await person.send("GET", "/api/leads?sort=name")).body.leads;
  expect(after.map((one: { lastContactAt: unknown }) => one.lastContactAt)).toEqual([null, null]);
});

test("a message that was sent is the last contact of its lead, which is a new one no more", async () => {
  const person = await product.signUp();
  const [a, b] = await leadsOf(person, "a", "b");
  await person.send("PUT", "/api/leads", { id: b, fields: { stage: "offer" } });
  const { insights } = (await add(person, [{ leadId: a }, { leadId: b }])).body;
  const leads = async () =>
    (await person.send("GET", "/api/leads?sort=name")).body.leads.map(
      ({ stage, lastContactAt }: { stage: string; lastContactAt: string | null }) => [stage, lastContactAt],
    );
  await person.send("PUT", path, { id: insights[0].id, fields: { status: "approved" } });
  expect(await leads()).toEqual([
    ["new", null],
    ["offer", null],
  ]);
  clock += 1000;
  const sent = new Date(clock).toISOString();
  for (const { id } of insights) await person.send("PUT", path, { id, fields: { status: "sent" } });
  clock += 1000;
  // Editing what was sent is no second contact.
  await person.send("PUT", path, { id: insights[0].id, fields: { status: "sent", subject: "x" } });
  expect(await leads()).toEqual([
    ["contacted", sent],
    ["offer", sent],
  ]);
});

test("pages through every message once, newest first, with every filter", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(fc.tuple(fc.boolean(), fc.constantFrom(...insightStatus.options)), { minLength: 1, maxLength: 5 }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      fc.integer({ min: 1, max: 6 }),
      async (batches, limit) => {
        const person = await product.signUp();
        const [a, b] = await leadsOf(person, "a", "b");
        let all: Insight[] = [];
        for (const batch of batches) {
          clock += 1;
          const { body } = await add(
            person,
            batch.map(([isA, status]) => ({ leadId: isA ? a : b, status })),
          );
          all = [...body.insights, ...all];
        }
        const queries: [string, Insight[]][] = [
          ["", all],
          [`leadId=${a}`, all.filter(({ leadId }) => leadId === a)],
          ["status=sent", all.filter(({ status }) => status === "sent")],
        ];
        for (const [query, expected] of queries) {
          const seen: Insight[] = [];
          let cursor: string | undefined;
          do {
            const { body } = await person.send(
              "GET",
              `${path}?limit=${limit}&${query}${cursor ? `&cursor=${cursor}` : ""}`,
            );
            seen.push(...body.insights);
            cursor = body.nextCursor;
          } while (cursor);
          expect(seen).toEqual(expected);
        }
      },
    ),
    { numRuns: 10 },
  );
});
