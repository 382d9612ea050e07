import { Check, CircleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { hasText, type Translate, useLanguage, useTranslation } from "#src/shell/i18n/index.ts";
import { formatDuration } from "#src/shell/ui/format.ts";
import { Icon } from "#src/shell/ui/Icon.tsx";
import { Spinner } from "#src/shell/ui/Spinner.tsx";
import { StateDot } from "#src/shell/ui/StateDot.tsx";
import type { ReadDraft } from "#src/features/documents/web/readDraft.ts";
import { wordsOf } from "#src/features/documents/web/readDraft.ts";
import type { RunDocument, StepEntry } from "./runDocument.ts";

export interface RunLogProps {
  run: RunDocument;
  draft: ReadDraft;
}

/** Steps of a run with their times and what they found; the sections of the document stand under the draft. */
export function RunLog({ run, draft }: RunLogProps) {
  const { t } = useTranslation("run");
  const isOver = run.run !== null;
  return (
    <ul className="log num" aria-live="polite" aria-relevant="additions text" aria-label={t("log.title")}>
      {run.steps.map((entry) => (
        <StepRow key={entry.step} entry={entry} isOver={isOver} run={run} draft={draft} />
      ))}
    </ul>
  );
}

interface StepRowProps extends RunLogProps {
  entry: StepEntry;
  isOver: boolean;
}

function StepRow({ entry, isOver, run, draft }: StepRowProps) {
  const { t } = useTranslation("run");
  const stopped = entry.state === "failed" || (isOver && entry.state === "started");
  const isNow = entry.state === "started" && !isOver;
  const isWaiting = entry.state === "waiting";
  const sections = entry.step === "generate" ? draft.sections : [];
  const note = noteOf(entry, isOver, t);
  return (
    <li className={isWaiting ? "log-waiting" : undefined} aria-current={isNow ? "step" : undefined}>
      <span className="log-sign">
        {stopped ? (
          <Icon of={CircleAlert} size={14} className="log-stop" />
        ) : entry.state === "done" ? (
          <Icon of={Check} size={14} className="log-tick" />
        ) : isNow && sections.length === 0 ? (
          <Spinner />
        ) : (
          <StateDot state={isNow ? "progress" : "new"} silent />
        )}
      </span>
      <b>{t(`step.${entry.step}.name`)}</b>
      <StepTime entry={entry} isRunning={isNow} sections={sections.length} />
      {note ? <small>{note}</small> : null}
      {sections.length > 0 && entry.state !== "done" ? (
        <ol>
          {sections.map((section, index) => {
            const isLast = index === sections.length - 1;
            const isWriting = isNow && isLast;
            const isCut = stopped && isLast;
            return (
              <li key={index} className={isWriting ? "log-on" : undefined}>
                <span className="log-sign">
                  {isWriting ? (
                    <Spinner />
                  ) : (
                    <Icon of={isCut ? CircleAlert : Check} size={14} className={isCut ? "log-stop" : "log-tick"} />
                  )}
                </span>
                <span className="log-words">{section.title}</span>
                <span className="muted">
                  {isWriting ? t("log.writing") : isCut ? t("log.cut") : t("log.words", { count: wordsOf(section) })}
                </span>
              </li>
            );
          })}
        </ol>
      ) : null}
      {run.takeovers > 0 && entry.step === "generate" ? <small>{t("log.takeover")}</small> : null}
      {run.resets > 0 && entry.step === "generate" ? <small>{t("log.again", { count: run.resets })}</small> : null}
    </li>
  );
}

/** One line of what a step found, or of what a waiting one will do. */
function noteOf(entry: StepEntry, isOver: boolean, t: Translate): string | undefined {
  const { detail } = entry;
  if (detail) {
    const key = `run:detail.${detail.code}`;
    if (hasText(key) || hasText(`${key}_other`)) return t(key, detail.params ?? {});
  }
  if (entry.state === "waiting" && !isOver) return t(`step.${entry.step}.todo`);
  return undefined;
}

function StepTime({ entry, isRunning, sections }: { entry: StepEntry; isRunning: boolean; sections: number }) {
  const { t } = useTranslation("run");
  const language = useLanguage();
  const now = useClock(isRunning);
  if (entry.startedAt === null) return <span />;
  if (isRunning && sections > 0) return <span className="log-time">{t("log.sections", { count: sections })}</span>;
  const end = entry.endedAt ? Date.parse(entry.endedAt) : isRunning ? now : undefined;
  if (end === undefined) return <span />;
  const elapsed = Math.max(0, end - Date.parse(entry.startedAt));
  // A clock that ticks is not read aloud each second.
  return (
    <time className="log-time" aria-hidden={isRunning || undefined}>
      {formatDuration(isRunning ? Math.floor(elapsed / 1000) * 1000 : elapsed, language)}
    </time>
  );
}

function useClock(isTicking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}
