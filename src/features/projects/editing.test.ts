import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { type Person, readEvents } from "#src/testing/visitor.ts";
import type { Project, Revision } from "./contract.ts";

/* A finished document in the hands of its owner, over the wire. */

const minuteMs = 60_000;
let passedMs = 0;
let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct({ now: () => new Date(Date.now() + passedMs) });
});
afterAll(() => product.close());

const path = "/api/projects/workflow";
const article = "/api/workflows/blogArticleWriterWorkflow";

/** A project with a draft of an article. */
async function drafted(person: Person): Promise<string> {
  const { example } = (await person.send("GET", article)).body;
  const started = await person.send(
    "POST",
    `${article}/runs`,
    { enData: { formValues: example } },
    { "idempotency-key": newId() },
  );
  await readEvents(person, started.body.run.id);
  return started.body.run.projectId as string;
}

interface Answer {
  revision: Revision & {
    document: { gaps: { at: string; state: string }[]; sections: { key: string; blocks: object[] }[] };
  };
  project: Project;
}

async function newest(person: Person, projectId: string): Promise<Answer["revision"]> {
  const { project } = (await person.send("GET", `${path}/${projectId}`)).body as { project: Project };
  return (await person.send("GET", `${path}/${projectId}/revisions/${String(project.currentRevision)}`)).body.revision;
}

/** Sends a change as somebody does who sees the given version. */
const change = (person: Person, seen: Pick<Revision, "projectId" | "number" | "edits">, edit: object) =>
  person.send("POST", `${path}/revisions/edit`, {
    projectId: seen.projectId,
    revision: seen.number,
    edits: seen.edits,
    change: edit,
  });

const textOf = ({ document }: Answer["revision"]): string => JSON.stringify(document.sections);
const fill = (text: string) => ({ kind: "fill", at: "opening/+", text });

describe("an edit", () => {
  test("is a revision of its own for the whole sitting, and the one before stays as it was", async () => {
    const person = await product.signUp();
    const first = await newest(person, await drafted(person));
    const one = await change(person, first, fill("We began with one shelf."));
    expect(one.status).toBe(200);
    const { revision, project } = one.body as Answer;
    expect([revision.number, revision.note, revision.edits, project.state, project.revisions]).toEqual([
      2,
      "edited",
      1,
      60,
      2,
    ]);
    expect(textOf(revision)).toContain("We began with one shelf.");
    const two = (await change(person, revision, { kind: "leave", at: "closing/+" })).body as Answer;
    expect([two.revision.number, two.revision.edits]).toEqual([2, 2]);
    passedMs += 31 * minuteMs;
    const three = (await change(person, two.revision, { kind: "reopen", at: "closing/+" })).body as Answer;
    expect([three.revision.number, three.revision.edits]).toEqual([3, 1]);
    const kept = await person.send("GET", `${path}/${first.projectId}/revisions/1`);
    expect(kept.body.revision.document).toEqual(first.document);
  });

  test("is undone and done again, step by step, as long as nothing new was done", async () => {
    const person = await product.signUp();
    const first = await newest(person, await drafted(person));
    const one = ((await change(person, first, fill("One."))).body as Answer).revision;
    const two = ((await change(person, one, { kind: "leave", at: "closing/+" })).body as Answer).revision;
    expect([two.canUndo, two.canRedo]).toEqual([true, false]);
    const back = ((await change(person, two, { kind: "undo" })).body as Answer).revision;
    expect(back.document).toEqual(one.document);
    expect([back.canUndo, back.canRedo]).toEqual([true, true]);
    const start = ((await change(person, back, { kind: "undo" })).body as Answer).revision;
    expect(start.document.sections).toEqual(first.document.sections);
    expect((await change(person, start, { kind: "undo" })).body.code).toBe("revision.nothingToUndo");
    const again = ((await change(person, start, { kind: "redo" })).body as Answer).revision;
    expect(again.document).toEqual(one.document);
    const other = ((await change(person, again, fill("Two."))).body as Answer).revision;
    expect(other.canRedo).toBe(false);
    expect((await change(person, other, { kind: "redo" })).body.code).toBe("revision.nothingToRedo");
  });

  test("from a tab that is behind holds where its text still stands, and is refused where it does not", async () => {
    const person = await product.signUp();
    const first = await newest(person, await drafted(person));
    const one = ((await change(person, first, fill("We began with one shelf."))).body as Answer).revision;
    const { editor } = (await person.send("GET", `${path}/${one.projectId}/revisions/2/sections/opening`)).body;
    const was = editor.paragraphs as string[];
    expect(was.at(-1)).toBe("We began with one shelf.");
    // Both tabs saw `one`; the first one changes the paragraph, the second another place, then the same.
    const edit = { kind: "prose", section: "opening", was, paragraphs: ["We began with two shelves."] };
    expect((await change(person, one, edit)).status).toBe(200);
    expect((await change(person, one, { kind: "leave", at: "closing/+" })).status).toBe(200);
    const late = await change(person, one, { ...edit, paragraphs: ["We began with three shelves."] });
    expect([late.status, late.body.code]).toEqual([409, "revision.stale"]);
    expect((await change(person, one, { kind: "undo" })).body.code).toBe("revision.stale");
    expect(textOf(await newest(person, first.projectId))).toContain("two shelves");
    expect(textOf(await newest(person, first.projectId))).not.toContain("three shelves");
  });

  test("of a field changes the form, and what is computed of it follows", async () => {
    const person = await product.signUp();
    const projectId = await drafted(person);
    const first = await newest(person, projectId);
    const empty = { kind: "form", values: { primaryKeyword: "" } };
    const emptied = ((await change(person, first, empty)).body as Answer).revision;
    const field = emptied.document.gaps.find(({ at, state }) => at.startsWith("form/") && state === "open");
    if (!field) return;
    const answer = (await change(person, emptied, { kind: "fill", at: field.at, text: "echo panels" })).body as Answer;
    expect(answer.revision.document.gaps.find(({ at }) => at === field.at)?.state).toBe("filled");
    expect(JSON.stringify(answer.project.fields.formValues)).toContain("echo panels");
    const undone = (await change(person, answer.revision, { kind: "undo" })).body as Answer;
    expect(JSON.stringify(undone.project.fields.formValues)).not.toContain("echo panels");
  });
});

describe("a form that is changed", () => {
  const planner = "/api/workflows/contentPlannerWorkflow";

  const daysLater = (day: string, days: number): string =>
    new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

  /** A plan of posts, and its form. */
  async function planned(person: Person): Promise<{ first: Answer["revision"]; form: Record<string, unknown> }> {
    const { example } = (await person.send("GET", planner)).body;
    const { body } = await person.send(
      "POST",
      `${planner}/runs`,
      { enData: { formValues: example } },
      { "idempotency-key": newId() },
    );
    await readEvents(person, body.run.id);
    const { project } = (await person.send("GET", `${path}/${body.run.projectId}`)).body;
    return { first: await newest(person, body.run.projectId), form: project.fields.formValues };
  }
  test("is followed by figures and suggestions without a run, keeps what was typed, and is undone", async () => {
    const person = await product.signUp();
    const { first, form } = await planned(person);
    const gap = first.document.gaps.find(({ at, state }) => state === "open" && !at.startsWith("form/"));
    const typed = await change(person, first, { kind: "fill", at: gap?.at ?? "", text: "Forty words of mine." });
    const before = (typed.body as Answer).revision;
    const runs = async () => (await person.send("GET", `/api/workflows/runs?projectId=${first.projectId}`)).body.runs;
    const { credits } = (await person.send("GET", "/api/coins")).body;
    const [run] = await runs();
    const entries = async (): Promise<string[]> =>
      (await person.send("GET", `/api/workflows/runs/${run.id}/proposals`)).body.proposals.flatMap(
        ({ payload }: { payload: { plannedAt?: string } }) => payload.plannedAt ?? [],
      );
    const wasPlanned = await entries();
    const { from, to } = form["period"] as { from: string; to: string };
    const values = { period: { from: daysLater(from, 7), to: daysLater(to, 7) } };
    const answer = await change(person, before, { kind: "form", values });
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    const { revision, project } = answer.body as Answer;
    expect(project.fields.formValues).toMatchObject(values);
    expect(revision.number).toBe(before.number);
    expect(textOf(revision)).not.toBe(textOf(before));
    expect((await entries()).every((at) => at.slice(0, 10) >= daysLater(from, 7))).toBe(true);
    expect(await entries()).not.toEqual(wasPlanned);
    expect(textOf(revision)).toContain("Forty words of mine.");
    expect(await runs()).toHaveLength(1);
    expect((await person.send("GET", "/api/coins")).body.credits).toBe(credits);
    const undone = (await change(person, revision, { kind: "undo" })).body as Answer;
    expect(undone.project.fields.formValues).toEqual(form);
    expect(undone.revision.document.sections).toEqual(before.document.sections);
  });

  test("and suggestions are those of a revision that is brought back", async () => {
    const person = await product.signUp();
    const { first } = await planned(person);
    const [run] = (await person.send("GET", `/api/workflows/runs?projectId=${first.projectId}`)).body.runs;
    const offered = async (): Promise<string[]> =>
      (await person.send("GET", `/api/workflows/runs/${run.id}/proposals`)).body.proposals.map(
        ({ payload }: { payload: { title: string } }) => payload.title,
      );
    const before = await offered();
    const { editor } = (await person.send("GET", `${path}/${first.projectId}/revisions/1/sections/items`)).body;
    const [row] = editor.rows;
    const { name } = editor.columns.find(({ name: one }: { name: string }) => /title|topic|hook/.test(one));
    const title = { kind: "text", at: `items/${row.id}/${name}`, was: row.cells[name], text: "Why fleets book early" };
    const answer = await change(person, first, title);
    expect([answer.status, answer.body.fields]).toEqual([200, undefined]);
    expect((await offered()).filter((one) => one.includes("Why fleets book early"))).not.toEqual([]);
    await person.send("POST", `${path}/revisions`, { projectId: first.projectId, restore: 1 });
    expect(await offered()).toEqual(before);
  });

  test("is that of a revision that is brought back: its figures stay what they are when the next edit comes", async () => {
    const person = await product.signUp();
    const { first, form } = await planned(person);
    const { from, to } = form["period"] as { from: string; to: string };
    const period = { from: daysLater(from, 7), to: daysLater(to, 7) };
    const moved = await change(person, first, { kind: "form", values: { period } });
    const { revision: second } = moved.body as Answer;
    expect([first.changedFields, second.changedFields]).toEqual([[], ["period"]]);
    await person.send("POST", `${path}/revisions`, { projectId: first.projectId, restore: 1 });
    const third = await newest(person, first.projectId);
    expect([third.number, third.changedFields]).toEqual([3, ["period"]]);
    const { project } = (await person.send("GET", `${path}/${first.projectId}`)).body;
    expect(project.fields.formValues).toEqual(form);
    const gap = third.document.gaps.find(({ at, state }) => state === "open" && !at.startsWith("form/"));
    const left = (await change(person, third, { kind: "leave", at: gap?.at ?? "" })).body as Answer;
    const undone = (await change(person, left.revision, { kind: "undo" })).body as Answer;
    expect(undone.revision.document.sections).toEqual(first.document.sections);
    expect(undone.revision.document.sections).not.toEqual(second.document.sections);
  });

  test("follows the form that the person sees, without what only a run can follow", async () => {
    const person = await product.signUp();
    const { first, form } = await planned(person);
    const id = first.projectId;
    const { from, to } = form["period"] as { from: string; to: string };
    const period = { from: daysLater(from, 7), to: daysLater(to, 7) };
    // The form of a run that came to nothing stays with the project.
    await person.send("PATCH", path, { id, fields: { formValues: { period, goalLanguage: "de" } } });
    const title = { requirementTitle: "Another title" };
    const { revision, project } = (await change(person, first, { kind: "form", values: title })).body as Answer;
    expect(revision.changedFields.toSorted()).toEqual(["period", "requirementTitle"]);
    expect(project.fields.formValues).toMatchObject({ ...title, period, goalLanguage: "de" });
    const undone = (await change(person, revision, { kind: "undo" })).body as Answer;
    expect(undone.revision.document.sections).toEqual(first.document.sections);
    expect(undone.project.fields.formValues).toEqual({ ...form, goalLanguage: "de" });

    // What was typed by mistake is taken back: the document never had it.
    await person.send("PATCH", path, { id, fields: { formValues: { period } } });
    const same = await change(person, undone.revision, { kind: "form", values: { period: { from, to } } });
    expect(same.body.project.fields.formValues.period).toEqual({ from, to });
    expect(same.body.revision).toMatchObject({ number: undone.revision.number, edits: undone.revision.edits });
  });

  test("is refused where it does not fit, or where only a run can follow", async () => {
    const person = await product.signUp();
    const { first, form } = await planned(person);
    const wrong = await change(person, first, { kind: "form", values: { period: { from: "2027-01-01", to: "x" } } });
    expect([wrong.status, wrong.body.fields[0].path]).toEqual([400, "change.values.period.to"]);
    for (const values of [
      { goalLanguage: "de" },
      { attachments: [newId()] },
      { research: form["research"] === "web" ? "none" : "web" },
      { companyWebsite: "https://example.org" },
    ]) {
      const refused = await change(person, first, { kind: "form", values });
      const [name = ""] = Object.keys(values);
      expect([refused.status, refused.body.fields[0].path]).toEqual([400, `change.values.${name}`]);
    }
    // The same value as before is no change.
    const same = await change(person, first, { kind: "form", values: { goalLanguage: form["goalLanguage"] } });
    expect([same.status, same.body.revision.number]).toEqual([200, 1]);
    expect((await newest(person, first.projectId)).document).toEqual(first.document);
  });
});

test("nobody edits or reads what belongs to another person", async () => {
  const [owner, stranger] = await Promise.all([product.signUp(), product.signUp()]);
  const first = await newest(owner, await drafted(owner));
  expect((await change(stranger, first, fill("Mine."))).status).toBe(404);
  const editor = `${path}/${first.projectId}/revisions/1/sections/opening`;
  expect((await stranger.send("GET", editor)).status).toBe(404);
  expect((await owner.send("GET", editor)).body.editor.kind).toBe("prose");
});

test("what does not fit is refused, and nothing changes", async () => {
  const person = await product.signUp();
  const first = await newest(person, await drafted(person));
  for (const edit of [
    { kind: "fill", at: "nowhere/+", text: "x" },
    { kind: "text", at: "opening/7", was: "", text: "x" },
    { kind: "removeRow", section: "titles", id: "nobody" },
    { kind: "fill", at: "__proto__/+", text: "x" },
    { kind: "tick", at: "", done: true },
    { kind: "unheard of" },
  ]) {
    const { status } = await change(person, first, edit);
    expect([edit, status >= 400 && status < 500]).toEqual([edit, true]);
  }
  expect((await newest(person, first.projectId)).number).toBe(1);
});

test("nothing of a draft is written once more while there is no model", async () => {
  const person = await product.signUp();
  const first = await newest(person, await drafted(person));
  const plan = (await person.send("GET", `${path}/${first.projectId}/rewrite`)).body;
  expect(plan).toMatchObject({ reason: "noModel", sections: [], open: null });
  const started = await person.send(
    "POST",
    `${path}/rewrites`,
    { projectId: first.projectId, revision: 1, edits: 0, section: "opening", wish: "", coins: 100 },
    { "idempotency-key": newId() },
  );
  expect([started.status, started.body.code]).toEqual([409, "rewrite.notOffered"]);
});

describe("whatever is sent", () => {
  const deep = (levels: number): object => (levels === 0 ? {} : { x: deep(levels - 1) });
  test("is answered with a refusal that is the sender's, and changes nothing", async () => {
    const person = await product.signUp();
    const first = await newest(person, await drafted(person));
    const many = Array.from({ length: 100_000 }, () => "x");
    for (const edit of [
      { kind: "prose", section: "opening", was: many, paragraphs: many },
      { kind: "prose", section: "opening", was: [], paragraphs: [deep(200)] },
      { kind: "text", at: "x".repeat(5_000), was: "", text: "x" },
      { kind: "text", at: "opening/1", was: "", text: "x".repeat(20_001) },
      { kind: "fill", at: "opening/+", text: "half \ud83d" },
      { kind: "fill", at: "opening/+", text: "nul \u0000" },
      { kind: "fill", at: "titles/+", text: "a\n".repeat(9_000) },
      { kind: "addRow", section: "titles", after: null, cells: JSON.parse('{"__proto__": "x"}') },
      { kind: "addRow", section: "titles", after: null, cells: { constructor: "x" } },
      { kind: "addRow", section: "constructor", after: null, cells: {} },
      { kind: "moveRow", section: "titles", id: "t-1", to: 1e308 },
      { kind: "tick", at: "constructor", done: true },
      { kind: "reopen", at: "toString" },
      { kind: "leave", at: "__proto__" },
      { kind: "original", at: "hasOwnProperty" },
      { kind: "returnSection", section: "opening" },
      { kind: "undo", extra: true },
      { kind: ["text"] },
      deep(100),
      [],
      null,
    ]) {
      const { status } = await change(person, first, edit as object);
      expect([JSON.stringify(edit).slice(0, 80), status >= 400 && status < 500]).toEqual([
        JSON.stringify(edit).slice(0, 80),
        true,
      ]);
    }
    expect((await newest(person, first.projectId)).number).toBe(1);
  });
});

describe("many edits", () => {
  test("in a row are one revision, and each can be undone", async () => {
    const person = await product.signUp();
    const first = await newest(person, await drafted(person));
    let seen = first;
    for (let at = 0; at < 60; at += 1) {
      const edit =
        at % 2 === 0
          ? { kind: "moveSection", section: "opening", by: 1 }
          : { kind: "moveSection", section: "opening", by: -1 };
      const { status, body } = await change(person, seen, edit);
      expect([at, status]).toEqual([at, 200]);
      seen = (body as Answer).revision;
    }
    expect([seen.number, seen.edits]).toEqual([2, 60]);
    for (let at = 0; at < 60; at += 1) seen = ((await change(person, seen, { kind: "undo" })).body as Answer).revision;
    expect(seen.document.sections).toEqual(first.document.sections);
    expect(seen.canUndo).toBe(false);
  }, 60_000);

  test("from two tabs at once are all in the document, or refused", async () => {
    const person = await product.signUp();
    const first = await newest(person, await drafted(person));
    const open = first.document.gaps.filter(({ at, state }) => state === "open" && !at.startsWith("form/"));
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const text = `Answer number ${String(at)} of both tabs.`;
        // Each gap is answered in both tabs.
        const gap = open[at % Math.min(10, open.length)]?.at ?? "";
        const { status } = await change(person, first, { kind: "fill", at: gap, text });
        return { text, status };
      }),
    );
    const last = JSON.stringify(await newest(person, first.projectId));
    for (const { text, status } of answers) {
      expect([text, status === 200 || status === 409 || status === 400]).toEqual([text, true]);
      expect([text, status, last.includes(text)]).toEqual([text, status, status === 200]);
    }
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(3);
  });

  test("end where the revision before is restored, and go on from there", async () => {
    const person = await product.signUp();
    const first = await newest(person, await drafted(person));
    await change(person, first, fill("Mine."));
    const restored = await person.send("POST", `${path}/revisions`, { projectId: first.projectId, restore: 1 });
    expect(restored.status).toBe(200);
    const now = await newest(person, first.projectId);
    const next = await change(person, now, fill("Yours."));
    expect(next.status).toBe(200);
    expect(textOf((next.body as Answer).revision)).toContain("Yours.");
  });
});

test("edits that come at once for a document with sources all get an answer", async () => {
  const person = await product.signUp();
  const first = await newest(person, await drafted(person));
  const read = { url: "", title: "Notes", publisher: "", publishedAt: null, retrievedAt: "", licence: "" };
  const sources = Array.from({ length: 5 }, (_, at) => ({
    ...read,
    id: `s${at + 1}`,
    contentHash: `${at}`.repeat(64),
  }));
  await product.deps.db
    .updateTable("revision")
    .set({ document: sql`jsonb_set(document, '{sources}', ${JSON.stringify(sources)}::jsonb)` })
    .where("project_id", "=", first.projectId)
    .execute();
  // More than there are connections: whoever waits for the first one holds one.
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => change(person, first, { kind: "leave", at: "closing/+" })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test("a document from before the workflow kit is read only", async () => {
  const person = await product.signUp();
  const first = await newest(person, await drafted(person));
  await product.deps.db
    .updateTable("revision")
    .set({ document: sql`document - 'basis'` })
    .where("project_id", "=", first.projectId)
    .execute();
  const answer = await change(person, first, fill("Mine."));
  expect([answer.status, answer.body.code]).toEqual([409, "revision.readOnly"]);
});
