import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useCoins } from "#src/features/coins/web/store.ts";
import { settings as settingsStore } from "#src/features/settings/web/store.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { formatNumber } from "#src/ui/format.ts";
import { PriceRow } from "#src/ui/Ledger.tsx";
import { StepFoot } from "./StepFoot.tsx";
import type { StepProps } from "./WelcomePage.tsx";
import cx from "./WelcomePage.module.css";

/** What is good to begin with, the cheap one first: it is chosen until the person chooses. */
const first = ["blogArticleWriter", "contentPlanner", "userStoryWriter"];
const rankOf = (key: string): number => (first.includes(key) ? first.indexOf(key) : first.length);

const offered = cards
  .filter((card) => card.isProductionReady && card.path !== "")
  .toSorted((a, b) => rankOf(a.key) - rankOf(b.key) || b.coins - a.coins);

/** The first workflow with its price; its form is where the run is started. */
export function WorkflowStep({ onBack }: StepProps) {
  const { t } = useTranslation(["welcome", "workflows"]);
  const language = useLanguage();
  const navigate = useNavigate();
  const dispatch = useThunkDispatch();
  const free = useCoins()?.credits;
  const canPay = (coins: number): boolean => free === undefined || coins <= free;
  const [asked, setAsked] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  // What the coins pay for comes first.
  const listed = offered.toSorted((a, b) => Number(canPay(b.coins)) - Number(canPay(a.coins)));
  const chosen = listed.find(({ key }) => key === asked) ?? listed.find(({ coins }) => canPay(coins));

  const finish = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await dispatch(settingsStore.update({ onboardingState: "finished" })).unwrap();
    } catch (cause) {
      // The way to the first run is never barred by this; the dashboard offers the setup again.
      toastFailure("settings.updateError")(cause);
    }
    await navigate({ to: chosen?.path ?? paths.workflows });
  };
  return (
    <form
      className={cx("welcome-form")}
      onSubmit={(event) => {
        event.preventDefault();
        void finish();
      }}
    >
      <fieldset className={cx("welcome-offers")}>
        <legend className="h2">
          {t("workflow.legend")}
          <span className="h2-note num">
            {free === undefined ? t("workflow.coins") : t("workflow.free", { count: free })}
          </span>
        </legend>
        {listed.map((card) => (
          <label key={card.key} className={cx("welcome-offer")} data-off={!canPay(card.coins) || undefined}>
            <input
              type="radio"
              name="workflow"
              value={card.key}
              checked={card === chosen}
              disabled={!canPay(card.coins)}
              onChange={() => setAsked(card.key)}
            />
            <PriceRow
              name={t(card.localeKey)}
              note={canPay(card.coins) ? undefined : t("workflow.tooDear")}
              figure={formatNumber(card.coins, language)}
            />
            <small className="hint">{t(`workflows:${card.key}.line`)}</small>
          </label>
        ))}
      </fieldset>
      <p className={cx("hint welcome-note")}>{t("workflow.note")}</p>
      <StepFoot
        onBack={onBack}
        busy={isBusy}
        next={chosen ? t("workflow.open", { name: t(chosen.localeKey) }) : t("workflow.browse")}
      />
    </form>
  );
}
