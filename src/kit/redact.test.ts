import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redact } from "./redact.ts";

const text =
  "Our caterer lost 14 of 22 canteens because the kitchen in Eppendorf burned down in May.\nHilde Brandt, who owns " +
  "60 % of the „Bäckerei am Markt“, wants to sell before her divorce is final; it is up to us to go on.";

/** Ways in which a provider repeats a text. */
const spellings: readonly ((part: string) => string)[] = [
  (part) => part,
  (part) => JSON.stringify(part).slice(1, -1),
  (part) => part.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`),
  (part) => part.replace(/\s+/g, " ").toUpperCase(),
  (part) => part.replace(/ /g, "  \n"),
];
const words = (part: string): string[] => part.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
/** Each run of so many words of a text. */
const runs = (part: string, size: number): string[] =>
  words(part).flatMap((_, at, all) => (at + size <= all.length ? [all.slice(at, at + size).join(" ")] : []));

describe("a provider's words for the log", () => {
  test("hold no part of what was sent, wherever it begins and ends and however it is written", () => {
    const part = fc
      .tuple(fc.nat(text.length), fc.nat(text.length))
      .map(([a, b]) => text.slice(Math.min(a, b), Math.max(a, b)));
    fc.assert(
      fc.property(part, fc.constantFrom(...spellings), (sent, spell) => {
        const said = redact(`Refused [${spell(sent)}] by policy`, [], [`Form:\n${text}`]);
        const left = words(said).join(" ");
        const own = ` ${words(text).join(" ")} `;
        // The first and the last word may be cut.
        for (const run of runs(sent, 5).filter((one) => own.includes(` ${one} `)))
          expect(` ${left} `).not.toContain(` ${run} `);
        const joined = words(sent).join(" ");
        for (let at = 0; at + 24 <= joined.length; at += 1) expect(left).not.toContain(joined.slice(at, at + 24));
      }),
    );
  });

  test("keep what the provider says itself", () => {
    const said = `Error 400: the request was refused, "${text.slice(20, 120)}" is against our rules (policy 7).`;
    expect(redact(said, [], [text])).toBe(
      'Error 400: the request was refused, "[words]" is against our rules (policy 7).',
    );
    expect(redact("Too many requests in May, nobody goes on", [], [text])).toBe(
      "Too many requests in May, nobody goes on",
    );
  });

  test("hold no five words in a row, however short", () => {
    expect(redact("refused: is up to us to", [], [text])).toBe("refused: [words]");
    expect(redact("refused: is up to us", [], [text])).toBe("refused: is up to us");
  });

  test("hold no whole entry of a form, however short", () => {
    expect(redact("no such model: Hilde Brandt", [], ["Hilde Brandt"])).toBe("no such model: [words]");
  });

  test("hold nothing of a long text that begins behind what fits a line", () => {
    expect(redact(`${"x".repeat(280)} ${text}`, [], [text])).not.toContain("caterer");
  });

  test("are masked in a script without blanks, too", () => {
    const plan = "来年の春までに東京の三つの工場を閉鎖し従業員の半数を解雇する計画を誰にも話さないでください";
    expect(redact(`refused: ${plan.slice(3, 40)}`, [], [plan])).toBe("refused: [words]");
  });
});
