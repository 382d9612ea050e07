import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { contentTypesOf, platforms } from "#src/features/outcomes/rules.ts";
import { dropInvalid } from "#src/features/runs/server/proposals.ts";
import { effects } from "#src/server/features.ts";
import {
  contextOf,
  fromSample,
  inputsOf,
  sampleOf,
  simulate,
  sourceText,
  today,
  type Writer,
} from "#src/testing/simulatedRun.ts";
import { half } from "../../kit/bilingual.ts";
import { emptyState, wideRoom } from "../../kit/state.ts";
import { approaches } from "./facts.ts";
import { example, form, type Form } from "./form.ts";
import { socialPostWriter as workflow } from "./workflow.ts";

type Language = "en" | "de";
const least = { requirementTitle: "Post", brief: "Open on Saturdays from 1 December, 9 to 13." };
const filled = (changes: Record<string, unknown>): Form => form.parse({ ...least, ...changes });
const draft = async (changes: Record<string, unknown>) => {
  const values = filled(changes);
  const { state } = await simulate(workflow, values);
  return workflow.assemble(values, contextOf(values.goalLanguage), state, { isDraft: true });
};
/** The example with some changes, written by the sample or a changed one. */
const run = async (changes: Partial<Form> = {}, change: (answer: Record<string, unknown>) => object = (one) => one) => {
  const values = form.parse({ ...example(today, "en"), ...changes });
  const write: Writer = fromSample(change(sampleOf("socialPostWriter", "en")) as Record<string, unknown>);
  const { state, asks } = await simulate(workflow, values, { write });
  const errors = asks.flatMap((step) => workflow.validate(values, contextOf("en"), state, step).errors);
  return { values, asks, errors, document: workflow.assemble(values, contextOf("en"), state) };
};
/** The sample with the second variant in other words. */
const withVariant = (text: string) => (answer: Record<string, unknown>) => ({
  ...answer,
  variants: (answer["variants"] as { id: string; text: string }[]).map((row) =>
    row.id === "v2" ? { ...row, text } : row,
  ),
});
type Document = Awaited<ReturnType<typeof draft>>;
const blocksOf = ({ sections }: Document, key: string) => sections.find((one) => one.key === key)?.blocks ?? [];
const textOf = (document: Document, key: string): string => JSON.stringify(blocksOf(document, key));
const rowsOf = (document: Document, key: string): string[][] =>
  blocksOf(document, key).flatMap((block) => (block.type === "table" ? block.rows : []));
const codes = (issues: readonly { code: string }[]): string[] => issues.map(({ code }) => code);

describe("the form", () => {
  test("takes what a content item has: title, brief, network, kind, day and time", () => {
    const item = { platform: "Bluesky", contentType: 1, publishOn: "2026-12-07", publishAt: "18:30" };
    expect(filled({ ...item, brief: "x".repeat(8000) })).toMatchObject(item);
    expect(z.toJSONSchema(form, { io: "input" }).required?.toSorted()).toEqual(["brief", "requirementTitle"]);
  });

  test("takes exactly the kinds of its network, and leaves articles to their own workflow", () => {
    for (const platform of platforms)
      for (const contentType of [1, 2, 3, 10, 20, 30, 40, 41, 42, 50, 100] as const) {
        const isTaken = contentTypesOf[platform].includes(contentType) && contentType !== 100;
        const { error } = form.safeParse({ ...least, platform, contentType });
        expect(error?.issues[0]?.path).toEqual(isTaken ? undefined : ["contentType"]);
      }
    const { error } = form.safeParse({ ...least, platform: "TikTok" });
    expect(error?.issues[0]).toMatchObject({ message: "{platform} supports 15-second video and 60-second video." });
  });

  test("refuses a brief of which nothing may be published", () => {
    const { error } = form.safeParse({ ...least, brief: "We pay 180 € an hour, dont mention it." });
    expect(error?.issues[0]?.path).toEqual(["brief"]);
  });
});

describe("what is not to be published", () => {
  const brief = "The jig is two offcuts and a bolt. We sell plans for 1,200 $ but dont mention that.";

  test("reaches neither prompt nor draft nor suggestions, and is named among the assumptions", async () => {
    const values = filled({ brief });
    const { asks } = await simulate(workflow, values, { write: fromSample(sampleOf("socialPostWriter", "en")) });
    for (const { prompt } of asks) expect(prompt.user).not.toContain("1,200");
    const document = await draft({ brief });
    expect(JSON.stringify([document.sections, document.proposals])).not.toContain("1,200");
    expect(document.assumptions).toContain(
      "Left out, as you asked: “We sell plans for 1,200 $ but dont mention that.”",
    );
  });

  test("is a fault where a post says it all the same", async () => {
    const own = example(today, "en").brief;
    const { errors } = await run(
      { brief: `${own} They pay 7,350 € a year, don't mention that.` },
      withVariant("They pay 7,350 € a year and still cannot hear each other. What would you do about it?"),
    );
    expect(errors).toMatchObject([{ code: "withheld", at: "variants/v2/text", params: { found: "7,350" } }]);
  });

  test("is asked about where the brief names a person or doubts", async () => {
    const { openQuestions } = await draft({ brief: "Mr Keller likes it. It is probably the oldest crane in town." });
    expect(openQuestions).toContain("May this be published as it is? “Mr Keller likes it.”");
    expect(openQuestions).toContain("What is correct here? “It is probably the oldest crane in town.”");
  });
});

describe("a finished post", () => {
  test("is checked for words to avoid, repetition, first line, emojis, addresses and superlatives", async () => {
    const check = async (text: string, changes: Partial<Form> = {}) => {
      const { errors, document } = await run(changes, withVariant(text));
      return [codes(errors), codes(document.issues)];
    };
    const plain = "Three microphones, and callers still asked twice. [form] What did you hear in your own recording?";
    expect(await check(plain)).toEqual([[], []]);
    expect(await check(`${plain} This is revolutionary.`)).toEqual([["wordToAvoid"], ["wordToAvoid"]]);
    expect(await check(`${plain} 🎧 See https://a.example and #Rooms, guaranteed.`)).toEqual([
      [],
      ["emojis", "addressInText", "hashtagInText", "superlative"],
    ]);
    expect(await check(`${plain} 🎧`, { emoji: "few" })).toEqual([[], []]);
    expect(await check(plain, { emoji: "few" })).toEqual([[], []]);
    expect(await check("A long first line. ".repeat(12))).toEqual([[], ["firstLineCut"]]);
    const first = (sampleOf("socialPostWriter", "en")["variants"] as { text: string }[])[0]?.text ?? "";
    expect(await check(`So it began. ${first}`)).toEqual([["alike"], expect.arrayContaining(["alike"])]);
  });

  test("is asked for emojis where many were wished and none stand there", async () => {
    const words = (document: Awaited<ReturnType<typeof draft>>) => JSON.stringify(document.sections);
    const plain = { brief: "Three microphones, and callers still asked twice.", emoji: "many" as const };
    expect(words(await draft(plain))).toContain("no emojis, although you asked for many");
    expect(words(await draft({ ...plain, brief: `${plain.brief} 🎧` }))).not.toContain("no emojis, although");
  });

  test("ends with the call to action in a draft, as far as there is room", async () => {
    const call = "Ask for the checklist.";
    const base: Partial<Form> = { callToAction: call, link: "https://a.example/", isLinkInComment: false };
    const variant = (document: Awaited<ReturnType<typeof draft>>) => JSON.stringify(blocksOf(document, "variants"));
    const roomy = await draft({ ...base, platform: "LinkedIn", contentType: 3, brief: "We measured 41 rooms." });
    expect(variant(roomy)).toContain(call);
    expect(JSON.stringify(blocksOf(roomy, "comment"))).not.toContain(call);
    const named = await draft({ ...base, platform: "LinkedIn", contentType: 3, brief: `We measured. ${call}` });
    expect(variant(named).split(call)).toHaveLength(2);
    const full = await draft({
      ...base,
      platform: "X (Twitter)",
      contentType: 3,
      threadPosts: 1,
      brief: "word ".repeat(50),
    });
    expect(variant(full)).not.toContain(call);
    expect(JSON.stringify(blocksOf(full, "comment"))).toContain(call);
  });

  test("may use emojis only when the person wants them: the common rule gives way to the row's", async () => {
    const { asks } = await run({ emoji: "many" });
    expect(asks[0]?.prompt.system).not.toContain("no emojis");
    expect(asks[0]?.prompt.user).toContain("up to 8 emojis");
    expect((await run()).asks[0]?.prompt.user).toContain("no emojis");
  });

  test("goes to the calendar with the address of the recommended variant", async () => {
    const { document } = await run({ isLinkInComment: false });
    expect(document.proposals[0]?.payload).toMatchObject({
      workflow: "socialPostWriterWorkflow",
      status: "drafted",
      title: "2,400 € for three microphones, and callers still asked twice.",
      brief: expect.stringContaining("utm_content=b"),
    });
    expect(document.proposals[0]?.payload["brief"]).not.toContain("[Link]");
    expect(document.proposals.map(({ key }) => key)).toEqual([
      "outcome:post",
      "entry:post",
      "answer",
      "approve",
      "measure",
    ]);
  });
});

describe("a draft", () => {
  test("has the person's words as the first variant and one question for each other", async () => {
    for (const language of ["en", "de"] as const) {
      const document = await draft({ goalLanguage: language, variants: 5 });
      expect(blocksOf(document, "variants")).toContainEqual({ type: "p", text: least.brief });
      for (const { question } of Object.values(approaches))
        expect(document.openQuestions.filter((one) => one.endsWith(half(question, language)))).toHaveLength(1);
    }
  });

  test("cuts long words into a thread, with the link in the last post", async () => {
    const [, , tweet] = inputsOf("socialPostWriter", "en") as Record<string, unknown>[];
    const document = await draft({ ...tweet, ...(inputsOf("socialPostWriter", "en")[1] as object) });
    const thread = rowsOf(document, "variants");
    expect(thread.length).toBe(2);
    expect(thread.every(([, , characters]) => Number(characters) <= 280)).toBe(true);
    expect(thread.at(-1)?.[1]).toMatch(/\[Link\] 2\/2$/);
    expect(textOf(document, "checked")).toContain("more posts than requested: 2");
  });

  test("begins an advertisement with its label", async () => {
    const document = await draft({ isAdvertisement: true, goalLanguage: "de" });
    expect(blocksOf(document, "variants")[1]).toEqual({ type: "p", text: "Anzeige" });
    expect(textOf(document, "legal")).toContain("§ 5a Abs. 4 UWG");
  });

  test("has what its network and kind need, and nothing else", async () => {
    const keys = async (changes: Record<string, unknown>) =>
      (await draft(changes)).sections
        .map(({ key }) => key)
        .filter((key) => !["gaps", "variants", "replies", "checked", "publish", "legal"].includes(key));
    expect(await keys({})).toEqual([]);
    expect(await keys({ contentType: 1, slides: 4 })).toEqual(["pictures", "slides"]);
    expect(await keys({ platform: "TikTok", contentType: 41 })).toEqual(["pictures", "script"]);
    expect(await keys({ platform: "Reddit", communityRules: "Be kind\n\nNo links" })).toEqual([
      "headlines",
      "flair",
      "communityRules",
    ]);
    expect(await keys({ platform: "YouTube", contentType: 50 })).toEqual([
      "headlines",
      "pictures",
      "script",
      "description",
    ]);
    const beats = rowsOf(await draft({ platform: "TikTok", contentType: 41, seconds: 300 }), "script");
    expect(beats.at(-1)?.[0]).toBe("0:13–0:15");
  });

  test("has no hashtags on Reddit and warns of rules against links", async () => {
    const document = await draft({
      platform: "Reddit",
      ownHashtags: ["wood"],
      link: "https://a.example",
      communityRules: "Be kind\nNo self-promotion",
    });
    expect(textOf(document, "variants")).not.toContain("#wood");
    expect(document.issues).toMatchObject([{ code: "promotionLimited", params: { rule: "No self-promotion" } }]);
  });

  test("of a day that has passed is moved to the next working day, and says so", async () => {
    const document = await draft({ publishOn: "2026-11-20" });
    expect(codes(document.issues)).toEqual(["publishPast"]);
    expect(document.summary).toContain("23 Nov 2026");
    expect((await draft({})).assumptions[0]).toContain("23 Nov 2026");
  });

  test("says when the page to draw from could not be read", async () => {
    const values = filled({ research: "web", sourceUrl: "https://a.example/page" });
    const documentOf = async (text: string) => {
      const { state } = await simulate(workflow, values, { read: () => (text ? [{ text }] : []) });
      return codes(workflow.assemble(values, contextOf("en"), state, { isDraft: true }).issues);
    };
    expect(await documentOf("")).toEqual(["pageUnread"]);
    expect(await documentOf("What the page says.")).toEqual([]);
  });
});

test("chapters of a YouTube video are named by what is on screen", () => {
  const values = filled({ platform: "YouTube", contentType: 50, seconds: 120 });
  const script = Array.from({ length: 12 }, (_, at) => ({
    id: `b${at + 1}`,
    voice: "Words.",
    screen: `Screen ${at + 1}`,
    shot: "Table.",
  }));
  const state = { ...emptyState(wideRoom), answer: { script } };
  const { sections } = workflow.assemble(values, { ...contextOf("en"), sources: [sourceText("s1", "")] }, state);
  const [first] = sections.find(({ key }) => key === "chapters")?.blocks ?? [];
  expect(first?.type === "table" && first.rows[0]).toEqual(["0:00", "Screen 1"]);
});

const kinds = platforms.flatMap((platform) =>
  contentTypesOf[platform].filter((type) => type !== 100).map((contentType) => ({ platform, contentType })),
);
const words = fc.array(
  fc.constantFrom(
    "Wir",
    "messen",
    "the room.",
    "1,450 €",
    "👩‍🔧",
    "\n",
    "Mr Keller",
    "probably",
    "dont mention 99 €",
    "[Link]",
    "{count}",
    "#Tag",
    "a | b",
  ),
  { minLength: 4, maxLength: 60 },
);
const anyForm: fc.Arbitrary<Form> = fc
  .record({
    kind: fc.constantFrom(...kinds),
    brief: words.map((all) => `Open on Saturdays.\n${all.join(" ")}`),
    requirementTitle: fc.constantFrom("Post", "x".repeat(120), "Thema: {count} 👩‍🔧"),
    goal: fc.constantFrom("talk", "click", "leads", "trust", "hire"),
    hook: fc.constantFrom("mix", "scene", "figure", "contradiction", "steps", "question"),
    callToAction: fc.constantFrom("", "Write to us.", "y".repeat(300)),
    link: fc.constantFrom("", "https://a.example/?utm_source=x#y", `https://a.example/${"z".repeat(2000)}`),
    isLinkInComment: fc.boolean(),
    publishOn: fc.constantFrom("", "2026-11-22", "2020-01-01", "2027-03-28", "2199-12-31"),
    publishAt: fc.constantFrom("00:00", "02:30", "23:59"),
    variants: fc.integer({ min: 1, max: 5 }),
    threadPosts: fc.integer({ min: 1, max: 12 }),
    slides: fc.integer({ min: 1, max: 20 }),
    seconds: fc.integer({ min: 10, max: 600 }),
    communityRules: fc.constantFrom("", "No links\nBe kind", "- a\n\n- a"),
    emoji: fc.constantFrom("none", "few", "many"),
    hashtags: fc.integer({ min: 0, max: 10 }),
    ownHashtags: fc.constantFrom([], ["#Raum", "raum", "1"], ["zwei Wörter"]),
    isAdvertisement: fc.boolean(),
    wordsToAvoid: fc.constantFrom([], ["room", " "]).map((all) => all.filter((one) => one.trim() !== "")),
    approver: fc.constantFrom("", "Jette Harms"),
    goalLanguage: fc.constantFrom<Language>("en", "de"),
  })
  .map(({ kind, ...rest }) => form.parse({ ...rest, ...kind }));

test("any form has a draft with valid suggestions and every placeholder filled", async () => {
  await fc.assert(
    fc.asyncProperty(anyForm, async (values) => {
      const { state } = await simulate(workflow, values);
      const document = workflow.assemble(values, contextOf(values.goalLanguage), state, { isDraft: true });
      expect(document.issues.filter(({ level }) => level === "error")).toEqual([]);
      expect(dropInvalid(document.proposals, effects)).toEqual(document.proposals);
      const own = ["{count}", "dont mention"];
      const text = own.reduce((left, one) => left.replaceAll(one, ""), JSON.stringify(document.sections));
      expect(text).not.toMatch(/\{\w+[:}]|undefined|NaN|null|99 €/);
      expect(text.isWellFormed()).toBe(true);
    }),
    { numRuns: 100 },
  );
});

describe("a carousel", () => {
  const carousel = { contentType: 1, slides: 4 } as const;
  const pictures = [1, 2, 3, 4].map((at) => ({
    id: `p${at}`,
    title: `Title ${at}`,
    motif: "A bare ceiling.",
    alternative: "",
  }));
  const slides = pictures.map(({ id }) => ({ id, body: `Body of ${id}: the room was the cause, not the microphone.` }));

  test("has a text on each slide, beside the title of its picture", async () => {
    const { document, asks } = await run(carousel, (answer) => ({ ...answer, pictures, slides }));
    expect(rowsOf(document, "slides")).toEqual(slides.map(({ body }, at) => [String(at + 1), `Title ${at + 1}`, body]));
    const asked = asks.find(({ parts }) => parts.some(({ section }) => section === "slides"));
    expect(asked?.prompt.user).toContain("slide 2 of 4 | one point | Title 2");
  });

  test("ends with the call to action in a draft; one picture and a text have no slides", async () => {
    const document = await draft({ ...carousel, callToAction: "Write to us." });
    expect(rowsOf(document, "slides").at(-1)?.[2]).toBe("Write to us.");
    expect(rowsOf(document, "slides")[1]?.[1]).toBe("[to be written: one point]");
    for (const one of [{ contentType: 1, slides: 1 }, { contentType: 3 }])
      expect(blocksOf(await draft(one), "slides")).toEqual([]);
  });
});

describe("the description field of YouTube", () => {
  const video: Partial<Form> = {
    platform: "YouTube",
    contentType: 50,
    seconds: 120,
    link: "https://a.example/",
    ownHashtags: ["RoomAcoustics"],
  };

  test("is whole: words, link, chapters and hashtags, counted against its limit", async () => {
    const words = "Three microphones and callers still ask twice? This video shows how to hear the room.";
    const { document } = await run(video, (answer) => ({
      ...answer,
      description: [{ text: words }],
      script: ["b1", "b2", "b3", "b4", "b5", "b6", "b7"].map((id) => ({
        id,
        voice: "v",
        screen: `On ${id}`,
        shot: "s",
      })),
    }));
    const text = textOf(document, "description");
    expect(text).toContain(words);
    expect(text).toContain("[Link]");
    expect(text).toContain("0:00 On b1");
    expect(text).toContain("#RoomAcoustics");
    expect(text).toMatch(/\d+ of 5,000 characters/);
  });

  test("is asked for with videos on YouTube alone", async () => {
    expect(textOf(await draft(video), "description")).toContain("Open on Saturdays");
    for (const one of [
      { platform: "YouTube", contentType: 3 },
      { platform: "TikTok", contentType: 42 },
    ])
      expect(blocksOf(await draft(one), "description")).toEqual([]);
  });
});
