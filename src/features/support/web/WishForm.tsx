import { useEffect, useState, useSyncExternalStore } from "react";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { api } from "#src/ui/client/api.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { toastMessage } from "#src/ui/client/toastFailure.ts";
import { toast } from "#src/ui/toastStore.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { fieldsWith } from "#src/ui/forms/FormField.tsx";
import { checkOwn, ownProblem } from "#src/ui/forms/problems.ts";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useChanges, useServerForm } from "#src/ui/forms/useServerForm.ts";
import { TextArea, TextInput } from "#src/ui/TextInput.tsx";
import { isEmailAddress, longestWish } from "../rules.ts";
import { emptyWish, type WishDraft } from "./wishDraft.ts";
import cx from "./Support.module.css";

/** Milliseconds in which the inline message can be read before the popup closes. */
const readingMs = 1_500;

export interface WishFormProps {
  /** Recipient that the server named. */
  to: string;
  /** This installation has no address for support: what is sent is kept for whoever runs it. */
  isKept: boolean;
  draft: WishDraft;
  onDraft: (draft: WishDraft) => void;
  onSent: () => void;
}

/** Which task Pioneer should take over, and where the answer goes. */
export function WishForm({ to, isKept, draft, onDraft, onSent }: WishFormProps) {
  const { t } = useTranslation(["support", "common", "messages"]);
  const language = useLanguage();
  const user = useSelector(selectActiveUser).value;
  const [isSent, setSent] = useState(false);
  const [ownEmail] = useState(user?.email ?? "");
  const labelOf = (name: string): string => t(`support:wish.${name}`);
  const form = useServerForm({
    defaultValues: { whichUseCase: "", userEmail: ownEmail },
    // What was typed before the popup closed; else what was kept when the session ended.
    values: draft.whichUseCase === "" ? {} : { ...draft, userEmail: draft.userEmail ?? ownEmail },
    draft: "wish",
    judgedWhen: "left",
    check: (values) => {
      const typed = values.userEmail.trim();
      return checkOwn(
        values,
        values.whichUseCase.trim() === "" && ownProblem("whichUseCase", "support:requiredMessage.whichUseCase"),
        typed === "" && ownProblem("userEmail", "support:requiredMessage.email"),
        !isEmailAddress(typed) && ownProblem("userEmail", "validation.email"),
      );
    },
    sentence: useSentence(labelOf),
    submit: async ({ whichUseCase, userEmail }) => {
      const fullName = user?.name ?? "";
      await api.mail.sendEmail({
        to,
        targetLanguage: language,
        targetEmailCase: "user-use-case-wish",
        targetGroup: "customers",
        placeholders: {
          fullName,
          firstName: fullName.trim().split(/\s+/)[0] ?? "",
          email: userEmail.trim(),
          wishUseCase: whichUseCase,
        },
      });
      onDraft(emptyWish);
      await toastMessage("useCaseWish.sendSuccess");
    },
    onDone: () => setSent(true),
    onRefused: ({ status }) => {
      if (status === 429)
        toast({ tone: "danger", title: t("messages:useCaseWish.sendError.title"), text: t("wish.tooMany") });
      else void toastMessage("useCaseWish.sendError", "danger");
    },
  });
  useChanges(form, ({ whichUseCase, userEmail }) =>
    onDraft({ whichUseCase, userEmail: userEmail === ownEmail ? null : userEmail }),
  );
  const isReady = useSyncExternalStore(form.subscribe, () => form.isDirty() && form.isValid());
  const field = fieldsWith(form, labelOf);
  useEffect(() => {
    if (!isSent) return undefined;
    const timer = setTimeout(onSent, readingMs);
    return () => clearTimeout(timer);
  }, [isSent, onSent]);

  if (isSent) {
    return (
      <Alert tone="ok" title={t("messages:useCaseWish.sendSuccess.title")}>
        {t("messages:useCaseWish.sendSuccess.description")}
      </Alert>
    );
  }
  return (
    <form className={cx("support-wish")} {...form.attributes}>
      {form.refusal?.status === 0 ? (
        <Alert tone="danger" title={t("messages:useCaseWish.sendError.title")}>
          {t("messages:useCaseWish.sendError.description")}
        </Alert>
      ) : null}
      {field("whichUseCase", { required: true }, (bound) => (
        <TextArea {...bound} rows={3} maxLength={longestWish} />
      ))}
      {field("userEmail", { required: true }, (bound) => (
        <TextInput {...bound} type="email" autoComplete="email" />
      ))}
      <div className={cx("support-send")}>
        <SaveBar
          size="small"
          isBusy={form.isBusy}
          label={t("wish.send")}
          busyLabel={t("common:action.sending")}
          disabled={!isReady}
        />
        <span className={cx("support-note")}>{t(isKept ? "wish.kept" : "wish.read")}</span>
      </div>
    </form>
  );
}
