import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents } from "#src/testing/visitor.ts";
import type { Revision } from "./contract.ts";
import { maxDocumentLength } from "./rules.ts";

/* How much a person may write into one document, over the wire. */

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

const path = "/api/projects/workflow";
const article = "/api/workflows/blogArticleWriterWorkflow";

test(
  "a document takes no more text than every edit can compute again, and can be shortened then",
  { timeout: 120_000 },
  async () => {
    const person = await product.signUp();
    const { example } = (await person.send("GET", article)).body;
    const start = { enData: { formValues: example } };
    const { run } = (await person.send("POST", `${article}/runs`, start, { "idempotency-key": newId() })).body;
    await readEvents(person, run.id);
    const { projectId } = run;
    let seen: Revision = (await person.send("GET", `${path}/${projectId}/revisions/1`)).body.revision;
    const change = async (edit: object) => {
      const { number: revision, edits } = seen;
      const answer = await person.send("POST", `${path}/revisions/edit`, { projectId, revision, edits, change: edit });
      if (answer.status === 200) seen = answer.body.revision;
      return answer;
    };
    const lengthOf = (): number => JSON.stringify(seen.document).length;
    const long = "word ".repeat(3_900);
    const add = (paragraphs: number) =>
      change({
        kind: "addSection",
        after: null,
        title: "Mine",
        paragraphs: Array.from({ length: paragraphs }, () => long),
      });
    let answer = await add(49);
    while (answer.status === 200 && lengthOf() < 2 * maxDocumentLength) answer = await add(49);
    expect([answer.status, answer.body.code]).toEqual([409, "revision.tooLong"]);
    expect(lengthOf()).toBeLessThanOrEqual(maxDocumentLength);

    // What was refused has changed nothing: the next edit is made on the same version.
    expect((await change({ kind: "undo" })).status).toBe(200);
    expect((await change({ kind: "redo" })).status).toBe(200);
    const own = seen.document as { edits?: { added: { key: string }[] } };
    expect((await change({ kind: "removeSection", section: own.edits?.added[0]?.key })).status).toBe(200);
    expect((await add(1)).status).toBe(200);
  },
);
