import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { Engine } from "#src/features/workflows/engine.ts";
import { createDraftEngine } from "#src/features/workflows/server/engines/draftEngine.ts";
import { newId } from "#src/kit/ids.ts";
import { visibleLength } from "#src/kit/schemas.ts";
import { openTestProduct } from "#src/testing/openProduct.ts";
import { sampleRun, sampleText } from "#src/testing/sampleAnswers.ts";
import { readEvents, type Answer } from "#src/testing/visitor.ts";
import { fixtures } from "./fixtures.ts";
import { naughtyTexts, unusableTexts } from "./naughty.ts";

/** What the engine writes as a paragraph of its own; null lets the draft stand. */
let written: string | null = null;
const drafts = createDraftEngine({ reason: "Tests ask for drafts.", reasonCode: "draftForced" });
const { sample } = await sampleRun("userStoryWriter");
const engine: Engine = {
  ...drafts,
  async ask({ prompt }, { onPartial }) {
    if (written === null) return null;
    const answer: Record<string, unknown> = JSON.parse(sampleText(prompt, sample));
    const value = Array.isArray(answer["epic"]) ? { ...answer, epic: [...answer["epic"], written] } : answer;
    onPartial?.(value);
    return { value, usage: { inputTokens: null, outputTokens: null } };
  },
};

const product = await openTestProduct({ engine, env: { WELCOME_COINS: "100000" } });
const mara = await product.signUp();
afterAll(() => product.close());

const isJson = ({ headers }: Answer): void => {
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
};

const stories = "/api/workflows/userStoryWriterWorkflow";
async function runWith(change: object): Promise<{ answer: Answer; read: () => Promise<Record<string, never>> }> {
  const { example } = (await mara.send("GET", stories)).body;
  const answer = await mara.send(
    "POST",
    `${stories}/runs`,
    { enData: { formValues: { ...example, ...change } } },
    {
      "idempotency-key": newId(),
    },
  );
  if (answer.status === 202) await readEvents(mara, answer.body.run.id);
  return {
    answer,
    read: async () => (await mara.send("GET", `/api/projects/workflow/${answer.body.run.projectId}`)).body.project,
  };
}

/** Every field that takes a person's words. */
const fields = fixtures.flatMap(({ texts }) => Object.entries(texts?.(mara, product) ?? {}));

describe.each(fields)("text field %s", (_name, field) => {
  test("preserves every text byte for byte", async () => {
    for (const text of naughtyTexts) {
      const cut = text.slice(0, 40).toWellFormed() === text.slice(0, 40) ? text.slice(0, 40) : text.slice(0, 39);
      const { answer, read } = await field(cut);
      isJson(answer);
      expect([cut, answer.status < 300, answer.status < 300 ? null : answer.body]).toEqual([cut, true, null]);
      expect(await read()).toBe(cut);
    }
  });

  test("preserves any characters and rejects NUL and lone surrogates", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", minLength: 1, maxLength: 15 }), async (text) => {
        const { answer, read } = await field(text);
        // What nobody sees may be refused where something is required.
        if (text.includes("\u0000") || visibleLength(text) === 0) expect([200, 201, 400]).toContain(answer.status);
        else expect([text, answer.status < 300]).toEqual([text, true]);
        if (text.includes("\u0000")) expect(answer.status).toBe(400);
        if (answer.status < 300) expect(await read()).toBe(text);
      }),
      { numRuns: 15 },
    );
    for (const text of unusableTexts) expect((await field(text)).answer.status).toBe(400);
  });
});

test("preserves values of workflow settings", async () => {
  for (const text of naughtyTexts) {
    const workflowSettings = [{ workflow: "contentPlannerWorkflow", values: { notes: text } }];
    const answer = await mara.send("POST", "/api/user/settings", { workflowSettings });
    expect([text, answer.status]).toEqual([text, 200]);
    expect((await mara.send("GET", "/api/user/settings")).body.workflowSettings).toEqual(workflowSettings);
  }
});

test("preserves a user's name as typed", async () => {
  for (const name of naughtyTexts.slice(0, 12)) {
    const person = await product.signUp(name);
    expect((await person.send("GET", "/api/user")).body.name).toBe(name);
    expect((await person.send("GET", "/api/auth/session")).body.user.name).toBe(name);
  }
});

/** A document's titles are lines: checks may join white space, nothing else. */
const squeezed = (text: string): string => text.replace(/\s+/g, " ").trim();

describe("text in a run", () => {
  test("is the same in the form, the project name and the document", async () => {
    for (const text of naughtyTexts.filter((candidate) => candidate.trim().length >= 3 && candidate.length < 100)) {
      const { answer, read } = await runWith({ requirementTitle: text, notes: text });
      expect([text, answer.status]).toEqual([text, 202]);
      const project = await read();
      expect(project["name"]).toBe(text);
      expect(project["fields"]).toMatchObject({ formValues: { requirementTitle: text, notes: text } });
      expect([text, project["state"]]).toEqual([text, 50]);
    }
  }, 60_000);

  test("is preserved from the engine, and cannot inject events", async () => {
    try {
      for (const text of naughtyTexts.filter((candidate) => candidate.trim() !== "")) {
        written = text;
        // Figures that stand nowhere else would be taken out.
        const { answer } = await runWith({ notes: text });
        const { id, projectId: project } = answer.body.run;
        const events = await readEvents(mara, id);
        expect([text, events.filter(({ data }) => data.type === "end")]).toMatchObject([
          text,
          [{ data: { run: { status: "succeeded" } } }],
        ]);
        const { revision } = (await mara.send("GET", `/api/projects/workflow/${project}/revisions/1`)).body;
        const texts = revision.document.sections.flatMap((section: { blocks: { text?: string }[] }) =>
          section.blocks.flatMap((block) => (block.text === undefined ? [] : [squeezed(block.text)])),
        );
        expect(texts).toContain(squeezed(text));
        expect(JSON.stringify(events.map(({ data }) => data))).toContain(JSON.stringify(text.trim()).slice(1, -1));
      }
    } finally {
      written = null;
    }
  }, 60_000);

  test("with NUL or lone surrogates from the engine is sanitized or fails without charge", async () => {
    try {
      for (const text of unusableTexts) {
        written = text;
        const before = (await mara.send("GET", "/api/coins")).body.credits;
        const { answer } = await runWith({});
        const { run } = (await mara.send("GET", `/api/workflows/runs/${answer.body.run.id}`)).body;
        const after = (await mara.send("GET", "/api/coins")).body;
        expect(after.held).toBe(0);
        expect([run.status, before - after.credits]).toEqual(
          run.status === "succeeded" ? ["succeeded", 20] : ["failed", 0],
        );
      }
    } finally {
      written = null;
    }
  }, 60_000);
});
