import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { effects } from "#src/server/features.ts";
import { contextOf, fromSample, inputsOf, sampleOf, simulate, today, type Writer } from "#src/testing/simulatedRun.ts";
import { dropInvalid } from "#src/features/runs/server/proposals.ts";
import { type Answer, emptyState, wideRoom } from "../../kit/state.ts";
import { missingFor } from "./facts.ts";
import { type Act, acts, example, form, type Form } from "./form.ts";
import { bookWriting as workflow } from "./workflow.ts";

const outlined: Answer = {
  ...sampleOf("bookWriting", "en"),
  spine: [
    { id: "s-1", title: "The key", purpose: "Ida takes the key." },
    { id: "s-2", title: "The felt", purpose: "Ida finds the felt." },
  ],
  outline: [
    { id: "c1", goal: "g", conflict: "c", view: "v", setups: "", scenes: "Ida arrives\nIda enters" },
    { id: "c2", goal: "g", conflict: "c", view: "v", setups: "", scenes: "Ida digs" },
  ],
};
const texts = {
  "c1.1": "Ida Brenner came at 7.43 with 128 keys in her bag. The lock did not turn.",
  "c1.2": "She went in. “Who is there?” said Ida. Nobody answered, and the felt swallowed it.",
  "c2.1": "She dug where the snow was thin, and the box was there.",
};
const rowsOf = (...ids: (keyof typeof texts)[]) => ids.map((id) => ({ id, text: texts[id] }));
const written = (...ids: (keyof typeof texts)[]): Answer => ({ ...outlined, scenes: rowsOf(...ids), canon: [] });

const filled = (changes: Record<string, unknown> = {}): Form => form.parse({ ...example(today, "en"), ...changes });
async function run(changes: Record<string, unknown>, start: Answer, write: Writer | null) {
  const values = filled(changes);
  const { state, asks } = await simulate(workflow, values, {
    write,
    start: { ...emptyState(wideRoom), answer: start, start },
  });
  const document = workflow.assemble(values, contextOf("en"), state, { isDraft: write === null });
  return { values, state, asks, document, parts: asks.flatMap(({ parts }) => parts) };
}
type Document = Awaited<ReturnType<typeof run>>["document"];
const textOf = ({ sections }: Document, key: string): string =>
  JSON.stringify(sections.find((one) => one.key === key)?.blocks ?? []);

describe("a draft", () => {
  const draft = (changes: Record<string, unknown>) => run(changes, {}, null);

  test("shows what the form says of the world, of what must happen and what to avoid", async () => {
    const notes = "Odenwald, Herbst 2023; Steinbruch seit 1998 zu\nNiemand darf nachts in den Bruch";
    const { document } = await draft({ world: notes, must: ["Ida plays"], avoid: ["ghosts", "dreams"] });
    const world = textOf(document, "world");
    for (const note of ["Odenwald, Herbst 2023", "Steinbruch seit 1998 zu", "Niemand darf nachts in den Bruch"])
      expect(world).toContain(note);
    expect(textOf(document, "themes")).toContain("Must happen: Ida plays.");
    expect(textOf(document, "themes")).toContain("To avoid: ghosts and dreams.");
    const { document: without } = await draft({ world: "", must: [], avoid: [] });
    expect(textOf(without, "themes")).not.toMatch(/Must happen|To avoid/);
  });

  test("counts the chapters that the form wants, and those of its own outline", async () => {
    const wanted = await draft({ act: "concept", chapters: 3 });
    expect(textOf(wanted.document, "progress")).toContain('["Chapters","0","3"]');
    expect(wanted.document.summary).toMatch(/^2 characters, no outline yet\.$/);
    const open = await draft({ act: "concept", chapters: 0 });
    expect(textOf(open.document, "progress")).toContain('["Chapters","0","open"]');
    const own = await draft({ act: "outline", chapters: 0, structure: "none", outline: "1. Key\n2. Felt\n3. House" });
    expect(textOf(own.document, "progress")).toContain('["Chapters","0","3"]');
    expect(own.document.summary).toBe("3 chapters planned, none written yet.");
    expect(textOf(own.document, "progress")).toContain("1. Key");
    expect(JSON.stringify(own.document)).not.toContain("1. 1. Key");
  });

  test("of a book about facts counts no characters", async () => {
    const { document } = await draft({ kind: "nonFiction", people: [] });
    expect(document.summary).toBe("No outline yet.");
  });
});

describe("a chapter", () => {
  const write = fromSample({ scenes: rowsOf("c1.1", "c1.2", "c2.1"), canon: [] });

  test("is the first that is not written, scene by scene, each told how the last one ended", async () => {
    const { parts, state, document } = await run({ act: "chapter" }, outlined, write);
    const asked = parts.filter(({ section }) => section === "scenes");
    expect(asked.map(({ ids }) => ids)).toEqual([["c1.1"], ["c1.2"]]);
    expect(asked[1]?.before).toContain(texts["c1.1"]);
    // Ways to go on are offered afresh; everything else stays.
    const { options: _, ...kept } = outlined;
    expect(state.answer).toMatchObject(kept);
    expect(document.sections.map(({ key }) => key)).toContain("characters");
    expect(textOf(document, "progress")).toContain("Next: 2. The felt.");

    const next = await run({ act: "chapter" }, state.answer, write);
    expect(next.parts.filter(({ section }) => section === "scenes").map(({ ids }) => ids)).toEqual([["c2.1"]]);
    expect(next.parts[0]?.before).toContain(texts["c1.2"]);
    expect(next.state.answer["scenes"]).toEqual(rowsOf("c1.1", "c1.2", "c2.1"));
    expect(textOf(next.document, "progress")).toContain("All planned chapters are written.");
  });

  test("is told what the book has fixed: people, world, chapters, facts", async () => {
    const start = {
      ...written("c1.1", "c1.2"),
      canon: [{ id: "c1.1-1", who: "Ida", kind: "looks", fact: "grey eyes", quote: "" }],
    };
    const { asks } = await run({ act: "chapter" }, start, write);
    const [first] = asks;
    for (const known of ["left-handed", "No ghosts", "Ida finds the felt.", "grey eyes"])
      expect(first?.prompt.user).toContain(known);
  });

  test("that nobody writes gives the coins back", async () => {
    const { document } = await run({ act: "chapter" }, outlined, null);
    expect(document.coverage).toEqual({ found: 0, wanted: 2 });
  });

  test("is revised with its present text and the wish at hand, and the others stay", async () => {
    const better = fromSample({
      scenes: [{ id: "c1.1", text: `${texts["c1.1"]} She waited.` }, rowsOf("c1.2")[0]],
      canon: [],
    });
    const { parts, state, asks } = await run(
      { act: "revise", chapter: 1, wish: "More winter." },
      written("c1.1", "c1.2", "c2.1"),
      better,
    );
    const asked = parts.filter(({ section }) => section === "scenes");
    expect(asked.map(({ ids, old }) => [ids, old?.trim()])).toEqual([
      [["c1.1"], texts["c1.1"]],
      [["c1.2"], texts["c1.2"]],
    ]);
    expect(asks[0]?.prompt.user).toContain("More winter.");
    expect(
      Object.fromEntries((state.answer["scenes"] as { id: string; text: string }[]).map(({ id, text }) => [id, text])),
    ).toEqual({
      "c1.1": `${texts["c1.1"]} She waited.`,
      "c1.2": texts["c1.2"],
      "c2.1": texts["c2.1"],
    });
  });
});

describe("a revision", () => {
  test("is told what the last review would change, scene by scene, and not what has gone since", async () => {
    const start = {
      ...written("c1.1", "c1.2", "c2.1"),
      passages: [
        {
          id: "c1-1",
          better: "Let the reader hear the silence.",
          quote: "Nobody answered, and the felt swallowed it.",
        },
        { id: "c1-2", better: "Cut it.", quote: "A sentence that was rewritten since." },
        { id: "c2-1", better: "Show the cold.", quote: "She dug where the snow was thin" },
      ],
    };
    const asked = async (act: Act) =>
      (await run({ act, chapter: 1 }, start, fromSample({ scenes: rowsOf("c1.1", "c1.2"), canon: [] }))).asks.flatMap(
        ({ parts, prompt }) => (parts.some(({ section }) => section === "scenes") ? [prompt.user] : []),
      );
    const [first = "", second = ""] = await asked("revise");
    expect(first).not.toContain("improve “");
    expect(second).toContain("improve “Nobody answered, and the felt swallowed it.”: Let the reader hear the silence.");
    expect(second).not.toMatch(/Cut it\.|Show the cold/);
  });
});

describe("lengths", () => {
  const scenes = "One\nTwo\nThree";
  const outline = (...words: (number | null)[]) =>
    words.map((each, at) => ({
      id: `c${at + 1}`,
      goal: "g",
      conflict: "c",
      view: "v",
      setups: "",
      words: each,
      scenes,
    }));
  const spine = [1, 2].map((at) => ({ id: `s-${at}`, title: `T${at}`, purpose: "p" }));
  const codes = async (of: object[], words: number) =>
    (
      await run({ act: "outline", chapters: 2, words }, {}, fromSample({ spine, outline: of, options: [] }))
    ).document.issues.flatMap(({ code, text }) => (code.startsWith("outline") ? [[code, text]] : []));

  test("of an outline that cannot hold the book are a warning", async () => {
    expect(await codes(outline(3000, 2900), 6000)).toEqual([]);
    expect(await codes(outline(4000, 6000), 10_000)).toEqual([
      [
        "outlineShort",
        "The outline has room for about 6,600 words, but the book should have 10,000. Add scenes or chapters.",
      ],
    ]);
    expect(await codes(outline(3000, 2900), 9000)).toEqual([
      ["outlineWords", "The chapters add up to 5,900 words, but the book should have 9,000."],
    ]);
  });

  test("of a scene are its part of the chapter, and a chapter that is far from it is a warning", async () => {
    const start = { ...outlined, outline: outline(1500, null), spine };
    const scenesOf = (count: number) =>
      ["c1.1", "c1.2", "c1.3"].map((id) => ({ id, text: "word ".repeat(count).trim() }));
    const chapter = async (count: number) =>
      run({ act: "chapter", words: 6000 }, start, fromSample({ scenes: scenesOf(count), canon: [], options: [] }));
    const { asks, document } = await chapter(500);
    expect(asks[0]?.prompt.user).toContain("about 500 words");
    expect(document.issues.map(({ code }) => code)).not.toContain("chapterLength");
    expect(textOf(document, "progress")).toContain('["1. T1","1,500","1,500"]');
    expect((await chapter(100)).document.issues.map(({ text }) => text)).toContain(
      "The chapter has 300 words instead of 1,500.",
    );
  });
});

describe("a frame", () => {
  test("gives an outline without a writer its chapters, with their words", async () => {
    const { document } = await run({ act: "outline", chapters: 9, words: 60_000, structure: "threeAct" }, {}, null);
    expect(textOf(document, "spine")).toContain("The low point");
    expect(textOf(document, "outline")).toContain("Words: 6,000");
    const own = await run({ act: "outline", outline: "Only mine", structure: "hero" }, {}, null);
    expect(textOf(own.document, "spine")).toContain("Only mine");
    expect(textOf(own.document, "spine")).not.toContain("mentor");
    const none = await run({ act: "outline", structure: "none" }, {}, null);
    expect(textOf(none.document, "spine")).not.toContain("Opening");
  });
});

describe("options", () => {
  const options = ["One", "Two"].map((name) => ({ name, happens: "Something happens.", price: "It costs." }));
  test("show ways for the next chapter, and none when the book is whole", async () => {
    const write = fromSample({ scenes: rowsOf("c1.1", "c1.2", "c2.1"), canon: [], options });
    const { document, state } = await run({ act: "chapter" }, outlined, write);
    expect(textOf(document, "options")).toContain("Something happens.");
    const last = await run({ act: "chapter" }, state.answer, write);
    expect(last.parts.map(({ section }) => section)).not.toContain("options");
  });
});

test("a book about facts searches the web for its subject and its chapter, a novel for nothing", async () => {
  const requests = async (kind: Form["kind"]) => {
    const values = filled({ act: "chapter", kind, research: "web" });
    const start = { ...emptyState(wideRoom), answer: outlined, start: outlined };
    return (await simulate(workflow, values, { start })).requests.filter((one) => one.includes('"search"'));
  };
  expect(await requests("novel")).toEqual([]);
  expect((await requests("nonFiction")).join()).toMatch(/The quiet house.*1\. The key/);
});

describe("an outline", () => {
  test("may not move or rename a chapter that is written", async () => {
    const start = written("c1.1");
    const renamed = [
      { title: "Another key", purpose: "Ida takes the key." },
      { title: "The felt", purpose: "Ida finds the felt." },
    ];
    const write = fromSample({ spine: renamed, outline: outlined["outline"] });
    const { values, state, asks } = await run({ act: "outline", chapters: 2 }, start, write);
    const errors = asks.flatMap((step) => workflow.validate(values, contextOf("en"), state, step).errors);
    expect(errors.map(({ code }) => code)).toContain("begunChanged");
    // What is written keeps its plan: nobody is asked for it.
    expect(
      asks.flatMap(({ parts }) => parts.filter(({ section }) => section === "outline").map(({ ids }) => ids)),
    ).toEqual([["c2"]]);
  });

  test("suggests a session for each chapter that is still to be written", async () => {
    const write = fromSample({ spine: outlined["spine"], outline: outlined["outline"] });
    const { document } = await run({ act: "outline", chapters: 2 }, written("c1.1"), write);
    expect(document.proposals.map(({ key, payload }) => [key, payload["title"]])).toEqual([
      ["write:c2", "Write 2. The felt: about 30,000 words"],
    ]);
    expect(dropInvalid(document.proposals, effects)).toEqual(document.proposals);
  });
});

describe("a review", () => {
  test("reads chapter by chapter and shows the words it means", async () => {
    const weak = "Nobody answered, and the felt swallowed it.";
    const write = fromSample({ passages: [{ better: "Let the reader hear the silence.", quote: weak }] });
    const { parts, document } = await run({ act: "review" }, written("c1.1", "c1.2", "c2.1"), write);
    expect(parts.map(({ about }) => about?.map(({ title }) => title))).toEqual([["1. The key"], ["2. The felt"]]);
    expect(document.sections.find(({ key }) => key === "passages")?.blocks).toMatchObject([
      { type: "quote", text: weak, by: "1. The key" },
      { type: "p", text: "Let the reader hear the silence." },
    ]);
  });

  test("names what contradicts itself, with its chapters", async () => {
    const fact = (id: string, kind: string, what: string) => ({ id, who: "Ida", kind, fact: what, quote: "" });
    const canon = [
      fact("c1.1-1", "looks", "grey eyes"),
      fact("c2.1-1", "looks", "green eyes"),
      fact("c1.1-2", "death", "drowns"),
    ];
    const { document } = await run(
      { act: "review" },
      { ...written("c1.1", "c1.2", "c2.1"), canon },
      fromSample({ passages: [] }),
    );
    expect(textOf(document, "continuity")).toContain(
      "Ida Brenner: “grey eyes” (1. The key), later “green eyes” (2. The felt).",
    );
    const kin = [{ id: "c2.1-2", who: "Ida", kind: "kin", fact: "Tilde’s daughter", quote: "" }];
    const other = await run({ act: "review" }, { ...written("c1.1"), canon: kin }, fromSample({ passages: [] }));
    expect(textOf(other.document, "continuity")).toContain(
      "Ida Brenner: “niece of Tilde” (story bible), later “Tilde’s daughter” (2. The felt).",
    );
    expect(textOf(document, "continuity")).toContain("Ida dies in 1. The key but speaks in 1. The key.");
  });
});

describe("the guard", () => {
  test("refuses a step that has nothing to work on", () => {
    const whole = written("c1.1", "c1.2", "c2.1");
    expect(missingFor("chapter", 1, {})).toBe("noOutline");
    expect(missingFor("chapter", 1, outlined)).toBeNull();
    expect(missingFor("chapter", 1, whole)).toBe("allWritten");
    expect(missingFor("revise", 2, written("c1.1"))).toBe("noChapter");
    expect(missingFor("revise", 1, written("c1.1"))).toBeNull();
    expect(missingFor("review", 1, outlined)).toBe("noText");
    expect(missingFor("review", 1, written("c1.1"))).toBeNull();
    expect(workflow.guard(filled({ act: "chapter" }), [], undefined, {})).toMatchObject({
      code: "bookWriting.noOutline",
    });
    expect(workflow.guard(filled({ act: "chapter" }), [], undefined, outlined)).toBeNull();
  });

  test("lets the first two steps begin anywhere", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("concept" as const, "outline" as const),
        fc.integer({ min: 1, max: 60 }),
        (act, chapter) => {
          for (const start of [{}, outlined, written("c1.1")]) expect(missingFor(act, chapter, start)).toBeNull();
        },
      ),
    );
  });
});

test("figures may be invented in a novel and not in a book about facts", async () => {
  const write = fromSample({
    scenes: [{ id: "c1.1", text: "They were 4711 of 8150, and it was cold by the sea." }, rowsOf("c1.2")[0]],
    canon: [],
  });
  for (const [kind, codes] of [
    ["novel", []],
    ["nonFiction", ["figureUnproven"]],
  ] as const) {
    const { values, state, asks } = await run({ act: "chapter", kind }, outlined, write);
    const found = asks.flatMap((step) =>
      workflow.validate(values, contextOf("en"), state, step).errors.map(({ code }) => code),
    );
    expect([...new Set(found.filter((code) => code === "figureUnproven"))]).toEqual(codes);
  }
});

test("drafts of every step and of every kind of form are whole and say what comes next", async () => {
  const steps = Object.keys(acts) as Act[];
  for (const language of ["en", "de"] as const)
    for (const input of inputsOf("bookWriting", language))
      for (const act of steps) {
        const values = form.parse({ ...(input as object), act });
        const { state } = await simulate(workflow, values);
        const document = workflow.assemble(values, contextOf(language), state, { isDraft: true });
        expect(JSON.stringify(document.sections)).not.toMatch(/\{\w+(?::[^}]*)?\}|undefined|NaN|null/);
        expect(document.issues.filter(({ level }) => level === "error")).toEqual([]);
        expect(textOf(document, "progress")).toMatch(/Next: |Als Nächstes: /);
        expect(dropInvalid(document.proposals, effects)).toEqual(document.proposals);
      }
});
