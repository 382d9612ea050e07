import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fillText, findText, type Texts } from "./translate.ts";

const files: Record<string, Texts> = {
  common: { word: { today: "Today" }, product: "Pioneer", shared: "common" },
  coins: { held_one: "{{count, number}} coin held", held_other: "{{count, number}} coins held", shared: "coins" },
};
const textsOf = (namespace: string) => files[namespace];
const find = (key: string, namespaces: string[], count?: number) => findText(key, namespaces, textsOf, "en", count);

describe("translation key", () => {
  test("is looked up in the first namespace that has it", () => {
    expect(find("word.today", ["coins", "common"])).toBe("Today");
    expect(find("shared", ["coins", "common"])).toBe("coins");
  });

  test("may name its namespace", () => expect(find("common:shared", ["coins"])).toBe("common"));

  test.each(["word", "word.today.more", "nothing", "common:nothing", "nowhere:word.today", "toString", "", ":"])(
    "is undefined without a text: %j",
    (key) => expect(find(key, ["common"])).toBeUndefined(),
  );

  test("selects the plural form by count", () => {
    expect(find("held", ["coins"], 1)).toBe("{{count, number}} coin held");
    for (const count of [0, 2, 1.5, -3]) expect(find("held", ["coins"], count)).toBe("{{count, number}} coins held");
    expect(find("held", ["coins"])).toBeUndefined();
    expect(find("product", ["common"], 2)).toBe("Pioneer");
  });
});

describe("placeholders", () => {
  test("are filled with numbers in the format of the language", () => {
    expect(fillText("{{count, number}} of {{ max }}", { count: 12_400, max: 7 }, "en")).toBe("12,400 of 7");
    expect(fillText("{{count,number}} von {{max}}", { count: 12_400, max: 7 }, "de")).toBe("12.400 von 7");
  });

  test("stay empty without a value", () => expect(fillText("[{{a}}{{b}}]", { a: null }, "en")).toBe("[]"));

  test("are filled with any value literally, without filling placeholders in it", () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(fillText("a {{value}} z", { value }, "de")).toBe(`a ${value} z`);
      }),
    );
    expect(fillText("{{a}}", { a: "{{b}} $& $1", b: "no" }, "en")).toBe("{{b}} $& $1");
  });
});
