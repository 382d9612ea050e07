import { ArrowDown, ArrowUp, Ellipsis, type LucideIcon, Plus, Trash2 } from "lucide-react";
import type { KeyboardEvent, Ref } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Menu, MenuItem, type MenuItemProps, MenuRule } from "#src/ui/Menu.tsx";
import type { CellColumn, RowsEditorModel } from "./cellValues.ts";
import { RowCell } from "./RowCell.tsx";
import type { TypedTexts } from "./typedTexts.ts";
import cx from "./EditedRow.module.css";

export type RowAction = "up" | "down" | "above" | "below" | "remove";

export interface EditedRowProps {
  row: RowsEditorModel["rows"][number];
  /** From 0. */
  index: number;
  count: number;
  section: string;
  line: readonly CellColumn[];
  below: readonly CellColumn[];
  hasLead: boolean;
  /** What leads the rows has a line of its own. */
  isLeadWide: boolean;
  isOpen: boolean;
  /** Rows can be put beside it. */
  canAdd: boolean;
  /** `grid-template-columns` of the line. */
  template: string;
  /** Px from the top of the rows, where only those in sight are drawn. */
  shift: number | undefined;
  texts: TypedTexts;
  language: string;
  save: (at: string) => Promise<boolean>;
  /** @param name column that has the focus, or the part of the row */
  onAction: (index: number, action: RowAction, name: string) => void;
  onEnter: (at: string) => void;
  onFocus: (index: number, field: Element) => void;
  ref: Ref<HTMLDivElement>;
}

/** A row in hand: a line of a table, on phones a card. */
export function EditedRow(props: EditedRowProps) {
  const {
    row,
    index,
    count,
    section,
    line,
    below,
    hasLead,
    isLeadWide,
    isOpen,
    canAdd,
    template,
    shift,
    texts,
    language,
    ref,
  } = props;
  const { save, onAction, onEnter, onFocus } = props;
  const { t } = useTranslation("projects");
  const partOf = (target: EventTarget): string => {
    const element = target instanceof Element ? target.closest("[data-place], [data-part]") : null;
    const at = element?.getAttribute("data-place");
    return at ? (at.split("/")[2] ?? "") : (element?.getAttribute("data-part") ?? "menu");
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || event.ctrlKey || event.metaKey || !isOpen) return;
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    onAction(index, event.key === "ArrowUp" ? "up" : "down", partOf(event.target));
  };
  const cell = (column: CellColumn, isBelow: boolean) => {
    const at = `${section}/${row.id}/${column.name}`;
    return (
      <div
        key={column.name}
        role="cell"
        className={cx(
          isBelow ? "edited-cell edited-below" : column.kind === "number" ? "edited-cell r" : "edited-cell",
        )}
      >
        <span className={cx("edited-label")} aria-hidden="true">
          {column.title}
        </span>
        <div className={cx("edited-value")}>
          <RowCell
            at={at}
            column={column}
            row={index + 1}
            stored={row.cells[column.name] ?? ""}
            texts={texts}
            language={language}
            save={save}
            onEnter={onEnter}
          />
        </div>
      </div>
    );
  };
  const move = (action: "up" | "down") => {
    const isEnd = action === "up" ? index === 0 : index === count - 1;
    return (
      <IconButton
        className={cx("edited-move")}
        data-part={action}
        aria-disabled={isEnd || undefined}
        label={action === "up" ? t("editing.moveUp", { row: index + 1 }) : t("editing.moveDown", { row: index + 1 })}
        onClick={() => onAction(index, action, action)}
      >
        <Icon of={action === "up" ? ArrowUp : ArrowDown} />
      </IconButton>
    );
  };
  const item = (action: RowAction, icon: LucideIcon, label: string, more: Partial<MenuItemProps> = {}) => (
    <MenuItem icon={<Icon of={icon} />} onSelect={() => onAction(index, action, "menu")} {...more}>
      {label}
    </MenuItem>
  );
  return (
    <div
      ref={ref}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-row={row.id}
      className={cx(isOpen ? "edited-row edited-row-open" : "edited-row")}
      style={{
        gridTemplateColumns: template,
        ...(shift === undefined ? {} : { transform: `translateY(${shift}px)` }),
      }}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => onFocus(index, target)}
    >
      {hasLead ? (
        <div role="cell" className={cx(isLeadWide ? "edited-lead edited-lead-wide num" : "edited-lead num")}>
          {row.lead.filter((text) => text !== "").join(" · ")}
        </div>
      ) : null}
      {line.map((column) => cell(column, false))}
      {isOpen ? (
        <div role="cell" className={cx("edited-actions")}>
          {move("up")}
          {move("down")}
          <Menu
            align="end"
            trigger={
              <IconButton data-part="menu" label={t("editing.rowMenu", { row: index + 1 })}>
                <Icon of={Ellipsis} />
              </IconButton>
            }
          >
            {item("up", ArrowUp, t("editing.up"), { keys: "Alt ↑", disabled: index === 0 })}
            {item("down", ArrowDown, t("editing.down"), { keys: "Alt ↓", disabled: index === count - 1 })}
            {canAdd ? item("above", Plus, t("editing.addAbove")) : null}
            {canAdd ? item("below", Plus, t("editing.addBelow")) : null}
            <MenuRule />
            {item("remove", Trash2, t("editing.removeRow"), { danger: true })}
          </Menu>
        </div>
      ) : null}
      {below.map((column) => cell(column, true))}
    </div>
  );
}
