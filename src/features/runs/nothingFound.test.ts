import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents } from "#src/testing/visitor.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

const tender = {
  requirementTitle: "Cleaning",
  profile: "We clean offices and schools in Hamburg.",
  mode: "find",
  research: "web",
  words: ["cleaning"],
  regions: ["DE6"],
};
const hints = {
  en: "Leave the regions empty.",
  de: "Lassen Sie die Regionen leer.",
};

test.each(["en", "de"] as const)(
  "a search without a hit costs nothing and says what to change, in %s",
  async (language) => {
    const mara = await product.signUp();
    const formValues = { ...tender, goalLanguage: language };
    const path = "/api/workflows/tenderApplicantWorkflow/runs";
    const { body } = await mara.send("POST", path, { enData: { formValues } }, { "idempotency-key": newId() });
    await readEvents(mara, body.run.id);
    const { run } = (await mara.send("GET", `/api/workflows/runs/${body.run.id}`)).body;
    expect(run).toMatchObject({ status: "failed", coinsState: "released", error: { code: "nothing_found" } });
    expect(run.error.hints).toContain(hints[language]);
    expect((await mara.send("GET", "/api/coins")).body).toMatchObject({ balance: 500, held: 0 });
    // The list of runs tells the same, and another person learns nothing.
    const [listed] = (await mara.send("GET", "/api/workflows/runs")).body.runs;
    expect(listed.error.hints).toEqual(run.error.hints);
    const other = await product.signUp();
    expect((await other.send("GET", `/api/workflows/runs/${body.run.id}`)).status).toBe(404);
  },
);
