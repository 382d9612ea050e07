import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, type Person } from "#src/testing/visitor.ts";
import { runsOf } from "./server/repository.ts";
import { dropInvalid } from "./server/proposals.ts";
import type { Proposal } from "#src/features/documents/document.ts";

let product: TestProduct;
let person: Person;
let runId: string;
let projectId: string;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

/** A finished run of a new person that offers nothing of its own any more. */
beforeEach(async () => {
  person = await product.signUp();
  const path = "/api/workflows/contentPlannerWorkflow";
  const formValues = (await person.send("GET", path)).body.example;
  const body = { enData: { formValues } };
  const { run } = (await person.send("POST", `${path}/runs`, body, { "idempotency-key": newId() })).body;
  await readEvents(person, run.id);
  ({ id: runId, projectId } = run);
  await product.database.db.deleteFrom("run_proposal").where("run_id", "=", runId).execute();
});

const offer = (proposals: Proposal[]) =>
  runsOf(person.userId, product.database.db).addProposals(runId, dropInvalid(proposals, product.deps.effects));

const lead = (key: string, payload: object = {}): Proposal => ({
  kind: "lead",
  key,
  payload: { name: `Lead ${key}`, ...payload },
});
const insight = (key: string, payload: object): Proposal => ({
  kind: "insight",
  key,
  payload: { subject: `Insight ${key}`, ...payload },
});
const project: Proposal = {
  kind: "project",
  key: "p",
  payload: { workflow: "contentPlannerWorkflow", name: "Next season", formValues: { requirementTitle: "Next" } },
};

const path = () => `/api/workflows/runs/${runId}`;
const apply = (keys: string[]) => person.send("POST", `${path()}/apply`, { keys });
const undo = (keys?: string[]) => person.send("POST", `${path()}/undo`, keys ? { keys } : {});
const leads = async () => (await person.send("GET", "/api/leads?sort=name")).body.leads;
const insights = async () => (await person.send("GET", "/api/leads/outreach/insights")).body.insights;
const projectNames = async () =>
  (await person.send("GET", "/api/projects/workflow")).body.projects.map(({ name }: { name?: string }) => name);

test("creates suggested leads, messages and projects together and once, with their origin", async () => {
  await offer([insight("i", { leadKey: "a" }), lead("a", { score: 80 }), lead("b"), project]);
  expect((await apply(["i", "p"])).body.applied).toBe(3);
  expect((await apply(["i", "p", "a"])).body.applied).toBe(0);
  const [found, ...others] = await leads();
  expect(others).toEqual([]);
  expect(found).toMatchObject({ name: "Lead a", score: 80, projectId, runId, stage: "new" });
  expect(await insights()).toMatchObject([{ leadId: found.id, leadName: "Lead a", runId, subject: "Insight i" }]);
  expect(await projectNames()).toContain("Next season");
});

test("applies a message for an existing lead without other suggestions", async () => {
  const own = (await person.send("POST", "/api/leads", { enData: { leads: [{ name: "Own" }] } })).body.leads[0];
  await offer([insight("i", { leadId: own.id })]);
  expect((await apply(["i"])).body.applied).toBe(1);
  expect(await insights()).toMatchObject([{ leadId: own.id }]);
});

test("applies the other suggestions when one concerns another user's lead, and says which one failed", async () => {
  const other = await product.signUp();
  const foreign = (await other.send("POST", "/api/leads", { enData: { leads: [{ name: "Foreign" }] } })).body.leads[0];
  await offer([lead("a"), insight("i", { leadId: foreign.id })]);
  expect((await apply(["i"])).status).toBe(404);
  const { status, body } = await apply(["i", "a"]);
  expect([status, body.applied, body.failed]).toEqual([
    200,
    1,
    [{ key: "i", code: "notFound", message: "Lead not found" }],
  ]);
  expect(body.proposals.map(({ state }: { state: string }) => state)).toEqual(["applied", "proposed"]);
  expect([(await leads()).length, await insights()]).toEqual([1, []]);
});

test("reverts a suggestion with its dependents, and applies them again", async () => {
  await offer([lead("a"), insight("i", { leadKey: "a" }), project]);
  await apply(["i", "p"]);
  const { body } = await undo(["a"]);
  expect(body.undone).toBe(2);
  expect([await leads(), await insights()]).toEqual([[], []]);
  expect((await undo()).body.undone).toBe(1);
  expect(await projectNames()).not.toContain("Next season");
  expect((await undo()).body.undone).toBe(0);
  expect((await apply(["i", "p"])).body.applied).toBe(3);
  expect([(await leads()).length, (await insights()).length]).toEqual([1, 1]);
  expect(await projectNames()).toContain("Next season");
});

test("keeps a suggested project that was edited after it was created", async () => {
  await offer([project]);
  await apply(["p"]);
  const { projects } = (await person.send("GET", "/api/projects/workflow")).body;
  const made = projects.find(({ name }: { name?: string }) => name === "Next season");
  await person.send("PATCH", "/api/projects/workflow", { id: made.id, state: 60 });
  const { body } = await undo();
  expect([body.undone, body.proposals[0].state]).toEqual([0, "applied"]);
  expect(await projectNames()).toContain("Next season");
});

test("reverts suggestions whose records the user has already deleted", async () => {
  await offer([lead("a"), lead("b")]);
  await apply(["a", "b"]);
  const [a] = await leads();
  await person.send("DELETE", "/api/leads", { enData: { id: a.id } });
  expect((await undo()).body.undone).toBe(2);
  expect(await leads()).toEqual([]);
});

test("creates each suggested record once under concurrent requests", async () => {
  await offer([lead("a"), insight("i", { leadKey: "a" })]);
  const answers = await Promise.all(Array.from({ length: 6 }, () => apply(["i"])));
  expect(answers.map(({ body }) => body.applied).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 2]);
  expect((await leads()).length).toBe(1);
});

test("links a suggested lead to the one the user has already, and leaves that one when it is reverted", async () => {
  const own = (
    await person.send("POST", "/api/leads", { enData: { leads: [{ name: "Own", email: ["Info@own.example"] }] } })
  ).body.leads[0];
  await offer([lead("a", { email: ["info@OWN.example"] }), lead("b"), insight("i", { leadKey: "a" })]);
  const { body } = await apply(["a", "b", "i"]);
  expect(body.applied).toBe(2);
  expect(body.proposals).toMatchObject([
    { key: "a", state: "applied", recordId: own.id, isOlder: true },
    { key: "b", state: "applied" },
    { key: "i", state: "applied" },
  ]);
  expect(body.proposals[1].isOlder).toBeUndefined();
  expect((await leads()).map(({ name }: { name: string }) => name)).toEqual(["Lead b", "Own"]);
  expect(await insights()).toMatchObject([{ leadId: own.id }]);
  expect((await apply(["a"])).body.applied).toBe(0);
  expect((await undo()).body.undone).toBe(3);
  expect(await leads()).toMatchObject([{ id: own.id, name: "Own", dateUpdated: own.dateUpdated }]);
  await person.send("DELETE", "/api/leads", { enData: { id: own.id } });
  expect((await apply(["a"])).body.applied).toBe(1);
  expect((await undo()).body.proposals[0]).toMatchObject({ state: "undone", recordId: null });
  expect(await leads()).toEqual([]);
});

test("creates a suggested lead unless its record, email, phone, or site and name are those of an own one", async () => {
  const source = { adapter: "osm", retrievedAt: "2026-06-01T08:00:00Z" };
  const half = fc.record({
    name: fc.constantFrom("Elster GmbH", "elster", "Weidenhof"),
    email: fc.subarray(["a@x.example", "A@X.example", "b@x.example"], { maxLength: 2 }),
    phone: fc.subarray(["+49 341 5550101", "0341/555 01 01", "0341 5550102"], { maxLength: 2 }),
    website: fc.constantFrom(null, "https://www.x.example/de", "https://x.example", "https://facebook.com/x"),
    source: fc.constantFrom(
      null,
      { ...source, externalId: "n1" },
      { ...source, externalId: "n2" },
      { ...source, adapter: "companiesFr", externalId: "n1" },
    ),
  });
  const digits = (phone: string): string => phone.replace(/\D/g, "").slice(-9);
  const { db } = product.database;
  await fc.assert(
    fc.asyncProperty(half, half, async (known, found) => {
      await db.deleteFrom("lead").where("user_id", "=", person.userId).execute();
      await db.deleteFrom("run_proposal").where("run_id", "=", runId).execute();
      await person.send("POST", "/api/leads", { enData: { leads: [known] } });
      await offer([lead("a", found)]);
      const isSame =
        (known.source !== null &&
          known.source.externalId === found.source?.externalId &&
          known.source.adapter === found.source.adapter) ||
        found.email.some((one) => known.email.some((other) => one.toLowerCase() === other.toLowerCase())) ||
        found.phone.some((one) => known.phone.some((other) => digits(one) === digits(other))) ||
        ([known, found].every(({ website }) => website?.includes("x.example")) &&
          (known.name === "Weidenhof") === (found.name === "Weidenhof"));
      expect((await apply(["a"])).body.applied).toBe(isSame ? 0 : 1);
      expect(await leads()).toHaveLength(isSame ? 1 : 2);
      await undo();
      expect(await leads()).toMatchObject([{ name: known.name }]);
    }),
    { numRuns: 60 },
  );
});

test("drops invalid suggestions with their dependents and adds missing requirements", () => {
  const kept = dropInvalid(
    [
      lead("a"),
      lead("a", { name: "twice" }),
      lead("bad", { score: 400 }),
      insight("i", { leadKey: "a" }),
      insight("lost", { leadKey: "bad" }),
      insight("none", {}),
      { ...project, key: "odd", payload: { ...project.payload, workflow: "noWorkflow" } },
      project,
    ],
    product.deps.effects,
  );
  expect(kept.map(({ key, requires }) => [key, requires])).toEqual([
    ["a", undefined],
    ["i", ["a"]],
    ["p", undefined],
  ]);
});
