import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newEntry } from "#src/features/calendar/contract.ts";
import { contextOf, fromSample, inputsOf, sampleOf, simulate, today, type Writer } from "#src/testing/simulatedRun.ts";
import { calendarText } from "../../domain/ownCalendar.ts";
import { factsOf } from "./facts.ts";
import { example, form, type Form } from "./form.ts";
import { appointmentPlanner as workflow } from "./workflow.ts";

const base = (changes: Partial<Form> = {}, language: "en" | "de" = "en"): Form =>
  form.parse({ ...example(today, language), ...changes });

/** The document of the example with some changes; without a writer it is a draft. */
async function documentOf(changes: Partial<Form> = {}, write: Writer | null = null, language: "en" | "de" = "en") {
  const values = base(changes, language);
  const { state, asks } = await simulate(workflow, values, { write });
  return { ...workflow.assemble(values, contextOf(language), state, { isDraft: write === null }), asks };
}
type Document = Awaited<ReturnType<typeof documentOf>>;
const textOf = ({ sections }: Document, key: string): string =>
  JSON.stringify(sections.find((section) => section.key === key)?.blocks ?? []);
const payloadOf = ({ proposals }: Document, key: string): Record<string, unknown> =>
  proposals.find((one) => one.key === key)?.payload ?? {};
const good = fromSample(sampleOf("appointmentPlanner", "en"));

describe("busy times", () => {
  test("stay out of every prompt, together with addresses and hours", async () => {
    const busy =
      "Tom Berg: 2 Dec 9-12 chemotherapy\nBEGIN:VEVENT\nSUMMARY:divorce lawyer\nDTSTART:20261202T090000\nDURATION:PT1H\nEND:VEVENT\nnonsense canary";
    const { asks, ...document } = await documentOf({ busy }, good);
    expect(asks.length).toBeGreaterThan(0);
    for (const { prompt } of asks)
      expect(prompt.system + prompt.user).not.toMatch(/chemotherapy|divorce|canary|@nordhaus|08:30|2 Dec|20261202/);
    expect(JSON.stringify(document)).not.toMatch(/chemotherapy|divorce|canary/);
  });

  test("move the options, wherever they come from", () => {
    const [free] = factsOf(base({ busy: "" }), contextOf("en")).times.slots;
    expect(free).toBeDefined();
    if (!free) return;
    const [start0, end0] = [free.start, free.end].map((ms) => new Date(ms).toISOString());
    const own = { start: start0 ?? "", end: end0 ?? "", allDay: false, timeZone: "UTC", rrule: null, exdates: [] };
    for (const { start, end } of factsOf(base({ busy: "" }), contextOf("en"), calendarText([own])).times.slots)
      expect(start < free.end && free.start < end).toBe(false);
  });

  test("that were not understood are named by their line", async () => {
    const document = await documentOf({ busy: "26 Nov 9-12\nwhenever\nAnna: Fridays" }, null, "de");
    expect(textOf(document, "basis")).toMatch(/Zeile 2: nicht verstanden.*Zeile 3: Niemand der Teilnehmenden/);
    expect(document.issues.map(({ code }) => code)).toContain("busyUnread");
  });
});

describe("entries", () => {
  test("invite those with an address to the best time alone, and hold the others", async () => {
    const document = await documentOf({}, good);
    expect(payloadOf(document, "entry:o1")).toMatchObject({
      attendees: [
        { email: "tom.berg@nordhaus.example" },
        { email: "selin.kaya@nordhaus.example" },
        { email: "peter@lund-lofter.example" },
      ],
      link: "https://meet.example/klangraum",
      type: "1020",
      reminders: [10],
    });
    expect(payloadOf(document, "entry:o2")).not.toHaveProperty("attendees");
    expect(payloadOf(document, "entry:o2")["title"]).toBe("Held: Results of the measuring day");
  });

  test("of a poll invite nobody yet", async () => {
    const document = await documentOf({ mode: "poll" }, good);
    expect(document.proposals.filter(({ payload }) => "attendees" in Object(payload))).toEqual([]);
    expect(textOf(document, "poll")).toContain("☐");
    expect(textOf(await documentOf(), "poll")).toBe("[]");
  });

  test("of a series repeat by a rule that the calendar takes, at times that all fit", async () => {
    const document = await documentOf({ repeat: "fortnightly", meetings: 4, count: 1 });
    const payload = payloadOf(document, "entry:o1");
    expect(payload["rrule"]).toBe("FREQ=WEEKLY;INTERVAL=2;COUNT=4");
    expect(newEntry.safeParse(payload).error).toBeUndefined();
    expect(textOf(document, "advice")).toContain("4 meetings");
  });

  test("have the way there and back around a meeting on site", async () => {
    const document = await documentOf({ where: "onSite", travel: 40, location: "Altona" });
    const [meeting, there, back] = ["entry:o1", "travel:there", "travel:back"].map((key) => payloadOf(document, key));
    expect(there?.["end"]).toBe(meeting?.["start"]);
    expect(back?.["start"]).toBe(meeting?.["end"]);
    expect(Date.parse(String(there?.["end"])) - Date.parse(String(there?.["start"]))).toBe(40 * 60_000);
  });

  test("send no notes to oneself to guests", async () => {
    const purpose = "Dave haggles, start high.";
    expect(JSON.stringify((await documentOf({ purpose })).proposals)).not.toContain("haggles");
  });
});

test("a document without a time says what would help, and suggests nothing", async () => {
  const people = example(today, "en").people.map((one) => ({ ...one, zone: "America/Los_Angeles" }));
  const document = await documentOf({ people });
  expect(document.proposals).toEqual([]);
  expect(textOf(document, "advice")).toMatch(/have no 60 minutes in common.*come nearest/);
  expect(document.summary).toContain("No time found yet");
});

test("a change of clocks before the meeting is told", async () => {
  const people = [
    { ...example(today, "en").people[0], name: "Ann", zone: "America/New_York", from: "06:00", to: "17:00" },
  ];
  const window = { from: "2027-03-15", to: "2027-03-19" };
  const document = await documentOf({ people, window } as Partial<Form>);
  expect(textOf(document, "advice")).toContain("Ann: 5 hours behind you on that day, 6 hours behind you today.");
});

test("items that are longer than the meeting are shortened to it", async () => {
  const write: Writer = (step) => {
    const given = good(step) as { agenda?: { minutes: number }[] };
    return given.agenda ? { ...given, agenda: given.agenda.map((row) => ({ ...row, minutes: 60 })) } : given;
  };
  expect(textOf(await documentOf({}, write), "agenda")).toContain("shortened to 60");
});

test("a writer can give tasks to nobody who was not named", async () => {
  const write: Writer = (step) => {
    const given = good(step) as { preparation?: object[] };
    return given.preparation ? { preparation: given.preparation.map((row) => ({ ...row, who: ["p9", "me"] })) } : given;
  };
  const document = await documentOf({}, write);
  expect(textOf(document, "preparation")).not.toContain("p9");
});

test("1,000 random forms become drafts whose suggestions the calendar takes", { timeout: 120_000 }, async () => {
  const inputs = (["en", "de"] as const).flatMap((language) => [
    example(today, language),
    ...inputsOf("appointmentPlanner", language),
  ]) as Partial<Form>[];
  const time = fc
    .integer({ min: 0, max: 95 })
    .map((at) => `${String(at >> 2).padStart(2, "0")}:${["00", "15", "30", "45"][at % 4]}`);
  const busy = fc.constantFrom(
    "",
    "Mondays",
    "me: 26 Nov 9-12",
    "x",
    "Fri ab 14 Uhr\nUli: Mi",
    "BEGIN:VEVENT\nDTSTART:20261126T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY\nEND:VEVENT",
  );
  const changes = fc.record(
    {
      minutes: fc.constantFrom(10, 25, 60, 200, 480),
      days: fc.integer({ min: 0, max: 6 }),
      zone: fc.constantFrom("", "Asia/Kathmandu", "America/New_York", "Pacific/Auckland"),
      fromTime: time,
      toTime: time,
      where: fc.constantFrom("online", "onSite", "phone"),
      travel: fc.constantFrom(0, 45, 300),
      mode: fc.constantFrom("direct", "poll"),
      repeat: fc.constantFrom("once", "weekly", "fortnightly"),
      meetings: fc.integer({ min: 2, max: 4 }),
      count: fc.integer({ min: 1, max: 10 }),
      weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
      buffer: fc.constantFrom(0, 15, 120),
      country: fc.constantFrom("none", "DE", "GB", "US"),
      location: fc.string({ maxLength: 40 }).filter((value) => value.isWellFormed() && !/[\0{]/.test(value)),
      agenda: fc.array(fc.constantFrom("One", "Two", "Price"), { maxLength: 4 }),
      busy,
    },
    { requiredKeys: ["days", "meetings"] },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...inputs), changes, async (input, { days, ...rest }) => {
      const from = input.window?.from ?? today;
      const last = new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);
      const values = form.parse({ ...input, ...rest, window: { from, to: last } });
      const { state } = await simulate(workflow, values);
      const { proposals, sections } = workflow.assemble(values, contextOf(values.goalLanguage), state, {
        isDraft: true,
      });
      expect(JSON.stringify(sections)).not.toMatch(/undefined|NaN|Invalid|\{\w+\}/);
      for (const { payload } of proposals) expect(newEntry.safeParse(payload).error).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
});
