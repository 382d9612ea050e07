import type { Bilingual } from "./bilingual.ts";
import type { Column } from "./columns.ts";
import { wholeSection } from "./sections.ts";
import type { PersonQuestion, Scene } from "./state.ts";

/** A row as it is shown, behind the computed cells that lead it. */
interface Line<Row> {
  lead: readonly string[];
  row: Row;
}

/** What of a list only the person can fill in: single cells, or the list as one while it is empty. */
export function rowGaps<Row extends { id: string }>(of: {
  key: string;
  names: readonly string[];
  column: (name: string) => Column;
  /** Whether a required cell is empty. */
  isLacking: (row: Row, name: string) => boolean;
  /** How many computed cells lead a row. */
  leads: number;
}) {
  const { key, names, column, isLacking, leads } = of;
  const whole = wholeSection(key);
  const cellPath = (row: Row, name: string): string => `${key}/${row.id}/${name}`;
  const isLeft = ({ state }: Scene, at: string): boolean => state.edits?.gaps[at]?.state === "left";
  const isOpen = (scene: Scene, row: Row, name: string): boolean =>
    isLacking(row, name) && !isLeft(scene, cellPath(row, name));
  /** Whether an empty list is asked about. */
  const isAsked = (scene: Scene): boolean => !isLeft(scene, whole);
  return {
    cellPath,
    isOpen,
    isAsked,
    isBlank: (scene: Scene, lines: readonly unknown[]): boolean =>
      lines.length === 0 && !scene.isWriting && isAsked(scene),
    /** @param count rows that lack something */
    questions: (scene: Scene, question: Bilingual, count: number): string[] =>
      count > 0 ? [scene.translate(question, { count })] : [],
    whole: (scene: Scene, question: Bilingual | undefined): PersonQuestion[] =>
      question !== undefined && !scene.isWriting && isAsked(scene)
        ? [{ at: whole, question: scene.translate(question, { count: 1 }) }]
        : [],
    /** @param titleOf names a row that has no leading computed cell */
    places: (scene: Scene, lines: readonly Line<Row>[], titleOf: (row: Row) => string): PersonQuestion[] =>
      scene.isWriting
        ? []
        : lines.flatMap(({ lead, row }) =>
            names
              .filter((name) => isOpen(scene, row, name))
              .map((name) => {
                const { title, limits } = column(name);
                return {
                  at: cellPath(row, name),
                  question: [lead[0] ?? titleOf(row), scene.translate(title)].filter(Boolean).join(": "),
                  ...(limits ? { most: limits.most } : {}),
                };
              }),
          ),
    /** Cells of the usual table, by row and column. */
    cells: (scene: Scene, lines: readonly Line<Row>[]): { row: number; column: number; at: string }[] =>
      scene.isWriting
        ? []
        : lines.flatMap(({ row }, line) =>
            names.flatMap((name, index) =>
              isOpen(scene, row, name) ? [{ row: line, column: leads + index, at: cellPath(row, name) }] : [],
            ),
          ),
  };
}
