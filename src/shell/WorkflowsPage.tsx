import { Link } from "@tanstack/react-router";
import { Star } from "lucide-react";
import { useSelector } from "react-redux";
import { selectSettings, settings } from "#src/features/settings/web/store.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import type { WorkflowCard } from "#src/features/workflows/workflow.ts";
import { useThunkDispatch } from "#src/kit/dispatch.ts";
import { assistantGroups } from "./assistants.ts";
import { useLanguage, useTranslation } from "./i18n/index.ts";
import { toastFailure } from "./toastFailure.ts";
import { IconButton } from "./ui/Button.tsx";
import { formatNumber } from "./ui/format.ts";
import { Icon } from "./ui/Icon.tsx";
import { PriceRow } from "./ui/Ledger.tsx";
import { WorkflowIcon } from "./WorkflowIcon.tsx";
import "./WorkflowsPage.css";

/** Keeps a workflow in the sidebar, or lets it go. */
function Favorite({ card }: { card: WorkflowCard }) {
  const { t } = useTranslation(["shell", "common", "workflows"]);
  const dispatch = useThunkDispatch();
  const { value, saving } = useSelector(selectSettings);
  if (!value) return null;
  const others = value.favoriteWorkflows.filter((name) => name !== card.workflowName);
  const isKept = others.length < value.favoriteWorkflows.length;
  const toggle = (): void => {
    if (saving) return;
    dispatch(settings.update({ favoriteWorkflows: isKept ? others : [...others, card.workflowName] }))
      .unwrap()
      .catch(toastFailure("settings.updateError"));
  };
  return (
    <IconButton
      label={t("workflows.favorite", { name: t(card.localeKey) })}
      aria-pressed={isKept}
      title={t(isKept ? "common:favorite.remove" : "common:favorite.add")}
      className={isKept ? "star-on" : ""}
      onClick={toggle}
    >
      <Icon of={Star} size={14} />
    </IconButton>
  );
}

function Row({ card }: { card: WorkflowCard }) {
  const { t } = useTranslation(["shell", "workflows"]);
  const language = useLanguage();
  const isLive = card.isProductionReady && card.path !== "";
  const row = (
    <>
      <WorkflowIcon name={card.icon} />
      <PriceRow
        name={t(`workflows:${card.key}.name`)}
        note={isLive ? undefined : t("workflows.notLive")}
        figure={formatNumber(card.coins, language)}
      />
      <small className="hint">{t(`workflows:${card.key}.line`)}</small>
    </>
  );
  if (!isLive) {
    return (
      <li className="offer-line muted">
        <div className="offer">{row}</div>
      </li>
    );
  }
  return (
    <li className="offer-line">
      <Link to={card.path} className="offer">
        {row}
      </Link>
      <Favorite card={card} />
    </li>
  );
}

/** The catalogue: every workflow with its price, also those that cannot be started yet. */
export function WorkflowsPage() {
  const { t } = useTranslation("shell");
  const groups = assistantGroups(cards, true).flatMap((group) => [
    { key: group.key, cards: group.cards },
    ...group.groups,
  ]);
  return (
    <div className="page">
      <h1 className="h1">{t("workflows.title")}</h1>
      <p className="lede">{t("workflows.lede")}</p>
      <div className="catalogue mt-7 grid gap-8">
        {groups
          .filter((group) => group.cards.length > 0)
          .map((group) => (
            <section key={group.key} aria-labelledby={`group-${group.key}`}>
              <div className="h2">
                <h2 id={`group-${group.key}`}>{t(`group.${group.key}`)}</h2>
                <span className="h2-note">{t("workflows.coins")}</span>
              </div>
              <ul className="price-list">
                {group.cards.map((card) => (
                  <Row key={card.workflowName} card={card} />
                ))}
              </ul>
            </section>
          ))}
      </div>
    </div>
  );
}
