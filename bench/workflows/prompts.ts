/* Prints every prompt of every workflow for its own example, so that people can review them: npm run prompts [-- keys]. */
import { workflowLoaders } from "#src/features/workflows/catalogue/registry.ts";
import { answerJsonSchema } from "#src/features/workflows/server/engines/answerSchema.ts";
import { answerShape } from "#src/features/workflows/server/engines/answerShape.ts";
import { fromPages, fromSample, sampleOf, samplePagesOf, simulate, today } from "#src/testing/simulatedRun.ts";

const wanted = process.argv.slice(2);
for (const [key, load] of Object.entries(workflowLoaders)) {
  if (wanted.length > 0 && !wanted.includes(key)) continue;
  const workflow = await load();
  for (const language of ["en", "de"] as const) {
    const form = workflow.form.parse(workflow.example(today, language));
    const { asks } = await simulate(workflow, form, {
      write: fromSample(sampleOf(key, language)),
      read: fromPages(samplePagesOf(key, language)),
    });
    for (const { key: name, prompt, schema } of asks) {
      const shape = answerShape(answerJsonSchema(schema));
      const sizes = `${prompt.system.length + prompt.user.length} characters, shape ${shape.length}`;
      console.log(`\n===== ${key} · ${language} · ${name} · ${sizes} =====\n`);
      console.log(`${prompt.system}\n\n--- answer ---\n${shape}\n\n--- material ---\n${prompt.user}`);
    }
  }
}
