import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apiRecords, apis, recordsText } from "./apis.ts";

const company = {
  id: "1",
  name: 'Radwerk "Brandt"\n\nund Söhne',
  activity: "",
  employees: "",
  founded: "",
  isActive: true,
  street: "",
  zip: "",
  city: "",
  country: "FR",
  lat: null,
  lon: null,
  officers: [],
  url: "",
};

describe("records in the text of a source", () => {
  test("are read from one source or several", () => {
    const text = [recordsText([company]), recordsText([company, company])].join("\n\n");
    expect(apiRecords("companiesFr", text)).toEqual([company, company, company]);
  });

  test("tell what was not read yet from what brought nothing", () => {
    expect(apiRecords("companiesFr", null)).toBeNull();
    expect(apiRecords("companiesFr", "")).toEqual([]);
  });

  test("leave out what is of another shape", () => {
    expect(apiRecords("ted", `${recordsText([company])}\n\n{"a":1}\n\nno JSON`)).toEqual([]);
  });

  test("come back as they were put in", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ name: fc.string(), city: fc.string() })), (changes) => {
        const records = changes.map((change) => ({ ...company, ...change }));
        expect(apiRecords("companiesFr", recordsText(records))).toEqual(records);
      }),
    );
  });
});

describe("questions", () => {
  test.each([
    ["overpass", { lat: 1, lon: 2, radius: 100, tags: ['shop=a"];out;'] }],
    ["overpass", { lat: 1, lon: 2, radius: 100, tags: ['"]=x'] }],
    ["eurostat", { dataset: "../secret" }],
    ["eurostat", { dataset: "a?b" }],
    ["worldBank", { indicator: "x/../y", countries: ["DE"] }],
    ["ted", { cpv: ["72* OR PD>0"] }],
    ["boamp", { departments: ['75" or "1'] }],
  ] as const)("to %s may not hold more than their kind", (api, query) => {
    expect(apis[api].query.safeParse(query).success).toBe(false);
  });
});
