import { useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { type CalendarFamily, calendarFamilyLabelKey } from "../rules.ts";
import { dueIcon, familyIcons, familyLook } from "./familyIcons.ts";
import cx from "./FamilyMark.module.css";

/**
 * A family as its icon in a box of its colour; its name for screen readers and the pointer.
 * @param isDue in the red of what is due within three days
 */
export function FamilyMark({ family, isDue = false }: { family: CalendarFamily; isDue?: boolean }) {
  const { t } = useTranslation("workflows");
  const name = t(calendarFamilyLabelKey(family));
  return (
    <span className={cx("family-mark print-colours")} {...familyLook(family, isDue)} title={name}>
      <Icon of={isDue ? dueIcon : familyIcons[family]} size={14} />
      <span className="sr-only">{name}</span>
    </span>
  );
}
