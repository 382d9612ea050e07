import { type ChangeEvent, useRef, useState } from "react";
import type { User } from "#src/features/account/contract.ts";
import { activeUser } from "#src/features/account/web/store.ts";
import { emailProblem } from "#src/features/account/web/credentials.ts";
import { useSessionClient } from "#src/features/account/web/useSession.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { api, request } from "#src/ui/client/api.ts";
import { codeOf, failureText, toastFailure } from "#src/ui/client/toastFailure.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Avatar } from "#src/ui/Avatar.tsx";
import { Button } from "#src/ui/Button.tsx";
import { fieldsWith } from "#src/ui/forms/FormField.tsx";
import { fieldRefusal } from "#src/ui/forms/formStore.ts";
import { checkOwn, ownProblem } from "#src/ui/forms/problems.ts";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { TextInput } from "#src/ui/TextInput.tsx";
import { toast } from "#src/ui/toastStore.ts";
import { confirmed } from "./confirmed.ts";
import { uploadPicture } from "./rawCalls.ts";
import cx from "./SettingsPage.module.css";

/** The person is another one now: in the sidebar, and in other tabs. */
function useRenewed(): () => Promise<void> {
  const dispatch = useThunkDispatch();
  const session = useSessionClient();
  return async () => {
    await Promise.all([dispatch(activeUser.fetch()), session.renew()]);
  };
}

/** The picture, with a way to another one and to none. */
export function PictureField({ user }: { user: User }) {
  const { t } = useTranslation(["settings", "common"]);
  const renewed = useRenewed();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const change = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
      await renewed();
    } catch (cause) {
      toastFailure("picture.failed")(cause);
    }
    setBusy(false);
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? [];
    target.value = "";
    if (file) void change(() => uploadPicture(file));
  };
  return (
    <div className={cx("picture-row")}>
      <Avatar name={user.name} image={user.image} large />
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        hidden
        onChange={choose}
        aria-label={t("picture.choose")}
      />
      <Button size="small" busy={isBusy} busyLabel={t("picture.busy")} onClick={() => input.current?.click()}>
        {t(user.image ? "picture.change" : "picture.choose")}
      </Button>
      {user.image ? (
        <Button
          size="small"
          variant="quiet"
          disabled={isBusy}
          onClick={() => void change(() => request("DELETE", "/api/user/picture", {}))}
        >
          {t("picture.remove")}
        </Button>
      ) : null}
    </div>
  );
}

/** The name. */
export function NameForm({ user }: { user: User }) {
  const { t } = useTranslation(["settings", "common", "messages"]);
  const renewed = useRenewed();
  const labelOf = (): string => t("settings:account.name");
  const form = useServerForm({
    defaultValues: { name: user.name },
    check: (values) =>
      checkOwn(values, values.name.trim() === "" && ownProblem("name", "settings:account.nameMissing")),
    sentence: useSentence(labelOf),
    submit: async ({ name }) => {
      await api.account.updateUser({ name: name.trim() });
      await renewed();
      toast({ tone: "ok", title: t("account.nameSaved") });
      return undefined;
    },
    onDone: (): void => form.reset({ name: form.values().name.trim() }),
  });
  const field = fieldsWith(form, labelOf);
  return (
    <form {...form.attributes}>
      {form.unplaced ? (
        <Alert tone="danger" title={t("account.nameFailed")}>
          {failureText(form.unplaced).description}
        </Alert>
      ) : null}
      {field("name", { layout: "row" }, (bound) => (
        <TextInput {...bound} autoComplete="name" maxLength={120} />
      ))}
      <p className={cx("settings-row")}>
        <SaveBar
          variant="outline"
          isBusy={form.isBusy}
          label={t("account.nameSave")}
          busyLabel={t("common:action.saving")}
        />
      </p>
    </form>
  );
}

/** Another address: it counts once its own link was confirmed. */
export function EmailForm({ onAsked }: { onAsked: () => void }) {
  const { t } = useTranslation(["settings", "common", "messages", "account"]);
  const labelOf = (): string => t("settings:email.new");
  const form = useServerForm({
    defaultValues: { email: "" },
    check: (values) => {
      const problem = emailProblem(values.email);
      return checkOwn(values, problem && ownProblem("email", `account:${problem}`));
    },
    sentence: useSentence(labelOf),
    submit: async ({ email }) => {
      try {
        await confirmed(() => request("POST", "/api/user/email", { email: email.trim() }));
      } catch (cause) {
        const code = codeOf(cause);
        if (code !== "register.duplicateUser" && code !== "email.same") throw cause;
        return fieldRefusal(code, "email", `messages:${code}.title`);
      }
      onAsked();
      toast({ tone: "ok", title: t("email.sent"), text: t("email.sentText", { email: email.trim() }) });
      return undefined;
    },
    onDone: (): void => form.reset({ email: "" }),
  });
  const field = fieldsWith(form, labelOf);
  return (
    <form {...form.attributes} aria-label={t("email.title")}>
      {form.unplaced ? (
        <Alert tone="danger" title={t("email.failed")}>
          {failureText(form.unplaced).description}
        </Alert>
      ) : null}
      {field("email", { layout: "row", hint: t("email.hint") }, (bound) => (
        <TextInput {...bound} type="email" autoComplete="email" maxLength={254} />
      ))}
      <p className={cx("settings-row")}>
        <SaveBar variant="outline" isBusy={form.isBusy} label={t("email.submit")} busyLabel={t("email.busy")} />
      </p>
    </form>
  );
}
