import { useId, useSyncExternalStore } from "react";
import type { User } from "#src/features/account/contract.ts";
import { useSessionClient } from "#src/features/account/web/useSession.ts";
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
import { confirmed } from "./confirmed.ts";
import cx from "./SettingsPage.module.css";

export interface DeleteAccountProps {
  user: Pick<User, "id" | "email">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const empty = { typed: "" };

/** Deletes the account, once its e-mail was typed. */
export function DeleteAccount({ user, open, onOpenChange }: DeleteAccountProps) {
  const { t } = useTranslation(["settings", "common", "messages"]);
  const session = useSessionClient();
  const formId = useId();
  const words = useSentence(() => "");
  const isTyped = (typed: string): boolean => typed.trim().toLowerCase() === user.email.toLowerCase();
  const form = useServerForm({
    defaultValues: empty,
    check: (values) =>
      checkOwn(
        values,
        !isTyped(values.typed) && ownProblem("typed", "settings:delete.typeAgain", { email: user.email }),
      ),
    sentence: words,
    submit: async () => {
      await confirmed(() => api.account.deleteUser({ enData: { userId: user.id } }));
      // Empties every store and every tab, and goes to the sign-in page.
      await session.signOut();
      return undefined;
    },
  });
  const isReady = useSyncExternalStore(form.subscribe, () => isTyped(form.values().typed));
  const field = fieldsWith(form, () => t("delete.type", { email: user.email }));
  const close = (isOpen: boolean): void => {
    if (form.isBusy) return;
    form.reset(empty);
    onOpenChange(isOpen);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t("delete.question")}
      footer={
        <>
          <Button variant="quiet" onClick={() => close(false)}>
            {t("common:action.cancel")}
          </Button>
          <SaveBar
            form={formId}
            variant="danger"
            disabled={!isReady}
            isBusy={form.isBusy}
            label={t("delete.submit")}
            busyLabel={t("common:action.deleting")}
          />
        </>
      }
    >
      <form id={formId} {...form.attributes}>
        <dl className={cx("facts")}>
          <div>
            <dt>{t("common:dialog.goes")}</dt>
            <dd>{t("delete.goes")}</dd>
          </div>
          <div>
            <dt>{t("common:dialog.stays")}</dt>
            <dd>{t("delete.stays")}</dd>
          </div>
        </dl>
        {form.unplaced ? (
          <Alert tone="danger" title={t("delete.failed")}>
            {failureText(form.unplaced).description}
          </Alert>
        ) : null}
        {field("typed", (bound) => (
          <TextInput {...bound} type="email" autoComplete="off" spellCheck={false} />
        ))}
        {/* Enter says what is missing; the button below is off until nothing is. */}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
