import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { contentTypesOf, platforms } from "#src/features/outcomes/rules.ts";
import { dropInvalid } from "#src/features/runs/server/proposals.ts";
import { effects } from "#src/server/features.ts";
import { contextOf, fromSample, sampleOf, simulate, today } from "#src/testing/simulatedRun.ts";
import { videoKinds } from "../../domain/posts.ts";
import { example, form, type Form, kinds } from "./form.ts";
import { videoScriptWriter as workflow } from "./workflow.ts";

const least = { requirementTitle: "Video", brief: "Put the phone down.\nRecord.\nListen." };
const draft = async (changes: Record<string, unknown>) => {
  const values = form.parse({ ...least, ...changes });
  const { state } = await simulate(workflow, values);
  return workflow.assemble(values, contextOf(values.goalLanguage), state, { isDraft: true });
};
/** The example, with some cells of the third beat in other words. */
const run = async (beat: object, changes: Partial<Form> = {}) => {
  const values = form.parse({ ...example(today, "en"), ...changes });
  const sample = sampleOf("videoScriptWriter", "en");
  const beats = (sample["beats"] as { id: string }[]).map((row) => (row.id === "b3" ? { ...row, ...beat } : row));
  const { state, asks } = await simulate(workflow, values, { write: fromSample({ ...sample, beats }) });
  const errors = asks.flatMap((step) => workflow.validate(values, contextOf("en"), state, step).errors);
  return { errors: errors.map(({ code }) => code), document: workflow.assemble(values, contextOf("en"), state) };
};
type Document = Awaited<ReturnType<typeof draft>>;
const blocksOf = ({ sections }: Document, key: string) => sections.find((one) => one.key === key)?.blocks ?? [];
const textOf = (document: Document, key: string): string => JSON.stringify(blocksOf(document, key));
const rowsOf = (document: Document, key: string): string[][] =>
  blocksOf(document, key).flatMap((block) => (block.type === "table" ? block.rows : []));
const codes = ({ issues }: Document): string[] => issues.map(({ code }) => code);

describe("the form", () => {
  test("takes what a content item has, and no length that its kind does not take", () => {
    const item = { platform: "TikTok", contentType: 42, seconds: 60, publishOn: "2026-12-07", publishAt: "18:30" };
    expect(form.parse({ ...least, ...item })).toMatchObject(item);
    expect(z.toJSONSchema(form, { io: "input" }).required?.toSorted()).toEqual(["brief", "requirementTitle"]);
    const pathOf = (changes: object) => form.safeParse({ ...least, ...changes }).error?.issues[0]?.path;
    expect(pathOf({ ...item, seconds: 61 })).toEqual(["seconds"]);
    expect(pathOf({ platform: "LinkedIn" })).toEqual(["contentType"]);
    expect(pathOf({ shootOn: "2026-12-02", publishOn: "2026-12-01" })).toEqual(["publishOn"]);
    expect(pathOf({ brief: "We pay 180 €, dont mention it." })).toEqual(["brief"]);
  });
});

describe("a script", () => {
  test("is measured: half a second too long is fine, some more is told, a quarter more is refused", async () => {
    // The third beat has 8 s: 20 words take 8.3 s, 22 take 9.2 s, 30 take 12.5 s.
    const words = (count: number) => ({ voice: Array.from({ length: count }, () => "phone").join(" ") });
    const fits = await run(words(20));
    expect([fits.errors, codes(fits.document)]).toEqual([[], []]);
    const long = await run(words(22));
    expect([long.errors, codes(long.document)]).toEqual([[], ["beatTooLong"]]);
    expect((await run(words(30))).errors).toContain("beatTooLong");
    expect(rowsOf(long.document, "timing")[2]).toEqual(["0:10 Point 1", "8 s", "9.2 s", "too long, shorten"]);
    expect(textOf(long.document, "timing")).not.toContain("In 15 s");
  });

  test("has a version of 15 seconds with the beats that must stay", async () => {
    const { document } = await run({});
    expect(textOf(document, "timing")).toContain("In 15 s: 0:00 Opening, 0:25 Point 3, 0:40 Ending; 12.2 s of speech");
  });

  test("has shorter versions with times and subtitles of their own", async () => {
    const { document } = await run({});
    const rows = rowsOf(document, "versions");
    expect(rows.map(([time, name]) => [time, name])).toEqual([
      ["0:00–0:02", "Opening"],
      ["0:02–0:10", "Point 3"],
      ["0:10–0:15", "Ending"],
    ]);
    const file = blocksOf(document, "versions").find(({ type }) => type === "code");
    expect(file?.type === "code" && file.text).toMatch(/^1\n00:00:00,000 --> [\s\S]*Do the test/);
    // The ending of the whole video stands at 0:40.
    expect(file?.type === "code" && file.text).not.toContain("00:00:4");
    const bare = await run({}, { hasSubtitles: false });
    expect(blocksOf(bare.document, "versions").map(({ type }) => type)).toEqual(["h", "table"]);
    const long = await run({ voice: Array.from({ length: 22 }, () => "phone").join(" ") });
    expect(blocksOf(long.document, "versions")).toEqual([]);
  });

  test("lists cutaways and sound with the shots", async () => {
    const shots = rowsOf((await run({})).document, "shots");
    expect(shots).toHaveLength(9);
    expect(shots.filter(([, , picture]) => picture?.startsWith("Cutaway: "))).toHaveLength(2);
    expect(shots.find(([, , picture]) => picture?.startsWith("Cutaway: Tape"))?.slice(3)).toEqual([
      "without sound",
      "0:10–0:18",
    ]);
    expect(shots.some(([, , , sound]) => sound?.startsWith("Original sound of the phone"))).toBe(true);
  });

  test("lists shots place by place, and tells of places that were not named", async () => {
    const { document } = await run({ place: "the moon" });
    expect(codes(document)).toEqual(["placeUnknown"]);
    const places = rowsOf(document, "shots").map(([, place]) => place);
    expect(places).toEqual(places.toSorted((a = "", b = "") => a.localeCompare(b)));
  });

  test("says nothing that is not to be published", async () => {
    const brief = `${example(today, "en").brief}\nThey pay 7,350 € a year, don't mention that.`;
    expect((await run({ screen: "7,350 € a year" }, { brief })).errors).toEqual(["withheld"]);
    const document = await draft({ brief });
    expect(JSON.stringify([document.sections, document.proposals])).not.toContain("7,350");
    expect(document.assumptions.at(-1)).toContain("7,350");
  });

  test("has subtitles as a file, and none without a voice", async () => {
    const [file] = blocksOf((await run({})).document, "subtitles");
    expect(file).toMatchObject({ type: "code", language: "srt" });
    expect(file?.type === "code" && file.text.startsWith("1\n00:00:00,000 --> 00:00:02,600\nDon't order that\n")).toBe(
      true,
    );
    const silent = await run({}, { presenter: "silent" });
    expect(blocksOf(silent.document, "subtitles")).toEqual([]);
    expect(new Set(codes(silent.document))).toEqual(new Set(["voiceUnwanted"]));
  });

  test("asks what can go of text on screen that cannot be read in its time, where nobody speaks", async () => {
    const long = `${"word ".repeat(40).trim()}.`;
    const asked = async (brief: string, presenter: string) =>
      (await draft({ platform: "TikTok", contentType: 41, seconds: 15, brief, presenter })).openQuestions.filter(
        (question) => question.startsWith("The text on screen at "),
      ).length;
    expect(await asked(long, "silent")).toBe(1);
    expect(await asked("Few words.", "silent")).toBe(0);
    expect(await asked(long, "camera")).toBe(0);
  });

  test("goes to the calendar with shooting, cut and publication", async () => {
    const { document } = await run({});
    expect(document.proposals.map(({ key, payload }) => [key, payload["type"] ?? payload["status"]])).toEqual([
      ["outcome:video", "drafted"],
      ["entry:video", "3010"],
      ["shoot", "3070"],
      ["cut", "3000"],
    ]);
    expect(document.proposals[2]?.payload["notes"]).toContain("0:33 meeting room in Altona: Split picture");
  });
});

describe("a draft", () => {
  test("has the person's points in the beats, in their order, and one question for each open beat", async () => {
    const script = textOf(await draft({ proof: "It worked in Kiel.", callToAction: "Write to us." }), "beats");
    const said = ["Put the phone down.", "Record.", "Listen.", "It worked in Kiel.", "Write to us."];
    const places = said.map((one) => script.indexOf(`Spoken: ${one}`));
    expect(places.every((at) => at >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(script.match(/"tone":"gap"/g)).toHaveLength(7);
  });

  test("shows the points on screen when there is no voice", async () => {
    const document = await draft({ presenter: "silent" });
    expect(textOf(document, "beats")).toContain("On screen: Put the phone down.");
    expect(textOf(document, "beats")).not.toMatch(/Spoken|words/);
    expect(blocksOf(document, "timing")).toEqual([]);
  });

  test("reads nothing aloud and makes no subtitles where nobody speaks", async () => {
    const steps = async (changes: Record<string, unknown>) =>
      rowsOf(await draft(changes), "plan").map(([step]) => step);
    const [silentRead, , silentCut] = await steps({ presenter: "silent" });
    expect(silentRead).not.toContain("aloud");
    expect(silentCut).toBe("Cut finished");
    const [, , cutAlone] = await steps({ hasSubtitles: false });
    expect(cutAlone).toBe("Cut finished");
    const [read, , cut] = await steps({ hasSubtitles: true });
    expect([read, cut]).toEqual([expect.stringContaining("aloud"), "Cut and subtitles finished"]);
  });

  test("is called by its own length and no other", async () => {
    const summaryOf = async (seconds: number) =>
      (await draft({ platform: "TikTok", contentType: 42, seconds })).summary;
    expect(await summaryOf(30)).toMatch(/^Video for TikTok, 30 s/);
    expect(await summaryOf(60)).toMatch(/^60-second video for TikTok, 60 s/);
  });

  test("asks which points can go when there are more than fit", async () => {
    const brief = Array.from({ length: 9 }, (_, at) => `Point ${at}`).join("\n");
    const { openQuestions } = await draft({ platform: "TikTok", contentType: 41, seconds: 15, brief });
    expect(openQuestions).toContain("9 points are more than fit into the time: which can go?");
  });

  test("shoots before a day of publication that is near", async () => {
    const { proposals, assumptions } = await draft({ publishOn: "2026-11-25" });
    const starts = proposals.map(({ payload }) => String(payload["start"] ?? payload["plannedAt"]).slice(0, 10));
    expect(starts).toEqual(["2026-11-25", "2026-11-25", "2026-11-25", "2026-11-25"]);
    expect(assumptions[0]).toContain("shooting on 25 Nov 2026");
  });
});

const filmed = platforms.flatMap((platform) =>
  videoKinds
    .filter((type) => contentTypesOf[platform].includes(type))
    .map((contentType) => ({ platform, contentType })),
);
const anyForm = fc
  .record({
    kind: fc.constantFrom(...filmed),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    points: fc.array(
      fc.constantFrom(
        "Messen.",
        "- 1,450 € in half a day",
        "👩‍🔧",
        "dont mention 99 €",
        "Mr Keller?",
        "x ".repeat(40),
        "",
        "{count}",
      ),
      { maxLength: 9 },
    ),
    message: fc.constantFrom("", "One sentence."),
    proof: fc.constantFrom("", "11 of 12"),
    callToAction: fc.constantFrom("", "Write to us"),
    presenter: fc.constantFrom("camera", "voiceOver", "screen", "silent"),
    places: fc.constantFrom([], ["yard"], ["yard", "office"]),
    props: fc.constantFrom([], ["phone"]),
    pace: fc.constantFrom("calm", "usual", "fast"),
    hasSubtitles: fc.boolean(),
    isAdvertisement: fc.boolean(),
    days: fc.constantFrom(
      ["", ""],
      ["2026-11-22", "2026-11-22"],
      ["2020-01-01", "2020-01-02"],
      ["", "2026-11-23"],
      ["2199-12-31", "2199-12-31"],
    ),
    publishAt: fc.constantFrom("00:00", "23:59"),
    goalLanguage: fc.constantFrom("en", "de"),
  })
  .map(({ kind, share, points, days: [shootOn, publishOn], ...rest }) => {
    const seconds = 10 + Math.floor(share * (kinds[kind.contentType].most - 10));
    return form.parse({
      ...rest,
      ...kind,
      requirementTitle: "Video",
      brief: ["Start.", ...points].join("\n\n"),
      shootOn,
      publishOn,
      seconds,
    });
  });

test("any form has a draft with valid suggestions and every placeholder filled", async () => {
  await fc.assert(
    fc.asyncProperty(anyForm, async (values) => {
      const { state } = await simulate(workflow, values);
      const document = workflow.assemble(values, contextOf(values.goalLanguage), state, { isDraft: true });
      expect(document.issues).toEqual([]);
      expect(dropInvalid(document.proposals, effects)).toEqual(document.proposals);
      const text = JSON.stringify(document.sections).replaceAll("{count}", "");
      expect(text).not.toMatch(/\{\w+[:}]|undefined|NaN|null|99 €/);
    }),
    { numRuns: 100 },
  );
});
