import { useTranslation } from "#src/ui/i18n/index.ts";
import { Select } from "#src/ui/Select.tsx";
import cx from "./FavoriteSettings.module.css";

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
  const select = (end: keyof Hours, fits: (time: string) => boolean) => (
    <Select
      className={cx("select-time")}
      label={t(`calendar.${end}`)}
      value={value[end]}
      onChange={(time) => onChange({ ...value, [end]: time })}
      choices={clockTimes(value[end])
        .filter(fits)
        .map((time) => ({ value: time, label: time }))}
    />
  );
  return (
    <div className="period num">
      {select("from", (time) => time < value.to)}
      <span>{t("calendar.until")}</span>
      {select("to", (time) => time > value.from)}
    </div>
  );
}
