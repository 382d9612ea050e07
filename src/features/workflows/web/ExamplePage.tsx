import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formPathOf } from "../catalogue/cards.ts";
import { DocumentView } from "#src/features/documents/web/DocumentView.tsx";
import type { WorkflowCard } from "../workflow.ts";
import { withLocale } from "#src/kit/locale.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { readExample } from "./readExample.ts";
import { registerFor } from "#src/ui/client/registerPath.ts";
import { buttonClass } from "#src/ui/Button.tsx";
import { formatNumber } from "#src/ui/format.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonDocument } from "#src/ui/Skeleton.tsx";
import { WorkflowGets } from "./WorkflowGets.tsx";
import cx from "./ExamplePage.module.css";
import "#src/features/documents/web/DocumentView.module.css";
import "#src/features/documents/web/DocumentSide.module.css";

export interface ExamplePageProps {
  card: WorkflowCard;
  /** Has no account yet: the way on is to create one. */
  isVisitor?: boolean;
}

/** What a run of the workflow's own example brings, to be read before anything is paid. */
export function ExamplePage({ card, isVisitor = false }: ExamplePageProps) {
  const { t } = useTranslation(["catalogue", "projects", "workflows", `workflow.${card.key}`]);
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ["example", card.key, language],
    queryFn: ({ signal }) => readExample(card, language, signal),
    structuralSharing: false,
  });
  if (error) {
    return (
      <div className="page page-narrow">
        <RetryAlert title={<h1>{t("example.failed")}</h1>} onRetry={() => void refetch()}>
          {null}
        </RetryAlert>
      </div>
    );
  }
  if (!data) return <SkeletonDocument />;
  const open = isVisitor ? (
    <>
      <a
        href={withLocale(registerFor(card.isProductionReady ? formPathOf(card) : undefined), language)}
        className={buttonClass({ variant: "primary", full: true })}
      >
        {t("example.create")}
      </a>
      <p>{t("example.price", { coins: formatNumber(card.coins, language) })}</p>
    </>
  ) : card.isProductionReady ? (
    <Link to={formPathOf(card)} className={buttonClass({ variant: "primary", full: true })}>
      {t("example.open", { coins: formatNumber(card.coins, language) })}
    </Link>
  ) : (
    <Link to={paths.workflows} className={buttonClass({ full: true })}>
      {t("all")}
    </Link>
  );
  return (
    <div className="doc-frame print-open">
      <div className={cx("example-sheet doc-sheet print-open")}>
        <DocumentView
          document={data}
          sources={data.sources}
          language={language}
          stamp={<p className={cx("example-stamp")}>{t("example.title")}</p>}
          meta={<span>{t("example.note")}</span>}
        />
      </div>
      <aside className="doc-side print-hidden" aria-label={t("example.get")}>
        <div className="doc-side-head">
          <h2>{t(card.localeKey)}</h2>
          <p>{t(`workflows:${card.key}.line`)}</p>
        </div>
        <div className="doc-side-body">
          <WorkflowGets card={card} />
        </div>
        <div className="doc-side-foot num">{open}</div>
      </aside>
      <section className="doc-foot print-hidden num" aria-label={t("example.get")}>
        {open}
      </section>
    </div>
  );
}
