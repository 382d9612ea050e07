import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Maximize2 } from "lucide-react";
import { useEffect, useMemo } from "react";
import { BlockView } from "#src/features/documents/web/Blocks.tsx";
import type { ReadDocument } from "#src/features/documents/web/readDocument.ts";
import { claimMarks } from "#src/features/documents/rendering.ts";
import { formPathOf } from "../catalogue/cards.ts";
import type { WorkflowCard } from "../workflow.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { knownExample, readExample } from "./readExample.ts";
import { buttonClass } from "#src/ui/Button.tsx";
import { formatNumber } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { loadSerif } from "#src/ui/loadSerif.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonText } from "#src/ui/Skeleton.tsx";
import { WorkflowGets } from "./WorkflowGets.tsx";
import { firstPartOf } from "./firstPart.ts";
import { TellMe } from "./TellMe.tsx";
import styles from "./CataloguePreview.module.css";
import "#src/features/documents/web/DocumentView.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import blocksStyles from "#src/features/documents/web/Blocks.module.css";

const cx = joinClasses(styles, blocksStyles);

/** Whoever walks through the rows asks for none of those passed over; milliseconds. */
const restMs = 150;

const rest = async (signal: AbortSignal): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, restMs));
  signal.throwIfAborted();
};

/** The beginning of the example result of a workflow, what a run brings, and the ways on. */
export function CataloguePreview({ card }: { card: WorkflowCard }) {
  const { t } = useTranslation(["catalogue", "workflows"]);
  const language = useLanguage();
  const known = knownExample(card, language);
  const { data, error, refetch } = useQuery({
    queryKey: ["example", card.key, language],
    queryFn: async ({ signal }) => {
      if (!known) await rest(signal);
      return readExample(card, language, signal);
    },
    structuralSharing: false,
  });
  const document = data ?? known;
  return (
    <aside
      className={cx("preview")}
      aria-label={t("preview.named", { name: t(card.localeKey) })}
      aria-busy={!document && !error}
    >
      <h2>{t(card.localeKey)}</h2>
      <p className={cx("preview-note")}>{t("preview.note")}</p>
      <div className={cx("preview-sheet")}>
        {document ? <Excerpt key={card.key} document={document} /> : null}
        {error && !document ? <RetryAlert title={t("example.failed")} onRetry={() => void refetch()} /> : null}
        {document || error ? null : <SkeletonText lines={12} />}
      </div>
      {document ? <WorkflowGets card={card} /> : null}
      <div className={cx("preview-foot num")}>
        <Link to={formPathOf(card)} search={{ example: true }} className={buttonClass({})}>
          <Icon of={Maximize2} size={14} />
          {t("preview.read")}
        </Link>
        {card.isProductionReady ? (
          <Link to={formPathOf(card)} className={buttonClass({ variant: "primary", full: true })}>
            {t("example.open", { coins: formatNumber(card.coins, language) })}
          </Link>
        ) : (
          <TellMe card={card} className={buttonClass({ full: true })} />
        )}
      </div>
    </aside>
  );
}

const nothing = (): void => undefined;

/** To look at: who wants to work with it reads the whole. */
function Excerpt({ document }: { document: ReadDocument }) {
  useEffect(loadSerif, []);
  const reading = useMemo(() => ({ marks: claimMarks(document), open: null, onOpen: nothing, slipId: "" }), [document]);
  const { title, summary, sections } = useMemo(() => firstPartOf(document), [document]);
  return (
    <div className={cx("doc-text print-wide print-links excerpt")} lang={document.language} inert>
      <p className="doc-title">{title}</p>
      <p className="doc-sub">{summary}</p>
      {sections.map((section) => (
        <div key={section.key} className="doc-section">
          <p className={cx("excerpt-head")}>{section.title}</p>
          {section.blocks.map((block, at) => (
            <div key={at} className={cx(`doc-block print-whole doc-block-${block.type}`)}>
              <BlockView block={block} name={`${section.title} ${at + 1}`} claims={document.claims} reading={reading} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
