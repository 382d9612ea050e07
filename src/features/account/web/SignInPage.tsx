import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { languageNames, languages, setLanguage, useLanguage, useTranslation } from "#src/shell/i18n/index.ts";
import { wayBack } from "#src/shell/wayBack.ts";
import { formatNumber } from "#src/shell/ui/format.ts";
import { PriceRow, Sum } from "#src/shell/ui/Ledger.tsx";
import { Mark } from "#src/shell/ui/Mark.tsx";
import { Segment } from "#src/shell/ui/Segment.tsx";
import { RegisterForm } from "./RegisterForm.tsx";
import { SignInForm } from "./SignInForm.tsx";
import { useSession } from "./useSession.ts";
import "./SignInPage.css";

/** Rows of the price list. */
const shown = 6;

function PriceList() {
  const { t } = useTranslation(["account", "workflows"]);
  const language = useLanguage();
  const live = cards.filter((card) => card.isProductionReady).toSorted((a, b) => b.coins - a.coins);
  return (
    <section className="gate-col" aria-labelledby="gate-prices">
      <h2 className="h2 key" id="gate-prices">
        {t("prices.title")}
      </h2>
      <ul className="py-1.5">
        {live.slice(0, shown).map((card) => (
          <li key={card.workflowName}>
            <PriceRow dense name={t(`workflows:${card.key}.name`)} figure={formatNumber(card.coins, language)} />
          </li>
        ))}
      </ul>
      <Sum name={t("prices.nothing")} value={formatNumber(0, language)} />
      <p className="mt-4 text-ink-2">{t("prices.promise")}</p>
    </section>
  );
}

/** Sign in, or create an account; beside them what a run costs. */
export function SignInPage() {
  const { t } = useTranslation(["account", "common"]);
  const language = useLanguage();
  const session = useSession();
  const router = useRouter();
  const asked = new URLSearchParams(useLocation().searchStr);
  const back = wayBack(asked.get("callbackUrl"), location.origin);
  const isLeaving = useRef(false);
  useEffect(() => {
    if (session.status !== "authenticated" || isLeaving.current) return;
    // Once: on the way out the address is already the next page's and names no way back.
    isLeaving.current = true;
    router.history.replace(back);
  }, [session.status, router, back]);
  useEffect(() => {
    document.title = `${t("signIn.title")} · ${t("common:product")}`;
  }, [t]);
  return (
    <div className="gate">
      <header className="gate-head">
        <span className="brand">
          <Mark />
          {t("common:product")}
        </span>
        <Segment
          size="small"
          label={t("common:word.language")}
          value={language}
          onChange={(next) => void setLanguage(next)}
          choices={languages.map((one) => ({ value: one, label: languageNames[one] }))}
        />
      </header>
      <main className="gate-main">
        <section className="gate-col" aria-labelledby="gate-sign-in">
          <h1 className="h1" id="gate-sign-in">
            {t("signIn.title")}
          </h1>
          <p className="gate-lede">{t("signIn.lede")}</p>
          <SignInForm error={asked.get("error") ?? undefined} callbackUrl={back} />
        </section>
        <section className="gate-col" aria-labelledby="gate-register">
          <h2 className="h1" id="gate-register">
            {t("register.title")}
          </h2>
          <p className="gate-lede">{t("register.lede")}</p>
          <RegisterForm callbackUrl={back} />
        </section>
        <PriceList />
      </main>
    </div>
  );
}
