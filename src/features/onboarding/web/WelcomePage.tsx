import { useNavigate } from "@tanstack/react-router";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { choice, searchParams } from "#src/ui/client/searchParams.ts";
import { useEffect, useRef, useState } from "react";
import { useSelector } from "react-redux";
import type { User } from "#src/features/account/contract.ts";
import { useCoins } from "#src/features/coins/web/store.ts";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import type { Settings } from "#src/features/settings/contract.ts";
import { selectSettings, settings as settingsStore } from "#src/features/settings/web/store.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { Button } from "#src/ui/Button.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { AboutStep } from "./AboutStep.tsx";
import { firstStep, saveStep, type Step, stepBeside, steps } from "./steps.ts";
import { WorkflowStep } from "./WorkflowStep.tsx";
import { WritingStep } from "./WritingStep.tsx";
import cx from "./WelcomePage.module.css";

/** What every step of the setup gets. */
export interface StepProps {
  settings: Settings;
  /** To the step before; undefined on the first. */
  onBack: (() => void) | undefined;
  onNext: () => void;
}

/** The setup in three steps: who the person is, how results are written, and the first run. `?step=` names the step. */
export function WelcomePage() {
  const { t } = useTranslation(["welcome", "settings", "common"]);
  const dispatch = useThunkDispatch();
  const user = useSelector(selectActiveUser).value;
  const { value, error } = useSelector(selectSettings);
  if (!value && error) {
    return (
      <div className="page page-narrow">
        <RetryAlert title={t("settings:failed")} onRetry={() => void dispatch(settingsStore.fetch())} />
      </div>
    );
  }
  return (
    <div className="page page-narrow">
      {value && user ? (
        <Steps settings={value} user={user} />
      ) : (
        <SkeletonRows rows={5} height={60} columns="124px 1fr" />
      )}
    </div>
  );
}

const hasAbout = ({ additionalInfo }: Settings): boolean => Object.values(additionalInfo).some((words) => words !== "");

const welcomeSearch = searchParams<{ step: Step | "" }>({ step: choice(steps) });

function Steps({ settings, user }: { settings: Settings; user: User }) {
  const { t } = useTranslation(["welcome", "common"]);
  const navigate = useNavigate();
  const dispatch = useThunkDispatch();
  const [first] = useState(() => firstStep(localStorage, user.id, hasAbout(settings)));
  // Asked for from the first step on: the last one sorts the workflows by what the coins pay for.
  useCoins();
  const { step: asked } = useSearchParams(welcomeSearch);
  const step = asked || first;
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    saveStep(localStorage, user.id, step);
    // A new step begins at its beginning, also for those who hear it.
    if (before.current !== step) title.current?.focus();
    before.current = step;
  }, [step, user.id]);

  // The way back leads to the step that was seen here, also when another one is open by then.
  useEffect(() => {
    if (asked === "") void navigate({ to: paths.welcome, search: { step }, replace: true });
  }, [asked, step, navigate]);
  const go = (to: Step): void => void navigate({ to: paths.welcome, search: { step: to } });
  const leave = (): void => {
    if (settings.onboardingState === "notFinished") {
      dispatch(settingsStore.update({ onboardingState: "skipped" }))
        .unwrap()
        .catch(toastFailure("settings.updateError"));
    }
    void navigate({ to: paths.dashboard });
  };
  const back = stepBeside(step, -1);
  const next = stepBeside(step, 1);
  const props: StepProps = {
    settings,
    onBack: back && (() => go(back)),
    onNext: () => (next ? go(next) : undefined),
  };
  return (
    <>
      <div className={cx("welcome-head")}>
        <p className="hint num">
          {t("step", { step: steps.indexOf(step) + 1, of: steps.length, name: t(`${step}.name`) })}
        </p>
        <Button size="small" variant="quiet" onClick={leave}>
          {t(settings.onboardingState === "finished" ? "leave" : "skip")}
        </Button>
      </div>
      <h1 className="h1" ref={title} tabIndex={-1}>
        {t(`${step}.title`, { name: user.name })}
      </h1>
      <p className="lede">{t(`${step}.lede`)}</p>
      {step === "about" ? <AboutStep {...props} /> : null}
      {step === "writing" ? <WritingStep {...props} /> : null}
      {step === "workflow" ? <WorkflowStep {...props} /> : null}
    </>
  );
}
