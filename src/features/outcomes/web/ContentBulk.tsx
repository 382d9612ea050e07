import { CalendarDays, CircleDashed, type LucideIcon, Trash2 } from "lucide-react";
import { addDays } from "#src/kit/time/dates.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { dayOf } from "#src/ui/format.ts";
import { BulkBar } from "#src/ui/BulkBar.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Menu, MenuItem } from "#src/ui/Menu.tsx";
import type { Outcome } from "../contract.ts";
import { boardStatuses } from "../rules.ts";
import { onDay } from "./contentDates.ts";
import type { ItemActions } from "./useItemActions.ts";

/** Days that the ticked items can be moved by. */
const shifts = [1, 7, -1, -7] as const;

interface ContentBulkProps {
  /** The ticked items as they are now. */
  chosen: readonly Outcome[];
  /** All that the page shows. */
  shown: readonly Outcome[];
  actions: ItemActions;
  zone: string;
  onChoose: (ids: ReadonlySet<string>) => void;
}

/** What can be done to the ticked items, in ink at the foot of the page. */
export function ContentBulk({ chosen, shown, actions, zone, onChoose }: ContentBulkProps) {
  const { t } = useTranslation(["content", "workflows", "common"]);
  const onEnd = (): void => onChoose(new Set());
  const move = (days: number): void =>
    void actions.changeMany(chosen, ({ plannedAt }) => ({
      plannedAt: onDay(plannedAt, addDays(dayOf(plannedAt, zone), days), zone),
    }));
  const remove = (): void => {
    onEnd();
    void actions.removeMany(chosen);
  };
  const button = (icon: LucideIcon, label: string, onClick?: () => void) => (
    <button type="button" onClick={onClick}>
      <Icon of={icon} size={14} />
      {label}
    </button>
  );
  return (
    <BulkBar
      label={t("bulk.label")}
      count={t("bulk.chosen", { count: chosen.length })}
      all={
        chosen.length < shown.length ? (
          <button type="button" onClick={() => onChoose(new Set(shown.map(({ id }) => id)))}>
            {t("bulk.all", { count: shown.length })}
          </button>
        ) : null
      }
      endLabel={t("bulk.end")}
      onEnd={onEnd}
    >
      <Menu side="top" trigger={button(CircleDashed, t("bulk.status"))}>
        {[...boardStatuses, "skipped" as const].map((status) => (
          <MenuItem key={status} onSelect={() => void actions.changeMany(chosen, () => ({ status }))}>
            {t(`workflows:outcomeStatuses.${status}`)}
          </MenuItem>
        ))}
      </Menu>
      <Menu side="top" trigger={button(CalendarDays, t("bulk.move"))}>
        {shifts.map((days) => (
          <MenuItem key={days} onSelect={() => move(days)}>
            {t(days > 0 ? "bulk.later" : "bulk.earlier", { count: Math.abs(days) })}
          </MenuItem>
        ))}
      </Menu>
      {button(Trash2, t("common:action.delete"), remove)}
    </BulkBar>
  );
}
