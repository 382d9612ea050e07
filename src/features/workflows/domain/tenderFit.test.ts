import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TenderRecord } from "../apis.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { fitOf, rankNotices, type TenderWish } from "./tenderFit.ts";

const record: TenderRecord = {
  id: "593909-2026",
  title: "Vermessung von Schulen",
  buyer: "Stadt Leipzig",
  country: "DE",
  place: "Leipzig, DED51",
  cpv: ["71250000"],
  value: 60_000,
  currency: "EUR",
  published: "2026-11-18",
  deadline: "2026-12-15",
  procedure: "open",
  summary: "Laserscan von 14 Gebäuden",
  url: "https://ted.europa.eu/en/notice/-/detail/593909-2026",
};
const wish: TenderWish = {
  cpv: ["71250000"],
  words: ["Laserscan"],
  profile: "Vermessung mit Drohne",
  language: "de",
  countries: ["DE"],
  regions: ["DED"],
  without: ["Bahn"],
  valueFrom: 20_000,
  valueTo: 80_000,
  currency: "EUR",
  leastDays: 14,
  today: "2026-11-22",
};
const fit = (changes: Partial<TenderRecord> = {}, more: Partial<TenderWish> = {}) =>
  fitOf({ ...record, ...changes }, "ted", { ...wish, ...more });
const against = (changes: Partial<TenderRecord>, more: Partial<TenderWish> = {}): string[] =>
  fit(changes, more)
    .reasons.filter(({ sign }) => sign === "against")
    .map(({ code }) => code);

describe("a notice", () => {
  test("that has everything fits, with a reason for each point", () => {
    const { isFit, daysLeft, reasons, fit: points } = fit();
    expect({ isFit, daysLeft, points }).toEqual({ isFit: true, daysLeft: 23, points: 92 });
    expect(reasons.map(({ code }) => code)).toEqual(["cpvSame", "words", "region", "valueIn", "daysEnough"]);
  });

  test.each<[string, Partial<TenderRecord>, string[]]>([
    ["of another trade", { cpv: ["45000000"] }, ["cpvOther"]],
    ["beyond the value", { value: 81_000 }, ["valueHigh"]],
    ["below the value", { value: 19_000 }, ["valueLow"]],
    ["in another region", { place: "München, DE212" }, ["regionOther"]],
    ["in another country", { country: "FR" }, ["countryOther"]],
    ["that closes soon", { deadline: "2026-11-30" }, ["daysFew"]],
    ["with a word that is ruled out", { title: "Vermessung Bahnstrecke" }, ["excluded"]],
    ["that tells nothing", { cpv: [], value: null, deadline: "", place: "" }, []],
    ["in another currency", { value: 900_000, currency: "PLN" }, []],
  ])("%s is told so", (_, changes, codes) => {
    expect(against(changes)).toEqual(codes);
    expect(fit(changes).isFit).toBe(codes.length === 0);
  });

  test("of the same class or group is near", () => {
    const codeOf = (cpv: string, wanted: string): string | undefined =>
      fit({ cpv: [cpv] }, { cpv: [wanted] }).reasons[0]?.code;
    expect(codeOf("71251000", "71250000")).toBe("cpvSame");
    expect(codeOf("71254000", "71251000")).toBe("cpvNear");
    expect(codeOf("71290000", "71251000")).toBe("cpvFar");
    expect(codeOf("71355000", "71")).toBe("cpvSame");
  });
});

describe("any notices", () => {
  const one = fc.record({
    title: fc.constantFrom("Vermessung", "Laserscan Brücke", "Bahn", "Reinigung"),
    buyer: fc.constantFrom("A", "B", "C"),
    cpv: fc.constantFrom<string[]>([], ["71250000"], ["71355000"], ["45000000"]),
    value: fc.option(fc.integer({ min: 0, max: 200_000 })),
    days: fc.integer({ min: -3, max: 60 }),
    country: fc.constantFrom("DE", "FR", ""),
    place: fc.constantFrom("", "DED51", "DE2"),
  });
  const notices = fc.array(one, { maxLength: 12 }).map((list) =>
    list.map(({ days, ...rest }, at) => ({
      api: at % 2 === 0 ? "ted" : "vergabe",
      record: { ...record, ...rest, id: `n${at}`, deadline: addDays(wish.today, days) },
    })),
  );

  test("are ranked once each: fitting before others, open ones alone, from 0 to 100", () => {
    fc.assert(
      fc.property(notices, (list) => {
        const ranked = rankNotices(list, wish);
        expect(ranked.map(({ isFit }) => isFit).lastIndexOf(true)).toBe(ranked.filter(({ isFit }) => isFit).length - 1);
        for (const { fit: points, daysLeft } of ranked) {
          expect(points >= 0 && points <= 100).toBe(true);
          expect(daysLeft).toBeGreaterThanOrEqual(0);
        }
        const names = ranked.map(({ record: { title, buyer } }) => `${title} ${buyer}`);
        expect(new Set(names).size).toBe(names.length);
        expect(rankNotices(ranked, wish)).toEqual(ranked);
      }),
      { numRuns: 100 },
    );
  });

  test("are the same by their identifier, whatever they are called; without one, by title and buyer", () => {
    const noticeId = "0b1d4c7e-9f3a-4d21-8c55-6f1e2a3b4c5d";
    const other = "7c1f0a52-3d60-4e5b-9a0c-000000000001";
    const ids = (...records: TenderRecord[]): string[] =>
      rankNotices(
        records.map((one, at) => ({ record: one, api: at === 0 ? "ted" : "vergabe" })),
        wish,
      ).map(({ record: { id } }) => id);
    const german = { ...record, id: "de", title: "Vermessung von 14 Schulen in Leipzig" };
    expect(ids({ ...record, noticeId }, { ...german, noticeId })).toEqual([record.id]);
    expect(ids({ ...record, noticeId }, { ...record, id: "de", noticeId: other })).toHaveLength(2);
    expect(ids({ ...record, noticeId }, { ...record, id: "de" })).toEqual([record.id]);
    expect(ids(record, { ...record, id: "de", noticeId })).toEqual([record.id]);
    expect(ids(record, german)).toHaveLength(2);
  });

  test("fit no worse with more days left", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }), (first, more) => {
        const points = (days: number): number => fit({ deadline: addDays(wish.today, days) }).fit;
        expect(points(first + more)).toBeGreaterThanOrEqual(points(first));
      }),
      { numRuns: 100 },
    );
  });
});
