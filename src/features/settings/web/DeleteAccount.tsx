import { useState } from "react";
import type { User } from "#src/features/account/contract.ts";
import { useSessionClient } from "#src/features/account/web/useSession.ts";
import { ProductError } from "#src/kit/errors.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { failureText } from "#src/ui/client/toastFailure.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { Dialog } from "#src/ui/Dialog.tsx";
import { Field } from "#src/ui/Field.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";

export interface DeleteAccountProps {
  user: Pick<User, "id" | "email">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const codeOf = (cause: unknown): string => (cause instanceof ProductError ? cause.code : "unknown");

/**
 * Deletes the account, once its e-mail was typed. A sign-in of more than 15 minutes ago is proven anew by the password,
 * in the same place.
 */
export function DeleteAccount({ user, open, onOpenChange }: DeleteAccountProps) {
  const { t } = useTranslation(["settings", "common", "messages"]);
  const session = useSessionClient();
  const [typed, setTyped] = useState("");
  const [password, setPassword] = useState<string>();
  const [problem, setProblem] = useState<{ typed?: string; password?: string; other?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const isTyped = typed.trim().toLowerCase() === user.email.toLowerCase();

  const close = (isOpen: boolean): void => {
    if (isBusy) return;
    setTyped("");
    setPassword(undefined);
    setProblem({});
    onOpenChange(isOpen);
  };
  const remove = async (): Promise<void> => {
    if (isBusy) return;
    setProblem(isTyped ? {} : { typed: t("delete.typeAgain", { email: user.email }) });
    if (!isTyped) return;
    setBusy(true);
    try {
      if (password !== undefined) {
        const proven = await session.signIn({ email: user.email, password });
        if (!proven.ok) {
          setProblem({ password: failureText(proven, "login.serverError").title });
          return;
        }
      }
      await api.account.deleteUser({ enData: { userId: user.id } });
      // Empties every store and every tab, and goes to the sign-in page.
      await session.signOut();
    } catch (cause) {
      if (codeOf(cause) === "session.notRecent") {
        setPassword("");
        setProblem({ password: t("delete.notRecent") });
      } else setProblem({ other: failureText(cause).description });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t("delete.question")}
      footer={
        <>
          <Button variant="quiet" onClick={() => close(false)}>
            {t("common:action.keep")}
          </Button>
          <Button
            variant="danger"
            disabled={!isTyped}
            busy={isBusy}
            busyLabel={t("common:action.deleting")}
            onClick={() => void remove()}
          >
            {t("delete.submit")}
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void remove();
        }}
      >
        <dl className="facts">
          <div>
            <dt>{t("common:dialog.goes")}</dt>
            <dd>{t("delete.goes")}</dd>
          </div>
          <div>
            <dt>{t("common:dialog.stays")}</dt>
            <dd>{t("delete.stays")}</dd>
          </div>
        </dl>
        {problem.other ? (
          <Alert tone="danger" title={t("delete.failed")}>
            {problem.other}
          </Alert>
        ) : null}
        <Field label={t("delete.type", { email: user.email })} error={problem.typed}>
          <TextInput
            type="email"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        {password === undefined ? null : (
          <Field label={t("delete.password")} error={problem.password}>
            <TextInput
              type="password"
              autoComplete="current-password"
              autoFocus
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
        )}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
