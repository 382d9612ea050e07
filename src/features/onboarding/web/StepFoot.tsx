import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import cx from "./WelcomePage.module.css";

export interface StepFootProps {
  onBack: (() => void) | undefined;
  /** Words of the button that goes on; it submits the form around it. */
  next: string;
  busy?: boolean;
}

/** The way back and the one green button of a step. */
export function StepFoot({ onBack, next, busy = false }: StepFootProps) {
  const { t } = useTranslation();
  return (
    <SaveBar className={cx("welcome-foot")} isBusy={busy} label={next} busyLabel={t("action.saving")}>
      {onBack ? <Button onClick={onBack}>{t("action.back")}</Button> : null}
    </SaveBar>
  );
}
