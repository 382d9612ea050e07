import { Check, ChevronDown } from "lucide-react";
import * as RadixPopover from "radix-ui/popover";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { useFieldTies } from "./Field.tsx";
import { filterChoices } from "./filterChoices.ts";
import { Icon } from "./Icon.tsx";
import type { Choice } from "./Select.tsx";
import cx from "./Combobox.module.css";

/** Rows shown at once; whoever looks for another types on. */
const shownMax = 60;

export interface ComboboxProps {
  value: string;
  onChange: (value: string) => void;
  /** Any number; each label once. */
  choices: Choice[];
  /** Small words behind a choice, asked for only when it is shown. */
  noteOf?: (value: string) => string;
  onBlur?: () => void;
  name?: string;
  /** Needed outside of a Field. */
  label?: string;
  className?: string;
}

/** One of many, found by typing: arrow keys move, Enter chooses, Escape leaves things as they were. */
export function Combobox(props: ComboboxProps) {
  const { value, choices, noteOf } = props;
  const { t } = useTranslation();
  const { attributes } = useFieldTies();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [at, setAt] = useState(0);
  const chosen = choices.find((choice) => choice.value === value);
  // What is chosen stands first until something is typed.
  const fitting = useMemo(() => {
    if (!open) return [];
    if (typed !== undefined) return filterChoices(choices, typed);
    return [
      ...choices.filter((choice) => choice.value === value),
      ...choices.filter((choice) => choice.value !== value),
    ];
  }, [open, choices, typed, value]);
  const rows = fitting.slice(0, shownMax);
  const current = rows[Math.min(at, rows.length - 1)];

  const show = (): void => {
    if (open) return;
    setTyped(undefined);
    setAt(0);
    setOpen(true);
  };
  const close = (): void => {
    setOpen(false);
    setTyped(undefined);
  };
  const choose = (choice: Choice | undefined): void => {
    if (!choice || choice.disabled) return;
    close();
    if (choice.value !== value) props.onChange(choice.value);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (open) setAt((before) => Math.min(Math.max(Math.min(before, rows.length - 1) + step, 0), rows.length - 1));
      else show();
    } else if (open && event.key === "Enter") {
      event.preventDefault();
      choose(current);
    } else if (open && event.key === "Escape") {
      event.preventDefault();
      // The dialog around it stays open.
      event.stopPropagation();
      close();
    }
  };
  useEffect(() => {
    if (open) list.current?.querySelector("[data-current]")?.scrollIntoView({ block: "nearest" });
  }, [open, at, typed]);

  return (
    <RadixPopover.Root open={open} onOpenChange={(next) => (next ? show() : close())}>
      <RadixPopover.Anchor asChild>
        <span className={cx(`combo ${props.className ?? ""}`)}>
          <input
            {...attributes}
            ref={input}
            type="text"
            role="combobox"
            className="input"
            name={props.name}
            aria-label={props.label}
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={open && current ? `${listId}-${current.value}` : undefined}
            autoComplete="off"
            spellCheck={false}
            value={typed ?? chosen?.label ?? value}
            onChange={(event) => {
              show();
              setTyped(event.target.value);
              setAt(0);
            }}
            onFocus={(event) => event.target.select()}
            onClick={show}
            onKeyDown={onKeyDown}
            onBlur={() => {
              close();
              props.onBlur?.();
            }}
          />
          <Icon of={ChevronDown} size={14} />
        </span>
      </RadixPopover.Anchor>
      <RadixPopover.Portal>
        <RadixPopover.Content
          className={cx("pop pop-layer combo-list")}
          align="start"
          sideOffset={4}
          collisionPadding={12}
          // The keys stay in the field; a press on a row must not take them away.
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onPointerDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target === input.current) event.preventDefault();
          }}
          role="presentation"
        >
          <div
            ref={list}
            id={listId}
            role="listbox"
            aria-label={props.label}
            tabIndex={-1}
            className={cx("combo-rows")}
          >
            {rows.map((choice) => (
              <div
                key={choice.value}
                id={`${listId}-${choice.value}`}
                role="option"
                aria-selected={choice.value === value}
                aria-disabled={choice.disabled || undefined}
                data-current={choice === current || undefined}
                className="menu-item"
                onClick={() => choose(choice)}
              >
                <span>{choice.label}</span>
                {noteOf ? <span className="hint">{noteOf(choice.value)}</span> : null}
                {choice.value === value ? <Icon of={Check} size={14} className="menu-end" /> : null}
              </div>
            ))}
          </div>
          {rows.length < fitting.length ? (
            <p className={cx("combo-note")}>{t("field.typeOn", { count: fitting.length - rows.length })}</p>
          ) : null}
          <p className={cx(rows.length === 0 ? "combo-note" : "sr-only")} role="status">
            {rows.length === 0 ? t("field.noneFound", { words: typed ?? "" }) : ""}
          </p>
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
