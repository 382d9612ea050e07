import { Link, useLocation } from "@tanstack/react-router";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { flag, searchParams } from "#src/ui/client/searchParams.ts";
import { lazy, Suspense } from "react";
import { cards, formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import { WorkflowPage } from "#src/features/runs/web/WorkflowPage.tsx";
import type { WorkflowCard } from "#src/features/workflows/workflow.ts";
import { TellMe } from "#src/features/workflows/web/TellMe.tsx";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { paths } from "#src/ui/client/paths.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { buttonClass } from "#src/ui/Button.tsx";
import { formatNumber } from "#src/ui/format.ts";
import { PriceRow } from "#src/ui/Ledger.tsx";
import { SkeletonDocument } from "#src/ui/Skeleton.tsx";
import { TooltipProvider } from "#src/ui/Tooltip.tsx";
import cx from "./WorkflowRoute.module.css";

const ExamplePage = lazy(() =>
  import("#src/features/workflows/web/ExamplePage.tsx").then((part) => ({ default: part.ExamplePage })),
);

/** A workflow that is announced: what it will do and cost, and that it cannot be started. */
function NotLive({ card }: { card: WorkflowCard }) {
  const { t } = useTranslation(["catalogue", "workflows"]);
  const language = useLanguage();
  return (
    <div className="page page-narrow">
      <h1 className="h1">{t(card.localeKey)}</h1>
      <p className="lede">{t(`workflows:${card.key}.line`)}</p>
      <div className={cx("page-below announced")}>
        <Alert tone="info" title={t("notLiveTitle")} live={false}>
          {t("notLiveText")}
        </Alert>
        <PriceRow name={t("price")} figure={formatNumber(card.coins, language)} />
        <p className="button-row">
          <TellMe card={card} className={buttonClass()} />
          <Link to={formPathOf(card)} search={{ example: true }} className={buttonClass()}>
            {t("example.title")}
          </Link>
          <Link to={paths.workflows} className={buttonClass({ variant: "quiet" })}>
            {t("all")}
          </Link>
        </p>
      </div>
    </div>
  );
}

const workflowSearch = searchParams<{ example: boolean }>({ example: flag });

/** The page of the workflow whose path this is; `?example=true` shows what a run of its example brings. */
export function WorkflowRoute() {
  const { pathname } = useLocation();
  const card = cards.find((one) => formPathOf(one) === pathname);
  const { example } = useSearchParams(workflowSearch);
  if (!card) return <NotFoundPage />;
  if (example) {
    return (
      <TooltipProvider>
        <Suspense fallback={<SkeletonDocument />}>
          <ExamplePage card={card} />
        </Suspense>
      </TooltipProvider>
    );
  }
  if (!card.isProductionReady) return <NotLive card={card} />;
  return (
    <TooltipProvider>
      <WorkflowPage key={card.workflowName} workflowName={card.workflowName} />
    </TooltipProvider>
  );
}
