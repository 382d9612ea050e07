import { afterAll, beforeAll, expect, test } from "vitest";
import { workflowDocument } from "#src/features/documents/document.ts";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents } from "#src/testing/visitor.ts";

const workflows = ["contentPlannerWorkflow", "blogArticleWriterWorkflow", "userStoryWriterWorkflow"];

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

test("gives a German-speaking user German examples and documents", async () => {
  const anna = await product.signUp("Anna", { language: "de" });
  for (const name of workflows) {
    const path = `/api/workflows/${name}`;
    const { example } = (await anna.send("GET", path)).body;
    expect(example).toMatchObject({ goalLanguage: "de" });
    const started = await anna.send(
      "POST",
      `${path}/runs`,
      { enData: { formValues: example } },
      { "idempotency-key": newId() },
    );
    expect(started.status).toBe(202);
    const { id, projectId } = started.body.run;
    expect((await readEvents(anna, id)).at(-1)?.data).toMatchObject({ type: "end", run: { status: "succeeded" } });
    const { revision } = (await anna.send("GET", `/api/projects/workflow/${projectId}/revisions/1`)).body;
    expect(revision.document).toMatchObject({ workflow: name, language: "de" });
    expect(workflowDocument.safeParse(revision.document).error).toBeUndefined();
  }
});

test("gives examples in the user's current language", async () => {
  const person = await product.signUp("Mara", { language: "en" });
  const goalLanguage = async (): Promise<string> =>
    (await person.send("GET", "/api/workflows/contentPlannerWorkflow")).body.example.goalLanguage;
  expect(await goalLanguage()).toBe("en");
  const changed = await person.send("POST", "/api/user/settings", { application: { appLanguage: "de" } });
  expect(changed.status).toBe(200);
  expect(await goalLanguage()).toBe("de");
});
