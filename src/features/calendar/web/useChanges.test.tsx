import { configureStore } from "@reduxjs/toolkit";
import { renderToString } from "react-dom/server";
import { Provider } from "react-redux";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { pageFetch, type Person } from "#src/testing/visitor.ts";
import { preloadTexts } from "#src/ui/i18n/index.ts";
import { dismissToast, shownToast } from "#src/ui/toastStore.ts";
import type { Entry } from "../contract.ts";
import { calendarEntries } from "./store.ts";
import { type EntryChanges, useChanges } from "./useChanges.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
  await preloadTexts("calendar", "common", "messages");
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => product.close());

const path = "/api/calendar/entry";
/** Times of a meeting on a day of December 2026. */
const on = (day: number) => {
  const date = `2026-12-0${day}`;
  return { start: `${date}T09:00:00.000Z`, end: `${date}T10:00:00.000Z` };
};

/** The changes of the page of a person who has a meeting on the 1st, as its store and the product carry them out. */
async function openPage(person: Person) {
  const { entry } = (await person.send("POST", path, { enData: { type: "1000", title: "Meeting", ...on(1) } })).body;
  vi.stubGlobal("fetch", pageFetch(person));
  const store = configureStore({
    reducer: { calendarEntries: calendarEntries.reducer, activeUser: () => ({ value: { id: person.userId } }) },
  });
  const rendered: { changes?: EntryChanges } = {};
  const Page = () => {
    rendered.changes = useChanges(() => undefined, "Europe/Berlin");
    return null;
  };
  renderToString(
    <Provider store={store}>
      <Page />
    </Provider>,
  );
  const { changes } = rendered;
  if (!changes) throw new Error("not rendered");
  const read = async (): Promise<Entry> => (await person.send("GET", `${path}/${entry.id}`)).body.entry;
  /** Drags the meeting from where it is. */
  const drag = async (day: number): Promise<void> => changes.move(await read(), on(day));
  const edit = (change: object) => person.send("PATCH", path, { id: entry.id, ...change });
  const pressed = async (keys: number): Promise<string | undefined> => {
    dismissToast();
    for (let key = 0; key < keys; key += 1) changes.undoLast();
    return vi.waitUntil(() => shownToast()?.title);
  };
  return { changes, entry, read, drag, edit, pressed };
}

const undone = "Change undone";
const changedSince = "Not undone: the entry has been changed since";

test.each<[string, object, string, object]>([
  ["other times are kept", on(4), changedSince, on(4)],
  ["other words are kept beside it", { title: "Review" }, undone, { ...on(1), title: "Review" }],
  ["a day instead of hours is kept", { allDay: true }, changedSince, { ...on(2), allDay: true }],
])("a drag is undone only while it holds: %s", async (_, change, told, left) => {
  const { read, drag, edit, pressed, changes } = await openPage(await product.signUp());
  await drag(2);
  const action = shownToast()?.action;
  await edit(change);
  expect(await pressed(1)).toBe(told);
  expect(await read()).toMatchObject(left);
  // What was undone or dropped is not tried again.
  dismissToast();
  action?.run();
  changes.undoLast();
  await drag(3);
  expect(await read()).toMatchObject(on(3));
});

test("several drags are undone one after the other, however fast the keys are pressed", async () => {
  const { read, drag, pressed } = await openPage(await product.signUp());
  await drag(2);
  await drag(3);
  await pressed(2);
  await expect.poll(read).toMatchObject(on(1));
});

test("a drag before one that no longer holds is the latest that does", async () => {
  const person = await product.signUp();
  const { read, drag, edit, pressed, changes } = await openPage(person);
  const other = (await person.send("POST", path, { enData: { type: "1000", title: "Other", ...on(5) } })).body.entry;
  await changes.move(other, on(6));
  await drag(2);
  await edit(on(4));
  expect(await pressed(1)).toBe(undone);
  expect(await read()).toMatchObject(on(4));
  expect((await person.send("GET", `${path}/${other.id}`)).body.entry).toMatchObject(on(5));
});

test("the Undo of a toast tells that its drag no longer holds, also of an entry that is gone", async () => {
  const person = await product.signUp();
  const { drag, entry } = await openPage(person);
  await drag(2);
  const action = shownToast()?.action;
  await person.send("DELETE", path, { enData: { entryId: entry.id } });
  dismissToast();
  action?.run();
  expect(await vi.waitUntil(() => shownToast()?.title)).toBe(changedSince);
});
