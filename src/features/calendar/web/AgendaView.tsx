import { useContext, useMemo, useState } from "react";
import { addDays } from "#src/kit/time/dates.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { formatTime } from "#src/ui/format.ts";
import type { EntryPreview } from "../contract.ts";
import { byStart, daysOf } from "./layout.ts";
import { familyOf } from "../rules.ts";
import { daysShown } from "./views.ts";
import type { GridActions, ViewProps } from "./actions.ts";
import { formatDayMonth, formatWeekdayLong } from "#src/ui/dayNames.ts";
import { entryNote } from "./calendarLook.ts";
import { DueEntries } from "./due.ts";
import { FamilyMark } from "./FamilyMark.tsx";
import cx from "./AgendaView.module.css";

/** Lines that are made at once; more on demand, so that thousands cost no more than these. */
const linesAtOnce = 200;

interface AgendaLineProps {
  entry: EntryPreview;
  day: string;
  zone: string;
  onOpen: GridActions["onOpen"];
}

function AgendaLine({ entry, day, zone, onOpen }: AgendaLineProps) {
  const { t } = useTranslation("calendar");
  const language = useLanguage();
  const isDue = useContext(DueEntries).has(entry.id);
  const { first, last } = daysOf(entry, zone);
  const isWhole = entry.allDay || (first < day && day < last);
  const clock = isWhole
    ? t("allDay")
    : first < day
      ? t("until", { time: formatTime(entry.end, zone) })
      : formatTime(entry.start, zone);
  const note = [
    isDue ? t("dueSoon") : "",
    entry.priority === "urgent" || entry.priority === "high" ? t(`priorityNote.${entry.priority}`) : "",
    entryNote(entry, language),
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <li>
      <button
        type="button"
        className={cx("agenda-line print-whole print-shown")}
        data-entry={entry.id}
        onClick={() => onOpen(entry)}
      >
        <span className={cx("agenda-time")}>{clock}</span>
        <FamilyMark family={familyOf(entry.type)} isDue={isDue} />
        <span className={cx("agenda-words")}>
          <b>{entry.title}</b>
          <small>{note}</small>
        </span>
      </button>
    </li>
  );
}

export interface AgendaViewProps extends Pick<ViewProps, "today" | "zone" | "entries"> {
  day: string;
  onOpen: GridActions["onOpen"];
}

/** Four weeks as a list, day by day; days without an entry are left out. */
export function AgendaView({ day, today, zone, entries, onOpen }: AgendaViewProps) {
  const { t } = useTranslation(["calendar", "common"]);
  const language = useLanguage();
  const [most, setMost] = useState(linesAtOnce);
  const { days, isCut } = useMemo(() => {
    const { first, last } = daysShown("agenda", day);
    const byDay = new Map<string, EntryPreview[]>();
    for (const entry of entries.toSorted(byStart)) {
      const span = daysOf(entry, zone);
      const to = span.last < last ? span.last : last;
      for (let one = span.first > first ? span.first : first; one <= to; one = addDays(one, 1)) {
        const known = byDay.get(one);
        if (known) known.push(entry);
        else byDay.set(one, [entry]);
      }
    }
    let left = most;
    const shown = [...byDay]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([one, own]) => {
        const part = own.slice(0, Math.max(0, left));
        left -= own.length;
        return part.length > 0 ? [{ day: one, entries: part }] : [];
      });
    return { days: shown, isCut: left < 0 };
  }, [day, entries, zone, most]);
  const near: Record<string, string> = { [today]: t("today"), [addDays(today, 1)]: t("tomorrow") };
  return (
    <div className={cx("agenda num")}>
      {days.map(({ day: one, entries: own }) => {
        const [weekday, date] = [formatWeekdayLong(one, language), formatDayMonth(one, language)];
        return (
          <section key={one} aria-label={`${weekday}, ${date}`}>
            <h2 className={cx("agenda-day")}>
              {near[one] ?? weekday} <span>{near[one] ? `${weekday}, ${date}` : date}</span>
            </h2>
            <ul>
              {own.map((entry) => (
                <AgendaLine key={entry.id} entry={entry} day={one} zone={zone} onOpen={onOpen} />
              ))}
            </ul>
          </section>
        );
      })}
      {isCut ? (
        <p className={cx("agenda-more")}>
          <Button size="small" onClick={() => setMost(most + linesAtOnce)}>
            {t("common:action.more")}
          </Button>
        </p>
      ) : null}
    </div>
  );
}
