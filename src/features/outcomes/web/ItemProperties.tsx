import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useSelector } from "react-redux";
import { projectTitle, selectProjects } from "#src/features/projects/web/store.ts";
import { instantOf } from "#src/kit/time/clocks.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { ClockInput } from "#src/ui/ClockInput.tsx";
import { DateInput } from "#src/ui/DateInput.tsx";
import { dayOf, formatTime } from "#src/ui/format.ts";
import { Select } from "#src/ui/Select.tsx";
import { isClock } from "#src/kit/time/typedClock.ts";
import { parseTypedDate } from "#src/kit/time/typedDate.ts";
import type { Outcome } from "../contract.ts";
import {
  boardStatuses,
  contentTypes,
  contentTypesOf,
  excessOf,
  isContentType,
  isPlatform,
  type Platform,
  platforms,
  platformTakes,
} from "../rules.ts";
import { StatusMark } from "./ItemMarks.tsx";
import type { ItemActions } from "./useItemActions.ts";
import cx from "./ItemPanel.module.css";

interface PartProps {
  item: Outcome;
  actions: ItemActions;
}

const none = "none";

/** The title, edited in place: Enter or leaving it saves, Escape restores. */
export function ItemTitle({ item, actions }: PartProps) {
  const { t } = useTranslation(["content", "workflows"]);
  const [typed, setTyped] = useState<string>();
  const save = (): void => {
    const title = typed?.trim();
    setTyped(undefined);
    if (title && title !== item.title) void actions.change(item, { title });
  };
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === "Enter") {
      event.preventDefault();
      event.currentTarget.blur();
    } else if (event.key === "Escape" && typed !== undefined) {
      event.stopPropagation();
      event.preventDefault();
      setTyped(undefined);
    }
  };
  return (
    <textarea
      className={cx("item-title")}
      aria-label={t("field.title")}
      rows={1}
      maxLength={300}
      value={typed ?? item.title}
      onChange={(event) => setTyped(event.target.value.replaceAll("\n", " "))}
      onBlur={save}
      onKeyDown={onKey}
    />
  );
}

/** Nothing without a value. */
function Row({ label, children }: { label: string; children: ReactNode }) {
  return children ? (
    <div className={cx("item-row")}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  ) : null;
}

/** Status, date, channel and links of an item. Every change saves at once. */
export function ItemProperties({ item, actions, zone }: PartProps & { zone: string }) {
  const { t } = useTranslation(["content", "workflows"]);
  const project = useSelector(selectProjects).items?.find(({ id }) => id === item.projectId);
  const isOnBoard = boardStatuses.some((status) => status === item.status);
  return (
    <>
      <div className={cx("item-steps")} role="group" aria-label={t("field.status")}>
        {boardStatuses.map((status) => (
          <button
            key={status}
            type="button"
            aria-pressed={item.status === status}
            // A press says what has to go.
            aria-disabled={(item.status !== status && excessOf({ ...item, status }) > 0) || undefined}
            onClick={() => (status === item.status ? undefined : void actions.move(item, { status }))}
          >
            {t(`workflows:outcomeStatuses.${status}`)}
          </button>
        ))}
      </div>
      <dl className={cx("item-properties")}>
        <Row label={t("field.status")}>{isOnBoard ? null : <StatusMark status={item.status} />}</Row>
        <Row label={t("field.when")}>
          <WhenInput item={item} actions={actions} zone={zone} />
        </Row>
        <Row label={t("field.channel")}>
          <ChannelInput item={item} actions={actions} />
        </Row>
        <Row label={t("field.project")}>
          {item.projectId && (
            <Link to={paths.project(item.projectId)} className="link">
              {project ? projectTitle(project, t("openProject")) : t("openProject")}
            </Link>
          )}
        </Row>
        <Row label={t("field.result")}>
          {item.resultProjectId && (
            <Link to={paths.project(item.resultProjectId)} className="link">
              {t("openResult")}
            </Link>
          )}
        </Row>
        <Row label={t("field.calendar")}>
          {item.calendarEntryId && (
            <Link
              to={paths.calendar}
              search={{ view: "day", date: dayOf(item.plannedAt, zone), entry: item.calendarEntryId }}
              className="link"
            >
              {t("openEntry")}
            </Link>
          )}
        </Row>
      </dl>
    </>
  );
}

/** Date and time as the person's clocks show them; the calendar entry moves along. */
function WhenInput({ item, actions, zone }: PartProps & { zone: string }) {
  const { t } = useTranslation("content");
  const [day, time] = [dayOf(item.plannedAt, zone), formatTime(item.plannedAt, zone)];
  const [typed, setTyped] = useState<{ day: string; time: string }>();
  const shown = typed ?? { day, time };
  const save = (): void => {
    if (!typed || !parseTypedDate(typed.day).ok) return;
    setTyped(undefined);
    if (!isClock(typed.time) || (typed.day === day && typed.time === time)) return;
    void actions.move(item, { plannedAt: instantOf(typed.day, typed.time, zone) });
  };
  return (
    <span className={cx("item-when")}>
      <DateInput
        label={t("field.date")}
        value={shown.day}
        onChange={(next) => setTyped({ ...shown, day: next })}
        onBlur={save}
      />
      <ClockInput
        label={t("field.time")}
        value={shown.time}
        onChange={(next) => setTyped({ ...shown, time: next })}
        onBlur={save}
      />
    </span>
  );
}

export interface Channel {
  platform: Platform | null;
  contentType: (typeof contentTypes)[number] | null;
}

interface ChannelSelectsProps {
  /** Items of before may name a platform that is none any more. */
  value: Omit<Channel, "platform"> & { platform: string | null };
  onChange: (next: Partial<Channel>) => void;
}

/** Platform and kind of content; a kind that the new platform does not take is left out. */
export function ChannelSelects({ value, onChange }: ChannelSelectsProps) {
  const { t } = useTranslation(["content", "workflows"]);
  const { platform, contentType } = value;
  const own = platform !== null && !isPlatform(platform) ? [platform] : [];
  const types = isPlatform(platform) ? contentTypesOf[platform] : contentTypes;
  return (
    <span className={cx("item-channel")}>
      <Select
        label={t("field.platform")}
        value={platform ?? none}
        onChange={(next) => {
          // What is none any more stays as it is.
          if (next === own[0]) return;
          const chosen = isPlatform(next) ? next : null;
          const fits = contentType === null || chosen === null || platformTakes(chosen, contentType);
          onChange({ platform: chosen, contentType: fits ? contentType : null });
        }}
        choices={[
          { value: none, label: t("workflows:noPlatform") },
          ...[...platforms, ...own].map((one) => ({ value: one, label: one })),
        ]}
      />
      <Select
        label={t("field.contentType")}
        value={contentType === null ? none : String(contentType)}
        onChange={(next) => onChange({ contentType: contentTypes.find((code) => String(code) === next) ?? null })}
        choices={[
          { value: none, label: t("noContentType") },
          ...types.map((code) => ({ value: String(code), label: t(`workflows:contentTypes.${code}`) })),
        ]}
      />
    </span>
  );
}

function ChannelInput({ item, actions }: PartProps) {
  const contentType = isContentType(item.contentType) ? item.contentType : null;
  return (
    <ChannelSelects
      value={{ platform: item.platform, contentType }}
      onChange={(next) => void actions.change(item, next)}
    />
  );
}
