import { Link } from "@tanstack/react-router";
import { CalendarDays, Check, ListChecks, Newspaper } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSelector } from "react-redux";
import { useSession } from "#src/features/account/web/useSession.ts";
import { selectSettings } from "#src/features/settings/web/store.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import { paths } from "#src/ui/client/paths.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { areStepsHidden, hideSteps, stepsDone } from "./firstSteps.ts";
import cx from "./DashboardSteps.module.css";

/** Workflows that need the fewest details, the one with the most to show first. */
const starters = (
  [
    ["contentPlanner", CalendarDays],
    ["blogArticleWriter", Newspaper],
    ["userStoryWriter", ListChecks],
  ] as const
).flatMap(([key, icon]) =>
  cards.filter((card) => card.key === key && card.isProductionReady).map((card) => ({ card, icon })),
);

interface StepProps {
  number: number;
  isDone: boolean;
  title: string;
  text: string;
  action?: ReactNode;
  children?: ReactNode;
}

function Step({ number, isDone, title, text, action, children }: StepProps) {
  const { t } = useTranslation("dashboard");
  return (
    <li className={cx("step")} data-done={isDone || undefined}>
      <span className={cx("step-mark num")} aria-hidden="true">
        {isDone ? <Icon of={Check} size={14} /> : number}
      </span>
      <div className={cx("step-words")}>
        <b>{title}</b>
        {isDone ? <span className="sr-only">{t("steps.isDone")}</span> : null}
        <p>{text}</p>
      </div>
      {action}
      {children}
    </li>
  );
}

export interface DashboardStepsProps {
  hasRun: boolean;
  hasApplied: boolean;
  /** What can be spent; what it does not pay for is not proposed. */
  credits: number;
}

/** The way from an empty account to a result that is in use. It ends with the last step, or when it is hidden. */
export function DashboardSteps({ hasRun, hasApplied, credits }: DashboardStepsProps) {
  const { t } = useTranslation(["dashboard", "workflows"]);
  const userId = useSession().data?.user.id ?? "";
  const settings = useSelector(selectSettings).value;
  const [isHidden, setHidden] = useState(() => areStepsHidden(localStorage, userId));
  if (!settings || isHidden || hasApplied) return null;
  const company = settings.additionalInfo.defaultCompanyInformation;
  const done = stepsDone({ isSetUp: settings.onboardingState === "finished" || company !== "", hasRun, hasApplied });
  const payable = starters.filter(({ card }) => card.coins <= credits);
  return (
    <section aria-labelledby="dash-steps">
      <div className="h2 key">
        <h2 id="dash-steps">{t("steps.title")}</h2>
        <span className="h2-note num">
          {t("steps.done", { done: done.filter(Boolean).length, count: done.length })}
        </span>
        {hasRun ? (
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              hideSteps(localStorage, userId);
              setHidden(true);
            }}
          >
            {t("steps.hide")}
          </Button>
        ) : null}
      </div>
      <ol>
        <Step
          number={1}
          isDone={done[0]}
          title={t("steps.about.title")}
          text={company || t("steps.about.text")}
          action={
            <Link to={paths.welcome} className={buttonClass({ variant: done[0] ? "quiet" : "outline", size: "small" })}>
              {t(done[0] ? "steps.about.edit" : "steps.about.start")}
            </Link>
          }
        />
        <Step number={2} isDone={done[1]} title={t("steps.run.title")} text={t("steps.run.text")}>
          {done[1] ? null : (
            <ul className={cx("starters")}>
              {payable.map(({ card, icon }, at) => (
                <li key={card.key}>
                  <Icon of={icon} />
                  <div>
                    <b>{t(`workflows:${card.key}.name`)}</b>
                    <p>{t(`workflows:${card.key}.line`)}</p>
                  </div>
                  <Link to={card.path} search={{ example: true }} className="link-text">
                    {t("steps.run.example")}
                    <span className="sr-only">: {t(`workflows:${card.key}.name`)}</span>
                  </Link>
                  <Link
                    to={card.path}
                    className={buttonClass({ variant: at === 0 ? "primary" : "outline", size: "small" })}
                  >
                    {t("steps.run.start", { count: card.coins })}
                    <span className="sr-only">: {t(`workflows:${card.key}.name`)}</span>
                  </Link>
                </li>
              ))}
              <li>
                <Link to={paths.workflows} className="link">
                  {t("steps.run.all", { count: cards.length })}
                </Link>
              </li>
            </ul>
          )}
        </Step>
        <Step number={3} isDone={done[2]} title={t("steps.use.title")} text={t("steps.use.text")} />
      </ol>
    </section>
  );
}
