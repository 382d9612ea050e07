import { useTranslation } from "#src/ui/i18n/index.ts";
import { Alert } from "#src/ui/Alert.tsx";

/** Says that the server does not answer and that it is asked again. */
export function Unreachable() {
  const { t } = useTranslation("shell");
  return (
    <div className="page">
      <Alert tone="warn" title={t("offline.title")}>
        {t("offline.text")}
      </Alert>
    </div>
  );
}
