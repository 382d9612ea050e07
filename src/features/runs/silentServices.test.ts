import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { type ApiDoubles, openApiDoubles } from "#src/testing/apiDoubles/all.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { type Person, readEvents } from "#src/testing/visitor.ts";

let doubles: ApiDoubles;
let product: TestProduct;
beforeAll(async () => {
  doubles = await openApiDoubles();
  product = await openTestProduct({
    env: {
      SEARXNG_URL: doubles.addresses.searxng,
      TED_URL: doubles.addresses.ted,
      VERGABE_URL: doubles.addresses.vergabe,
    },
  });
});
beforeEach(() => doubles.reset());
afterAll(async () => {
  await product.close();
  await doubles.close();
});

/** Runs a workflow to its end; answers the run as it was when it began, and its events. */
async function runThrough(person: Person, workflowName: string, formValues: object) {
  const path = `/api/workflows/${workflowName}/runs`;
  const { body } = await person.send("POST", path, { enData: { formValues } }, { "idempotency-key": newId() });
  return { run: body.run, events: await readEvents(person, body.run.id) };
}

async function finished(changes: object) {
  const person = await product.signUp();
  const formValues = {
    requirementTitle: "Wartung von Diensträdern",
    need: "Wartung und Reparatur unserer Dienstfahrräder",
    publishOn: "2027-01-04",
    startOn: "2027-06-01",
    research: "web",
    depth: "quick",
    ...changes,
  };
  const { run, events } = await runThrough(person, "tenderPlannerWorkflow", formValues);
  const detail = events
    .map(({ data }) => data as { step?: string; state?: string; detail?: { code: string; params: object } })
    .findLast(({ step, state }) => step === "collect" && state === "done")?.detail;
  const { body } = await person.send("GET", `/api/projects/workflow/${run.projectId}/revisions/1`);
  return { detail, document: body.revision.document as { assumptions: string[]; basis: { isWhole: boolean } } };
}

test("nothing found is an answer", async () => {
  const { detail, document } = await finished({ goalLanguage: "de", cpv: ["99999999"] });
  expect(detail).toMatchObject({ code: "collectedServices", params: { answered: 3, asked: 3, silent: "" } });
  expect(document.assumptions.join(" ")).not.toContain("Dienste haben nicht");
});

test("German documents say it in German", async () => {
  doubles.of("vergabe").answer(() => ({ status: 403, body: {} }));
  const { document } = await finished({ goalLanguage: "de" });
  expect(document.assumptions.at(-1)).toContain(
    "Einige Dienste haben nicht geantwortet, daher können Angaben fehlen, die nur sie liefern: Datenservice Öffentlicher Einkauf (Zugriff verweigert).",
  );
});

test("a search that found nothing while a service failed advises to try again first", async () => {
  const person = await product.signUp();
  const formValues = {
    requirementTitle: "Cleaning",
    profile: "We clean offices and schools in Hamburg.",
    mode: "find",
    research: "web",
    cpv: ["99999999"],
    words: ["cleaning"],
    countries: ["DE"],
  };
  const search = async (): Promise<string[]> => {
    const started = await runThrough(person, "tenderApplicantWorkflow", formValues);
    const { run } = (await person.send("GET", `/api/workflows/runs/${started.run.id}`)).body;
    expect(run.error.code).toBe("nothing_found");
    return run.error.hints;
  };
  doubles.of("ted").goWrong("reset");
  const advice = "TED didn’t respond. Try again in a few minutes.";
  expect((await search())[0]).toBe(advice);
  doubles.reset();
  expect(await search()).not.toContain(advice);
});

// Last: what asked to be left alone is left alone by every later run.
test("a service that failed is named with its reason, in the log and in the document", async () => {
  doubles.of("ted").goWrong("tooManyForLong");
  doubles.of("searxng").goWrong("reset");
  const { detail, document } = await finished({ goalLanguage: "en" });
  expect(detail).toMatchObject({
    code: "collectedServices",
    params: { answered: 1, asked: 3, silent: "searxng:unreachable ted:limited" },
  });
  expect(document.assumptions.at(-1)).toBe(
    "Some services didn’t respond, so information that only they provide may be missing: SearXNG web search (unreachable), TED (rate limit reached).",
  );
  expect(document.basis.isWhole).toBe(false);
});
