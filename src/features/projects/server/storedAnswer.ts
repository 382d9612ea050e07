import type { z } from "zod";
import { workflowDocument } from "#src/features/documents/document.ts";
import { readSnapshot } from "#src/features/files/server/usecases.ts";
import type { Deps } from "#src/platform/deps.ts";
import { type Answer, type ReadResult, type RunState, wideRoom } from "#src/features/workflows/kit/state.ts";
import type { CompiledWorkflow } from "#src/features/workflows/kit/workflowSpec.ts";

const computed = workflowDocument.pick({
  data: true,
  basis: true,
  sources: true,
  edits: true,
  language: true,
  generator: true,
});

/** A stored document as its workflow reads it today: what it was computed from. */
export interface StoredAnswer {
  answer: Answer;
  basis: NonNullable<z.infer<typeof computed>["basis"]>;
  of: z.infer<typeof computed>;
}

/** @returns null for a document that can only be read: one from before the workflow kit, or of a shape of before */
export function openDocument(workflow: CompiledWorkflow, stored: unknown): StoredAnswer | null {
  const { data: of } = computed.safeParse(stored);
  const answer = of?.basis ? workflow.open(of.data, of.basis.shape) : null;
  return of?.basis && answer ? { answer, basis: of.basis, of } : null;
}

/** What was read for a document, with its texts. */
export async function readsOf(
  userId: string,
  { basis, of }: StoredAnswer,
  deps: Pick<Deps, "db" | "storage">,
): Promise<ReadResult[]> {
  const texts = await Promise.all(
    of.sources.map(async (source) => ({
      source,
      text: (await readSnapshot({ userId, hash: source.contentHash }, deps)) ?? "",
    })),
  );
  return basis.reads.map(({ request, hidden, sourceIds, silent }) => ({
    request,
    hidden,
    ...(silent ? { silent } : {}),
    sources: texts.filter(({ source }) => sourceIds.includes(source.id)),
  }));
}

/** The state from which a document is computed again. */
export const stateOf = ({ answer, basis, of }: StoredAnswer, reads: readonly ReadResult[]): RunState => ({
  reads,
  answer,
  done: basis.done,
  start: {},
  room: basis.room ?? wideRoom,
  ...(basis.words ? { words: basis.words } : {}),
  ...(of.edits ? { edits: of.edits } : {}),
});
