import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "#src/features/workflows/engine.ts";
import { createDraftEngine } from "#src/features/workflows/server/engines/draftEngine.ts";
import { newId } from "#src/kit/ids.ts";
import { visibleLength } from "#src/kit/schemas.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { sampleRun, sampleText } from "#src/testing/sampleAnswers.ts";
import { readEvents, type Answer, type Person } from "#src/testing/visitor.ts";
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

let product: TestProduct;
let mara: Person;
beforeAll(async () => {
  product = await openTestProduct({ engine, env: { WELCOME_COINS: "100000" } });
  mara = await product.signUp();
});
afterAll(() => product.close());

const isJson = ({ headers }: Answer): void => {
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
};

/** Sends a text into one field and answers what is read back later. */
type Field = (text: string) => Promise<{ answer: Answer; read: () => Promise<unknown> }>;

const outcomes = "/api/workflows/scheduled/outcome";
const entries = "/api/calendar/entry";

const setting =
  (group: string, name: string): Field =>
  async (text) => ({
    answer: await mara.send("POST", "/api/user/settings", { [group]: { [name]: text } }),
    read: async () => (await mara.send("GET", "/api/user/settings")).body[group][name],
  });

const outcomeField =
  (name: string): Field =>
  async (text) => {
    const fields = { workflow: "x", kind: "post", title: "Tides", plannedAt: "2026-05-01T08:00:00Z", [name]: text };
    const answer = await mara.send("POST", outcomes, { enData: fields });
    const read = async (): Promise<unknown> => {
      let cursor = "";
      for (;;) {
        const { body } = await mara.send("GET", `${outcomes}?limit=200${cursor}`);
        const found = body.outcomes.find((row: { id: string }) => row.id === answer.body.outcome.id);
        if (found) return found[name];
        cursor = `&cursor=${body.nextCursor}`;
      }
    };
    return { answer, read };
  };

const entryField =
  (make: (text: string) => object, pick: (entry: Record<string, never>) => unknown): Field =>
  async (text) => {
    const fields = { type: "3010", title: "Tides", start: "2026-05-01T08:00:00Z", end: "2026-05-01T09:00:00Z" };
    const answer = await mara.send("POST", entries, { enData: { ...fields, ...make(text) } });
    return {
      answer,
      read: async () => pick((await mara.send("GET", `${entries}/${answer.body.entry.id}`)).body.entry),
    };
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

let projectId = "";
const projectName: Field = async (text) => {
  if (projectId === "") projectId = (await runWith({})).answer.body.run.projectId;
  return {
    answer: await mara.send("PATCH", "/api/projects/workflow", { id: projectId, name: text }),
    read: async () => (await mara.send("GET", `/api/projects/workflow/${projectId}`)).body.project.name,
  };
};
const projectValue: Field = async (text) => {
  await projectName("x");
  return {
    answer: await mara.send("PATCH", "/api/projects/workflow", {
      id: projectId,
      fields: { formValues: { notes: text } },
    }),
    read: async () =>
      (await mara.send("GET", `/api/projects/workflow/${projectId}`)).body.project.fields.formValues.notes,
  };
};

const leads = "/api/leads";
const insights = "/api/leads/outreach/insights";

/** A field of a lead, made with it and then changed to it once more. */
const leadField =
  (make: (text: string) => object, pick: (lead: Record<string, never>) => unknown): Field =>
  async (text) => {
    const answer = await mara.send("POST", leads, { enData: { leads: [{ name: "Tides", ...make(text) }] } });
    const id = answer.body.leads?.[0]?.id;
    if (id) {
      const changed = await mara.send("PUT", leads, { updates: [{ id, fields: make(text) }] });
      if (changed.status !== 200) return { answer: changed, read: async () => undefined };
    }
    return { answer, read: async () => pick((await mara.send("GET", `${leads}/${id}`)).body.lead) };
  };

let leadOfInsights = "";
const insightField =
  (make: (text: string) => object, pick: (insight: Record<string, never>) => unknown): Field =>
  async (text) => {
    if (leadOfInsights === "") {
      const lead = await mara.send("POST", leads, { enData: { leads: [{ name: "Tides" }] } });
      leadOfInsights = lead.body.leads[0].id;
    }
    const made = { leadId: leadOfInsights, ...make(text) };
    const answer = await mara.send("POST", insights, { enData: { insights: [made] } });
    const id = answer.body.insight?.id;
    if (id) {
      const changed = await mara.send("PUT", insights, { id, fields: make(text) });
      if (changed.status !== 200) return { answer: changed, read: async () => undefined };
    }
    return {
      answer,
      read: async () => {
        const { body } = await mara.send("GET", `${insights}?leadId=${leadOfInsights}&limit=5`);
        return pick(body.insights.find((row: { id: string }) => row.id === id));
      },
    };
  };

/** What the outbox holds of a wish. */
const wishField =
  (name: "wishUseCase" | "fullName"): Field =>
  async (text) => {
    await product.database.db.deleteFrom("mail").execute();
    const placeholders = { fullName: "Mara", firstName: "Mara", email: mara.email, wishUseCase: "Tides", [name]: text };
    const answer = await mara.send("POST", "/api/emailing/send-email", {
      to: "support@pioneer.invalid",
      targetLanguage: "en",
      targetEmailCase: "user-use-case-wish",
      targetGroup: "customers",
      placeholders,
    });
    return {
      answer,
      read: async () => {
        const { text_body: body } = await product.database.db.selectFrom("mail").selectAll().executeTakeFirstOrThrow();
        // Lines are quoted one by one; nothing else may change.
        const lines = text.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => `> ${line}`.trimEnd());
        return name === "fullName" || body.includes(`\n\n${lines.join("\n")}\n\n`) ? text : body;
      },
    };
  };

/** Every field that takes a person's words. */
const fields: [string, Field][] = [
  ["settings: company", setting("additionalInfo", "defaultCompanyInformation")],
  ["settings: products", setting("additionalInfo", "defaultProductsPitch")],
  ["project: name", projectName],
  ["project: form values", projectValue],
  ["outcome: title", outcomeField("title")],
  ["outcome: brief", outcomeField("brief")],
  ["outcome: kind", outcomeField("kind")],
  ["outcome: platform", outcomeField("platform")],
  ["outcome: workflow", outcomeField("workflow")],
  ...(["name", "category", "contact", "owner", "nextStep", "notes"] as const).map((name): [string, Field] => [
    `lead: ${name}`,
    leadField(
      (text) => ({ [name]: text }),
      (lead) => lead[name],
    ),
  ]),
  [
    "lead: city",
    leadField(
      (city) => ({ address: { city } }),
      (lead) => Reflect.get(lead["address"] ?? {}, "city"),
    ),
  ],
  [
    "lead: tag",
    leadField(
      (tag) => ({ tags: [tag] }),
      (lead) => lead["tags"]?.[0],
    ),
  ],
  [
    "lead: own field",
    leadField(
      (value) => ({ customFields: { own: value } }),
      (lead) => Reflect.get(lead["customFields"] ?? {}, "own"),
    ),
  ],
  ...(["subject", "message", "callScript", "bestTime"] as const).map((name): [string, Field] => [
    `insight: ${name}`,
    insightField(
      (text) => ({ [name]: text }),
      (insight) => insight[name],
    ),
  ]),
  [
    "insight: fact",
    insightField(
      (text) => ({ facts: [{ text, quote: text, url: null }] }),
      (insight) => Reflect.get(insight["facts"]?.[0] ?? {}, "text"),
    ),
  ],
  [
    "insight: follow-up",
    insightField(
      (message) => ({ followUps: [{ afterDays: 3, subject: "", message }] }),
      (insight) => Reflect.get(insight["followUps"]?.[0] ?? {}, "message"),
    ),
  ],
  ["wish", wishField("wishUseCase")],
  ["wish: name", wishField("fullName")],
  [
    "entry: title",
    entryField(
      (title) => ({ title }),
      (entry) => entry["title"],
    ),
  ],
  [
    "entry: notes",
    entryField(
      (notes) => ({ notes }),
      (entry) => entry["notes"],
    ),
  ],
  [
    "entry: location",
    entryField(
      (location) => ({ location }),
      (entry) => entry["location"],
    ),
  ],
  [
    "entry: attendee",
    entryField(
      (name) => ({ attendees: [{ name, email: "a@example.com" }] }),
      (entry) => Reflect.get(entry["attendees"]?.[0] ?? {}, "name"),
    ),
  ],
];

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
