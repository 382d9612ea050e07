import { configureStore } from "@reduxjs/toolkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ProductError } from "#src/kit/errors.ts";
import { createListStore, emptyList, type Page } from "./listStore.ts";

interface Note {
  id: string;
  words: string;
}

/** A call whose answers the test gives itself, in the order it likes. */
function answered<Input, Result>() {
  const waiting: { input: Input; resolve: (result: Result) => void; reject: (cause: unknown) => void }[] = [];
  const call = (input: Input): Promise<Result> =>
    new Promise((resolve, reject) => waiting.push({ input, resolve, reject }));
  const next = () => {
    const one = waiting.shift();
    if (!one) throw new Error("nothing was called");
    return one;
  };
  return { call, next };
}

function openNotes(to: "front" | "end" = "front") {
  const fetch = answered<undefined, Page<Note>>();
  const create = answered<string, Note>();
  const update = answered<Note, Note>();
  const remove = answered<string, unknown>();
  const notes = createListStore<Note, undefined, string, Note, string>("notes", {
    fetch: { raised: "Failed to fetch notes", call: fetch.call },
    create: { raised: "Failed to create note", to, call: create.call },
    update: {
      raised: "Failed to update note",
      call: update.call,
      id: ({ id }) => id,
      patch: ({ words }) => ({ words }),
    },
    remove: { raised: ({ message }) => `Failed to delete note: ${message}`, call: remove.call, id: (id) => id },
  });
  const store = configureStore({ reducer: { notes: notes.reducer } });
  const state = () => store.getState().notes;
  const fill = async (...items: Note[]) => {
    const done = store.dispatch(notes.fetch(undefined));
    fetch.next().resolve({ items });
    await done;
  };
  return {
    notes,
    store,
    state,
    fill,
    fetch,
    create,
    update,
    remove,
    words: () => state().items?.map(({ words }) => words),
  };
}

const refusal = new ProductError("server.unavailable", { status: 503, message: "Service Unavailable" });
const a: Note = { id: "a", words: "apple" };
const b: Note = { id: "b", words: "bread" };

describe("list store", () => {
  test("starts undefined, neither loading nor loaded, then loads", async () => {
    const { notes, store, state, fetch } = openNotes();
    expect(state()).toEqual(emptyList());
    const done = store.dispatch(notes.fetch(undefined));
    expect(state()).toMatchObject({ items: undefined, loading: true, loaded: false });
    fetch.next().resolve({ items: [a], nextCursor: "more" });
    await done;
    expect(state()).toMatchObject({ items: [a], loading: false, loaded: true, nextCursor: "more" });
  });

  test("sets loading and loaded to false with the error when a fetch fails", async () => {
    const { notes, store, state, fill, fetch } = openNotes();
    await fill(a);
    const done = store.dispatch(notes.fetch(undefined));
    fetch.next().reject(refusal);
    await expect(done.unwrap()).rejects.toMatchObject({ message: "Failed to fetch notes", code: "server.unavailable" });
    expect(state()).toMatchObject({
      items: [a],
      loading: false,
      loaded: false,
      error: { message: "Failed to fetch notes" },
    });
  });

  test("appends the next page without duplicates", async () => {
    const { notes, store, state, fill, fetch } = openNotes();
    await fill(a);
    const done = store.dispatch(notes.fetchMore(undefined));
    fetch.next().resolve({ items: [a, b] });
    await done;
    expect(state()).toMatchObject({ items: [a, b], nextCursor: undefined });
  });

  test("keeps the result of the latest fetch only", async () => {
    const { notes, store, fetch, words } = openNotes();
    const first = store.dispatch(notes.fetch(undefined));
    const second = store.dispatch(notes.fetch(undefined));
    const slow = fetch.next();
    fetch.next().resolve({ items: [b] });
    await second;
    slow.resolve({ items: [a] });
    await first;
    expect(words()).toEqual(["bread"]);
  });

  test.each([
    ["front", ["corn", "apple"]],
    ["end", ["apple", "corn"]],
  ] as const)("adds a created item at the %s", async (to, expected) => {
    const { notes, store, fill, create, words } = openNotes(to);
    await fill(a);
    const done = store.dispatch(notes.create("corn"));
    create.next().resolve({ id: "c", words: "corn" });
    await done;
    expect(words()).toEqual(expected);
  });

  test("applies an update optimistically and reverts it when rejected", async () => {
    const { notes, store, fill, update, words } = openNotes();
    await fill(a, b);
    const done = store.dispatch(notes.update({ id: "a", words: "avocado" }));
    expect(words()).toEqual(["avocado", "bread"]);
    update.next().reject(refusal);
    await expect(done.unwrap()).rejects.toMatchObject({ message: "Failed to update note" });
    expect(words()).toEqual(["apple", "bread"]);
  });

  test("reverts one rejected update without affecting others", async () => {
    const { notes, store, fill, update, words } = openNotes();
    await fill(a);
    const refused = store.dispatch(notes.update({ id: "a", words: "first" }));
    const kept = store.dispatch(notes.update({ id: "a", words: "second" }));
    update.next().reject(refusal);
    await refused;
    expect(words()).toEqual(["second"]);
    update.next().resolve({ id: "a", words: "second, as saved" });
    await kept;
    expect(words()).toEqual(["second, as saved"]);
  });

  test("removes an item optimistically and restores its position when rejected", async () => {
    const { notes, store, fill, remove, words } = openNotes();
    await fill(a, b);
    const done = store.dispatch(notes.remove("a"));
    expect(words()).toEqual(["bread"]);
    remove.next().reject(refusal);
    await expect(done.unwrap()).rejects.toMatchObject({ message: "Failed to delete note: Service Unavailable" });
    expect(words()).toEqual(["apple", "bread"]);
  });

  test("stays empty after a reset despite pending responses", async () => {
    const { notes, store, state, fill, fetch, create, update } = openNotes();
    await fill(a);
    const late = [
      store.dispatch(notes.fetch(undefined)),
      store.dispatch(notes.create("corn")),
      store.dispatch(notes.update({ id: "a", words: "avocado" })),
    ];
    store.dispatch(notes.reset());
    fetch.next().resolve({ items: [a, b] });
    create.next().resolve({ id: "c", words: "corn" });
    update.next().resolve({ id: "a", words: "avocado" });
    await Promise.all(late);
    expect(state()).toEqual(emptyList());
  });

  test("converges to the server's state for any order of responses and rejections", async () => {
    const step = fc.record({
      id: fc.constantFrom("a", "b", "c"),
      words: fc.string(),
      fails: fc.boolean(),
      later: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { notes, store, state, fill, update } = openNotes();
        const server = new Map([a, b, { id: "c", words: "corn" }].map((note) => [note.id, note]));
        await fill(...server.values());
        const done = steps.map(({ id, words }) => store.dispatch(notes.update({ id, words })));
        const calls = steps.map((one) => ({ ...one, ...update.next() }));
        for (const { input, fails, resolve, reject } of calls.toSorted((x, y) => x.later - y.later)) {
          if (fails) reject(refusal);
          else {
            server.set(input.id, input);
            resolve(input);
          }
          await Promise.resolve();
        }
        await Promise.all(done);
        expect(state().items).toEqual([...server.values()]);
        expect(state()).toMatchObject({ changes: [], open: [] });
      }),
    );
  });
});
