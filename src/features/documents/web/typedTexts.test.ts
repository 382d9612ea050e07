import { expect, test } from "vitest";
import type { DraftTexts } from "./documentDrafts.ts";
import { createTypedTexts } from "./typedTexts.ts";

const at = "items/i001/hook";

function opened(restored: DraftTexts = {}) {
  const seen: DraftTexts[] = [];
  const texts = createTypedTexts(restored, (unsaved) => seen.push(unsaved));
  return { texts, kept: () => seen.at(-1) };
}

/** An answer that comes when the test says so. */
function answer() {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  return { send: () => promise, give: resolve };
}

test("what is typed is kept until the server has it", async () => {
  const { texts, kept } = opened();
  texts.type(at, "Old", "New");
  expect(kept()).toEqual({ [at]: { was: "Old", text: "New" } });
  expect(await texts.save(at, () => Promise.resolve(true))).toBe(true);
  expect(kept()).toEqual({});
  expect(texts.get(at)).toMatchObject({ text: "New", state: "saved" });
  texts.settle(() => "New");
  expect(texts.get(at)).toBeUndefined();
});

test("what is refused stays, and is sent again with what it began with", async () => {
  const { texts, kept } = opened();
  texts.type(at, "Old", "New");
  expect(await texts.save(at, () => Promise.resolve(false))).toBe(false);
  expect(texts.get(at)?.state).toBe("refused");
  texts.settle(() => "Old");
  expect(kept()).toEqual({ [at]: { was: "Old", text: "New" } });
  const sent: object[] = [];
  await texts.save(at, (text) => Promise.resolve(sent.push(text) > 0));
  expect(sent).toEqual([{ was: "Old", text: "New" }]);
});

test("what is typed while the save is on its way stays, and goes from what was saved", async () => {
  const { texts, kept } = opened();
  const { send, give } = answer();
  texts.type(at, "Old", "New");
  const saving = texts.save(at, send);
  texts.type(at, "Old", "Newer");
  give(true);
  await saving;
  expect(kept()).toEqual({ [at]: { was: "New", text: "Newer" } });
});

test("the first text typed again while another one is saved counts as typed", async () => {
  const { texts, kept } = opened();
  const { send, give } = answer();
  texts.type(at, "Old", "New");
  const saving = texts.save(at, send);
  texts.type(at, "Old", "Old");
  give(true);
  await saving;
  expect(kept()).toEqual({ [at]: { was: "New", text: "Old" } });
});

test("nothing changed is nothing kept and nothing sent", async () => {
  const { texts, kept } = opened({ [at]: { was: "Old", text: "Mine" } });
  expect(texts.unsaved()).toEqual([at]);
  texts.type(at, "Old", "Old");
  expect(kept()).toEqual({});
  let isSent = false;
  await texts.save(at, () => Promise.resolve((isSent = true)));
  expect(isSent).toBe(false);
});

test("what was typed over a text that is another one by now goes from that one, and says so", () => {
  const { texts, kept } = opened({ [at]: { was: "Old", text: "Mine" }, gone: { was: "", text: "Also mine" } });
  texts.settle((place) => (place === at ? "Theirs" : undefined));
  expect(texts.get(at)).toEqual({ was: "Theirs", text: "Mine", state: "typed", isChanged: true });
  expect(kept()).toEqual({ [at]: { was: "Theirs", text: "Mine" }, gone: { was: "", text: "Also mine" } });
  texts.settle((place) => (place === at ? "Mine" : undefined));
  expect(texts.unsaved()).toEqual(["gone"]);
});
