import { Link } from "@tanstack/react-router";
import { CircleAlert, Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { Checkbox } from "#src/ui/Checkbox.tsx";
import { dayOf, formatNumber, formatTime } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { Menu, MenuItem } from "#src/ui/Menu.tsx";
import type { Outcome } from "../contract.ts";
import { lengthLimit, postLength } from "../rules.ts";
import { formatDayShort } from "#src/ui/dayNames.ts";
import { kindOf, PlatformMark, StatusMark } from "./ItemMarks.tsx";
import cx from "./ItemCard.module.css";

const written = new Set(["drafted", "approved", "published"]);

/** Characters of a written text against the limit of its platform; nothing while it is only planned. */
export function LengthNote({ item }: { item: Outcome }) {
  const { t } = useTranslation("content");
  const language = useLanguage();
  const limit = lengthLimit(item);
  if (limit === undefined || !written.has(item.status) || item.brief === "") return null;
  const length = postLength(item.brief, item.platform);
  const words = t("length", { length: formatNumber(length, language), limit: formatNumber(limit, language) });
  if (length <= limit) return <span>{words}</span>;
  return (
    <span className={cx("item-over")}>
      <Icon of={CircleAlert} size={12} />
      {words}
    </span>
  );
}

export interface MoveTarget {
  key: string;
  label: string;
  onMove: () => void;
}

interface ItemCardProps {
  item: Outcome;
  zone: string;
  /** What stands at the top: the day on the board, the time in a week. */
  top: "day" | "time";
  search: Record<string, string>;
  /** Id of the words that say what keys do to the card. */
  describedBy?: string;
  /** Absent where items are not ticked. */
  onTick?: (id: string, isOn: boolean) => void;
  isTicked?: boolean;
  isOpen?: boolean;
  isLifted?: boolean;
  moves: readonly MoveTarget[];
}

/** An item on the board or in a week. Everything that dragging does, the menu does too. */
export function ItemCard(props: ItemCardProps) {
  const { item, zone, top, search, describedBy, onTick, isTicked = false, isOpen, isLifted, moves } = props;
  const { t } = useTranslation(["content", "workflows"]);
  return (
    <li
      className={cx("item-card")}
      data-item={item.id}
      data-open={isOpen || undefined}
      data-lifted={isLifted || undefined}
      data-ticked={isTicked || undefined}
    >
      <CardText
        item={item}
        zone={zone}
        top={top}
        tick={
          onTick ? (
            <Checkbox
              checked={isTicked}
              onChange={(isOn) => onTick(item.id, isOn)}
              label={t("bulk.tick", { name: item.title })}
            />
          ) : null
        }
      >
        <Link to={paths.content} search={search} resetScroll={false} draggable={false} aria-describedby={describedBy}>
          {item.title}
        </Link>
      </CardText>
      <Menu
        align="end"
        label={t("move.named", { name: item.title })}
        trigger={
          <IconButton label={t("move.named", { name: item.title })} className={cx("item-move")}>
            <Icon of={Ellipsis} />
          </IconButton>
        }
      >
        {moves.map(({ key, label, onMove }) => (
          <MenuItem key={key} onSelect={onMove}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </li>
  );
}

interface CardTextProps {
  item: Outcome;
  zone: string;
  top: "day" | "time";
  tick?: ReactNode;
  children: ReactNode;
}

/** What a card says; under the pointer without the link. */
export function CardText({ item, zone, top, tick, children }: CardTextProps) {
  const { t } = useTranslation(["content", "workflows"]);
  const language = useLanguage();
  return (
    <div className={cx("item-card-text")}>
      <div className={cx("item-card-top")}>
        <time dateTime={item.plannedAt}>
          {top === "day" ? formatDayShort(dayOf(item.plannedAt, zone), language) : formatTime(item.plannedAt, zone)}
        </time>
        <span className={cx("item-card-marks")}>
          {tick}
          <PlatformMark platform={item.platform} />
        </span>
      </div>
      <div className={cx("item-card-title")}>{children}</div>
      <div className={cx("item-card-foot")}>
        <span>{kindOf(item, t)}</span>
        <LengthNote item={item} />
        {top === "time" ? <StatusMark status={item.status} /> : null}
      </div>
    </div>
  );
}
