import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { openProviderDouble, type ProviderDouble } from "#src/testing/providerDouble.ts";
import { sampleRun, sampleScript } from "#src/testing/sampleAnswers.ts";
import { readEvents, type Person } from "#src/testing/visitor.ts";

const path = "/api/workflows/engine/check";

describe("looking for an engine once more", () => {
  /** What the double offers; a test that pulls a model adds it. */
  const models: string[] = [];
  let double: ProviderDouble;
  let product: TestProduct;
  const env = (): Record<string, string> => ({
    AI_ENGINE: "",
    OLLAMA_URL: double.url,
    THROTTLES: "default",
    METRICS_TOKEN: "a-token-of-the-operator",
    WELCOME_COINS: "10000",
  });
  beforeAll(async () => {
    double = await openProviderDouble({ models });
  });
  afterAll(() => double.close());
  beforeEach(async () => {
    models.length = 0;
    product = await openTestProduct({ env: env() });
  });
  afterEach(() => product.close());

  async function runOf(person: Person, more: { gate?: Promise<void>; meanwhile?: () => Promise<void> } = {}) {
    const { gate, meanwhile } = more;
    const plan = await sampleRun("contentPlanner");
    double.script(sampleScript([plan], { pieceLength: 400, ...(gate ? { gate } : {}) }));
    const body = { enData: { formValues: plan.formValues } };
    const key = { "idempotency-key": newId() };
    const started = await person.send("POST", "/api/workflows/contentPlannerWorkflow/runs", body, key);
    const { id, projectId } = started.body.run;
    await meanwhile?.();
    await readEvents(person, id);
    const { run } = (await person.send("GET", `/api/workflows/runs/${id}`)).body;
    const { revision } = (await person.send("GET", `/api/projects/workflow/${projectId}/revisions/1`)).body;
    return { run, generator: revision.document.generator };
  }
  const engineOf = async (person: Person) => (await person.send("GET", "/api/workflows/engine")).body.engine;

  test("a model that came later writes from then on, and the notice of privacy names it", async () => {
    const person = await product.signUp();
    const notice = async () => (await product.send("GET", "/api/legal/privacy?language=en")).body.markdown;
    const none = await person.send("POST", path);
    expect(none).toMatchObject({ status: 200, body: { engine: { kind: "draft", reasonCode: "nothingFound" } } });
    expect(await notice()).toContain("No model is connected");
    models.push("llama3.1:8b");
    const found = { kind: "model", provider: "ollama", model: "llama3.1:8b", reasonCode: "localServer" };
    expect((await person.send("POST", path)).body).toMatchObject({ engine: found });
    expect(await engineOf(person)).toMatchObject(found);
    expect(await notice()).toContain("llama3.1:8b");

    const { run, generator } = await runOf(person);
    expect([run.status, run.engine]).toEqual(["succeeded", expect.objectContaining(found)]);
    expect(generator).toMatchObject({ engine: "model", model: "llama3.1:8b" });
  });

  test("a process that found no model looks once more before it executes a run for one", async () => {
    models.push("llama3.1:8b");
    const web = await openTestProduct({ env: { ...env(), ROLE: "web" }, beside: product });
    const kinds = () => [web.deps.engine.info.kind, product.deps.engine.info.kind];
    expect(kinds()).toEqual(["model", "draft"]);
    const { run, generator } = await runOf(await web.signUp());
    expect([run.engine.kind, generator.engine, generator.model]).toEqual(["model", "model", "llama3.1:8b"]);
    expect(kinds()).toEqual(["model", "model"]);
    await web.close();
  });

  test("a run is written by the engine that began it, and its document says so", async () => {
    models.push("llama3.1:8b");
    const person = await product.signUp();
    await person.send("POST", path);
    let letGo = (): void => undefined;
    const gate = new Promise<void>((done) => (letGo = done));
    const { run, generator } = await runOf(person, {
      gate,
      meanwhile: async () => {
        await double.arrived(1);
        models.splice(0, 1, "qwen3:4b");
        expect((await person.send("POST", path)).body.engine.model).toBe("qwen3:4b");
        letGo();
      },
    });
    expect([run.engine.model, generator.model]).toEqual(["llama3.1:8b", "llama3.1:8b"]);
    expect(new Set(double.calls.map(({ body }) => Reflect.get(Object(body), "model")))).toEqual(
      new Set(["llama3.1:8b"]),
    );
    expect(double.calls.length).toBeGreaterThan(1);
    expect((await engineOf(person)).model).toBe("qwen3:4b");
  });

  test("a person may look five times a minute, and nobody without a session", async () => {
    const [person, other] = [await product.signUp(), await product.signUp()];
    for (let time = 1; time <= 5; time += 1) expect((await person.send("POST", path)).status).toBe(200);
    const sixth = await person.send("POST", path);
    expect([sixth.status, sixth.body.code]).toEqual([429, "request.tooMany"]);
    expect((await other.send("POST", path)).status).toBe(200);
    expect((await product.send("POST", path)).status).toBe(401);
  });
});
