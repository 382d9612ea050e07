import type { Provenance, WorkflowDocument } from "#src/features/documents/document.ts";
import type { WorkflowContext } from "../workflow.ts";
import type { RunState } from "./state.ts";
import type { Assembled, CompiledWorkflow } from "./workflowSpec.ts";

/** Who wrote a document. */
export interface Writer {
  kind: Provenance["engine"];
  provider: string;
  model: string;
  /** Null: a skeleton without a writer. */
  isDraft: boolean;
}

/** The stored form of a result: what people read, and what it was computed from. */
export function storedDocument(
  workflow: Pick<CompiledWorkflow, "card" | "version" | "shape">,
  of: { assembled: Assembled; state: RunState; context: WorkflowContext; isWhole: boolean },
  writer: Writer,
): WorkflowDocument {
  const {
    proposals: _,
    coverage,
    outdatedSections: outdated,
    discards: ___,
    hints: ____,
    isReturnable: _____,
    ...assembled
  } = of.assembled;
  const { state, context } = of;
  return {
    ...assembled,
    schemaVersion: 1,
    workflow: workflow.card.workflowName,
    language: context.language,
    ...(outdated.length > 0 ? { outdated } : {}),
    ...(state.edits ? { edits: state.edits } : {}),
    sources: state.reads.flatMap(({ sources }) => sources.map(({ source }) => source)),
    generator: {
      engine: writer.kind,
      provider: writer.provider,
      model: writer.model,
      promptVersion: `${workflow.card.key}/${writer.isDraft ? "draft" : workflow.version}`,
    },
    aiMark: !writer.isDraft,
    basis: {
      shape: workflow.shape,
      isWhole: of.isWhole,
      done: state.done,
      reads: state.reads.map(({ request, hidden, sources, silent }) => ({
        request,
        hidden,
        sourceIds: sources.map(({ source }) => source.id),
        ...(silent === undefined || silent.length === 0 ? {} : { silent: [...silent] }),
      })),
      timeZone: context.timeZone,
      now: context.now,
      room: state.room,
      ...(state.words ? { words: state.words } : {}),
      ...(coverage ? { coverage } : {}),
    },
  };
}
