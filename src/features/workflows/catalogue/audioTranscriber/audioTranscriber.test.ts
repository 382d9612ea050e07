import { describe, expect, test } from "vitest";
import { effects } from "#src/server/features.ts";
import { contextOf, fromSample, inputsOf, sampleOf, simulate, sourceText, today } from "#src/testing/simulatedRun.ts";
import { validatedRun } from "#src/testing/suiteTools.ts";
import { dropInvalid } from "#src/features/runs/server/proposals.ts";
import type { SourceText } from "../../workflow.ts";
import { emptyState, narrowRoom, requestKey, type RunState, wideRoom } from "../../kit/state.ts";
import { hiddenFile, isUnnamed } from "./facts.ts";
import { example, form, type Form } from "./form.ts";
import { audioTranscriber as workflow } from "./workflow.ts";

const id = "01980000-0000-7000-8000-000000000001";
const other = "01980000-0000-7000-8000-000000000002";
const context = contextOf("en");
const filled = (changes: Record<string, unknown>): Form => form.parse({ requirementTitle: "Talk", ...changes });
const sample = () => sampleOf("audioTranscriber", "en") as Record<string, Record<string, unknown>[]>;
const exampleForm = () => form.parse(example(today, "en"));
const written = () => simulate(workflow, exampleForm(), { write: fromSample(sample()) });

const documentOf = (values: Form, state: RunState, isDraft = false) =>
  workflow.assemble(values, context, state, { isDraft });
async function draft(values: Form, files: Readonly<Record<string, string>> = {}) {
  const { state, requests } = await simulate(workflow, values, {
    read: (request) => {
      const text = files[(JSON.parse(request) as { fileId: string }).fileId];
      return text === undefined ? [] : [{ text, title: "talk.vtt", url: "file:1" }];
    },
  });
  return { state, requests, document: documentOf(values, state, true) };
}
type Document = ReturnType<typeof documentOf>;
const blocksOf = ({ sections }: Document, key: string) => sections.find((one) => one.key === key)?.blocks ?? [];
const rowsOf = (document: Document, key: string) =>
  blocksOf(document, key).flatMap((block) => (block.type === "table" ? block.rows : []));
const textsOf = (document: Document, key: string): string[] =>
  blocksOf(document, key).flatMap((block) => ("text" in block ? [block.text] : []));

describe("the form", () => {
  test("wants a transcript or a file", () => {
    expect(form.safeParse({ requirementTitle: "Talk" }).error?.issues[0]?.path).toEqual(["transcript"]);
    expect(form.safeParse({ requirementTitle: "Talk", attachments: [id] }).success).toBe(true);
  });
});

describe("reading", () => {
  test("attached transcripts are read for code alone, other files are material", async () => {
    const values = filled({ attachments: [id, other] });
    const { requests, document } = await draft(values, {
      [id]: "[00:00:01] Ada: We agreed on blue.\n[00:00:05] Bob: I will paint it tomorrow.",
      [other]: "Agenda of the talk\nColours of the fence",
    });
    expect(requests).toEqual([
      requestKey(hiddenFile(id)),
      requestKey(hiddenFile(other)),
      requestKey({ kind: "file", fileId: other }),
    ]);
    expect(rowsOf(document, "decisions")).toEqual([["We agreed on blue.", "Ada", "00:00:01"]]);
    expect(rowsOf(document, "tasks")).toEqual([["I will paint it tomorrow.", "Bob", "–", "00:00:05"]]);
  });

  test("a pasted transcript comes first, the times of a file go on", async () => {
    const values = filled({ transcript: "[00:01:00] Ada: One.", attachments: [id], outputs: ["verbatim"] });
    const { document } = await draft(values, { [id]: "[00:00:10] Ada: Two.\n[00:00:20] Ada: Three." });
    expect(textsOf(document, "verbatim")).toEqual([
      "[00:01:00] Ada: One.",
      "[00:01:11] Ada: Two.",
      "[00:01:21] Ada: Three.",
    ]);
    expect(document.assumptions.join(" ")).toContain("several transcripts");
  });

  test("what is said in a file proves what is written of it, though no other writer sees the file", async () => {
    const values = filled({ attachments: [id], outputs: ["minutes"] });
    const state: RunState = {
      ...emptyState(wideRoom),
      reads: [
        {
          request: requestKey(hiddenFile(id)),
          hidden: true,
          sources: [sourceText("s7", "[00:00:01] Ada: We agreed on a blue fence.")],
        },
      ],
      answer: {
        said: [
          {
            id: "s7.1-1",
            kind: "decision",
            text: "The fence becomes blue [s7].",
            who: "Ada",
            day: "",
            words: "We agreed on a blue fence.",
          },
        ],
      },
    };
    const planned = workflow.planSteps(values, context, state).state;
    const { claims, issues } = documentOf(values, planned);
    expect(claims).toMatchObject([{ check: "quoteFound", sourceIds: ["s7"], quote: "We agreed on a blue fence." }]);
    expect(issues.map(({ code }) => code)).not.toContain("notSupported");
  });

  test("files without a word are refused before any coin moves, recordings where nothing hears them", () => {
    const values = filled({ attachments: [id] });
    const codeOf = (files: SourceText[], transcription = true, of = values) =>
      workflow.guard(of, files, { transcription })?.code ?? null;
    const scan = sourceText("s1", "", "file:1", "scan.png");
    const recording = sourceText("s2", "", "file:2", "Talk.MP3");
    expect(codeOf([scan])).toBe("audioTranscriber.nothingToRead");
    expect(codeOf([scan, sourceText("s3", "Ada: Hello.")])).toBeNull();
    expect(codeOf([scan], true, filled({ transcript: "Hello." }))).toBeNull();
    expect(codeOf([recording])).toBeNull();
    expect(codeOf([recording], false)).toBe("audioTranscriber.noTranscription");
  });

  /** A recording of 2,000 seconds in two parts, the second as long as `second` says; another is heard whole. */
  const heard =
    (texts: Record<string, string>) =>
    (request: string): { text: string; title: string }[] => {
      const { kind, fileId, part } = JSON.parse(request) as { kind: string; fileId: string; part?: { from: number } };
      const plan = fileId === id ? '[{"from":0,"to":1001},{"from":999,"to":2000}]' : "[]";
      const text = kind === "recording" ? plan : texts[fileId === id ? String(part?.from) : "whole"];
      return text === undefined ? [] : [{ text, title: fileId === id ? "talk.mp3" : "note.ogg" }];
    };
  const voices = {
    0: "[00:00:01] A: We agreed on blue.\n[00:16:38] A: I will call the painter",
    999: "[00:16:39] A: call the painter on Monday.\n[00:17:00] B: Good.",
    whole: "[00:00:02] Add a gate.",
  };
  const twoRecordings = { attachments: [id, other], outputs: ["verbatim"] };

  test("each part of a recording is a step of its own with a number of its own, and names go along", async () => {
    const values = filled({ ...twoRecordings, spoken: "de", vocabulary: ["Nordhaus"], attendees: [{ name: "Ada" }] });
    const { rounds, state } = await simulate(workflow, values, { read: heard(voices) });
    expect(rounds.slice(1, 4).map((keys) => keys.length)).toEqual([1, 1, 1]);
    expect(new Set(rounds.slice(0, 4).flat()).size).toBe(4);
    expect(state.reads.flatMap(({ sources }) => sources.map(({ source }) => source.id))).toEqual([
      "s1",
      "s2",
      "s3",
      "s4",
      "s5",
    ]);
    expect(state.reads.map(({ request }) => JSON.parse(request))).toMatchObject([
      { kind: "recording", fileId: id },
      { kind: "recording", fileId: other },
      { kind: "speech", fileId: id, language: "de", words: ["Nordhaus", "Ada"], part: { from: 0, to: 1001 } },
      { kind: "speech", part: { from: 999, to: 2000 } },
      { kind: "speech", fileId: other },
    ]);
  });

  test("parts are one talk: shared words once, voices known by them, others apart, the next recording behind it", async () => {
    const values = filled(twoRecordings);
    const { state } = await simulate(workflow, values, { read: heard(voices) });
    const document = documentOf(values, state, true);
    expect(textsOf(document, "verbatim")).toEqual([
      "[00:00:01] A: We agreed on blue.",
      "[00:16:38] A: I will call the painter",
      "[00:16:40] A: on Monday.",
      "[00:17:00] B (2): Good.",
      expect.stringMatching(/^\[00:17:0\d\] Add a gate\.$/),
    ]);
    expect(document.assumptions.join(" ")).toContain("speakers were identified separately in each");
  });

  test("what stands in the place of a recording is its transcript, without what is hidden", async () => {
    const told = { ...voices, whole: "[00:00:02] Write to ada@example.org about the gate." };
    const discardsOf = async (changes: Record<string, unknown>) => {
      const values = filled({ ...twoRecordings, ...changes });
      const { state } = await simulate(workflow, values, { read: heard(told) });
      return documentOf(values, state, true).discards;
    };
    const [first, second] = await discardsOf({ redact: true });
    expect(first?.fileId).toBe(id);
    expect(first?.text.split("\n")).toHaveLength(4);
    expect(second).toEqual({
      fileId: other,
      text: expect.stringMatching(/^\[00:00:02\.000 – [\d:.]+\] Write to \[e-mail\] about the gate\.$/),
    });
    expect(await discardsOf({ keepRecordings: true })).toEqual([]);
    expect(await discardsOf({ attachments: [], transcript: "Ada: Hello." })).toEqual([]);
  });

  test("what stands in the place of a recording is the same transcript when it is read again", async () => {
    const told = {
      0: [
        "[00:00:01.250 – 00:00:02.750 A] We: agreed",
        "[00:00:04.000 – 00:00:05.500 A ?] on blue.",
        "[00:16:38.100 – 00:16:41.000 A] I will call them.",
      ].join("\n"),
      999: "[00:17:00.000 – 00:17:01.125 B] Good.",
    };
    const values = filled({ attachments: [id], outputs: ["verbatim", "subtitles"] });
    const { state } = await simulate(workflow, values, { read: heard(told) });
    const first = documentOf(values, state, true);
    const { document: again } = await draft(values, { [id]: first.discards[0]?.text ?? "" });
    for (const key of ["verbatim", "doubts", "voices", "subtitles"])
      expect(blocksOf(again, key)).toEqual(blocksOf(first, key));
    expect(textsOf(again, "verbatim")[0]).toBe("[00:00:01] A: We: agreed on blue.");
    expect(textsOf(again, "doubts")[0]).toBe("00:00:04");
    for (const times of ["00:00:01,250 --> 00:00:02,750", "00:00:04,000 --> 00:00:05,500"])
      expect(textsOf(again, "subtitles").join("")).toContain(times);
  });

  test("places that were hard to hear are named, and none where the service is sure or does not say", async () => {
    const placesOf = async (files: Record<string, string>) => {
      const values = filled({ transcript: "[00:00:10] Ada: Good.", attachments: [id], outputs: ["verbatim"] });
      return textsOf((await draft(values, files)).document, "doubts");
    };
    const lines = [
      "[00:00:02.000 – 00:00:03.000 A] We need",
      "[00:00:03.000 – 00:00:04.500 A ?] the offer.",
      "[00:08:00.000 – 00:08:01.000 B ?] Yes.",
    ];
    const [places, advice] = await placesOf({ [id]: lines.join("\n") });
    // What was pasted takes the first eleven seconds.
    expect(places).toBe("00:00:14, 00:08:11");
    expect(advice).toContain("unsure of the words");
    expect(await placesOf({ [id]: lines.join("\n").replaceAll(" ?]", "]") })).toEqual([]);
  });

  test("answers that were stored before lines knew their doubts are opened", async () => {
    const { state } = await written();
    const before = (state.answer["segments"] as Record<string, unknown>[]).map(({ doubt: _, cues: __, ...row }) => row);
    const opened = workflow.open({ ...state.answer, segments: before }, workflow.shape);
    expect(opened?.["segments"]).toEqual(state.answer["segments"]);
  });

  test("a part in which nobody speaks is said", async () => {
    const values = filled({ ...twoRecordings, attachments: [id] });
    const { state } = await simulate(workflow, values, { read: heard({ 0: voices[0] }) });
    const { assumptions, summary } = documentOf(values, state, true);
    expect(assumptions.join(" ")).toContain("Nothing was heard in talk.mp3 from 00:16:39 to 00:33:20.");
    expect(summary).toContain("2 lines");
  });

  test.each<[string, { seconds?: number | null; size?: number }[], string | null]>([
    ["five hours", [{ seconds: 9000 }, { seconds: 9000 }], null],
    ["more than five hours", [{ seconds: 9000 }, { seconds: 9001 }], "audioTranscriber.tooLong"],
    ["a film without sound", [{ seconds: 60 }, { seconds: 0 }], "audioTranscriber.noSound"],
    ["a small recording of unknown length", [{ seconds: null, size: 1_000_000 }], null],
    ["a large recording of unknown length", [{ seconds: null, size: 60_000_000 }], "audioTranscriber.unknownLength"],
  ])("%s: decided before any coin moves", (_, recordings, code) => {
    const files = recordings.map((one) => ({ ...sourceText("s1", "", "file:1", "talk.mp3"), ...one }));
    expect(workflow.guard(filled({ attachments: [id] }), files, { transcription: true })?.code ?? null).toBe(code);
  });

  test("a recording that could not be heard is said", async () => {
    const values = filled({ attachments: [id], transcript: "Ada: Hello." });
    const { document } = await draft(values);
    expect(document.assumptions.join(" ")).toContain("1 attached file could not be read");
  });

  test("with nothing to read nothing is charged", async () => {
    const values = filled({ attachments: [id] });
    const { document } = await draft(values);
    expect(document.coverage).toEqual({ found: 0, wanted: 1 });
    expect(document.summary).toBe("No transcript could be read.");
  });
});

describe("a long talk", () => {
  const lines = Array.from({ length: 1080 }, (_, at) => {
    const time = `${String(Math.floor(at / 720)).padStart(2, "0")}:${String(Math.floor(at / 12) % 60).padStart(2, "0")}:${String((at % 12) * 5).padStart(2, "0")}`;
    return `[${time}] ${["Ada", "Bob"][at % 2]}: Line number ${at} says that the blue fence is ${at} metres long and very sturdy.`;
  });
  test.each([
    ["wide", wideRoom],
    ["narrow", narrowRoom],
  ])("of 90 minutes is read in stretches that fit a %s room, each line once", async (_, room) => {
    const values = filled({ transcript: lines.join("\n") });
    const state = workflow.planSteps(values, context, emptyState(room)).state;
    const { steps } = workflow.planSteps(values, context, state);
    const asks = steps.flatMap((step) => (step.kind === "ask" ? [step] : []));
    expect(asks.length).toBeGreaterThan(3);
    for (const { prompt } of asks) expect(prompt.system.length + prompt.user.length).toBeLessThanOrEqual(room.prompt);
    const shown = asks.map(({ prompt }) => prompt.user).join("\n");
    for (const line of lines) expect(shown.split(line)).toHaveLength(2);
  });
});

describe("places", () => {
  test("are those of the lines that say it, also where the same words were said before", async () => {
    const { document } = await draft(
      filled({ transcript: "[00:01] Ada: I will call them.\n[00:09] Bob: Good.\n[00:20] Bob: I will call them." }),
    );
    expect(rowsOf(document, "tasks").map((row) => [row[1], row[3]])).toEqual([
      ["Ada", "00:00:01"],
      ["Bob", "00:00:20"],
    ]);
  });
  test("are numbers of lines where there are no times", async () => {
    const { document } = await draft(filled({ transcript: "Ada: Hello.\nBob: I will call them." }));
    expect(rowsOf(document, "tasks")[0]?.[3]).toBe("line 2");
    expect(blocksOf(document, "subtitles")).toEqual([]);
  });
  test("stand behind every item of the minutes", async () => {
    const document = documentOf(exampleForm(), (await written()).state);
    expect(textsOf(document, "minutes").filter((text) => text.length > 60)).toHaveLength(4);
    for (const text of textsOf(document, "minutes").filter((one) => one.length > 60))
      expect(text).toMatch(/ \(00:0\d:\d\d(?:, 00:0\d:\d\d)*\)$/);
  });
});

test.each(["en", "de"] as const)(
  "subtitles that were pasted keep their times when fillers are taken out: %s",
  async (language) => {
    const pasted = (inputsOf("audioTranscriber", language) as Form[]).filter(({ transcript }) =>
      transcript.startsWith("1\n"),
    );
    expect(pasted.length).toBeGreaterThan(0);
    for (const one of pasted) {
      const values = form.parse({ ...one, outputs: ["subtitles"] });
      const { state } = await simulate(workflow, values);
      const shown = textsOf(documentOf(values, state, true), "subtitles").join("\n");
      const times = one.transcript.split("\n").filter((row) => row.includes("-->"));
      expect(times.length).toBeGreaterThan(2);
      for (const time of times) expect(shown).toContain(time);
    }
  },
);

test("hidden numbers leave the times of other words as they were", async () => {
  const transcript =
    "1\n00:00:01,000 --> 00:00:03,000\nCall +49 40 123 45 67 89\n\n2\n00:00:03,000 --> 00:00:05,000\nbefore noon.\n";
  const { document } = await draft(filled({ transcript, redact: true, outputs: ["subtitles"] }));
  expect(textsOf(document, "subtitles")[1]).toContain(
    "00:00:01,000 --> 00:00:03,000\nCall [number]\n\n2\n00:00:03,000 --> 00:00:05,000\nbefore noon.",
  );
});

describe("names", () => {
  test("change everywhere when a voice is renamed, also in what was written", async () => {
    const { state } = await written();
    const people = (state.answer["people"] as { name: string }[]).map((row) =>
      row.name === "Katrin Möller" ? { ...row, name: "Karin Moll" } : row,
    );
    const document = documentOf(exampleForm(), { ...state, answer: { ...state.answer, people } });
    const shown = JSON.stringify([document.sections, document.proposals.filter(({ kind }) => kind !== "lead")]);
    expect(shown).not.toContain("Katrin");
    expect(rowsOf(document, "tasks")[1]?.[1]).toBe("Karin Moll");
    expect(document.outdatedSections).toEqual([]);
  });
  test("that say nothing are asked for", async () => {
    expect(["Speaker 1", "S2", "Sprecherin 3", "Unknown"].every(isUnnamed)).toBe(true);
    expect(["Sven", "Ada 2", "Dr. Speaker"].some(isUnnamed)).toBe(false);
    const { document } = await draft(filled({ transcript: "Speaker 1: Hi.\nAda: Hi." }));
    expect(JSON.stringify(blocksOf(document, "voices"))).toContain("Who is Speaker 1?");
  });
});

describe("redaction", () => {
  test("keeps addresses and numbers from writers and document", async () => {
    const values = form.parse({
      ...(inputsOf("audioTranscriber", "en")[2] as object),
      outputs: ["verbatim", "tasks", "minutes"],
    });
    const { asks, state } = await simulate(workflow, values, {
      write: fromSample({ said: [], inShort: [], minutes: [] }),
    });
    expect(asks.length).toBeGreaterThan(0);
    const shown = JSON.stringify([asks.map(({ prompt }) => prompt), documentOf(values, state).sections]);
    for (const secret of ["paul.weber@", "5550", "0532"]) expect(shown).not.toContain(secret);
    expect(shown).toContain("[e-mail]");
  });
  test("is a wish: email addresses of attendees never reach a writer", async () => {
    for (const { prompt } of (await written()).asks) expect(prompt.user).not.toContain("tom.berg@");
  });
});

describe("answers", () => {
  const judged = (changes: Record<string, string>) => {
    const said = (sample()["said"] ?? []).map((row, index) => (index === 4 ? { ...row, ...changes } : row));
    const found: string[] = [];
    const outcome = validatedRun(workflow, exampleForm(), fromSample({ ...sample(), said }), () => [], found);
    return outcome.then(({ state }) => ({ found, said: state.answer["said"] as unknown[] }));
  };
  test.each([
    ["a person whom nobody names", { who: "Gregor Samsa" }, "nobodyNamed"],
    ["a day that nobody says", { day: "by Christmas Eve" }, "dayUnsaid"],
  ])("with %s are refused, and the row is left out", async (_, changes, code) => {
    const { found, said } = await judged(changes);
    expect(found).toContain(code);
    expect(said).toHaveLength(9);
  });
  test("without words of the transcript leave no row", async () => {
    const { said } = await judged({ words: "I will send it tomorrow at noon." });
    expect(said).toHaveLength(9);
  });
  test("name the words of a day, and code counts the date", async () => {
    const { state } = await written();
    const values = { ...exampleForm(), heldOn: "2027-03-01" };
    expect(rowsOf(documentOf(values, state), "tasks").map((row) => row[2])).toEqual(["4 Mar 2027", "8 Mar 2027"]);
  });
});

describe("suggestions", () => {
  test("are tasks, the next meeting at its time, and attendees with an address", async () => {
    const { proposals } = documentOf(exampleForm(), (await written()).state);
    expect(dropInvalid(proposals, effects)).toEqual(proposals);
    expect(proposals.map(({ key, payload }) => [key, payload["type"] ?? payload["kind"], payload["start"]])).toEqual([
      ["task:form.1-5", "2000", "2026-11-26T08:00:00.000Z"],
      ["task:form.1-7", "2000", "2026-11-23T08:00:00.000Z"],
      ["meeting:form.1-9", "1000", "2026-11-24T09:00:00.000Z"],
      ["lead:1", "person", undefined],
    ]);
  });
  test("put what is overdue on the next working day, and say so", async () => {
    const values = filled({ transcript: "Ada: I will call them by Friday.", heldOn: "2026-11-02", outputs: ["tasks"] });
    const { proposals } = (await draft(values)).document;
    expect(proposals[0]?.payload).toMatchObject({ start: "2026-11-23T08:00:00.000Z" });
    expect(proposals[0]?.payload["notes"]).toContain("6 Nov 2026");
  });
  test("hold no meeting of the past, and no task when none were wanted", async () => {
    const transcript = "Ada: The next meeting is on Friday at 9.\nBob: I will call them.";
    const { document } = await draft(filled({ transcript, heldOn: "2026-11-02", outputs: ["minutes"] }));
    expect(document.proposals).toEqual([]);
  });
  test("the next meeting has the time that was said, in the table and in the calendar", async () => {
    const meeting = async (words: string) => {
      const values = filled({ transcript: `Ali: ${words}`, heldOn: today, outputs: ["minutes"] });
      const { document } = await draft(values);
      return [rowsOf(document, "meetings")[0]?.[1], document.proposals[0]?.payload] as const;
    };
    const [day, entry] = await meeting("Wir treffen uns wieder morgen um 14 Uhr.");
    expect(day).toMatch(/, 14:00$/);
    expect(entry?.["start"]).toMatch(/T13:00/);
    const [openDay, open] = await meeting("Wir treffen uns wieder morgen.");
    expect(openDay).not.toMatch(/:/);
    expect(open?.["start"]).toMatch(/T08:00/);
    expect(open?.["notes"]).toContain("No time was mentioned");
    expect(entry?.["notes"]).not.toContain("No time was mentioned");
  });
  test.each([
    ["I'll send you the order on Monday.", "", "The recording date is unknown"],
    ["I'll send you the order.", "", "No day was mentioned."],
    ["I'll send you the order.", "2026-11-02", "No day was mentioned."],
    ["I'll send you the order on Monday.", "2026-11-02", ""],
  ])("a task says why it has no day: %s %s", async (words, heldOn, why) => {
    const { document } = await draft(filled({ transcript: `Ada: ${words}`, heldOn, outputs: ["tasks"] }));
    const notes = String(document.proposals[0]?.payload["notes"]);
    for (const reason of ["No day was mentioned.", "The recording date is unknown"])
      expect(notes.includes(reason)).toBe(reason === why);
  });
  test("the day of the talk is asked for only where a day was said that needs it", async () => {
    const asked = async (words: string, heldOn = "") =>
      (await draft(filled({ transcript: `Ada: ${words}`, heldOn, outputs: ["tasks"] }))).document.openQuestions.some(
        (question) => question.startsWith("When was it recorded?"),
      );
    expect(await asked("I will call them by Friday.")).toBe(true);
    expect(await asked("I will call them by Friday.", today)).toBe(false);
    expect(await asked("I will call them by 2026-12-24.")).toBe(false);
    expect(await asked("It was quiet until two.")).toBe(false);
  });
});
