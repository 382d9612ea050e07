import type { ReactNode } from "react";
import type { ReadDraft } from "#src/features/documents/web/readDraft.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { Dialog } from "#src/ui/Dialog.tsx";
import { useRootMark } from "#src/ui/useRootMark.ts";
import type { Run } from "../contract.ts";
import { CancelButton, type CancelState, RunAccount } from "./RunAccount.tsx";
import { queueText } from "./RunLog.tsx";
import { paceOf, type RunDocument } from "./runDocument.ts";
import runLogStyles from "./RunLog.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import runViewStyles from "./RunView.module.css";

const cx = joinClasses(runLogStyles, runViewStyles);

export interface RunBarProps {
  run: Run;
  document: RunDocument;
  draft: ReadDraft;
  /** How many runs begin before this one, null unless it waits. */
  ahead: number | null;
  /** Null once the run is over. */
  cancel: CancelState | null;
  log: ReactNode;
  isLogOpen: boolean;
  onLog: (isOpen: boolean) => void;
}

/** At the foot of a narrow page: the step in work, how far it is, the log behind a button, and the way to end the run. */
export function RunBar({ run, document, draft, ahead, cancel, log, isLogOpen, onLog }: RunBarProps) {
  useRootMark("docFoot");
  const { t } = useTranslation(["run", "common"]);
  const now = document.steps.findLast(({ state }) => state !== "waiting");
  const { done, of } = paceOf(document, draft);
  const isWriting = now?.step === "generate" && of > 1;
  const isWritten = document.steps.some(({ step, state }) => step === "generate" && state === "done");
  const percent = isWriting ? Math.round((100 * done) / of) : isWritten ? 100 : 0;
  const name = now ? t(`step.${now.step}.name`) : ahead === null ? t("log.starting") : queueText(ahead, t);
  return (
    <section className="doc-foot print-hidden num" aria-label={t("log.bar")}>
      {cancel ? (
        <>
          <p className="doc-foot-line">
            <span>
              <b>{name}</b>
              {isWriting ? <>, {t("common:word.of", { part: done, whole: of })}</> : null}
            </span>
            <span>{t("log.held", { count: run.coins })}</span>
          </p>
          <div className={cx("run-bar-progress")} aria-hidden="true">
            <i style={{ inlineSize: `${percent}%` }} />
          </div>
        </>
      ) : null}
      <div className={cx("run-bar-buttons")}>
        <Button full size="bar" aria-haspopup="dialog" onClick={() => onLog(true)}>
          {t("log.title")}
        </Button>
        {cancel ? <CancelButton state={cancel} size="bar" /> : null}
      </div>
      <Dialog open={isLogOpen} onOpenChange={onLog} title={t("log.title")}>
        {log}
        <div className={cx("run-log-account")}>
          <RunAccount run={run} cancel={cancel} />
        </div>
      </Dialog>
    </section>
  );
}
