import { type WorkflowKey, workflowKeyOf } from "../rules.ts";
import type { Workflow } from "../workflow.ts";

/** One line per written workflow. Loaded when first asked for, so that a page pays for one form only. */
export const workflowLoaders: Partial<Record<WorkflowKey, () => Promise<Workflow>>> = {
  contentPlanner: () => import("./contentPlanner.ts"),
  blogArticleWriter: () => import("./blogArticleWriter.ts"),
  userStoryWriter: () => import("./userStoryWriter.ts"),
};

/** A workflow by its short or long name; null when nobody wrote it yet. */
export async function loadWorkflow(name: string): Promise<Workflow | null> {
  const key = workflowKeyOf(name);
  const load = key === undefined ? undefined : workflowLoaders[key];
  return load ? load() : null;
}
