import { z } from "zod";
import { openDocument, projectsOf, readsOf } from "#src/features/projects/server/usecases.ts";
import type { Answer, ReadResult } from "#src/features/workflows/kit/state.ts";
import type { CompiledWorkflow } from "#src/features/workflows/kit/workflowSpec.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { RunMemory } from "./memory.ts";

/** Where a run starts that continues its project. */
export interface Beginning {
  answer: Answer;
  /** What earlier runs read: their claims rest on it. */
  reads: ReadResult[];
}

const memoryKey = "beginning";
const remembered = z.object({ revision: z.int().nullable() });

/** What the workflow can go on with in the current revision of a project; null for nothing. */
export async function currentAnswer(
  of: { userId: string; projectId: string; workflow: CompiledWorkflow },
  db: Deps["db"],
): Promise<Answer | null> {
  const projects = projectsOf(of.userId, db);
  const revision = (await projects.find(of.projectId))?.currentRevision ?? null;
  return revision === null
    ? null
    : (openDocument(of.workflow, (await projects.revision(of.projectId, revision))?.document)?.answer ?? null);
}

/**
 * Answer and sources of the revision that was current when the run first executed; an execution that takes over uses
 * the same revision, even if the document was edited since. Null: the project has no result that this workflow can
 * continue.
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
  const document = openDocument(workflow, (await projects.revision(projectId, revision))?.document);
  if (!document) return null;
  return { answer: document.answer, reads: await readsOf(userId, document, deps) };
}
