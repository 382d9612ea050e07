import { describe, expect, it } from "vitest";
import { firstStep, keepStep, stepBeside, stepIn } from "./steps.ts";

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

describe("the step to go on with", () => {
  it("is the one that was open last, of this person alone", () => {
    const browser = keeper();
    keepStep(browser, "mara", "workflow");
    expect(firstStep(browser, "mara", false)).toBe("workflow");
    expect(firstStep(browser, "jonas", false)).toBe("about");
  });

  it("is the first that nothing was written in, where nothing is remembered", () => {
    expect(firstStep(keeper(), "mara", true)).toBe("writing");
    keepStep(closed, "mara", "workflow");
    expect(firstStep(closed, "mara", false)).toBe("about");
  });

  it("is one of three, whatever an address or an older version says", () => {
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
