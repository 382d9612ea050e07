import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { recordings } from "#src/testing/documents.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

test("a recording is refused before money where no service transcribes it", async () => {
  const ada = await product.signUp();
  const { body } = await ada.send("POST", "/api/files", recordings["talk.m4a"], { "x-file-name": "talk.m4a" });
  const formValues = { requirementTitle: "Fence", attachments: [body.file.id] };
  const path = "/api/workflows/audioTranscriberWorkflow";
  const refused = await ada.send("POST", `${path}/quote`, { formValues });
  expect([refused.status, refused.body.code]).toEqual([422, "audioTranscriber.noTranscription"]);
  const enData = { formValues };
  const started = await ada.send("POST", `${path}/runs`, { enData }, { "idempotency-key": newId() });
  expect([started.status, started.body.code]).toEqual([422, "audioTranscriber.noTranscription"]);
  expect((await ada.send("GET", "/api/coins")).body).toMatchObject({ balance: 500, held: 0 });
});
