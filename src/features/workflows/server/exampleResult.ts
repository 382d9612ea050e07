import type { Proposal, WorkflowDocument } from "#src/features/documents/document.ts";
import { notFound } from "#src/kit/errors.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { loadWorkflow } from "../catalogue/registry.ts";
import { runWorkflow } from "../kit/runWorkflow.ts";
import { emptyState, wideRoom } from "../kit/state.ts";
import { storedDocument } from "../kit/storedDocument.ts";
import { contextOf, fromPages, fromSample, readWith, sampleOf, samplePagesOf, today } from "./samples.ts";

/** Stands for all files of a sample. */
const sampleFiles = "00000000-0000-7000-8000-000000000000";

/** A workflow's own example, filled in and answered well. */
export interface ExampleRun {
  /** The form as the workflow's schema reads it. */
  form: unknown;
  document: WorkflowDocument;
  proposals: readonly Proposal[];
}

const known = new Map<string, Promise<ExampleRun>>();

/**
 * Inputs and result of a workflow's example run: the same for everybody, computed once.
 * @throws ProductError 404 for a workflow that does not exist yet
 */
export function exampleRun(workflowName: string, language: AppLanguage): Promise<ExampleRun> {
  const key = `${workflowName} ${language}`;
  let run = known.get(key);
  if (!run) {
    run = makeExample(workflowName, language);
    known.set(key, run);
    // One that failed is tried again.
    run.catch(() => known.delete(key));
  }
  return run;
}

/** The document of an example run. @throws ProductError 404 for a workflow that does not exist yet */
export const exampleResult = async (workflowName: string, language: AppLanguage): Promise<WorkflowDocument> =>
  (await exampleRun(workflowName, language)).document;

async function makeExample(workflowName: string, language: AppLanguage): Promise<ExampleRun> {
  const workflow = await loadWorkflow(workflowName);
  if (!workflow) throw notFound("Workflow not found");
  const { key } = workflow.card;
  const pages = samplePagesOf(key, language);
  const example = workflow.form.parse(workflow.example(today, language));
  const form = pages.some(({ file }) => file) ? { ...example, attachments: [sampleFiles] } : example;
  const context = contextOf(language);
  const write = fromSample(sampleOf(key, language));
  const read = fromPages(pages);
  const { state } = await runWorkflow(workflow, form, context, emptyState(wideRoom), {
    read: (step, planned) => Promise.resolve(readWith(read, step, planned)),
    write: (step) => {
      const given = write(step);
      return Promise.resolve({
        merge: (planned) => ({ state: workflow.acceptAnswer(form, context, planned, step, given), lost: 0 }),
        asked: 1,
      });
    },
  });
  const assembled = workflow.assemble(form, context, state);
  // Written for this page, without a model.
  const document = storedDocument(
    workflow,
    { assembled, state, context, isWhole: true },
    { kind: "draft", provider: "", model: "", isDraft: true },
  );
  return { form, document, proposals: assembled.proposals };
}
