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
import { TextInput } from "#src/ui/TextInput.tsx";
import type { SoldItem } from "../contract.ts";
import { whole } from "./amounts.ts";
import { EditCoupon, type KnownCoupon } from "./EditCoupon.tsx";
import { EditItem } from "./EditItem.tsx";
import { OperatedTable } from "./OperatedTable.tsx";
import { OperatorPart } from "./OperatorPart.tsx";
import cx from "./OperatorPage.module.css";

/** What is sold, and coupons of the test payments. */
export function Sold() {
  const { t } = useTranslation("operator");
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ["operator", "sold"],
    queryFn: ({ signal }) => api.operator.listSold(undefined, { signal }),
  });
  const [editing, setEditing] = useState<SoldItem>();
  const [coupon, setCoupon] = useState<KnownCoupon>();
  const save = (work: () => Promise<unknown>): void => {
    confirmed(work)
      .then(() => invalidate("operator", "payments"))
      .catch((cause: unknown) => (codeOf(cause) === "session.notRecent" ? undefined : toastFailure("unknown")(cause)));
  };
  const toggleItem = (item: SoldItem): void =>
    save(() => api.operator.saveItem({ ...item, isOffered: !item.isOffered }));
  const toggleCoupon = ({ uses: _, ...known }: KnownCoupon): void =>
    save(() => api.operator.saveCoupon({ ...known, isActive: !known.isActive }));
  if (error && !data) return <RetryAlert title={t("failed")} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} height={36} columns="1fr 1fr 1fr 80px" />;
  return (
    <>
      <OperatorPart title={t("sold.items")} lede={t(data.provider === null ? "sold.notSold" : "sold.itemsLede")}>
        <OperatedTable
          caption={t("sold.items")}
          columns={[
            t("column.item"),
            { figure: t("column.coins") },
            { figure: t("column.price") },
            t("column.state"),
            t("column.actions"),
          ]}
        >
          {data.items.map((item) => (
            <tr key={item.id}>
              <td>{item.id}</td>
              <td className="r">{formatNumber(item.coins, language)}</td>
              <td className="r">
                {item.priceCents === null ? t("sold.onRequest") : formatMoney(item.priceCents, item.currency, language)}
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
        </OperatedTable>
      </OperatorPart>
      <OperatorPart
        title={t("sold.coupons")}
        lede={t(data.provider === "stripe" ? "sold.stripeCoupons" : "sold.couponsLede")}
      >
        {data.coupons.length > 0 ? (
          <OperatedTable
            caption={t("sold.coupons")}
            columns={[
              t("column.code"),
              { figure: t("column.discount") },
              { figure: t("column.uses") },
              t("column.state"),
              t("column.actions"),
            ]}
          >
            {data.coupons.map((known) => (
              <tr key={known.code}>
                <td>{known.code}</td>
                <td className="r">
                  {known.percentOff === null
                    ? formatMoney(known.centsOff ?? 0, known.currency ?? "EUR", language)
                    : `${known.percentOff}\u00a0%`}
                </td>
                <td className="r">
                  {known.mostUses === null
                    ? formatNumber(known.uses, language)
                    : t("sold.usesOf", { used: known.uses, most: known.mostUses })}
                </td>
                <td>{t(known.isActive ? "sold.on" : "sold.off")}</td>
                <td>
                  <span className={cx("chips")}>
                    <Button
                      size="small"
                      aria-label={t("sold.editTitle", { item: known.code })}
                      onClick={() => setCoupon(known)}
                    >
                      {t("sold.edit")}
                    </Button>
                    <Button
                      size="small"
                      aria-label={`${t(known.isActive ? "sold.switchOff" : "sold.switchOn")}: ${known.code}`}
                      onClick={() => toggleCoupon(known)}
                    >
                      {t(known.isActive ? "sold.switchOff" : "sold.switchOn")}
                    </Button>
                  </span>
                </td>
              </tr>
            ))}
          </OperatedTable>
        ) : null}
        {data.provider === "stripe" ? null : <NewCoupon />}
      </OperatorPart>
      {coupon ? <EditCoupon coupon={coupon} onClose={() => setCoupon(undefined)} /> : null}
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
      await confirmed(() => api.operator.createCoupon(coupon));
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
