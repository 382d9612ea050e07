import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { leadFilters, leadsContract } from "../contract.ts";
import { leadLayouts, leadSorts, leadStages, reaches } from "../rules.ts";
import {
  firstSort,
  isFiltered,
  type LeadSearch,
  noFilter,
  queryOf,
  leadSearch,
  savedOf,
  searchOfSaved,
  searchOfView,
  viewOf,
} from "./leadSearch.ts";

const word = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text && !text.includes(","));
const searches: fc.Arbitrary<LeadSearch> = fc.record({
  q: fc.oneof(fc.constant(""), word),
  stage: fc.subarray([...leadStages]),
  tag: fc.uniqueArray(word, { maxLength: 4 }),
  city: fc.oneof(fc.constant(""), word),
  category: fc.oneof(fc.constant(""), word),
  minScore: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
  has: fc.subarray([...reaches]),
  doNotContact: fc.constantFrom(undefined, true, false),
  quietDays: fc.option(fc.integer({ min: 1, max: 3650 }), { nil: undefined }),
  sort: fc.constantFrom(...leadSorts),
  layout: fc.constantFrom(...leadLayouts),
});

describe("lead search parameters", () => {
  test("default to the sort order of the contract", () => {
    expect(leadFilters.parse({}).sort).toBe(firstSort);
  });

  test("are read back as written", () => {
    fc.assert(
      fc.property(searches, (search) => {
        expect(leadSearch.read({ ...leadSearch.write(search) })).toEqual(search);
      }),
    );
  });

  test("are kept by a saved view as the server takes them", () => {
    const { inputSchema } = leadsContract.createView["~orpc"];
    fc.assert(
      fc.property(searches, (search) => {
        const filters = savedOf(search);
        expect(inputSchema?.safeParse({ enData: { name: "View", filters } }).success).toBe(true);
        expect(searchOfSaved(JSON.parse(JSON.stringify(filters)))).toEqual(search);
      }),
    );
  });

  test("never produce a query that the server rejects, whatever the URL contains", () => {
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(Object.keys({ ...noFilter, sort: 0 }).map((name) => [name, fc.jsonValue()])), {
          requiredKeys: [],
        }),
        (raw) => {
          // What the browser sends is text.
          const query = Object.fromEntries(
            Object.entries(queryOf(leadSearch.read(raw))).map(([name, value]) => [name, String(value)]),
          );
          const known = leadFilters.safeParse(query);
          const isStorable = Object.values(query).every((text) => text.isWellFormed() && !text.includes("\u0000"));
          expect(known.success || !isStorable).toBe(true);
        },
      ),
    );
  });

  test("accept the numbers and booleans that the router parses", () => {
    expect(leadSearch.read({ q: 4711, minScore: "60", doNotContact: true, quietDays: 0, sort: "nothing" })).toEqual({
      ...noFilter,
      q: "4711",
      minScore: 60,
      doNotContact: true,
      sort: firstSort,
      layout: "table",
    });
    expect(isFiltered(leadSearch.read({ sort: "name" }))).toBe(false);
  });

  test("keep the selected view while filters are added and leave it when one of its own filters is removed", () => {
    const all = leadSearch.read({});
    expect(viewOf(all)).toBe("all");
    const quiet = searchOfView("quiet", all);
    expect(viewOf({ ...quiet, city: "Leipzig", sort: "name" })).toBe("quiet");
    expect(viewOf({ ...quiet, quietDays: undefined })).toBe("all");
    expect(viewOf(searchOfView("untouched", quiet))).toBe("untouched");
  });
});
