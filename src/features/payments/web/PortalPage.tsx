import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useZone } from "#src/features/settings/web/store.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button } from "#src/ui/Button.tsx";
import { useCursorPages } from "#src/ui/data/useCursorPages.ts";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { formatListDate, formatMoney } from "#src/ui/format.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { Table } from "#src/ui/Table.tsx";
import { useItemName } from "./OrderSum.tsx";
import { offersQuery } from "./store.ts";
import { TestBanner } from "./TestBanner.tsx";
import cx from "./CheckoutPage.module.css";

/** Purchases with their receipts: what a provider's portal shows, for the test payments. */
export function PortalPage() {
  const { t } = useTranslation(["payments", "common"]);
  const language = useLanguage();
  const zone = useZone();
  const nameOf = useItemName();
  const { data: offers } = useQuery(offersQuery);
  const { items, isLoading, hasFailed, hasMore, more, reload } = useCursorPages(
    ["payments", "orders"],
    async (page, options) => {
      const { orders, nextCursor } = await api.payments.listOrders(page, options);
      return { items: orders, nextCursor };
    },
    { pageSize: 50 },
  );
  return (
    <>
      <TestBanner />
      <div className="page">
        <h1 className="h1">{t("portal.title")}</h1>
        <p className={cx("portal-lede")}>
          {t("portal.lede")} {offers?.cardEnding ? t("payment.card", { ending: offers.cardEnding }) : null}
        </p>
        {hasFailed ? <RetryAlert title={t("portal.failed")} onRetry={reload} /> : null}
        {!items && !hasFailed ? <SkeletonRows rows={4} height={44} columns="60px 1fr 80px 80px" /> : null}
        {items?.length === 0 ? <EmptyState title={t("portal.empty")}>{t("portal.emptyText")}</EmptyState> : null}
        {items && items.length > 0 ? (
          <Table caption={t("portal.title")}>
            <thead>
              <tr>
                <th scope="col">{t("portal.date")}</th>
                <th scope="col">{t("portal.what")}</th>
                <th scope="col">{t("portal.receipt")}</th>
                <th scope="col">{t("portal.status")}</th>
                <th scope="col" className="r">
                  {t("portal.amount")}
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((order) => (
                <tr key={order.id}>
                  <td>{formatListDate(order.datePaid ?? order.dateCreated, language, { zone })}</td>
                  <td>{nameOf(order)}</td>
                  <td>
                    <Link to={paths.receipt} search={{ order: order.id }} className="link">
                      {order.receipt}
                    </Link>
                  </td>
                  <td>{t(`portal.state.${order.status}`)}</td>
                  <td className="r">{formatMoney(order.totalCents, order.currency, language)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        ) : null}
        {hasMore ? (
          <p className={cx("receipt-foot")}>
            <Button size="small" busy={isLoading} busyLabel={t("common:word.loading")} onClick={more}>
              {t("portal.older")}
            </Button>
          </p>
        ) : null}
      </div>
    </>
  );
}
