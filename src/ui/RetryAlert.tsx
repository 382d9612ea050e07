import { useTranslation } from "./i18n/index.ts";
import { Alert, type AlertProps } from "./Alert.tsx";
import { Button } from "./Button.tsx";

export interface RetryAlertProps extends Pick<AlertProps, "tone" | "title" | "children"> {
  onRetry: () => void;
  /** True while it is tried again. */
  busy?: boolean;
}

/** What could not be done, for example loaded, with the button that tries it again. */
export function RetryAlert({ tone = "danger", title, children, onRetry, busy }: RetryAlertProps) {
  const { t } = useTranslation();
  const button = (
    <Button size="small" busy={busy} onClick={onRetry}>
      {t("action.retry")}
    </Button>
  );
  return (
    <Alert tone={tone} title={title} action={button}>
      {children}
    </Alert>
  );
}
