import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WebStorage } from "#src/kit/webStorage.ts";
import { removeForm, saveForm, loadForm } from "./formDraft.ts";

function memory(): WebStorage & { content: Map<string, string> } {
  const content = new Map<string, string>();
  return {
    content,
    getItem: (key) => content.get(key) ?? null,
    setItem: (key, value) => void content.set(key, value),
    removeItem: (key) => void content.delete(key),
  };
}
const refusing: WebStorage = {
  getItem: () => {
    throw new Error("denied");
  },
  setItem: () => {
    throw new Error("full");
  },
  removeItem: () => {
    throw new Error("denied");
  },
};
const owner = { userId: "u1", workflow: "contentPlanner" };

describe("stored form", () => {
  test("is restored as typed", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (values) => {
        const keeper = memory();
        const plain = JSON.parse(JSON.stringify(values)) as Record<string, never>;
        expect(saveForm(keeper, owner, plain)).toBe(true);
        expect(loadForm(keeper, owner)).toEqual(plain);
      }),
    );
  });
  test("is separate for each user, workflow and project", () => {
    const keeper = memory();
    saveForm(keeper, owner, { a: 1 });
    expect(loadForm(keeper, { ...owner, userId: "u2" })).toBeNull();
    expect(loadForm(keeper, { ...owner, workflow: "userStoryWriter" })).toBeNull();
    expect(loadForm(keeper, { ...owner, projectId: "p1" })).toBeNull();
    removeForm(keeper, owner);
    expect(loadForm(keeper, owner)).toBeNull();
  });
  test("is skipped when storage fails, contains broken text or the form is too large", () => {
    expect(saveForm(refusing, owner, { a: 1 })).toBe(false);
    expect(loadForm(refusing, owner)).toBeNull();
    removeForm(refusing, owner);
    const keeper = memory();
    saveForm(keeper, owner, { a: 1 });
    for (const key of keeper.content.keys()) keeper.content.set(key, "{");
    expect(loadForm(keeper, owner)).toBeNull();
    expect(saveForm(keeper, owner, { a: "x".repeat(500_000) })).toBe(false);
  });
});
