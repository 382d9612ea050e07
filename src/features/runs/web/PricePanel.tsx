import { Link } from "@tanstack/react-router";
import { PackOffer } from "#src/features/payments/web/PackOffer.tsx";
import { useZone } from "#src/features/settings/web/store.ts";
import { ChevronDown, Cpu, PencilRuler } from "lucide-react";
import type { ReactNode } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import type { ApiError } from "#src/ui/client/api.ts";
import { failureText } from "#src/ui/client/toastFailure.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import { formatNumber, formatTime } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { KeyValue, PriceRow, Sum } from "#src/ui/Ledger.tsx";
import { Coin } from "#src/ui/Mark.tsx";
import type { LatestRun, Quote } from "../contract.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { useEngineLabel, useEngineReason } from "#src/ui/i18n/engineTexts.ts";
import { useRootMark } from "#src/ui/useRootMark.ts";
import { useLatestRuns } from "./useLatestRuns.ts";
import cx from "./PricePanel.module.css";

/** Other workflows shown where the coins do not pay for this one. */
const shownAffordable = 3;
/** Missing fields that are named below the button. */
const shownMissing = 3;

export interface PriceProps {
  coins: number;
  /** Coins free to spend; undefined until known. */
  free: number | undefined;
  engine: Quote["engine"];
  /** When the price of the form as it is now ends, ISO; undefined while the form is not complete. */
  fixedUntil: string | undefined;
  /** Labels of the fields that are missing or wrong; empty when the form is complete. */
  missing: readonly string[];
  isStarting: boolean;
  onRun: () => void;
  /** Offered where a document can follow the form without a run. */
  update: { isBusy: boolean; error: ApiError | null; onUpdate: () => void } | null;
  /** What stands between the form and a run, at the place of the button. */
  problem: ReactNode;
}

/** What the run costs, before it is started: price, account, promises, engine, and the one green button. */
export function PricePanel(props: PriceProps & { gets: string[] }) {
  const { coins, free, engine, gets } = props;
  const { t } = useTranslation(["workflow", "common"]);
  const language = useLanguage();
  return (
    <aside className={cx("price")} aria-label={t("price.title")}>
      <h2 className={cx("price-title")}>{t("price.title")}</h2>
      <p className={cx("price-big")}>
        {formatNumber(coins, language)} <small>{t("price.coins", { count: coins })}</small>
      </p>
      {coins === 0 ? <p className="hint">{t("price.paid")}</p> : null}
      {free !== undefined && free < coins ? <Missing coins={coins} free={free} /> : null}
      {free === undefined || free < coins ? null : (
        <Sum name={t("common:balance.left")} value={formatNumber(free - coins, language)}>
          <KeyValue name={t("common:balance.free")} value={formatNumber(free, language)} />
          <KeyValue name={t("common:balance.thisRun")} value={formatNumber(-coins, language)} />
        </Sum>
      )}
      <Promises />
      <Engine engine={engine} />
      <div className={cx("price-run")}>
        {props.problem}
        <RunButton {...props} />
        <FixedUntil {...props} />
        <UpdateInstead {...props} />
      </div>
      {gets.length > 0 ? (
        <section className={cx("price-gets")}>
          <h2 className={cx("price-title")}>{t("price.get")}</h2>
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

/** Whether the person has had a result and so knows what becomes of the coins; true until the runs are loaded. */
const knowsPromises = (runs: readonly LatestRun[] | undefined): boolean =>
  runs === undefined || runs.some(({ status }) => status === "succeeded");

/** What becomes of the coins: in full while there is no result, one line to unfold after the first. */
function Promises() {
  const { t } = useTranslation("workflow");
  const isKnown = knowsPromises(useLatestRuns().runs);
  const promises = (
    <dl className={cx("price-promises")}>
      {(["held", "taken", "returned"] as const).map((promise) => (
        <div key={promise}>
          <dt>{t(`price.${promise}.name`)}</dt>
          <dd>{t(`price.${promise}.text`)}</dd>
        </div>
      ))}
    </dl>
  );
  if (!isKnown) return promises;
  return (
    <details className={cx("price-folded")}>
      <summary>
        {t("price.promise")}
        <Icon of={ChevronDown} size={14} />
      </summary>
      {promises}
    </details>
  );
}

/** Workflows that the coins pay for, the dearest first: those that come closest to what was wanted. */
const affordableWith = (free: number) =>
  cards
    .filter((card) => card.isProductionReady && card.path !== "" && card.coins <= free)
    .toSorted((a, b) => b.coins - a.coins)
    .slice(0, shownAffordable);

function Affordable({ workflows }: { workflows: ReturnType<typeof affordableWith> }) {
  const { t } = useTranslation(["workflow", "workflows"]);
  const language = useLanguage();
  return (
    <ul>
      {workflows.map((card) => (
        <li key={card.key}>
          <Link to={card.path}>
            <PriceRow dense name={t(card.localeKey)} figure={formatNumber(card.coins, language)} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What is missing, which is no sum and has no double rule, and what the coins there are pay for. */
function Missing({ coins, free }: { coins: number; free: number }) {
  const { t } = useTranslation(["workflow", "common"]);
  const language = useLanguage();
  const affordable = affordableWith(free);
  return (
    <>
      <dl className="num">
        <KeyValue name={t("common:balance.free")} value={formatNumber(free, language)} />
        <KeyValue name={t("common:balance.thisRun")} value={formatNumber(-coins, language)} />
        <KeyValue name={t("price.missing")} value={formatNumber(coins - free, language)} />
      </dl>
      {affordable.length > 0 ? (
        <section className={cx("price-affordable")}>
          <h3 className={cx("price-title")}>{t("price.affordable", { count: free })}</h3>
          <Affordable workflows={affordable} />
        </section>
      ) : null}
    </>
  );
}

/** The same at the foot of a narrow page: price, promise and button in reach of the thumb. */
export function PriceBar(props: PriceProps) {
  useRootMark("priceBar");
  const isKnown = knowsPromises(useLatestRuns().runs);
  const { coins, free } = props;
  const { t } = useTranslation(["workflow", "common"]);
  const isShort = free !== undefined && free < coins;
  const affordable = isShort ? affordableWith(free) : [];
  return (
    <section className={cx("price-bar num")} aria-label={t("price.title")}>
      {affordable.length > 0 ? (
        // In place of the price, which the problem below names.
        <details className={cx("price-folded")}>
          <summary>
            {t("price.affordable", { count: free })}
            <Icon of={ChevronDown} size={14} />
          </summary>
          <Affordable workflows={affordable} />
        </details>
      ) : (
        <p className={cx("price-bar-line")}>
          <span>{free === undefined || isShort ? t("price.this") : t("price.thisLeft", { left: free - coins })}</span>
          <b>{t("common:word.coins", { count: coins })}</b>
        </p>
      )}
      {props.problem ?? (isKnown ? null : <p className="hint">{t("price.short")}</p>)}
      <RunButton {...props} size="bar" />
      <UpdateInstead {...props} size="bar" />
    </section>
  );
}

function RunButton({ coins, free, isStarting, onRun, size }: PriceProps & { size?: "bar" }) {
  const { t } = useTranslation(["workflow", "common"]);
  const isShort = free !== undefined && free < coins;
  if (isShort) {
    return (
      <>
        <PackOffer missing={coins - free} size={size ?? "normal"} />
        <Link to={paths.coins} className={`${buttonClass({ full: true, size: size ?? "normal" })} ${cx("price-see")}`}>
          {t("price.statement")}
        </Link>
      </>
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

/** The way without a run: what code computes follows the form, and what is written stays. */
function UpdateInstead({ update, isStarting, size = "normal" }: PriceProps & { size?: "normal" | "bar" }) {
  const { t } = useTranslation(["workflow", "common"]);
  if (update === null) return null;
  return (
    <div className={cx("price-update")}>
      <Button
        full
        size={size}
        disabled={isStarting}
        busy={update.isBusy}
        busyLabel={t("update.busy")}
        onClick={update.onUpdate}
      >
        {t("update.action")}
      </Button>
      {update.error ? (
        <Alert tone="danger" title={failureText(update.error, "project.addRevisionError").title}>
          {failureText(update.error, "project.addRevisionError").description}
        </Alert>
      ) : (
        // The bar of a phone has room for what is pressed alone; readers are told.
        <p className={size === "bar" ? "sr-only" : "hint"}>{t("update.hint")}</p>
      )}
    </div>
  );
}

function FixedUntil({ fixedUntil, missing, coins, free }: PriceProps) {
  const { t } = useTranslation("workflow");
  const zone = useZone();
  if (free !== undefined && free < coins) return null;
  const named = missing.slice(0, shownMissing).join(", ");
  return (
    <p className={cx("hint price-fixed num")}>
      {fixedUntil
        ? t("price.fixed", { time: formatTime(fixedUntil, zone) })
        : missing.length === 0
          ? t("price.afterForm")
          : missing.length > shownMissing
            ? t("price.toCompleteMore", { count: missing.length, fields: named })
            : t("price.toComplete", { count: missing.length, fields: named })}
    </p>
  );
}

function Engine({ engine }: Pick<PriceProps, "engine">) {
  const { t } = useTranslation("common");
  const label = useEngineLabel(engine);
  const reason = useEngineReason(engine.reasonCode);
  return (
    <div className={cx("price-engine")}>
      <Icon of={engine.kind === "draft" ? PencilRuler : Cpu} />
      <b>{label}</b>
      <Link to={paths.settings} hash="engine" className="link">
        {t("action.change")}
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
