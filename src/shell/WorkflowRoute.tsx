import { Link, useLocation } from "@tanstack/react-router";
import { useTranslation } from "./i18n/index.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { WorkflowPage } from "#src/features/workflows/web/WorkflowPage.tsx";
import type { WorkflowCard } from "#src/features/workflows/workflow.ts";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { paths } from "./paths.ts";
import { buttonClass } from "./ui/Button.tsx";
import { TooltipProvider } from "./ui/Tooltip.tsx";

function NotLive({ card }: { card: WorkflowCard }) {
  const { t } = useTranslation(["shell", "workflows"]);
  return (
    <div className="page page-narrow">
      <h1 className="h1">{t(card.localeKey)}</h1>
      <p className="lede num">{t("workflows.notLiveText", { count: card.coins })}</p>
      <p className="mt-6">
        <Link to={paths.workflows} className={buttonClass()}>
          {t("workflows.all")}
        </Link>
      </p>
    </div>
  );
}

/** The page of the workflow whose path this is. */
export function WorkflowRoute() {
  const { pathname } = useLocation();
  const card = cards.find(({ path }) => path === pathname);
  if (!card) return <NotFoundPage />;
  if (!card.isProductionReady) return <NotLive card={card} />;
  return (
    <TooltipProvider>
      <WorkflowPage key={card.workflowName} workflowName={card.workflowName} />
    </TooltipProvider>
  );
}
