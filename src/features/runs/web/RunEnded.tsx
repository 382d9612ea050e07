import { Link } from "@tanstack/react-router";
import { hasText, useTranslation } from "#src/ui/i18n/index.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import type { Run } from "../contract.ts";
import { joinClasses } from "#src/ui/classNames.ts";
import documentViewStyles from "#src/features/documents/web/DocumentView.module.css";
import runViewStyles from "./RunView.module.css";

const cx = joinClasses(documentViewStyles, runViewStyles);

export interface RunEndedProps {
  run: Run;
  /** Where the form of its project is. */
  formLink: string | null;
  /** Shows the log, where there is one. */
  onLog?: () => void;
}

/** Why there is no document: the coins first, then what to do. */
export function RunEnded({ run, formLink, onLog }: RunEndedProps) {
  const { t } = useTranslation(["run", "common"]);
  const isCancelled = run.status === "cancelled";
  const code = run.error?.code ?? "internal";
  const titleKey = `messages:run.${code}.title`;
  // A scheduled run that read what the last one read ends without a result, and nobody cancelled it.
  const isNothingNew = code === "nothing_new";
  // An honest answer, and no fault.
  const isNothingFound = code === "nothing_found";
  const hints = run.error?.hints ?? [];
  const stopped = isNothingNew ? t("end.nothingNew") : t("end.cancelled");
  const title = isCancelled ? stopped : hasText(titleKey) ? t(titleKey) : t("end.failed");
  const adviceKey = `run:end.advice.${code}`;
  const failed = hasText(adviceKey) ? t(adviceKey) : t("end.formKept");
  const kept = isNothingNew ? t("end.nothingNewText") : isCancelled ? t("end.kept") : failed;
  return (
    <div className={cx("doc-ended num")}>
      <Alert
        tone={isCancelled || isNothingFound ? "info" : "danger"}
        title={title}
        action={
          <>
            {formLink ? (
              <Link to={formLink} className={buttonClass({ size: "small" })}>
                {t("end.again")}
              </Link>
            ) : null}
            {onLog ? (
              <Button size="small" variant="quiet" onClick={onLog}>
                {t("end.seeLog")}
              </Button>
            ) : null}
          </>
        }
      >
        <p>
          {t("end.coinsBack", { count: run.coins })} {kept}
        </p>
        {hints.length > 0 ? (
          <>
            <p className={cx("run-hints-title")}>{t("end.tryThis")}</p>
            <ul className={cx("run-hints")}>
              {hints.map((hint) => (
                <li key={hint}>{hint}</li>
              ))}
            </ul>
          </>
        ) : null}
      </Alert>
    </div>
  );
}
