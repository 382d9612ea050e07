import { useParams } from "@tanstack/react-router";
import { ProjectPage } from "#src/features/projects/web/ProjectPage.tsx";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { TooltipProvider } from "#src/ui/Tooltip.tsx";

/** The page of the project that the address names. */
export function ProjectRoute() {
  const params: { projectId?: string } = useParams({ strict: false });
  if (!params.projectId) return <NotFoundPage />;
  return (
    <TooltipProvider>
      <ProjectPage key={params.projectId} projectId={params.projectId} />
    </TooltipProvider>
  );
}
