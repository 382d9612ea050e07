import { preloadTexts, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { setFlash } from "#src/ui/client/flashMessage.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { fieldsWith } from "#src/ui/forms/FormField.tsx";
import { fieldRefusal } from "#src/ui/forms/formStore.ts";
import { checkOwn, ownProblem } from "#src/ui/forms/problems.ts";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { TextInput } from "#src/ui/TextInput.tsx";
import { emailProblem } from "./credentials.ts";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { CodeField, codeNeeded, useSecondFactor } from "./CodeField.tsx";
import { useRefusalText } from "./refusalText.ts";
import { useSessionClient } from "./useSession.ts";
import { withLocale } from "#src/kit/locale.ts";
import { paths } from "#src/ui/client/paths.ts";
import cx from "./SignInPage.module.css";

export interface SignInFormProps {
  /** Where the person goes on; for the server, which keeps it on our origin. */
  callbackUrl: string;
}

/** E-mail and password of somebody who has an account. */
export function SignInForm({ callbackUrl }: SignInFormProps) {
  const { t } = useTranslation(["account", "common"]);
  const language = useLanguage();
  const session = useSessionClient();
  const refusalText = useRefusalText("login.serverError");
  const labelOf = (name: string): string => t(`account:${name}.label`);
  const factor = useSecondFactor();
  const form = useServerForm({
    defaultValues: { email: "", password: "", code: "" },
    check: (values) => {
      const problem = emailProblem(values.email);
      return checkOwn(
        values,
        problem && ownProblem("email", `account:${problem}`),
        values.password === "" && ownProblem("password", "account:password.required"),
        factor.problem(values.code),
      );
    },
    sentence: useSentence(labelOf),
    // On success the page leaves by itself, with the button still at work.
    submit: async ({ email, password, code }) => {
      const outcome = await session.signIn({ email: email.trim(), password, code: code.trim(), callbackUrl });
      if (outcome.ok) return setFlash("login.success", sessionStorage);
      factor.note(outcome);
      await preloadTexts("messages").catch(() => undefined);
      // Which of the two was wrong is nobody's business; below the second one it stands where the person goes on.
      return outcome.code === "login.wrongPassword"
        ? fieldRefusal(outcome.code, "password", "account:password.wrong")
        : outcome;
    },
  });
  const told = form.unplaced && form.unplaced.code !== codeNeeded && refusalText(form.unplaced);
  const field = fieldsWith(form, labelOf);
  return (
    <>
      <form {...form.attributes}>
        {told ? (
          <Alert tone="danger" title={told.title}>
            {told.description}
          </Alert>
        ) : null}
        {factor.isOn ? (
          <CodeField form={form} factor={factor} />
        ) : (
          <>
            {field("email", (bound) => (
              <TextInput {...bound} tall type="email" autoComplete="username webauthn" />
            ))}
            <div className={cx("gate-password")}>
              {field("password", (bound) => (
                <TextInput {...bound} tall type="password" autoComplete="current-password" />
              ))}
              <a className={cx("gate-forgot link-text")} href={withLocale(`${paths.signIn}?mode=forgot`, language)}>
                {t("forgotPassword")}
              </a>
            </div>
          </>
        )}
        <SaveBar full isBusy={form.isBusy} label={t("signIn.submit")} busyLabel={t("signIn.busy")} />
      </form>
      {factor.isOn ? null : (
        <>
          <PasskeyButton />
          <a className={cx("gate-back link-text")} href={withLocale(`${paths.signIn}?mode=link`, language)}>
            {t("signIn.byLink")}
          </a>
        </>
      )}
    </>
  );
}
