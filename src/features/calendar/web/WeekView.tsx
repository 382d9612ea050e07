import { Link } from "@tanstack/react-router";
import { memo, type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { formatWeekday } from "#src/ui/format.ts";
import { minutesOf, timeOfMinute, wallClockAt } from "#src/kit/time/clocks.ts";
import { daysOf, isBar, layOutBars, layOutDay, pieceOn } from "./layout.ts";
import { clockTimes } from "./moves.ts";
import type { GridActions, ViewProps } from "./actions.ts";
import { searchOf } from "./address.ts";
import { BarRow } from "./BarRow.tsx";
import { formatDayTitle } from "#src/ui/dayNames.ts";
import { formatLongDay, isWeekend } from "#src/ui/dayNames.ts";
import { familyOf } from "../rules.ts";
import { familyLook } from "./familyIcons.ts";
import { EntryButton } from "./EntryButton.tsx";
import { DragGhost } from "./DragGhost.tsx";
import { ghostOf, useGridDrag } from "./useGridDrag.ts";
import styles from "./WeekView.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import monthViewStyles from "./MonthView.module.css";

const cx = joinClasses(styles, monthViewStyles);

/** Lines of the row above the hours. */
const barLines = 3;
/** Entries beside each other in a column; more are counted. */
const besideInWeek = 4;
const besideInDay = 10;

/** Room in a block that is lower than an hour, by its minutes. */
const roomOf = (minutes: number): "line" | "tight" | undefined =>
  minutes < 45 ? "line" : minutes < 60 ? "tight" : undefined;

/** Half a line above the first hour, so that its figures are seen whole. */
const hourHead = 12;

const place = (minute: number): string => `${(minute / 1440) * 100}%`;

export interface WeekViewProps extends ViewProps {
  /** One day, or the seven of a week. */
  days: readonly string[];
  /** `HH:mm`; `to` below `from` goes over midnight. */
  workingHours: { from: string; to: string };
}

function Heads({ days, today, hidden }: Pick<WeekViewProps, "days" | "today" | "hidden">) {
  const language = useLanguage();
  return (
    <>
      <span className="cal-head" />
      {days.map((day) => (
        <Link
          key={day}
          to={paths.calendar}
          search={searchOf({ view: "day", date: day, hide: hidden })}
          // The link to the day that is shown counts as current whatever day it is: today has a class of its own.
          className={cx(
            `cal-head cal-day-head num${isWeekend(day) ? " cal-weekend-head" : ""}${day === today ? " cal-today-head" : ""}`,
          )}
          aria-current={day === today ? "date" : undefined}
        >
          <b aria-hidden="true">{Number(day.slice(8))}</b>
          <span aria-hidden="true">{formatWeekday(day, language)}</span>
          <span className="sr-only">{formatDayTitle(day, language)}</span>
        </Link>
      ))}
    </>
  );
}

/** Minute of the day now, moved on each minute. */
function useMinuteNow(zone: string): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return wallClockAt(now, zone).minute;
}

function NowLine({ zone }: { zone: string }) {
  return <i className={cx("cal-now print-hidden")} style={{ top: place(useMinuteNow(zone)) }} aria-hidden="true" />;
}

/** What is outside of the working hours, as parts of a day in minutes. */
function offHours({ from, to }: WeekViewProps["workingHours"]): { from: number; to: number }[] {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  const part = (first: number, last: number) => (last > first ? [{ from: first, to: last }] : []);
  return start <= end ? [...part(0, start), ...part(end, 1440)] : part(end, start);
}

interface DayColumnProps extends Pick<WeekViewProps, "today" | "zone" | "entries" | "workingHours"> {
  day: string;
  most: number;
  onOpen: GridActions["onOpen"];
  onShowDay: GridActions["onShowDay"];
}

const DayColumn = memo(function DayColumn(props: DayColumnProps) {
  const { day, today, zone, entries, workingHours, most, onOpen, onShowDay } = props;
  const { t } = useTranslation("calendar");
  const language = useLanguage();
  const { slots, crowds } = useMemo(
    () =>
      layOutDay(
        entries.flatMap((entry) => pieceOn(entry, day, zone) ?? []),
        most,
      ),
    [entries, day, zone, most],
  );
  const boxOf = (slot: { from: number; to: number; column: number; columns: number }) => ({
    top: place(slot.from),
    height: place(slot.to - slot.from),
    left: `calc(${(slot.column / slot.columns) * 100}% + 3px)`,
    width: `calc(${100 / slot.columns}% - ${slot.column === slot.columns - 1 ? 8 : 4}px)`,
  });
  return (
    <div className={cx(isWeekend(day) ? "cal-day cal-weekend" : "cal-day")} data-column={day}>
      {isWeekend(day)
        ? null
        : offHours(workingHours).map(({ from, to }) => (
            <i
              key={from}
              className={cx("cal-off")}
              style={{ top: place(from), height: place(to - from) }}
              aria-hidden="true"
            />
          ))}
      <ul className="num" aria-label={formatDayTitle(day, language)}>
        {slots
          .toSorted((a, b) => a.from - b.from || a.column - b.column)
          .map((slot) => (
            <li key={slot.entry.id} style={boxOf(slot)}>
              <EntryButton
                entry={slot.entry}
                zone={zone}
                look="block"
                withTime={slot.to - slot.from >= 60}
                room={roomOf(slot.to - slot.from)}
                isCutAfter={slot.to === 1440}
                onOpen={onOpen}
              />
            </li>
          ))}
        {crowds.map((crowd) => (
          <li key={`more${crowd.from}`} style={boxOf(crowd)}>
            <button type="button" className={cx("cal-crowd print-shown")} onClick={() => onShowDay(day)}>
              {t("more", { count: crowd.count })}
              <span className="sr-only">, {formatLongDay(day, language)}</span>
            </button>
          </li>
        ))}
      </ul>
      {day === today ? <NowLine zone={zone} /> : null}
    </div>
  );
});

/** Days beside each other with their hours; whole days stand above. */
export function WeekView({ days, today, zone, entries, hidden, workingHours, pending, actions }: WeekViewProps) {
  const { t } = useTranslation("calendar");
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useRef<HTMLDivElement>(null);
  const [bars, timed] = useMemo(() => [entries.filter(isBar), entries.filter((entry) => !isBar(entry))], [entries]);
  const row = useMemo(() => layOutBars(bars, days, { zone, most: barLines }), [bars, days, zone]);
  const { drag, onPointerDown, pointAt } = useGridDrag(columns, { days, zone, entries }, actions);

  const firstHour = minutesOf(workingHours.from) - 90;
  useLayoutEffect(() => {
    const [outer, inner] = [scroller.current, columns.current];
    if (outer && inner) outer.scrollTop = (firstHour / 1440) * inner.clientHeight - hourHead;
  }, [firstHour]);
  // On a narrow screen a week is wider than it: today is what one comes for.
  const todayAt = days.indexOf(today);
  useLayoutEffect(() => {
    const [outer, inner] = [scroller.current, columns.current];
    if (outer && inner && todayAt > 0) outer.scrollLeft = (inner.clientWidth / days.length) * todayAt;
  }, [todayAt, days.length]);
  // A new entry begins where one can see it; the head of the days stands over the top of the hours.
  const slotRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (pending) slotRef.current?.scrollIntoView({ block: "nearest" });
  }, [pending]);

  const createAt = ({ target, clientX, clientY }: MouseEvent): void => {
    const point = pointAt(clientX, clientY);
    if (point?.minute === undefined || (target instanceof Element && target.closest("a, button"))) return;
    const from = Math.min(1380, Math.floor(point.minute / 30) * 30);
    actions.onCreate(clockTimes(point.day, from, from + 60, zone));
  };
  const createOn = ({ target }: MouseEvent): void => {
    const day = target instanceof Element && !target.closest("a, button") && target.getAttribute("data-day");
    if (day) actions.onCreateDays({ first: day, last: day });
  };
  const over = drag?.over ?? (pending?.allDay ? daysOf({ id: "", timeZone: zone, ...pending }, zone) : undefined);
  const isOver = (day: string): boolean => over !== undefined && over.first <= day && day <= over.last;
  // A new entry stays in sight while its name is typed.
  const slot = drag?.ghost ?? (pending && !pending.allDay ? ghostOf(pending, zone) : undefined);
  const ghost = slot && days.includes(slot.day) ? slot : undefined;
  const ghostTime = ghost ? `${timeOfMinute(ghost.from)} ${t("to")} ${timeOfMinute(ghost.to % 1440)}` : t("allDay");
  return (
    <div className={cx("cal-scroll print-open")} ref={scroller}>
      <div className={cx("cal-grid")} style={{ "--days": days.length } as React.CSSProperties}>
        <div className={cx("cal-heads")}>
          <Heads days={days} today={today} hidden={hidden} />
          <span className={cx("cal-gutter")}>{t("allDayShort")}</span>
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button and the key n do the same */}
          <div className="cal-allday" onPointerDown={onPointerDown} onClick={createOn}>
            {days.map((day, at) => (
              <span
                key={day}
                data-day={day}
                style={{ gridArea: `1 / ${at + 1}` }}
                className={cx(isOver(day) ? "cal-over" : undefined)}
              />
            ))}
            <BarRow
              row={row}
              days={days}
              zone={zone}
              label={t("allDayEntries")}
              onOpen={actions.onOpen}
              onShowDay={actions.onShowDay}
            />
          </div>
        </div>
        <div className={cx("cal-hours num")} aria-hidden="true">
          {Array.from({ length: 23 }, (_, at) => (
            <span key={at} style={{ top: place((at + 1) * 60) }}>
              {timeOfMinute((at + 1) * 60)}
            </span>
          ))}
        </div>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button and the key n do the same */}
        <div className={cx("cal-columns")} ref={columns} onPointerDown={onPointerDown} onClick={createAt}>
          {days.map((day) => (
            <DayColumn
              key={day}
              day={day}
              today={today}
              zone={zone}
              entries={timed}
              workingHours={workingHours}
              most={days.length === 1 ? besideInDay : besideInWeek}
              onOpen={actions.onOpen}
              onShowDay={actions.onShowDay}
            />
          ))}
          {ghost ? (
            <div
              ref={slotRef}
              data-slot={drag ? undefined : ""}
              className={cx(`cal-ghost print-hidden num${drag?.carried ? " cal-target" : ""}`)}
              {...(drag?.entry ? familyLook(familyOf(drag.entry.type)) : undefined)}
              style={{
                ...(drag?.entry ? familyLook(familyOf(drag.entry.type)).style : undefined),
                top: place(ghost.from),
                height: place(ghost.to - ghost.from),
                left: `${(days.indexOf(ghost.day) / days.length) * 100}%`,
                width: `${100 / days.length}%`,
              }}
            >
              {drag?.carried ? null : (
                <>
                  {drag?.entry ? <b>{drag.entry.title}</b> : null}
                  {ghostTime}
                </>
              )}
            </div>
          ) : null}
        </div>
      </div>
      {drag?.carried ? <DragGhost carried={drag.carried} time={ghostTime} /> : null}
    </div>
  );
}
