import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paths } from "#src/ui/client/paths.ts";
import { followKey, goKeys, goPatience, type KeyStep, newKeys, type PressedKey, shownKeys } from "./keys.ts";

const press = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
  ...more,
});

/** The last step after keys that come `apart` milliseconds after each other. */
function type(keys: string[], apart = 100): KeyStep {
  let step: KeyStep = {};
  for (const [at, key] of keys.entries()) step = followKey(step, press(key), at * apart);
  return step;
}

describe("keyboard shortcuts", () => {
  test.each([
    ["d", paths.dashboard],
    ["c", paths.calendar],
    ["l", paths.leads],
    ["s", paths.settings],
  ])("lead from g %s to %s", (letter, to) => {
    expect(type(["g", letter]).wish).toEqual({ wish: "go", to });
    expect(type(["G", "Shift", letter.toUpperCase()]).wish).toEqual({ wish: "go", to });
    const alone = Object.entries(newKeys).find(([key]) => key === letter)?.[1];
    const wished = alone && { wish: "go", ...alone };
    expect(type([letter]).wish).toEqual(wished);
    expect(type(["g", letter], goPatience + 1).wish).toEqual(wished);
    expect(type(["g", letter], goPatience).wish).toEqual({ wish: "go", to });
  });

  test.each(Object.entries(newKeys))("begin something new with %s, and nothing after g", (letter, to) => {
    expect(type([letter]).wish).toEqual({ wish: "go", ...to });
    if (!Object.hasOwn(goKeys, letter)) expect(type(["g", letter]).wish).toBeUndefined();
  });

  test("start again after an unknown letter", () => {
    expect(type(["g", "x", "d"]).wish).toBeUndefined();
    expect(type(["g", "g", "d"]).wish).toEqual({ wish: "go", to: paths.dashboard });
  });

  test("are listed by pressing ?", () => {
    expect(type(["?"]).wish).toEqual({ wish: "shortcuts" });
    expect(type(["g", "?"]).wish).toEqual({ wish: "shortcuts" });
  });

  test("ignore modifiers, repeated keys and composition", () => {
    const flags = fc.constantFrom("ctrlKey", "metaKey", "altKey", "repeat", "isComposing");
    const keys = fc.constantFrom("?", "g", ...Object.keys(goKeys), ...Object.keys(newKeys));
    fc.assert(
      fc.property(
        keys,
        flags,
        fc.option(fc.integer({ min: 0, max: 2000 }), { nil: undefined }),
        (key, flag, goSince) => {
          expect(followKey({ goSince }, press(key, { [flag]: true }), 2000)).toEqual({});
        },
      ),
    );
  });

  test("lead to known pages only", () => {
    const known = new Set([...Object.values(goKeys), ...Object.values(newKeys).map(({ to }) => to)]);
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 8 }), (keys) => {
        const { wish } = type(["g", ...keys]);
        expect(wish?.wish === "go" ? known.has(wish.to) : true).toBe(true);
      }),
    );
    expect(type(["g", "constructor"]).wish).toBeUndefined();
  });
});

test.each([
  ["Mod K", "en", false, "Ctrl K"],
  ["Mod K", "de", false, "Strg K"],
  ["Mod K", "de", true, "⌘ K"],
  ["G, D", "de", false, "G, D"],
  ["Space", "en", false, "Space"],
  ["Space", "de", true, "Leertaste"],
] as const)("shows the shortcut %s in %s (Mac: %s) as %s", (keys, language, onMac, shown) => {
  expect(shownKeys(keys, language, onMac)).toBe(shown);
});
