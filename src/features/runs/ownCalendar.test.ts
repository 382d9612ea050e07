import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { type Person, readEvents } from "#src/testing/visitor.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

const path = "/api/workflows/appointmentPlannerWorkflow";

/** Starts of the options that a run proposes, and the text of its document. */
async function optionsOf(person: Person, more: object = {}): Promise<{ starts: string[]; text: string }> {
  const { example } = (await person.send("GET", path)).body;
  const formValues = { ...example, busy: "", people: [], country: "none", where: "online", ...more };
  const { body } = await person.send(
    "POST",
    `${path}/runs`,
    { enData: { formValues } },
    { "idempotency-key": newId() },
  );
  await readEvents(person, body.run.id);
  const { proposals } = (await person.send("GET", `/api/workflows/runs/${body.run.id}/proposals`)).body;
  const { projectId } = body.run;
  const text = JSON.stringify((await person.send("GET", `/api/projects/workflow/${projectId}/revisions/1`)).body);
  const starts = proposals
    .filter(({ payload }: { payload: { type?: string } }) => payload.type?.startsWith("1"))
    .map(({ payload }: { payload: { start: string } }) => payload.start);
  return { starts, text };
}
const enter = (person: Person, start: string, minutes: number, more: object = {}) => {
  const end = new Date(Date.parse(start) + minutes * 60_000).toISOString();
  const enData = { type: "1000", title: "Divorce lawyer", start, end, timeZone: "Europe/Berlin", ...more };
  return person.send("POST", "/api/calendar/entry", { enData });
};

test("an appointment of the own calendar moves the options, and its title goes nowhere", async () => {
  const [mara, other] = [await product.signUp(), await product.signUp()];
  const { starts } = await optionsOf(mara);
  const [first = ""] = starts;
  expect(first).not.toBe("");
  // Another person's appointment moves nothing, and what is due at that time neither.
  await enter(other, first, 60);
  await enter(mara, first, 60, { type: "2010" });
  expect((await optionsOf(mara)).starts).toEqual(starts);
  await enter(mara, first, 60);
  const moved = await optionsOf(mara);
  expect(moved.starts).not.toContain(first);
  expect(moved.starts.length).toBeGreaterThan(0);
  expect(moved.text).not.toContain("Divorce lawyer");
  expect(moved.text).toMatch(/Your calendar was considered as of .*; later changes are not included/);
  // Left alone on request.
  const alone = await optionsOf(mara, { isKeptFree: false });
  expect(alone.starts).toEqual(starts);
  expect(alone.text).toContain("Your own calendar was not read");
});

test("a weekly series that began long ago keeps its hour free", async () => {
  const mara = await product.signUp();
  const [first = ""] = (await optionsOf(mara)).starts;
  const begun = new Date(Date.parse(first) - 7 * 20 * 86_400_000).toISOString();
  await enter(mara, begun, 24 * 60 - 1, { rrule: "FREQ=WEEKLY" });
  const moved = (await optionsOf(mara)).starts;
  expect(moved.map((start) => start.slice(0, 10))).not.toContain(first.slice(0, 10));
});

test("the same form is run again: the calendar may have changed", async () => {
  const mara = await product.signUp();
  const { example } = (await mara.send("GET", path)).body;
  const { run } = (
    await mara.send("POST", `${path}/runs`, { enData: { formValues: example } }, { "idempotency-key": newId() })
  ).body;
  await readEvents(mara, run.id);
  const enData = { formValues: example, projectId: run.projectId };
  expect((await mara.send("POST", `${path}/quote`, enData)).body).toMatchObject({ isUnchanged: false });
});
