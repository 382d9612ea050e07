import { configureStore } from "@reduxjs/toolkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBulkListStore, placesOf } from "./bulkListStore.ts";
import { ProductError } from "#src/kit/errors.ts";
import { emptyList } from "./listStore.ts";

interface Note {
  id: string;
  words: string;
}

const refusal = new ProductError("server.unavailable", { status: 503, message: "Service Unavailable" });
const note = (id: string): Note => ({ id, words: `words of ${id}` });

/** A list whose server answers at once, refuses what it is told to refuse, and can be made to wait. */
function openNotes(...first: Note[]) {
  let isDown = false;
  let gate: Promise<void> = Promise.resolve();
  const removed = new Map<string, Note>();
  const answer = async <Result>(result: () => Result): Promise<Result> => {
    await gate;
    if (isDown) throw refusal;
    return result();
  };
  const unused = { raised: "unused", call: () => Promise.reject(new Error("not called")) };
  const notes = createBulkListStore<Note, undefined, never, never, never, Note[], { ids: string[]; words: string }>(
    "notes",
    {
      fetch: {
        raised: "Failed to fetch notes",
        call: () => answer(() => ({ items: first, found: first.length, total: first.length + 1 })),
      },
      create: { ...unused, to: "front" },
      update: { ...unused, id: () => "", patch: () => ({}) },
      remove: { ...unused, id: () => "" },
      bulk: {
        create: { raised: "Failed to create notes", call: (made) => answer(() => made) },
        update: {
          raised: "Failed to update notes",
          call: ({ ids, words }) => answer(() => ids.map((id) => ({ id, words: `${words}, saved` }))),
          patches: ({ ids, words }) => ids.map((id) => ({ id, patch: { words } })),
        },
        remove: {
          raised: "Failed to delete notes",
          call: (ids) =>
            answer(() => {
              for (const one of first) if (ids.includes(one.id)) removed.set(one.id, one);
              return { deleted: ids.length };
            }),
        },
        restore: {
          raised: "Failed to restore notes",
          call: (ids) => answer(() => ids.flatMap((id) => removed.get(id) ?? [])),
        },
      },
    },
  );
  const store = configureStore({ reducer: { notes: notes.reducer } });
  const state = () => store.getState().notes;
  return {
    notes,
    store,
    state,
    ids: () => state().items?.map(({ id }) => id),
    words: () => state().items?.map(({ words }) => words),
    refuse: (down: boolean) => {
      isDown = down;
    },
    hold: () => {
      let open = (): void => undefined;
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
  };
}

async function openFilled(...ids: string[]) {
  const list = openNotes(...ids.map(note));
  await list.store.dispatch(list.notes.fetch(undefined));
  return list;
}

describe("bulk list store", () => {
  test("takes over the counts of the server", async () => {
    const { state } = await openFilled("a", "b");
    expect(state()).toMatchObject({ found: 2, total: 3 });
  });

  test("adds several created items at the front in order and updates the counts", async () => {
    const { notes, store, ids, state } = await openFilled("a");
    await store.dispatch(notes.createMany([note("x"), note("y")])).unwrap();
    expect(ids()).toEqual(["x", "y", "a"]);
    expect(state()).toMatchObject({ found: 3, total: 4 });
  });

  test("applies a bulk update optimistically, then takes over the server's result", async () => {
    const { notes, store, words, hold } = await openFilled("a", "b", "c");
    const open = hold();
    const done = store.dispatch(notes.updateMany({ ids: ["a", "c"], words: "new" }));
    expect(words()).toEqual(["new", "words of b", "new"]);
    open();
    await done;
    expect(words()).toEqual(["new, saved", "words of b", "new, saved"]);
  });

  test.each([
    ["Failed to update notes", "updateMany"],
    ["Failed to delete notes", "removeMany"],
    ["Failed to create notes", "createMany"],
    ["Failed to restore notes", "restoreMany"],
  ] as const)('reverts and raises "%s" when the server fails in %s', async (message, name) => {
    const { notes, store, state, refuse } = await openFilled("a", "b");
    const before = state();
    refuse(true);
    const call = {
      updateMany: () => store.dispatch(notes.updateMany({ ids: ["a", "b"], words: "new" })).unwrap(),
      removeMany: () => store.dispatch(notes.removeMany(["a", "b"])).unwrap(),
      createMany: () => store.dispatch(notes.createMany([note("x")])).unwrap(),
      restoreMany: () => store.dispatch(notes.restoreMany([{ id: "a", at: 0 }])).unwrap(),
    }[name];
    await expect(call()).rejects.toMatchObject({ message });
    expect(state()).toEqual(before);
  });

  test("ignores responses that arrive after a reset", async () => {
    const { notes, store, state, hold } = await openFilled("a", "b");
    const open = hold();
    const late = [
      store.dispatch(notes.removeMany(["a"])),
      store.dispatch(notes.createMany([note("x")])),
      store.dispatch(notes.updateMany({ ids: ["b"], words: "new" })),
    ];
    store.dispatch(notes.reset());
    open();
    await Promise.all(late);
    expect(state()).toEqual(emptyList());
  });

  test("restores any deleted items to their positions", async () => {
    const all = ["a", "b", "c", "d", "e", "f"];
    await fc.assert(
      fc.asyncProperty(fc.subarray(all, { minLength: 1 }), async (gone) => {
        const { notes, store, ids, state } = await openFilled(...all);
        const places = placesOf(state(), new Set(gone));
        await store.dispatch(notes.removeMany(gone)).unwrap();
        expect(ids()).toEqual(all.filter((id) => !gone.includes(id)));
        expect(state().found).toBe(all.length - gone.length);
        await store.dispatch(notes.restoreMany(places)).unwrap();
        expect(ids()).toEqual(all);
        expect(state().found).toBe(all.length);
      }),
    );
  });
});
