import { type ReactNode, useEffect, useId, useState } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { setFlash } from "#src/ui/client/flashMessage.ts";
import { paths } from "#src/ui/client/paths.ts";
import { toastMessage } from "#src/ui/client/toastFailure.ts";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import type { FormRejection } from "#src/ui/forms/formStore.ts";
import { type AnyForm, useValue } from "#src/ui/forms/FormField.tsx";
import { checkOwn, ownProblem } from "#src/ui/forms/problems.ts";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { withLocale } from "#src/kit/locale.ts";
import { emailProblem } from "./credentials.ts";
import { CodeField, codeNeeded, useSecondFactor } from "./CodeField.tsx";
import { GateFrame } from "./GateFrame.tsx";
import { LinkedText } from "./LinkedText.tsx";
import type { LinkMode } from "./linkModes.ts";
import { ProviderStep } from "./ProviderStep.tsx";
import { passwordProblem, RegisterField, usePasswordSentence } from "./RegisterForm.tsx";
import { useSession, useSessionClient } from "./useSession.ts";
import cx from "./SignInPage.module.css";

/** Codes after which a link is of no more use. */
const spentCodes = [
  "resetAuth.invalidLink",
  "resetAuth.noUserFound",
  "signInLink.invalidLink",
  "verification.invalidLink",
];
/** Pages that ask for a link, by the one that the link opens. */
const askedAgain: Partial<Record<LinkMode, "forgot" | "link">> = { reset: "forgot", signIn: "link" };
const isAsking = (mode: LinkMode): mode is "forgot" | "link" => mode === "forgot" || mode === "link";

/** Where this tab keeps the token of a confirmation while the person signs in. */
const waitingKey = (mode: LinkMode): string => `pioneer.confirmation.${mode}`;
const waiting = {
  keep: (mode: LinkMode, token: string): void => {
    try {
      sessionStorage.setItem(waitingKey(mode), token);
    } catch {
      // The link in the mail can be opened once more.
    }
  },
  read: (mode: LinkMode): string => {
    try {
      return sessionStorage.getItem(waitingKey(mode)) ?? "";
    } catch {
      return "";
    }
  },
  drop: (mode: LinkMode): void => {
    try {
      sessionStorage.removeItem(waitingKey(mode));
    } catch {
      // Nothing was kept.
    }
  },
};

/** The token stands behind `#`, where no server sees it, and leaves the address when the page has read it. */
function useToken(mode: LinkMode): string {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get("token") ?? waiting.read(mode));
  useEffect(() => history.replaceState(history.state, "", location.pathname + location.search), []);
  return token;
}

/** Says in a toast why something was refused; what can be done is on the page. */
const tell = (refusal: FormRejection): void => void toastMessage(refusal.code, "danger").catch(() => undefined);

function useSignInPath(): string {
  return withLocale(`${paths.signIn}?mode=signin`, useLanguage());
}

/** The pages that links from mails open, and the one between a provider and the account. */
export function LinkPage({ mode, foot }: { mode: LinkMode; foot: ReactNode }) {
  const { t } = useTranslation(["account", "common"]);
  const signIn = useSignInPath();
  return (
    <GateFrame foot={foot}>
      <section aria-labelledby="gate-link">
        {mode === "provider" ? <ProviderStep /> : <LinkSection mode={mode} signIn={signIn} />}
        <a className={cx("gate-back link-text")} href={signIn}>
          {t("link.back")}
        </a>
      </section>
    </GateFrame>
  );
}

function LinkSection({ mode, signIn }: { mode: Exclude<LinkMode, "provider">; signIn: string }) {
  const { t } = useTranslation(["account", "common"]);
  const token = useToken(mode);
  const [isSpent, setSpent] = useState(!isAsking(mode) && token === "");
  const shown = (isSpent && askedAgain[mode]) || mode;
  useEffect(() => {
    document.title = `${t(`link.${shown}.title`)} · ${t("common:product")}`;
  }, [shown, t]);
  const onRefused = (refusal: FormRejection): void => {
    if (refusal.code !== codeNeeded) tell(refusal);
    if (spentCodes.includes(refusal.code)) setSpent(true);
  };
  return (
    <>
      <h1 className="h1" id="gate-link">
        {t(`link.${shown}.title`)}
      </h1>
      {isAsking(shown) ? (
        <AskForm mode={shown} isSpent={isSpent} />
      ) : shown === "reset" ? (
        <ResetForm token={token} signIn={signIn} onRefused={onRefused} />
      ) : shown === "signIn" ? (
        <LinkSignInForm token={token} onRefused={onRefused} />
      ) : (
        <Confirmation mode={shown} token={token} isSpent={isSpent} onRefused={onRefused} />
      )}
    </>
  );
}

const Lede = ({ children }: { children: ReactNode }) => <p className={cx("gate-lede")}>{children}</p>;

/** Asks for a link; the answer is the same whether the address has an account or not. */
function AskForm({ mode, isSpent }: { mode: "forgot" | "link"; isSpent: boolean }) {
  const { t } = useTranslation(["account", "common"]);
  const language = useLanguage();
  const session = useSessionClient();
  const [sentTo, setSentTo] = useState<string>();
  const form = useServerForm({
    defaultValues: { email: new URLSearchParams(location.search).get("email") ?? "" },
    check: (values) => {
      const problem = emailProblem(values.email);
      return checkOwn(values, problem && ownProblem("email", `account:${problem}`));
    },
    sentence: usePasswordSentence(() => ""),
    submit: async ({ email }) => {
      const outcome = await session.requestLink(mode === "forgot" ? "reset" : "link", {
        email: email.trim(),
        language,
      });
      if (!outcome.ok) return outcome;
      setSentTo(email.trim());
      void toastMessage(mode === "forgot" ? "resetAuth.requestSuccess" : "signInLink.requestSuccess").catch(
        () => undefined,
      );
      return undefined;
    },
    onRefused: tell,
  });
  if (sentTo !== undefined)
    return (
      <>
        <Lede>{t("link.forgot.sent", { email: sentTo })}</Lede>
        <Button
          full
          onClick={() => {
            form.reset(form.values());
            setSentTo(undefined);
          }}
        >
          {t("link.forgot.again")}
        </Button>
      </>
    );
  return (
    <>
      <Lede>{t(isSpent ? "link.forgot.spent" : `link.${mode}.lede`)}</Lede>
      <form {...form.attributes}>
        <RegisterField of={form} name="email" type="email" autoComplete="username" maxLength={254} />
        <SaveBar full isBusy={form.isBusy} label={t("link.forgot.submit")} busyLabel={t("link.forgot.busy")} />
      </form>
    </>
  );
}

interface TokenProps {
  token: string;
  onRefused: (refusal: FormRejection) => void;
}

/** Sets a new password; all devices are signed out by it. */
function ResetForm({ token, signIn, onRefused }: TokenProps & { signIn: string }) {
  const { t } = useTranslation(["account", "common"]);
  const session = useSessionClient();
  const sentence = usePasswordSentence(() => form.values().password);
  const factor = useSecondFactor();
  const form = useServerForm({
    defaultValues: { password: "", removeOtherWays: false, code: "" },
    judgedWhen: "left",
    check: (values) => checkOwn(values, passwordProblem(values.password), factor.problem(values.code)),
    sentence,
    submit: async ({ password, removeOtherWays, code }) => {
      const outcome = await session.finishReset({
        token,
        password,
        ...(removeOtherWays ? { otherWays: "remove" as const } : {}),
        ...(code.trim() === "" ? {} : { code: code.trim() }),
      });
      if (!outcome.ok) {
        factor.note(outcome);
        return outcome;
      }
      setFlash("resetAuth.finishSuccess", sessionStorage);
      location.assign(signIn);
      return undefined;
    },
    onRefused,
  });
  return (
    <>
      <Lede>{t("link.reset.lede")}</Lede>
      <form {...form.attributes}>
        <RegisterField of={form} name="password" type="password" autoComplete="new-password" maxLength={128} />
        <OtherWaysField form={form} />
        {factor.isOn ? <CodeField form={form} factor={factor} /> : null}
        <SaveBar full isBusy={form.isBusy} label={t("link.reset.submit")} busyLabel={t("link.reset.busy")} />
      </form>
    </>
  );
}

/** Whether passkeys and connected accounts end with the old password. */
function OtherWaysField({ form }: { form: AnyForm }) {
  const { t } = useTranslation("account");
  const id = useId();
  const isOn = useValue(form, "removeOtherWays") === true;
  return (
    <div className={cx("gate-terms")}>
      <input
        type="checkbox"
        id={id}
        checked={isOn}
        aria-describedby={`${id}-hint`}
        onChange={(event) => form.set("removeOtherWays", event.target.checked)}
      />
      <label htmlFor={id}>{t("link.reset.others")}</label>
      <p className="hint" id={`${id}-hint`}>
        {t("link.reset.othersHint")}
      </p>
    </div>
  );
}

/** Signs in by a press, with the code of the account's second factor where it asks for one. */
function LinkSignInForm({ token, onRefused }: TokenProps) {
  const { t } = useTranslation(["account", "common"]);
  const language = useLanguage();
  const session = useSessionClient();
  const factor = useSecondFactor();
  const form = useServerForm({
    defaultValues: { code: "" },
    check: (values) => checkOwn(values, factor.problem(values.code)),
    sentence: usePasswordSentence(() => ""),
    submit: async ({ code }) => {
      const outcome = await session.signInByLink({ token, ...(code.trim() === "" ? {} : { code: code.trim() }) });
      if (!outcome.ok) {
        factor.note(outcome);
        return outcome;
      }
      setFlash("login.success", sessionStorage);
      location.replace(withLocale(paths.dashboard, language));
      return undefined;
    },
    onRefused,
  });
  return (
    <>
      <Lede>{t(factor.isOn ? "link.signIn.code" : "link.signIn.lede")}</Lede>
      <form {...form.attributes}>
        {factor.isOn ? <CodeField form={form} factor={factor} /> : null}
        <SaveBar full isBusy={form.isBusy} label={t("signIn.submit")} busyLabel={t("signIn.busy")} />
      </form>
    </>
  );
}

/** Confirms an address by a press: programs that look at links in mails must not do it by opening one. */
function Confirmation({
  mode,
  token,
  isSpent,
  onRefused,
}: TokenProps & { mode: "verify" | "email"; isSpent: boolean }) {
  const { t } = useTranslation(["account", "common"]);
  const session = useSessionClient();
  const signedIn = useSession().data?.user.email;
  const language = useLanguage();
  const dashboard = withLocale(paths.dashboard, language);
  const signIn = useSignInPath();
  const here = withLocale(`${paths.signIn}?mode=${mode}`, language);
  const [state, setState] = useState<"open" | "busy" | "done" | "signInFirst">("open");
  const confirm = async (): Promise<void> => {
    setState("busy");
    const outcome = await session.confirmAddress(mode, token);
    if (!outcome.ok && outcome.code === "verification.signInFirst") {
      waiting.keep(mode, token);
      setState("signInFirst");
      return;
    }
    if (outcome.ok || spentCodes.includes(outcome.code)) waiting.drop(mode);
    setState(outcome.ok ? "done" : "open");
    if (!outcome.ok) onRefused(outcome);
  };
  if (isSpent) return <Lede>{t("link.verify.spent")}</Lede>;
  if (state === "done")
    return (
      <>
        <Lede>{t(`link.${mode}.done`)}</Lede>
        <a className={buttonClass({ variant: "primary", full: true })} href={dashboard}>
          {t("link.verify.go")}
        </a>
      </>
    );
  if (state === "signInFirst" && signedIn)
    return (
      <>
        <Lede>{t("link.verify.otherAccount", { email: signedIn })}</Lede>
        <Button variant="primary" full onClick={() => void session.signOut()}>
          {t("link.verify.signOut")}
        </Button>
      </>
    );
  if (state === "signInFirst")
    return (
      <>
        <Lede>{t("link.verify.signInFirst")}</Lede>
        <a
          className={buttonClass({ variant: "primary", full: true })}
          href={`${signIn}&${new URLSearchParams({ callbackUrl: here })}`}
        >
          {t("link.verify.signIn")}
        </a>
        {mode === "verify" ? (
          <p className="hint">
            <LinkedText text={t("link.verify.stranger")} to={[withLocale(`${paths.signIn}?mode=link`, language)]} />
          </p>
        ) : null}
      </>
    );
  return (
    <>
      <Lede>{t(`link.${mode}.lede`)}</Lede>
      {signedIn ? <p className="hint">{t("link.verify.signedInAs", { email: signedIn })}</p> : null}
      <Button
        variant="primary"
        full
        busy={state === "busy"}
        busyLabel={t("link.verify.busy")}
        onClick={() => void confirm()}
      >
        {t("link.verify.submit")}
      </Button>
    </>
  );
}
