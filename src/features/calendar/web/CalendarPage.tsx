import { useNavigate } from "@tanstack/react-router";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { X } from "lucide-react";
import { memo, type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { selectSettings } from "#src/features/settings/web/store.ts";
import type { Failure } from "#src/ui/data/listStore.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { lazyWithRetry, usePreloaded } from "#src/ui/lazyWithRetry.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { useCreateShortcut } from "#src/ui/useCreateShortcut.ts";
import { wallClockAt } from "#src/kit/time/clocks.ts";
import { allDayTimes, proposedTimes, type Times } from "./moves.ts";
import { calendarFamilies, familyOf } from "../rules.ts";
import { weeksFrom } from "./weeks.ts";
import { daysShown } from "./views.ts";
import type { GridActions } from "./actions.ts";
import { AgendaView } from "./AgendaView.tsx";
import { type CalendarSearch, calendarSearch, searchOf } from "./address.ts";
import { DueEntries, isDueSoon } from "./due.ts";
import type { DraftStart } from "./entryDraft.ts";
import type { EntryPanelProps, PanelSubject } from "./EntryPanel.tsx";
import type { QuickEntryProps } from "./QuickEntry.tsx";
import { Legend } from "./Legend.tsx";
import { MonthView } from "./MonthView.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { type AskedEntry, useAskedNew } from "./useAskedNew.ts";
import { useChanges } from "./useChanges.ts";
import { type CalendarRange, useEntries } from "./useEntries.ts";
import { drawnEntry, sideBesideDay, useOpenEntry } from "./useOpenEntry.ts";
import { useUndoKey } from "./useUndoKey.ts";
import { WeekView, type WeekViewProps } from "./WeekView.tsx";
import styles from "./CalendarPage.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import monthViewStyles from "./MonthView.module.css";
import entryPanelStyles from "./EntryPanel.module.css";
import { entryIdOf } from "./occurrences.ts";

const cx = joinClasses(styles, monthViewStyles, entryPanelStyles);

const EntryPanel = lazyWithRetry<EntryPanelProps>(
  () => import("./EntryPanel.tsx").then((part) => part.EntryPanel),
  (alert, { subject, onClose }) => (subject ? <PanelMissing {...{ subject, onClose }}>{alert}</PanelMissing> : null),
);

const loadEntryCard = () => import("./EntryCard.tsx").then((part) => part.EntryCard);

const QuickEntry = lazyWithRetry<QuickEntryProps>(() => import("./QuickEntry.tsx").then((part) => part.QuickEntry));

/** What the page works with until the settings are there, and when they do not come. */
const plainSettings = {
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  workingHours: { from: "09:00", to: "17:00" },
  firstView: "month",
  reminders: [15],
} as const;

/** Day of today in a zone, moved on at midnight. */
function useToday(zone: string): string {
  const todayIn = useCallback(() => wallClockAt(Date.now(), zone).day, [zone]);
  const [today, setToday] = useState(todayIn);
  useEffect(() => {
    setToday(todayIn());
    const timer = setInterval(() => setToday(todayIn()), 30_000);
    return () => clearInterval(timer);
  }, [todayIn]);
  return today;
}

function LoadFailure({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const { t } = useTranslation(["calendar", "common"]);
  const isOffline = failure.code === "network.offline";
  return (
    <div className={cx("cal-note")}>
      <RetryAlert title={isOffline ? t("offline") : t("failed")} onRetry={onRetry}>
        {isOffline ? t("offlineText") : null}
      </RetryAlert>
    </div>
  );
}

interface SheetProps extends Omit<WeekViewProps, "days" | "zone"> {
  sight: CalendarRange;
}

/** The view itself, kept as it is while something else on the page changes. */
const Sheet = memo(function Sheet({ sight: { view, day, zone }, workingHours, ...rest }: SheetProps) {
  const { first } = daysShown(view, day);
  const days = useMemo(() => (view === "week" ? (weeksFrom(first, 1)[0]?.days ?? []) : [first]), [view, first]);
  switch (view) {
    case "month":
      return <MonthView {...rest} {...{ day, zone }} />;
    case "agenda":
      return <AgendaView {...rest} {...{ day, zone }} onOpen={rest.actions.onOpen} />;
    case "week":
    case "day":
      return <WeekView {...rest} {...{ days, zone, workingHours }} />;
  }
});

interface NewEntryWay {
  allDay?: boolean;
  /** Named beside its slot, not in the form. */
  isQuick?: boolean;
  asked?: AskedEntry | undefined;
}

/** The calendar: day, week, month or agenda, with the view and the date in the address. */
export function CalendarPage({ Guests }: Pick<EntryPanelProps, "Guests">) {
  const { t } = useTranslation(["calendar", "workflows", "common"]);
  const navigate = useNavigate();
  const isMobile = useIsMobile();
  const { value: settings, error: settingsError } = useSelector(selectSettings);
  const { timeZone: zone, workingHours, firstView, reminders } = settings?.calendarSettings ?? plainSettings;
  const today = useToday(zone);
  const asked = useSearchParams(calendarSearch);
  const hiddenKey = asked.hide.join();
  // The same list until it changes: the grids are kept by it.
  const hidden = useMemo(
    () => calendarFamilies.filter((family) => hiddenKey.split(",").includes(String(family))),
    [hiddenKey],
  );
  const address = { ...asked, hide: hidden };
  const view = address.view || (isMobile ? "agenda" : firstView);
  const day = address.date || today;
  const isKnown = settings !== undefined || settingsError !== undefined;
  const { shown, entries, failure, reload } = useEntries(isKnown ? { view, day, zone } : undefined);
  // A press on a family shows at once; the grid follows it.
  const drawnHidden = useDeferredValue(hidden);
  const visible = useMemo(
    () => (drawnHidden.length > 0 ? entries.filter(({ type }) => !drawnHidden.includes(familyOf(type))) : entries),
    [entries, drawnHidden],
  );

  const due = useMemo(
    () => new Set(entries.filter((entry) => isDueSoon(entry, today, zone)).map(({ id }) => id)),
    [entries, today, zone],
  );

  const hasSlots = !isMobile && view !== "agenda";
  const { opened, isRead: isReading, side, open, edit, close } = useOpenEntry(address, isKnown);
  const heading = useRef<HTMLHeadingElement>(null);
  const { move, remove, undoLast } = useChanges(reload, zone);
  useUndoKey(undoLast);
  const removeEntry = (id: string): void => {
    const known = entries.find((entry) => entryIdOf(entry.id) === id);
    void remove({ id, rrule: known?.rrule ?? null });
  };
  const go = (change: Partial<CalendarSearch>): void => {
    // What is read closes by that: Back does not open it again.
    void navigate({ to: paths.calendar, search: searchOf({ ...address, ...change }), replace: isReading });
  };
  const [fresh, setFresh] = useState<{ isQuick: boolean; start: DraftStart }>();
  const startNew = useCallback(
    (times: Times, { allDay = false, isQuick = false, asked }: NewEntryWay = {}) =>
      setFresh({ isQuick, start: { ...times, ...asked, allDay, timeZone: zone, reminders } }),
    [zone, reminders],
  );
  // Without its code the form opens, which says the same.
  const EntryCard = usePreloaded(loadEntryCard, shown !== undefined);
  const readEntry = isReading ? visible.find(({ id }) => id === opened) : undefined;
  const isWaiting = shown !== undefined && (shown.view !== view || shown.day !== day) && !failure;
  // Days and hours are known before the entries are: the grid stands at once and does not jump.
  const isComing = !shown && !failure && isKnown && view !== "agenda";
  const isDrawn = (shown !== undefined || isComing) && !isWaiting && !failure;
  const openEntry = (id: string): void => {
    if (id === opened && !EntryCard) edit();
    else open(id, Boolean(EntryCard));
  };
  const onCreateOn = (on: string): Times => proposedTimes(on, undefined, { zone, workingHours });
  const latest = useRef({ go, openEntry, onCreateOn, edit, closeEntry: () => close(opened) });
  useEffect(() => {
    latest.current = { go, openEntry, onCreateOn, edit, closeEntry: () => close(opened) };
  });
  /** The entry whose card stands beside it; on a phone it is a page of its own. */
  const [card, setCard] = useState({ of: "", view });
  const isLaidOut = shown !== undefined && isDrawn && drawnHidden === hidden;
  const isOver = isLaidOut || failure !== undefined;
  useEffect(() => {
    if (!isReading) setCard({ of: "", view });
    else if (EntryCard === null) latest.current.edit();
    else if (isLaidOut && readEntry && (isMobile || drawnEntry(opened))) setCard({ of: opened, view });
    else if (card.of === opened && card.view === view) {
      if (isLaidOut) latest.current.closeEntry();
      // A link can lead to what the grid does not show, and so can a phone that is turned: the form shows it, or says that
      // it is gone.
    } else if (isOver) latest.current.edit();
  }, [isReading, isMobile, isLaidOut, isOver, readEntry, opened, view, card.of, card.view, EntryCard]);
  const subject = useMemo((): PanelSubject | undefined => {
    if (fresh?.isQuick) return undefined;
    if (fresh) {
      const side = sideBesideDay(wallClockAt(Date.parse(fresh.start.start), zone).day);
      return { kind: "new", side, start: fresh.start };
    }
    return opened === "" || isReading ? undefined : { kind: "entry", entry: { id: entryIdOf(opened) }, side };
  }, [fresh, opened, isReading, side, zone]);
  const { first, last } = daysShown(view, day);
  const newDay = first <= today && today <= last ? today : view === "month" ? `${day.slice(0, 7)}-01` : first;
  const onNew = (words?: AskedEntry): void => {
    const times = proposedTimes(newDay, wallClockAt(Date.now(), zone), { zone, workingHours });
    const start = wallClockAt(Date.parse(times.start), zone).day;
    const hasSlot = hasSlots && isDrawn && first <= start && start <= last;
    // What another page asks for opens in the form, and so does what has no slot in sight.
    startNew(times, { isQuick: hasSlot && !words, asked: words });
  };
  useCreateShortcut(`.${cx("cal")}`, () => onNew());
  useAskedNew({
    // Beside its slot it can stand once there is one.
    isAsked: isKnown && asked.entry === "new" && (isDrawn || failure !== undefined),
    onNew,
    settle: () => void navigate({ to: paths.calendar, search: searchOf(address), replace: true }),
  });
  /** A press beside what is read closes it and begins no entry. */
  const isClosingPress = useRef(false);
  const actions = useMemo<GridActions>(() => {
    const create = (times: Times, allDay = false): void => {
      if (isClosingPress.current) latest.current.closeEntry();
      else startNew(times, { allDay, isQuick: hasSlots });
    };
    return {
      onOpen: ({ id }) => latest.current.openEntry(id),
      onMove: (entry, to) => void move(entry, to),
      onCreate: create,
      onCreateDays: (days) => create(allDayTimes(days.first, days.last, zone), true),
      onCreateOn: (one) => create(latest.current.onCreateOn(one)),
      onShowDay: (one) => latest.current.go({ view: "day", date: one }),
    };
  }, [move, startNew, hasSlots, zone]);
  return (
    <div className={cx(`cal print-open cal-view-${shown?.view ?? view}`)}>
      <Toolbar
        shown={shown ?? { view, day }}
        view={view}
        day={day}
        address={address}
        onView={(next) => go({ view: next, date: day })}
        onNew={() => onNew()}
        isReading={isReading}
        heading={heading}
      />
      <Legend hidden={hidden} due={due.size} onChange={(hidden) => go({ hide: hidden })} />
      {failure ? <LoadFailure failure={failure} onRetry={reload} /> : null}
      {shown && visible.length === 0 && !failure ? (
        entries.length > 0 ? (
          <p className={cx("cal-note hint")}>{t("allHidden")}</p>
        ) : shown.view === "agenda" ? (
          <div className={cx("cal-note")}>
            <EmptyState
              title={t("empty")}
              actions={
                <Button size="small" onClick={() => onNew()}>
                  {t("new")}
                </Button>
              }
            >
              {t("emptyText")}
            </EmptyState>
          </div>
        ) : (
          <p className={cx("cal-note hint")}>{t("emptyGrid")}</p>
        )
      ) : null}
      {isComing ? (
        <p className="sr-only" role="status">
          {t("common:word.loading")}
        </p>
      ) : null}
      <div
        className={cx(isComing ? "cal-sheet print-open cal-coming" : "cal-sheet print-open")}
        aria-busy={isWaiting || isComing || undefined}
        onPointerDownCapture={() => (isClosingPress.current = isReading)}
        onKeyDownCapture={() => (isClosingPress.current = false)}
      >
        {shown || isComing ? (
          <DueEntries value={due}>
            <Sheet
              sight={shown ?? { view, day, zone }}
              today={today}
              entries={visible}
              hidden={drawnHidden}
              workingHours={workingHours}
              pending={fresh?.isQuick ? fresh.start : undefined}
              actions={actions}
            />
          </DueEntries>
        ) : failure ? null : (
          <div className={cx("cal-note")}>
            <SkeletonRows rows={8} height={48} columns="44px 24px 1fr" />
          </div>
        )}
      </div>
      {fresh?.isQuick ? (
        <QuickEntry
          key={fresh.start.start}
          start={fresh.start}
          onClose={() => setFresh(undefined)}
          onMore={(start) => setFresh({ isQuick: false, start })}
          focusAfter={() => heading.current?.focus({ preventScroll: true })}
        />
      ) : null}
      {readEntry && EntryCard && card.of === opened ? (
        <EntryCard
          key={`${readEntry.id} ${readEntry.start} ${readEntry.end}`}
          entry={readEntry}
          zone={zone}
          isDue={due.has(readEntry.id)}
          side={view === "agenda" ? "bottom" : "right"}
          onClose={() => close(readEntry.id)}
          onEdit={edit}
          onRemove={() => {
            close(readEntry.id);
            removeEntry(entryIdOf(readEntry.id));
          }}
          focusInstead={() => heading.current?.focus({ preventScroll: true })}
        />
      ) : null}
      <PanelPlace
        isNear={shown !== undefined}
        subject={subject}
        onClose={() => {
          setFresh(undefined);
          if (subject?.kind === "entry") close(opened);
        }}
        onRemove={(entry) => removeEntry(entry.id)}
        focusInstead={() => heading.current?.focus({ preventScroll: true })}
        Guests={Guests}
      />
    </div>
  );
}

/**
 * The editor comes once the grid stands, or with its first use, and stays, so that it can give the focus back. Were it
 * mounted with the first use only, React would hold back its first picture for 300 ms, as behind any placeholder.
 */
function PanelPlace({ isNear, ...props }: EntryPanelProps & { isNear: boolean }) {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    if (isNear) setNeeded(true);
  }, [isNear]);
  return isNeeded || props.subject ? <EntryPanel {...props} /> : null;
}

interface PanelMissingProps {
  subject: PanelSubject;
  onClose: () => void;
  children: ReactNode;
}

/** The editor as long as its code is missing. */
function PanelMissing({ subject, onClose, children }: PanelMissingProps) {
  const { t } = useTranslation(["calendar", "common"]);
  const title = t(subject.kind === "new" ? "new" : "edit");
  return (
    <section className={cx("pop cal-panel print-hidden")} data-side={subject.side} aria-label={title}>
      <div className={cx("cal-panel-head")}>
        <h2 className="dialog-title">{title}</h2>
        <IconButton label={t("common:action.close")} onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </div>
      <div className={cx("cal-form-body")}>{children}</div>
    </section>
  );
}
