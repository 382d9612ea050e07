import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newEntry } from "#src/features/calendar/contract.ts";
import { newOutcome } from "#src/features/outcomes/contract.ts";
import { contentTypesOf, platforms } from "#src/features/outcomes/rules.ts";
import { type AppLanguage, appLanguage } from "#src/kit/schemas.ts";
import { holidayCountries, holidaysOf } from "../../domain/holidays.ts";
import { addDays, weekdayOf } from "#src/kit/time/dates.ts";
import { largestRemainder } from "../../domain/shares.ts";
import {
  contextOf,
  fromPages,
  fromSample,
  sampleOf,
  samplePagesOf,
  simulate,
  today,
} from "#src/testing/simulatedRun.ts";
import { evergreenDates } from "./evergreen.ts";
import { factsOf } from "./facts.ts";
import { example, type Form, form } from "./form.ts";
import { contentPlanner } from "./workflow.ts";

const exampleForm = (language: AppLanguage = "en"): Form => form.parse(example(today, language));
const short = { requirementTitle: "Short", goal: "Sell more", period: { from: "2027-02-01", to: "2027-02-28" } };

async function draftOf(values: Form, now = contextOf("en").now) {
  const context = { ...contextOf(values.goalLanguage), now };
  const { state } = await simulate(contentPlanner, values);
  return contentPlanner.assemble(values, context, state, { isDraft: true });
}
const slotsOf = (values: Form) => factsOf({ form: values, context: contextOf(values.goalLanguage) }).slots;

type Document = Awaited<ReturnType<typeof draftOf>>;
const sectionOf = (document: Document, key: string) => document.sections.find((section) => section.key === key);
const rowsOf = (document: Document, key: string): string[][] =>
  sectionOf(document, key)?.blocks.flatMap((block) => (block.type === "table" ? block.rows : [])) ?? [];
const plannedAts = (document: Document): string[] =>
  document.proposals.filter(({ kind }) => kind === "outcome").map(({ payload }) => String(payload["plannedAt"]));

/** Valid forms of all kinds, as a person may send them. */
const anyForm: fc.Arbitrary<Form> = fc
  .record({
    start: fc.nat(900),
    length: fc.integer({ min: 1, max: 92 }),
    channels: fc.uniqueArray(
      fc.constantFrom(...platforms).chain((platform) =>
        fc.record({
          platform: fc.constant(platform),
          postsPerWeek: fc.integer({ min: 1, max: 5 }),
          contentTypes: fc.subarray([...contentTypesOf[platform]]),
          days: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
          times: fc.subarray(["00:00", "02:30", "08:00", "23:59"]),
        }),
      ),
      { minLength: 1, maxLength: 4, selector: ({ platform }) => platform },
    ),
    pillars: fc.uniqueArray(fc.constantFrom("Know-how", "Lärm & Kosten", "👩‍👩‍👧‍👦 Familien", "{topic} {hook}", "=1+1"), {
      maxLength: 4,
    }),
    topics: fc.array(fc.constantFrom("Meeting rooms", "<b>x</b>", "a  b\tc", "{season}", "Wie laut ist laut?"), {
      maxLength: 5,
    }),
    fixed: fc.array(fc.nat(91), { maxLength: 3 }),
    hasCampaign: fc.boolean(),
    country: fc.constantFrom("none" as const, ...holidayCountries),
    rest: fc.record({
      goalLanguage: fc.constantFrom("en", "de", "fr"),
      holidayRule: fc.constantFrom("avoid" as const, "keep" as const),
      hashtagPolicy: fc.constantFrom("none" as const, "few" as const, "many" as const),
      timeZone: fc.constantFrom("", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"),
      approver: fc.constantFrom("", "Jette Harms"),
      link: fc.constantFrom("", "https://example.org/a?b=c#d"),
      approvalDays: fc.nat(14),
      hoursPerWeek: fc.constantFrom(null, 0, 3, 40),
      metricNow: fc.constantFrom(null, 4, 90),
      metricTarget: fc.constantFrom(null, 19, 2.5),
      talksForOne: fc.constantFrom(null, 3),
      season: fc.constantFrom("", "Jan 1", example(today, "de").season),
    }),
  })
  .map(({ start, length, fixed, pillars, topics, hasCampaign, rest, ...given }) => {
    const from = addDays("2026-01-01", start);
    const shares = largestRemainder(
      pillars.map(() => 1),
      100,
    );
    return form.parse({
      ...rest,
      ...given,
      requirementTitle: "Plan of a property",
      goal: "Whatever the goal is",
      period: { from, to: addDays(from, length - 1) },
      pillars: pillars.map((name, at) => ({ name, percent: shares[at], topics: topics.slice(at, at + 2) })),
      topics,
      fixedDates: fixed.map((day, at) => ({ date: addDays(from, day % length), title: `Fixed ${at}` })),
      campaigns: hasCampaign ? [{ name: "Week", from, to: from, message: "Now" }] : [],
      metricName: "orders",
    });
  });

describe("draft of any form", () => {
  test("proposes valid records under keys of their own, and fills every placeholder", async () => {
    await fc.assert(
      fc.asyncProperty(anyForm, async (values) => {
        const document = await draftOf(values);
        const keys = document.proposals.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        for (const { kind, payload, requires = [] } of document.proposals) {
          expect(requires.every((key) => keys.includes(key))).toBe(true);
          const { outcomeKey, ...record } = payload;
          if (outcomeKey !== undefined) expect(keys).toContain(outcomeKey);
          const parsed = kind === "outcome" ? newOutcome.safeParse(record) : newEntry.safeParse(record);
          expect(parsed.error).toBeUndefined();
        }
        expect(document.issues.filter(({ level }) => level === "error")).toEqual([]);
        const text = JSON.stringify([document.sections, document.openQuestions, document.assumptions]);
        expect(text).not.toMatch(
          /\{(count|day|most|names|pillars|sum|hours|date|id|plan)\b|undefined|NaN|null|Infinity/,
        );
        expect(text.isWellFormed()).toBe(true);
        expect(plannedAts(document)).toHaveLength(slotsOf(values).length);
      }),
      { numRuns: 25 },
    );
  });
});

describe("what each item needs", () => {
  test("is its picture, its hashtags and its tracked link, in the document as in the brief", async () => {
    const values = exampleForm();
    const { state } = await simulate(contentPlanner, values, {
      write: fromSample(sampleOf("contentPlanner", "en")),
      read: fromPages(samplePagesOf("contentPlanner", "en")),
    });
    const document = contentPlanner.assemble(values, contextOf("en"), state);
    const rows = rowsOf(document, "kit");
    expect(rows).toHaveLength(slotsOf(values).length);
    const [first = [], ...others] = rows;
    expect(first[1]).toContain("Line chart of our inspections");
    expect(first[2]).toContain("#RadwerkBrandt");
    expect(first[3]).toMatch(/^https:\/\/radwerk-brandt\.example\/flotten\?utm_source=linkedin.*utm_content=i001$/i);
    // Without a picture of its own an item says what its kind needs.
    expect(others.at(-1)?.[1]).not.toBe("–");
    const brief = document.proposals.find(({ key }) => key === "outcome:i001")?.payload["brief"];
    for (const part of [first[1] ?? "", first[2] ?? "", first[3] ?? ""]) expect(brief).toContain(part);
  });

  test("is said once for each kind of a draft, and in no row", async () => {
    const document = await draftOf(exampleForm());
    const [hints, table] = sectionOf(document, "kit")?.blocks ?? [];
    expect(hints).toMatchObject({ type: "list" });
    expect(hints?.type === "list" ? hints.items : []).toContain("Story: three frames: question, answer, reaction");
    expect(table).toMatchObject({ columns: ["Item", "Hashtags", "Tracked link"] });
    expect(JSON.stringify(table)).not.toContain("three frames");
  });

  test("leaves out columns that nothing stands in, and the section when there are no others", async () => {
    const tagged = await draftOf(form.parse({ ...short, brandHashtags: ["#Short"] }));
    expect(rowsOf(tagged, "kit")[0]).toHaveLength(2);
    const bare = await draftOf(form.parse({ ...short, hashtagPolicy: "none" }));
    expect(sectionOf(bare, "kit")).toBeUndefined();
  });
});

describe("an evergreen item", () => {
  const weekday = fc.constantFrom(
    "mo" as const,
    "tu" as const,
    "we" as const,
    "th" as const,
    "fr" as const,
    "sa" as const,
    "su" as const,
  );
  test("comes back on its day until the period ends, and never before today", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -60, max: 200 }),
        fc.integer({ min: 1, max: 92 }),
        weekday,
        fc.constantFrom("one" as const, "two" as const, "four" as const),
        (start, length, day, rhythm) => {
          const period = { from: addDays(today, start), to: addDays(today, start + length - 1) };
          const dates = evergreenDates({ weekday: day, rhythm }, period, today);
          const gap = { one: 7, two: 14, four: 28 }[rhythm];
          for (const [at, date] of dates.entries()) {
            expect(date >= period.from && date >= today && date <= period.to).toBe(true);
            expect(weekdayOf(date)).toBe(["mo", "tu", "we", "th", "fr", "sa", "su"].indexOf(day) + 1);
            if (at > 0) expect(date).toBe(addDays(dates[at - 1] ?? "", gap));
          }
          const last = dates.at(-1);
          if (last !== undefined) expect(addDays(last, gap) > period.to).toBe(true);
          if (start >= 0 && length >= 7) expect(dates.length).toBeGreaterThan(0);
        },
      ),
    );
  });

  test("is one recurring entry with an end", async () => {
    const document = await draftOf(
      form.parse({
        ...short,
        evergreen: [{ title: "Free service days", weekday: "tu", time: "11:00", rhythm: "two" }],
      }),
    );
    const entry = document.proposals.find(({ key }) => key === "evergreen:1")?.payload;
    expect(entry).toMatchObject({
      title: "LinkedIn: Free service days",
      start: "2027-02-02T10:00:00.000Z",
      rrule: "FREQ=WEEKLY;INTERVAL=2;COUNT=2",
    });
    expect(newEntry.safeParse(entry).error).toBeUndefined();
    expect(rowsOf(document, "evergreen")).toEqual([
      ["Free service days", "LinkedIn", "Every two weeks, 11:00, 2 Feb 2027 – 16 Feb 2027", "2"],
    ]);
  });
});

describe("example", () => {
  const days = ["2026-11-21", "2027-02-28", "2028-02-29", "2026-12-31", "2027-01-01"];

  test.each(days.flatMap((day) => appLanguage.options.map((language) => [day, language] as const)))(
    "plans the months after %s (%s)",
    async (day, language) => {
      const values = form.parse(example(day, language));
      expect(values.period.from > day).toBe(true);
      const document = await draftOf(values, `${day}T10:00:00.000Z`);
      expect(plannedAts(document).length).toBeGreaterThanOrEqual(77);
      expect(values.season).toMatch(/Jan 13, Feb 41/);
    },
  );

  test("counts items, hours, season and talks", async () => {
    const document = await draftOf(exampleForm());
    expect(document.summary).toBe("78 items on LinkedIn, Instagram and YouTube from 1 Feb 2027 to 30 Apr 2027.");
    // 13 articles, 13 texts, 12 videos, 13 reels, 13 stories, 14 shorts: 10,240 minutes in 89 days.
    expect(sectionOf(document, "overview")?.blocks[0]).toMatchObject({
      type: "kpi",
      items: [
        { value: "78" },
        { value: "89", note: "1 Feb 2027 – 30 Apr 2027" },
        { value: "171 h", note: "13.4 h a week" },
      ],
    });
    expect(JSON.stringify(sectionOf(document, "season"))).toContain("(41 + 58 + 50) ÷ 240 = 62.1\u00a0%");
    // (19 − 11) × 3 talks, the KPI from 11 to 19, both by days: 28, 59 and 89 of 89.
    expect(rowsOf(document, "kpis").slice(2)).toEqual([
      ["Sun 28 Feb 2027", "24", "8", "14"],
      ["Wed 31 Mar 2027", "50", "16", "16"],
      ["Fri 30 Apr 2027", "78", "24", "19"],
    ]);
    expect(
      rowsOf(document, "mix")
        .slice(0, 4)
        .map((row) => row.slice(1)),
    ).toEqual([
      ["40\u00a0%", "31.2", "31"],
      ["30\u00a0%", "23.4", "23"],
      ["20\u00a0%", "15.6", "16"],
      ["10\u00a0%", "7.8", "8"],
    ]);
    // 78 items with their entries, three meetings, seven days of filming of at most four hours, one evergreen item.
    expect(document.proposals).toHaveLength(78 * 2 + 11);
  });

  test("is the same plan in German", async () => {
    const [english, german] = [await draftOf(exampleForm("en")), await draftOf(exampleForm("de"))];
    expect(german.sections.map(({ key }) => key)).toEqual(english.sections.map(({ key }) => key));
    expect(plannedAts(german)).toEqual(plannedAts(english));
    expect(german.openQuestions).toHaveLength(english.openQuestions.length);
    expect(german.summary).toBe("78 Beiträge auf LinkedIn, Instagram und YouTube vom 01.02.2027 bis 30.04.2027.");
    const french = await draftOf({ ...exampleForm(), goalLanguage: "fr" });
    expect(french.assumptions.join()).toContain("this text is English");
  });

  test("keeps the wished days and times, and public holidays free", async () => {
    const values = { ...exampleForm(), fixedDates: [] };
    const closed = new Set(holidaysOf("DE", values.period.from, values.period.to).map(({ date }) => date));
    expect(closed.size).toBeGreaterThan(0);
    expect(slotsOf(values).filter(({ date }) => closed.has(date))).toEqual([]);
    const linkedIn = slotsOf({ ...values, country: "none" }).filter(({ platform }) => platform === "LinkedIn");
    expect(new Set(linkedIn.map(({ time }) => time))).toEqual(new Set(["08:00"]));
    expect(linkedIn.every(({ date }) => [2, 4, 5].includes(weekdayOf(date)))).toBe(true);
  });

  test("agrees on items before work on them begins, and films no clip before", () => {
    for (const values of [exampleForm(), { ...exampleForm(), approvalDays: 9 }]) {
      const { batch, production } = factsOf({ form: values, context: contextOf("en") });
      const rows = new Map(production.map((row) => [row.itemId, row]));
      expect(batch.days.some(({ kind }) => kind === "film")).toBe(true);
      for (const { kind, date, ids } of batch.days)
        for (const id of ids) {
          const { produceBy = "", approveBy = "" } = rows.get(id) ?? {};
          if (kind === "meeting") expect(produceBy >= date).toBe(true);
          else expect([produceBy <= date, date < approveBy]).toEqual([true, true]);
        }
    }
  });

  test("has the hashtag of a fixed date, not of the topic that it replaces", async () => {
    const [pillar] = exampleForm().pillars;
    const values = form.parse({
      ...short,
      channels: exampleForm().channels.slice(0, 1),
      pillars: pillar ? [{ ...pillar, percent: 100, topics: ["Pricing"] }] : [],
      fixedDates: [{ date: "2027-02-16", title: "Launch day" }],
    });
    const at = slotsOf(values).findIndex(({ pinned }) => pinned === "Launch day");
    const tags = rowsOf(await draftOf(values), "kit").map((row) => row[1] ?? "");
    expect([tags[at]?.includes("#LaunchDay"), tags[at]?.includes("#Pricing")]).toEqual([true, false]);
    expect(tags.filter((_, index) => index !== at).every((tag) => tag.includes("#Pricing"))).toBe(true);
  });

  test("says which weeks need more hours than there are", async () => {
    const one = await draftOf(exampleForm());
    expect(JSON.stringify(sectionOf(one, "overview"))).toContain(
      "3 weeks need more than 16 hours of work: from 1 Feb (18.2 h), from 1 Mar (19.8 h), from 5 Apr (20.3 h)",
    );
    const far = await draftOf({ ...exampleForm(), hoursPerWeek: 4 });
    // 78 × 4 × 89 / 7 / 170.67 = 23.2
    expect(JSON.stringify(sectionOf(far, "overview"))).toContain("13.4 a week instead of 4. About 23 of 78 items fit.");
    const enough = await draftOf({ ...exampleForm(), hoursPerWeek: 21 });
    expect(JSON.stringify(sectionOf(enough, "overview"))).not.toContain("warn");
  });
});

describe("own words", () => {
  test("stand where they belong", async () => {
    const document = await draftOf({
      ...exampleForm(),
      notes: "- open day sat 8 may\n\n• DON’T mention the fence",
      assets: ["120 photos of service days"],
      campaigns: [
        { name: "Spring check", from: "2027-03-01", to: "2027-03-20", message: "Before the season", pillar: "" },
      ],
    });
    expect(sectionOf(document, "strategy")?.blocks[0]).toEqual({ type: "p", text: exampleForm().goal });
    const guide = JSON.stringify(sectionOf(document, "guide"));
    expect(guide).toContain('"items":["open day sat 8 may","DON’T mention the fence"]');
    expect(guide).toContain("Existing material: 120 photos of service days");
    expect(guide).toContain("Approval: Mara Brandt, 2 days before publication");
    expect(rowsOf(document, "dates")).toContainEqual([
      "1 Mar 2027 – 20 Mar 2027",
      "Campaign",
      "Spring check: Before the season",
    ]);
    expect(rowsOf(document, "audiences")[0]).toEqual(Object.values(exampleForm().audiences[0] ?? {}));
    expect(document.openQuestions.join()).toContain("78 items don’t say so yet.");
  });

  test("missing ones are asked for, once each", async () => {
    const { openQuestions } = await draftOf(form.parse(short));
    expect(new Set(openQuestions).size).toBe(openQuestions.length);
    const asked = openQuestions.join("\n");
    for (const word of ["pillars", "Who are the items for", "Which figure", "Where should readers go", "each month"])
      expect(asked).toContain(word);
    const known = (await draftOf(exampleForm())).openQuestions.join("\n");
    for (const word of ["Which three or four pillars", "Who are the items for", "Which figure", "each month"])
      expect(known).not.toContain(word);
  });

  test("a campaign without items and few topics are pointed out", async () => {
    const { openQuestions } = await draftOf(
      form.parse({
        ...short,
        channels: [{ platform: "LinkedIn", postsPerWeek: 7, days: [1, 2, 3, 4, 5, 6, 7] }],
        pillars: [
          { name: "A", percent: 95, topics: ["one"] },
          { name: "B", percent: 5, topics: ["two"] },
        ],
        campaigns: [{ name: "Lost", from: "2027-02-01", to: "2027-02-01", pillar: "B" }],
      }),
    );
    expect(openQuestions.join()).toContain("No item falls within the campaign “Lost”.");
    expect(openQuestions.join()).toContain("So far, 28 items share 2 topics");
  });
});

describe("dates of suggestions", () => {
  const inZone = async (timeZone: string, from: string, to: string, time = "08:00"): Promise<string[]> =>
    plannedAts(
      await draftOf(
        form.parse({
          ...short,
          period: { from, to },
          channels: [{ platform: "LinkedIn", postsPerWeek: 7, days: [1, 2, 3, 4, 5, 6, 7], times: [time] }],
          timeZone,
        }),
      ),
    );

  test("keep the local time when clocks change", async () => {
    expect(await inZone("Europe/Berlin", "2027-03-27", "2027-03-29")).toEqual([
      "2027-03-27T07:00:00.000Z",
      "2027-03-28T06:00:00.000Z",
      "2027-03-29T06:00:00.000Z",
    ]);
    expect(await inZone("America/New_York", "2026-10-31", "2026-11-02")).toEqual([
      "2026-10-31T12:00:00.000Z",
      "2026-11-01T13:00:00.000Z",
      "2026-11-02T13:00:00.000Z",
    ]);
  });

  test("move an hour that is left out", async () => {
    expect(await inZone("Europe/Berlin", "2027-03-28", "2027-03-28", "02:30")).toEqual(["2027-03-28T01:30:00.000Z"]);
  });

  test("an approval before Easter falls on the Thursday, when no meeting approves", async () => {
    const { proposals } = await draftOf(
      form.parse({
        ...short,
        requirementTitle: "Easter plan",
        period: { from: "2027-03-30", to: "2027-03-30" },
        approver: "Jette Harms",
        approvalDays: 1,
        country: "DE",
        timeZone: "Europe/Berlin",
      }),
    );
    const [approval] = proposals.filter(({ key }) => key.startsWith("approval:"));
    expect(approval?.payload).toMatchObject({
      type: "3080",
      start: "2027-03-25T08:00:00.000Z",
      title: "Easter plan: approve 1 item, week from 29 Mar 2027",
    });
    expect((await draftOf(exampleForm())).proposals.filter(({ key }) => key.startsWith("approval:"))).toEqual([]);
  });
});
