import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentTypesOf, platforms } from "#src/features/outcomes/rules.ts";
import { addDays, weekdayOf } from "#src/kit/time/dates.ts";
import { holidaysOf } from "./holidays.ts";
import { largestRemainder } from "./shares.ts";
import { pillarsOf, planSlots, sameHour, type SlotWishes, zoneOf } from "./slots.ts";

const home = { timeZone: "Europe/Berlin" };
const wishes = (changes: Partial<SlotWishes> = {}): SlotWishes => ({
  period: { from: "2027-02-01", to: "2027-02-28" },
  channels: [{ platform: "LinkedIn", postsPerWeek: 2, contentTypes: [], days: [], times: [] }],
  pillars: [],
  audiences: [],
  topics: [],
  campaigns: [],
  fixedDates: [],
  country: "none",
  holidayRule: "avoid",
  goalLanguage: "en",
  timeZone: "",
  ...changes,
});

const plans = fc
  .record({
    start: fc.nat(700),
    length: fc.integer({ min: 1, max: 92 }),
    channels: fc.uniqueArray(
      fc.record({
        platform: fc.constantFrom(...platforms),
        postsPerWeek: fc.integer({ min: 1, max: 14 }),
        days: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
        times: fc.subarray(["02:30", "08:00", "12:15", "20:00"]),
      }),
      { minLength: 1, maxLength: 3, selector: ({ platform }) => platform },
    ),
    weights: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 4 }),
    country: fc.constantFrom("none" as const, "DE" as const, "US" as const),
  })
  .map(({ start, length, channels, weights, country }) => {
    const from = addDays("2026-01-01", start);
    return wishes({
      period: { from, to: addDays(from, length - 1) },
      channels: channels.map((channel) => ({ ...channel, contentTypes: [] })),
      pillars: weights.map((percent, at) => ({ name: `pillar ${at}`, percent, topics: [] })),
      country,
    });
  });

describe("slots of a content plan", () => {
  test("of two posts a week lie on Tuesdays and Thursdays at nine", () => {
    const slots = planSlots(wishes(), home);
    expect(slots).toHaveLength(8);
    expect(slots.map(({ date }) => weekdayOf(date))).toEqual([2, 4, 2, 4, 2, 4, 2, 4]);
    expect(slots.every(({ time, moved }) => time === "09:00" && moved === "")).toBe(true);
    expect(slots.map(({ pillar }) => pillar).filter((name) => name === "Know-how")).toHaveLength(4);
  });

  test("give way to a public holiday and keep a fixed date", () => {
    const slots = planSlots(
      wishes({
        period: { from: "2027-10-04", to: "2027-10-10" },
        channels: [{ platform: "LinkedIn", postsPerWeek: 1, contentTypes: [], days: [1], times: ["10:00"] }],
        country: "US",
      }),
      home,
    );
    expect(slots.map(({ date, moved }) => [date, moved])).toEqual([["2027-10-04", ""]]);
    const columbus = wishes({
      period: { from: "2027-10-11", to: "2027-10-17" },
      channels: [{ platform: "LinkedIn", postsPerWeek: 1, contentTypes: [], days: [1], times: ["10:00"] }],
      country: "US",
    });
    expect(planSlots(columbus, home).map(({ date, moved }) => [date, moved])).toEqual([["2027-10-12", "holiday"]]);
    const pinned = { ...columbus, fixedDates: [{ date: "2027-10-11", title: "Open day", platform: "first" as const }] };
    expect(planSlots(pinned, home).map(({ date, pinned: title }) => [date, title])).toEqual([
      ["2027-10-11", "Open day"],
    ]);
  });

  test("lie on wished days of a week that begins or ends in its middle, as long as one is free", () => {
    fc.assert(
      fc.property(
        fc.nat(400),
        fc.integer({ min: 1, max: 7 }),
        fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
        (start, length, days) => {
          const from = addDays("2026-01-01", start);
          const to = addDays(from, length - 1);
          const open = Array.from({ length }, (_, at) => addDays(from, at)).filter((date) =>
            days.includes(weekdayOf(date)),
          );
          fc.pre(open.length > 0);
          const slots = planSlots(
            wishes({
              period: { from, to },
              channels: [{ platform: "LinkedIn", postsPerWeek: days.length, contentTypes: [], days, times: ["10:00"] }],
            }),
            home,
          );
          // A wished day may get a second post before a day that nobody wished gets its first.
          const used = new Set(slots.map(({ date }) => date).filter((date) => open.includes(date)));
          // Of a period over a Sunday both parts take their own share.
          if (weekdayOf(from) <= weekdayOf(to)) expect(used.size).toBe(Math.min(slots.length, open.length));
        },
      ),
    );
    const friday = { platform: "LinkedIn" as const, contentTypes: [], days: [1, 2, 3, 4, 5, 7], times: ["10:00"] };
    const cutAtSaturday = wishes({
      period: { from: "2026-04-24", to: "2026-04-25" },
      channels: [{ ...friday, postsPerWeek: 6 }],
    });
    expect(planSlots(cutAtSaturday, home).map(({ date }) => date)).toEqual(["2026-04-24", "2026-04-24"]);
    const week = {
      platform: "LinkedIn" as const,
      postsPerWeek: 3,
      contentTypes: [],
      days: [1, 3, 5],
      times: ["10:00"],
    };
    const cut = planSlots(wishes({ period: { from: "2027-02-03", to: "2027-02-07" }, channels: [week] }), home);
    expect(cut.map(({ date, moved }) => [date, moved])).toEqual([
      ["2027-02-03", ""],
      ["2027-02-05", ""],
    ]);
  });

  test("lie in the period, in order, on kinds of their network, shared by the pillars to the item", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const slots = planSlots(plan, home);
        expect(slots.every(({ date }) => date >= plan.period.from && date <= plan.period.to)).toBe(true);
        const order = slots.map(({ date, time }) => `${date} ${time}`);
        expect(order).toEqual(order.toSorted());
        expect(slots.map(({ id }) => id)).toEqual(slots.map((_, at) => `i${String(at + 1).padStart(3, "0")}`));
        expect(slots.every(({ platform, contentType }) => contentTypesOf[platform].includes(contentType))).toBe(true);
        const pillars = pillarsOf(plan);
        expect(pillars.map(({ name }) => slots.filter(({ pillar }) => pillar === name).length)).toEqual(
          largestRemainder(
            pillars.map(({ percent }) => percent),
            slots.length,
          ),
        );
      }),
      { numRuns: 60 },
    );
  });

  test("avoid holidays while another day of the week is free", () => {
    fc.assert(
      fc.property(fc.nat(700), fc.integer({ min: 1, max: 4 }), (start, postsPerWeek) => {
        const from = addDays("2026-01-01", start);
        const period = { from, to: addDays(from, 55) };
        const slots = planSlots(
          wishes({
            period,
            country: "AT",
            channels: [{ platform: "LinkedIn", postsPerWeek, contentTypes: [], days: [], times: [] }],
          }),
          home,
        );
        const closed = new Set(holidaysOf("AT", period.from, period.to).map(({ date }) => date));
        // A week cut to one or two days at an end of the period may have no other day.
        const inner = slots.filter(({ date }) => date >= addDays(from, 7) && date <= addDays(from, 48));
        expect(inner.filter(({ date }) => closed.has(date))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test("lie on Sundays only where somebody chose them, or where every day has a post", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { from, to } = plan.period;
        fc.pre(
          Array.from({ length: 7 }, (_, day) => addDays(from, day)).some((day) => day <= to && weekdayOf(day) < 6),
        );
        const closed = new Set(
          plan.country === "none" ? [] : holidaysOf(plan.country, from, to).map(({ date }) => date),
        );
        const slots = planSlots(plan, home);
        for (const { platform, days, postsPerWeek } of plan.channels) {
          if (days.includes(7) || postsPerWeek > 5) continue;
          const own = slots.filter((slot) => slot.platform === platform);
          const isOpen = own.some(({ date }) => weekdayOf(date) < 6 && !closed.has(date));
          if (isOpen) expect(own.filter(({ date }) => weekdayOf(date) === 7).map(({ date }) => date)).toEqual([]);
          if (isOpen && days.length === 0)
            expect(own.filter(({ date }) => closed.has(date) || weekdayOf(date) === 6)).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("of a weekend at an end of the period go to the week beside it", () => {
    // 6 and 7 February 2027 are a weekend.
    const weekend = wishes({
      period: { from: "2027-02-06", to: "2027-02-14" },
      channels: [{ platform: "LinkedIn", postsPerWeek: 3, contentTypes: [], days: [], times: [] }],
    });
    expect(planSlots(weekend, home).map(({ date }) => weekdayOf(date))).toEqual([1, 2, 3, 4]);
  });

  test("say whether their topic names their audience", () => {
    const slots = planSlots(
      wishes({
        topics: ["internships for pupils", "our van"],
        audiences: [{ name: "Parents" }, { name: "Pupils" }],
      }),
      home,
    );
    expect(slots.filter(({ topic }) => topic !== "our van").map(({ audience }) => audience)).toEqual(
      slots.filter(({ topic }) => topic !== "our van").map(() => "Pupils"),
    );
    expect(slots.every(({ topic, isAudienceNamed }) => isAudienceNamed === (topic !== "our van"))).toBe(true);
    const alone = planSlots(wishes({ audiences: [{ name: "Parents" }] }), home);
    expect(alone.every(({ audience, isAudienceNamed }) => audience === "Parents" && isAudienceNamed)).toBe(true);
  });

  test("name a zone, and which of them are within one hour", () => {
    expect(zoneOf(wishes(), home)).toBe("Europe/Berlin");
    expect(zoneOf(wishes({ timeZone: "Asia/Tokyo" }), home)).toBe("Asia/Tokyo");
    const at = (id: string, date: string, time: string) => ({ id, date, time, platform: "LinkedIn" as const });
    expect(
      sameHour([
        at("a", "2027-02-01", "09:00"),
        at("b", "2027-02-01", "09:59"),
        at("c", "2027-02-01", "10:59"),
        at("d", "2027-02-02", "10:59"),
      ]),
    ).toEqual([{ first: "a", second: "b", date: "2027-02-01", isOnePlatform: true }]);
  });
});

test.each([
  ["2027-02-03", [1, 3, 5], 3, ["2027-02-03", "2027-02-05"]],
  ["2027-02-04", [1, 4, 6], 3, ["2027-02-04", "2027-02-06"]],
  ["2027-02-03", [1, 2, 3, 5], 2, ["2027-02-03"]],
])("a period that begins on %s keeps the wished days of its first week: %j", (from, days, postsPerWeek, first) => {
  const channel = { platform: "LinkedIn" as const, postsPerWeek, contentTypes: [], days, times: [] };
  const slots = planSlots(wishes({ period: { from, to: "2027-02-14" }, channels: [channel] }), home);
  const dates = slots.map(({ date }) => date).filter((date) => date < "2027-02-08");
  expect(dates.slice(0, first.length)).toEqual(first);
  for (const slot of slots) expect([slot.moved, days.includes(weekdayOf(slot.date))]).toEqual(["", true]);
});
