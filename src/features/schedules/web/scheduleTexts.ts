import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { formatWeekdayLong } from "#src/ui/client/dayTitle.ts";
import type { Schedule } from "../contract.ts";

/** A Monday; the days after it are the other days of a week. */
const monday = "2026-11-23";

/** Name of a day of the week in a language, 1 Monday to 7 Sunday. */
export const weekdayName = (day: number, language: "en" | "de"): string =>
  formatWeekdayLong(`2026-11-${Number(monday.slice(8)) + day - 1}`, language);

/** When a schedule comes, in words: "Every Monday at 07:00". */
export function useRhythmText(): (schedule: Pick<Schedule, "every" | "day" | "time">) => string {
  const { t } = useTranslation("schedules");
  const language = useLanguage();
  return ({ every, day, time }) => {
    if (every === "week") return t("every.week", { day: weekdayName(day, language), time });
    return day === 31 ? t("every.lastDay", { time }) : t("every.month", { day, time });
  };
}
