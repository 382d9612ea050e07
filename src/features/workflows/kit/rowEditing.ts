import { date } from "#src/kit/schemas.ts";
import type { SectionEditor } from "#src/features/documents/edits.ts";
import type { Column } from "./columns.ts";
import type { ValueChange } from "./sections.ts";
import type { Scene } from "./state.ts";

/* Rows of a list in the hands of a person: what can be edited of them, and what becomes of them. */

type Rows = Extract<SectionEditor, { kind: "rows" }>;
type EditorColumn = Rows["columns"][number];
interface Row {
  id: string;
}

/** Quotes that prove another cell are a source's words and no person's; references are chosen by code. */
export const isEditable = ({ kind, isStatement }: Column): boolean =>
  kind !== "refs" && (kind !== "quote" || isStatement === true);

/** Whether a row may begin empty: one whose value code chooses could not. */
const canBeEmpty = ({ schema, empty }: Column): boolean => schema.safeParse(empty).success;

const valueOf = (row: Row, name: string): string => {
  const value: unknown = Reflect.get(row, name);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

/** What of a list can be edited. @param of.lines rows as they are shown, with the computed cells that lead them */
export function rowsEditor(
  scene: Scene,
  of: {
    names: readonly string[];
    column: (name: string) => Column;
    lines: readonly { lead: readonly string[]; row: Row }[];
    isFixed: boolean;
  },
): Rows {
  const names = of.names.filter((name) => isEditable(of.column(name)) && of.column(name).isChosen !== true);
  return {
    kind: "rows",
    isOpen: !of.isFixed,
    ...(of.isFixed || of.names.every((name) => canBeEmpty(of.column(name))) ? {} : { isComplete: true as const }),
    columns: names.map((name): EditorColumn => {
      const { title, kind, limits, options } = of.column(name);
      return {
        name,
        title: scene.translate(title),
        kind: kind === "quote" || kind === "refs" ? "text" : kind,
        ...(limits ? { most: limits.most } : {}),
        ...(options
          ? { options: Object.entries(options).map(([value, label]) => ({ value, label: scene.translate(label) })) }
          : {}),
      };
    }),
    rows: of.lines.map(({ lead, row }) => ({
      id: row.id,
      lead: [...lead],
      cells: Object.fromEntries(
        names.map((name) => {
          const isText = ["text", "long", "quote"].includes(of.column(name).kind);
          return [name, isText ? scene.show(valueOf(row, name)) : valueOf(row, name)];
        }),
      ),
    })),
  };
}

/** A value as its column stores it; undefined for one that does not fit. */
function parsed({ kind, schema, empty }: Column, text: string): unknown {
  if (text === "") return kind === "date" || schema.safeParse(empty).success ? empty : undefined;
  if (kind === "date" && !date.safeParse(text).success) return undefined;
  const value: unknown = kind === "number" ? Number(text.replace(",", ".")) : text;
  const result = schema.safeParse(value);
  return result.success ? result.data : undefined;
}

/** The rows of a list after a change; null for one that does not fit it. */
export function editedRows(
  change: ValueChange,
  of: {
    isFixed: boolean;
    rows: readonly Row[];
    /** Whether there is such a row, written or not. */
    isKnown: (id: string) => boolean;
    complete: (cells: Readonly<Record<string, unknown>>, id: string) => Row;
    column: (name: string) => Column | undefined;
  },
): Row[] | null {
  const { rows } = of;
  const cellsOf = (cells: Readonly<Record<string, string>>): Record<string, unknown> | null => {
    const entries = Object.entries(cells).map(([name, text]) => {
      const column = of.column(name);
      return [name, column && isEditable(column) ? parsed(column, text) : undefined] as const;
    });
    return entries.some(([, value]) => value === undefined) ? null : Object.fromEntries(entries);
  };
  switch (change.kind) {
    case "prose":
      return null;
    case "text": {
      const [, id = "", name = ""] = change.at.split("/");
      const cells = cellsOf({ [name]: change.text });
      if (!cells || !of.isKnown(id)) return null;
      return rows.some((row) => row.id === id)
        ? rows.map((row) => (row.id === id ? { ...row, ...cells } : row))
        : [...rows, of.complete(cells, id)];
    }
    case "addRow": {
      const cells = cellsOf(change.cells);
      if (of.isFixed || !cells || rows.some(({ id }) => id === change.id)) return null;
      const at = change.after === null ? 0 : rows.findIndex(({ id }) => id === change.after) + 1;
      if (change.after !== null && at === 0) return null;
      return rows.toSpliced(at, 0, of.complete(cells, change.id));
    }
    case "removeRow":
      return of.isFixed || !rows.some(({ id }) => id === change.id) ? null : rows.filter(({ id }) => id !== change.id);
    case "moveRow": {
      const from = rows.findIndex(({ id }) => id === change.id);
      const row = rows[from];
      return of.isFixed || !row ? null : rows.toSpliced(from, 1).toSpliced(change.to, 0, row);
    }
  }
}
