import type { LatestRun } from "#src/features/runs/contract.ts";
import { addDays } from "#src/kit/time/dates.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { dayOf, formatListDate, formatTime, formatWeekday } from "#src/ui/format.ts";

/** Days back for which the name of the day says more than the date alone. */
const recentDays = 6;

/** When a run began, as short as one speaks of it: `today 08:10`, `yesterday`, `Sat 21 Nov`, `20 Nov`. */
export function saidDay(
  at: string,
  {
    zone,
    now,
    language,
    words,
  }: { zone: string; now: string; language: AppLanguage; words: { today: string; yesterday: string } },
): string {
  const [day, today] = [dayOf(at, zone), dayOf(now, zone)];
  if (day === today) return `${words.today} ${formatTime(at, zone)}`;
  if (day === addDays(today, -1)) return words.yesterday;
  const date = formatListDate(at, language, { zone, now });
  return day < today && day >= addDays(today, -recentDays) ? `${formatWeekday(at, language, zone)} ${date}` : date;
}

/** Key of what became of a run, below `catalogue:last`; undefined for a result, which needs no word. */
export function endingOf({ status, error }: Pick<LatestRun, "status" | "error">): string | undefined {
  if (status === "succeeded") return undefined;
  if (status === "queued" || status === "running") return "running";
  if (error?.code === "nothing_found") return "foundNothing";
  return error?.code === "nothing_new" ? "nothingNew" : status;
}
