import { expect, test } from "vitest";
import { intentFor } from "#src/features/runs/web/startIntent.ts";
import { saveForm } from "#src/features/workflows/web/formDraft.ts";
import { clearUserStorage } from "./clearUserStorage.ts";
import { remember } from "./palette/recent.ts";

function memory() {
  const content = new Map<string, string>();
  return {
    content,
    get length() {
      return content.size;
    },
    key: (at: number) => [...content.keys()][at] ?? null,
    getItem: (key: string) => content.get(key) ?? null,
    setItem: (key: string, value: string) => void content.set(key, value),
    removeItem: (key: string) => void content.delete(key),
  };
}

test("clears everything stored for one user and nothing else", () => {
  const storage = memory();
  storage.setItem("pioneer.theme", "dark");
  storage.setItem("other:u1", "a neighbour's");
  for (const userId of ["u1", "u11"]) {
    const owner = { userId, workflow: "contentPlannerWorkflow" };
    saveForm(storage, owner, { requirementTitle: "Spring" });
    saveForm(storage, { ...owner, projectId: "p1" }, { requirementTitle: "Summer" });
    intentFor(storage, owner, "r", 100, () => "key");
    remember(storage, userId, "page:/calendar");
  }
  clearUserStorage(storage, "u1");
  expect([...storage.content.keys()].filter((key) => !key.includes("u11"))).toEqual(["pioneer.theme", "other:u1"]);
  expect(storage.content.size).toBe(6);
});

test("throws no error when storage is unavailable", () => {
  const storage = {
    get length(): number {
      throw new DOMException("denied", "SecurityError");
    },
    key: () => null,
    removeItem: () => undefined,
  };
  expect(() => clearUserStorage(storage, "u1")).not.toThrow();
});
