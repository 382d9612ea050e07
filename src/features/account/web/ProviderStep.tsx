import { useEffect, useState } from "react";
import { preloadTexts, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { setFlash } from "#src/ui/client/flashMessage.ts";
import { paths } from "#src/ui/client/paths.ts";
import { safeCallbackPath } from "#src/ui/client/safeCallbackPath.ts";
import { useAnswer } from "#src/ui/client/useAnswer.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { checkOwn, ownProblem } from "#src/ui/forms/problems.ts";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import type { PendingSignIn } from "../contract.ts";
import { CodeField } from "./CodeField.tsx";
import { RegisterField, usePasswordSentence } from "./RegisterForm.tsx";
import { useRefusalText } from "./refusalText.ts";
import { fetchPending } from "./sessionCalls.ts";
import { TermsField, termsProblem } from "./TermsField.tsx";
import { useSessionClient } from "./useSession.ts";
import cx from "./SignInPage.module.css";

/** What a sign-in with an account elsewhere still asks for: a code, or the name and the terms of a new account. */
export function ProviderStep() {
  const { t } = useTranslation(["account", "common"]);
  const { data, error } = useAnswer<PendingSignIn>(fetchPending);
  const title = t(data?.step === "register" ? "register.title" : "signIn.title");
  useEffect(() => {
    document.title = `${title} · ${t("common:product")}`;
  }, [title, t]);
  return (
    <>
      <h1 className="h1" id="gate-link">
        {title}
      </h1>
      {error ? <p className={cx("gate-lede")}>{t("providers.expired")}</p> : null}
      {data ? <StepForm pending={data} /> : null}
    </>
  );
}

function StepForm({ pending }: { pending: PendingSignIn }) {
  const { t } = useTranslation(["account", "common"]);
  const language = useLanguage();
  const session = useSessionClient();
  const refusalText = useRefusalText(pending.step === "register" ? "register.serverError" : "login.serverError");
  const [isRecovery, setRecovery] = useState(false);
  const isNew = pending.step === "register";
  const form = useServerForm({
    defaultValues: { name: isNew ? pending.name : "", code: "", terms: false },
    check: (values) =>
      isNew
        ? checkOwn(
            values,
            values.name.trim() === "" && ownProblem("name", "account:name.required"),
            termsProblem(values.terms),
          )
        : checkOwn(values, values.code.trim() === "" && ownProblem("code", "account:code.required")),
    sentence: usePasswordSentence(() => ""),
    submit: async ({ name, code }) => {
      const outcome = await session.finishProvider(
        isNew ? { name: name.trim(), termsAccepted: true } : { code: code.trim() },
      );
      if (!outcome.ok) {
        await preloadTexts("messages").catch(() => undefined);
        return outcome;
      }
      setFlash(isNew ? "register.success" : "login.success", sessionStorage);
      const back = safeCallbackPath(outcome.url, location.origin, language);
      const isDashboard = back === safeCallbackPath(null, location.origin, language);
      location.replace(isNew && isDashboard ? safeCallbackPath(paths.welcome, location.origin, language) : back);
      return undefined;
    },
  });
  const told = form.refusal && refusalText(form.refusal);
  return (
    <>
      <p className={cx("gate-lede")}>
        {isNew ? t("providers.newLede", { email: pending.email }) : t("link.signIn.code")}
      </p>
      <form {...form.attributes}>
        {told ? (
          <Alert tone="danger" title={told.title}>
            {told.description}
          </Alert>
        ) : null}
        {isNew ? (
          <>
            <RegisterField of={form} name="name" autoComplete="name" maxLength={120} />
            <TermsField form={form} />
          </>
        ) : (
          <CodeField form={form} factor={{ isRecovery, setRecovery }} />
        )}
        <SaveBar
          full
          isBusy={form.isBusy}
          label={t(isNew ? "register.submit" : "signIn.submit")}
          busyLabel={t(isNew ? "register.busy" : "signIn.busy")}
        />
      </form>
    </>
  );
}
