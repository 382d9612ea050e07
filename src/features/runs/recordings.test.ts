import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { type ApiDouble, openApiDouble } from "#src/testing/apiDoubles/server.ts";
import { speechWire } from "#src/testing/apiDoubles/speech.ts";
import { pngPixel, recordings } from "#src/testing/documents.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { type Person, readEvents } from "#src/testing/visitor.ts";

/* Recordings from upload to minutes, over the wire. */

let double: ApiDouble;
let product: TestProduct;
beforeAll(async () => {
  double = await openApiDouble(speechWire);
  const env = { TRANSCRIPTION_URL: `${double.url}/v1`, TRANSCRIPTION_API_KEY: "speech-key" };
  product = await openTestProduct({ env });
});
afterEach(() => {
  double.goWrong(null);
  double.answer(speechWire);
  double.seen.length = 0;
});
afterAll(async () => {
  await product.close();
  await double.close();
});

const path = "/api/workflows/audioTranscriberWorkflow";

async function uploaded(
  person: Person,
  name: string,
  bytes: Uint8Array = recordings[name] ?? pngPixel,
): Promise<string> {
  const { status, body } = await person.send("POST", "/api/files", bytes, { "x-file-name": name });
  expect(status).toBeLessThan(300);
  return body.file.id as string;
}
const valuesOf = (attachments: string[]) => ({ requirementTitle: "Fence", attachments, heldOn: "2026-11-23" });
const quote = (person: Person, attachments: string[]) =>
  person.send("POST", `${path}/quote`, { formValues: valuesOf(attachments) });

async function run(person: Person, attachments: string[]) {
  const enData = { formValues: valuesOf(attachments) };
  const started = await person.send("POST", `${path}/runs`, { enData }, { "idempotency-key": newId() });
  expect(started.status).toBe(202);
  const { id, projectId } = started.body.run;
  await readEvents(person, id);
  const { body } = await person.send("GET", `/api/workflows/runs/${id}`);
  const project = await person.send("GET", `/api/projects/workflow/${projectId}/revisions/1`);
  return { run: body.run, shown: JSON.stringify(project.body) };
}
const balance = async (person: Person) => (await person.send("GET", "/api/coins")).body;

describe("a recording", () => {
  test("becomes minutes: each is heard once, and coins are taken once", async () => {
    const ada = await product.signUp();
    const ids = [await uploaded(ada, "talk.mp3"), await uploaded(ada, "talk.webm")];
    expect((await quote(ada, ids)).status).toBe(200);
    expect(double.seen).toHaveLength(0);
    const { run: ended, shown } = await run(ada, ids);
    expect(ended).toMatchObject({ status: "succeeded", coinsState: "captured" });
    expect(double.seen).toHaveLength(2);
    expect(shown).toContain("We agreed on blue.");
    expect(shown).toContain("27 Nov 2026");
    expect(await balance(ada)).toMatchObject({ balance: 200, held: 0 });
  });

  test("that cannot be heard costs nothing", async () => {
    const ada = await product.signUp();
    double.answer(() => ({ status: 400, body: { error: { message: "corrupted" } } }));
    const { run: ended } = await run(ada, [await uploaded(ada, "talk.wav")]);
    expect(ended.coinsState).toBe("released");
    expect(await balance(ada)).toMatchObject({ balance: 500, held: 0 });
  });

  test("is not a picture: files without a word are refused, too", async () => {
    const ada = await product.signUp();
    const refused = await quote(ada, [await uploaded(ada, "scan.png", pngPixel)]);
    expect([refused.status, refused.body.code]).toEqual([422, "audioTranscriber.nothingToRead"]);
  });
});
