import { Plus } from "lucide-react";
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useWindowRows } from "#src/ui/data/useWindowRows.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { useMedia } from "#src/ui/useMedia.ts";
import type { Edit } from "../edits.ts";
import { lineColumns, rowLines, type RowsEditorModel } from "./cellValues.ts";
import { EditingFoot, RestoredLine } from "./EditingFrame.tsx";
import { EditedRow, type RowAction } from "./EditedRow.tsx";
import type { SectionEditingProps } from "./SectionEditing.tsx";
import { useSavedTexts } from "./useTypedTexts.ts";
import editedRowStyles from "./EditedRow.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import editingFrameStyles from "./EditingFrame.module.css";

const cx = joinClasses(editedRowStyles, editingFrameStyles);

/** So many rows are drawn as they are; of more, only those in sight. */
const drawnWhole = 40;

/** A menu that closes gives the focus to its button, a moment after it is gone: what takes the focus then comes later. */
function afterMenu(act: () => void): void {
  if (document.querySelector("[role=menu]")) requestAnimationFrame(() => afterMenu(act));
  else setTimeout(act);
}

/** What gets the focus once the rows have changed: a row that is there, or the one that is new. */
interface Wanted {
  id: string | null;
  /** Column, or the menu of the row. */
  name: string;
}

/** Characters of what leads a row up to which it stands beside the cells; longer, it has a line of its own. */
const longestLead = 24;

/** Rows of a list, each cell editable at its place; a cell is saved when it is left. */
export function RowsEditor(props: SectionEditingProps & { editor: RowsEditorModel }) {
  const { editor, section, title, language, draftKey, problem, onSave, onRow, onClose } = props;
  const { t } = useTranslation("projects");
  const pageLanguage = useLanguage();
  const { rows, columns, isOpen } = editor;
  const canAdd = isOpen && editor.isComplete !== true;
  const place = useRef<HTMLDivElement>(null);
  const heads = useRef<HTMLDivElement>(null);
  const wanted = useRef<Wanted>(undefined);
  const seenIds = useRef<ReadonlySet<string>>(new Set(rows.map(({ id }) => id)));
  const [said, setSaid] = useState("");
  const [isChanging, setChanging] = useState(false);

  const stored = useMemo(
    () =>
      new Map(
        rows.flatMap(({ id, cells }) => columns.map(({ name }) => [`${section}/${id}/${name}`, cells[name] ?? ""])),
      ),
    [rows, columns, section],
  );
  const baseOf = useCallback((at: string) => stored.get(at), [stored]);
  const { restoredAt, texts, save, discard } = useSavedTexts(draftKey, baseOf, onSave);
  const lost = restoredAt !== null ? texts.unsaved().filter((at) => !stored.has(at)) : [];

  const hasLead = rows.some(({ lead }) => lead.some((text) => text !== ""));
  const { line, below } = useMemo(() => rowLines(columns, hasLead), [columns, hasLead]);
  const isLeadWide = rows.some(({ lead }) => lead.join("").length > longestLead);
  const template = `${lineColumns(line, hasLead && !isLeadWide)}${isOpen ? " 2.5rem" : ""}`;
  const isPhone = useMedia("(max-width: 639px)");
  const isWhole = rows.length <= drawnWhole;
  const { virtual, top, focusedAt } = useWindowRows({
    place,
    count: rows.length,
    loaded: rows.length,
    sizeOf: () => (isPhone ? 56 + columns.length * 52 : 44 + below.length * 36),
    keyOf: (at) => rows[at]?.id ?? at,
    look: isPhone,
    covered: { above: 88, below: 60 },
    overscan: 6,
    ahead: 0,
    onMore: undefined,
    whole: isWhole ? rows.length : undefined,
  });

  const focusCell = useCallback(
    (index: number, name: string): void => {
      const id = rows[index]?.id;
      if (id === undefined) return;
      const find = (): HTMLElement | null | undefined =>
        place.current
          ?.querySelector(`[data-row="${CSS.escape(id)}"]`)
          ?.querySelector<HTMLElement>(
            `[data-place="${CSS.escape(`${section}/${id}/${name}`)}"] :is(textarea, button), [data-part="${CSS.escape(name)}"]`,
          );
      if (find()) return find()?.focus();
      virtual.scrollToIndex(index);
      requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()));
    },
    [rows, section, virtual],
  );
  // Where keys go at once, as in a section of prose.
  useEffect(() => {
    // The rows of a long list are drawn in the frame after.
    requestAnimationFrame(() => {
      const first = place.current?.querySelector<HTMLElement>(`.${cx("cell-field")} :is(textarea, button)`);
      first?.focus({ preventScroll: true });
    });
  }, []);
  useEffect(() => {
    const [before, want] = [seenIds.current, wanted.current];
    seenIds.current = new Set(rows.map(({ id }) => id));
    if (!want) return;
    const index = rows.findIndex(({ id }) => (want.id === null ? !before.has(id) : id === want.id));
    if (index < 0) return;
    wanted.current = undefined;
    afterMenu(() => focusCell(index, want.name));
  }, [rows, focusCell]);

  const change = async (edit: Edit, want: Wanted | undefined, words: string): Promise<void> => {
    if (isChanging) return;
    setChanging(true);
    wanted.current = want;
    const isDone = await onSave(edit);
    setSaid(isDone ? words : t("editing.notSaved"));
    if (isDone) return;
    setChanging(false);
    wanted.current = undefined;
  };
  // The next change needs to know where the rows are by then.
  useEffect(() => setChanging(false), [rows]);
  const firstName = columns[0]?.name ?? "";
  const add = (after: string | null): void =>
    void change({ kind: "addRow", section, after, cells: {} }, { id: null, name: firstName }, t("editing.rowAdded"));
  const act = (index: number, action: RowAction, name: string): void => {
    const row = rows[index];
    if (!row || !isOpen) return;
    const { id } = row;
    switch (action) {
      case "up":
      case "down": {
        const to = index + (action === "up" ? -1 : 1);
        if (to < 0 || to >= rows.length) return;
        const words = t("editing.rowMoved", { place: to + 1, count: rows.length });
        return void change({ kind: "moveRow", section, id, to }, { id, name }, words);
      }
      case "above":
        return add(rows[index - 1]?.id ?? null);
      case "below":
        return add(id);
      case "remove": {
        const next = rows[index + 1] ?? rows[index - 1];
        return void change({ kind: "removeRow", section, id }, next && { id: next.id, name }, t("editing.rowRemoved"));
      }
    }
  };
  // Rows are drawn anew only when they change, so what they call stays the same function.
  const latest = useRef({ act, focusCell, rows });
  useEffect(() => {
    latest.current = { act, focusCell, rows };
  });
  const onAction = useCallback(
    (index: number, action: RowAction, name: string) => latest.current.act(index, action, name),
    [],
  );
  const onEnter = useCallback((at: string) => {
    const [, id, name = ""] = at.split("/");
    latest.current.focusCell(latest.current.rows.findIndex((row) => row.id === id) + 1, name);
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  };
  const close = async (): Promise<void> => {
    const open = texts.unsaved().filter((at) => stored.has(at));
    const undecided = open.find((at) => texts.get(at)?.isChanged);
    if (undecided !== undefined) {
      const [, id, name = ""] = undecided.split("/");
      return focusCell(
        rows.findIndex((row) => row.id === id),
        name,
      );
    }
    const isSaved = await Promise.all(open.map(save));
    if (isSaved.every(Boolean)) onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc leaves it from everywhere inside
    <div className={cx("editing")} lang={pageLanguage} onKeyDown={onKeyDown}>
      <RestoredLine at={texts.unsaved().length > 0 ? restoredAt : null} onDiscard={discard} />
      {lost.map((at) => (
        <p key={at} className={cx("editing-note")}>
          {t("editing.rowGone", { text: texts.get(at)?.text ?? "" })}
        </p>
      ))}
      <div className={cx("edited")} role="table" aria-label={title} aria-rowcount={rows.length + 1}>
        <div role="rowgroup" className={cx("edited-heads")} ref={heads}>
          <div className={cx("edited-head")} role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
            {hasLead ? (
              <span role="columnheader" className={isLeadWide ? "sr-only" : undefined}>
                <span className="sr-only">{t("editing.row")}</span>
              </span>
            ) : null}
            {line.map(({ name, title: words, kind }) => (
              <span key={name} role="columnheader" className={kind === "number" ? "r" : undefined}>
                {words}
              </span>
            ))}
            {below.map(({ name, title: words }) => (
              <span key={name} role="columnheader" className="sr-only">
                {words}
              </span>
            ))}
            {isOpen ? (
              <span role="columnheader">
                <span className="sr-only">{t("editing.rowActions")}</span>
              </span>
            ) : null}
          </div>
        </div>
        <div
          role="rowgroup"
          ref={place}
          className={cx(isWhole ? "edited-body" : "edited-body edited-virtual")}
          style={isWhole ? undefined : { height: virtual.getTotalSize() }}
          onBlur={() => (focusedAt.current = -1)}
        >
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index];
            return row ? (
              <EditedRow
                key={key}
                ref={virtual.measureElement}
                row={row}
                index={index}
                count={rows.length}
                section={section}
                line={line}
                below={below}
                hasLead={hasLead}
                isLeadWide={isLeadWide}
                isOpen={isOpen}
                canAdd={canAdd}
                template={template}
                shift={isWhole ? undefined : start - top}
                texts={texts}
                language={language}
                save={save}
                onAction={onAction}
                onEnter={onEnter}
                onFocus={(at, field) => {
                  focusedAt.current = at;
                  // A browser shows the caret of a field that gets the focus, not what lies over the field.
                  const covered = heads.current?.getBoundingClientRect().bottom ?? 0;
                  if (field.getBoundingClientRect().top < covered) field.scrollIntoView({ block: "nearest" });
                  onRow?.(at, rows.length);
                }}
              />
            ) : null;
          })}
        </div>
      </div>
      {canAdd ? (
        <Button
          variant="quiet"
          size="small"
          icon={<Icon of={Plus} size={14} />}
          onClick={() => add(rows.at(-1)?.id ?? null)}
        >
          {t("editing.addRow")}
        </Button>
      ) : null}
      <p className="sr-only" role="status">
        {said}
      </p>
      <EditingFoot
        hint={isOpen ? t("editing.rowKeysOpen") : t("editing.rowKeys")}
        problem={problem}
        onClose={() => void close()}
      />
    </div>
  );
}
