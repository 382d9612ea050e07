import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useId, useState } from "react";
import { suggestionsFor } from "#src/features/coins/rules.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import { formatNumber } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { PriceRow, Sum } from "#src/ui/Ledger.tsx";
import cx from "./BalancePopup.module.css";

interface BalancePopupProps {
  credits: number;
  /** One of its links was taken. */
  onGo: () => void;
  /** It was put away. */
  onLeave: () => void;
}

/** Runs that the balance pays for, drawn anew each time it opens. Nothing where there is none. */
export function BalancePopup({ credits, onGo, onLeave }: BalancePopupProps) {
  const { t } = useTranslation(["palette", "common", "workflows"]);
  const language = useLanguage();
  const id = useId();
  const [drawn] = useState(() => suggestionsFor(cards, credits, Math.random));
  // What was spent meanwhile takes its runs with it.
  const shown = drawn.filter((card) => card.coins <= credits);
  if (shown.length === 0) return null;
  return (
    <section className={cx("pop pop-layer balance-popup num")} aria-labelledby={id}>
      <div className="pop-head">
        <h2 id={id}>{t("suggest.title", { count: credits })}</h2>
        <button type="button" className="icon-btn" aria-label={t("common:action.close")} onClick={onLeave}>
          <Icon of={X} />
        </button>
      </div>
      <div className="pop-body">
        <ul>
          {shown.map((card) => (
            <li key={card.workflowName}>
              <Link to={card.path || paths.leads} className={cx("balance-offer")} onClick={onGo}>
                <PriceRow dense name={t(card.localeKey)} figure={formatNumber(card.coins, language)} />
              </Link>
            </li>
          ))}
        </ul>
        <Sum name={t("common:balance.free")} value={formatNumber(credits, language)} />
        <p className={cx("balance-end")}>
          <Link to={paths.coins} className={buttonClass({ size: "small" })} onClick={onGo}>
            {t("suggest.coins")}
          </Link>
          <Button variant="quiet" size="small" onClick={onLeave}>
            {t("common:action.notNow")}
          </Button>
        </p>
      </div>
    </section>
  );
}
