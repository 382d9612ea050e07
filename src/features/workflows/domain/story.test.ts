import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  contradictions,
  deadSpeaking,
  inBookOrder,
  proseFigures,
  repeatedPhrases,
  sceneOfFact,
  scenesOf,
  type StoryFact,
} from "./story.ts";

const place = fc.record({ chapter: fc.integer({ min: 1, max: 60 }), scene: fc.integer({ min: 1, max: 6 }) });
const idOf = ({ chapter, scene }: { chapter: number; scene: number }) => `c${chapter}.${scene}`;
const name = fc.stringMatching(/^[A-Z][a-z]{2,8}$/);
const fact = (id: string, kind: string, text: string, who = "Ida"): StoryFact => ({ id, who, kind, fact: text });

describe("scenes of an outline", () => {
  test("are its lines in order, without their bullets, and name their chapter", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.stringMatching(/^[A-Z][a-z ]{3,20}[a-z]$/), { maxLength: 6 }), { maxLength: 8 }),
        (plan) => {
          const scenes = scenesOf(
            plan.map((lines, at) => ({
              id: `c${at + 1}`,
              scenes: lines.map((line, no) => `${no + 1}. ${line}`).join("\n\n"),
            })),
          );
          expect(scenes.map((scene) => scene.plan)).toEqual(plan.flat());
          expect(new Set(scenes.map(({ id }) => id)).size).toBe(scenes.length);
          for (const { id, chapter } of scenes) expect(id.startsWith(`${chapter}.`)).toBe(true);
          expect(scenes.filter(({ isLast }) => isLast)).toHaveLength(plan.filter((lines) => lines.length > 0).length);
        },
      ),
    );
  });
  test("chapter 10 follows chapter 9", () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 30 }), (places) => {
        const sorted = places.toSorted((a, b) => a.chapter - b.chapter || a.scene - b.scene).map(idOf);
        expect(inBookOrder(places.map((one) => ({ id: idOf(one) }))).map(({ id }) => id)).toEqual(sorted);
      }),
    );
  });
  test("a fact knows its scene", () => expect(sceneOfFact("c3.2-11")).toBe("c3.2"));
});

describe("contradictions", () => {
  test("an age may grow, and may not fall", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 90 }), (first, second) => {
        const found = contradictions([
          fact("c2.1-1", "age", `${second} years`),
          fact("c1.1-1", "age", `${first} years`),
        ]);
        expect(found.length).toBe(second < first ? 1 : 0);
      }),
    );
  });
  test("different beings never contradict each other, nor does one fact itself", () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 9 }), fc.constantFrom("age", "born", "looks"), (names, kind) => {
        const facts = names.map((who, at) => fact(`c${at + 1}.1-1`, kind, `${90 - at} with blue eyes`, who));
        expect(contradictions(facts)).toEqual([]);
        expect(contradictions(facts.flatMap((one) => [one, one]))).toEqual([]);
      }),
    );
  });
  test.each([
    ["green eyes", "brown eyes", 1],
    ["grüne Augen", "mit braunen Augen", 1],
    ["green eyes", "brown hair", 0],
    ["green eyes", "tall", 0],
  ])("%s, then %s", (one, other, count) => {
    expect(contradictions([fact("c1.1-1", "looks", one), fact("c1.2-1", "looks", other)])).toHaveLength(count);
  });
});

describe("dead people", () => {
  test("are noticed when they speak after their death, and only then", () => {
    fc.assert(
      fc.property(name, place, place, (who, death, speaks) => {
        const found = deadSpeaking(
          [fact(`${idOf(death)}-1`, "death", "drowns", who)],
          [{ id: idOf(speaks), text: `“Come in,” said ${who}.` }],
        );
        const isAfter =
          speaks.chapter > death.chapter || (speaks.chapter === death.chapter && speaks.scene > death.scene);
        expect(found.map(({ at }) => at)).toEqual(isAfter ? [idOf(speaks)] : []);
      }),
    );
  });
  test("may be spoken of, and longer names are other people", () => {
    const texts = [{ id: "c2.1", text: "She missed Ida. “Ida loved it,” Idalia said." }];
    expect(deadSpeaking([fact("c1.1-1", "death", "dies")], texts)).toEqual([]);
  });
  test("names hold no patterns", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (who) => {
        expect(() => deadSpeaking([fact("c1.1-1", "death", "dies", who)], [{ id: "c2.1", text: who }])).not.toThrow();
      }),
    );
  });
});

describe("figures of prose", () => {
  test("hold for any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { words, sentences, perSentence, speech } = proseFigures(text, "en");
        expect(speech).toBeGreaterThanOrEqual(0);
        expect(speech).toBeLessThanOrEqual(1);
        expect(perSentence * sentences).toBeCloseTo(sentences === 0 ? 0 : words);
      }),
    );
  });
  test("count sentences and speech", () => {
    expect(proseFigures("“Come in here.” Nobody came. She waited.", "en")).toEqual({
      words: 7,
      sentences: 3,
      perSentence: 7 / 3,
      speech: 3 / 7,
    });
    expect(proseFigures("„Komm herein.“ Niemand kam.", "de").speech).toBe(0.5);
  });
  test("a phrase counts from its third time", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), (times) => {
        const text = Array.from({ length: times }, (_, at) => `at the very end w${at}x v${at}y.`).join(" ");
        const found = repeatedPhrases(text, "en");
        expect(found).toEqual(times < 3 ? [] : [{ phrase: "at the very end", count: times }]);
      }),
    );
  });
});
