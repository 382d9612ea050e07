import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { draftAnswer, openProviderDouble } from "#src/testing/providerDouble.ts";
import type { ProviderDouble } from "#src/testing/providerDouble.ts";
import { workflowLoaders } from "../../catalogue/registry.ts";
import type { EngineEvent, EngineRun } from "../../engine.ts";
import type { Workflow } from "../../workflow.ts";
import { chooseEngine } from "./detect.ts";
import type { EngineConfig } from "./detect.ts";
import { answerJsonSchema, statedDraftSchema, strictJsonSchema } from "./draftSchema.ts";
import { collect, engineRun, noEngine } from "./engineFixture.ts";
import { rebuild } from "./rebuild.ts";

let double: ProviderDouble;
beforeAll(async () => {
  double = await openProviderDouble();
});
afterAll(() => double.close());

const config: EngineConfig = { ...noEngine, aiFirstChunkMs: 5_000, aiStallMs: 5_000, aiTotalMs: 20_000 };
const run = (language: string): EngineRun => {
  const base = engineRun();
  return { ...base, context: { ...base.context, language } };
};
const today = "2026-11-21";

/** The result, or the error in the failure's message. */
function resultOf(events: EngineEvent[]): Extract<EngineEvent, { type: "result" }> {
  const end = events.at(-1);
  if (end?.type !== "result")
    throw new Error(JSON.stringify(events.filter((event) => event.type === "repair" || event.type === "error")));
  return end;
}

describe("every workflow of the catalogue", () => {
  const each = async (test: (workflow: Workflow, language: string) => Promise<void>): Promise<void> => {
    for (const load of Object.values(workflowLoaders)) {
      const workflow = await load();
      for (const language of ["en", "de"]) {
        await test(workflow, language).catch((error: unknown) => {
          throw new Error(`${workflow.card.key} in ${language}`, { cause: error });
        });
      }
    }
  };

  test("has an answer schema that strict structured output accepts", async () => {
    await each(async ({ output }) => {
      expect(strictJsonSchema(answerJsonSchema(statedDraftSchema(output)))).not.toBeNull();
    });
  });

  test("streams a draft of its example without a model", async () => {
    const engine = await chooseEngine(config);
    await each(async (workflow, language) => {
      const form = { ...workflow.example(today, "en"), goalLanguage: language };
      const events = await collect(engine.run(workflow, form, run(language)));
      expect(rebuild(events)).toEqual(JSON.parse(JSON.stringify(resultOf(events).value)));
    });
  });

  test("accepts its own draft as a model answer on the first call", async () => {
    const engine = await chooseEngine({ ...config, openaiBaseUrl: `${double.url}/v1` });
    await each(async (workflow, language) => {
      const form = workflow.form.parse({ ...workflow.example(today, "en"), goalLanguage: language });
      const { context } = run(language);
      double.script([draftAnswer(workflow.check(workflow.draft(form, context), form, context).draft)]);
      const events = await collect(engine.run(workflow, form, run(language)));
      expect(resultOf(events).usage).toEqual({ inputTokens: 11, outputTokens: 22 });
      expect(double.calls).toHaveLength(1);
    });
  });
});
