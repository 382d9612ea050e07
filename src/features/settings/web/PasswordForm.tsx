import { passwordMin } from "#src/features/account/web/credentials.ts";
import { useSessionClient } from "#src/features/account/web/useSession.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { request } from "#src/ui/client/api.ts";
import { codeOf, failureText } from "#src/ui/client/toastFailure.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { fieldsWith } from "#src/ui/forms/FormField.tsx";
import { fieldRefusal } from "#src/ui/forms/formStore.ts";
import { checkOwn, ownProblem } from "#src/ui/forms/problems.ts";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { TextInput } from "#src/ui/TextInput.tsx";
import { toast } from "#src/ui/toastStore.ts";
import { confirmed } from "./confirmed.ts";
import cx from "./SettingsPage.module.css";

const empty = { current: "", next: "" };

export interface PasswordFormProps {
  email: string;
  /** False for a person who signs in otherwise and has none yet. */
  hasPassword: boolean;
  onChanged: () => void;
}

/** A new password for the old one, or the first; every other session ends with it. */
export function PasswordForm({ email, hasPassword, onChanged }: PasswordFormProps) {
  const { t } = useTranslation(["settings", "common", "messages"]);
  const session = useSessionClient();
  const labelOf = (name: string): string => t(`settings:password.${name}`);
  const words = useSentence(labelOf);
  const form = useServerForm({
    defaultValues: empty,
    aliases: { newPassword: "next" },
    check: (values) =>
      checkOwn(
        values,
        hasPassword && values.current === "" && ownProblem("current", "settings:password.currentMissing"),
        values.next.length < passwordMin && ownProblem("next", "validation.passwordLength", { min: passwordMin }),
      ),
    sentence: (problem) => {
      const said = problem.params["message"];
      return said ? `${labelOf(String(problem.path[0]))} ${said}` : words(problem);
    },
    submit: async ({ current, next }) => {
      try {
        const change = { ...(hasPassword ? { currentPassword: current } : {}), newPassword: next };
        await confirmed(() => request("POST", "/api/user/password", change));
      } catch (cause) {
        if (codeOf(cause) !== "login.wrongPassword") throw cause;
        return fieldRefusal(codeOf(cause), "current", "settings:password.wrong");
      }
      // The cookie is another one now; other tabs must learn of it too.
      await session.renew();
      onChanged();
      toast({ tone: "ok", title: t("password.changed"), text: t("password.changedText") });
      return undefined;
    },
    onDone: (): void => form.reset(empty),
  });
  const field = fieldsWith(form, labelOf);
  return (
    <form {...form.attributes} aria-label={t("password.title")}>
      {form.unplaced ? (
        <Alert tone="danger" title={t("password.failed")}>
          {failureText(form.unplaced).description}
        </Alert>
      ) : null}
      {/* Password managers want to know whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {hasPassword ? (
        field("current", { layout: "row" }, (bound) => (
          <TextInput {...bound} type="password" autoComplete="current-password" maxLength={128} />
        ))
      ) : (
        <p className={cx("settings-lede")}>{t("password.none")}</p>
      )}
      {field("next", { layout: "row", hint: t("password.hint", { min: passwordMin }) }, (bound) => (
        <TextInput {...bound} type="password" autoComplete="new-password" maxLength={128} />
      ))}
      <p className={cx("settings-row")}>
        <SaveBar
          variant="outline"
          isBusy={form.isBusy}
          label={t(hasPassword ? "password.submit" : "password.set")}
          busyLabel={t("password.busy")}
        />
      </p>
    </form>
  );
}
