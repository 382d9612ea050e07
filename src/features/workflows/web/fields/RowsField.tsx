import { ArrowDown, ArrowUp, MoreHorizontal, Plus, X } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { contentTypesOf, isPlatform } from "#src/features/outcomes/rules.ts";
import type { JsonValue } from "#src/kit/schemas.ts";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { Field } from "#src/ui/Field.tsx";
import { useBound, useError, useRows, useValue } from "#src/ui/forms/FormField.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Menu, MenuItem, MenuRule } from "#src/ui/Menu.tsx";
import { emptyRow, type FormField } from "../formModel.ts";
import { useFormSetting } from "./FormContext.ts";
import { FoldedChoices } from "./FoldedChoices.tsx";
import { SlotCell } from "./SlotCell.tsx";
import { ValueControl } from "./ValueControl.tsx";
import cx from "./RowsField.module.css";

export interface RowsFieldProps {
  field: FormField;
  addLabel: string;
}

/** Share of a row that a column takes, by what it holds. */
const widths: Partial<Record<FormField["ui"]["widget"], string>> = {
  stepper: "86px",
  number: "96px",
  date: "134px",
  toggle: "64px",
  select: "minmax(104px, 0.9fr)",
  segment: "minmax(104px, 0.9fr)",
};

/** Rows of a table: added, taken away and moved by mouse and by keyboard (Alt with the arrow keys moves a row). */
export function RowsField({ field, addLabel }: RowsFieldProps) {
  const { t } = useTranslation("workflow");
  const { form, texts } = useFormSetting();
  const { rows, keyOf, append, remove, move } = useRows(form, field.name);
  const place = useRef<HTMLDivElement>(null);
  const isFull = field.maxItems !== undefined && rows.length >= field.maxItems;

  /** The focus follows what the keyboard did: the row moved, the one after the row taken away, or the add button. */
  const focusRow = (index: number): void => {
    requestAnimationFrame(() => {
      const row = place.current?.querySelector(`[data-row="${index}"]`);
      const target =
        row?.querySelector<HTMLElement>("input, textarea, [role=spinbutton], button.input, button") ??
        place.current?.querySelector<HTMLElement>("[data-add]");
      target?.focus();
    });
  };
  const add = (): void => {
    const row = emptyRow(field);
    // A platform that is there already would be refused: the next one that is not.
    const platform = field.columns.find((column) => column.name === "platform");
    if (platform)
      row["platform"] = platform.options.find((option) => !platformsOf(rows).includes(String(option))) ?? null;
    append(row);
    focusRow(rows.length);
  };
  const shift = (index: number, by: number): void => {
    const to = index + by;
    if (to < 0 || to >= rows.length) return;
    move(index, to);
    focusRow(to);
  };
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    shift(index, event.key === "ArrowUp" ? -1 : 1);
  };
  // Days and times of a channel are one thing to a person: when it posts.
  const slot = field.ui.widget === "channels" ? slotOf(field) : null;
  const shown = slot ? field.columns.filter((column) => column !== slot.days && column !== slot.times) : field.columns;
  // What runs over several lines gets the whole width below the rest of its row.
  const wide = shown.filter(isWide);
  const narrow = shown.filter((column) => !isWide(column));
  const tracks = [
    ...narrow.map((column) => widths[column.ui.widget] ?? "minmax(0, 1.4fr)"),
    ...(slot ? ["minmax(0, 1.1fr)"] : []),
  ];
  const columns = `${tracks.join(" ")} 28px`;
  const isLong = tracks.length > 4;
  return (
    <div
      className={cx(isLong ? "rows rows-long" : "rows")}
      ref={place}
      style={isLong ? undefined : { ["--columns" as string]: columns }}
    >
      {rows.length > 0 ? (
        <div className={cx("rows-head")} aria-hidden="true">
          {narrow.map((column) => (
            <span key={column.name}>{texts.label(column, field)}</span>
          ))}
          {slot ? <span>{t("rows.slot")}</span> : null}
          <span />
        </div>
      ) : null}
      {rows.map((_row, index) => (
        <div
          className={cx("rows-row num")}
          key={keyOf(index)}
          role="group"
          aria-label={t("rows.row", { number: index + 1 })}
          data-row={index}
          onKeyDown={(event) => onKeyDown(event, index)}
        >
          {narrow.map((column) => (
            <div className={cx("rows-cell")} key={column.name} data-widget={column.ui.widget}>
              <Cell field={column} parent={field} index={index} />
            </div>
          ))}
          {slot ? (
            <div className={cx("rows-cell")} data-widget="slot">
              <SlotCell {...slot} parent={field} index={index} />
            </div>
          ) : null}
          <Menu
            align="end"
            trigger={
              <IconButton className={cx("rows-menu")} label={t("rows.menu", { number: index + 1 })}>
                <Icon of={MoreHorizontal} size={14} />
              </IconButton>
            }
          >
            <MenuItem
              icon={<Icon of={ArrowUp} size={14} />}
              keys="Alt ↑"
              disabled={index === 0}
              onSelect={() => shift(index, -1)}
            >
              {t("rows.up")}
            </MenuItem>
            <MenuItem
              icon={<Icon of={ArrowDown} size={14} />}
              keys="Alt ↓"
              disabled={index === rows.length - 1}
              onSelect={() => shift(index, 1)}
            >
              {t("rows.down")}
            </MenuItem>
            <MenuRule />
            <MenuItem
              icon={<Icon of={X} size={14} />}
              danger
              onSelect={() => {
                remove(index);
                focusRow(Math.min(index, rows.length - 2));
              }}
            >
              {t("rows.remove")}
            </MenuItem>
          </Menu>
          {wide.map((column) => (
            <div className={cx("rows-cell rows-wide")} key={column.name} data-widget={column.ui.widget}>
              <Cell field={column} parent={field} index={index} />
            </div>
          ))}
        </div>
      ))}
      {isFull ? null : (
        <Button
          variant="link"
          size="small"
          className={cx("rows-add")}
          data-add
          icon={<Icon of={Plus} size={14} />}
          onClick={add}
        >
          {addLabel}
        </Button>
      )}
    </div>
  );
}

const isWide = ({ ui }: FormField): boolean => ui.widget === "tags" || ui.widget === "textarea";

/** Longer than what a cell shows at once: such a text grows downwards. UTF-16 units. */
const longText = 150;

function slotOf(field: FormField): { days: FormField; times: FormField } | null {
  const days = field.columns.find(({ name }) => name === "days");
  const times = field.columns.find(({ name }) => name === "times");
  return days && times ? { days, times } : null;
}

const platformsOf = (rows: readonly unknown[]): string[] =>
  rows.flatMap((row) => {
    const platform = typeof row === "object" && row !== null ? Reflect.get(row, "platform") : undefined;
    return typeof platform === "string" ? [platform] : [];
  });

interface CellProps {
  field: FormField;
  parent: FormField;
  index: number;
}

/** One place of a row: its column's name is its label, read aloud on wide pages and written on phones. */
function Cell({ field, parent, index }: CellProps) {
  const { form, texts } = useFormSetting();
  const name = `${parent.name}.${index}.${field.name}`;
  const bound = useBound(form, name);
  const error = useError(form, name);
  const platform = useValue(form, `${parent.name}.${index}.platform`);
  const options = contentOptions(field, parent.ui.widget === "channels" ? platform : undefined);
  const value = (bound.value ?? null) as JsonValue;
  const isFolded = field.ui.widget === "multi";
  const shape: FormField =
    field.ui.widget === "text" && (field.maxLength ?? 0) > longText
      ? { ...field, ui: { ...field.ui, widget: "textarea", rows: 1 } }
      : field;
  return (
    <Field label={texts.label(field, parent)} error={error} group={isFolded || field.ui.widget === "segment"}>
      {isFolded ? (
        <FoldedChoices
          field={field}
          parent={parent}
          options={options ?? field.options}
          value={value}
          onChange={bound.onChange}
          onBlur={bound.onBlur}
        />
      ) : (
        <ValueControl
          field={shape}
          parent={parent}
          options={options}
          value={value}
          onChange={bound.onChange}
          onBlur={bound.onBlur}
          name={name}
        />
      )}
    </Field>
  );
}

/** What a platform takes, for the column of its content types. */
function contentOptions(field: FormField, platform: unknown): readonly (string | number)[] | undefined {
  if (field.name !== "contentTypes" || !isPlatform(platform)) return undefined;
  return contentTypesOf[platform].filter((code) => field.options.length === 0 || field.options.includes(code));
}
