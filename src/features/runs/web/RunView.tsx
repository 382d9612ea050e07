import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { SectionInWork } from "#src/features/documents/document.ts";
import { DocumentView } from "#src/features/documents/web/DocumentView.tsx";
import { readDraft } from "#src/features/documents/web/readDraft.ts";
import { useZone } from "#src/features/settings/web/store.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { formatTime } from "#src/ui/format.ts";
import { SkeletonText } from "#src/ui/Skeleton.tsx";
import { useRootMark } from "#src/ui/useRootMark.ts";
import type { Run, RunOutline } from "../contract.ts";
import { NoticeOffer } from "./NoticeOffer.tsx";
import { RunAccount, useCancel } from "./RunAccount.tsx";
import { RunBar } from "./RunBar.tsx";
import { RunEnded } from "./RunEnded.tsx";
import { RunLog } from "./RunLog.tsx";
import { isQueued, paceOf } from "./runDocument.ts";
import { minutesLeft } from "./timeLeft.ts";
import { useClock } from "./useClock.ts";
import { useQueuePosition } from "./useQueuePosition.ts";
import { useRun } from "./useRun.ts";
import styles from "./RunView.module.css";
import "#src/features/documents/web/DocumentView.module.css";
import documentSideStyles from "#src/features/documents/web/DocumentSide.module.css";
import { joinClasses } from "#src/ui/classNames.ts";

const cx = joinClasses(styles, documentSideStyles);

export interface RunViewProps {
  run: Run;
  /** What is known of the document before its first word has come. */
  outline: RunOutline | null;
  /** The form has started the run just now: a draft is likely to be finished before its log could be read. */
  isJustStarted: boolean;
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

/** A run while it is on, or what it left when it did not succeed: its log, and the document as it comes. */
export function RunView(props: RunViewProps) {
  const { run, outline, name, meta, stamp, toolbar, formLink, onEnd } = props;
  const { t } = useTranslation(["run", "common"]);
  const isOpen = run.status === "queued" || run.status === "running";
  const { document, isConnected, refused } = useRun(run.id, isOpen);
  const draft = useMemo(() => readDraft(document.draft), [document.draft]);
  const ended = document.run ?? (isOpen ? null : run);
  const language = useLanguage();
  const [isLogOpen, setLogOpen] = useState(false);
  const whenEnded = useRef(onEnd);
  whenEnded.current = onEnd;
  useEffect(() => {
    if (document.run && isOpen) whenEnded.current(document.run);
  }, [document.run, isOpen]);

  const isOver = ended !== null;
  useEffect(() => {
    // What became of the run is told on the page.
    if (isOver) setLogOpen(false);
  }, [isOver]);
  const zone = useZone();
  const isLost = ended?.status === "failed" || ended?.status === "cancelled";
  const isCalm = useCalm(props.isJustStarted && run.engine.kind === "draft", ended);
  useRootMark("docDock", isCalm || ended ? null : "");
  const cancel = useCancel(run, onEnd);
  const ahead = useQueuePosition(run.id, ended === null && isQueued(document));
  const heading = useRef<HTMLHeadingElement>(null);
  const log =
    refused === null ? <RunLog run={document} draft={draft} ahead={ahead} /> : <p className="hint">{t("log.gone")}</p>;
  const showLog = (): void => {
    // Beside the document, or behind the bar of a narrow page, where nothing of it is drawn.
    if (heading.current?.checkVisibility()) heading.current.focus();
    else setLogOpen(true);
  };

  const isComing = draft.sections.length === 0;
  const shown = {
    ...draft,
    title: isLost ? name : draft.title || outline?.title || name,
    summary: isLost ? "" : draft.summary || (isComing ? (outline?.summary ?? "") : ""),
    sections: isLost ? [] : draft.sections,
  };
  return (
    <div className="doc-frame print-open" data-run={isCalm ? "calm" : ended ? "over" : "open"}>
      {isCalm ? null : (
        <aside className="doc-side print-hidden" aria-label={t("log.title")}>
          <div className="doc-side-head">
            <h2 ref={heading} tabIndex={-1}>
              {t("log.title")}
            </h2>
            <p className="num">
              {ended ? (
                t("log.over", { time: formatTime(run.createdAt, zone) })
              ) : (
                <>
                  {t("log.started", { time: clockOf(run.createdAt, zone) })} <TimeLeft {...paceOf(document, draft)} />
                </>
              )}
            </p>
            {isConnected || ended ? null : (
              <p className={cx("doc-side-note")} role="status">
                {t("log.lost")}
              </p>
            )}
            {ended ? null : <NoticeOffer startedAt={run.createdAt} />}
          </div>
          <div className="doc-side-body">{log}</div>
          <RunAccount run={ended ?? run} cancel={ended ? null : cancel} />
        </aside>
      )}
      <div className="doc-sheet print-open">
        {toolbar}
        <DocumentView
          document={shown}
          sources={[]}
          language={language}
          meta={meta}
          stamp={isLost ? null : stamp}
          isWriting={ended === null}
        >
          {isLost ? (
            <RunEnded run={ended} formLink={formLink} onLog={showLog} />
          ) : isComing ? (
            <ComingSections sections={outline?.sections ?? []} />
          ) : null}
        </DocumentView>
      </div>
      {isCalm ? null : (
        <RunBar
          run={run}
          document={document}
          draft={draft}
          ahead={ahead}
          cancel={ended ? null : cancel}
          log={log}
          isLogOpen={isLogOpen}
          onLog={setLogOpen}
        />
      )}
    </div>
  );
}

const clockOf = (instant: string, zone: string): string =>
  `${formatTime(instant, zone)}:${String(new Date(instant).getSeconds()).padStart(2, "0")}`;

/** A draft is finished within this time even on a busy server; what takes longer shows its log. Milliseconds. */
const calmMs = 1500;

/**
 * Whether the page stays in the layout of its result. A draft takes a moment: log and bar would come and go before
 * anybody could read them.
 */
function useCalm(isQuick: boolean, ended: Run | null): boolean {
  const [isCalm, setCalm] = useState(isQuick);
  const isDone = ended?.status === "succeeded";
  const isLost = ended !== null && !isDone;
  useEffect(() => {
    if (!isCalm || isDone) return;
    const timer = setTimeout(() => setCalm(false), isLost ? 0 : calmMs);
    return () => clearTimeout(timer);
  }, [isCalm, isDone, isLost]);
  return isCalm;
}

/** At the pace of this run so far; nothing while nothing is measured. */
function TimeLeft(pace: Parameters<typeof minutesLeft>[0]) {
  const { t } = useTranslation("run");
  const minutes = minutesLeft(pace, useClock(pace.startedAt !== null));
  return minutes === null ? null : <span>{t("log.left", { count: minutes })}</span>;
}

/** Headings of sections of which nothing has come, and bars in place of those that nobody has named. */
function ComingSections({ sections }: { sections: readonly Pick<SectionInWork, "key" | "title" | "isHidden">[] }) {
  const named = sections.filter(({ isHidden }) => !isHidden);
  if (named.length > 0) {
    return named.map(({ key, title }) => (
      <section key={key} className="doc-section" data-progress="waiting">
        <h2>{title}</h2>
        <SkeletonText />
      </section>
    ));
  }
  return (
    <div className={cx("doc-coming")} aria-hidden="true">
      {Array.from({ length: 3 }, (_, index) => (
        <div key={index}>
          <span className={cx("skeleton-bar doc-coming-title")} />
          <SkeletonText />
        </div>
      ))}
    </div>
  );
}
