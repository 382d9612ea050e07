import { ListFilter, X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "./i18n/index.ts";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { Popover, type PopoverProps } from "./Popover.tsx";
import "./FilterBar.module.css";

export interface FilterBarProps<Key extends string> extends Pick<PopoverProps, "open" | "onOpenChange" | "title"> {
  /** Tells one page's bar from another's. */
  className: string;
  /** What stands before the filters, such as a search. */
  start?: ReactNode;
  /** Filters that are set, in words. */
  chips: readonly { key: Key; label: string; value: string }[];
  /** Name of the list of chips. */
  label: string;
  onRemove: (key: Key) => void;
  /** Words of the button that opens the form. */
  openLabel: string;
  /** The form of all filters. */
  form: ReactNode;
  clearLabel: string;
  /** Undefined while nothing narrows the list. */
  onClear: (() => void) | undefined;
  /** What stands after the filters. */
  children?: ReactNode;
}

/** The filters of a list: as chips once set, and behind a button. */
export function FilterBar<Key extends string>(props: FilterBarProps<Key>) {
  const { className, start, chips, label, onRemove, openLabel, form, clearLabel, onClear, children, ...popover } =
    props;
  const { t } = useTranslation();
  return (
    <div className={`filter-bar num ${className}`}>
      {start}
      {chips.length > 0 ? (
        <ul className="filter-chips" aria-label={label}>
          {chips.map((chip) => (
            <li key={chip.key} className="filter-chip">
              <span>{chip.label}</span> <b>{chip.value}</b>
              <button
                type="button"
                aria-label={t("action.removeNamed", { name: chip.label })}
                onClick={() => onRemove(chip.key)}
              >
                <Icon of={X} size={12} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Popover
        {...popover}
        align="start"
        trigger={
          <Button size="small" variant="quiet" icon={<Icon of={ListFilter} size={14} />}>
            {openLabel}
          </Button>
        }
      >
        {form}
      </Popover>
      {onClear ? (
        <Button size="small" variant="quiet" onClick={onClear}>
          {clearLabel}
        </Button>
      ) : null}
      {children}
    </div>
  );
}
