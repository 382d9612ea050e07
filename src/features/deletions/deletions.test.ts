import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { furnish } from "#src/testing/security/fixtures.ts";
import type { Person } from "#src/testing/visitor.ts";
import type { DeletedRecord } from "./contract.ts";
import { deletedGroups } from "./web/deletedGroups.ts";

let product: TestProduct;
let clock = 0;
beforeAll(async () => {
  product = await openTestProduct({ now: () => new Date(Date.now() + clock) });
});
afterAll(() => product.close());

const path = "/api/deleted";
const listed = async (person: Person): Promise<DeletedRecord[]> => (await person.send("GET", path)).body.records;
const titles = async (person: Person): Promise<string[]> => (await listed(person)).map(({ title }) => title);

async function createLead(person: Person, name: string): Promise<string> {
  const { status, body } = await person.send("POST", "/api/leads", { enData: { leads: [{ name }] } });
  expect(status).toBe(201);
  return body.leads[0].id;
}
const removeLeads = (person: Person, ids: string[]) => person.send("DELETE", "/api/leads", { enData: { ids } });

async function createItem(person: Person, withEntry: boolean) {
  const enData = {
    workflow: "socialPostWriterWorkflow",
    kind: "post",
    title: "Winter tyres",
    plannedAt: "2026-12-01T08:00:00Z",
  };
  const { body } = await person.send("POST", "/api/workflows/scheduled/outcome", { enData, withEntry });
  return body.outcome;
}

test("lists what a person deleted of every kind, newest first, until it is restored", async () => {
  const [person, other] = await Promise.all([product.signUp(), product.signUp()]);
  const { projectId, entryId } = await furnish(person);
  expect(await listed(person)).toEqual([]);
  const lead = await createLead(person, "Kern");
  const item = await createItem(person, false);
  await person.send("DELETE", "/api/projects/workflow", { enData: { userId: person.userId, projectId } });
  await person.send("DELETE", "/api/calendar/entry", { enData: { entryId } });
  await removeLeads(person, [lead]);
  await person.send("DELETE", "/api/workflows/scheduled/outcome", { enData: { id: item.id } });
  const records = await listed(person);
  expect(records.map(({ kind, id }) => [kind, id])).toEqual([
    ["outcome", item.id],
    ["lead", lead],
    ["calendarEntry", entryId],
    ["project", projectId],
  ]);
  expect(records.map(({ title }) => title)).toEqual(expect.arrayContaining(["Winter tyres", "Kern"]));
  expect(records.find(({ kind }) => kind === "project")?.workflow).toMatch(/Workflow$/);
  expect(await listed(other)).toEqual([]);
  await person.send("POST", "/api/leads/restore", { ids: [lead] });
  expect((await listed(person)).map(({ kind }) => kind)).toEqual(["outcome", "calendarEntry", "project"]);
});

test("leaves out the entry that comes back with its content item, not one that was deleted before", async () => {
  const person = await product.signUp();
  const [first, second] = [await createItem(person, true), await createItem(person, true)];
  expect(first.calendarEntryId).toEqual(expect.any(String));
  const remove = (id: string) => person.send("DELETE", "/api/workflows/scheduled/outcome", { enData: { id } });
  await remove(first.id);
  expect((await listed(person)).map(({ kind }) => kind)).toEqual(["outcome"]);
  const enData = { entryId: second.calendarEntryId };
  expect((await person.send("DELETE", "/api/calendar/entry", { enData })).status).toBe(200);
  await remove(second.id);
  expect((await listed(person)).map(({ kind }) => kind)).toEqual(["outcome", "calendarEntry", "outcome"]);
});

test("forgets a record after 24 hours", async () => {
  const person = await product.signUp();
  await removeLeads(person, [await createLead(person, "Old")]);
  clock = 24 * 3_600_000 - 60_000;
  try {
    await removeLeads(person, [await createLead(person, "New")]);
    expect(await titles(person)).toEqual(["New", "Old"]);
    clock += 120_000;
    expect(await titles(person)).toEqual(["New"]);
  } finally {
    clock = 0;
  }
});

test("groups what one request deleted and keeps kinds apart", () => {
  const record = (id: string, kind: DeletedRecord["kind"], deletedAt: string): DeletedRecord => ({
    id,
    kind,
    deletedAt,
    title: id,
    workflow: null,
  });
  const [noon, before] = ["2026-12-01T12:00:00.000Z", "2026-12-01T11:00:00.000Z"];
  const records = [
    record("a", "lead", noon),
    record("b", "outcome", noon),
    record("c", "lead", noon),
    record("d", "lead", before),
  ];
  expect(deletedGroups(records).map((group) => group.records.map(({ id }) => id))).toEqual([["a", "c"], ["b"], ["d"]]);
});
