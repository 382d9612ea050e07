import { useEffect, useRef } from "react";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { safeCallbackPath } from "#src/ui/client/safeCallbackPath.ts";
import { formatNumber } from "#src/ui/format.ts";
import { PriceRow, Sum } from "#src/ui/Ledger.tsx";
import { GateFrame } from "./GateFrame.tsx";
import { RegisterForm } from "./RegisterForm.tsx";
import { SignInForm } from "./SignInForm.tsx";
import { useSession } from "./useSession.ts";
import cx from "./SignInPage.module.css";

/** Rows of the price list. */
const shown = 6;

function PriceList() {
  const { t } = useTranslation(["account", "workflows"]);
  const language = useLanguage();
  const live = cards.filter((card) => card.isProductionReady).toSorted((a, b) => b.coins - a.coins);
  return (
    <section className={cx("gate-col")} aria-labelledby="gate-prices">
      <h2 className="h2 key" id="gate-prices">
        {t("prices.title")}
      </h2>
      <ul className={cx("gate-prices")}>
        {live.slice(0, shown).map((card) => (
          <li key={card.workflowName}>
            <PriceRow dense name={t(`workflows:${card.key}.name`)} figure={formatNumber(card.coins, language)} />
          </li>
        ))}
      </ul>
      <Sum name={t("prices.nothing")} value={formatNumber(0, language)} />
      <p className={cx("gate-promise")}>{t("prices.promise")}</p>
    </section>
  );
}

/** Sign in, or create an account; beside them what a run costs. */
export function SignInPage() {
  const { t } = useTranslation(["account", "common"]);
  const language = useLanguage();
  const session = useSession();
  const asked = new URLSearchParams(location.search);
  const back = safeCallbackPath(asked.get("callbackUrl"), location.origin, language);
  const isLeaving = useRef(false);
  // A new person goes to the setup, unless another page was asked for.
  const isNew = useRef(false);
  useEffect(() => {
    if (session.status !== "authenticated" || isLeaving.current) return;
    // Once: on the way out the address is already the next page's and names no way back.
    isLeaving.current = true;
    const isDashboard = back === safeCallbackPath(null, location.origin, language);
    location.replace(isNew.current && isDashboard ? safeCallbackPath(paths.welcome, location.origin, language) : back);
  }, [session.status, back, language]);
  // What the buttons need is here before they are pressed.
  useEffect(() => void import("./sessionForms.ts").catch(() => undefined), []);
  // Who came to create an account has its form in hand, also on phones, where it stands below the other.
  const isNewcomer = asked.get("mode") === "register";
  const register = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNewcomer) register.current?.querySelector("input")?.focus();
  }, [isNewcomer]);
  useEffect(() => {
    document.title = `${t("signIn.title")} · ${t("common:product")}`;
  }, [t]);
  return (
    <GateFrame>
      <main className={cx("gate-main")}>
        <section className={cx("gate-col")} aria-labelledby="gate-sign-in">
          <h1 className="h1" id="gate-sign-in">
            {t("signIn.title")}
          </h1>
          <p className={cx("gate-lede")}>{t("signIn.lede")}</p>
          <SignInForm error={asked.get("error") ?? undefined} callbackUrl={back} />
        </section>
        <section className={cx("gate-col")} aria-labelledby="gate-register" ref={register}>
          <h2 className="h1" id="gate-register">
            {t("register.title")}
          </h2>
          <p className={cx("gate-lede")}>{t("register.lede")}</p>
          <RegisterForm callbackUrl={back} onRegistered={() => (isNew.current = true)} />
        </section>
        <PriceList />
      </main>
    </GateFrame>
  );
}
