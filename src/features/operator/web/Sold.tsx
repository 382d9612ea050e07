import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { confirmed } from "#src/features/settings/web/confirmed.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { codeOf, failureText, toastFailure } from "#src/ui/client/toastFailure.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { invalidate } from "#src/ui/data/queryClient.ts";
import { fieldsWith } from "#src/ui/forms/FormField.tsx";
import { checkOwn, ownProblem } from "#src/ui/forms/problems.ts";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { formatMoney, formatNumber } from "#src/ui/format.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { Table } from "#src/ui/Table.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";
import { EditItem } from "./EditItem.tsx";
import type { SoldCoupon, SoldItem } from "../contract.ts";
import cx from "./OperatorPage.module.css";

const whole = (typed: string): number => (/^\d{1,7}$/.test(typed.trim()) ? Number(typed.trim()) : Number.NaN);

/** What is sold, and coupons of the test payments. */
export function Sold() {
  const { t } = useTranslation("operator");
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ["operator", "sold"],
    queryFn: ({ signal }) => api.operator.listSold(undefined, { signal }),
  });
  const [editing, setEditing] = useState<SoldItem>();
  const save = (work: () => Promise<unknown>): void => {
    confirmed(work)
      .then(() => invalidate("operator", "payments"))
      .catch((cause: unknown) => (codeOf(cause) === "session.notRecent" ? undefined : toastFailure("unknown")(cause)));
  };
  const toggleItem = (item: SoldItem): void =>
    save(() => api.operator.saveItem({ ...item, isOffered: !item.isOffered }));
  const toggleCoupon = ({ uses: _, ...coupon }: SoldCoupon & { uses: number }): void =>
    save(() => api.operator.saveCoupon({ ...coupon, isActive: !coupon.isActive }));
  if (error && !data) return <RetryAlert title={t("failed")} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} height={36} columns="1fr 1fr 1fr 80px" />;
  return (
    <>
      <section aria-labelledby="operator-items">
        <div className={cx("part-head")}>
          <h2 className="h2" id="operator-items">
            {t("sold.items")}
          </h2>
        </div>
        <p className={cx("part-lede")}>{t(data.provider === null ? "sold.notSold" : "sold.itemsLede")}</p>
        <div className={cx("operated")}>
          <Table caption={t("sold.items")}>
            <thead>
              <tr>
                <th scope="col">{t("column.item")}</th>
                <th scope="col" className="r">
                  {t("column.coins")}
                </th>
                <th scope="col" className="r">
                  {t("column.price")}
                </th>
                <th scope="col">{t("column.state")}</th>
                <th scope="col">{t("column.actions")}</th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((item) => (
                <tr key={item.id}>
                  <td>{item.id}</td>
                  <td className="r">{formatNumber(item.coins, language)}</td>
                  <td className="r">
                    {item.priceCents === null
                      ? t("sold.onRequest")
                      : formatMoney(item.priceCents, item.currency, language)}
                  </td>
                  <td>{t(item.isOffered ? "sold.offered" : "sold.hidden")}</td>
                  <td>
                    <span className={cx("chips")}>
                      {item.priceCents === null ? null : (
                        <Button
                          size="small"
                          aria-label={t("sold.editTitle", { item: item.id })}
                          onClick={() => setEditing(item)}
                        >
                          {t("sold.edit")}
                        </Button>
                      )}
                      <Button
                        size="small"
                        aria-label={`${t(item.isOffered ? "sold.hide" : "sold.show")}: ${item.id}`}
                        onClick={() => toggleItem(item)}
                      >
                        {t(item.isOffered ? "sold.hide" : "sold.show")}
                      </Button>
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      </section>
      <section aria-labelledby="operator-coupons">
        <div className={cx("part-head")}>
          <h2 className="h2" id="operator-coupons">
            {t("sold.coupons")}
          </h2>
        </div>
        <p className={cx("part-lede")}>{t(data.provider === "stripe" ? "sold.stripeCoupons" : "sold.couponsLede")}</p>
        {data.coupons.length > 0 ? (
          <div className={cx("operated")}>
            <Table caption={t("sold.coupons")}>
              <thead>
                <tr>
                  <th scope="col">{t("column.code")}</th>
                  <th scope="col" className="r">
                    {t("column.discount")}
                  </th>
                  <th scope="col" className="r">
                    {t("column.uses")}
                  </th>
                  <th scope="col">{t("column.state")}</th>
                  <th scope="col">{t("column.actions")}</th>
                </tr>
              </thead>
              <tbody>
                {data.coupons.map((coupon) => (
                  <tr key={coupon.code}>
                    <td>{coupon.code}</td>
                    <td className="r">
                      {coupon.percentOff === null
                        ? formatMoney(coupon.centsOff ?? 0, coupon.currency ?? "EUR", language)
                        : `${coupon.percentOff}\u00a0%`}
                    </td>
                    <td className="r">
                      {coupon.mostUses === null
                        ? formatNumber(coupon.uses, language)
                        : t("sold.usesOf", { used: coupon.uses, most: coupon.mostUses })}
                    </td>
                    <td>{t(coupon.isActive ? "sold.on" : "sold.off")}</td>
                    <td>
                      <Button
                        size="small"
                        aria-label={`${t(coupon.isActive ? "sold.switchOff" : "sold.switchOn")}: ${coupon.code}`}
                        onClick={() => toggleCoupon(coupon)}
                      >
                        {t(coupon.isActive ? "sold.switchOff" : "sold.switchOn")}
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </div>
        ) : null}
        {data.provider === "stripe" ? null : <NewCoupon />}
      </section>
      {editing ? <EditItem item={editing} onClose={() => setEditing(undefined)} /> : null}
    </>
  );
}

function NewCoupon() {
  const { t } = useTranslation(["operator", "common", "messages"]);
  const labelOf = (name: string): string => t(`operator:sold.${name}`);
  const empty = { code: "", percent: "", uses: "" };
  const form = useServerForm({
    defaultValues: empty,
    check: ({ code, percent, uses }) =>
      checkOwn(
        { code, percent, uses },
        !/^[A-Z0-9]{3,40}$/.test(code.trim().toUpperCase()) && ownProblem("code", "operator:sold.codeWrong"),
        !(whole(percent) >= 1 && whole(percent) <= 100) && ownProblem("percent", "operator:sold.percentWrong"),
        uses.trim() !== "" && !(whole(uses) >= 1) && ownProblem("uses", "validation.wholeNumber"),
      ),
    sentence: useSentence(labelOf),
    submit: async ({ code, percent, uses }) => {
      const coupon = {
        code: code.trim().toUpperCase(),
        percentOff: whole(percent),
        centsOff: null,
        currency: null,
        expiresAt: null,
        mostUses: uses.trim() === "" ? null : whole(uses),
        firstPurchaseOnly: false,
        leastCents: 0,
        isActive: true,
      };
      await confirmed(() => api.operator.saveCoupon(coupon));
      invalidate("operator");
    },
    onDone: (): void => form.reset(empty),
  });
  const field = fieldsWith(form, labelOf);
  return (
    <form {...form.attributes} className={cx("coupon-new")} aria-label={t("sold.newCoupon")}>
      {field("code", { required: true }, (bound) => (
        <TextInput {...bound} maxLength={40} autoComplete="off" spellCheck={false} />
      ))}
      {field("percent", { required: true }, (bound) => (
        <TextInput {...bound} inputMode="numeric" maxLength={3} />
      ))}
      {field("uses", { optional: true }, (bound) => (
        <TextInput {...bound} inputMode="numeric" maxLength={7} />
      ))}
      <Button type="submit" busy={form.isBusy} busyLabel={t("sold.busy")}>
        {t("sold.make")}
      </Button>
      {form.unplaced ? (
        <Alert tone="danger" title={t("changeFailed")}>
          {failureText(form.unplaced).description}
        </Alert>
      ) : null}
    </form>
  );
}
