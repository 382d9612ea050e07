import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import { Menu, MenuItem, MenuRule } from "#src/ui/Menu.tsx";
import type { LeadRow, LeadStage } from "../contract.ts";
import { leadStages } from "../rules.ts";
import { StageTicks } from "./LeadCells.tsx";
import type { EditResult } from "./useLeadActions.ts";
import cx from "./LeadCellEditors.module.css";

/** The stage of a row; pressed, a menu of all stages. 1 to 5 choose a step of the sale while it is open. */
export function StageCell({ lead, onStage }: { lead: LeadRow; onStage: (stage: LeadStage) => void }) {
  const { t } = useTranslation("leads");
  const isMobile = useIsMobile();
  // On phones a row is one thing to press.
  if (isMobile) return <StageTicks stage={lead.stage} />;
  return (
    // What happens in the cell is not a press on its row.
    <span className={cx("cell-menu")} onClick={(event) => event.stopPropagation()}>
      <Menu
        label={t("edit.stage", { name: lead.name })}
        trigger={
          <button
            type="button"
            className={cx("cell-button")}
            tabIndex={-1}
            data-cell
            aria-label={t("edit.stageNow", { name: lead.name, stage: t(`stage.${lead.stage}`) })}
          >
            <StageTicks stage={lead.stage} />
          </button>
        }
      >
        <StageItems stage={lead.stage} onStage={onStage} />
      </Menu>
    </span>
  );
}

/** All stages as items of a menu, the lost one last. */
export function StageItems({ stage, onStage }: { stage: LeadStage; onStage: (stage: LeadStage) => void }) {
  const { t } = useTranslation("leads");
  const place = useRef<HTMLSpanElement>(null);
  const steps = leadStages.filter((one) => one !== "lost");
  useEffect(() => {
    const menu = place.current?.closest('[role="menu"]');
    const onKey = (event: Event): void => {
      if (!(event instanceof globalThis.KeyboardEvent)) return;
      const wanted = /^[1-5]$/.test(event.key) ? Number(event.key) - 1 : -1;
      if (wanted < 0) return;
      event.preventDefault();
      menu?.querySelectorAll<HTMLElement>('[role="menuitem"]')[wanted]?.click();
    };
    menu?.addEventListener("keydown", onKey);
    return () => menu?.removeEventListener("keydown", onKey);
  }, []);
  const item = (one: LeadStage) => (
    <MenuItem key={one} onSelect={() => onStage(one)} {...(one === stage ? { end: "✓" } : {})}>
      <StageTicks stage={one} />
    </MenuItem>
  );
  return (
    <>
      <span ref={place} hidden />
      {steps.map(item)}
      <MenuRule />
      <MenuItem onSelect={() => onStage("lost")} {...(stage === "lost" ? { end: "✓" } : {})}>
        {t("stage.lost")}
      </MenuItem>
    </>
  );
}

interface TextCellProps {
  lead: LeadRow;
  label: string;
  /** As it is typed. */
  value: string;
  maxLength: number;
  /** A whole number from 0 to 100, or nothing. */
  isFigure?: boolean;
  onSave: (value: string) => Promise<EditResult>;
  /** The cell at rest. */
  children: ReactNode;
}

/** A cell that is typed into where it stands: Enter or leaving it saves, Escape restores. A refused text stays. */
export function TextCell({ lead, label, value, maxLength, isFigure = false, onSave, children }: TextCellProps) {
  const { t } = useTranslation("leads");
  const isMobile = useIsMobile();
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const isSaving = useRef(false);
  const place = useRef<HTMLSpanElement>(null);
  if (isMobile) return children;
  const name = t("edit.cell", { field: label, name: lead.name });
  const end = (returnFocus: boolean): void => {
    setTyped(undefined);
    setWrong(false);
    if (returnFocus) setTimeout(() => place.current?.querySelector("button")?.focus());
  };
  const save = async (returnFocus: boolean): Promise<void> => {
    if (typed === undefined || isSaving.current) return;
    if (typed.trim() === value.trim()) return end(returnFocus);
    const text = typed.trim();
    if (isFigure && text !== "" && !(/^\d{1,3}$/.test(text) && Number(text) <= 100)) return setWrong(true);
    isSaving.current = true;
    const result = await onSave(typed);
    isSaving.current = false;
    if (result === "saved") end(returnFocus);
    else setWrong(true);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      void save(true);
    } else if (event.key === "Escape") {
      event.preventDefault();
      end(true);
    }
  };
  return (
    <span className={cx("cell")} ref={place} onClick={(event) => event.stopPropagation()}>
      {typed === undefined ? (
        <button
          type="button"
          className={cx("cell-button")}
          tabIndex={-1}
          data-cell
          onClick={() => {
            setTyped(value);
            setTimeout(() => place.current?.querySelector("input")?.select());
          }}
        >
          <span className={cx("cell-text")}>{children}</span>
          <span className="sr-only"> {name}</span>
        </button>
      ) : (
        <input
          className={cx("cell-input")}
          data-keeps-escape
          aria-label={name}
          aria-invalid={isWrong || undefined}
          title={isWrong && isFigure ? t("edit.figure") : undefined}
          autoComplete="off"
          maxLength={maxLength}
          inputMode={isFigure ? "numeric" : "text"}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setWrong(false);
          }}
          onBlur={() => void save(false)}
          onKeyDown={onKeyDown}
        />
      )}
    </span>
  );
}
