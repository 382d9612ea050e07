import { Link } from "@tanstack/react-router";
import { RotateCw } from "lucide-react";
import { memo } from "react";
import { useEngineLabel } from "#src/ui/i18n/engineTexts.ts";
import { hasText, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { buttonClass } from "#src/ui/Button.tsx";
import { formatDuration, formatHeld, formatListDate, formatNumber, formatTime } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { StateDot, type StateName } from "#src/ui/StateDot.tsx";
import type { ListedRun, RunStatus } from "../contract.ts";
import { useClock } from "./useClock.ts";
import cx from "./RunCells.module.css";

const isOpen = ({ status }: ListedRun): boolean => status === "queued" || status === "running";

/** It ended as it should, only there was nothing to write about. */
const foundNothing = ({ status, error }: ListedRun): boolean => status === "failed" && error?.code === "nothing_found";

/** A scheduled one that found what the last result was made of. */
const foundNothingNew = ({ status, error }: ListedRun): boolean =>
  status === "cancelled" && error?.code === "nothing_new";

/** Key of the sentences for why a run failed; undefined where its status says enough. */
export function reasonKeyOf(run: ListedRun | undefined): string | undefined {
  if (run?.status !== "failed" || foundNothing(run)) return undefined;
  return `messages:run.${run.error?.code ?? "internal"}`;
}

const dots: Record<RunStatus, StateName> = {
  queued: "new",
  running: "progress",
  succeeded: "done",
  failed: "failed",
  cancelled: "cancelled",
};

/** Key of the word for how a run ended, below `runs:status`. */
export const statusNameOf = (run: ListedRun): string =>
  foundNothing(run) ? "foundNothing" : foundNothingNew(run) ? "nothingNew" : run.status;

/** A workflow as the list names it; its form is at the path, which announced ones do not have. */
export interface WorkflowOfRun {
  name: string;
  path: string;
}

export interface RunCellsProps {
  run: ListedRun;
  workflow: WorkflowOfRun;
  zone: string;
}

/** The cells of one run. */
export const RunCells = memo(function RunCells({ run, workflow, zone }: RunCellsProps) {
  const { t } = useTranslation(["runs", "common", "messages"]);
  const language = useLanguage();
  const engine = useEngineLabel(run.engine);
  const name = run.projectName ?? workflow.name;
  const day = formatListDate(run.createdAt, language, { zone, today: t("common:date.today") });
  const status = statusNameOf(run);
  return (
    <>
      <span role="cell" className={cx("runs-started")}>
        <time dateTime={run.createdAt}>{`${day} ${formatTime(run.createdAt, zone)}`}</time>
      </span>
      <span role="cell" className={cx("runs-workflow")} title={workflow.name}>
        {workflow.name}
      </span>
      <span role="cell" className={cx("runs-project")}>
        <Link to={paths.project(run.projectId)} title={name}>
          {name}
        </Link>
        <Reason run={run} />
      </span>
      <span role="cell" className={cx("runs-engine")}>
        <span title={engine}>{engine}</span>
        <Tokens usage={run.usage} />
      </span>
      <span role="cell" className={cx("runs-duration")}>
        <Duration run={run} />
      </span>
      <span role="cell" className={cx("runs-status")}>
        <StateDot silent state={foundNothing(run) || foundNothingNew(run) ? "new" : dots[run.status]} />
        {t(`status.${status}`)}
      </span>
      <span role="cell" className={cx("runs-coins")}>
        <Coins run={run} />
      </span>
      <span role="cell" className={cx("runs-action")}>
        <Action run={run} name={name} path={workflow.path} />
      </span>
    </>
  );
});

/** Why a run failed, under the name of its project. */
function Reason({ run }: { run: ListedRun }) {
  const { t } = useTranslation(["runs", "messages"]);
  const key = reasonKeyOf(run);
  if (!key) return null;
  const known = hasText(`${key}.title`) ? key : "messages:run.internal";
  return <small className={cx("runs-reason")}>{`${t(`${known}.title`)}. ${t(`${known}.description`)}`}</small>;
}

/** Tokens as the provider counted them; nothing where it did not, or where none were used. */
function Tokens({ usage }: Pick<ListedRun, "usage">) {
  const { t } = useTranslation("runs");
  const language = useLanguage();
  if (!usage?.inputTokens && !usage?.outputTokens) return null;
  const figure = (tokens: number | null): string => (tokens === null ? "–" : formatNumber(tokens, language));
  const words = t("tokens", { input: figure(usage.inputTokens), output: figure(usage.outputTokens) });
  return (
    <small className={cx("runs-tokens")} title={words}>
      {words}
    </small>
  );
}

/** Shorter ones read as if nothing had been done; milliseconds. */
const shortestShown = 100;

/** From the first execution to the end; a running one counts on. */
function Duration({ run }: { run: ListedRun }) {
  const language = useLanguage();
  const isRunning = run.startedAt !== null && run.finishedAt === null;
  const now = useClock(isRunning);
  if (run.startedAt === null) return <span aria-hidden="true">–</span>;
  const elapsed = Math.max(0, (run.finishedAt ? Date.parse(run.finishedAt) : now) - Date.parse(run.startedAt));
  return (
    <>{formatDuration(isRunning ? Math.floor(elapsed / 1000) * 1000 : Math.max(shortestShown, elapsed), language)}</>
  );
}

/** Coins that were taken as a figure, held ones in brackets, and the word where they are back. */
function Coins({ run }: { run: ListedRun }) {
  const { t } = useTranslation("runs");
  const language = useLanguage();
  if (run.coinsState === "released") return <span className={cx("runs-returned")}>{t("coins.released")}</span>;
  if (run.coinsState === "captured") return <>{formatNumber(run.coins, language)}</>;
  return (
    <>
      {formatHeld(run.coins, language)}
      <span className="sr-only">{` ${t("coins.held")}`}</span>
    </>
  );
}

/** Watch a run that is on, or open the form it came from. The form names the price before anything starts. */
function Action({ run, name, path }: { run: ListedRun; name: string; path: string }) {
  const { t } = useTranslation("runs");
  if (isOpen(run))
    return (
      <Link
        to={paths.project(run.projectId)}
        className={buttonClass({ size: "small" })}
        aria-label={t("action.watchNamed", { name })}
      >
        {t("action.watch")}
      </Link>
    );
  if (path === "") return null;
  const form = { to: path, search: { project: run.projectId } };
  if (run.status === "failed")
    return (
      <Link {...form} className={buttonClass({ size: "small" })} aria-label={t("action.againNamed", { name })}>
        {t("action.again")}
      </Link>
    );
  const label = t("action.runAgainNamed", { name });
  return (
    <Link {...form} className="icon-btn" aria-label={label} title={t("action.runAgain")}>
      <Icon of={RotateCw} size={14} />
    </Link>
  );
}
