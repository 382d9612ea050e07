import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openJsonStream } from "./jsonStream.ts";
import type { JsonEvent, JsonOutcome } from "./jsonStream.ts";
import { openTree } from "./rebuild.ts";

function rebuild(events: JsonEvent[]): unknown {
  const tree = openTree();
  for (const event of events) tree.take(event);
  return tree.value();
}

function read(
  chunks: string[],
  limits?: { maxLength: number; maxDepth: number },
): { events: JsonEvent[]; outcome: JsonOutcome } {
  const stream = openJsonStream(limits);
  const events = chunks.flatMap((chunk) => stream.push(chunk));
  return { events, outcome: stream.end() };
}

/** Cuts `text` after the given shares of its length; cuts may fall inside an escape or a surrogate pair. */
function cutAt(text: string, cuts: number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...places].map((from, index) => text.slice(from, places[index] ?? text.length));
}

const holdsForbidden = (value: unknown): boolean => /"__proto__"|\\u0000/.test(JSON.stringify(value));
const jsonObject = fc
  .dictionary(fc.string({ unit: "binary", maxLength: 8 }), fc.jsonValue({ maxDepth: 5, stringUnit: "binary" }))
  .map((value): unknown => JSON.parse(JSON.stringify(value)))
  .filter((value) => !holdsForbidden(value));
const cuts = fc.array(fc.nat(100_000), { maxLength: 40 });

/** Escapes every character that is not plain ASCII, as some providers do. */
const escaped = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

describe("openJsonStream", () => {
  test("rebuilds any object from its events for any chunking", () => {
    fc.assert(
      fc.property(jsonObject, cuts, fc.boolean(), fc.constantFrom(undefined, 2), (value, places, isEscaped, indent) => {
        const json = JSON.stringify(value, null, indent);
        const { events, outcome } = read(cutAt(isEscaped ? escaped(json) : json, places));
        expect(outcome).toStrictEqual({ ok: true, value });
        expect(rebuild(events)).toStrictEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  test("never splits a character between deltas", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), cuts, (text, places) => {
        const { events } = read(cutAt(JSON.stringify({ text }), places));
        expect(events.every((event) => event.type === "partial" || event.text.isWellFormed())).toBe(true);
      }),
    );
  });

  test("skips prose, code fences and thoughts around the object", () => {
    fc.assert(
      fc.property(jsonObject, cuts, (value, places) => {
        const text = `<think>maybe {"a": 1}?</think>\nHere is the plan {as asked} for {"you"}:\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\nDone {"b": 2}.`;
        const { events, outcome } = read(cutAt(text, places));
        expect(outcome).toStrictEqual({ ok: true, value });
        expect(rebuild(events)).toStrictEqual(value);
      }),
    );
  });

  test("never completes a truncated object, and its deltas are prefixes of the full text", () => {
    fc.assert(
      fc.property(jsonObject, cuts, fc.nat(100_000), (value, places, length) => {
        const json = JSON.stringify(value);
        const beginning = json.slice(0, length % json.length);
        const { events, outcome } = read(cutAt(beginning, places));
        expect(outcome.ok).toBe(false);
        const whole = read([json]).events;
        const textAt = (list: JsonEvent[], path: string): string =>
          list.map((event) => (event.type === "delta" && event.path.join("\n") === path ? event.text : "")).join("");
        for (const event of events) {
          const path = event.path.join("\n");
          if (event.type === "delta") expect(textAt(whole, path).startsWith(textAt(events, path))).toBe(true);
        }
      }),
    );
  });

  test("accepts any text without throwing", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom('{"', '":', "[", "]}", "\\u", ",", "1e", "tru")),
        ),
        (pieces) => {
          const { outcome } = read(["{", ...pieces]);
          expect(typeof outcome.ok).toBe("boolean");
        },
      ),
    );
  });

  test.each([
    ["an unknown word", '{"a": nul}'],
    ["a number with a leading zero", '{"a": 01}'],
    ["a number beyond doubles", '{"a": 1e999}'],
    ["a key twice", '{"a": 1, "a": 2}'],
    ["the key __proto__", '{"__proto__": {"admin": true}}'],
    ["a wrong bracket", '{"a": [1}'],
    ["an unknown escape", '{"a": "\\x41"}'],
    ["a broken unicode escape", '{"a": "\\u12g4"}'],
    ["a missing comma", '{"a": 1 "b": 2}'],
    ["a digit run without end", `{"a": ${"9".repeat(500)}}`],
  ])("rejects %s", (_, json) => {
    expect(read([json]).outcome).toMatchObject({ ok: false, fault: "syntax" });
  });

  test("accepts raw line breaks in strings and trailing commas", () => {
    expect(read(['{"a": "one\ntwo", "b": [1, 2,],}']).outcome).toEqual({
      ok: true,
      value: { a: "one\ntwo", b: [1, 2] },
    });
  });

  test("replaces NUL and lone surrogates", () => {
    const { events, outcome } = read(['{"a": "x\\u0000\u0000', "y", '\\ud83d"', ', "b": "\\ude00\\ud83d\\u', 'de00"}']);
    expect(outcome).toEqual({ ok: true, value: { a: "x\ufffd\ufffdy\ufffd", b: "\ufffd😀" } });
    expect(rebuild(events)).toEqual({ a: "x\ufffd\ufffdy\ufffd", b: "\ufffd😀" });
  });

  test("distinguishes missing from truncated objects", () => {
    expect(read(["Sorry, no."]).outcome).toMatchObject({ ok: false, fault: "empty" });
    expect(read([""]).outcome).toMatchObject({ ok: false, fault: "empty" });
    expect(read(['{"a": "b']).outcome).toMatchObject({ ok: false, fault: "cut" });
  });

  test("parses a megabyte in small chunks in linear time", () => {
    const json = JSON.stringify({ text: "A line, äöü and 😀\n".repeat(50_000) });
    const pieces = Array.from({ length: Math.ceil(json.length / 4) }, (_, at) => json.slice(at * 4, at * 4 + 4));
    expect(read(pieces, { maxLength: 2_000_000, maxDepth: 4 }).outcome.ok).toBe(true);
  });

  test("limits length and depth", () => {
    expect(read(["x".repeat(60), '{"a": 1}'], { maxLength: 64, maxDepth: 4 }).outcome).toMatchObject({
      fault: "too_long",
    });
    expect(read([`{"a": ${"[".repeat(100_000)}`]).outcome).toMatchObject({ fault: "too_deep" });
  });
});
