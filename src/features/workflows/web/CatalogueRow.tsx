import { Link } from "@tanstack/react-router";
import { FavoriteStar } from "#src/features/settings/web/FavoriteStar.tsx";
import type { LatestRun } from "#src/features/runs/contract.ts";
import { formPathOf } from "../catalogue/cards.ts";
import type { WorkflowCard } from "../workflow.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { formatNumber } from "#src/ui/format.ts";
import { WorkflowIcon } from "./WorkflowIcon.tsx";
import { useZone } from "#src/features/settings/web/store.ts";
import { endingOf, saidDay } from "./lastRun.ts";
import { TellMe } from "./TellMe.tsx";
import cx from "./CatalogueRow.module.css";

export interface CatalogueRowProps {
  card: WorkflowCard;
  last: LatestRun | undefined;
  /** Its example is the one in sight. */
  isCurrent: boolean;
  /** The pointer rests on it. */
  onPoint: () => void;
  onLeave: () => void;
  onFocus: () => void;
}

/** A workflow: all of the row is the link to its form, except for the star. */
export function CatalogueRow({ card, last, isCurrent, onPoint, onLeave, onFocus }: CatalogueRowProps) {
  const { t } = useTranslation(["catalogue", "workflows", "common"]);
  const language = useLanguage();
  return (
    <li
      className={cx(isCurrent ? "offer-row offer-on" : "offer-row")}
      onPointerEnter={onPoint}
      onPointerLeave={onLeave}
      onFocus={onFocus}
    >
      <WorkflowIcon name={card.icon} />
      <span className={cx("offer-words")}>
        <span className={cx("offer-name")}>
          <Link to={formPathOf(card)} className={cx("offer")}>
            {t(card.localeKey)}
          </Link>
          <FavoriteStar card={card} />
        </span>
        <span className={cx("offer-text")}>
          {t(`workflows:${card.key}.line`)}
          {card.path === "" ? ` ${t("noPage")}` : ""}
        </span>
      </span>
      <span className={cx("offer-last num")}>
        {card.isProductionReady ? <LastRun run={last} /> : <TellMe card={card} className="link" />}
      </span>
      <span className={cx("offer-coins num")}>
        {formatNumber(card.coins, language)}
        <span className="sr-only">{` ${t("coins")}`}</span>
      </span>
    </li>
  );
}

/** When the person ran it last, and what came of it unless it was a result. */
function LastRun({ run }: { run: LatestRun | undefined }) {
  const { t } = useTranslation(["catalogue", "common"]);
  const language = useLanguage();
  const zone = useZone();
  if (!run) return null;
  const day = saidDay(run.createdAt, {
    zone,
    now: new Date().toISOString(),
    language,
    words: { today: t("common:date.today"), yesterday: t("common:date.yesterday") },
  });
  const ending = endingOf(run);
  return (
    <>
      <span className="sr-only">{t("last.run")} </span>
      <time dateTime={run.createdAt}>{day}</time>
      {ending ? `, ${t(`last.${ending}`)}` : null}
    </>
  );
}
