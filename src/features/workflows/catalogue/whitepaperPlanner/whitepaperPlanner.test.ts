import fc from "fast-check";
import { expect, test } from "vitest";
import {
  contextOf,
  fromSample,
  type Reader,
  sampleOf,
  simulate,
  today,
  type Writer,
} from "#src/testing/simulatedRun.ts";
import { addDays, weekdayOf } from "#src/kit/time/dates.ts";
import { example, form, type Form } from "./form.ts";
import { announcementDays } from "./schedule.ts";
import { whitepaperPlanner as workflow } from "./workflow.ts";

/** The document of the example with some changes; without a writer it is a draft. */
async function documentOf(
  changes: Partial<Form>,
  write: Writer | null = null,
  language: "en" | "de" = "en",
  read: Reader = () => [],
) {
  const values = form.parse({ ...example(today, language), ...changes });
  const { state } = await simulate(workflow, values, { write, read });
  return workflow.assemble(values, contextOf(language), state, { isDraft: write === null });
}
const blocksOf = ({ sections }: Awaited<ReturnType<typeof documentOf>>, key: string) =>
  sections.find((section) => section.key === key)?.blocks ?? [];

test("announcements nobody wrote are one table of dates and networks", async () => {
  const draft = await documentOf({ isGated: true });
  for (const [key, count] of [
    ["posts", 10],
    ["mails", 5],
  ] as const) {
    const blocks = blocksOf(draft, key);
    expect(blocks.filter(({ type }) => type === "h")).toEqual([]);
    expect(blocks.flatMap((block) => (block.type === "table" ? block.rows : []))).toHaveLength(count);
  }
});

test("written announcements have their date, network and words", async () => {
  const sample = sampleOf("whitepaperPlanner", "en");
  const [first] = sample["posts"] as { hook: string; text: string }[];
  const blocks = blocksOf(await documentOf({}, fromSample(sample)), "posts");
  expect(blocks.filter(({ type }) => type === "h")).toHaveLength(10);
  expect(blocks.filter(({ type }) => type === "table")).toEqual([]);
  expect(JSON.stringify(blocks)).toContain(JSON.stringify(first?.hook).slice(1, -1));
  expect(JSON.stringify(blocks)).toContain(JSON.stringify(first?.text).slice(1, 60));
});

test("chapters and evidence that miss each other are named in one sentence each", async () => {
  const draft = await documentOf({ outline: "One\nTwo" });
  const notes = blocksOf(draft, "balance").flatMap((block) => (block.type === "callout" ? [block.text] : []));
  expect(notes.filter((text) => text.includes("“One”") && text.includes("“Two”"))).toHaveLength(1);
  expect(notes.filter((text) => text.startsWith("In no chapter yet:"))).toHaveLength(1);
});

test("pages are counted for chapters only when there are some", async () => {
  const draft = await documentOf({ outline: "", evidence: [], pages: 30 }, null, "de");
  expect(JSON.stringify(blocksOf(draft, "balance"))).toContain(
    "30 Seiten, etwa 8.960 Wörter: zwei Seiten für Titel und Zusammenfassung, 28 für die Kapitel.",
  );
});

test("chapters that need more pages than the form has are counted as they are shown, and that is said", async () => {
  const outline = "1. Why presses stand\n2. What it costs\n3. What helps\n4. What to do";
  const draft = await documentOf({ outline, pages: 4, writeChapters: true });
  const balance = JSON.stringify(blocksOf(draft, "balance"));
  expect(balance).toContain("6 pages, about 1,280 words: two pages for title and summary, 4 for 4 chapters.");
  expect(balance).toContain("4 chapters need 6 pages with title and summary, not 4");
  expect(draft.summary).toMatch(/^6 pages on/);
  const enough = JSON.stringify(blocksOf(await documentOf({ outline, pages: 6 }), "balance"));
  expect(enough).toContain("6 pages, about 1,280 words");
  expect(enough).not.toContain("chapters need");
});

test("numbers that the person typed before chapters are not doubled", async () => {
  const draft = await documentOf({ outline: "1. Why presses stand\n2) What helps", writeChapters: true });
  for (const key of ["chapters", "manuscript"])
    expect(
      blocksOf(draft, key).flatMap((block) => (block.type === "h" ? [block.text.replace(/ \(.*/, "")] : [])),
    ).toEqual(["1. Why presses stand", "2. What helps"]);
});

test("without a network, nothing is announced and no post is planned", async () => {
  for (const [language, end] of [
    ["en", /, out on [^,]+\.$/],
    ["de", /, Veröffentlichung am [^,]+\.$/],
  ] as const) {
    const draft = await documentOf({ channels: [] }, null, language);
    expect(draft.summary).toMatch(end);
    expect(blocksOf(draft, "posts")).toEqual([]);
    expect(draft.proposals.filter(({ key }) => key.startsWith("outcome:p"))).toEqual([]);
  }
});

test("announcements nobody wrote are told apart by their titles", async () => {
  for (const language of ["en", "de"] as const) {
    const { proposals } = await documentOf({ isGated: true }, null, language);
    const titles = proposals
      .filter(({ key }) => key.startsWith("outcome:"))
      .map(({ payload }) => String(payload["title"]));
    expect(titles).toHaveLength(15);
    expect(new Set(titles).size).toBe(15);
  }
});

test("work and announcements leave out public holidays, and without a country that is said", async () => {
  const publishOn = "2027-01-29";
  const daysOf = async (country: Form["country"]) => {
    const draft = await documentOf({ publishOn, isGated: true, country });
    const days = draft.proposals.map(({ payload }) => String(payload["start"] ?? payload["plannedAt"]).slice(0, 10));
    return { days, plan: JSON.stringify(blocksOf(draft, "plan")) };
  };
  const open = await daysOf("none");
  expect(open.days).toContain("2026-12-25");
  expect(open.plan).toContain("public holidays aren’t");
  const closed = await daysOf("DE");
  expect(closed.days.filter((day) => ["2026-12-25", "2027-03-26", "2027-03-29"].includes(day))).toEqual([]);
  expect(closed.plan).toContain("national holidays (Germany)");
});

const sample = (language: "en" | "de" = "en"): Record<string, unknown> => sampleOf("whitepaperPlanner", language);
const proposalsOf = async (changes: Partial<Form>) =>
  (await documentOf(changes, fromSample(sample()))).proposals.map(({ key, payload }) => ({
    key,
    day: String(payload["start"] ?? payload["plannedAt"]).slice(0, 10),
    payload,
  }));

test("a paper that may use the web searches for its topic", async () => {
  const { requests } = await simulate(workflow, form.parse({ ...example(today, "en"), research: "web" }));
  const searches = requests.filter((request) => request.includes('"kind":"search"'));
  expect(searches.length).toBeGreaterThan(1);
  expect(searches.every((request) => request.includes("Noise in open-plan offices"))).toBe(true);
  expect((await simulate(workflow, form.parse(example(today, "en")))).requests).toEqual([]);
});

test("what should have been done before today is not suggested for the calendar", async () => {
  const keys = (await proposalsOf({ publishOn: addDays(today, 15) })).map(({ key }) => key);
  expect(keys.filter((key) => key.startsWith("step:"))).toEqual(["step:review", "step:layout", "step:launch"]);
  const late = await proposalsOf({ publishOn: addDays(today, -20) });
  expect(late.filter(({ day }) => day < today)).toEqual([]);
});

test("nothing is announced before publication, on a weekend, or twice on one day", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3000 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 12 }),
      (offset, offsets) => {
        const publishOn = addDays(today, offset);
        const days = announcementDays(
          publishOn,
          offsets.toSorted((a, b) => a - b),
        );
        expect(days).toHaveLength(offsets.length);
        expect(new Set(days).size).toBe(days.length);
        for (const day of days) {
          expect(day >= publishOn).toBe(true);
          expect(weekdayOf(day)).toBeLessThanOrEqual(5);
        }
      },
    ),
  );
});

test("a paper that comes out on a weekend is published on that day, and announced after it", async () => {
  const saturday = "2027-02-06";
  const proposals = await proposalsOf({ publishOn: saturday });
  expect(proposals.find(({ key }) => key === "step:launch")?.day).toBe(saturday);
  const announced = proposals.filter(({ key }) => key.startsWith("outcome:"));
  expect(announced.filter(({ day }) => day < saturday)).toEqual([]);
});

test("emails are suggested as content items beside the posts", async () => {
  const proposals = await proposalsOf({});
  const mail = proposals.find(({ key }) => key === "outcome:m2");
  expect(mail?.payload).toMatchObject({ kind: "mail", status: "drafted", title: "29 of 41 rooms" });
  expect(mail?.payload).not.toHaveProperty("platform");
  expect(proposals.find(({ key }) => key === "entry:m2")?.payload).toMatchObject({
    type: "3040",
    title: "Email: 29 of 41 rooms",
    outcomeKey: "outcome:m2",
  });
  expect(JSON.stringify(await proposalsOf({ isGated: false }))).not.toContain("outcome:m");
});

test("the bibliography names each source that a sentence rests on, and what it proves", async () => {
  const [abstract, ...others] = sample()["abstract"] as string[];
  const fact = "Reverberation above 0.8 seconds makes speech in offices hard to follow.";
  const write = fromSample({ ...sample(), abstract: [`${abstract} ${fact.slice(0, -1)} [s1].`, ...others] });
  const read: Reader = (request) =>
    request.includes('"search"') ? [{ text: fact, url: "https://acoustics.example/speech", title: "Speech" }] : [];
  const document = await documentOf({ research: "web" }, write, "en", read);
  const [table] = blocksOf(document, "bibliography");
  expect(table).toMatchObject({ type: "table", rows: [["1", "Speech", expect.anything(), expect.anything(), fact]] });
  expect(blocksOf(document, "bibliography").at(-1)).toMatchObject({ type: "callout", tone: "info" });
  expect(blocksOf(await documentOf({}), "bibliography")).toEqual([]);
});

test("each figure of the outline has its data, and says what of it is missing", async () => {
  const blocks = blocksOf(await documentOf({}, fromSample(sample())), "figures");
  const heads = blocks.flatMap((block) => (block.type === "h" ? [block.text] : []));
  expect(heads).toHaveLength(7);
  expect(JSON.stringify(blocks)).toContain("41 room measurements");
  expect(JSON.stringify(blocks)).toContain("Missing: ");
});

test("chapters are written only when they are wished, each in its order and at its length", async () => {
  const asked: string[] = [];
  const write: Writer = (step) => {
    const given = fromSample(sample())(step) as Record<string, unknown>;
    const ids = step.parts.flatMap(({ section, ids }) => (section === "manuscript" ? ids : []));
    asked.push(...ids);
    if (ids.length > 0) expect(step.prompt.user).toMatch(/about \d+ words/);
    return ids.length > 0 ? { ...given, manuscript: ids.map((id) => ({ id, text: `Text of ${id}.` })) } : given;
  };
  expect(blocksOf(await documentOf({}, write), "manuscript")).toEqual([]);
  expect(asked).toEqual([]);
  const document = await documentOf({ writeChapters: true }, write);
  expect(asked.slice(0, 3)).toEqual(["c-1.1", "c-2.1", "c-3.1"]);
  expect(asked.filter((id) => id.startsWith("c-4."))).toEqual(["c-4.1"]);
  const blocks = blocksOf(document, "manuscript");
  expect(blocks.filter(({ type }) => type === "h")).toHaveLength(7);
  expect(JSON.stringify(blocks)).toContain("Text of c-7.1.");
  const long = await documentOf({ writeChapters: true, pages: 30 }, write);
  expect(JSON.stringify(blocksOf(long, "manuscript"))).toContain("Text of c-4.2.");
});

test("a draft shows the evidence of each chapter in place of its text", async () => {
  const blocks = blocksOf(await documentOf({ writeChapters: true }), "manuscript");
  expect(JSON.stringify(blocks)).toContain("29 rooms above 0.8 s reverberation, median 1.1 s");
  expect(blocks.some((block) => block.type === "callout" && block.tone === "gap")).toBe(true);
});
