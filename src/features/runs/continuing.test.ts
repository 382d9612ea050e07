import { afterAll, beforeAll, expect, test } from "vitest";
import type { Engine } from "#src/features/workflows/engine.ts";
import { createDraftEngine } from "#src/features/workflows/server/engines/draftEngine.ts";
import { newId } from "#src/kit/ids.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { sampleRun, sampleText, type SampleRun } from "#src/testing/sampleAnswers.ts";
import { type Person, readEvents } from "#src/testing/visitor.ts";

/* A workflow that goes on with its project: each run is a step, and keeps what earlier ones wrote. */

const sceneText = (id: string): string =>
  `${id}: Ida came with the key before it was light, and the house let no sound of her pass through its walls.`;
const chapters = [
  {
    id: "c1",
    goal: "Ida wants to get into the house.",
    conflict: "The lock does not turn for her.",
    view: "Ida",
    setups: "The key is the wrong one.",
    words: null,
    scenes: "Ida arrives at the house with the key\nIda enters through the kitchen window",
  },
  {
    id: "c2",
    goal: "Ida wants to find the box.",
    conflict: "Snow covers every sign of it.",
    view: "Ida",
    setups: "",
    words: null,
    scenes: "Ida digs behind the dyke until her hands give out",
  },
];

const drafts = createDraftEngine({ reason: "Nothing was found.", reasonCode: "nothingFound" });
let book: SampleRun;
let sample: Record<string, unknown>;
const engine: Engine = {
  info: { ...drafts.info, kind: "model" as const, model: "double-1" },
  room: drafts.room,
  ask: ({ prompt }) =>
    Promise.resolve({
      value: JSON.parse(sampleText(prompt, sample)) as unknown,
      usage: { inputTokens: 1, outputTokens: 1 },
    }),
};

let product: TestProduct;
let mara: Person;
beforeAll(async () => {
  book = await sampleRun("bookWriting");
  sample = {
    ...book.sample,
    spine: [
      { title: "The key", purpose: "Ida takes the key and with it the house." },
      { title: "The felt", purpose: "Ida finds out what swallows every sound." },
    ],
    outline: chapters,
    scenes: ["c1.1", "c1.2", "c2.1"].map((id) => ({ id, text: sceneText(id) })),
    canon: [],
  };
  product = await openTestProduct({ engine, env: { WELCOME_COINS: "1000" } });
  mara = await product.signUp();
});
afterAll(() => product.close());

const path = "/api/workflows/bookWritingWorkflow";
const wanted = (changes: object, projectId?: string) => ({
  formValues: { ...book.formValues, chapters: 2, ...changes },
  ...(projectId ? { projectId } : {}),
});
const quote = (changes: object, projectId?: string, person = mara) =>
  person.send("POST", `${path}/quote`, wanted(changes, projectId));
const start = (changes: object, projectId?: string, person = mara) =>
  person.send("POST", `${path}/runs`, { enData: wanted(changes, projectId) }, { "idempotency-key": newId() });
async function run(changes: object, projectId?: string) {
  const { status, body } = await start(changes, projectId);
  expect(status).toBe(202);
  await readEvents(mara, body.run.id);
  const ended = (await mara.send("GET", `/api/workflows/runs/${body.run.id}`)).body.run;
  expect(ended.status).toBe("succeeded");
  const revision = `/api/projects/workflow/${ended.projectId}/revisions/${ended.revision}`;
  return { run: ended, shown: JSON.stringify((await mara.send("GET", revision)).body) };
}
const credits = async (): Promise<number> => (await mara.send("GET", "/api/coins")).body.credits;

test("A book grows step by step; a step without the one before is refused before money", async () => {
  expect(await quote({ act: "chapter" })).toMatchObject({ status: 422, body: { code: "bookWriting.noOutline" } });
  const concept = await run({ act: "concept" });
  const { projectId } = concept.run;
  expect(concept.shown).toContain("Henk Mohr");
  for (const [changes, code] of [
    [{ act: "chapter" }, "noOutline"],
    [{ act: "revise", chapter: 1 }, "noChapter"],
    [{ act: "review" }, "noText"],
  ] as const) {
    const refused = { status: 422, body: { code: `bookWriting.${code}` } };
    expect(await quote(changes, projectId)).toMatchObject(refused);
    expect(await start(changes, projectId)).toMatchObject(refused);
  }
  expect(await credits()).toBe(900);

  const outline = await run({ act: "outline" }, projectId);
  expect(outline.run).toMatchObject({ projectId, revision: 2, coins: 100 });
  expect(outline.shown).toContain("Henk Mohr");
  expect(outline.shown).toContain("Ida digs behind the dyke");

  const first = await run({ act: "chapter" }, projectId);
  expect(first.shown).toContain(sceneText("c1.2"));
  expect(first.shown).not.toContain(sceneText("c2.1"));
  const second = await run({ act: "chapter" }, projectId);
  for (const id of ["c1.1", "c1.2", "c2.1"]) expect(second.shown).toContain(sceneText(id));
  expect(await quote({ act: "chapter" }, projectId)).toMatchObject({
    status: 422,
    body: { code: "bookWriting.allWritten" },
  });
  expect((await quote({ act: "revise", chapter: 2 }, projectId)).status).toBe(200);
  expect(await credits()).toBe(600);
  expect(await brokenLaws(product.database.pool)).toEqual([]);

  // Somebody else's book is none to go on with.
  const other = await product.signUp();
  expect(await quote({ act: "chapter" }, projectId, other)).toMatchObject({
    status: 422,
    body: { code: "bookWriting.noOutline" },
  });
});
