import { useRef } from "react";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { emailProblem } from "#src/features/account/web/credentials.ts";
import { api } from "#src/ui/client/api.ts";
import { codeOf, failureText, toastFailure, toastMessage } from "#src/ui/client/toastFailure.ts";
import { invalidate } from "#src/ui/data/queryClient.ts";
import { Button } from "#src/ui/Button.tsx";
import { FormField } from "#src/ui/forms/FormField.tsx";
import { fieldRefusal, type FormRejection } from "#src/ui/forms/formStore.ts";
import { checkOwn, ownProblem } from "#src/ui/forms/problems.ts";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { preloadTexts, text, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { TextInput } from "#src/ui/TextInput.tsx";
import { maxAddresses, readAddresses } from "../rules.ts";
import cx from "./InvitesPage.module.css";

const sendError = "resellerInvites.sendError";

interface Refused {
  email: string;
  cause: unknown;
}

/** Why an address was refused, in a few words: that it is one's own stands at the field alone. */
const reasonOf = (cause: unknown): string => {
  const fields: unknown = typeof cause === "object" && cause !== null ? Reflect.get(cause, "fields") : undefined;
  const isOwn = JSON.stringify(fields ?? "").includes("validation.ownAddress");
  return isOwn ? text("common:validation.ownAddress") : failureText(cause, sendError).title;
};

/** Sends invites to one or more addresses. Those that were refused stay in the field, each with the reason. */
export function InviteForm() {
  const { t } = useTranslation(["invites", "common", "messages"]);
  const language = useLanguage();
  const isUnconfirmed = useSelector(selectActiveUser).value?.emailVerified === false;
  const reasons = useRef("");
  const sentence = useSentence(() => t("email.label"));
  const form = useServerForm({
    defaultValues: { emails: "" },
    check: (values) => {
      const addresses = readAddresses(values.emails);
      const wrong = addresses.find((email) => emailProblem(email) !== undefined);
      return checkOwn(
        values,
        addresses.length === 0 && ownProblem("emails", "invites:email.required"),
        addresses.length > maxAddresses && ownProblem("emails", "invites:email.tooMany", { max: maxAddresses }),
        wrong !== undefined && ownProblem("emails", "invites:email.invalid", { address: wrong }),
      );
    },
    sentence: (problem) => (problem.key === "refused" ? reasons.current : sentence(problem)),
    submit: async ({ emails }): Promise<FormRejection | undefined> => {
      const addresses = readAddresses(emails);
      const refused: Refused[] = [];
      for (const email of addresses)
        await api.invites
          .createInvite({ email, language })
          .catch((cause: unknown) => void refused.push({ email, cause }));
      invalidate("invites");
      const [first] = refused;
      if (!first) {
        await toastMessage("resellerInvites.sendSuccess");
        return undefined;
      }
      await preloadTexts("messages").catch(() => undefined);
      toastFailure(sendError)(first.cause);
      reasons.current = refused
        .map(({ email, cause }) => (addresses.length === 1 ? reasonOf(cause) : `${email}: ${reasonOf(cause)}`))
        .join(" · ");
      form.set("emails", refused.map(({ email }) => email).join(", "));
      return fieldRefusal(codeOf(first.cause), "emails", "refused");
    },
    onDone: (): void => form.reset({ emails: "" }),
  });
  return (
    <form {...form.attributes} className={cx("invite-form")}>
      <FormField
        form={form}
        name="emails"
        label={t("email.label")}
        hint={t(isUnconfirmed ? "email.unconfirmed" : "email.hint")}
      >
        {(bound) => (
          <span className={cx("invite-line")}>
            <TextInput
              {...bound}
              type="text"
              inputMode="email"
              autoComplete="off"
              spellCheck={false}
              tall
              placeholder={t("email.placeholder")}
              maxLength={2000}
            />
            <Button type="submit" busy={form.isBusy} busyLabel={t("email.busy")}>
              {t("email.submit")}
            </Button>
          </span>
        )}
      </FormField>
    </form>
  );
}
