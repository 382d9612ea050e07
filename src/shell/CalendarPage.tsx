import { Link, useSearch } from "@tanstack/react-router";
import {
  ChevronLeft,
  ChevronRight,
  CircleCheckBig,
  Cog,
  Handshake,
  Heart,
  Landmark,
  type LucideIcon,
  Megaphone,
  Package,
  Users,
} from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSelector } from "react-redux";
import type { EntryPreview } from "#src/features/calendar/contract.ts";
import type { CalendarFamily } from "#src/features/calendar/rules.ts";
import { calendarEntries, selectEntries } from "#src/features/calendar/web/store.ts";
import { addDays, dayMs, mondayOf } from "#src/kit/days.ts";
import { useThunkDispatch } from "#src/kit/dispatch.ts";
import { entryNote, familyOf, isOnDay } from "./calendarLook.ts";
import { agendaDays, firstDayOf, formatMonths, rangesAround, searchOf } from "./calendarRange.ts";
import { formatDayMonth, formatWeekdayLong } from "./dayTitle.ts";
import { useLanguage, useTranslation } from "./i18n/index.ts";
import { paths } from "./paths.ts";
import { Alert } from "./ui/Alert.tsx";
import { Button, buttonClass } from "./ui/Button.tsx";
import { EmptyState } from "./ui/EmptyState.tsx";
import { dayOf, formatTime, formatWeekday } from "./ui/format.ts";
import { Icon } from "./ui/Icon.tsx";
import { SkeletonRows } from "./ui/Skeleton.tsx";
import { useTimeZone } from "./useTimeZone.ts";
import "./CalendarPage.css";

const familyIcons: Record<CalendarFamily, LucideIcon> = {
  1000: Users,
  2000: CircleCheckBig,
  3000: Megaphone,
  4000: Handshake,
  5000: Landmark,
  6000: Package,
  7000: Heart,
  8000: Cog,
};

function EntryLine({ entry, day, zone }: { entry: EntryPreview; day: string; zone: string }) {
  const { t } = useTranslation(["shell", "workflows"]);
  const language = useLanguage();
  const family = familyOf(entry.type);
  const endsHere = dayOf(entry.end, zone) === day;
  const clock =
    entry.allDay || (dayOf(entry.start, zone) < day && !endsHere)
      ? t("calendar.allDay")
      : dayOf(entry.start, zone) < day
        ? t("calendar.until", { time: formatTime(entry.end, zone) })
        : formatTime(entry.start, zone);
  const title = entry.projectId ? (
    <Link to={paths.project(entry.projectId)} className="hover:underline">
      {entry.title}
    </Link>
  ) : (
    entry.title
  );
  return (
    <li className="agenda-line">
      <time dateTime={entry.start}>{clock}</time>
      <span
        className={family === 8000 ? "family family-system" : "family"}
        style={{ background: `var(--cal-${family}-bg)`, color: `var(--cal-${family}-fg)` }}
        title={t(`workflows:calendarFamilies.${family}`)}
      >
        <Icon of={familyIcons[family]} size={14} />
        <span className="sr-only">{t(`workflows:calendarFamilies.${family}`)}</span>
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <b>{title}</b>
        <small>{entryNote(entry, language)}</small>
      </span>
    </li>
  );
}

/** Ways to the four weeks before, to those from today on, and to the next. */
function RangeNav({ from, today }: { from: string; today: string }) {
  const { t } = useTranslation("shell");
  const { before, after } = rangesAround(from);
  const look = buttonClass({ size: "small" });
  const activeOptions = { exact: true, includeSearch: true };
  return (
    <nav className="range-nav" aria-label={t("calendar.ranges")}>
      <Link
        to={paths.calendar}
        search={searchOf(before, today)}
        className={look}
        activeOptions={activeOptions}
        title={t("calendar.before")}
      >
        <Icon of={ChevronLeft} />
        <span className="sr-only">{t("calendar.before")}</span>
      </Link>
      <Link
        to={paths.calendar}
        search={{}}
        className={look}
        activeOptions={activeOptions}
        activeProps={{ "aria-current": "date" }}
      >
        {t("calendar.today")}
      </Link>
      <Link
        to={paths.calendar}
        search={searchOf(after, today)}
        className={look}
        activeOptions={activeOptions}
        title={t("calendar.after")}
      >
        <Icon of={ChevronRight} />
        <span className="sr-only">{t("calendar.after")}</span>
      </Link>
    </nav>
  );
}

interface WeekStripProps {
  /** Any day of the week that is shown. */
  from: string;
  today: string;
  daysWith: (day: string) => EntryPreview[];
}

function WeekStrip({ from, today, daysWith }: WeekStripProps) {
  const { t } = useTranslation("shell");
  const language = useLanguage();
  const monday = mondayOf(from);
  const label =
    monday === mondayOf(today) ? t("calendar.week") : t("calendar.weekOf", { day: formatDayMonth(monday, language) });
  return (
    <ol className="week-strip num" aria-label={label}>
      {Array.from({ length: 7 }, (_, at) => addDays(monday, at)).map((day) => (
        <li key={day} aria-current={day === today ? "date" : undefined}>
          {formatWeekday(day, language)}
          <b>{Number(day.slice(8))}</b>
          <span aria-hidden="true">
            {daysWith(day)
              .slice(0, 5)
              .map((entry) => (
                <i
                  key={`${entry.id}${entry.start}`}
                  style={{ background: `var(--cal-${familyOf(entry.type)}-edge)` }}
                />
              ))}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The agenda of four weeks, day by day: from today on, or from the day in `?from=YYYY-MM-DD`. */
export function CalendarPage() {
  const { t } = useTranslation(["shell", "common"]);
  const language = useLanguage();
  const dispatch = useThunkDispatch();
  const zone = useTimeZone();
  const today = dayOf(new Date().toISOString(), zone);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const first = firstDayOf(search["from"], today);
  const { items: known, loading, error } = useSelector(selectEntries);
  // The list may still be that of another range, or of another page.
  const [asked, setAsked] = useState<string>();
  const items = asked === first && !loading && !error ? known : undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  const monday = mondayOf(first);
  const fetchRange = (): void => {
    setAsked(first);
    const from = new Date(Date.parse(`${monday}T00:00:00Z`) - dayMs).toISOString();
    const to = new Date(Date.parse(`${first}T00:00:00Z`) + (agendaDays + 1) * dayMs).toISOString();
    void dispatch(calendarEntries.fetch({ from, to }));
  };
  useEffect(fetchRange, [dispatch, first, monday]);
  const daysWith = (day: string): EntryPreview[] =>
    (items ?? []).filter((entry) => isOnDay(entry, day, zone)).toSorted((a, b) => a.start.localeCompare(b.start));
  const days = Array.from({ length: agendaDays }, (_, at) => addDays(first, at))
    .map((day) => ({ day, entries: daysWith(day) }))
    .filter(({ entries }) => entries.length > 0);
  const near: Record<string, string> = { [today]: t("calendar.today"), [addDays(today, 1)]: t("calendar.tomorrow") };
  return (
    <div className="page page-narrow">
      <div className="range-head">
        <h1 className="h1 work" ref={heading} tabIndex={-1} aria-live="polite">
          {formatMonths(first, language)}
        </h1>
        <RangeNav from={first} today={today} />
      </div>
      <WeekStrip from={first} today={today} daysWith={daysWith} />
      {error ? (
        <Alert
          tone="danger"
          title={t("calendar.failed")}
          action={
            <Button size="small" onClick={fetchRange}>
              {t("common:action.retry")}
            </Button>
          }
        />
      ) : null}
      {!items && !error ? <SkeletonRows rows={8} height={48} columns="44px 24px 1fr" /> : null}
      {items && days.length === 0 ? (
        <div className="mt-6">
          <EmptyState
            title={first === today ? t("calendar.empty") : t("calendar.emptyRange")}
            actions={
              <Link to={paths.workflows} className={buttonClass({ size: "small" })}>
                {t("calendar.chooseWorkflow")}
              </Link>
            }
          >
            {t("calendar.emptyText")}
          </EmptyState>
        </div>
      ) : null}
      {days.map(({ day, entries }) => (
        <section key={day} aria-label={`${formatWeekdayLong(day, language)}, ${formatDayMonth(day, language)}`}>
          <h2 className="agenda-day num">
            {near[day] ?? formatWeekdayLong(day, language)}{" "}
            <span>
              {near[day]
                ? `${formatWeekdayLong(day, language)}, ${formatDayMonth(day, language)}`
                : formatDayMonth(day, language)}
            </span>
          </h2>
          <ul className="num">
            {entries.map((entry) => (
              <EntryLine key={`${entry.id}${entry.start}`} entry={entry} day={day} zone={zone} />
            ))}
          </ul>
        </section>
      ))}
      {items ? (
        <p className="mt-6">
          <Link
            to={paths.calendar}
            search={searchOf(rangesAround(first).after, today)}
            className={buttonClass({ size: "small" })}
            onClick={() => heading.current?.focus({ preventScroll: true })}
          >
            {t("calendar.goOn")}
          </Link>
        </p>
      ) : null}
    </div>
  );
}
