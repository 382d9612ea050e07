import { useQuery } from "@tanstack/react-query";
import { Clock, Link as LinkIcon, type LucideIcon, MapPin, Pencil, Text, Users, X } from "lucide-react";
import * as RadixPopover from "radix-ui/popover";
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { api } from "#src/ui/client/api.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
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

const cx = joinClasses(styles, quickEntryStyles);

export interface EntryCardProps {
  entry: EntryPreview;
  zone: string;
  /** Whether it is drawn in the red of what is due within three days. */
  isDue: boolean;
  onClose: () => void;
  /** Opens the form of the entry. */
  onEdit: () => void;
  onRemove: () => void;
  /** Gets the focus when the entry is gone. */
  focusInstead: () => void;
}

/** The entry in the grid: the part of it that was pressed, where it is drawn more than once. */
const drawn = (id: string): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`) ?? drawnEntry(id);

function Line({ icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <div className={cx("quick-line")}>
      <Icon of={icon} />
      <span>{children}</span>
    </div>
  );
}

/** What an entry says, beside it in the grid; its form is one press away. */
export function EntryCard({ entry, zone, isDue, onClose, onEdit, onRemove, focusInstead }: EntryCardProps) {
  const { t } = useTranslation(["calendar", "workflows", "common"]);
  const language = useLanguage();
  const { id, title, location, link } = entry;
  const [pressed] = useState(() => drawn(id));
  const source = (): HTMLElement | null => (pressed?.isConnected ? pressed : drawn(id));
  // A link from elsewhere can lead to hours out of sight.
  useLayoutEffect(() => {
    if (pressed !== document.activeElement) pressed?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pressed]);
  const isLeaving = useRef(false);
  const bodyId = useId();
  // Notes and attendees are not part of what a grid holds.
  const { data, isError, refetch } = useQuery({
    queryKey: ["entryCard", id, entry.dateUpdated],
    queryFn: async ({ signal }) => (await api.calendar.getEntry({ id }, { signal })).entry,
  });
  const leaveFor = (next: () => void): void => {
    isLeaving.current = true;
    // What opens next gives the focus back to the entry.
    source()?.focus();
    next();
  };
  const family = familyOf(entry.type);
  const when = whenOf(entry, { language, zone, allDay: t("allDay"), to: t("to") });
  const attendees = (data?.attendees ?? []).map(({ name, email }) => name || email).join(", ");
  return (
    <GridPopover
      aria-label={title}
      aria-describedby={bodyId}
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
        <span className={cx("quick-kind")} {...familyLook(family, isDue)}>
          <Icon of={isDue ? dueIcon : familyIcons[family]} size={14} />
        </span>
        <div>
          <h2>{title}</h2>
          <p>
            {t(calendarFamilyLabelKey(family))}
            {isDue ? `, ${t("dueSoon")}` : ""}
          </p>
        </div>
        <RadixPopover.Close className="icon-btn" aria-label={t("common:action.close")}>
          <Icon of={X} />
        </RadixPopover.Close>
      </div>
      {/* Long notes scroll by keys, too. */}
      <div className={cx("quick-body entry-card-body")} id={bodyId} tabIndex={data?.notes ? 0 : undefined}>
        <Line icon={Clock}>{when}</Line>
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
      <div className={cx("quick-foot")}>
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            isLeaving.current = true;
            focusInstead();
            onRemove();
          }}
        >
          {t("delete")}
        </Button>
        <Button
          size="small"
          className={cx("entry-card-edit")}
          data-edit=""
          icon={<Icon of={Pencil} size={14} />}
          onClick={() => leaveFor(onEdit)}
        >
          {t("common:action.edit")}
        </Button>
      </div>
    </GridPopover>
  );
}
