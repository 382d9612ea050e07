import { ChevronsUp, ChevronUp } from "lucide-react";
import { memo, useContext } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import type { EntryPreview } from "../contract.ts";
import { DueEntries } from "./due.ts";
import { timeOf } from "./entryTimes.ts";
import { dueIcon, familyIcons, familyLook } from "./familyIcons.ts";
import { isPlatform, type Platform, platformLetters } from "#src/features/outcomes/rules.ts";
import { familyOf } from "../rules.ts";
import cx from "./EntryButton.module.css";

export interface EntryButtonProps {
  entry: EntryPreview;
  zone: string;
  /** `bar` is one line, `block` has the height of its time. */
  look: "bar" | "block";
  /** Whether the time is seen; it is always heard. */
  withTime?: boolean;
  /** How many lines a low block has room for: one, or two without a rim. */
  room?: "line" | "tight";
  /** Words for the days, where the place in the page does not say them. */
  days?: string;
  isCutBefore?: boolean;
  isCutAfter?: boolean;
  onOpen: (entry: EntryPreview) => void;
}

/** `LinkedIn: Five bolts` in one line: the network is a mark behind the words that tell it from others. */
function channelOf(title: string): { platform: Platform; rest: string } | undefined {
  const [platform, ...rest] = title.split(": ");
  return isPlatform(platform) && rest.length > 0 ? { platform, rest: rest.join(": ") } : undefined;
}

/** An entry in a grid: the edge, icon and colours of its family, its title and its time. */
export const EntryButton = memo(function EntryButton(props: EntryButtonProps) {
  const { entry, zone, look, withTime = false, room, days, isCutBefore, isCutAfter, onOpen } = props;
  const { t } = useTranslation(["calendar", "workflows"]);
  const language = useLanguage();
  const family = familyOf(entry.type);
  const isDue = useContext(DueEntries).has(entry.id);
  const time = timeOf(entry, { language, zone, allDay: t("allDay") });
  const isPressing = entry.priority === "urgent" || entry.priority === "high";
  const pressing = isPressing ? t(`priorityNote.${entry.priority}`) : "";
  const channel = look === "bar" ? channelOf(entry.title) : undefined;
  const classes = [
    cx(`cal-entry print-whole print-colours print-shown cal-as-${look}`),
    room ? cx(`cal-room-${room}`) : "",
    isCutBefore ? "cal-cut-before" : "",
    isCutAfter ? "cal-cut-after" : "",
  ];
  return (
    <button
      type="button"
      className={classes.filter(Boolean).join(" ")}
      data-entry={entry.id}
      {...familyLook(family, isDue)}
      title={[entry.title, time, pressing, isDue ? t("dueSoon") : ""].filter(Boolean).join(", ")}
      onClick={() => onOpen(entry)}
    >
      <b>
        <Icon of={isDue ? dueIcon : familyIcons[family]} size={12} />
        {isPressing ? <Icon of={entry.priority === "urgent" ? ChevronsUp : ChevronUp} size={12} /> : null}
        <span className="cal-title">{channel?.rest ?? entry.title}</span>
      </b>
      {channel ? (
        <>
          <i className={cx("cal-channel")} aria-hidden="true">
            {platformLetters[channel.platform]}
          </i>
          <span className="sr-only">, {channel.platform}</span>
        </>
      ) : null}
      {withTime ? <span className={cx("cal-time")}>{time}</span> : <span className="sr-only">, {time}</span>}
      <span className="sr-only">
        {pressing ? `, ${pressing}` : ""}
        {isDue ? `, ${t("dueSoon")}` : ""}
        {days ? `, ${days}` : ""}, {t(`workflows:calendarFamilies.${family}`)}
      </span>
      {look === "block" && !isCutAfter && !entry.isOccurrence ? (
        <i className={cx("cal-resize")} data-resize="" aria-hidden="true" />
      ) : null}
    </button>
  );
});
