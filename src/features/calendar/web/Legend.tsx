import { useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { calendarFamilies, calendarFamilyLabelKey, type CalendarFamily } from "../rules.ts";
import { familyIcons, familyLook } from "./familyIcons.ts";
import "./Legend.module.css";

interface LegendProps {
  hidden: readonly CalendarFamily[];
  onChange: (hidden: CalendarFamily[]) => void;
}

/** What the colours mean; each family can be left out. One that is left out is hollow and struck. */
export function Legend({ hidden, onChange }: LegendProps) {
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
    </div>
  );
}
