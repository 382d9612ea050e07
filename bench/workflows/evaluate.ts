/*
 * Runs the realistic forms of every workflow on the configured engine and on drafts without AI, and prints what they are
 * worth: npm run eval [-- keys]. Nothing of it fails a build; with AI_ENGINE=draft only drafts are measured.
 */
import { sumOf } from "#src/features/workflows/engine.ts";
import { words as wordsOf, sentences } from "#src/kit/text.ts";
import { blockTexts } from "#src/features/documents/blockTexts.ts";
import { readConfig } from "#src/platform/config.ts";
import { workflowLoaders } from "#src/features/workflows/catalogue/registry.ts";
import type { Engine, Usage } from "#src/features/workflows/engine.ts";
import { languageOf } from "#src/features/workflows/kit/languages.ts";
import { runWorkflow } from "#src/features/workflows/kit/runWorkflow.ts";
import { emptyState } from "#src/features/workflows/kit/state.ts";
import type { AskStep, CompiledWorkflow } from "#src/features/workflows/kit/workflowSpec.ts";
import { writePart } from "#src/features/workflows/kit/writePart.ts";
import { chooseEngine } from "#src/features/workflows/server/engines/detect.ts";
import { createDraftEngine } from "#src/features/workflows/server/engines/draftEngine.ts";
import { contextOf, inputsOf } from "#src/testing/simulatedRun.ts";
import type { CommonForm } from "#src/features/workflows/workflow.ts";

interface EvaluatedRun {
  /** Why there is no document; empty when there is one. */
  failure: string;
  repairs: number;
  questions: number;
  gaps: number;
  issues: number;
  claims: number;
  proven: number;
  words: number;
  /** Share of sentences that already occur earlier in the document. */
  repeated: number;
  language: string;
  usage: Usage;
  seconds: number;
}

/** A question that takes longer is given up; milliseconds. */
const longestQuestionMs = 600_000;

async function runOnce(workflow: CompiledWorkflow, form: CommonForm, engine: Engine): Promise<EvaluatedRun> {
  const context = contextOf(form.goalLanguage);
  const usages: Usage[] = [];
  const start = performance.now();
  let [repairs, questions] = [0, 0];
  const ask = async (step: AskStep): Promise<unknown> => {
    questions += 1;
    const asked = await engine.ask?.(
      { prompt: step.prompt, schema: step.schema },
      { signal: AbortSignal.timeout(longestQuestionMs), idempotencyKey: step.key, fence: context.fence },
    );
    if (asked) usages.push(asked.usage);
    return asked?.value;
  };
  const onIssues = (): void => {
    repairs += 1;
  };
  let failure = "";
  const { state } = await runWorkflow(workflow, form, context, emptyState(engine.room), {
    read: async (step) =>
      step.requests.map((request) => ({ request: JSON.stringify(request), hidden: false, sources: [] })),
    write: engine.ask && ((step, planned) => writePart({ workflow, form, context, planned, step, ask, onIssues })),
  }).catch((error: unknown) => {
    failure = error instanceof Error ? error.message : String(error);
    return { state: emptyState(engine.room) };
  });
  const document = workflow.assemble(form, context, state, { isDraft: engine.ask === null });
  const texts = document.sections.flatMap(({ blocks }) => blocks.flatMap(blockTexts));
  const all = texts.flatMap((text) => sentences(text, form.goalLanguage)).filter((one) => one.length > 20);
  return {
    failure,
    repairs,
    questions,
    gaps: document.openQuestions.length,
    issues: document.issues.length,
    claims: document.claims.length,
    proven: document.claims.filter(({ check }) => check !== "unverified" && check !== "urlOnly").length,
    words: wordsOf(texts.join("\n"), form.goalLanguage).length,
    repeated: all.length === 0 ? 0 : 1 - new Set(all).size / all.length,
    language: languageOf(texts.join("\n")) ?? "?",
    usage: sumOf(usages),
    seconds: (performance.now() - start) / 1000,
  };
}

const engines = [
  createDraftEngine({ reason: "The evaluation asks for drafts.", reasonCode: "draftForced" }),
  await chooseEngine(readConfig(process.env)),
].filter((engine, index) => index === 0 || engine.ask !== null);
const wanted = process.argv.slice(2);
console.log(
  "workflow\tform\tengine\tresult\tquestions\trepairs\tgaps\tissues\tproven\twords\trepeated\tlanguage\ttokens\tseconds",
);
for (const [key, load] of Object.entries(workflowLoaders)) {
  if (wanted.length > 0 && !wanted.includes(key)) continue;
  const workflow = await load();
  for (const language of ["en", "de"] as const)
    for (const [index, input] of inputsOf(key, language).entries())
      for (const engine of engines) {
        const form = workflow.form.parse(input);
        const one = await runOnce(workflow, form, engine);
        const { inputTokens, outputTokens } = one.usage;
        console.log(
          [
            key,
            `${language}${index + 1}`,
            engine.info.model,
            one.failure || "whole",
            one.questions,
            one.repairs,
            one.gaps,
            one.issues,
            `${one.proven}/${one.claims}`,
            one.words,
            `${(one.repeated * 100).toFixed(0)} %`,
            one.language === language ? one.language : `${one.language} (wanted ${language})`,
            `${inputTokens ?? "?"}+${outputTokens ?? "?"}`,
            one.seconds.toFixed(1),
          ].join("\t"),
        );
      }
}
