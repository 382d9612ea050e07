import { useState } from "react";
import { useCoins } from "#src/features/coins/web/store.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { ApiError, api } from "#src/ui/client/api.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { formatNumber } from "#src/ui/format.ts";
import { KeyValue, Sum } from "#src/ui/Ledger.tsx";
import { toast } from "#src/ui/toastStore.ts";
import type { Run } from "../contract.ts";
import { runEnded } from "./activity.ts";

/** Ends a run; its coins come back. */
export function useCancel(run: Run, onCancelled: (run: Run) => void) {
  const { t } = useTranslation("run");
  const dispatch = useThunkDispatch();
  const [isCancelling, setCancelling] = useState(false);
  const cancel = async (): Promise<void> => {
    setCancelling(true);
    try {
      const { run: cancelled } = await api.runs.cancelRun({ runId: run.id });
      dispatch(runEnded(run.id));
      if (cancelled.status !== "queued" && cancelled.status !== "running") onCancelled(cancelled);
    } catch (cause) {
      setCancelling(false);
      toast({
        tone: "danger",
        title: t("end.notCancelled"),
        text: cause instanceof ApiError && cause.status === 0 ? t("log.lost") : t("end.stillOn"),
      });
    }
  };
  return { isCancelling, cancel: () => void cancel() };
}

export type CancelState = ReturnType<typeof useCancel>;

export function CancelButton({ state, size }: { state: CancelState; size?: "bar" }) {
  const { t } = useTranslation("run");
  return (
    <Button
      full
      size={size ?? "normal"}
      busy={state.isCancelling}
      busyLabel={t("end.cancelling")}
      onClick={state.cancel}
    >
      {t("end.cancel")}
    </Button>
  );
}

/** The account of a run, and the way to end it. */
export function RunAccount({ run, cancel }: { run: Run; cancel: CancelState | null }) {
  const { t } = useTranslation(["run", "common"]);
  const language = useLanguage();
  const balance = useCoins();
  const figure = (coins: number): string => formatNumber(coins, language);
  const isOpen = cancel !== null;
  const others = balance ? balance.held - (isOpen ? run.coins : 0) : 0;
  return (
    <div className="doc-side-foot num">
      {balance ? (
        <Sum name={t("common:balance.free")} value={figure(balance.credits)}>
          <KeyValue name={t("account.balance")} value={figure(balance.balance)} />
          {isOpen && others >= 0 ? <KeyValue name={t("account.held")} value={figure(-run.coins)} /> : null}
          {others > 0 ? (
            <KeyValue name={isOpen ? t("account.others") : t("common:balance.held")} value={figure(-others)} />
          ) : null}
        </Sum>
      ) : null}
      {cancel ? (
        <div className="doc-cancel">
          <CancelButton state={cancel} />
          <p>{t("end.cancelReturns", { count: run.coins })}</p>
        </div>
      ) : (
        <p>{t(`account.${run.coinsState}`, { count: run.coins })}</p>
      )}
    </div>
  );
}
