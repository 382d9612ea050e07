import { type FormEvent, useState } from "react";
import { preloadTexts, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { setFlash } from "#src/ui/client/flashMessage.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { Field } from "#src/ui/Field.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";
import { emailProblem, passwordBars, passwordMin, passwordStrong } from "./credentials.ts";
import { useRefusalText } from "./refusalText.ts";
import type { Refusal } from "./sessionForms.ts";
import { useSessionClient } from "./useSession.ts";

interface Typed {
  name: string;
  email: string;
  password: string;
}

/** Message keys of what is wrong, in the order of the fields. */
function problemsOf({ name, email, password }: Typed): Partial<Record<keyof Typed, string>> {
  const mail = emailProblem(email);
  return {
    ...(name.trim() === "" ? { name: "name.required" } : {}),
    ...(mail ? { email: mail } : {}),
    ...(Array.from(password).length < passwordMin ? { password: "password.short" } : {}),
  };
}

function PasswordMeter({ password }: { password: string }) {
  const bars = passwordBars(password);
  return (
    <div className="meter" aria-hidden="true">
      {[1, 2, 3, 4].map((bar) => (
        <i key={bar} data-on={bars >= bar || undefined} />
      ))}
    </div>
  );
}

/** Name, e-mail and password of somebody new; signs in right away when the account is there. */
export function RegisterForm({ callbackUrl, onRegistered }: { callbackUrl: string; onRegistered: () => void }) {
  const { t } = useTranslation(["account", "common"]);
  const language = useLanguage();
  const session = useSessionClient();
  const refusalText = useRefusalText("register.serverError");
  const [typed, setTyped] = useState<Typed>({ name: "", email: "", password: "" });
  // A field is judged once it was left, and all of them once the form was sent.
  const [left, setLeft] = useState<Partial<Record<keyof Typed, boolean>>>({});
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  // What the server would not have; a field is marked until something else stands in it.
  const [refused, setRefused] = useState<Partial<Typed>>({});
  const problems = problemsOf(typed);
  const length = Array.from(typed.password).length;
  const problemOf = (field: keyof Typed): string | undefined => {
    const key = problems[field];
    if (left[field] && key) return t(key, { min: passwordMin });
    return refused[field] === typed[field] ? t("common:validation.invalid", { path: t(`${field}.label`) }) : undefined;
  };
  const missing = t("password.missing", { length, count: passwordMin - length });
  const passwordProblem = problemOf("password") && length > 0 && length < passwordMin ? missing : problemOf("password");
  const strength =
    length === 0
      ? t("password.hint", { min: passwordMin })
      : length < passwordMin
        ? missing
        : length < passwordStrong
          ? t("password.nearly", { length, count: passwordStrong - length })
          : t("password.strong", { length });
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setLeft({ name: true, email: true, password: true });
    const form = event.currentTarget;
    const focus = (field: string): void => form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
    const [wrong] = Object.keys(problemsOf(typed));
    if (wrong !== undefined) focus(wrong);
    if (isBusy || wrong !== undefined) return;
    setBusy(true);
    setRefusal(undefined);
    const email = typed.email.trim();
    const registered = await session.register({ name: typed.name.trim(), email, password: typed.password, language });
    if (registered.ok) onRegistered();
    const outcome = registered.ok ? await session.signIn({ email, password: typed.password, callbackUrl }) : registered;
    if (outcome.ok) {
      setFlash("register.success", sessionStorage);
      return;
    }
    setBusy(false);
    await preloadTexts("messages").catch(() => undefined);
    setRefusal(outcome);
    const fields = (["name", "email", "password"] as const).filter((field) =>
      outcome.fields?.some(({ path }) => path === field),
    );
    setRefused(Object.fromEntries(fields.map((field) => [field, typed[field]])));
    if (fields[0]) focus(fields[0]);
  };
  const told = refusal ? refusalText(refusal) : undefined;
  const input = (field: keyof Typed) => ({
    value: typed[field],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [field]: event.target.value }),
    onBlur: () => setLeft({ ...left, [field]: typed[field] !== "" || left[field] === true }),
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {told ? (
        <Alert tone="danger" title={told.title}>
          {told.description}
        </Alert>
      ) : null}
      <Field label={t("name.label")} error={problemOf("name")}>
        <TextInput tall name="name" autoComplete="name" maxLength={120} {...input("name")} />
      </Field>
      <Field label={t("email.label")} error={problemOf("email")}>
        <TextInput tall type="email" name="email" autoComplete="email" maxLength={254} {...input("email")} />
      </Field>
      <Field
        label={t("password.label")}
        error={passwordProblem}
        hint={
          passwordProblem && length === 0 ? undefined : (
            <>
              <PasswordMeter password={typed.password} />
              {/* The sentence of the problem says the same. */}
              {passwordProblem ? null : strength}
            </>
          )
        }
      >
        <TextInput
          tall
          type="password"
          name="password"
          autoComplete="new-password"
          maxLength={128}
          {...input("password")}
        />
      </Field>
      <Button type="submit" full busy={isBusy} busyLabel={t("register.busy")}>
        {t("register.submit")}
      </Button>
    </form>
  );
}
