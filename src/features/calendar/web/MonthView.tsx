import { Link } from "@tanstack/react-router";
import { memo, type MouseEvent, useMemo } from "react";
import { useIsPrinting } from "#src/ui/data/useIsPrinting.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { formatWeekday } from "#src/ui/format.ts";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import type { EntryPreview } from "../contract.ts";
import { familyOf } from "../rules.ts";
import { familyLook } from "./familyIcons.ts";
import type { CalendarWeek } from "./weeks.ts";
import { daysOf, isOnDay, layOutBars } from "./layout.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { isOutside, monthOf, weeksOfMonth } from "./views.ts";
import type { ViewProps } from "./actions.ts";
import { searchOf } from "./address.ts";
import { BarRow } from "./BarRow.tsx";
import { formatDayMonthShort, formatLongDay, isWeekend } from "#src/ui/dayNames.ts";
import { DragGhost } from "./DragGhost.tsx";
import { type DropRange, useDayDrag } from "./useDayDrag.ts";
import styles from "./MonthView.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import weekViewStyles from "./WeekView.module.css";

const cx = joinClasses(styles, weekViewStyles);

/** Entries of a day that have their own line: 3, or 2 and how many more there are. */
const linesShown = 3;
/** On paper, where nothing opens: what a day holds, to a bound. */
const linesOnPaper = 20;

export interface MonthViewProps extends ViewProps {
  day: string;
}

interface DayCellProps extends Pick<MonthViewProps, "day" | "today" | "hidden"> {
  /** The month shown; undefined where the view runs on from a week. */
  month: string | undefined;
  /** Place in its week, from 0. */
  at: number;
  /** Shown in the first cell of a week. */
  week: number | undefined;
  count: number;
  over: DropRange | undefined;
}

/** The number of a day; the first of a month with the month's name. */
const dayNumber = (day: string, language: AppLanguage): string =>
  day.endsWith("-01") ? formatDayMonthShort(day, language) : String(Number(day.slice(8)));

function DayCell({ day, at, month, today, week, count, over, hidden }: DayCellProps) {
  const { t } = useTranslation("calendar");
  const language = useLanguage();
  const classes = [
    cx("cal-cell"),
    isOutside(day, month) ? cx("cal-outside") : "",
    isWeekend(day) ? cx("cal-weekend") : "",
    over && over.first <= day && day <= over.last ? cx("cal-over") : "",
  ];
  return (
    <div className={classes.filter(Boolean).join(" ")} data-day={day} style={{ gridArea: `1 / ${at + 1}` }}>
      <Link
        to={paths.calendar}
        search={searchOf({ view: "day", date: day, hide: hidden })}
        aria-current={day === today ? "date" : undefined}
        className={cx("cal-number")}
      >
        <span aria-hidden="true">{dayNumber(day, language)}</span>
        <span className="sr-only">
          {formatLongDay(day, language)}, {t("entries", { count })}
        </span>
      </Link>
      {week === undefined ? null : (
        <small>
          <span aria-hidden="true">{t("weekShort", { week })}</span>
          <span className="sr-only">{t("week", { week })}</span>
        </small>
      )}
    </div>
  );
}

interface WeekRowProps extends Omit<MonthViewProps, "day" | "pending"> {
  week: CalendarWeek;
  month: string | undefined;
  /** Entries of a day that have their own line. */
  most: number;
  over: DropRange | undefined;
}

const WeekRow = memo(function WeekRow(props: WeekRowProps) {
  const { week, month, today, zone, entries, hidden, most, over, actions } = props;
  const { t } = useTranslation("calendar");
  const row = useMemo(() => layOutBars(entries, week.days, { zone, most }), [entries, week, zone, most]);
  const counts = week.days.map(
    (_, at) => (row.more[at] ?? 0) + row.bars.filter(({ from, to }) => from <= at && at <= to).length,
  );
  const onClick = ({ target }: MouseEvent): void => {
    const day = target instanceof Element && !target.closest("a, button") && target.getAttribute("data-day");
    if (day) actions.onCreateOn(day);
  };
  return (
    // The keyboard has its own way to a new entry: the button and the key n.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className="cal-week" onClick={onClick}>
      {week.days.map((day, at) => (
        <DayCell
          key={day}
          day={day}
          at={at}
          month={month}
          today={today}
          week={at === 0 ? week.number : undefined}
          count={counts[at] ?? 0}
          over={over}
          hidden={hidden}
        />
      ))}
      <BarRow
        row={row}
        days={week.days}
        zone={zone}
        label={t("entriesOfWeek", { week: week.number })}
        onOpen={actions.onOpen}
        onShowDay={actions.onShowDay}
      />
    </div>
  );
});

/** On phones a month is a map of days: where something is, and how much. */
function SmallMonth({ day, today, zone, entries, hidden }: MonthViewProps) {
  const { t } = useTranslation("calendar");
  const language = useLanguage();
  const byDay = useMemo(() => {
    const all = new Map<string, EntryPreview[]>();
    const weeks = weeksOfMonth(day).flatMap(({ days }) => days);
    for (const entry of entries)
      for (const one of weeks) if (isOnDay(entry, one, zone)) all.set(one, [...(all.get(one) ?? []), entry]);
    return all;
  }, [day, entries, zone]);
  return (
    <ol className={cx("cal-small num")}>
      {weeksOfMonth(day).flatMap(({ days }) =>
        days.map((one) => {
          const own = byDay.get(one) ?? [];
          return (
            <li key={one} className={cx(isOutside(one, monthOf(day)) ? "cal-outside" : undefined)}>
              <Link
                to={paths.calendar}
                search={searchOf({ view: "agenda", date: one, hide: hidden })}
                aria-current={one === today ? "date" : undefined}
              >
                <b aria-hidden="true" data-first={one.endsWith("-01") || undefined}>
                  {dayNumber(one, language)}
                </b>
                <span className="sr-only">
                  {formatLongDay(one, language)}, {t("entries", { count: own.length })}
                </span>
                <span className={cx("cal-dots")} aria-hidden="true">
                  {own.slice(0, 4).map((entry) => (
                    <i key={entry.id} {...familyLook(familyOf(entry.type))} />
                  ))}
                </span>
              </Link>
            </li>
          );
        }),
      )}
    </ol>
  );
}

/** The weeks of a month. */
export function MonthView(props: MonthViewProps) {
  const { day, zone, entries, pending, actions } = props;
  const language = useLanguage();
  const isMobile = useIsMobile();
  // A sheet of paper is narrow like a phone, but there is no day to press.
  const isPrinting = useIsPrinting();
  const weeks = useMemo(() => weeksOfMonth(day), [day]);
  const { over: dragOver, carried, onPointerDown } = useDayDrag(entries, zone, actions);
  const over = dragOver ?? (pending ? daysOf({ id: "", timeZone: zone, ...pending }, zone) : undefined);
  return (
    <div className={cx("cal-month")}>
      <div className={cx("cal-weekdays")} aria-hidden="true">
        {weeks[0]?.days.map((one) => (
          <span key={one}>{formatWeekday(one, language)}</span>
        ))}
      </div>
      {isMobile && !isPrinting ? (
        <SmallMonth {...props} />
      ) : (
        <div className={cx("cal-weeks")} onPointerDown={onPointerDown}>
          {weeks.map((week) => (
            <WeekRow
              key={week.days[0]}
              {...props}
              week={week}
              month={monthOf(day)}
              most={isPrinting ? linesOnPaper : linesShown}
              over={over && over.first <= (week.days[6] ?? "") && over.last >= (week.days[0] ?? "") ? over : undefined}
            />
          ))}
        </div>
      )}
      {carried ? <DragGhost carried={carried} time="" /> : null}
    </div>
  );
}
