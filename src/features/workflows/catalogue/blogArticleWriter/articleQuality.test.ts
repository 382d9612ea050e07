import { describe, expect, test } from "vitest";
import type { Assembled } from "../../kit/workflowSpec.ts";
import { narrowRoom, wideRoom } from "../../kit/state.ts";
import { contextOf, fromSample, type Reader, sampleOf, simulate } from "#src/testing/simulatedRun.ts";
import {
  blocksOf,
  exampleForm,
  rowsIn,
  rowsOf,
  sampleWith,
  type Answers,
  written,
  assembledDraft,
} from "./articleFixture.ts";
import type { Form } from "./form.ts";
import { blogArticleWriter as workflow } from "./workflow.ts";

describe("notes", () => {
  test.each(["en", "de"] as const)("that may not be printed reach no writer (%s)", async (language) => {
    for (const room of [undefined, narrowRoom]) {
      const { asks } = await simulate(workflow, exampleForm({}, language), {
        write: fromSample(sampleOf("blogArticleWriter", language)),
        ...(room ? { room } : {}),
      });
      const prompts = asks.map(({ prompt }) => prompt.system + prompt.user).join("\n");
      expect(prompts).not.toMatch(/Petersen|DIN 18041/);
      expect(prompts).toContain("n11: ");
      expect(prompts).not.toContain("n12: ");
    }
  });

  test("that do not fit into a small room stand beside their part", async () => {
    const experienceNotes = Array.from(
      { length: 60 },
      (_, at) => `Roof ${at + 1}: wet felt under the eastern gutter.`,
    ).join("\n");
    const answers = sampleWith("outline", ({ id }) => ({ notes: [`n${Number(String(id).slice(2)) * 10}`] }));
    const promptsIn = async (room: typeof narrowRoom): Promise<string> => {
      const { asks } = await simulate(workflow, exampleForm({ experienceNotes: experienceNotes.repeat(2) }), {
        write: fromSample(answers),
        room,
      });
      return asks.map(({ prompt }) => prompt.user).join("\n");
    };
    expect(await promptsIn(narrowRoom)).toContain("notes: n50: Roof 50: wet felt under the eastern gutter. | text");
    expect(await promptsIn(wideRoom)).toContain("notes: n50 | text");
  });

  test("that may not be printed cannot carry a part, and are asked about", async () => {
    const { document } = await written(
      sampleWith("outline", ({ id }) => (id === "o-5" ? { notes: ["n9", "n12", "n99"] } : {})),
    );
    expect(rowsOf(document, "outline").at(-1)?.[2]).toBe("9");
    expect(document.openQuestions.filter((question) => /^Note 1[23] /.test(question))).toHaveLength(2);
  });
});

describe("what is read", () => {
  const files = ["0190a0a0-0000-7000-8000-000000000000"];
  const sitemapUrl = "https://klangraum.example/sitemap.xml";
  const requestsOf = async (change: Partial<Form>) => {
    const { requests } = await simulate(workflow, exampleForm(change));
    return requests.map((request) => JSON.parse(request) as Record<string, unknown>);
  };

  test("are files, and pages, a search and the sitemap when the web may be read", async () => {
    const wanted = { attachments: files, sourceUrls: ["https://a.example/"], sitemapUrl };
    expect((await requestsOf(wanted)).map(({ kind }) => kind)).toEqual(["file"]);
    const onWeb = await requestsOf({ ...wanted, research: "web", depth: "deep" });
    expect(onWeb.map(({ kind }) => kind)).toEqual(["file", "url", "search", "sitemap"]);
    expect(onWeb[2]).toEqual({
      kind: "search",
      query: "Echo in the meeting room: what helps before you buy microphones meeting room echo",
      count: 8,
    });
    expect(onWeb[3]?.["hidden"]).toBe(true);
  });

  test("gives links to own pages, and no writer sees the sitemap", async () => {
    const read: Reader = (request) =>
      request.includes("sitemap")
        ? [
            {
              text: [
                "https://klangraum.example/\tHome",
                "https://klangraum.example/day\tMeasuring day Canary",
                "https://klangraum.example/ceiling\tUnder the ceiling",
              ].join("\n"),
            },
          ]
        : [];
    const form = exampleForm({ research: "web", sitemapUrl });
    const { document, asks } = await written(sampleOf("blogArticleWriter", "en"), form, read);
    expect(rowsOf(document, "links")).toContainEqual([
      "under the ceiling",
      "1.1 s before, 0.5 s after: what we did in Altona",
      "https://klangraum.example/ceiling",
    ]);
    expect(asks.map(({ prompt }) => prompt.system + prompt.user).join()).not.toContain("Canary");
  });

  test("must not be copied, unless it is the author's own file", async () => {
    const sample = sampleOf("blogArticleWriter", "en");
    const copy = rowsIn(sample, "parts")
      .map(({ text }) => String(text).replaceAll(" [form]", ""))
      .join("\n");
    const onWeb = exampleForm({ research: "web", sourceUrls: ["https://a.example/"] });
    const page = await written(sample, onWeb, (request) => (request.includes("a.example") ? [{ text: copy }] : []));
    expect(page.errors.filter(({ code }) => code === "partCopied").map(({ at }) => at)).toEqual([
      "parts/o-1/text",
      "parts/o-2/text",
      "parts/o-3/text",
      "parts/o-4/text",
      "parts/o-5/text",
    ]);
    expect(page.document.issues.map(({ code }) => code)).toContain("copied");
    // A single sentence of a page is a quotation.
    const [sentence = ""] = /If you hear the room after each sentence[^.]*\./.exec(copy) ?? [];
    const quoted = await written(sample, onWeb, (request) =>
      request.includes("a.example") ? [{ text: sentence }] : [],
    );
    expect(quoted.errors).toEqual([]);
    const own = await written(sample, exampleForm({ attachments: files }), () => [
      { text: copy, url: "file:0190", title: "notes.txt" },
    ]);
    expect(own.errors).toEqual([]);
  });

  test("and never used is named when it is the author's own file", async () => {
    const form = exampleForm({ attachments: files }, "de");
    const read: Reader = () => [{ text: "Tofu 7", url: "file:0190", title: "karte.txt" }];
    const { state } = await simulate(workflow, form, { read });
    const { issues } = workflow.assemble(form, contextOf("de"), state, { isDraft: true });
    expect(issues.map(({ text }) => text)).toEqual(["Aus „karte.txt“ wurde nichts im Artikel verwendet."]);
    const { document } = await written(
      sampleWith("parts", ({ text }) => ({ text: `${String(text)} Siehe Karte. [s1]` }), "de"),
      form,
      read,
    );
    expect(document.issues.map(({ code }) => code)).not.toContain("fileUnused");
  });
});

describe("checks of a written article", () => {
  const codesAt = async (answers: Answers, form?: Form) =>
    (await written(answers, form)).errors.map(({ code, at }) => `${code} ${String(at)}`);

  test("refuse a part that says too little, and a text beyond the limit of its place", async () => {
    // 120 words were asked for, so 40 are the least.
    const sentence = "Look at the ceiling first, then look at the walls as well.";
    const short = Array.from({ length: 4 }, () => sentence).join(" ");
    const shorter = Array.from({ length: 3 }, () => sentence).join(" ");
    expect(await codesAt(sampleWith("parts", ({ id }) => (id === "o-1" ? { text: shorter } : {})))).toEqual([
      "partTooShort parts/o-1/text",
    ]);
    expect(await codesAt(sampleWith("parts", ({ id }) => (id === "o-1" ? { text: short } : {})))).toEqual([]);
    expect(
      await codesAt(
        sampleWith("snippet", ({ id }) =>
          id === "title" ? { text: `Meeting room echo ${"and more ".repeat(6)}` } : {},
        ),
      ),
    ).toEqual(["cellTooLong snippet/title/text"]);
    expect(
      await codesAt(
        sampleWith("teasers", ({ id }) => (id === "t2" ? { text: "Meeting rooms echo. ".repeat(14) } : {})),
      ),
    ).toEqual(["cellTooLong teasers/t2/text"]);
  });

  test("notice stuffing, a missing term, the wrong length, and unused notes and terms", async () => {
    const form = exampleForm({
      length: 1200,
      primaryKeyword: "sourdough",
      secondaryKeywords: ["reverberation", "rye"],
    });
    const { document } = await written(
      sampleWith("outline", ({ id }) => (id === "o-5" ? { notes: [] } : {})),
      form,
    );
    expect(document.issues.map(({ code, level }) => `${level} ${code}`)).toEqual([
      "warn length",
      "warn termInTitle",
      "warn termInOpening",
      "warn termInHeading",
      "info termsUnused",
      "info notesUnused",
    ]);
    expect(document.issues.at(-1)?.text).toBe("Notes not used in the article: 9.");
    expect(rowsOf(document, "quality")).toContainEqual(["Secondary keywords used", "1 of 2", "all", "revise"]);
    const stuffed = await written(
      sampleWith("parts", ({ text }) => ({ text: `${String(text)}${" Meeting room echo.".repeat(8)}` })),
    );
    expect(stuffed.document.issues.map(({ code }) => code)).toContain("termTooOften");
  });

  test("miss a citation when pages were read and none is cited", async () => {
    const form = exampleForm({ research: "web" });
    const { document } = await written(sampleOf("blogArticleWriter", "en"), form, () => [
      { text: "Bees fly at dusk." },
    ]);
    expect(document.issues.map(({ code }) => code)).toEqual(["noneCited"]);
  });
});

describe("questions and answers for search engines", () => {
  const dataOf = (document: Assembled): { mainEntity: { name: string; acceptedAnswer: { text: string } }[] } => {
    const script =
      blocksOf(document, "faqData")
        .flatMap((block) => (block.type === "code" ? [block.text] : []))
        .at(-1) ?? "";
    expect(script.match(/<\/?script/g)).toHaveLength(2);
    return JSON.parse(script.replace(/^<script[^>]*>|<\/script>$/g, "")) as never;
  };

  test("hold what is answered, without marks, and cannot end their element", async () => {
    const answers = sampleWith("faq", ({ id }) =>
      id === "f-1"
        ? { answer: "" }
        : id === "f-2"
          ? { answer: "It is </script> of no use, as far as we know. [form]" }
          : {},
    );
    const { document } = await written(answers);
    const { mainEntity } = dataOf(document);
    expect(mainEntity).toHaveLength(3);
    expect(mainEntity[0]?.acceptedAnswer.text).toBe("It is </script> of no use, as far as we know.");
    expect(document.openQuestions).toContain("How do you answer your readers’ open questions, in two sentences each?");
  });
});

describe("bad answers", () => {
  test.each([
    ["one word for a text", "parts", () => ({ text: "Ok." }), "cellTooShort"],
    [
      "the same text in every row",
      "teasers",
      () => ({ text: "Meeting rooms echo, and a phone shows it. [Link]" }),
      "alike",
    ],
    ["the same headline five times", "titles", () => ({ title: "Meeting room echo and what to do" }), "alike"],
    [
      "an invented figure in a part",
      "parts",
      (row: object) => ({ text: `${String(Reflect.get(row, "text"))} Gartner says 4,711.` }),
      "figureUnproven",
    ],
    [
      "an invented figure in a heading",
      "outline",
      (row: object) => ({ heading: `${String(Reflect.get(row, "heading"))} 4711` }),
      "figureUnproven",
    ],
  ])("are refused: %s", async (_, key, change, code) => {
    const { errors } = await written(sampleWith(key, change));
    const own = errors.filter((error) => error.at?.startsWith(`${key}/`));
    expect(own.length).toBeGreaterThan(0);
    expect(own.map((error) => error.code)).toContain(code);
  });

  test("are refused: English for a German form", async () => {
    const { errors } = await written(sampleOf("blogArticleWriter", "en"), exampleForm({}, "de"));
    expect(errors.filter(({ code }) => code === "wrongLanguage").map(({ at }) => at)).toEqual(
      expect.arrayContaining(["opening", "parts"]),
    );
  });
});

describe("the fact box", () => {
  test("has proven sentences with what carries each, those with figures first", async () => {
    const { document } = await written(sampleOf("blogArticleWriter", "en"));
    const rows = rowsOf(document, "factBox");
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.length).toBeLessThanOrEqual(12);
    expect(rows.every(([, source]) => source === "own notes")).toBe(true);
    const hasFigure = rows.map(([fact = ""]) => /\d{2}|\d[.,]\d/.test(fact));
    expect(hasFigure).toEqual(hasFigure.toSorted((a, b) => Number(b) - Number(a)));
    expect(JSON.stringify(rows)).not.toMatch(/\[form\]|\[s\d/);
    // A step that readers follow is none.
    expect(JSON.stringify(rows)).not.toContain("Record 30 seconds of speech.");
  });

  test.each(["en", "de"] as const)("has no sentence that tells readers what to do (%s)", async (language) => {
    const { document } = await written(sampleOf("blogArticleWriter", language), exampleForm({}, language));
    const facts = rowsOf(document, "factBox").map(([fact = ""]) => fact);
    expect(facts.length).toBeGreaterThan(3);
    // Read out of the closing of both samples.
    expect(
      facts.filter((fact) => /^(?:Record|If you hear|Nehmen Sie|Hören Sie den Raum, messen|Wenn Sie es)/.test(fact)),
    ).toEqual([]);
  });

  test("names the page that proves a sentence, and leaves out what nothing carries", async () => {
    const fact = "Absorbers at the first reflection shorten the echo of a meeting room by half.";
    const sample = sampleOf("blogArticleWriter", "en");
    const opening = [
      ...(sample["opening"] as string[]),
      `${fact.slice(0, -1)} [s1].`,
      "Zebras quietly outnumber lighthouses [s1].",
    ];
    const form = exampleForm({ research: "web" });
    const read: Reader = (request) => (request.includes('"search"') ? [{ text: fact, title: "Echo guide" }] : []);
    const { document } = await written({ ...sample, opening }, form, read);
    const rows = rowsOf(document, "factBox");
    expect(rows[0]).toEqual([fact, "Echo guide"]);
    expect(JSON.stringify(rows)).not.toContain("Zebras");
  });

  test("is none of a draft, whose hashtags are the search terms", async () => {
    const document = await assembledDraft(exampleForm());
    expect(blocksOf(document, "factBox")).toEqual([]);
    const [block] = blocksOf(document, "hashtags");
    expect(block?.type === "p" && block.text).toMatch(/^#\w+/);
    const { document: whole } = await written(sampleOf("blogArticleWriter", "en"));
    expect(blocksOf(whole, "hashtags")).toMatchObject([
      { type: "p", text: "#RoomAcoustics #MeetingRoom #HybridWork #OfficeDesign" },
    ]);
  });
});
