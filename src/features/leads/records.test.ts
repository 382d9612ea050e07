import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Person } from "#src/testing/visitor.ts";
import { type Lead, leadRowKeys, newLead, type TimelineItem } from "./contract.ts";
import { maxTimelineChanges, maxViews } from "./rules.ts";
import { changesBetween } from "./server/history.ts";

let product: TestProduct;
let clock = Date.parse("2026-06-01T08:00:00Z");
beforeAll(async () => {
  product = await openTestProduct({ now: () => new Date(clock) });
});
afterAll(() => product.close());

const path = "/api/leads";
const day = 86_400_000;

async function add(person: Person, lead: object): Promise<Lead> {
  const { status, body } = await person.send("POST", path, { enData: { leads: [lead] } });
  expect(status).toBe(201);
  return body.leads[0];
}

const change = (person: Person, body: object) => person.send("PUT", path, body);
const timeline = async (person: Person, id: string, query = ""): Promise<TimelineItem[]> => {
  const { status, body } = await person.send("GET", `${path}/${id}/timeline${query}`);
  expect(status).toBe(200);
  return body.items;
};
/** Kind and what is told, in one line. */
const told = ({ kind, text, field, before, after }: TimelineItem): string =>
  kind === "change" ? `${field}: ${before} → ${after}` : `${kind} ${text}`;

test("answers a list without counts and without what a table does not show, unless asked", async () => {
  const person = await product.signUp();
  const lead = await add(person, { name: "Velofix", notes: "long", customFields: { own: "1" } });
  expect((await person.send("GET", path)).body).toEqual({ leads: [lead] });
  const { leads } = (await person.send("GET", `${path}?fields=table`)).body;
  expect(leads).toEqual([Object.fromEntries(leadRowKeys.map((key) => [key, lead[key]]))]);
  expect((await person.send("GET", `${path}?counts=true&q=nobody`)).body).toEqual({ leads: [], found: 0, total: 1 });
  expect((await person.send("GET", `${path}?fields=some`)).status).toBe(400);
});

test("tells what happened to a lead, newest first and page by page", async () => {
  const person = await product.signUp();
  const lead = await add(person, { name: "Velofix", legalBasis: "consent", address: { city: "Halle" } });
  clock += 1000;
  await change(person, { id: lead.id, fields: { stage: "meeting", nextStep: "Demo", address: { city: "Leipzig" } } });
  clock += 1000;
  const enData = { leadId: lead.id, text: "Wants two service days." };
  expect((await person.send("POST", `${path}/notes`, { enData })).status).toBe(201);
  clock += 1000;
  const insights = [{ leadId: lead.id, subject: "Two dates", status: "sent" }];
  await person.send("POST", `${path}/outreach/insights`, { enData: { insights } });
  clock += 1000;
  // The same values again are no change.
  await change(person, { updates: [{ id: lead.id, fields: { stage: "meeting", tags: [] } }] });
  const items = await timeline(person, lead.id);
  const last = new Date(clock - 1000).toISOString();
  expect(items.map(told).toSorted()).toEqual(
    [
      "message Two dates",
      `lastContactAt:  → ${last}`,
      "note Wants two service days.",
      "stage: new → meeting",
      "nextStep:  → Demo",
      "address: Halle → Leipzig",
      "created null",
    ].toSorted(),
  );
  expect(items.map(({ at }) => at)).toEqual(
    items
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  const pages: TimelineItem[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await person.send(
      "GET",
      `${path}/${lead.id}/timeline?limit=2${cursor ? `&cursor=${cursor}` : ""}`,
    );
    pages.push(...body.items);
    cursor = body.nextCursor;
  } while (cursor);
  expect(pages).toEqual(items);
});

test("keeps the newest changes of a lead only", async () => {
  const person = await product.signUp();
  const [lead, other] = [await add(person, { name: "Velofix" }), await add(person, { name: "Radpost" })];
  await change(person, { id: other.id, fields: { nextStep: "stays" } });
  const rows = Array.from({ length: maxTimelineChanges + 5 }, (_, at) => ({
    id: newId(),
    user_id: person.userId,
    lead_id: lead.id,
    field: "nextStep",
    before: String(at),
    after: String(at + 1),
    created_at: new Date(clock + at),
  }));
  await product.database.db.insertInto("lead_change").values(rows).execute();
  clock += 10_000;
  await change(person, { id: lead.id, fields: { nextStep: "newest" } });
  const left = await product.database.db
    .selectFrom("lead_change")
    .select(["lead_id", "before", "after"])
    .where("user_id", "=", person.userId)
    .orderBy("created_at")
    .execute();
  const own = left.filter((row) => row.lead_id === lead.id);
  expect([own.length, own[0]?.before, own.at(-1)?.after]).toEqual([maxTimelineChanges, "6", "newest"]);
  expect(left.length - own.length).toBe(1);
});

test("refuses to write over what was changed elsewhere, and takes what others did not touch", async () => {
  const person = await product.signUp();
  const lead = await add(person, { name: "Velofix", notes: "first", lastContactAt: "2026-05-01T10:00:00+02:00" });
  const { id } = lead;
  expect((await change(person, { id, fields: { notes: "tab one" }, was: { notes: "first" } })).status).toBe(200);
  const late = await change(person, { id, fields: { notes: "tab two" }, was: { notes: "first" } });
  expect([late.status, late.body.code]).toEqual([409, "leads.stale"]);
  expect((await change(person, { id, fields: { owner: "Mara" }, was: { owner: "" } })).status).toBe(200);
  // Both wrote the same, and one instant has several notations.
  expect((await change(person, { id, fields: { notes: "tab one" }, was: { notes: "first" } })).status).toBe(200);
  const was = { lastContactAt: "2026-05-01T08:00:00Z" };
  expect((await change(person, { id, fields: { lastContactAt: null }, was })).status).toBe(200);
  const other = await add(person, { name: "Radpost" });
  const both = [
    { id: other.id, fields: { stage: "won" } },
    { id, fields: { notes: "lost" }, was: { notes: "first" } },
  ];
  expect((await change(person, { updates: both })).status).toBe(409);
  expect((await person.send("GET", `${path}/${other.id}`)).body.lead.stage).toBe("new");
  expect((await person.send("GET", `${path}/${id}`)).body.lead).toMatchObject({ notes: "tab one", owner: "Mara" });
});

test("of parallel changes that began with the same text, one is taken", async () => {
  const person = await product.signUp();
  const { id } = await add(person, { name: "Velofix", nextStep: "Call" });
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      change(person, { id, fields: { nextStep: `n${at}` }, was: { nextStep: "Call" } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
});

test("deletes a note for a day and brings it back", async () => {
  const person = await product.signUp();
  const lead = await add(person, { name: "Velofix" });
  const enData = { leadId: lead.id, text: "Rang twice" };
  const { note } = (await person.send("POST", `${path}/notes`, { enData })).body;
  expect((await person.send("DELETE", `${path}/notes`, { enData: { id: note.id } })).status).toBe(200);
  expect((await person.send("DELETE", `${path}/notes`, { enData: { id: note.id } })).status).toBe(404);
  expect((await timeline(person, lead.id)).map(told)).toEqual(["created null"]);
  expect((await person.send("POST", `${path}/notes/restore`, { id: note.id })).body).toEqual({ note });
  await person.send("DELETE", `${path}/notes`, { enData: { id: note.id } });
  clock += day + 1;
  expect((await person.send("POST", `${path}/notes/restore`, { id: note.id })).status).toBe(404);
});

test("does not let others read, write or delete notes and views", async () => {
  const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
  const lead = await add(person, { name: "Velofix" });
  const { note } = (await person.send("POST", `${path}/notes`, { enData: { leadId: lead.id, text: "Mine" } })).body;
  const { view } = (await person.send("POST", `${path}/views`, { enData: { name: "Mine", filters: {} } })).body;
  const refused = [
    await other.send("GET", `${path}/${lead.id}/timeline`),
    await other.send("POST", `${path}/notes`, { enData: { leadId: lead.id, text: "Theirs" } }),
    await other.send("DELETE", `${path}/notes`, { enData: { id: note.id } }),
    await other.send("POST", `${path}/notes/restore`, { id: note.id }),
    await other.send("PUT", `${path}/views`, { id: view.id, fields: { name: "Theirs" } }),
    await other.send("DELETE", `${path}/views`, { enData: { id: view.id } }),
    await other.send("POST", `${path}/views/restore`, { id: view.id }),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
  expect((await timeline(person, lead.id)).map(told)).toContain("note Mine");
  expect((await other.send("GET", `${path}/views`)).body.views).toEqual([]);
});

test("keeps views with what each finds, up to a limit", async () => {
  const person = await product.signUp();
  await add(person, { name: "Alder", stage: "offer", score: 70, address: { city: "Leipzig" } });
  await add(person, { name: "Birch", score: 20 });
  const save = (name: string, filters: object) => person.send("POST", `${path}/views`, { enData: { name, filters } });
  const high = (await save("High", { minScore: 60, sort: "-score", layout: "board" })).body.view;
  await save("Named", { q: "birch alder" });
  await save("City", { city: "LEIPZIG", stage: ["offer", "won"], has: [], doNotContact: false });
  const { body } = await person.send("GET", `${path}/views`);
  expect(body).toMatchObject({ total: 2, quiet: 0, untouched: 1 });
  expect(body.views.map(({ name, found }: { name: string; found: number }) => [name, found])).toEqual([
    ["High", 1],
    ["Named", 0],
    ["City", 1],
  ]);
  const renamed = await person.send("PUT", `${path}/views`, { id: high.id, fields: { filters: { minScore: 10 } } });
  expect(renamed.body).toEqual({ view: { id: high.id, name: "High", filters: { minScore: 10 } } });
  for (let at = 3; at < maxViews; at += 1) expect((await save(`View ${at}`, {})).status).toBe(201);
  expect(await save("One more", {})).toMatchObject({ status: 409, body: { code: "leads.viewLimit" } });
  expect((await person.send("DELETE", `${path}/views`, { enData: { id: high.id } })).status).toBe(200);
  expect((await save("One more", {})).status).toBe(201);
  expect((await person.send("POST", `${path}/views/restore`, { id: high.id })).status).toBe(409);
  expect((await save("", {})).status).toBe(400);
  expect((await save("Other keys", { ids: [newId()] })).status).toBe(400);
});

test("a change names exactly the fields that differ", () => {
  const some = fc.record({
    name: fc.constantFrom("Velofix", "Radpost"),
    stage: fc.constantFrom("new", "won"),
    score: fc.constantFrom(null, 0, 60),
    tags: fc.constantFrom([], ["a"], ["a", "b"]),
    notes: fc.string({ maxLength: 300 }),
    address: fc.record({ city: fc.constantFrom("", "Halle"), zip: fc.constantFrom("", "06108") }),
    customFields: fc.constantFrom({}, { own: "1" }),
    lastContactAt: fc.constantFrom(null, "2026-05-01T08:00:00Z", "2026-05-01T10:00:00+02:00"),
  });
  fc.assert(
    fc.property(some, some, (one, other) => {
      const [before, after] = [newLead.parse(one), newLead.parse(other)];
      const isSame = (name: keyof typeof one): boolean =>
        name === "lastContactAt"
          ? (before[name] === null) === (after[name] === null)
          : JSON.stringify(before[name]) === JSON.stringify(after[name]);
      const names = Object.keys(one) as (keyof typeof one)[];
      const changes = changesBetween(before, after);
      expect(changes.map(({ field }) => field).toSorted()).toEqual(names.filter((name) => !isSame(name)).toSorted());
      for (const change of changes)
        for (const words of [change.before, change.after])
          expect(Array.from(words ?? "").length).toBeLessThanOrEqual(200);
    }),
  );
});
