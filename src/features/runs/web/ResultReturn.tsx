import { useState } from "react";
import { invalidate } from "#src/ui/data/queryClient.ts";
import { api } from "#src/ui/client/api.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { AlertDialog } from "#src/ui/Dialog.tsx";
import { formatDateTime } from "#src/ui/format.ts";
import type { Run } from "../contract.ts";
import { isReturned } from "../rules.ts";
import cx from "#src/features/documents/web/DocumentView.module.css";

export interface ResultReturnProps {
  run: Run;
  /** The result is returned: what the page shows has to be read again. */
  onReturned: () => Promise<void>;
  /** IANA name. */
  zone: string | undefined;
}

/** Offers to return a result that found too little, as long as that is possible, and tells that it was returned. */
export function ResultReturn({ run, onReturned, zone }: ResultReturnProps) {
  const { t } = useTranslation(["run", "common"]);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const until = run.returnableUntil;
  if (isReturned(run))
    return (
      <div className={cx("doc-ended num")}>
        <Alert title={t("return.done")} live={false}>
          {t("end.coinsBack", { count: run.returnCoins })} {t("return.doneText")}
        </Alert>
      </div>
    );
  if (until === null || Date.parse(until) <= Date.now()) return null;
  const giveBack = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.runs.returnResult({ runId: run.id });
      invalidate("coins");
      await onReturned();
    } catch (cause) {
      toastFailure("run.returnError")(cause);
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <div className={cx("doc-ended num")}>
      <Alert
        title={t("return.title")}
        action={
          <Button size="small" onClick={() => setAsking(true)}>
            {t("return.action")}
          </Button>
        }
        live={false}
      >
        {t("return.text", { count: run.returnCoins, until: formatDateTime(until, zone) })}
      </Alert>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t("return.ask", { count: run.returnCoins })}
        confirmLabel={t("return.action")}
        busyLabel={t("return.busy")}
        tone="primary"
        busy={isBusy}
        onConfirm={() => void giveBack()}
      >
        {t("return.askText")}
      </AlertDialog>
    </div>
  );
}
