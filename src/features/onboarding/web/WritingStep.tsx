import type { SettingsUpdate } from "#src/features/settings/contract.ts";
import { AppLanguageField, WritingFields } from "#src/features/settings/web/ApplicationFields.tsx";
import { settings as settingsStore } from "#src/features/settings/web/store.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { StepFoot } from "./StepFoot.tsx";
import type { StepProps } from "./WelcomePage.tsx";
import "#src/features/settings/web/SettingsPage.module.css";
import cx from "./WelcomePage.module.css";

/** Language of the interface and of results, and how they are written; each choice is kept at once. */
export function WritingStep({ settings: { application }, onBack, onNext }: StepProps) {
  const { t } = useTranslation(["welcome", "settings", "common"]);
  const dispatch = useThunkDispatch();
  const save = (change: SettingsUpdate): void => {
    dispatch(settingsStore.update(change)).unwrap().catch(toastFailure("settings.updateError"));
  };
  return (
    <form
      className={cx("welcome-form")}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onNext();
      }}
    >
      <AppLanguageField application={application} save={save} />
      <WritingFields application={application} save={save} />
      <StepFoot onBack={onBack} next={t("next")} />
    </form>
  );
}
