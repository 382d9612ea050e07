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
import type { SoldItem } from "../contract.ts";
import { centsOf, coinsLimit } from "./amounts.ts";

/** Coins and price of a pack or plan. */
export function EditItem({ item, onClose }: { item: SoldItem; onClose: () => void }) {
  const { t } = useTranslation(["operator", "common", "messages"]);
  const language = useLanguage();
  const formId = useId();
  const labels: Record<string, string> = { coins: t("sold.editCoins"), price: t("sold.editPrice") };
  const coinsOf = (typed: string): number => (/^\d{1,8}$/.test(typed.trim()) ? Number(typed.trim()) : 0);
  const price = ((item.priceCents ?? 0) / 100).toFixed(2);
  const form = useServerForm({
    defaultValues: { coins: String(item.coins), price: language === "de" ? price.replace(".", ",") : price },
    check: (values) =>
      checkOwn(
        values,
        !(coinsOf(values.coins) >= 1 && coinsOf(values.coins) <= coinsLimit) &&
          ownProblem("coins", "operator:sold.editCoinsWrong"),
        centsOf(values.price) === null && ownProblem("price", "operator:sold.editPriceWrong"),
      ),
    sentence: useSentence((name) => labels[name] ?? name),
    submit: async (values) => {
      const changed = { ...item, coins: coinsOf(values.coins), priceCents: centsOf(values.price) };
      await confirmed(() => api.operator.saveItem(changed));
      invalidate("operator", "payments");
      toast({ tone: "ok", title: t("sold.saved") });
      onClose();
    },
  });
  const field = fieldsWith(form, (name) => labels[name] ?? name);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || form.isBusy ? undefined : onClose())}
      title={t("sold.editTitle", { item: item.id })}
      description={t("sold.itemsLede")}
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
        {field("coins", { required: true }, (bound) => (
          <TextInput {...bound} inputMode="numeric" maxLength={8} />
        ))}
        {field("price", { required: true, hint: t("sold.editPriceHint", { currency: item.currency }) }, (bound) => (
          <TextInput {...bound} inputMode="decimal" maxLength={11} />
        ))}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
