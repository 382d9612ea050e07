import { Link } from "@tanstack/react-router";
import { useSelector } from "react-redux";
import { selectSettings } from "#src/features/settings/web/store.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";

/** A quiet line for those who have neither finished nor skipped the setup. */
export function WelcomeLine() {
  const { t } = useTranslation("dashboard");
  if (useSelector(selectSettings).value?.onboardingState !== "notFinished") return null;
  return (
    <p className="hint">
      {t("setup.line")}{" "}
      <Link to={paths.welcome} className="link">
        {t("setup.go")}
      </Link>
    </p>
  );
}
