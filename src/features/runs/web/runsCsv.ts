import { writeCsv } from "#src/kit/csv.ts";
import { dayOf, formatTime } from "#src/ui/format.ts";
import type { ListedRun } from "../contract.ts";

export interface RunsCsvTexts {
  /** Whose clocks the times are of, IANA name. */
  zone: string;
  /** Headings of the columns, in their order, and name of the last row. */
  words: { head: readonly string[]; sum: string };
  workflowOf: (workflow: string) => string;
  engineOf: (run: ListedRun) => string;
  statusOf: (run: ListedRun) => string;
}

const figure = (value: number | null | undefined): string =>
  value === null || value === undefined ? "" : String(value);

/** Coins by where they are: taken, held, returned. Each column sums up by itself. */
const coinStates = ["captured", "held", "released"] as const;

const secondsOf = ({ startedAt, finishedAt }: ListedRun): string =>
  startedAt && finishedAt ? figure(Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000)) : "";

/** Runs as a table for spreadsheets, figures without grouping, coins by where they are, and their sums below. */
export function runsCsv(runs: readonly ListedRun[], texts: RunsCsvTexts): string {
  const { zone, words } = texts;
  const coinsIn = (state: (typeof coinStates)[number], run: ListedRun): number =>
    run.coinsState === state ? run.coins : 0;
  const rows = runs.map((run) => [
    `${dayOf(run.createdAt, zone)} ${formatTime(run.createdAt, zone)}`,
    texts.workflowOf(run.workflow),
    run.projectName ?? "",
    texts.engineOf(run),
    secondsOf(run),
    texts.statusOf(run),
    ...coinStates.map((state) => figure(coinsIn(state, run))),
    figure(run.usage?.inputTokens),
    figure(run.usage?.outputTokens),
  ]);
  const sums = coinStates.map((state) => figure(runs.reduce((sum, run) => sum + coinsIn(state, run), 0)));
  return writeCsv([words.head, ...rows, [words.sum, "", "", "", "", "", ...sums, "", ""]]);
}
