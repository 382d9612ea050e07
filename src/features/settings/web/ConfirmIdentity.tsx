import { useEffect, useId, useState, useSyncExternalStore } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { request } from "#src/ui/client/api.ts";
import { codeOf, failureText } from "#src/ui/client/toastFailure.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { Dialog } from "#src/ui/Dialog.tsx";
import { fieldsWith } from "#src/ui/forms/FormField.tsx";
import { fieldRefusal } from "#src/ui/forms/formStore.ts";
import { checkOwn, ownProblem } from "#src/ui/forms/problems.ts";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { TextInput } from "#src/ui/TextInput.tsx";
import { confirmation } from "./confirmed.ts";

const empty = { password: "", code: "" };

/** Asks for the password where a call needs a recent sign-in; `confirmed` opens it. */
export function ConfirmIdentity({ email }: { email: string }) {
  const { t } = useTranslation(["settings", "common", "messages"]);
  const formId = useId();
  const answer = useSyncExternalStore(confirmation.subscribe, confirmation.get);
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  const labelOf = (name: string): string => t(`settings:confirm.${name}`);
  const settle = (isConfirmed: boolean): void => {
    confirmation.set(null);
    setCodeNeeded(false);
    form.reset(empty);
    answer?.(isConfirmed);
  };
  const form = useServerForm({
    defaultValues: empty,
    check: (values) =>
      checkOwn(
        values,
        isCodeNeeded
          ? values.code.trim() === "" && ownProblem("code", "settings:confirm.codeMissing")
          : values.password === "" && ownProblem("password", "settings:confirm.passwordMissing"),
      ),
    sentence: useSentence(labelOf),
    submit: async ({ password, code }) => {
      try {
        await request("POST", "/api/user/proof", isCodeNeeded ? { code } : { password });
      } catch (cause) {
        if (codeOf(cause) === "login.codeNeeded") {
          setCodeNeeded(true);
          return fieldRefusal(codeOf(cause), "code", "settings:confirm.codeNeeded");
        }
        if (codeOf(cause) !== "login.wrongPassword") throw cause;
        return isCodeNeeded
          ? fieldRefusal(codeOf(cause), "code", "settings:confirm.wrongCode")
          : fieldRefusal(codeOf(cause), "password", "settings:confirm.wrong");
      }
      settle(true);
      return undefined;
    },
  });
  // Who leaves the page does not confirm.
  useEffect(() => () => confirmation.get()?.(false), []);
  const field = fieldsWith(form, labelOf);
  return (
    <Dialog
      open={answer !== null}
      onOpenChange={() => (form.isBusy ? undefined : settle(false))}
      title={t("confirm.title")}
      description={t("confirm.lede")}
      footer={
        <>
          <Button variant="quiet" onClick={() => settle(false)}>
            {t("common:action.cancel")}
          </Button>
          <SaveBar form={formId} isBusy={form.isBusy} label={t("confirm.submit")} busyLabel={t("confirm.busy")} />
        </>
      }
    >
      <form id={formId} {...form.attributes}>
        {form.unplaced ? (
          <Alert tone="danger" title={t("confirm.failed")}>
            {failureText(form.unplaced).description}
          </Alert>
        ) : null}
        {/* Password managers want to know whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {isCodeNeeded
          ? field("code", (bound) => (
              <TextInput {...bound} inputMode="numeric" autoComplete="one-time-code" maxLength={40} autoFocus />
            ))
          : field("password", (bound) => (
              <TextInput {...bound} type="password" autoComplete="current-password" maxLength={128} autoFocus />
            ))}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
