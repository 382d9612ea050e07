import { type FormEvent, useState } from "react";
import { preloadTexts, useTranslation } from "#src/ui/i18n/index.ts";
import { setFlash } from "#src/ui/client/flashMessage.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { Field } from "#src/ui/Field.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";
import { emailProblem } from "./credentials.ts";
import { useRefusalText } from "./refusalText.ts";
import type { Refusal } from "./sessionForms.ts";
import { useSessionClient } from "./useSession.ts";

export interface SignInFormProps {
  /** Message code that the address brought along (`SessionRequired`). */
  error: string | undefined;
  /** Where the person goes on; for the server, which keeps it on our origin. */
  callbackUrl: string;
}

/** E-mail and password of somebody who has an account. */
export function SignInForm({ error, callbackUrl }: SignInFormProps) {
  const { t } = useTranslation(["account", "common"]);
  const session = useSessionClient();
  const refusalText = useRefusalText("login.serverError");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const emailWrong = isTried ? emailProblem(email) : undefined;
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setTried(true);
    const wrong = emailProblem(email) ? "email" : password === "" ? "password" : undefined;
    if (wrong) event.currentTarget.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
    if (isBusy || wrong) return;
    setBusy(true);
    setRefusal(undefined);
    const outcome = await session.signIn({ email: email.trim(), password, callbackUrl });
    // On success the page leaves by itself, with the button still at work.
    if (outcome.ok) {
      setFlash("login.success", sessionStorage);
      return;
    }
    setBusy(false);
    await preloadTexts("messages").catch(() => undefined);
    setRefusal(outcome);
  };
  const told = refusal ? refusalText(refusal) : undefined;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {told ? (
        <Alert tone="danger" title={told.title}>
          {told.description}
        </Alert>
      ) : error ? (
        <Alert
          tone={error === "SessionRequired" ? "info" : "warn"}
          title={t(error === "SessionRequired" ? "error.sessionRequired" : "error.other")}
        >
          {t(error === "SessionRequired" ? "error.sessionRequiredText" : "error.otherText")}
        </Alert>
      ) : null}
      <Field label={t("email.label")} error={emailWrong && t(emailWrong)}>
        <TextInput
          tall
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field label={t("password.label")} error={isTried && password === "" ? t("password.required") : undefined}>
        <TextInput
          tall
          type="password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" full busy={isBusy} busyLabel={t("signIn.busy")}>
        {t("signIn.submit")}
      </Button>
    </form>
  );
}
