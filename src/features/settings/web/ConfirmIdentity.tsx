import { useEffect, useId, useState, useSyncExternalStore } from "react";
import type { WaysIn } from "#src/features/account/contract.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { request } from "#src/ui/client/api.ts";
import { codeOf, failureText, toastFailure } from "#src/ui/client/toastFailure.ts";
import { useAnswer } from "#src/ui/client/useAnswer.ts";
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
import { fetchWaysIn, goToProvider } from "./security.ts";
import cx from "./SettingsPage.module.css";

const empty = { password: "", code: "" };

/** Who has a passkey, or an account elsewhere and no password, shows it by these. */
function OtherProofs({ ways, onProven }: { ways: WaysIn; onProven: () => void }) {
  const { t } = useTranslation(["settings", "messages"]);
  const language = useLanguage();
  const byPasskey = async (): Promise<void> => {
    try {
      const options = (await request("POST", "/api/user/proof/begin", {})) as Record<string, unknown>;
      const { signWithPasskey } = await import("#src/features/account/web/passkeys.ts");
      const passkey = await signWithPasskey(options, false, AbortSignal.timeout(120_000));
      await request("POST", "/api/user/proof", { passkey });
      onProven();
    } catch (cause) {
      if (!(cause instanceof DOMException)) toastFailure("passkey.failed")(cause);
    }
  };
  const linked = ways.password ? [] : ways.providers.filter(({ dateLinked }) => dateLinked !== null);
  return (
    <p className={cx("settings-actions")}>
      {ways.passkeys.length > 0 ? <Button onClick={() => void byPasskey()}>{t("confirm.byPasskey")}</Button> : null}
      {linked.map(({ id, name }) => (
        <Button
          key={id}
          onClick={() => void goToProvider(id, "prove", language).catch(toastFailure("providers.failed"))}
        >
          {t("confirm.byProvider", { provider: name })}
        </Button>
      ))}
    </p>
  );
}

/** Asks who sits there where a call needs a recent sign-in; `confirmed` opens it. */
export function ConfirmIdentity({ email }: { email: string }) {
  const { data: ways, isPending } = useAnswer(fetchWaysIn);
  const { t } = useTranslation(["settings", "common", "messages"]);
  const formId = useId();
  const answer = useSyncExternalStore(confirmation.subscribe, confirmation.get);
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  // Without a password there is nothing to type, unless a code is asked for.
  const isTyped = isCodeNeeded || (ways?.password ?? true);
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
      // Nobody is asked for a password that there is not.
      open={answer !== null && !isPending}
      onOpenChange={() => (form.isBusy ? undefined : settle(false))}
      title={t("confirm.title")}
      description={t(isTyped ? "confirm.lede" : "confirm.ledeOther")}
      footer={
        <>
          <Button variant="quiet" onClick={() => settle(false)}>
            {t("common:action.cancel")}
          </Button>
          {isTyped ? (
            <SaveBar form={formId} isBusy={form.isBusy} label={t("confirm.submit")} busyLabel={t("confirm.busy")} />
          ) : (
            <Button onClick={() => setCodeNeeded(true)}>{t("confirm.byCode")}</Button>
          )}
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
          : isTyped
            ? field("password", (bound) => (
                <TextInput {...bound} type="password" autoComplete="current-password" maxLength={128} autoFocus />
              ))
            : null}
        <button type="submit" hidden />
      </form>
      {ways ? <OtherProofs ways={ways} onProven={() => settle(true)} /> : null}
    </Dialog>
  );
}
