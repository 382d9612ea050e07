import { useState } from "react";
import { preloadTexts, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { setFlash } from "#src/ui/client/flashMessage.ts";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import { Alert } from "#src/ui/Alert.tsx";
import { Field } from "#src/ui/Field.tsx";
import { type AnyForm, useBound, useError } from "#src/ui/forms/FormField.tsx";
import { checkOwn, type FormProblem, ownProblem } from "#src/ui/forms/problems.ts";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { Coin } from "#src/ui/Mark.tsx";
import { prices } from "#src/features/workflows/rules.ts";
import { TextInput, type TextInputProps } from "#src/ui/TextInput.tsx";
import { emailProblem, passwordBars, passwordMin, passwordStrong } from "./credentials.ts";
import { TermsField, termsProblem } from "./TermsField.tsx";
import { useRefusalText } from "./refusalText.ts";
import { useSessionClient } from "./useSession.ts";
import cx from "./SignInPage.module.css";

function PasswordMeter({ password }: { password: string }) {
  const bars = passwordBars(password);
  return (
    <div className={cx("meter")} aria-hidden="true">
      {[1, 2, 3, 4].map((bar) => (
        <i key={bar} data-on={bars >= bar || undefined} />
      ))}
    </div>
  );
}

const lengthOf = (password: string): number => Array.from(password).length;

/** What is wrong with a new password as far as a page can tell; false for nothing. */
export const passwordProblem = (password: string) =>
  lengthOf(password) < passwordMin && ownProblem("password", "account:password.short", { min: passwordMin });

/** Sentences for problems of a form with a new password: one that is too short says how much is missing. */
export function usePasswordSentence(passwordOf: () => string): (problem: FormProblem) => string {
  const { t } = useTranslation(["account", "common"]);
  const words = useSentence((name) => t(`account:${name}.label`));
  return (problem) => {
    const length = lengthOf(passwordOf());
    const isShort = problem.path[0] === "password" && length > 0 && length < passwordMin;
    return isShort
      ? t("password.missing", { length, count: passwordMin - length })
      : words("message" in problem.params ? { ...problem, key: "validation.invalid" } : problem);
  };
}

/** What an invite offers; its code comes for those who came with one. */
const InviteOffer = lazyOptional(() => import("./InviteOffer.tsx").then((part) => part.InviteOffer));

/** Code of the invite that the page was opened with. */
const inviteCodeIn = (search: string): string | undefined => new URLSearchParams(search).get("invite")?.slice(0, 64);

export interface RegisterFormProps {
  callbackUrl: string;
  /** Undefined until the server has told. */
  welcomeCoins: number | undefined;
  onRegistered: () => void;
}

/** What the coins of the start are enough for, by today's prices. */
function WelcomeCoins({ coins }: { coins: number }) {
  const { t } = useTranslation("account");
  const [plans, articles] = [prices.contentPlanner, prices.blogArticleWriter].map((price) => Math.floor(coins / price));
  if (!articles) return null;
  return (
    <p className={cx("gate-coins")}>
      <Coin />
      <span>
        <b>{t("coins.free", { count: coins })}</b>{" "}
        {plans
          ? t("coins.enough", {
              plans: t("coins.plans", { count: plans }),
              articles: t("coins.articles", { count: articles }),
            })
          : t("coins.enoughOne", { articles: t("coins.articles", { count: articles }) })}
      </span>
    </p>
  );
}

/** Name, e-mail and password of somebody new; signs in right away when the account is there. */
export function RegisterForm({ callbackUrl, welcomeCoins, onRegistered }: RegisterFormProps) {
  const { t } = useTranslation(["account", "common"]);
  const language = useLanguage();
  const session = useSessionClient();
  const [inviteCode] = useState(() => inviteCodeIn(location.search));
  const refusalText = useRefusalText("register.serverError");
  const sentence = usePasswordSentence(() => form.values().password);
  const form = useServerForm({
    defaultValues: { name: "", email: "", password: "", terms: false },
    judgedWhen: "left",
    check: (values) => {
      const problem = emailProblem(values.email);
      return checkOwn(
        values,
        values.name.trim() === "" && ownProblem("name", "account:name.required"),
        problem && ownProblem("email", `account:${problem}`),
        passwordProblem(values.password),
        termsProblem(values.terms),
      );
    },
    sentence,
    submit: async ({ name, email, password }) => {
      const registered = await session.register({
        name: name.trim(),
        email: email.trim(),
        password,
        language,
        termsAccepted: true,
        ...(inviteCode ? { inviteCode } : {}),
      });
      if (registered.ok) onRegistered();
      const outcome = registered.ok ? await session.signIn({ email: email.trim(), password, callbackUrl }) : registered;
      if (outcome.ok) return setFlash("register.success", sessionStorage);
      await preloadTexts("messages").catch(() => undefined);
      return outcome;
    },
  });
  const told = form.refusal && refusalText(form.refusal);
  return (
    <form {...form.attributes}>
      {inviteCode ? (
        <InviteOffer code={inviteCode} />
      ) : welcomeCoins === undefined ? null : (
        <WelcomeCoins coins={welcomeCoins} />
      )}
      {told ? (
        <Alert tone="danger" title={told.title}>
          {told.description}
        </Alert>
      ) : null}
      <RegisterField of={form} name="name" autoComplete="name" maxLength={120} />
      <RegisterField of={form} name="email" type="email" autoComplete="email" maxLength={254} />
      <RegisterField of={form} name="password" type="password" autoComplete="new-password" maxLength={128} />
      <TermsField form={form} />
      <SaveBar full isBusy={form.isBusy} label={t("register.submit")} busyLabel={t("register.busy")} />
    </form>
  );
}

/** A field is judged once it was left with something in it. */
export function RegisterField({ of: form, name, ...input }: { of: AnyForm; name: string } & TextInputProps) {
  const { t } = useTranslation("account");
  const bound = useBound(form, name);
  const value = String(bound.value);
  const error = useError(form, name);
  return (
    <Field
      label={t(`${name}.label`)}
      error={error}
      hint={name === "password" ? <PasswordHint password={value} hasProblem={error !== undefined} /> : undefined}
    >
      <TextInput {...input} {...bound} tall value={value} onBlur={() => (value === "" ? undefined : bound.onBlur())} />
    </Field>
  );
}

function PasswordHint({ password, hasProblem }: { password: string; hasProblem: boolean }) {
  const { t } = useTranslation("account");
  const length = lengthOf(password);
  if (hasProblem && length === 0) return null;
  const strength =
    length === 0
      ? t("password.hint", { min: passwordMin })
      : length < passwordMin
        ? t("password.missing", { length, count: passwordMin - length })
        : length < passwordStrong
          ? t("password.nearly", { length, count: passwordStrong - length })
          : t("password.strong", { length });
  return (
    <>
      <PasswordMeter password={password} />
      {/* The sentence of the problem says the same. */}
      {hasProblem ? null : strength}
    </>
  );
}
