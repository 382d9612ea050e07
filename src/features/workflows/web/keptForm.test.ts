import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Keeper } from "#src/kit/kept.ts";
import { dropForm, keepForm, keptForm } from "./keptForm.ts";

function memory(): Keeper & { content: Map<string, string> } {
  const content = new Map<string, string>();
  return {
    content,
    getItem: (key) => content.get(key) ?? null,
    setItem: (key, value) => void content.set(key, value),
    removeItem: (key) => void content.delete(key),
  };
}
const refusing: Keeper = {
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
        expect(keepForm(keeper, owner, plain)).toBe(true);
        expect(keptForm(keeper, owner)).toEqual(plain);
      }),
    );
  });
  test("is separate for each user, workflow and project", () => {
    const keeper = memory();
    keepForm(keeper, owner, { a: 1 });
    expect(keptForm(keeper, { ...owner, userId: "u2" })).toBeNull();
    expect(keptForm(keeper, { ...owner, workflow: "userStoryWriter" })).toBeNull();
    expect(keptForm(keeper, { ...owner, projectId: "p1" })).toBeNull();
    dropForm(keeper, owner);
    expect(keptForm(keeper, owner)).toBeNull();
  });
  test("is skipped when storage fails, contains broken text or the form is too large", () => {
    expect(keepForm(refusing, owner, { a: 1 })).toBe(false);
    expect(keptForm(refusing, owner)).toBeNull();
    dropForm(refusing, owner);
    const keeper = memory();
    keepForm(keeper, owner, { a: 1 });
    for (const key of keeper.content.keys()) keeper.content.set(key, "{");
    expect(keptForm(keeper, owner)).toBeNull();
    expect(keepForm(keeper, owner, { a: "x".repeat(500_000) })).toBe(false);
  });
});
