import { useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { calendarFamilies, calendarFamilyLabelKey, type CalendarFamily } from "../rules.ts";
import { dueIcon, familyIcons, familyLook } from "./familyIcons.ts";
import cx from "./Legend.module.css";

interface LegendProps {
  /** Deadlines on the page that are due within three days. */
  due: number;
  hidden: readonly CalendarFamily[];
  onChange: (hidden: CalendarFamily[]) => void;
}

/** What the colours mean; each family can be left out. One that is left out is hollow and struck. */
export function Legend({ hidden, due, onChange }: LegendProps) {
  const { t } = useTranslation(["calendar", "workflows"]);
  return (
    <div className="cal-legend print-hidden" role="group" aria-label={t("legend")}>
      {calendarFamilies.map((family) => {
        const isShown = !hidden.includes(family);
        return (
          <button
            key={family}
            type="button"
            aria-pressed={isShown}
            onClick={() => onChange(isShown ? [...hidden, family] : hidden.filter((one) => one !== family))}
          >
            <i {...(isShown ? familyLook(family) : undefined)}>
              <Icon of={familyIcons[family]} size={12} />
            </i>
            <span>{t(calendarFamilyLabelKey(family))}</span>
          </button>
        );
      })}
      {due > 0 ? (
        <span className={cx("cal-due num")}>
          <i {...familyLook(2000, true)}>
            <Icon of={dueIcon} size={12} />
          </i>
          {t("dueCount", { count: due })}
        </span>
      ) : null}
    </div>
  );
}
