import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Person } from "#src/testing/visitor.ts";
import { cards } from "./catalogue/cards.ts";
import { loadWorkflow } from "./catalogue/registry.ts";

let product: TestProduct;
let mara: Person;
beforeAll(async () => {
  product = await openTestProduct();
  mara = await product.signUp();
});
afterAll(() => product.close());

/** Not live in the specification, section 2, however complete they are. */
const isNotLive = (key: string): boolean => ["customerJourneyPlanner", "videoScriptWriter"].includes(key);
const announced = cards.filter((card) => !card.isProductionReady);

test("marks exactly the implemented workflows as live that the specification lists as live", async () => {
  for (const card of cards) {
    const isReady = (await loadWorkflow(card.key)) !== null && !isNotLive(card.key);
    expect([card.key, isReady]).toEqual([card.key, card.isProductionReady]);
  }
});

test.each(announced.map((card) => card.workflowName))(
  "rejects a quote or run of %s with 409 and charges nothing",
  async (name) => {
    const before = (await mara.send("GET", "/api/coins")).body;
    const formValues = { requirementTitle: "Anything" };
    const refusal = { status: 409, body: { code: "workflow.notLive", message: "This workflow is not live yet" } };
    expect(await mara.send("POST", `/api/workflows/${name}/quote`, { formValues })).toMatchObject(refusal);
    const headers = { "idempotency-key": `announced-${name}` };
    expect(await mara.send("POST", `/api/workflows/${name}/runs`, { enData: { formValues } }, headers)).toMatchObject(
      refusal,
    );
    const described = await mara.send("GET", `/api/workflows/${name}`);
    expect(described).toMatchObject({
      status: 200,
      body: { card: { workflowName: name, isProductionReady: false }, form: null, example: null },
    });
    expect((await mara.send("GET", "/api/coins")).body).toEqual(before);
    expect((await mara.send("GET", "/api/workflows/runs")).body.runs).toEqual([]);
  },
);
