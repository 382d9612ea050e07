import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contradictions } from "./story.ts";
import { bibleFacts, eventClash, kinClash, withFullNames, workClash } from "./storyTies.ts";

test.each([
  ["sister of Tilde", "Tilde’s daughter", true],
  ["niece of Tilde", "Tilde’s niece", false],
  ["sister of Tilde", "mother of Henk", false],
  ["Nichte von Tilde", "Tildes Tochter", true],
  ["Nichte von Tilde", "kennt Tilde", false],
  ["niece of Tilde", "Nichte von Tilde", false],
  ["niece of Tilde Brenner", "daughter of Henk Brenner", false],
  ["niece of Tilde Brenner", "daughter of Tilde", true],
  ["daughter of Karl", "her father is Karl", false],
  ["Tochter von Karl Brenner", "Ihr Vater ist Karl Brenner", false],
  ["mother of Ida", "has a daughter, Ida", false],
  ["son of Karl", "father is Karl", false],
  ["sister of Ida's mother", "aunt of Ida", false],
  ["Schwester der Mutter von Ida", "Tante von Ida", false],
])("kin: %s, then %s", (earlier, later, isClash) => expect(kinClash(earlier, later)).toBe(isClash));

test.each([
  ["piano tuner", "a baker in Kiel", true],
  ["piano tuner", "she tunes pianos", false],
  ["Klavierstimmerin", "arbeitet als Bäckerin", true],
  ["Klavierstimmerin", "die Stimmerin", false],
  ["ferryman", "once a baker", false],
  ["left-handed", "a baker", false],
  ["baker", "her brother is a sailor", false],
  ["Bäckerin", "ihr Vater war Fischer", false],
])("work: %s, then %s", (earlier, later, isClash) => expect(workClash(earlier, later)).toBe(isClash));

test.each([
  ["The last concert: harbour froze in 1994", "at the last concert, 1996, the harbour was frozen", true],
  ["The last concert: harbour froze in 1994", "the harbour froze at the concert in 1994", false],
  ["The last concert in 1994", "the school closed in 1996", false],
  ["The bakery in Lindau opened in 1950", "The bakery in Lindau burned down in 1960", false],
  ["1961 zieht Familie Brenner nach Lindau", "1975 verlässt Familie Brenner Lindau", false],
  ["The bakery in Lindau was new in 1950", "The bakery in Lindau burned in 1960", false],
  ["The bakery in Lindau opened in 1950", "In 1960 the old bakery in Lindau opened", true],
])("events: %s, then %s", (earlier, later, isClash) => expect(eventClash(earlier, later)).toBe(isClash));

test("no statement contradicts itself", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const clash of [kinClash, workClash, eventClash]) expect(clash(text, text)).toBe(false);
    }),
  );
});

describe("a story bible", () => {
  const bible = bibleFacts(
    [{ name: "Ida Brenner", known: "Piano tuner, 41, niece of Tilde, left-handed" }],
    [{ name: "The last concert", holds: "In 1994, the winter in which the harbour froze" }],
  );
  test("states work, age, kin and dates", () => {
    expect(bible.map(({ who, kind, fact }) => [who, kind, fact])).toEqual([
      ["Ida Brenner", "work", "Piano tuner"],
      ["Ida Brenner", "age", "41"],
      ["Ida Brenner", "kin", "niece of Tilde"],
      ["The last concert", "event", "The last concert: In 1994, the winter in which the harbour froze"],
    ]);
  });
  test("is what a book is held against", () => {
    const fact = (kind: string, what: string, who = "Ida") => ({ id: "c1.1-1", who, kind, fact: what });
    const found = (...facts: ReturnType<typeof fact>[]) =>
      contradictions([...bible, ...withFullNames(facts, ["Ida Brenner", "Tilde Brenner"])]).map(
        ({ later }) => later.fact,
      );
    expect(found(fact("kin", "Tilde’s daughter"), fact("work", "a baker"), fact("age", "39"))).toEqual([
      "a baker",
      "39",
      "Tilde’s daughter",
    ]);
    expect(found(fact("kin", "Tilde’s niece"), fact("work", "tuner of pianos"), fact("age", "42"))).toEqual([]);
    expect(found(fact("event", "1996, harbour frozen, last concert", "Village"))).toHaveLength(1);
    // Two people of that name: nobody knows which of them is meant.
    expect(found(fact("work", "a baker", "Brenner"))).toEqual([]);
  });
});
