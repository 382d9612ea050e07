import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { proposalWords, withTick } from "./proposalTicks.ts";

const proposals = fc
  .integer({ min: 1, max: 12 })
  .chain((count) => fc.array(fc.array(fc.nat(count - 1), { maxLength: 3 }), { minLength: count, maxLength: count }))
  .map((links) => links.map((requires, index) => ({ key: `k${index}`, requires: requires.map((at) => `k${at}`) })));

describe("selection of linked suggestions", () => {
  test("always includes what the selected suggestions require", () => {
    fc.assert(
      fc.property(proposals, fc.array(fc.tuple(fc.nat(11), fc.boolean()), { maxLength: 20 }), (all, clicks) => {
        let ticked = new Set(all.map(({ key }) => key));
        for (const [at, isOn] of clicks) {
          const key = `k${at % all.length}`;
          ticked = withTick(all, ticked, [key], isOn);
          expect(ticked.has(key)).toBe(isOn);
          for (const one of all)
            if (ticked.has(one.key))
              for (const needed of one.requires) expect(ticked.has(needed), `${one.key} needs ${needed}`).toBe(true);
        }
      }),
    );
  });
});

test("reads as much as possible from a suggestion's payload", () => {
  expect(
    proposalWords({
      kind: "calendarEntry",
      key: "k",
      payload: { title: "Film", start: "2027-02-05T08:00:00Z", type: "3070" },
    }),
  ).toEqual({
    title: "Film",
    at: "2027-02-05T08:00:00Z",
    family: "3000",
    platform: "",
    contentType: null,
    kind: "",
  });
  expect(proposalWords({ kind: "outcome", key: "k", payload: { title: 1, type: "9999" } })).toMatchObject({
    title: "k",
    at: "",
    family: null,
  });
});
