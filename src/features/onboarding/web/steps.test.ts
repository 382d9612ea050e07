import { describe, expect, test } from "vitest";
import { firstStep, saveStep, stepBeside, stepIn } from "./steps.ts";

function keeper(): Pick<Storage, "getItem" | "setItem"> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}
const closed: Pick<Storage, "getItem" | "setItem"> = {
  getItem: () => {
    throw new Error("switched off");
  },
  setItem: () => {
    throw new Error("switched off");
  },
};

describe("first welcome step", () => {
  test("is the step that this user opened last", () => {
    const browser = keeper();
    saveStep(browser, "mara", "workflow");
    expect(firstStep(browser, "mara", false)).toBe("workflow");
    expect(firstStep(browser, "jonas", false)).toBe("about");
  });

  test("is the first empty step when none is stored", () => {
    expect(firstStep(keeper(), "mara", true)).toBe("writing");
    saveStep(closed, "mara", "workflow");
    expect(firstStep(closed, "mara", false)).toBe("about");
  });

  test("is valid for any URL or stored value", () => {
    const browser = keeper();
    browser.setItem("pioneer.welcome:mara", "step9");
    expect(firstStep(browser, "mara", false)).toBe("about");
    expect([stepIn("writing"), stepIn("x"), stepIn(2)]).toEqual(["writing", undefined, undefined]);
    expect([stepBeside("about", -1), stepBeside("about", 1), stepBeside("workflow", 1)]).toEqual([
      undefined,
      "writing",
      undefined,
    ]);
  });
});
