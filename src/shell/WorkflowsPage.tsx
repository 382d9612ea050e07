import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import type { WorkflowCard } from "#src/features/workflows/workflow.ts";
import { assistantGroups } from "./assistants.ts";
import { useLanguage } from "./i18n/index.ts";
import { formatNumber } from "./ui/format.ts";
import { PriceRow } from "./ui/Ledger.tsx";
import { WorkflowIcon } from "./WorkflowIcon.tsx";
import "./WorkflowsPage.css";

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
  return (
    <li className={isLive ? undefined : "muted"}>
      {isLive ? (
        <Link to={card.path} className="offer">
          {row}
        </Link>
      ) : (
        <div className="offer">{row}</div>
      )}
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
      <div className="mt-7 grid gap-8">
        {groups
          .filter((group) => group.cards.length > 0)
          .map((group) => (
            <section key={group.key} aria-labelledby={`group-${group.key}`}>
              <div className="h2">
                <h2 id={`group-${group.key}`}>{t(`group.${group.key}`)}</h2>
                <span className="h2-note">{t("workflows.column.coins")}</span>
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
