import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { hasRoom } from "#src/features/account/rights.ts";
import { LimitAlert, useRights } from "#src/features/account/web/LevelNotice.tsx";
import { useZone } from "#src/features/settings/web/store.ts";
import { isClock } from "#src/kit/time/typedClock.ts";
import { api } from "#src/ui/client/api.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { failureText } from "#src/ui/client/toastFailure.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { Checkbox } from "#src/ui/Checkbox.tsx";
import { ClockInput } from "#src/ui/ClockInput.tsx";
import { Dialog } from "#src/ui/Dialog.tsx";
import { Field } from "#src/ui/Field.tsx";
import { formatNumber } from "#src/ui/format.ts";
import { formatDateAtTime } from "#src/ui/formatShortDate.ts";
import { NumberInput } from "#src/ui/NumberInput.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { Segment } from "#src/ui/Segment.tsx";
import { Select } from "#src/ui/Select.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { toast } from "#src/ui/toastStore.ts";
import type { Schedule } from "../contract.ts";
import { maxPerMonth } from "../rules.ts";
import { useRhythmText, weekdayName } from "./scheduleTexts.ts";
import cx from "./ScheduleList.module.css";

export interface ScheduleDialogProps {
  projectId: string;
  name: string;
  /** Coins of a run. */
  price: number;
  /** The form reads the web, so that a later run can find something new. */
  isReading: boolean;
  /** What a new schedule begins with; weekly unless told. */
  every?: Schedule["every"];
  onClose: () => void;
  /** After something was changed. */
  onChange?: () => void;
}

/** When a project is run again by itself, and what it may spend in a month. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { t } = useTranslation(["schedules", "common", "messages"]);
  const { projectId, name } = props;
  const { data, error, refetch } = useQuery({
    queryKey: ["schedule", projectId],
    queryFn: async ({ signal }) => {
      const { schedules, active } = await api.schedules.listSchedules({ projectId }, { signal });
      return { schedule: schedules[0] ?? null, active };
    },
    // The form begins with what is read now.
    gcTime: 0,
  });
  if (data) return <Loaded {...props} schedule={data.schedule} active={data.active} />;
  return (
    <Dialog open onOpenChange={props.onClose} title={t("dialog.title")} description={name}>
      {error ? (
        <RetryAlert title={t("dialog.failed")} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={4} height={52} columns="1fr" />
      )}
    </Dialog>
  );
}

type Wanted = Pick<Schedule, "every" | "day" | "time" | "timeZone" | "isPaused"> & { monthlyLimit: number | null };

interface LoadedProps extends ScheduleDialogProps {
  schedule: Schedule | null;
  /** Schedules of the person that count for the level. */
  active: number;
}

function Loaded({ schedule, active, ...props }: LoadedProps) {
  const { t } = useTranslation(["schedules", "common", "messages"]);
  const language = useLanguage();
  const home = useZone();
  const { projectId, name, price, isReading, onClose } = props;
  const rhythmText = useRhythmText();
  const every = props.every ?? "week";
  const [wanted, setWanted] = useState<Wanted>(
    schedule ?? {
      every,
      day: 1,
      time: "07:00",
      timeZone: home,
      isPaused: false,
      monthlyLimit: maxPerMonth(every) * price,
    },
  );
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState<"save" | "remove">();
  const [problem, setProblem] = useState<string>();
  const rights = useRights();
  // One that counts already takes no further place.
  const isCounted = schedule !== null && !schedule.isPaused;
  const isFull = rights !== undefined && !isCounted && !wanted.isPaused && !hasRoom(rights.schedules, active + 1);
  const change = (part: Partial<Wanted>): void => setWanted((before) => ({ ...before, ...part }));
  const most = maxPerMonth(wanted.every);
  const limit = wanted.monthlyLimit;
  const isLimit = limit !== null && Number.isInteger(limit) && limit >= price && limit <= 1_000_000_000;

  const work = async (kind: "save" | "remove", call: () => Promise<string>): Promise<void> => {
    if (busy) return;
    setBusy(kind);
    setProblem(undefined);
    try {
      toast({ tone: "ok", title: await call() });
      props.onChange?.();
      onClose();
    } catch (cause) {
      setProblem(failureText(cause).description);
    } finally {
      setBusy(undefined);
    }
  };
  const save = (): void => {
    setTried(true);
    if (isFull || !isLimit || !isClock(wanted.time)) return;
    void work("save", async () => {
      const { every, day, time, timeZone, isPaused } = wanted;
      const rhythm = { every, day, time, timeZone };
      const saved = await api.schedules.setSchedule({ projectId, ...rhythm, isPaused, monthlyLimit: limit });
      return saved.schedule.nextAt === null
        ? t("done.paused")
        : t("done.saved", { at: formatDateAtTime(saved.schedule.nextAt, language, saved.schedule.timeZone) });
    });
  };
  const remove = (): void =>
    void work("remove", async () => {
      await api.schedules.deleteSchedule({ enData: { projectId } });
      return t("done.removed");
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("dialog.title")}
      description={name}
      footer={
        <>
          {schedule ? (
            <Button
              variant="quiet"
              busy={busy === "remove"}
              busyLabel={t("common:action.deleting")}
              disabled={busy !== undefined}
              onClick={remove}
            >
              {t("dialog.remove")}
            </Button>
          ) : null}
          <Button variant="primary" busy={busy === "save"} disabled={busy !== undefined || isFull} onClick={save}>
            {t(schedule ? "common:action.save" : "dialog.start")}
          </Button>
        </>
      }
    >
      <form
        noValidate
        className={cx("schedule-form")}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {problem ? (
          <Alert tone="danger" title={t("dialog.notSaved")}>
            {problem}
          </Alert>
        ) : null}
        {isFull || schedule?.isOverLevel ? <LimitAlert right="schedules" live={false} /> : null}
        {isReading ? null : (
          <Alert title={t("dialog.notReading")} live={false}>
            {t("dialog.notReadingText")}
          </Alert>
        )}
        {schedule?.skipped && !schedule.isOverLevel ? (
          <Alert tone="warn" title={t(`skip.${schedule.skipped.code}.title`)} live={false}>
            {t(`skip.${schedule.skipped.code}.text`, {
              at: formatDateAtTime(schedule.skipped.at, language, schedule.timeZone),
            })}
          </Alert>
        ) : null}
        <Field label={t("field.every")} group>
          <Segment
            value={wanted.every}
            onChange={(every) =>
              change({
                every,
                day: 1,
                // What was offered for the other rhythm is no choice of the person.
                ...(limit === most * price ? { monthlyLimit: maxPerMonth(every) * price } : {}),
              })
            }
            choices={[
              { value: "week", label: t("field.week") },
              { value: "month", label: t("field.month") },
            ]}
          />
        </Field>
        <Field label={t("field.day")}>
          <Select
            value={String(wanted.day)}
            onChange={(day) => change({ day: Number(day) })}
            choices={Array.from({ length: wanted.every === "week" ? 7 : 31 }, (_, index) => ({
              value: String(index + 1),
              label:
                wanted.every === "week"
                  ? weekdayName(index + 1, language)
                  : index === 30
                    ? t("field.lastDay")
                    : t("field.dayOfMonth", { day: index + 1 }),
            }))}
          />
        </Field>
        <Field
          label={t("field.time")}
          hint={
            <Zone
              zone={wanted.timeZone}
              others={[schedule?.timeZone ?? home, home]}
              onChange={(timeZone) => change({ timeZone })}
            />
          }
          error={isTried && !isClock(wanted.time) ? t("field.noTime") : undefined}
        >
          <ClockInput first value={wanted.time} label={t("field.time")} onChange={(time) => change({ time })} />
        </Field>
        <Field
          label={t("field.limit")}
          hint={t("field.limitHint", {
            coins: formatNumber(price, language),
            most,
            sum: formatNumber(most * price, language),
          })}
          error={isTried && !isLimit ? t("field.limitLow", { coins: formatNumber(price, language) }) : undefined}
        >
          <NumberInput value={limit} unit={t("field.coins")} onChange={(monthlyLimit) => change({ monthlyLimit })} />
        </Field>
        {schedule ? (
          <>
            <Checkbox
              checked={wanted.isPaused}
              onChange={(isPaused) => change({ isPaused })}
              hint={t("field.pausedHint")}
            >
              {t("field.paused")}
            </Checkbox>
            <p className="hint num">
              {schedule.nextAt
                ? t("dialog.next", { at: formatDateAtTime(schedule.nextAt, language, schedule.timeZone) })
                : rhythmText(schedule)}
              {" · "}
              {t("spent", {
                spent: formatNumber(schedule.spent, language),
                limit: formatNumber(schedule.monthlyLimit, language),
              })}
            </p>
          </>
        ) : null}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

const zoneName = (zone: string): string => zone.replaceAll("_", " ");

interface ZoneProps {
  /** In which the time is meant. */
  zone: string;
  /** The zone the schedule was made in, and that of the settings today. */
  others: readonly string[];
  onChange: (zone: string) => void;
}

/** By which clocks the time is meant. Who has moved since chooses between both zones. */
function Zone({ zone, others, onChange }: ZoneProps) {
  const { t } = useTranslation("schedules");
  const other = others.find((one) => one !== zone);
  return (
    <>
      {t("field.zone", { zone: zoneName(zone) })}
      {other ? (
        <>
          {" "}
          <button type="button" className="link" onClick={() => onChange(other)}>
            {t("field.useZone", { zone: zoneName(other) })}
          </button>
        </>
      ) : null}
    </>
  );
}
