import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { useKeptDraft } from "#src/features/account/web/useKeptDraft.ts";
import { api, ApiError } from "#src/ui/client/api.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { toastMessage } from "#src/ui/client/toastFailure.ts";
import { toast } from "#src/ui/toastStore.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { Field } from "#src/ui/Field.tsx";
import { TextArea, TextInput } from "#src/ui/TextInput.tsx";
import { isEmailAddress, longestWish } from "../rules.ts";
import { emptyWish, type WishDraft } from "./wishDraft.ts";

/** Specification section 3. */
interface Wish {
  whichUseCase: string;
  userEmail: string;
}

/** Milliseconds in which the inline message can be read before the popup closes. */
const readingMs = 1_500;

export interface WishFormProps {
  /** Recipient that the server named. */
  to: string;
  draft: WishDraft;
  onDraft: (draft: WishDraft) => void;
  onSent: () => void;
}

/** Which task Pioneer should take over, and where the answer goes. */
export function WishForm({ to, draft, onDraft, onSent }: WishFormProps) {
  const { t } = useTranslation(["support", "common", "messages"]);
  const language = useLanguage();
  const user = useSelector(selectActiveUser).value;
  const [outcome, setOutcome] = useState<"sent" | "failed">();
  const form = useForm<Wish>({
    mode: "onTouched",
    defaultValues: { whichUseCase: "", userEmail: user?.email ?? "" },
  });
  const { register, handleSubmit, setValue, watch, formState } = form;
  const { errors, isDirty, isValid, isSubmitting } = formState;

  const [kept, keep] = useKeptDraft<WishDraft>("wish", emptyWish);
  useEffect(() => {
    // What was typed before the popup closed or the session ended; dirty, so that it can be sent as it stands.
    const before = draft.whichUseCase === "" ? { ...draft, ...kept } : draft;
    if (before.whichUseCase !== "")
      setValue("whichUseCase", before.whichUseCase, { shouldDirty: true, shouldValidate: true });
    if (before.userEmail !== null) setValue("userEmail", before.userEmail, { shouldDirty: true, shouldValidate: true });
    const { unsubscribe } = watch((values, { name }) => {
      const next = {
        whichUseCase: values.whichUseCase ?? "",
        userEmail: name === "userEmail" ? (values.userEmail ?? "") : before.userEmail,
      };
      onDraft(next);
      keep(next);
    });
    return unsubscribe;
    // oxlint-disable-next-line react/exhaustive-deps -- the draft is read once; later it follows the form
  }, []);
  useEffect(() => {
    if (outcome !== "sent") return undefined;
    const timer = setTimeout(onSent, readingMs);
    return () => clearTimeout(timer);
  }, [outcome, onSent]);

  const submit = handleSubmit(async ({ whichUseCase, userEmail }) => {
    setOutcome(undefined);
    const fullName = user?.name ?? "";
    try {
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
    } catch (cause) {
      // A refusal has a status; without one no answer came at all.
      const isRefusal = cause instanceof ApiError && cause.status > 0;
      if (!isRefusal) setOutcome("failed");
      if (isRefusal && cause.status === 429) {
        toast({ tone: "danger", title: t("messages:useCaseWish.sendError.title"), text: t("wish.tooMany") });
      } else await toastMessage("useCaseWish.sendError", "danger");
      return;
    }
    onDraft(emptyWish);
    setOutcome("sent");
    await toastMessage("useCaseWish.sendSuccess");
  });

  if (outcome === "sent") {
    return (
      <Alert tone="ok" title={t("messages:useCaseWish.sendSuccess.title")}>
        {t("messages:useCaseWish.sendSuccess.description")}
      </Alert>
    );
  }
  return (
    <form className="support-wish" noValidate onSubmit={(event) => void submit(event)}>
      {outcome === "failed" ? (
        <Alert tone="danger" title={t("messages:useCaseWish.sendError.title")}>
          {t("messages:useCaseWish.sendError.description")}
        </Alert>
      ) : null}
      <Field label={t("wish.whichUseCase")} required error={errors.whichUseCase?.message}>
        <TextArea
          rows={3}
          maxLength={longestWish}
          {...register("whichUseCase", {
            validate: (typed) => typed.trim() !== "" || t("requiredMessage.whichUseCase"),
          })}
        />
      </Field>
      <Field label={t("wish.userEmail")} required error={errors.userEmail?.message}>
        <TextInput
          type="email"
          autoComplete="email"
          {...register("userEmail", {
            validate: (typed) => {
              if (typed.trim() === "") return t("requiredMessage.email");
              return isEmailAddress(typed.trim()) || t("common:validation.email");
            },
          })}
        />
      </Field>
      <div className="support-send">
        <Button
          type="submit"
          variant="primary"
          size="small"
          busy={isSubmitting}
          busyLabel={t("common:action.sending")}
          disabled={!isDirty || !isValid}
        >
          {t("wish.send")}
        </Button>
        <span className="support-note">{t("wish.read")}</span>
      </div>
    </form>
  );
}
