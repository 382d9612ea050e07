import { useSelector } from "react-redux";
import { newestFirst, projectTitle, selectProjects } from "#src/features/projects/web/store.ts";
import { RunsPage } from "#src/features/runs/web/RunsPage.tsx";
import { useWorkflowTitle } from "#src/features/workflows/web/WorkflowIcon.tsx";

/** The runs of a person, with the names of their projects. */
export function RunsRoute() {
  const titleOf = useWorkflowTitle();
  const projects = newestFirst(useSelector(selectProjects).items ?? []);
  return (
    <RunsPage projects={projects.map((one) => ({ id: one.id, name: projectTitle(one, titleOf(one.workflow)) }))} />
  );
}
