import { useId, useState } from "react";
import { newId } from "#src/kit/ids.ts";
import { confirmed } from "#src/features/settings/web/confirmed.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { failureText } from "#src/ui/client/toastFailure.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { Dialog } from "#src/ui/Dialog.tsx";
import { fieldsWith } from "#src/ui/forms/FormField.tsx";
import { checkOwn, ownProblem } from "#src/ui/forms/problems.ts";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { TextInput } from "#src/ui/TextInput.tsx";
import { toast } from "#src/ui/toastStore.ts";
import type { OperatedPerson } from "../contract.ts";

const wholeOf = (typed: string): number =>
  /^[-−]?\d{1,7}$/.test(typed.trim()) ? Number(typed.trim().replace("−", "-")) : 0;

/** Gives coins to a person, or takes some, with a reason that the person reads. */
export function GrantCoins({
  person,
  onClose,
  onDone,
}: {
  person: OperatedPerson;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation(["operator", "common", "messages"]);
  const formId = useId();
  // One press, however often it is repeated.
  const [key] = useState(newId);
  const labelOf = (name: string): string => t(`operator:grant.${name}`);
  const form = useServerForm({
    defaultValues: { coins: "", reason: "" },
    check: (values) =>
      checkOwn(
        values,
        wholeOf(values.coins) === 0 && ownProblem("coins", "operator:grant.coinsWrong"),
        values.reason.trim().length < 3 && ownProblem("reason", "validation.required"),
      ),
    sentence: useSentence(labelOf),
    submit: async ({ coins, reason }) => {
      const gift = { userId: person.id, coins: wholeOf(coins), reason: reason.trim(), key };
      const booked = await confirmed(() => api.operator.grantCoins(gift));
      toast({ tone: "ok", title: t("grant.done", { count: booked.coins }) });
      onDone();
      onClose();
    },
  });
  const field = fieldsWith(form, labelOf);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || form.isBusy ? undefined : onClose())}
      title={t("grant.title", { name: person.name })}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t("common:action.cancel")}
          </Button>
          <SaveBar form={formId} isBusy={form.isBusy} label={t("grant.submit")} busyLabel={t("grant.busy")} />
        </>
      }
    >
      <form id={formId} {...form.attributes}>
        {form.unplaced ? (
          <Alert tone="danger" title={t("changeFailed")}>
            {failureText(form.unplaced).description}
          </Alert>
        ) : null}
        {field("coins", { required: true, hint: t("grant.coinsHint") }, (bound) => (
          <TextInput {...bound} inputMode="numeric" maxLength={8} autoFocus />
        ))}
        {field("reason", { required: true, hint: t("grant.reasonHint") }, (bound) => (
          <TextInput {...bound} maxLength={180} />
        ))}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
