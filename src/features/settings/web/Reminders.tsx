import { X } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { Select } from "#src/ui/Select.tsx";
import cx from "./FavoriteSettings.module.css";

/** Minutes before an entry that are offered, nearest first. */
const offered = [0, 5, 10, 15, 30, 60, 120, 1_440, 2_880, 10_080];
/** As many as an entry takes. */
const most = 5;

/** Words for a reminder: at the start, or so long before. */
function useReminderWords(): (minutes: number) => string {
  const { t } = useTranslation("settings");
  return (minutes) => {
    if (minutes === 0) return t("reminder.start");
    if (minutes % 10_080 === 0) return t("reminder.weeks", { count: minutes / 10_080 });
    if (minutes % 1_440 === 0) return t("reminder.days", { count: minutes / 1_440 });
    return minutes % 60 === 0
      ? t("reminder.hours", { count: minutes / 60 })
      : t("reminder.minutes", { count: minutes });
  };
}

/** When new entries remind of themselves; none is a choice too. */
export function Reminders({ value, onChange }: { value: number[]; onChange: (value: number[]) => void }) {
  const { t } = useTranslation(["settings", "common"]);
  const words = useReminderWords();
  const place = useRef<HTMLDivElement>(null);
  const rest = offered.filter((minutes) => !value.includes(minutes));
  return (
    <div className={cx("reminders")} ref={place} tabIndex={-1}>
      {value.length === 0 ? <span className="hint">{t("reminder.none")}</span> : null}
      {value.map((minutes) => (
        <span className="tag" key={minutes}>
          <span>{words(minutes)}</span>
          <button
            type="button"
            aria-label={t("common:action.removeNamed", { name: words(minutes) })}
            onClick={() => {
              place.current?.focus();
              onChange(value.filter((one) => one !== minutes));
            }}
          >
            <Icon of={X} size={12} />
          </button>
        </span>
      ))}
      {value.length < most ? (
        <Select
          className={cx("select-add")}
          label={t("reminder.add")}
          placeholder={t("reminder.add")}
          value=""
          onChange={(next) => onChange([...value, Number(next)].toSorted((a, b) => a - b))}
          choices={rest.map((minutes) => ({ value: String(minutes), label: words(minutes) }))}
        />
      ) : null}
    </div>
  );
}
