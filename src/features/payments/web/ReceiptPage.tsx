import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { useZone } from "#src/features/settings/web/store.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { recordId, searchParams } from "#src/ui/client/searchParams.ts";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { formatLongDate, formatMoney } from "#src/ui/format.ts";
import { KeyValue } from "#src/ui/Ledger.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { OrderSum } from "./OrderSum.tsx";
import { offersQuery, orderQuery } from "./store.ts";
import cx from "./CheckoutPage.module.css";

const search = searchParams({ order: recordId });

/** One purchase as it is filed: who, what, when, how much, tax. */
export function ReceiptPage() {
  const { t } = useTranslation(["payments", "common"]);
  const language = useLanguage();
  const zone = useZone();
  const { order: id } = useSearchParams(search);
  const user = useSelector(selectActiveUser).value;
  const { data: order, error } = useQuery(orderQuery(id));
  const { data: offers } = useQuery(offersQuery);
  if (error || id === "" || (order && order.receipt === null))
    return (
      <div className="page">
        <h1 className="h1">{t("receipt.heading")}</h1>
        <EmptyState title={t("receipt.missing")}>{t("portal.emptyText")}</EmptyState>
      </div>
    );
  if (!order || !offers)
    return (
      <div className="page">
        <h1 className="h1">{t("receipt.heading")}</h1>
        <SkeletonRows rows={5} height={44} columns="1fr 100px" />
      </div>
    );
  return (
    <div className={cx("page receipt-page print-wide")}>
      <h1 className="h1">{t("receipt.title", { number: order.receipt })}</h1>
      <dl className="num">
        <KeyValue name={t("receipt.date")} value={formatLongDate(order.datePaid ?? "", language, zone)} />
        <KeyValue name={t("receipt.to")} value={user ? `${user.name}, ${user.email}` : ""} />
      </dl>
      <OrderSum order={order} taxPercent={offers.taxPercent} total={t("receipt.total")} />
      {order.refundedCents > 0 ? (
        <dl className="num">
          <KeyValue name={t("receipt.refunded")} value={formatMoney(-order.refundedCents, order.currency, language)} />
        </dl>
      ) : null}
      {offers.isTest ? <p className="hint">{t("receipt.test")}</p> : null}
      <p className={cx("receipt-foot receipt-actions")}>
        <Button onClick={() => window.print()}>{t("receipt.print")}</Button>
        <Link to={paths.coins} className={buttonClass({ variant: "quiet" })}>
          {t("checkout.back")}
        </Link>
      </p>
    </div>
  );
}
