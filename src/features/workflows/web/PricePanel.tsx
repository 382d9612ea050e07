import { Link } from "@tanstack/react-router";
import { Cpu, PencilRuler } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { hasText, useLanguage } from "#src/shell/i18n/index.ts";
import { Alert } from "#src/shell/ui/Alert.tsx";
import { Button, buttonClass } from "#src/shell/ui/Button.tsx";
import { formatNumber, formatTime } from "#src/shell/ui/format.ts";
import { Icon } from "#src/shell/ui/Icon.tsx";
import { KeyValue, Sum } from "#src/shell/ui/Ledger.tsx";
import { Coin } from "#src/shell/ui/Mark.tsx";
import type { Quote } from "../contract.ts";

export interface PriceProps {
  coins: number;
  /** Coins free to spend; undefined until known. */
  free: number | undefined;
  quote: Quote | undefined;
  /** The price is that of the form as it is now. */
  isFixed: boolean;
  isStarting: boolean;
  onRun: () => void;
  /** What stands between the form and a run, at the place of the button. */
  problem: ReactNode;
}

/** Sentence for why an engine was chosen; undefined for a reason without words. */
export function useEngineReason(code: string | undefined): string | undefined {
  const { t } = useTranslation(["workflow", "common", "workflows"]);
  const key = [`common:engine.reason.${code}`, `workflows:engine.reason.${code}`, `workflow:engine.reason.${code}`].find(hasText);
  return key ? t(key) : undefined;
}

/** What the run costs, before it is started: price, account, promises, engine, and the one green button. */
export function PricePanel(props: PriceProps & { gets: string[] }) {
  const { coins, free, quote, gets } = props;
  const { t } = useTranslation(["workflow", "common"]);
  const language = useLanguage();
  return (
    <aside className="price" aria-label={t("price.title")}>
      <h2 className="price-title">{t("price.title")}</h2>
      <p className="price-big num">
        {formatNumber(coins, language)} <small>{t("price.coins", { count: coins })}</small>
      </p>
      {free === undefined ? null : (
        <Sum name={t("common:balance.left")} value={formatNumber(free - coins, language)}>
          <KeyValue name={t("common:balance.free")} value={formatNumber(free, language)} />
          <KeyValue name={t("common:balance.thisRun")} value={formatNumber(-coins, language)} />
        </Sum>
      )}
      <dl className="price-promises">
        {(["held", "taken", "returned"] as const).map((promise) => (
          <div key={promise}>
            <dt>{t(`price.${promise}.name`)}</dt>
            <dd>{t(`price.${promise}.text`)}</dd>
          </div>
        ))}
      </dl>
      <Engine quote={quote} />
      <div className="price-run">
        {props.problem}
        <RunButton {...props} />
        <FixedUntil {...props} />
      </div>
      {gets.length > 0 ? (
        <section className="price-gets">
          <h2 className="price-title">{t("price.get")}</h2>
          <ul className="num">
            {gets.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ) : null}
    </aside>
  );
}

/** The same at the foot of a narrow page: price, promise and button in reach of the thumb. */
export function PriceBar(props: PriceProps) {
  const { coins, free } = props;
  const { t } = useTranslation(["workflow", "common"]);
  return (
    <section className="price-bar num" aria-label={t("price.title")}>
      <p className="price-bar-line">
        <span>{free === undefined ? t("price.this") : t("price.thisLeft", { left: free - coins })}</span>
        <b>{t("common:word.coins", { count: coins })}</b>
      </p>
      {props.problem ?? <p className="hint">{t("price.short")}</p>}
      <RunButton {...props} size="bar" />
    </section>
  );
}

function RunButton({ coins, free, isStarting, onRun, size }: PriceProps & { size?: "bar" }) {
  const { t } = useTranslation(["workflow", "common"]);
  const isShort = free !== undefined && free < coins;
  if (isShort) {
    return (
      <Link to="/settings/coins" className={`${buttonClass({ variant: "primary", full: true, size: size ?? "normal" })} num`}>
        <Coin />
        {t("price.buy")}
      </Link>
    );
  }
  return (
    <Button
      variant="primary"
      full
      size={size ?? "normal"}
      className="num"
      icon={<Coin />}
      busy={isStarting}
      busyLabel={t("price.starting")}
      onClick={onRun}
    >
      {t("price.run", { count: coins })}
    </Button>
  );
}

function FixedUntil({ quote, isFixed, coins, free }: PriceProps) {
  const { t } = useTranslation("workflow");
  if (quote === undefined || (free !== undefined && free < coins)) return null;
  return <p className="hint price-fixed num">{isFixed ? t("price.fixed", { time: formatTime(quote.expiresAt) }) : t("price.afterForm")}</p>;
}

function Engine({ quote }: { quote: Quote | undefined }) {
  const { t } = useTranslation("workflow");
  const reason = useEngineReason(quote?.engine.reasonCode);
  if (quote === undefined) return null;
  const isDraft = quote.engine.kind === "draft";
  return (
    <div className="price-engine">
      <Icon of={isDraft ? PencilRuler : Cpu} />
      <b>{isDraft ? t("common:draft.label") : quote.engine.label}</b>
      <Link to="/settings" className="link">
        {t("common:action.change")}
      </Link>
      {reason ? <small>{reason}</small> : null}
    </div>
  );
}

/** Too few coins, said with both numbers before anything is started. */
export function TooFewCoins({ coins, free }: { coins: number; free: number }) {
  const { t } = useTranslation("workflow");
  return (
    <Alert tone="warn" title={t("price.tooFew", { coins, free })}>
      {t("price.tooFewNext", { count: coins - free })}
    </Alert>
  );
}
