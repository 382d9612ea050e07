import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { selectCoins } from "#src/features/coins/web/store.ts";
import type { Run } from "../contract.ts";
import { runEnded } from "./activity.ts";
import { useThunkDispatch } from "#src/kit/dispatch.ts";
import { ApiError, api } from "#src/shell/api.ts";
import { hasText, useLanguage, useTranslation } from "#src/shell/i18n/index.ts";
import { Alert } from "#src/shell/ui/Alert.tsx";
import { Button, buttonClass } from "#src/shell/ui/Button.tsx";
import { formatNumber, formatTime } from "#src/shell/ui/format.ts";
import { KeyValue, Sum } from "#src/shell/ui/Ledger.tsx";
import { SkeletonText } from "#src/shell/ui/Skeleton.tsx";
import { toast } from "#src/shell/ui/toastStore.ts";
import { DocumentView } from "#src/features/documents/web/DocumentView.tsx";
import { readDraft } from "#src/features/documents/web/readDraft.ts";
import { NoticeOffer } from "./NoticeOffer.tsx";
import { RunLog } from "./RunLog.tsx";
import { useRun } from "./useRun.ts";

export interface RunViewProps {
  run: Run;
  /** Name of the project, until the document has a title. */
  name: string;
  meta: ReactNode;
  stamp: ReactNode;
  toolbar: ReactNode;
  /** Where the form of this project is. */
  formLink: string | null;
  /** The run ended; its result can be fetched. */
  onEnd: (run: Run) => void;
}

/** A run while it is on, or what it left when it did not succeed: the document as it comes, and the log beside it. */
export function RunView({ run, name, meta, stamp, toolbar, formLink, onEnd }: RunViewProps) {
  const { t } = useTranslation(["run", "common"]);
  const isOpen = run.status === "queued" || run.status === "running";
  const { document, isConnected, refused } = useRun(run.id, isOpen);
  const draft = useMemo(() => readDraft(document.draft), [document.draft]);
  const ended = document.run ?? (isOpen ? null : run);
  const language = useLanguage();
  const whenEnded = useRef(onEnd);
  whenEnded.current = onEnd;
  useEffect(() => {
    if (document.run && isOpen) whenEnded.current(document.run);
  }, [document.run, isOpen]);

  const isWriting =
    ended === null && document.steps.some(({ step, state }) => step === "generate" && state === "started");
  const isLost = ended?.status === "failed" || ended?.status === "cancelled";
  const step = document.steps.find(({ state }) => state === "started")?.step;
  const shown = isLost
    ? { ...draft, title: name, summary: "", sections: [] }
    : { ...draft, title: draft.title || name };
  return (
    <div className="doc-frame" data-run={ended ? "over" : "open"}>
      <div className="doc-sheet">
        {toolbar}
        <DocumentView
          document={shown}
          sources={[]}
          language={language}
          meta={meta}
          stamp={isLost ? null : stamp}
          isWriting={isWriting}
        >
          {isLost ? (
            <RunEnded run={ended} formLink={formLink} />
          ) : (
            <ComingSections isWaiting={!ended && draft.sections.length === 0} />
          )}
        </DocumentView>
      </div>
      <aside className="doc-side" aria-label={t("log.title")}>
        <div className="doc-side-head">
          <h2>{t("log.title")}</h2>
          <p className="num">
            {ended
              ? t("log.over", { time: formatTime(run.createdAt) })
              : t("log.started", { time: clockOf(run.createdAt) })}
          </p>
          {isConnected || ended ? null : (
            <p className="doc-side-note" role="status">
              {t("log.lost")}
            </p>
          )}
          {ended ? null : <NoticeOffer startedAt={run.createdAt} />}
        </div>
        <div className="doc-side-body">
          {refused === null ? <RunLog run={document} draft={draft} /> : <p className="hint">{t("log.gone")}</p>}
        </div>
        <RunAccount run={ended ?? run} isOpen={ended === null} onCancelled={onEnd} />
      </aside>
      {ended ? null : (
        <section className="doc-foot num" aria-label={t("log.title")}>
          <p className="doc-foot-line">
            <span>
              <b>{step ? t(`step.${step}.name`) : t("common:word.loading")}</b>
            </span>
            <span>{t("common:word.coinsHeld", { count: run.coins })}</span>
          </p>
          <CancelButton run={run} onCancelled={onEnd} size="bar" />
        </section>
      )}
    </div>
  );
}

const clockOf = (instant: string): string =>
  `${formatTime(instant)}:${String(new Date(instant).getSeconds()).padStart(2, "0")}`;

/** Bars in place of sections that nobody has named yet. */
function ComingSections({ isWaiting }: { isWaiting: boolean }) {
  if (!isWaiting) return null;
  return (
    <div className="doc-coming" aria-hidden="true">
      {Array.from({ length: 3 }, (_, index) => (
        <div key={index}>
          <span className="skeleton-bar doc-coming-title" />
          <SkeletonText />
        </div>
      ))}
    </div>
  );
}

/** Why there is no document: the coins first, then what to do. */
export function RunEnded({ run, formLink }: { run: Run; formLink: string | null }) {
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
    <div className="doc-ended num">
      <Alert
        tone={isCancelled || isNothingFound ? "info" : "danger"}
        title={title}
        action={
          formLink ? (
            <Link to={formLink} className={buttonClass({ size: "small" })}>
              {t("end.again")}
            </Link>
          ) : undefined
        }
      >
        {t("end.coinsBack", { count: run.coins })} {kept}
        {hints.length > 0 ? (
          <>
            <p>{t("end.tryThis")}</p>
            <ul className="run-hints">
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

interface CancelProps {
  run: Run;
  onCancelled: (run: Run) => void;
  size?: "bar";
}

/** Ends a run; its coins come back. */
function CancelButton({ run, onCancelled, size }: CancelProps) {
  const { t } = useTranslation(["run", "common"]);
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
  return (
    <>
      <Button
        full
        size={size ?? "normal"}
        busy={isCancelling}
        busyLabel={t("end.cancelling")}
        onClick={() => void cancel()}
      >
        {t("end.cancel")}
      </Button>
      <p>{t("end.cancelReturns", { count: run.coins })}</p>
    </>
  );
}

/** The account of a run, and the way to end it. */
function RunAccount({ run, isOpen, onCancelled }: { run: Run; isOpen: boolean; onCancelled: (run: Run) => void }) {
  const { t } = useTranslation(["run", "common"]);
  const language = useLanguage();
  const balance = useSelector(selectCoins).value;
  const figure = (coins: number): string => formatNumber(coins, language);
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
      {isOpen ? (
        <div className="doc-cancel">
          <CancelButton run={run} onCancelled={onCancelled} />
        </div>
      ) : (
        <p>{t(`account.${run.coinsState}`, { count: run.coins })}</p>
      )}
    </div>
  );
}
