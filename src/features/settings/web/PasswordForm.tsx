import { type FormEvent, useRef, useState } from "react";
import { passwordMin } from "#src/features/account/web/credentials.ts";
import { useSessionClient } from "#src/features/account/web/useSession.ts";
import { ProductError } from "#src/kit/errors.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { request } from "#src/ui/client/api.ts";
import { failureText } from "#src/ui/client/toastFailure.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { Field } from "#src/ui/Field.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";
import { toast } from "#src/ui/toastStore.ts";

type Problems = { current?: string; next?: string; other?: string };

/** A new password for the old one; every other session ends with it. */
export function PasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const { t } = useTranslation(["settings", "common", "messages"]);
  const session = useSessionClient();
  const form = useRef<HTMLFormElement>(null);
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);

  const show = (found: Problems): void => {
    setProblems(found);
    const first = found.current ? "current-password" : found.next ? "new-password" : undefined;
    if (first) form.current?.querySelector<HTMLInputElement>(`[autocomplete="${first}"]`)?.focus();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const missing: Problems = {
      ...(current === "" ? { current: t("password.currentMissing") } : {}),
      ...(next.length < passwordMin ? { next: t("common:validation.passwordLength", { min: passwordMin }) } : {}),
    };
    show(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await request("POST", "/api/user/password", { currentPassword: current, newPassword: next });
      setCurrent("");
      setNext("");
      // The cookie is another one now; other tabs must learn of it too.
      await session.renew();
      onChanged();
      toast({ tone: "ok", title: t("password.changed"), text: t("password.changedText") });
    } catch (cause) {
      const isWrong = cause instanceof ProductError && cause.code === "login.wrongPassword";
      const said = cause instanceof ProductError ? cause.fields?.find(({ path }) => path === "newPassword") : undefined;
      show(
        isWrong
          ? { current: t("password.wrong") }
          : said
            ? { next: `${t("password.next")} ${said.message}` }
            : { other: failureText(cause).description },
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate aria-label={t("password.title")}>
      {problems.other ? (
        <Alert tone="danger" title={t("password.failed")}>
          {problems.other}
        </Alert>
      ) : null}
      {/* Password managers want to know whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field layout="row" label={t("password.current")} error={problems.current}>
        <TextInput
          type="password"
          autoComplete="current-password"
          maxLength={128}
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
      </Field>
      <Field
        layout="row"
        label={t("password.next")}
        hint={t("password.hint", { min: passwordMin })}
        error={problems.next}
      >
        <TextInput
          type="password"
          autoComplete="new-password"
          maxLength={128}
          value={next}
          onChange={(event) => setNext(event.target.value)}
        />
      </Field>
      <p className="settings-row">
        <Button type="submit" busy={isBusy} busyLabel={t("password.busy")}>
          {t("password.submit")}
        </Button>
      </p>
    </form>
  );
}
