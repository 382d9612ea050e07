import { type ReactNode, useEffect, useRef, useState } from "react";
import { hasText, useTranslation, useLanguage } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { safeCallbackPath } from "#src/ui/client/safeCallbackPath.ts";
import { useAnswer } from "#src/ui/client/useAnswer.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import { Tabs } from "#src/ui/Tabs.tsx";
import { VisuallyHidden } from "#src/ui/VisuallyHidden.tsx";
import type { WaysToSignIn } from "../contract.ts";
import { GateFrame } from "./GateFrame.tsx";
import { ProviderButtons } from "./ProviderButtons.tsx";
import { RegisterForm } from "./RegisterForm.tsx";
import { fetchWays } from "./sessionCalls.ts";
import { useSession } from "./useSession.ts";
import cx from "./SignInPage.module.css";

/** Who is new here needs it no more than the passkeys in it. */
const SignInForm = lazyOptional(() => import("./SignInForm.tsx").then((part) => part.SignInForm));

/** Somebody signed in with this browser before; who it was is not kept. */
const knownKey = "pioneer.wasHere";
const wasHere = (): boolean => {
  try {
    return localStorage.getItem(knownKey) !== null;
  } catch {
    return false;
  }
};
const noteVisit = (): void => {
  try {
    localStorage.setItem(knownKey, "1");
  } catch {
    // Without storage the other form is one press away.
  }
};

type Way = "register" | "signIn";

/** The form that a visitor most likely wants: what the address says, else a new account for who is new here. */
function firstWay(asked: URLSearchParams): Way {
  const mode = asked.get("mode");
  if (mode === "register" || asked.has("invite")) return "register";
  return mode === "signin" || asked.has("error") || wasHere() ? "signIn" : "register";
}

/** Why the address led here. */
function ErrorOfAddress({ error, provider }: { error: string; provider: string | undefined }) {
  const { t } = useTranslation("account");
  const isTold = [error, `${error}Text`].every((name) => hasText(`account:error.${name}`));
  const key = error === "SessionRequired" ? "sessionRequired" : isTold ? error : "other";
  // Without a name, sentences that a general one does not fit into have words of their own.
  const say = (name: string): string =>
    provider
      ? t(`error.${name}`, { provider })
      : t([`error.unnamed.${name}`, `error.${name}`], { provider: t("error.provider") });
  return (
    <div className={cx("gate-told")}>
      <Alert tone={key === "sessionRequired" ? "info" : "warn"} title={say(key)}>
        {say(`${key}Text`)}
      </Alert>
    </div>
  );
}

/** Create an account, or sign in. */
export function SignInPage({ foot }: { foot: ReactNode }) {
  const { t } = useTranslation(["account", "common"]);
  const language = useLanguage();
  const session = useSession();
  const [asked] = useState(() => new URLSearchParams(location.search));
  const back = safeCallbackPath(asked.get("callbackUrl"), location.origin, language);
  const { data: ways } = useAnswer<WaysToSignIn>(fetchWays);
  const isLeaving = useRef(false);
  // A new person goes to the setup, unless another page was asked for.
  const isNew = useRef(false);
  useEffect(() => {
    if (session.status !== "authenticated" || isLeaving.current) return;
    // Once: on the way out the address is already the next page's and names no way back.
    isLeaving.current = true;
    noteVisit();
    const isDashboard = back === safeCallbackPath(null, location.origin, language);
    location.replace(isNew.current && isDashboard ? safeCallbackPath(paths.welcome, location.origin, language) : back);
  }, [session.status, back, language]);
  // What the buttons need is here before they are pressed.
  useEffect(() => void import("./sessionForms.ts").catch(() => undefined), []);
  const [way, setWay] = useState(() => firstWay(asked));
  // Who came to create an account has its form in hand.
  const page = useRef<HTMLDivElement>(null);
  const isNewcomer = asked.get("mode") === "register";
  useEffect(() => {
    if (isNewcomer) page.current?.querySelector("input")?.focus();
  }, [isNewcomer]);
  const title = t(way === "signIn" ? "signIn.title" : "register.title");
  useEffect(() => {
    document.title = `${title} · ${t("common:product")}`;
  }, [title, t]);
  const error = asked.get("error");
  const provider = ways?.providers.find(({ id }) => id === asked.get("provider"))?.name;
  const others = (
    <ProviderButtons providers={ways?.providers ?? []} callbackUrl={back} inviteCode={asked.get("invite")} />
  );
  return (
    <GateFrame foot={foot}>
      <VisuallyHidden>
        <h1>{title}</h1>
      </VisuallyHidden>
      <div ref={page}>
        <Tabs
          label={t("ways")}
          value={way}
          onChange={setWay}
          tabs={[
            {
              value: "register",
              label: t("register.submit"),
              content: (
                <>
                  <RegisterForm
                    callbackUrl={back}
                    welcomeCoins={ways?.welcomeCoins}
                    onRegistered={() => (isNew.current = true)}
                  />
                  {others}
                </>
              ),
            },
            {
              value: "signIn",
              label: t("signIn.title"),
              content: (
                <>
                  {error ? <ErrorOfAddress error={error} provider={provider} /> : null}
                  <SignInForm callbackUrl={back} />
                  {others}
                </>
              ),
            },
          ]}
        />
      </div>
    </GateFrame>
  );
}
