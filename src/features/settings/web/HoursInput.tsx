import { useTranslation } from "#src/ui/i18n/index.ts";
import { Select } from "#src/ui/Select.tsx";
import "./FavoriteSettings.css";

type Hours = { from: string; to: string };

/** Half hours of a day, `HH:mm`, and the kept one where another program set it to the minute. */
const clockTimes = (kept: string): string[] =>
  [
    ...new Set([
      ...Array.from({ length: 48 }, (_, half) => `${String(half >> 1).padStart(2, "0")}:${half % 2 ? "30" : "00"}`),
      "23:59",
      kept,
    ]),
  ].toSorted();

/** Begin and end of the working day; only an end after the begin can be chosen. */
export function HoursInput({ value, onChange }: { value: Hours; onChange: (value: Hours) => void }) {
  const { t } = useTranslation("settings");
  return (
    <div className="period num">
      <Select
        className="select-time"
        label={t("calendar.from")}
        value={value.from}
        onChange={(from) => onChange({ ...value, from })}
        choices={clockTimes(value.from)
          .filter((time) => time < value.to)
          .map((time) => ({ value: time, label: time }))}
      />
      <span>{t("calendar.until")}</span>
      <Select
        className="select-time"
        label={t("calendar.to")}
        value={value.to}
        onChange={(to) => onChange({ ...value, to })}
        choices={clockTimes(value.to)
          .filter((time) => time > value.from)
          .map((time) => ({ value: time, label: time }))}
      />
    </div>
  );
}
