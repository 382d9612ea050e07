import { useTranslation } from "#src/shell/i18n/index.ts";
import { useSelector } from "react-redux";
import { useThunkDispatch } from "#src/kit/dispatch.ts";
import { Alert } from "#src/shell/ui/Alert.tsx";
import { Button } from "#src/shell/ui/Button.tsx";
import { SkeletonRows } from "#src/shell/ui/Skeleton.tsx";
import { EngineNotice } from "./EngineNotice.tsx";
import { SettingsForm } from "./SettingsForm.tsx";
import { SettingsNow } from "./SettingsNow.tsx";
import { selectSettings, settings } from "./store.ts";
import "./SettingsPage.css";

/** Language, look and time zone at once; what forms begin with on save; and the engine of this installation. */
export function SettingsPage() {
  const { t } = useTranslation(["settings", "common"]);
  const dispatch = useThunkDispatch();
  const { value, error } = useSelector(selectSettings);
  return (
    <div className="page page-narrow">
      <h1 className="h1">{t("title")}</h1>
      {!value && error ? (
        <div className="mt-6">
          <Alert
            tone="danger"
            title={t("failed")}
            action={
              <Button size="small" onClick={() => void dispatch(settings.fetch())}>
                {t("common:action.retry")}
              </Button>
            }
          />
        </div>
      ) : null}
      {!value && !error ? <SkeletonRows rows={8} height={60} columns="124px 1fr" /> : null}
      {value ? (
        <>
          <SettingsNow settings={value} />
          <SettingsForm settings={value} />
          <EngineNotice />
        </>
      ) : null}
    </div>
  );
}
