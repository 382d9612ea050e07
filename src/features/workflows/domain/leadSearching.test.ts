import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apis } from "../apis.ts";
import { half } from "../kit/bilingual.ts";
import { branches, branchKeys, branchOfTags, branchTitle, isTag, tagsInWords } from "./leadBranches.ts";
import { type LeadSignals, type Measure, scoreOf, type Sign, signs, weightsOf, workBlocks } from "./leadScoring.ts";
import * as search from "./leadSearching.ts";

describe("scores", () => {
  const anySigns = fc.subarray(Object.keys(signs) as Sign[]);
  const anyMeasure: fc.Arbitrary<Measure> = fc.record({
    hasBranch: fc.boolean(),
    km: fc.option(fc.integer({ min: 1, max: 50 })),
    signs: anySigns,
    words: fc.subarray(["delivery", "cargo"]),
    isMixed: fc.boolean(),
  });
  const text = fc.constantFrom("", "x");
  const anyLead: fc.Arbitrary<LeadSignals> = fc.record({
    email: text,
    phone: text,
    website: text,
    street: text,
    zip: text,
    city: text,
    km: fc.option(fc.double({ min: 0, max: 80, noNaN: true })),
    isOwn: fc.boolean(),
    fitsBranch: fc.boolean(),
    signs: anySigns,
    words: fc.subarray(["delivery", "cargo"]),
  });

  test("lie between 0 and 100, have three reasons, and grow with what is known", () => {
    fc.assert(
      fc.property(anyLead, anyMeasure, (one, measure) => {
        const { score, reasons, completeness } = scoreOf(one, measure);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(new Set(reasons.map((reason) => reason.text)).size).toBe(3);
        expect(completeness).toBeGreaterThan(0);
        expect(completeness).toBeLessThanOrEqual(100);
        for (const field of ["email", "phone", "website", "street", "zip"] as const) {
          const more = scoreOf({ ...one, [field]: "x" }, measure);
          expect(more.score).toBeGreaterThanOrEqual(score);
          expect(more.completeness).toBeGreaterThanOrEqual(completeness);
        }
      }),
    );
  });

  test("reach both ends", () => {
    const none: LeadSignals = {
      email: "",
      phone: "",
      website: "",
      street: "",
      zip: "",
      city: "",
      km: null,
      isOwn: false,
      fitsBranch: false,
      signs: [],
      words: [],
    };
    const all: LeadSignals = {
      email: "x",
      phone: "x",
      website: "x",
      street: "x",
      zip: "x",
      city: "x",
      km: 0,
      isOwn: true,
      fitsBranch: true,
      signs: ["delivers"],
      words: ["delivery", "cargo"],
    };
    const measure: Measure = {
      hasBranch: true,
      km: 5,
      signs: ["delivers"],
      words: ["delivery", "cargo"],
      isMixed: true,
    };
    expect([scoreOf(none, measure).score, scoreOf(all, measure).score]).toEqual([0, 100]);
    expect(weightsOf(measure).reduce((sum, [, most]) => sum + most, 0)).toBe(115);
    expect(scoreOf(all, measure).reasons.map(({ text: reason, values }) => [half(reason, "en"), values])).toEqual([
      ["“{word}”", { word: "delivery" }],
      ["delivers", {}],
      ["in your list", {}],
    ]);
  });

  test("are worked on in blocks that hold every lead once", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 90 }), (items) => {
        const blocks = workBlocks(items);
        expect(blocks.flat()).toEqual(items);
        expect(blocks.every(({ length }) => length > 0 && length <= 20)).toBe(true);
      }),
    );
  });
});

describe("searching", () => {
  const anyPlace = fc.record({
    lat: fc.double({ min: -80, max: 80, noNaN: true }),
    lon: fc.double({ min: -175, max: 175, noNaN: true }),
    size: fc.double({ min: 0, max: 5, noNaN: true }),
    osm: fc.constantFrom("", "n42", "w7", "r62428"),
  });
  const record = ({ lat, lon, size, osm }: { lat: number; lon: number; size: number; osm: string }) => ({
    name: "x",
    label: "x",
    lat,
    lon,
    country: "DE",
    region: "",
    type: "city",
    box: [lat - size, lat + size, lon - size, lon + size],
    osm,
  });

  test("asks for every tag once, in questions that the map service takes", () => {
    const anyTags = fc.array(fc.stringMatching(/^shop=[a-z]{2,6}$/), { maxLength: 60 });
    fc.assert(
      fc.property(anyPlace, anyTags, fc.constantFrom("whole" as const, 1, 50), (place, tags, reach) => {
        const queries = search.mapQueries(search.areaOf(record(place), reach), tags);
        expect(queries.flatMap((query) => query.tags)).toEqual([...new Set(tags)]);
        for (const query of queries) expect(apis.overpass.query.safeParse(query).error).toBeUndefined();
      }),
    );
  });

  test("searches a whole place within its border or its box, with every point of it and none beside it", () => {
    fc.assert(
      fc.property(anyPlace, fc.double({ min: -1, max: 1, noNaN: true }), (place, part) => {
        const area = search.areaOf(record(place), "whole");
        const [query] = search.mapQueries(area, ["shop=bakery"]);
        const number = new Map([
          ["w7", 2_400_000_007],
          ["r62428", 3_600_062_428],
        ]).get(place.osm);
        expect(query?.area).toBe(number);
        expect(query?.box === undefined).toBe(number !== undefined);
        const inside = { lat: place.lat + part * place.size * 0.99, lon: place.lon };
        expect(search.isInArea(area, inside)).toBe(true);
        expect(search.isInArea(area, { ...inside, lon: place.lon + place.size + 0.01 })).toBe(false);
      }),
    );
  });

  test("takes a point for near when it is no further than the radius", () => {
    fc.assert(
      fc.property(anyPlace, anyPlace, fc.integer({ min: 1, max: 50 }), (place, point, km) => {
        const area = search.areaOf(record(place), km);
        expect(search.isInArea(area, point)).toBe(search.kmBetween(place, point) <= km);
        expect(search.isInArea(area, { lat: null, lon: null })).toBe(true);
      }),
    );
    const area = search.areaOf(record({ lat: 52, lon: 13, size: 1, osm: "" }), 5);
    expect([52.04, 52.05].map((lat) => search.isInArea(area, { lat, lon: 13 }))).toEqual([true, false]);
  });

  test("measures the same way both ways, and no way is shorter by a detour", () => {
    fc.assert(
      fc.property(anyPlace, anyPlace, anyPlace, (a, b, c) => {
        expect(search.kmBetween(a, b)).toBeCloseTo(search.kmBetween(b, a), 6);
        expect(search.kmBetween(a, c)).toBeLessThanOrEqual(search.kmBetween(a, b) + search.kmBetween(b, c) + 1e-6);
      }),
    );
    expect(search.kmBetween({ lat: 52.52, lon: 13.405 }, { lat: 51.34, lon: 12.375 })).toBeCloseTo(149, 0);
  });

  test("asks the register by postcode where there is one", () => {
    const byZip = search.registerQuery("75011 Paris", ["10.71C"], "small");
    expect(byZip).toMatchObject({ zip: "75011", words: "", employees: ["11", "12"] });
    expect(search.registerQuery("Lille, Nord", ["10.71C"], "any")).toMatchObject({ words: "Lille", employees: [] });
    expect(apis.companiesFr.query.safeParse(byZip).error).toBeUndefined();
  });

  test("takes the address of the site's own host, never one of several strange ones", () => {
    const page =
      "Impressum\nTelefon: (0341) 555 01 03\nE-Mail: team (at) weidenhof.example\nGestaltung: studio@webseiten.example";
    expect(search.contactsIn(page, "https://www.weidenhof.example", "DE")).toEqual({
      email: "team@weidenhof.example",
      phone: "+49 341 555 01 03",
    });
    expect(search.contactsIn("a@one.example b@two.example", "https://x.example", "DE").email).toBe("");
    expect(search.contactsIn("design@studio.example weidenhof@gmx.de", "https://x.example", "DE").email).toBe(
      "weidenhof@gmx.de",
    );
    expect(search.contactPages("https://www.instagram.com/x", "DE")).toEqual([]);
    expect(search.contactPages("https://x.example/a/b", "DE")).toEqual([
      "https://x.example/impressum",
      "https://x.example/kontakt",
    ]);
  });

  test("reads signs, chains and what is closed off a record of the map", () => {
    const tags = {
      name: "A",
      shop: "bakery",
      brand: "B",
      delivery: "only",
      website: "http://a.example",
      start_date: "2026-02-01",
      phone: "0341 555010; 0341 555011",
    };
    expect(search.leadOfShop({ id: "w7", lat: 1, lon: 2, tags }, "DE", "2026-11-22")).toMatchObject({
      branch: "bakery",
      isChain: true,
      phone: ["+49 341 555010", "+49 341 555011"],
      signs: ["noHttps", "delivers", "isNew"],
      url: "https://www.openstreetmap.org/way/7",
    });
    const closed = search.leadOfShop(
      { id: "n1", lat: 1, lon: 2, tags: { name: "A", "disused:shop": "yes" } },
      "",
      "2026-11-22",
    );
    expect(closed.signs).toContain("closed");
  });

  test("knows trades by words of both languages, and takes a tag as it is", () => {
    expect(tagsInWords("Zahnärzte Fulda")).toEqual(["amenity=dentist", "healthcare=dentist"]);
    expect(tagsInWords("Steuerberater")).toEqual(["office=tax_advisor", "office=accountant"]);
    expect(tagsInWords("boat builders")).toEqual(["craft=boatbuilder"]);
    expect(tagsInWords("shop=boat")).toEqual(["shop=boat"]);
    expect(tagsInWords("bike couriers")).toEqual([]);
    for (const key of branchKeys) {
      const { title, tags, naf } = branches[key];
      expect(tags.every(isTag)).toBe(true);
      expect(naf.every((code) => /^\d{2}\.\d{2}[A-Z]$/.test(code))).toBe(true);
      for (const language of ["en", "de"] as const)
        expect(tagsInWords(half(title, language))).toEqual(expect.arrayContaining([...tags]));
      const [tagKey = "", value = ""] = (tags[0] ?? "").split("=");
      expect(branchOfTags({ [tagKey]: value })).toBe(key);
    }
    expect(branchTitle("boat|builder_x")).toBe("Boat/builder x | Boat/builder x");
  });
});
