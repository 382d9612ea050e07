import { describe, expect, test } from "vitest";
import { paths } from "#src/ui/client/paths.ts";
import type { WebStorage } from "#src/kit/webStorage.ts";
import { idOfPath, recentOf, remember } from "./recent.ts";

function keeperOf(kept = new Map<string, string>()): WebStorage {
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

describe("recent items", () => {
  test("are the last twelve, newest first and unique", () => {
    const keeper = keeperOf();
    for (let at = 0; at < 20; at += 1) remember(keeper, "mara", `page:/${at}`);
    remember(keeper, "mara", "page:/15");
    expect(recentOf(keeper, "mara").slice(0, 3)).toEqual(["page:/15", "page:/19", "page:/18"]);
    expect(recentOf(keeper, "mara")).toHaveLength(12);
  });

  test("are separate for each user", () => {
    const keeper = keeperOf();
    remember(keeper, "mara", "page:/leads");
    expect(recentOf(keeper, "ida")).toEqual([]);
  });

  test.each(["{", "null", '{"a":1}', '[1,null,"page:/leads"]'])("survive invalid stored data: %s", (text) => {
    const keeper = keeperOf(new Map([["pioneer.recent:mara", text]]));
    expect(recentOf(keeper, "mara").every((id) => id === "page:/leads")).toBe(true);
  });

  test.each([
    [paths.leads, "page:/leads"],
    ["/workflows/marketing/content/planner", "workflow:contentPlanner"],
    [paths.project("01a1fd92-0000-7000-8000-000000000001"), "project:01a1fd92-0000-7000-8000-000000000001"],
    [paths.projects, `page:${paths.projects}`],
    ["/nowhere", undefined],
  ])("identify the path %s as %s", (path, id) => expect(idOfPath(path)).toBe(id));
});
