import { LimitAlert, limitedBy } from "#src/features/account/web/LevelNotice.tsx";
import type { ApiError } from "#src/ui/client/api.ts";
import { hasText, useTranslation } from "#src/ui/i18n/index.ts";
import { failureText } from "#src/ui/client/toastFailure.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { TooFewCoins } from "./PricePanel.tsx";

export interface StartProblemProps {
  error: ApiError | undefined;
  /** Message key of what a start would have added; null when only the price was asked for. */
  tried: "project.addError" | "project.addRevisionError" | null;
  coins: number;
  free: number | undefined;
  isShort: boolean;
  /** The run would bring nothing new. */
  isUnchanged: boolean;
  /** A text of the workflow by its key, where it has one. */
  ownText: (key: string) => string | undefined;
  onAgain: () => void;
}

/** Why there is no run, where the run button is: what happened, that no coins moved, and what to do. */
export function StartProblem({ error, tried, coins, free, isShort, isUnchanged, ownText, onAgain }: StartProblemProps) {
  const { t } = useTranslation(["workflow", "common"]);
  if (free !== undefined && isShort) return <TooFewCoins coins={coins} free={free} />;
  if (isUnchanged && error === undefined) return <Alert title={t("start.unchanged")}>{t("start.unchangedText")}</Alert>;
  if (error === undefined) return null;
  if (error.code === "coins.notEnough" && free !== undefined) return <TooFewCoins coins={coins} free={free} />;
  if (error.status === 0) {
    return (
      <RetryAlert tone="warn" title={t("start.offline")} onRetry={onAgain}>
        {t("start.offlineText")}
      </RetryAlert>
    );
  }
  if (error.code === "run.unchanged") return <Alert title={t("start.unchanged")}>{t("start.unchangedText")}</Alert>;
  const limited = limitedBy(error.code);
  if (limited) return <LimitAlert right={limited} />;
  if ((error.fields?.length ?? 0) > 0) {
    return (
      <Alert tone="danger" title={t("start.fields")}>
        {t("start.nothingTaken")}
      </Alert>
    );
  }
  const key = tried ?? error.code;
  const said = hasText(`messages:${key}.title`) ? failureText(error, key) : undefined;
  const title = ownText(`guards.${error.code}.title`) ?? said?.title;
  const text = ownText(`guards.${error.code}.description`) ?? said?.description;
  return (
    <Alert tone="danger" title={title ?? t("start.refused")}>
      {text ?? error.message} {title ? null : t("start.nothingTaken")}
    </Alert>
  );
}
