import { configureStore } from "@reduxjs/toolkit";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { Provider } from "react-redux";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { leadsOutreachInsights } from "#src/features/insights/web/store.ts";
import { placesOf } from "#src/ui/data/bulkListStore.ts";
import type { Dispatch } from "#src/ui/data/dispatch.ts";
import { emptyList } from "#src/ui/data/listStore.ts";
import { preloadTexts } from "#src/ui/i18n/index.ts";
import { shownToast } from "#src/ui/toastStore.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { pageFetch, type Person } from "#src/testing/visitor.ts";
import { bulkLimit as limitOfContract, type Lead } from "../contract.ts";
import { leads } from "./store.ts";
import { bulkLimit, type LeadActions, useLeadActions } from "./useLeadActions.ts";
import { type RecordEditing, useRecordEditing } from "./useRecordEditing.ts";

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
    store,
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

/** What the hooks of the page answer for a store, drawn once. */
function drawn<Answer>({ store }: Pick<ReturnType<typeof open>, "store">, use: () => Answer): Answer {
  const answers: Answer[] = [];
  const Drawn = (): null => {
    answers.push(use());
    return null;
  };
  const page = { store, children: createElement(Drawn) };
  renderToString(createElement(Provider, page));
  const [answer] = answers;
  if (answer === undefined) throw new Error("nothing was drawn");
  return answer;
}

/** What another tab writes, which this one does not hear of. */
const elsewhere = async (id: string, fields: object): Promise<void> => {
  expect((await person.send("PUT", "/api/leads", { id, fields })).status).toBe(200);
};
const read = async (id: string): Promise<Lead> => (await person.send("GET", `/api/leads/${id}`)).body.lead;

describe("a field of a record that was read again while it was open", () => {
  const drawRecord = (lead: Lead): RecordEditing =>
    drawn(open(), () => useRecordEditing(lead, useLeadActions(), "Europe/Berlin"));
  beforeEach(() => preloadTexts("leads", "common"));

  async function openedAndReadAgain() {
    const { id } = await open()
      .send(leads.create({ name: "Alder", notes: "old" }))
      .unwrap();
    const begun = drawRecord(await read(id));
    await elsewhere(id, { notes: "of the other tab" });
    return { begun, now: drawRecord(await read(id)), notes: async () => (await read(id)).notes };
  }

  test("writes nothing where nothing was typed", async () => {
    const { begun, now, notes } = await openedAndReadAgain();
    expect(await now.save("notes", begun.values.notes, begun)).toBeUndefined();
    expect(await notes()).toBe("of the other tab");
  });

  test("says that it was changed elsewhere, and replaces that when it is saved again", async () => {
    const { begun, now, notes } = await openedAndReadAgain();
    const refusal = await now.save("notes", "old and mine", begun);
    expect(refusal).toMatchObject({ isStale: true });
    expect(await notes()).toBe("of the other tab");
    expect(await now.save("notes", "old and mine")).toBeUndefined();
    expect(await notes()).toBe("old and mine");
  });
});

describe("a change of several leads", () => {
  beforeEach(() => preloadTexts("leads", "common"));

  async function openTwo() {
    const page = open();
    const [first, second] = await page
      .send(leads.createMany([{ name: "Alder", tags: ["Client"] }, { name: "Birch" }]))
      .unwrap();
    const rows = page.state().items;
    if (!first || !second || !rows) throw new Error("no leads were made");
    const actions: LeadActions = drawn(page, useLeadActions);
    const tagAll = () =>
      actions.change(rows, ({ tags }) => (tags.includes("Fair") ? undefined : { tags: [...tags, "Fair"] }));
    const tags = async () => [(await read(first.id)).tags, (await read(second.id)).tags];
    return { first, second, rows, actions, tagAll, tags };
  }
  /** Presses what the toast offers, and waits for the toast after it. */
  async function pressUndo(): Promise<void> {
    const before = shownToast();
    before?.action?.run();
    await vi.waitFor(() => expect(shownToast()).not.toBe(before));
  }

  test("keeps the tags that another tab added, also when it is undone", async () => {
    const { first, tagAll, tags } = await openTwo();
    await elsewhere(first.id, { tags: ["Client", "VIP"] });
    await tagAll();
    expect(await tags()).toEqual([["Client", "VIP", "Fair"], ["Fair"]]);
    await pressUndo();
    expect(await tags()).toEqual([["Client", "VIP"], []]);
  });

  test("takes back its own tag only, and no later one", async () => {
    const { second, tagAll, tags } = await openTwo();
    await tagAll();
    await elsewhere(second.id, { tags: ["Fair", "Offer"] });
    await pressUndo();
    expect(await tags()).toEqual([["Client"], ["Offer"]]);
  });

  test("leaves a lead that has another stage by the time of the undo", async () => {
    const { first, second, rows, actions } = await openTwo();
    await actions.change(rows, () => ({ stage: "meeting" }));
    await elsewhere(second.id, { stage: "won" });
    await pressUndo();
    expect([(await read(first.id)).stage, (await read(second.id)).stage]).toEqual(["new", "won"]);
  });

  test("says that there is nothing to change where another tab did the same", async () => {
    const { first, second, tagAll, tags } = await openTwo();
    await elsewhere(first.id, { tags: ["Client", "VIP", "Fair"] });
    await elsewhere(second.id, { tags: ["Other", "Fair"] });
    await tagAll();
    expect(await tags()).toEqual([
      ["Client", "VIP", "Fair"],
      ["Other", "Fair"],
    ]);
    expect(shownToast()?.tone).toBe("info");
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
