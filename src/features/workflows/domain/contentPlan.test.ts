import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { platforms } from "#src/features/outcomes/rules.ts";
import { graphemeCount } from "#src/kit/text.ts";
import {
  countComputation,
  fittingHashtags,
  hashtag,
  hashtagsFor,
  limitOf,
  linkOf,
  pillarShares,
  plannedCount,
  productionOf,
  typeShares,
} from "./contentPlan.ts";
import { addDays, weekdayOf } from "#src/kit/time/dates.ts";
import { holidayCountries, holidaysOf } from "./holidays.ts";
import { planSlots, type Slot, type SlotWishes } from "./slots.ts";

const home = { now: "2026-11-21T10:00:00.000Z", timeZone: "Europe/Berlin" };
const today = "2026-11-21";

const wishes = (change: Partial<SlotWishes> = {}): SlotWishes & { approvalDays: number } => ({
  period: { from: "2027-02-01", to: "2027-04-30" },
  channels: [
    { platform: "LinkedIn", postsPerWeek: 3, contentTypes: [100, 3], days: [2, 4, 5], times: ["08:00"] },
    { platform: "YouTube", postsPerWeek: 1, contentTypes: [40], days: [5], times: ["17:00"] },
  ],
  pillars: [
    { name: "Cost", percent: 70, topics: [] },
    { name: "Team", percent: 30, topics: [] },
  ],
  audiences: [],
  topics: [],
  campaigns: [],
  fixedDates: [],
  country: "DE",
  holidayRule: "avoid",
  goalLanguage: "en",
  timeZone: "Europe/Berlin",
  approvalDays: 1,
  ...change,
});

const slot = (change: Partial<Slot>): Slot => ({
  id: "i001",
  date: "2027-03-30",
  time: "08:00",
  platform: "LinkedIn",
  contentType: 100,
  pillar: "Cost",
  audience: "",
  isAudienceNamed: false,
  topic: "Lab invoices",
  angle: 0,
  campaign: "",
  pinned: "",
  moved: "",
  ...change,
});

describe("counts and mix", () => {
  test("rounds the posts of a period, at least one", () => {
    expect([plannedCount(3, 89), plannedCount(1, 89), plannedCount(1, 1), plannedCount(21, 92)]).toEqual([
      38, 13, 1, 276,
    ]);
  });

  test("writes the count out by hand", () => {
    const plan = wishes();
    const slots = planSlots(plan, home);
    expect(countComputation(plan, slots, "en")).toEqual({
      sum: "LinkedIn 3 × 89 ÷ 7 = 38.1 → 38; YouTube 1 × 89 ÷ 7 = 12.7 → 13",
      extra: 0,
    });
    expect(countComputation(plan, [...slots, ...slots.slice(0, 2)], "de")).toEqual({
      sum: "LinkedIn 3 × 89 ÷ 7 = 38,1 → 38; YouTube 1 × 89 ÷ 7 = 12,7 → 13",
      extra: 2,
    });
  });

  test("compares pillars and types with their targets", () => {
    const plan = wishes();
    const slots = planSlots(plan, home);
    // 51 items: 70 % are 35.7, 30 % are 15.3.
    expect(pillarShares(slots, plan).map(({ name, target, planned }) => [name, target.toFixed(1), planned])).toEqual([
      ["Cost", "35.7", 36],
      ["Team", "15.3", 15],
    ]);
    expect(
      typeShares(slots, plan.channels).map(({ contentType, target, planned }) => [contentType, target, planned]),
    ).toEqual([
      [100, 19, 19],
      [3, 19, 19],
      [40, 13, 13],
    ]);
  });
});

describe("production", () => {
  test("moves approval from Easter Monday to the Thursday before Good Friday, production a week before", () => {
    expect(productionOf([slot({})], wishes(), home)).toEqual([
      {
        itemId: "i001",
        produceBy: "2027-03-18",
        approveBy: "2027-03-25",
        publishOn: "2027-03-30",
        minutes: 240,
        isLate: false,
      },
    ]);
  });

  test("begins late items on the next working day, or today when they are out by then", () => {
    const rows = productionOf(
      [slot({ date: "2026-11-25" }), slot({ id: "i002", date: "2026-11-22", contentType: 3 })],
      wishes(),
      home,
    );
    expect(rows.map(({ produceBy, approveBy, isLate }) => [produceBy, approveBy, isLate])).toEqual([
      ["2026-11-23", "2026-11-24", true],
      [today, today, true],
    ]);
  });

  test("works on working days only, never before the day of the run", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(500), { minLength: 1, maxLength: 12 }),
        fc.constantFrom("none" as const, ...holidayCountries),
        fc.nat(14),
        (days, country, approvalDays) => {
          const slots = days.map((day, at) => slot({ id: `i${at}`, date: addDays(today, day) }));
          const isFree = (date: string): boolean =>
            weekdayOf(date) > 5 || (country !== "none" && holidaysOf(country, date, date).length > 0);
          for (const { produceBy, approveBy, publishOn } of productionOf(
            slots,
            { ...wishes({ country }), approvalDays },
            home,
          )) {
            expect(produceBy <= approveBy).toBe(true);
            expect(approveBy <= publishOn || approveBy === today).toBe(true);
            for (const date of [produceBy, approveBy]) {
              expect(date >= today).toBe(true);
              expect(!isFree(date) || (date === today && publishOn < addDays(today, 2))).toBe(true);
            }
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("hashtags", () => {
  test("normalizes a hashtag idempotently", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 45 }),
        fc.constantFrom("en", "de", "ja"),
        (text, language) => {
          const tag = hashtag(text, language);
          expect(graphemeCount(tag)).toBeLessThanOrEqual(31);
          expect(tag === "" ? "" : hashtag(tag, language)).toBe(tag);
        },
      ),
      {
        numRuns: 500,
        // Letters that alone are no word, and figures that remain alone.
        examples: [
          ["𖿢〻", "en"],
          ["𝒾𨜮ı⭣ﻠꌣᴈ𒍴Ả", "en"],
          [`${"1".repeat(30)} one`, "en"],
        ],
      },
    );
    expect(hashtag("Meeting rooms")).toBe("#MeetingRooms");
    expect(hashtag("#2026")).toBe("");
  });

  test("keeps to the policy and to what helps on a network", () => {
    const all = ["#Brandt", "#brandt", "Brake service", "Fleets", "Winter", "Chains"];
    expect(hashtagsFor(all, "LinkedIn", "few")).toEqual(["#brandt", "#BrakeService"]);
    expect(hashtagsFor(all, "LinkedIn", "many")).toHaveLength(5);
    expect(hashtagsFor(all, "Reddit", "many")).toEqual([]);
    expect(hashtagsFor(all, "Instagram", "none")).toEqual([]);
  });

  test("drops what does not fit under a post", () => {
    const frame = { hook: "h".repeat(120), cta: "c".repeat(118), hasLink: true };
    // 240 with the empty line, 25 for the link: 15 are left, an empty line and one tag of 10.
    expect(fittingHashtags(["#123456789", "#1234"], frame, 280)).toEqual(["#123456789"]);
    expect(fittingHashtags(["#123456789", "#1234"], frame, 277)).toEqual(["#123456789"]);
    expect(fittingHashtags(["#123456789", "#1234"], frame, 276)).toEqual([]);
    expect(fittingHashtags(["#a", "#b"], frame, limitOf("LinkedIn", 100))).toEqual(["#a", "#b"]);
  });
});

describe("links", () => {
  const settings = {
    link: "https://example.org/a?b=c#d",
    utmPattern: "utm_source={platform}&utm_campaign={campaign}&x={pillar}-{type}-{id}-{month}",
    requirementTitle: "Spring plan",
  };

  test("carry the parameters of their item and keep what they had", () => {
    expect(linkOf(slot({ platform: "X (Twitter)" }), settings)).toBe(
      "https://example.org/a?b=c&utm_source=x-twitter&utm_campaign=spring-plan&x=cost-100-i001-2027-03#d",
    );
    expect(linkOf(slot({ campaign: "Measuring weeks" }), settings)).toContain("utm_campaign=measuring-weeks");
  });

  test("are empty without an address and beyond 2,000 characters", () => {
    expect(linkOf(slot({}), { ...settings, link: "" })).toBe("");
    expect(linkOf(slot({}), { ...settings, link: `https://example.org/${"a".repeat(1990)}` })).toBe("");
  });

  test("exist for every network", () => {
    for (const platform of platforms) expect(URL.canParse(linkOf(slot({ platform }), settings))).toBe(true);
  });
});
