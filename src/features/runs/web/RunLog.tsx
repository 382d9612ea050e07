import { Check, CircleAlert, Hourglass } from "lucide-react";
import { hasText, type Translate, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { formatDuration } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { StateDot } from "#src/ui/StateDot.tsx";
import type { SectionInWork, SectionProgress } from "#src/features/documents/document.ts";
import type { ReadDraft } from "#src/features/documents/web/readDraft.ts";
import { wordsOf } from "#src/features/documents/web/readDraft.ts";
import type { RunDocument, StepEntry } from "./runDocument.ts";
import { useClock } from "./useClock.ts";
import cx from "./RunLog.module.css";

export interface RunLogProps {
  run: RunDocument;
  draft: ReadDraft;
  /** How many runs begin before this one, null unless it waits. */
  ahead: number | null;
}

/** Steps of a run with their times and what they found; the sections of the document are lanes under the writing. */
export function RunLog({ run, draft, ahead }: RunLogProps) {
  const { t } = useTranslation("run");
  const isOver = run.run !== null;
  const now = isOver ? undefined : run.steps.find(({ state }) => state === "started");
  const queued = ahead === null ? "" : queueText(ahead, t);
  return (
    <>
      {/* Steps are read aloud as they begin; counting rows are not. */}
      <p className="sr-only" role="status">
        {now ? t(`step.${now.step}.name`) : queued}
      </p>
      {queued ? (
        <p className={cx("log-queued")}>
          <Icon of={Hourglass} size={14} /> {queued}
        </p>
      ) : null}
      <ul className={cx("log num")} aria-label={t("log.steps")}>
        {run.steps.map((entry) => (
          <StepRow key={entry.step} entry={entry} isOver={isOver} run={run} draft={draft} />
        ))}
      </ul>
    </>
  );
}

/** The place of a run in the queue, in words. */
export const queueText = (ahead: number, t: Translate): string =>
  ahead === 0 ? t("run:log.next") : t("run:log.queued", { count: ahead });

interface StepRowProps extends Omit<RunLogProps, "ahead"> {
  entry: StepEntry;
  isOver: boolean;
}

function StepRow({ entry, isOver, run, draft }: StepRowProps) {
  const { t } = useTranslation("run");
  const stopped = entry.state === "failed" || (isOver && entry.state === "started");
  const isNow = entry.state === "started" && !isOver;
  const isWaiting = entry.state === "waiting";
  // What code computes is there at once and needs no line.
  const sections = entry.step === "generate" ? draft.sections.filter(isWritten) : [];
  const note = noteOf(entry, t);
  const atOnce = sections.filter(({ progress }) => progress.state === "writing").length;
  return (
    <li className={cx(isWaiting ? "log-waiting" : undefined)} aria-current={isNow ? "step" : undefined}>
      <Sign isCut={stopped} isDone={entry.state === "done"} isOn={isNow} />
      <b>{t(`step.${entry.step}.name`)}</b>
      <StepTime entry={entry} isRunning={isNow} sections={sections} />
      {note ? <small>{note}</small> : null}
      {isNow && atOnce > 1 ? <small>{t("log.parallel", { count: atOnce })}</small> : null}
      {sections.length > 0 && entry.state !== "done" ? (
        <ol>
          {sections.map((section, index) => (
            <SectionRow key={index} section={section} isStopped={stopped} />
          ))}
        </ol>
      ) : null}
      {run.takeovers > 0 && entry.step === "generate" ? <small>{t("log.takeover")}</small> : null}
      {run.resets > 0 && entry.step === "generate" ? <small>{t("log.again", { count: run.resets })}</small> : null}
    </li>
  );
}

/** How a step or a section stands. */
function Sign({ isCut, isDone, isOn }: { isCut: boolean; isDone: boolean; isOn: boolean }) {
  return (
    <span className={cx("log-sign")}>
      {isCut ? (
        <Icon of={CircleAlert} size={14} className={cx("log-stop")} />
      ) : isDone ? (
        <Icon of={Check} size={14} className={cx("log-tick")} />
      ) : (
        <StateDot state={isOn ? "progress" : "new"} silent />
      )}
    </span>
  );
}

type WrittenSection = SectionInWork & { progress: SectionProgress };
const isWritten = (section: SectionInWork): section is WrittenSection => section.progress !== undefined;

/** A section that is written: how far it is, with a bar when it has several rows. */
function SectionRow({ section, isStopped }: { section: WrittenSection; isStopped: boolean }) {
  const { t } = useTranslation(["run", "common"]);
  const { state, done, of } = section.progress;
  const isCut = isStopped && state !== "done";
  const isOn = !isStopped && state === "writing";
  const amount =
    of > 1
      ? t("common:word.of", { part: done, whole: of })
      : state === "done"
        ? t("log.words", { count: wordsOf(section) })
        : "";
  return (
    <li className={cx(isOn ? "log-on" : state === "waiting" ? "log-waiting" : undefined)}>
      <Sign isCut={isCut} isDone={state === "done"} isOn={isOn} />
      <span className={cx("log-words")}>{section.title}</span>
      <span className="muted">{isCut ? t("log.cut") : amount || (isOn ? t("log.writing") : "")}</span>
      {of > 1 && !isCut ? (
        <span className={cx(state === "done" ? "log-bar log-bar-done" : "log-bar")} aria-hidden="true">
          <i style={{ inlineSize: `${Math.round((100 * done) / of)}%` }} />
        </span>
      ) : null}
    </li>
  );
}

/** `ted:limited boamp:refused` in words. */
function silentServices(codes: string | number | undefined, t: Translate): string {
  if (typeof codes !== "string" || codes === "") return "";
  const named = codes.split(" ").map((code) => {
    const [service = "", reason = ""] = code.split(":");
    const [name, why] = [`run:service.${service}`, `run:silence.${reason}`];
    return `${hasText(name) ? t(name) : service} (${t(hasText(why) ? why : "run:silence.failed")})`;
  });
  return named.join(", ");
}

/** One line of what a step found. */
function noteOf(entry: StepEntry, t: Translate): string | undefined {
  const { detail } = entry;
  if (detail) {
    const key = `run:detail.${detail.code}`;
    if (hasText(key) || hasText(`${key}_other`)) {
      const services = silentServices(detail.params?.["silent"], t);
      const note = t(key, detail.params ?? {});
      return services === "" ? note : `${note}. ${t("detail.noAnswer", { services })}`;
    }
  }
  return undefined;
}

interface StepTimeProps {
  entry: StepEntry;
  isRunning: boolean;
  sections: readonly WrittenSection[];
}

function StepTime({ entry, isRunning, sections }: StepTimeProps) {
  const { t } = useTranslation("common");
  const language = useLanguage();
  const now = useClock(isRunning);
  if (entry.startedAt === null) return <span />;
  if (isRunning && sections.length > 0) {
    const sum = (of: "done" | "of"): number => sections.reduce((all, { progress }) => all + progress[of], 0);
    return <span className={cx("log-time")}>{t("word.of", { part: sum("done"), whole: sum("of") })}</span>;
  }
  const end = entry.endedAt ? Date.parse(entry.endedAt) : isRunning ? now : undefined;
  if (end === undefined) return <span />;
  const elapsed = Math.max(0, end - Date.parse(entry.startedAt));
  // A clock that ticks is not read aloud each second.
  return (
    <time className={cx("log-time")} aria-hidden={isRunning || undefined}>
      {formatDuration(isRunning ? Math.floor(elapsed / 1000) * 1000 : elapsed, language)}
    </time>
  );
}
