import { useCoins } from "#src/features/coins/web/store.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { formatMoney, formatNumber } from "#src/ui/format.ts";
import { KeyValue, Sum } from "#src/ui/Ledger.tsx";
import type { Order } from "../contract.ts";
import { includedTax } from "../rules.ts";
import cx from "./CheckoutPage.module.css";

/** Name of what an order is about. */
export function useItemName(): (order: Pick<Order, "kind" | "level" | "coins">) => string {
  const { t } = useTranslation("payments");
  return ({ kind, level, coins }) =>
    kind === "pack"
      ? t("checkout.packLine", { count: coins })
      : t("checkout.planLine", { plan: t(`levels:name.${level ?? "starter"}`), count: coins });
}

/** What is paid, and what it comes to. */
export function OrderSum({ order, taxPercent, total }: { order: Order; taxPercent: number; total: string }) {
  const { t } = useTranslation("payments");
  const language = useLanguage();
  const nameOf = useItemName();
  const money = (cents: number): string => formatMoney(cents, order.currency, language);
  return (
    <Sum name={total} value={money(order.totalCents)}>
      <KeyValue name={nameOf(order)} value={money(order.priceCents)} />
      {order.discountCents > 0 ? (
        <KeyValue
          name={order.coupon ? t("coupon.line", { code: order.coupon }) : t("receipt.price")}
          value={money(-order.discountCents)}
        />
      ) : null}
      {taxPercent > 0 ? (
        <KeyValue
          name={<span className="hint">{t("checkout.tax", { percent: taxPercent })}</span>}
          value={<span className="hint">{money(includedTax(order.totalCents, taxPercent))}</span>}
        />
      ) : null}
    </Sum>
  );
}

/** The balance before and after a payment. */
export function BalanceAfter({ order }: { order: Order }) {
  const { t } = useTranslation("payments");
  const language = useLanguage();
  const coins = useCoins();
  if (!coins) return null;
  return (
    <dl className={cx("num checkout-balance")}>
      <KeyValue name={t("checkout.now")} value={formatNumber(coins.balance, language)} />
      <KeyValue name={t("checkout.after")} value={<b>{formatNumber(coins.balance + order.coins, language)}</b>} />
    </dl>
  );
}
