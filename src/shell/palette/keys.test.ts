import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paths } from "../paths.ts";
import { followKey, goKeys, goPatience, type KeyStep, type PressedKey, shownKeys } from "./keys.ts";

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

describe("single keys", () => {
  it.each([
    ["d", paths.dashboard],
    ["c", paths.calendar],
    ["l", paths.leads],
    ["s", paths.settings],
  ])("g %s goes to %s", (letter, to) => {
    expect(type(["g", letter]).wish).toEqual({ wish: "go", to });
    expect(type(["G", "Shift", letter.toUpperCase()]).wish).toEqual({ wish: "go", to });
    expect(type([letter]).wish).toBeUndefined();
    expect(type(["g", letter], goPatience + 1).wish).toBeUndefined();
    expect(type(["g", letter], goPatience).wish).toEqual({ wish: "go", to });
  });

  it("begin anew after a letter that leads nowhere", () => {
    expect(type(["g", "x", "d"]).wish).toBeUndefined();
    expect(type(["g", "g", "d"]).wish).toEqual({ wish: "go", to: paths.dashboard });
  });

  it("? opens the sheet", () => {
    expect(type(["?"]).wish).toEqual({ wish: "shortcuts" });
    expect(type(["g", "?"]).wish).toEqual({ wish: "shortcuts" });
  });

  it("do nothing with a modifier, while held down, or while a character is composed", () => {
    const flags = fc.constantFrom("ctrlKey", "metaKey", "altKey", "repeat", "isComposing");
    const keys = fc.constantFrom("?", "g", ...Object.keys(goKeys));
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

  it("lead to known pages only, whatever is typed", () => {
    const known = new Set(Object.values(goKeys));
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 8 }), (keys) => {
        const { wish } = type(["g", ...keys]);
        expect(wish?.wish === "go" ? known.has(wish.to) : true).toBe(true);
      }),
    );
    expect(type(["g", "constructor"]).wish).toBeUndefined();
  });
});

it.each([
  ["Mod K", "en", false, "Ctrl K"],
  ["Mod K", "de", false, "Strg K"],
  ["Mod K", "de", true, "⌘ K"],
  ["G, D", "de", false, "G, D"],
  ["Space", "en", false, "Space"],
  ["Space", "de", true, "Leertaste"],
] as const)("%s in %s, on a Mac: %s, is %s", (keys, language, onMac, shown) => {
  expect(shownKeys(keys, language, onMac)).toBe(shown);
});
