import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentTypes } from "#src/features/outcomes/rules.ts";
import { half } from "../kit/bilingual.ts";
import { addDays, dateOf, dayNumber, daysInclusive, mondayOf, weekdayOf } from "#src/kit/time/dates.ts";
import { holidaysOf } from "./holidays.ts";
import { batchDays, begunBy, chainsByTopic, checkpointsOf, isFilmed, loadOf, seasonOf, workOf } from "./plan.ts";
import { contentTypeNames, contentTypeNeeds } from "./planWords.ts";

const periods = fc
  .record({ start: fc.nat(1_500), length: fc.integer({ min: 1, max: 120 }) })
  .map(({ start, length }) => {
    const from = addDays("2026-01-01", start);
    return { from, to: addDays(from, length - 1) };
  });

/** Items on days of a period, in order. */
const itemsIn = (period: { from: string; to: string }, days: readonly number[]) =>
  days
    .map((day) => addDays(period.from, day % daysInclusive(period.from, period.to)))
    .toSorted()
    .map((date, at) => ({
      id: `i${String(at + 1).padStart(3, "0")}`,
      date,
      contentType: contentTypes[(days[at] ?? 0) % contentTypes.length] ?? 3,
      pillar: "p",
      topic: `t${(days[at] ?? 0) % 3}`,
      pinned: "",
    }));
const dayLists = fc.array(fc.nat(10_000), { maxLength: 40 });

describe("the season of a trade", () => {
  const names = ["Jan", "Feb.", "März", "Apr", "Mai", "Juni", "Juli", "Aug", "Sept", "Okt", "Nov", "Dez"];

  test("is read from a list, and its share of the year computed", () => {
    const text = names.map((name, at) => `${name}: ${(at + 1) * 100}`).join("\n");
    expect(seasonOf(text, { from: "2026-11-15", to: "2027-02-10" })).toEqual({
      values: [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200],
      total: 7_800,
      months: [11, 12, 1, 2],
      ofPeriod: 2_600,
      share: 100 / 3,
    });
  });

  test("takes the first number of a month, with signs of grouping and of decimals", () => {
    const text = `Marketing 12\nMay 9 items\n${names.map((name) => `${name};1.200,5;7`).join("\n")}`;
    expect(seasonOf(text, { from: "2027-01-01", to: "2027-01-01" })?.values).toEqual([
      1200.5, 1200.5, 1200.5, 1200.5, 9, 1200.5, 1200.5, 1200.5, 1200.5, 1200.5, 1200.5, 1200.5,
    ]);
  });

  const year = { from: "2026-01-01", to: "2026-12-31" };
  const twelve = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200];
  test.each([
    ["behind a blank", (name: string, value: number) => `${name} 2026: ${value}`],
    ["behind a blank, in a sheet", (name: string, value: number) => `${name} 2026;${value}`],
    ["in a column of its own", (name: string, value: number) => `${name}\t2026\t${value}\t${value + 7}`],
    ["in front of words", (name: string, value: number) => `${name} 2026 (EUR): ${value}`],
    ["before a comma", (name: string, value: number) => `${name} 2026, ${value}`],
    ["between commas", (name: string, value: number) => `${name},2026,${value},${value + 7}`],
    ["of the next January", (name: string, value: number) => `${name} ${value < 900 ? 2027 : 2026}: ${value}`],
    ["of two digits", (name: string, value: number) => `${name.slice(0, 3)}-26;${value}`],
    ["behind an apostrophe", (name: string, value: number) => `${name} ’26: ${value}`],
  ])("is not read from a year %s", (_, lineOf) => {
    const text = names.map((name, at) => lineOf(name, (at + 1) * 100)).join("\n");
    expect(seasonOf(text, year)?.values).toEqual(twelve);
  });

  test.each([
    ["alone", (at: number) => `: ${2001 + at}`, 2001],
    ["beside another", (at: number) => `;${1950 + at};${2010 + at}`, 1950],
    ["in a row", () => " 2020", 2020],
  ])("may have values that look like years, %s", (_, valueOf, first) => {
    const text = names.map((name, at) => name + valueOf(at)).join("\n");
    expect(seasonOf(text, year)?.values[0]).toBe(first);
  });

  test.each(["'", "’", " ", "\u00a0", "\u202f"])("groups thousands with “%s”", (sign) => {
    const text = names.map((name, at) => `${name} 2026: ${at + 1}${sign}000,5`).join("\n");
    expect(seasonOf(text, year)?.values).toEqual(names.map((__, at) => (at + 1) * 1000 + 0.5));
    const millions = names.map((name) => `${name} 1${sign}200${sign}000`).join("\n");
    expect(seasonOf(millions, year)?.values[11]).toBe(1_200_000);
  });

  test("has blanks between columns where one of them can't group", () => {
    const text = names.map((name, at) => `${name} ${90 + at} ${95 + at}`).join("\n");
    expect(seasonOf(text, year)?.values).toEqual(names.map((_, at) => 90 + at));
  });

  test("knows months that are written with separate marks", () => {
    const text = names.map((name, at) => `${name}: ${(at + 1) * 100}`).join("\n");
    expect(seasonOf(text.normalize("NFD"), year)?.values).toEqual(twelve);
  });

  test("is unknown when a month is missing or nothing is sold", () => {
    const period = { from: "2027-01-01", to: "2027-03-31" };
    expect(
      seasonOf(
        names
          .slice(1)
          .map((name) => `${name} 1`)
          .join("\n"),
        period,
      ),
    ).toBeNull();
    expect(seasonOf(names.map((name) => `${name} 0`).join("\n"), period)).toBeNull();
    expect(seasonOf("", period)).toBeNull();
  });

  test("has every number of a sheet, written in either language", () => {
    const values = fc
      .array(fc.nat(5_000_000), { minLength: 12, maxLength: 12 })
      .filter((list) => list.some((one) => one > 0));
    fc.assert(
      fc.property(values, periods, fc.constantFrom("en-GB", "de-DE"), (list, period, locale) => {
        const month = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" });
        const text = list
          .map((value, at) => `${month.format(Date.UTC(2026, at, 15))}\t${value.toLocaleString(locale)}`)
          .join("\n");
        const season = seasonOf(text, period);
        expect(season?.values).toEqual(list);
        expect(season?.share).toBeGreaterThanOrEqual(0);
        expect(season?.share).toBeLessThanOrEqual(100 + 1e-9);
      }),
    );
  });
});

describe("batch days", () => {
  const due = (date: string) => ({ begin: addDays(date, -3), filmBy: addDays(date, -5) });
  const film = (id: string, date: string) => ({ id, ...due(date), contentType: 20 as const });
  const text = (id: string, date: string) => ({ id, ...due(date), contentType: 3 as const });

  test("are the first working Monday of a month and the working Friday after it", () => {
    const free = new Set(["2027-03-01", "2027-03-12"]);
    const slots = [
      text("i1", "2027-02-02"),
      film("i2", "2027-02-05"),
      text("i3", "2027-02-12"),
      film("i4", "2027-03-15"),
      film("i5", "2027-03-16"),
      text("i6", "2027-03-31"),
    ];
    expect(batchDays(slots, { from: "2027-02-01", to: "2027-03-31" }, (date) => free.has(date))).toEqual({
      days: [
        { kind: "meeting", date: "2027-02-01", ids: ["i2", "i3", "i4"], minutes: 60 },
        { kind: "film", date: "2027-02-05", ids: ["i4"], minutes: 60 },
        { kind: "meeting", date: "2027-03-08", ids: ["i5", "i6"], minutes: 60 },
        { kind: "film", date: "2027-03-11", ids: ["i5"], minutes: 60 },
      ],
      early: ["i1", "i2"],
    });
  });

  test("of filming hold four hours at most; more clips take more days", () => {
    const reels = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        id: `i${at + 1}`,
        ...due(addDays("2027-03-15", Math.floor(at / 4))),
        contentType: 20 as const,
      }));
    const films = (count: number) =>
      batchDays(reels(count), { from: "2027-03-01", to: "2027-03-28" }, () => false)
        .days.filter(({ kind }) => kind === "film")
        .map(({ date, ids, minutes }) => [date, ids.length, minutes]);
    expect(films(3)).toEqual([["2027-03-05", 3, 90]]);
    expect(films(29)).toEqual([
      ["2027-03-02", 8, 240],
      ["2027-03-03", 8, 240],
      ["2027-03-04", 8, 240],
      ["2027-03-05", 5, 150],
    ]);
    expect(films(9).map(([, count]) => count)).toEqual([5, 4]);
    expect(
      films(36)
        .map(([date, count]) => [date, count])
        .at(-1),
    ).toEqual(["2027-03-08", 4]);
  });

  test("are never free, and each item is early or agreed on once, each clip early or filmed once", () => {
    fc.assert(
      fc.property(periods, dayLists, fc.array(fc.nat(120), { maxLength: 60 }), (period, days, closed) => {
        const free = new Set([
          ...holidaysOf("DE", period.from, addDays(period.to, 7)).map(({ date }) => date),
          ...closed.map((day) => addDays(period.from, day)),
        ]);
        const slots = itemsIn(period, days).map((slot, at) => ({
          ...slot,
          begin: addDays(slot.date, -1 - (at % 9)),
          filmBy: addDays(slot.date, -5 - (at % 3)),
        }));
        const { days: batches, early } = batchDays(slots, period, (date) => free.has(date));
        const rows = begunBy(
          slots.map(({ id, begin }) => ({ itemId: id, produceBy: begin })),
          batches,
        );
        for (const { kind, date, ids, minutes } of batches) {
          expect(minutes).toBeLessThanOrEqual(240);
          expect(free.has(date)).toBe(false);
          expect(ids.length).toBeGreaterThan(0);
          if (kind === "meeting") expect(weekdayOf(date)).toBe(1);
          else expect(weekdayOf(date)).toBeLessThanOrEqual(5);
          for (const id of ids) {
            const slot = slots.find((one) => one.id === id);
            const begun = rows.find(({ itemId }) => itemId === id)?.produceBy ?? "";
            // Agreed on before work begins, begun by the day of filming, filmed in time.
            if (kind === "meeting") expect(begun >= date).toBe(true);
            else expect([begun <= date, date <= (slot?.filmBy ?? "")]).toEqual([true, true]);
          }
        }
        const all = slots.map((slot) => ({ ...slot, itemId: slot.id, produceBy: slot.begin, minutes: 480 }));
        const work = workOf(all, batches);
        expect(work.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(480 * slots.length);
        expect(work.map(({ produceBy }) => produceBy).toSorted()[0]).toBe(
          rows.map(({ produceBy }) => produceBy).toSorted()[0],
        );
        const idsOf = (kind: string): string[] => batches.flatMap((one) => (one.kind === kind ? one.ids : []));
        expect(new Set(idsOf("meeting")).size).toBe(idsOf("meeting").length);
        expect(new Set(idsOf("film")).size).toBe(idsOf("film").length);
        for (const { id, contentType } of slots) {
          const isServed = idsOf("meeting").includes(id) && (!isFilmed(contentType) || idsOf("film").includes(id));
          expect(early.includes(id)).toBe(!isServed);
        }
      }),
    );
  });
});

describe("chains of a topic", () => {
  test("cut clips and posts from a video, each from one source", () => {
    const item = (id: string, date: string, contentType: 50 | 20 | 3, topic = "rooms") => ({
      id,
      date,
      contentType,
      pillar: "p",
      topic,
      pinned: "",
    });
    const slots = [
      item("i1", "2027-02-01", 50),
      item("i2", "2027-02-02", 3),
      item("i3", "2027-02-03", 20),
      item("i4", "2027-03-13", 3),
      item("i5", "2027-03-14", 3),
      item("i6", "2027-02-05", 3, "prices"),
      { ...item("i7", "2027-02-05", 3), pinned: "Open day" },
    ];
    expect(chainsByTopic(slots)).toEqual([{ id: "i1", items: ["i1", "i3", "i4"] }]);
    expect(chainsByTopic(slots.map((one) => ({ ...one, topic: "" })))).toEqual([]);
  });

  test("share no piece and keep to one topic and forty days", () => {
    fc.assert(
      fc.property(periods, dayLists, (period, days) => {
        const slots = new Map(itemsIn(period, days).map((slot) => [slot.id, slot]));
        const chains = chainsByTopic([...slots.values()]);
        const all = chains.flatMap(({ items }) => items);
        expect(new Set(all).size).toBe(all.length);
        for (const { id, items } of chains) {
          expect(items[0]).toBe(id);
          expect(items.length).toBeGreaterThan(1);
          for (const cut of items.slice(1)) {
            const gap = dayNumber(slots.get(cut)?.date ?? "") - dayNumber(slots.get(id)?.date ?? "");
            expect(gap).toBeGreaterThanOrEqual(2);
            expect(gap).toBeLessThanOrEqual(40);
            expect(slots.get(cut)?.topic).toBe(slots.get(id)?.topic);
          }
        }
      }),
    );
  });
});

describe("the load of weeks", () => {
  test("is hours by the Monday on whose week work begins", () => {
    expect(
      loadOf([
        { produceBy: "2027-02-09", minutes: 30 },
        { produceBy: "2027-02-07", minutes: 60 },
        { produceBy: "2027-02-01", minutes: 45 },
      ]),
    ).toEqual([
      { monday: "2027-02-01", hours: 1.75 },
      { monday: "2027-02-08", hours: 0.5 },
    ]);
  });

  test("sums to all the work", () => {
    const work = fc.array(
      fc.record({
        produceBy: fc.nat(400).map((day) => dateOf(20_000 + day)),
        minutes: fc.integer({ min: 1, max: 600 }),
      }),
    );
    fc.assert(
      fc.property(work, (production) => {
        const weeks = loadOf(production);
        expect(weeks.reduce((sum, { hours }) => sum + hours, 0)).toBeCloseTo(
          production.reduce((sum, { minutes }) => sum + minutes, 0) / 60,
        );
        expect(weeks.map(({ monday }) => monday)).toEqual(
          [...new Set(production.map(({ produceBy }) => mondayOf(produceBy)))].toSorted(),
        );
      }),
    );
  });
});

describe("checkpoints", () => {
  test("stand at the end of each month", () => {
    const slots = [{ date: "2027-01-31" }, { date: "2027-02-28" }, { date: "2027-03-01" }];
    expect(checkpointsOf(slots, { from: "2027-01-22", to: "2027-03-02" }, { more: 8, talksForOne: 2.5 })).toEqual([
      { date: "2027-01-31", items: 1, won: 2, talks: 5 },
      { date: "2027-02-28", items: 2, won: 8, talks: 19 },
      { date: "2027-03-02", items: 3, won: 8, talks: 20 },
    ]);
  });

  test("never go back, and the last one is the whole plan", () => {
    const aims = fc.record({
      more: fc.option(fc.nat(10_000)),
      talksForOne: fc.option(fc.double({ min: 0, max: 50, noNaN: true })),
    });
    fc.assert(
      fc.property(periods, dayLists, aims, (period, days, aim) => {
        const slots = itemsIn(period, days);
        const points = checkpointsOf(slots, period, aim);
        for (const of of ["date", "items", "won", "talks"] as const)
          for (const [at, point] of points.slice(1).entries())
            expect((point[of] ?? 0) >= (points[at]?.[of] ?? 0)).toBe(true);
        expect(points.at(-1)).toEqual({
          date: period.to,
          items: slots.length,
          won: aim.more,
          talks: aim.more === null || aim.talksForOne === null ? null : Math.round(aim.more * aim.talksForOne),
        });
      }),
    );
  });
});

test("every content type has a name and a need in both languages", () => {
  for (const code of contentTypes)
    for (const one of [contentTypeNames[code], contentTypeNeeds[code]])
      for (const language of ["en", "de"] as const) expect(half(one, language)).not.toContain("|");
});
