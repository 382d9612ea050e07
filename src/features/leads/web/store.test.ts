import { configureStore } from "@reduxjs/toolkit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { leadsOutreachInsights } from "#src/features/insights/web/store.ts";
import { placesOf } from "#src/ui/data/bulkListStore.ts";
import type { Dispatch } from "#src/ui/data/dispatch.ts";
import { emptyList } from "#src/ui/data/listStore.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { pageFetch, type Person } from "#src/testing/visitor.ts";
import { bulkLimit as limitOfContract } from "../contract.ts";
import { leads } from "./store.ts";
import { bulkLimit } from "./useLeadActions.ts";

let product: TestProduct;
let person: Person;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

/** The browser's requests go to the product of this process, with the cookies of a person. */
beforeEach(async () => {
  person = await product.signUp();
  vi.stubGlobal("fetch", pageFetch(person));
});
afterEach(() => vi.unstubAllGlobals());

function open() {
  const store = configureStore({
    reducer: { leads: leads.reducer, leadsOutreachInsights: leadsOutreachInsights.reducer },
  });
  return {
    send: store.dispatch,
    names: () => store.getState().leads.items?.map(({ name }) => name),
    state: () => store.getState().leads,
    insights: () => store.getState().leadsOutreachInsights,
  };
}

describe("lead store", () => {
  test("creates, counts, filters and pages leads", async () => {
    const { send, names, state } = open();
    await send(leads.createMany([{ name: "Alder" }, { name: "Birch", stage: "offer" }, { name: "Cedar" }])).unwrap();
    await send(leads.create({ name: "Dogwood", score: 70 })).unwrap();
    expect(names()).toEqual(["Dogwood", "Alder", "Birch", "Cedar"]);
    await send(leads.fetch({ sort: "name", limit: 3 })).unwrap();
    expect(names()).toEqual(["Alder", "Birch", "Cedar"]);
    expect(state()).toMatchObject({ found: 4, total: 4 });
    await send(leads.fetchMore({ sort: "name", limit: 3, cursor: state().nextCursor })).unwrap();
    expect(names()).toEqual(["Alder", "Birch", "Cedar", "Dogwood"]);
    await send(leads.fetch({ stage: "offer,won" })).unwrap();
    expect(names()).toEqual(["Birch"]);
    expect(state()).toMatchObject({ found: 1, total: 4, nextCursor: undefined });
  });

  test("updates one or many leads, and none when one update fails", async () => {
    const { send, state } = open();
    const made = await send(leads.createMany([{ name: "Alder" }, { name: "Birch" }])).unwrap();
    const updates = made.map(({ id }) => ({ id, fields: { stage: "meeting" as const, tags: ["new"] } }));
    const done = send(leads.updateMany(updates));
    expect(state().items?.map(({ stage }) => stage)).toEqual(["meeting", "meeting"]);
    await done.unwrap();
    expect(state().items?.map(({ tags }) => tags)).toEqual([["new"], ["new"]]);
    const gone = { id: "01a1fd92-0000-7000-8000-000000000001", fields: { stage: "lost" as const } };
    const refused = send(leads.updateMany([...updates.map(({ id }) => ({ ...gone, id })), gone]));
    expect(state().items?.map(({ stage }) => stage)).toEqual(["lost", "lost"]);
    await expect(refused.unwrap()).rejects.toMatchObject({ message: "Failed to update leads", status: 404 });
    expect(state().items?.map(({ stage }) => stage)).toEqual(["meeting", "meeting"]);
  });

  test("deletes leads and restores them to their positions", async () => {
    const { send, names, state } = open();
    const made = await send(
      leads.createMany(["Alder", "Birch", "Cedar", "Dogwood"].map((name) => ({ name }))),
    ).unwrap();
    await send(leads.fetch({ sort: "name" })).unwrap();
    const ids = made.filter(({ name }) => name === "Birch" || name === "Dogwood").map(({ id }) => id);
    const places = placesOf(state(), new Set(ids));
    await send(leads.removeMany(ids)).unwrap();
    expect(names()).toEqual(["Alder", "Cedar"]);
    expect(state().total).toBe(2);
    await send(leads.restoreMany(places)).unwrap();
    expect(names()).toEqual(["Alder", "Birch", "Cedar", "Dogwood"]);
    const [first] = ids;
    await send(leads.remove({ id: first ?? "" })).unwrap();
    expect(state().total).toBe(3);
  });

  test("lists the outreach messages of a lead, newest first", async () => {
    const { send, insights } = open();
    const lead = await send(leads.create({ name: "Alder", legalBasis: "consent" })).unwrap();
    await send(leadsOutreachInsights.create({ leadId: lead.id, subject: "First" })).unwrap();
    const second = await send(leadsOutreachInsights.create({ leadId: lead.id, subject: "Second" })).unwrap();
    expect(insights().items?.map(({ subject }) => subject)).toEqual(["Second", "First"]);
    await send(leadsOutreachInsights.update({ id: second.id, fields: { status: "approved" } })).unwrap();
    await send(leadsOutreachInsights.fetch({ status: "approved" })).unwrap();
    expect(insights().items).toMatchObject([{ subject: "Second", leadName: "Alder", status: "approved" }]);
  });

  test("is empty after a reset", async () => {
    const { send, state } = open();
    await send(leads.fetch({})).unwrap();
    send(leads.reset());
    expect(state()).toEqual(emptyList());
  });

  test("uses the bulk limit of the contract", () => {
    expect(bulkLimit).toBe(limitOfContract);
  });
});

describe("failed lead request", () => {
  const id = "01a1fd92-0000-7000-8000-000000000001";
  const fields = { name: "New" };
  test.each<[string, (send: Dispatch) => Promise<unknown>]>([
    ["Failed to fetch leads", (send) => send(leads.fetch({})).unwrap()],
    ["Failed to fetch leads", (send) => send(leads.fetchMore({})).unwrap()],
    ["Failed to create leads list", (send) => send(leads.create(fields)).unwrap()],
    ["Failed to create leads list", (send) => send(leads.createMany([fields])).unwrap()],
    ["Failed to update leads", (send) => send(leads.update({ id, fields })).unwrap()],
    ["Failed to update leads", (send) => send(leads.updateMany([{ id, fields }])).unwrap()],
    ["Failed to delete lead", (send) => send(leads.remove({ id })).unwrap()],
    ["Failed to delete lead", (send) => send(leads.removeMany([id])).unwrap()],
    ["Failed to fetch insights", (send) => send(leadsOutreachInsights.fetch({})).unwrap()],
    ["Failed to create insights list", (send) => send(leadsOutreachInsights.create({ leadId: id })).unwrap()],
    [
      "Failed to update insight",
      (send) => send(leadsOutreachInsights.update({ id, fields: { subject: "" } })).unwrap(),
    ],
  ])('raises the message "%s"', async (message, call) => {
    await person.signOut();
    const { send, state, insights } = open();
    const raised: unknown = await call(send).catch((cause: unknown) => cause);
    expect(raised).toMatchObject({ message, status: 401, code: "session.required" });
    for (const list of [state(), insights()]) {
      expect(list).toMatchObject({ loading: false, loaded: false, open: [], changes: [] });
    }
  });
});
