import { memo, useId, useState } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Select } from "#src/ui/Select.tsx";
import { ChangedElsewhere } from "./ChangedElsewhere.tsx";
import { type CellColumn, isCellStored, shownCell, storedCell } from "./cellValues.ts";
import { GrowingField } from "./GrowingField.tsx";
import type { TypedText, TypedTexts } from "./typedTexts.ts";
import { useRoomNote } from "./useRoomNote.ts";
import { useTypedText } from "./useTypedTexts.ts";
import editedRowStyles from "./EditedRow.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import editingFrameStyles from "./EditingFrame.module.css";

const cx = joinClasses(editedRowStyles, editingFrameStyles);

/** Stands for "nothing" in a list of choices, whose values are never empty. */
const nothing = "\u0000";

export interface RowCellProps {
  /** `section/row/column` */
  at: string;
  column: CellColumn;
  /** Row as people count it, from 1. */
  row: number;
  stored: string;
  texts: TypedTexts;
  language: string;
  save: (at: string) => Promise<boolean>;
  /** Enter: on to the same cell of the next row. */
  onEnter: (at: string) => void;
}

/** A cell in hand. It saves when it is left and with Enter; Esc brings back what stood there. */
export const RowCell = memo(function RowCell(props: RowCellProps) {
  const { at, column, row, stored, texts, language, save, onEnter } = props;
  const { t } = useTranslation("projects");
  const pageLanguage = useLanguage();
  const id = useId();
  const typed = useTypedText(texts, at);
  // A figure that is being typed stands as it is typed, not as it will be stored.
  const [raw, setRaw] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const { kind, options, title } = column;
  const isParsed = kind === "number" || kind === "date";
  const value = typed?.text ?? stored;
  const label = t("editing.cell", { column: title, row });

  const type = (text: string): void => {
    if (isParsed) setRaw(text);
    setLeft(false);
    texts.type(at, stored, isParsed ? (storedCell(kind, text, pageLanguage) ?? text) : text);
  };
  const commit = (): void => {
    setLeft(true);
    const { text, isChanged } = texts.get(at) ?? {};
    if (text === undefined) setRaw(undefined);
    // The person chooses between their words and those of another tab.
    if (text === undefined || isChanged || !isCellStored(kind, text)) return;
    const done = isParsed ? text : (storedCell(kind, text, pageLanguage) ?? text);
    if (done !== text) texts.type(at, stored, done);
    setRaw(undefined);
    void save(at);
  };
  const revert = (): void => {
    setRaw(undefined);
    texts.revert(at);
  };
  const { note, isBad } = useNote(column, value, typed, isLeft);
  return (
    <>
      <div className={cx("cell-field")} data-place={at}>
        {kind === "pick" ? (
          <Select
            className={cx("cell-select")}
            label={label}
            value={value}
            placeholder="–"
            choices={[...(options ?? []), ...(value === "" ? [] : [{ value: nothing, label: t("editing.none") }])]}
            onChange={(next) => {
              type(next === nothing ? "" : next);
              commit();
            }}
          />
        ) : (
          <GrowingField
            className={cx(kind === "number" ? "num cell-number" : "")}
            isOneLine={kind !== "long"}
            label={label}
            describedBy={note === undefined && !typed?.isChanged ? undefined : `${id}-note`}
            invalid={isLeft && !isCellStored(kind, value)}
            language={language}
            value={raw ?? shownCell(kind, value, pageLanguage)}
            onChange={type}
            onBlur={commit}
            onEnter={() => {
              commit();
              onEnter(at);
            }}
            {...(kind === "number" ? { inputMode: "decimal" } : {})}
            {...(typed && typed.state !== "saved" ? { onEscape: revert } : {})}
          />
        )}
      </div>
      {typed?.isChanged ? (
        <ChangedElsewhere
          id={`${id}-note`}
          theirs={shownCell(kind, typed.was, pageLanguage)}
          onMine={() => void save(at)}
          onTheirs={revert}
        />
      ) : note === undefined ? null : (
        <p className={cx(isBad ? "editing-note editing-note-bad" : "editing-note")} id={`${id}-note`}>
          {note}
        </p>
      )}
    </>
  );
});

/** What is to be said of a cell, the most important alone. */
function useNote({ kind, most }: CellColumn, value: string, typed: TypedText | undefined, isLeft: boolean) {
  const { t } = useTranslation("projects");
  const room = useRoomNote(most, value);
  if (isLeft && !isCellStored(kind, value))
    return { note: kind === "date" ? t("editing.noDate") : t("editing.noNumber"), isBad: true };
  if (typed?.state === "refused") return { note: t("editing.notSaved"), isBad: true };
  return room && (room.isBad || typed) ? room : { note: undefined, isBad: false };
}
