import { z } from "zod";
import { workflowDocument } from "#src/features/documents/document.ts";
import { readSnapshot } from "#src/features/files/server/usecases.ts";
import { projectsOf } from "#src/features/projects/server/usecases.ts";
import type { Answer, ReadResult } from "#src/features/workflows/kit/state.ts";
import type { CompiledWorkflow } from "#src/features/workflows/kit/workflowSpec.ts";
import type { Deps } from "#src/server/deps.ts";
import type { RunMemory } from "./memory.ts";

/** What a run that goes on with its project begins with. */
export interface Beginning {
  answer: Answer;
  /** What earlier runs read: their claims rest on it. */
  reads: ReadResult[];
}

const memoryKey = "beginning";
const remembered = z.object({ revision: z.int().nullable() });
const continued = workflowDocument.pick({ data: true, basis: true, sources: true });

/**
 * Answer and sources of the revision that was current when the run was first executed: a run that is taken over goes
 * on from the same one, whatever was edited meanwhile. Null: the project has no result that this workflow can go on
 * with.
 */
export async function beginningOf(
  run: { userId: string; projectId: string; workflow: CompiledWorkflow; memory: RunMemory },
  deps: Pick<Deps, "db" | "storage">,
): Promise<Beginning | null> {
  const { userId, projectId, workflow, memory } = run;
  const projects = projectsOf(userId, deps.db);
  const known = remembered.safeParse(memory.recall(memoryKey)).data;
  const revision = known ? known.revision : ((await projects.find(projectId))?.currentRevision ?? null);
  if (!known) await memory.remember(memoryKey, { revision });
  if (revision === null) return null;
  const { data: document } = continued.safeParse((await projects.revision(projectId, revision))?.document);
  if (!document?.basis) return null;
  const answer = workflow.open(document.data, document.basis.shape);
  if (answer === null) return null;
  const texts = await Promise.all(
    document.sources.map(async (source) => ({
      source,
      text: (await readSnapshot({ userId, hash: source.contentHash }, deps)) ?? "",
    })),
  );
  const reads = document.basis.reads.map(({ request, hidden, sourceIds }) => ({
    request,
    hidden,
    sources: texts.filter(({ source }) => sourceIds.includes(source.id)),
  }));
  return { answer, reads };
}
