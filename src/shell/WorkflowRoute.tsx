import { useLocation } from "@tanstack/react-router";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { WorkflowPage } from "#src/features/workflows/web/WorkflowPage.tsx";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { TooltipProvider } from "./ui/Tooltip.tsx";

/** The page of the workflow whose path this is. */
export function WorkflowRoute() {
  const { pathname } = useLocation();
  const card = cards.find(({ path }) => path === pathname);
  if (!card) return <NotFoundPage />;
  return (
    <TooltipProvider>
      <WorkflowPage key={card.workflowName} workflowName={card.workflowName} />
    </TooltipProvider>
  );
}
