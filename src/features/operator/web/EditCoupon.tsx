import { useId } from "react";
import { confirmed } from "#src/features/settings/web/confirmed.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { failureText } from "#src/ui/client/toastFailure.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { invalidate } from "#src/ui/data/queryClient.ts";
import { Dialog } from "#src/ui/Dialog.tsx";
import { fieldsWith } from "#src/ui/forms/FormField.tsx";
import { checkOwn, ownProblem } from "#src/ui/forms/problems.ts";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { TextInput } from "#src/ui/TextInput.tsx";
import { toast } from "#src/ui/toastStore.ts";
import type { SoldCoupon } from "../contract.ts";
import { centsOf, whole } from "./amounts.ts";

/** A coupon with how often it was used. */
export type KnownCoupon = SoldCoupon & { uses: number };

/** What a coupon takes off, and how often; its code stays. */
export function EditCoupon({ coupon: { uses, ...coupon }, onClose }: { coupon: KnownCoupon; onClose: () => void }) {
  const { t } = useTranslation(["operator", "common", "messages"]);
  const language = useLanguage();
  const formId = useId();
  const isShare = coupon.percentOff !== null;
  const labels: Record<string, string> = {
    off: isShare ? t("sold.percent") : t("sold.editOff"),
    uses: t("sold.uses"),
  };
  const amount = ((coupon.centsOff ?? 0) / 100).toFixed(2);
  const percentOf = (typed: string): number | null => (whole(typed) >= 1 && whole(typed) <= 100 ? whole(typed) : null);
  const offOf = (typed: string): number | null => (isShare ? percentOf(typed) : centsOf(typed));
  const form = useServerForm({
    defaultValues: {
      off: isShare ? String(coupon.percentOff) : language === "de" ? amount.replace(".", ",") : amount,
      uses: coupon.mostUses === null ? "" : String(coupon.mostUses),
    },
    check: (values) =>
      checkOwn(
        values,
        offOf(values.off) === null &&
          ownProblem("off", isShare ? "operator:sold.percentWrong" : "operator:sold.editPriceWrong"),
        values.uses.trim() !== "" &&
          !(whole(values.uses) >= Math.max(1, uses)) &&
          ownProblem("uses", uses > 1 ? "operator:sold.usesWrong" : "validation.wholeNumber"),
      ),
    sentence: useSentence((name) => labels[name] ?? name),
    submit: async (values) => {
      const off = isShare ? { percentOff: offOf(values.off) } : { centsOff: offOf(values.off) };
      const mostUses = values.uses.trim() === "" ? null : whole(values.uses);
      await confirmed(() => api.operator.saveCoupon({ ...coupon, ...off, mostUses }));
      invalidate("operator", "payments");
      toast({ tone: "ok", title: t("sold.couponSaved") });
      onClose();
    },
  });
  const field = fieldsWith(form, (name) => labels[name] ?? name);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || form.isBusy ? undefined : onClose())}
      title={t("sold.editTitle", { item: coupon.code })}
      description={t("sold.couponLede", { count: uses })}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t("common:action.cancel")}
          </Button>
          <SaveBar form={formId} isBusy={form.isBusy} label={t("sold.editSave")} busyLabel={t("sold.busy")} />
        </>
      }
    >
      <form id={formId} {...form.attributes}>
        {form.unplaced ? (
          <Alert tone="danger" title={failureText(form.unplaced).title}>
            {failureText(form.unplaced).description}
          </Alert>
        ) : null}
        {field("off", { required: true }, (bound) => (
          <TextInput {...bound} inputMode={isShare ? "numeric" : "decimal"} maxLength={isShare ? 3 : 11} />
        ))}
        {field("uses", { optional: true, hint: t("sold.usesHint") }, (bound) => (
          <TextInput {...bound} inputMode="numeric" maxLength={7} />
        ))}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
