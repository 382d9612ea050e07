import { Link } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, Plus } from "lucide-react";
import type { RefObject } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import { formatLongDate } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { Segment } from "#src/ui/Segment.tsx";
import { weeksFrom } from "./weeks.ts";
import { type CalendarView, calendarViews, daysShown, isRolling, stepped } from "./views.ts";
import { type CalendarSearch, searchOf } from "./address.ts";
import { formatMonths } from "#src/ui/dayNames.ts";
import cx from "./Toolbar.module.css";

interface TitleProps {
  view: CalendarView;
  day: string;
}

function TitleWords({ view, day }: TitleProps) {
  const { t } = useTranslation("calendar");
  const language = useLanguage();
  const { first, last } = daysShown(view, day);
  const week = weeksFrom(day, 1)[0]?.number;
  if (view === "day") return formatLongDate(day, language);
  if (view === "month") return isRolling(day) ? formatMonths(first, last, language) : formatMonths(day, day, language);
  return (
    <>
      {formatMonths(first, last, language)}{" "}
      {view === "week" ? <span className="num">{t("week", { week })}</span> : null}
    </>
  );
}

export interface ToolbarProps {
  /** What is on the page; its title. */
  shown: TitleProps;
  /** What the address asks for; steps start there. */
  view: CalendarView;
  day: string;
  address: CalendarSearch;
  onView: (view: CalendarView) => void;
  onNew: () => void;
  /** Going on takes the place of what the address says now: an entry that is read. */
  isReading: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** Title of the range, ways around it, the views, and a new entry. */
export function Toolbar({ shown, view, day, address, onView, onNew, isReading, heading }: ToolbarProps) {
  const { t } = useTranslation("calendar");
  const stepTo = (step: -1 | 1) => searchOf({ ...address, view, date: stepped(view, day, step) });
  return (
    <div className={cx("cal-bar")}>
      <h1 ref={heading} tabIndex={-1} aria-live="polite">
        <TitleWords view={shown.view} day={shown.day} />
      </h1>
      <nav className={cx("cal-nav print-hidden")} aria-label={t("ranges")}>
        <Link
          to={paths.calendar}
          search={stepTo(-1)}
          replace={isReading}
          className="icon-btn"
          aria-label={t(`before.${view}`)}
        >
          <Icon of={ChevronLeft} />
        </Link>
        <Link
          to={paths.calendar}
          search={searchOf({ ...address, date: "" })}
          replace={isReading}
          className={buttonClass({ size: "small" })}
        >
          {t("today")}
        </Link>
        <Link
          to={paths.calendar}
          search={stepTo(1)}
          replace={isReading}
          className="icon-btn"
          aria-label={t(`after.${view}`)}
        >
          <Icon of={ChevronRight} />
        </Link>
      </nav>
      <div className={cx("cal-views print-hidden")}>
        <Segment
          size="small"
          label={t("viewLabel")}
          value={view}
          onChange={onView}
          choices={calendarViews.map((one) => ({ value: one, label: t(`view.${one}`) }))}
        />
      </div>
      <Button
        size="small"
        icon={<Icon of={Plus} size={14} />}
        onClick={onNew}
        aria-keyshortcuts="n"
        title={`${t("new")} (N)`}
      >
        {t("new")}
      </Button>
    </div>
  );
}
