import { describe, expect, it } from "vitest";
import { workflowLoaders } from "./catalogue/registry.ts";
import { narrowRoom, wideRoom } from "./kit/state.ts";
import type { CompiledWorkflow } from "./kit/workflowSpec.ts";
import {
  contextOf,
  fromPages,
  fromSample,
  inputsOf,
  sampleOf,
  samplePagesOf,
  simulate,
  today,
} from "./testing/simulatedRun.ts";

/* What holds for every workflow, whatever it is about. */

const languages = ["en", "de"] as const;

for (const [key, load] of Object.entries(workflowLoaders)) {
  const workflow: CompiledWorkflow = await load();
  describe(key, () => {
    for (const language of languages) {
      const exampleForm = () => workflow.form.parse(workflow.example(today, language));
      const sampleRun = (room = wideRoom) =>
        simulate(workflow, exampleForm(), {
          write: fromSample(sampleOf(key, language)),
          read: fromPages(samplePagesOf(key, language)),
          room,
        });

      it(`writes its own example without a writer (${language})`, async () => {
        const form = exampleForm();
        const { state } = await simulate(workflow, form);
        expect(workflow.answer.safeParse(state.answer).success).toBe(true);
        const { sections, openQuestions, issues } = workflow.assemble(form, contextOf(language), state, {
          isDraft: true,
        });
        expect(sections.length).toBeGreaterThan(3);
        expect(openQuestions.length).toBeGreaterThan(0);
        expect(issues.filter(({ level }) => level === "error")).toEqual([]);
      });

      for (const [name, room] of [
        ["wide", wideRoom],
        ["8k", narrowRoom],
      ] as const) {
        it(`takes its sample whole, ${name} room (${language})`, async () => {
          const form = exampleForm();
          const { state, asks } = await sampleRun(room);
          const context = contextOf(language);
          for (const step of asks) {
            expect(step.prompt.system.length + step.prompt.user.length).toBeLessThanOrEqual(room.prompt);
            const given = fromSample(sampleOf(key, language))(step);
            expect(step.schema.safeParse(given).error?.issues).toBeUndefined();
            expect(workflow.judge(form, context, state, step).errors).toEqual([]);
          }
          const document = workflow.assemble(form, context, state);
          expect(document.issues.filter(({ level }) => level !== "info")).toEqual([]);
          expect(document.claims.filter(({ check }) => ["urlOnly", "unverified"].includes(check))).toEqual([]);
          expect(document.outdatedSections).toEqual([]);
          expect(workflow.planSteps(form, context, state).steps).toEqual([]);
        });
      }

      for (const [index, input] of inputsOf(key, language).entries())
        it(`writes a draft of realistic form ${index + 1} (${language})`, async () => {
          const form = workflow.form.parse(input);
          const { state } = await simulate(workflow, form);
          const { issues } = workflow.assemble(form, contextOf(language), state, { isDraft: true });
          expect(issues.filter(({ level }) => level === "error")).toEqual([]);
        });
    }
  });
}
