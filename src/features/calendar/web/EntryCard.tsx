import { useQuery } from "@tanstack/react-query";
import { Clock, Link as LinkIcon, type LucideIcon, MapPin, Pencil, Repeat, Text, Users, X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { api } from "#src/ui/client/api.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { SidePanel } from "#src/ui/SidePanel.tsx";
import type { EntryPreview } from "../contract.ts";
import { calendarFamilyLabelKey, familyOf } from "../rules.ts";
import { whenOf } from "./entryTimes.ts";
import { EntryTies } from "./EntryTies.tsx";
import { dueIcon, familyIcons, familyLook } from "./familyIcons.ts";
import { GridPopover } from "./GridPopover.tsx";
import { drawnEntry } from "./useOpenEntry.ts";
import styles from "./EntryCard.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import quickEntryStyles from "./QuickEntry.module.css";
import { entryIdOf } from "./occurrences.ts";
import { rhythmOf } from "./rhythm.ts";

const cx = joinClasses(styles, quickEntryStyles);

interface ReadEntryProps {
  entry: EntryPreview;
  zone: string;
  /** Whether it is drawn in the red of what is due within three days. */
  isDue: boolean;
}

export interface EntryCardProps extends ReadEntryProps {
  /** Where the card stands: below the lines of a list, beside the entries of a grid. */
  side: "right" | "bottom";
  onClose: () => void;
  /** Opens the form of the entry. */
  onEdit: () => void;
  onRemove: () => void;
  /** Gets the focus when the entry is gone. */
  focusInstead: () => void;
}

/** The entry in the calendar: the part of it that was pressed, where it is drawn more than once. */
const drawn = (id: string): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`) ?? drawnEntry(id);

interface EntryHeadProps extends Omit<ReadEntryProps, "zone"> {
  /** A page has its heading already. */
  title?: "h2" | "b";
}

function EntryHead({ entry, isDue, title: Title = "h2" }: EntryHeadProps) {
  const { t } = useTranslation(["calendar", "workflows"]);
  const family = familyOf(entry.type);
  return (
    <>
      <span className={cx("quick-kind")} {...familyLook(family, isDue)}>
        <Icon of={isDue ? dueIcon : familyIcons[family]} size={14} />
      </span>
      <div>
        <Title className={cx("entry-title")}>{entry.title}</Title>
        <p>
          {t(calendarFamilyLabelKey(family))}
          {isDue ? `, ${t("dueSoon")}` : ""}
        </p>
      </div>
    </>
  );
}

function Line({ icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <div className={cx("quick-line")}>
      <Icon of={icon} />
      <span>{children}</span>
    </div>
  );
}

interface EntryWordsProps extends Omit<ReadEntryProps, "isDue"> {
  /** In a card, which has little room, it scrolls within itself. */
  isCard?: boolean;
  id?: string;
}

/** What an entry says: when, where, with whom, and what it belongs to. */
function EntryWords({ entry, zone, isCard = false, id }: EntryWordsProps) {
  const { t } = useTranslation(["calendar", "common"]);
  const language = useLanguage();
  const { location, link } = entry;
  const rhythm = rhythmOf(entry.rrule);
  // Notes and attendees are not part of what a grid holds.
  const { data, isError, refetch } = useQuery({
    queryKey: ["entryCard", entry.id, entry.dateUpdated],
    queryFn: async ({ signal }) => (await api.calendar.getEntry({ id: entryIdOf(entry.id) }, { signal })).entry,
  });
  const attendees = (data?.attendees ?? []).map(({ name, email }) => name || email).join(", ");
  return (
    // Long notes scroll by keys, too.
    <div
      className={cx(isCard ? "entry-words entry-card-body" : "entry-words")}
      id={id}
      tabIndex={data?.notes ? 0 : undefined}
    >
      <Line icon={Clock}>{whenOf(entry, { language, zone, allDay: t("allDay"), to: t("to") })}</Line>
      {rhythm ? (
        <Line icon={Repeat}>
          {t(`repeats.${rhythm.frequency}`, { count: rhythm.interval })}
          <br />
          <small className="hint">{t("repeatsAll")}</small>
        </Line>
      ) : null}
      {location ? <Line icon={MapPin}>{location}</Line> : null}
      {link ? (
        <Line icon={LinkIcon}>
          <a className="link" href={link} target="_blank" rel="noreferrer">
            {link.replace(/^https?:\/\//, "")}
          </a>
        </Line>
      ) : null}
      {attendees ? <Line icon={Users}>{attendees}</Line> : null}
      {data?.notes ? (
        <Line icon={Text}>
          <span className={cx("entry-card-notes")}>{data.notes}</span>
        </Line>
      ) : null}
      {isError ? (
        <p className="hint">
          {t("entryFailed")}{" "}
          <button type="button" className="link" onClick={() => void refetch()}>
            {t("common:action.retry")}
          </button>
        </p>
      ) : null}
      <EntryTies entry={entry} />
    </div>
  );
}

function EntryButtons({ onEdit, onRemove }: Pick<EntryCardProps, "onEdit" | "onRemove">) {
  const { t } = useTranslation(["calendar", "common"]);
  return (
    <>
      <Button variant="quiet" size="small" onClick={onRemove}>
        {t("delete")}
      </Button>
      <Button
        size="small"
        className={cx("entry-card-edit")}
        data-edit=""
        icon={<Icon of={Pencil} size={14} />}
        onClick={onEdit}
      >
        {t("common:action.edit")}
      </Button>
    </>
  );
}

/** What an entry says, beside it in the calendar; its form is one press away. */
function CardBeside({ entry, zone, isDue, side, onClose, onEdit, onRemove, focusInstead }: EntryCardProps) {
  const { t } = useTranslation("common");
  const { id, title } = entry;
  const [pressed] = useState(() => drawn(id));
  const source = (): HTMLElement | null => (pressed?.isConnected ? pressed : drawn(id));
  // A link from elsewhere can lead to hours out of sight.
  useLayoutEffect(() => {
    if (pressed !== document.activeElement) pressed?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pressed]);
  const isLeaving = useRef(false);
  const wordsId = useId();
  return (
    <GridPopover
      aria-label={title}
      aria-describedby={wordsId}
      side={side}
      beside={() => source() ?? document.body}
      isLeaving={isLeaving}
      onClose={onClose}
      // Another entry takes the place of this one.
      onInteractOutside={(event) => {
        if (event.target instanceof Element && event.target.closest("[data-entry]")) event.preventDefault();
      }}
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        const card = event.currentTarget;
        if (card instanceof HTMLElement) card.querySelector<HTMLElement>("[data-edit]")?.focus();
      }}
      giveFocusBack={() => {
        const entryButton = source();
        if (entryButton) entryButton.focus({ preventScroll: true });
        else focusInstead();
      }}
    >
      <div className={cx("entry-card-head")}>
        <EntryHead {...{ entry, isDue }} />
        <IconButton label={t("action.close")} onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </div>
      <EntryWords {...{ entry, zone }} isCard id={wordsId} />
      <div className={cx("quick-foot")}>
        <EntryButtons
          onEdit={() => {
            isLeaving.current = true;
            // The form gives the focus back to the entry.
            source()?.focus();
            onEdit();
          }}
          onRemove={() => {
            isLeaving.current = true;
            focusInstead();
            onRemove();
          }}
        />
      </div>
    </GridPopover>
  );
}

/** The same as a page of a phone, with an arrow back. */
function EntryPage({ entry, zone, isDue, onClose, onEdit, onRemove, focusInstead }: EntryCardProps) {
  const isLeaving = useRef(false);
  return (
    <SidePanel
      isPage
      title={entry.title}
      className={cx("entry-page")}
      head={
        <div className={cx("entry-page-head")}>
          <EntryHead {...{ entry, isDue }} title="b" />
        </div>
      }
      footer={
        <EntryButtons
          onEdit={() => {
            // The form has the focus from here on.
            isLeaving.current = true;
            onEdit();
          }}
          onRemove={onRemove}
        />
      }
      onClose={onClose}
      focusAfter={() => {
        // What has opened in its place has the focus already.
        if (isLeaving.current || document.activeElement !== document.body) return;
        const line = drawnEntry(entry.id);
        if (line) line.focus({ preventScroll: true });
        else focusInstead();
      }}
    >
      <EntryWords {...{ entry, zone }} />
    </SidePanel>
  );
}

/** An entry to read: on phones a page, else a card beside it. */
export function EntryCard(props: EntryCardProps) {
  return useIsMobile() ? <EntryPage {...props} /> : <CardBeside {...props} />;
}
