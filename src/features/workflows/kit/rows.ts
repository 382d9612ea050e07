import { z } from "zod";
import { type Likeness, likenessOf, similarityFrom } from "#src/kit/likeness.ts";
import type { Block, Issue } from "#src/features/documents/document.ts";
import type { CommonForm } from "../workflow.ts";
import { type Bilingual, half } from "./bilingual.ts";
import type { Column, Columns, RowOf } from "./columns.ts";
import { allText } from "./checks.ts";
import { cellIssues, likenessIssues } from "./rowChecks.ts";
import { editedRows, isEditable, rowsEditor } from "./rowEditing.ts";
import { rowGaps } from "./rowGaps.ts";
import {
  commonOf,
  type CommonSpec,
  gapNote,
  type Part,
  type SectionDef,
  tableOf,
  wholeSection,
  type WrittenText,
} from "./sections.ts";
import type { Answer, Scene } from "./state.ts";

/** Common to all lists of records, whoever creates their rows. */
export interface ListSpec<S, C extends Columns> extends CommonSpec<S> {
  /** `hidden` rows are for code: extracted facts, for instance. */
  as?: "table" | "cards" | "hidden";
  /** Titles of the cells that each row begins with, before the written ones. */
  lead?: readonly Bilingual[];
  /** Instead of a table or cards. */
  blocks?: (scene: S, rows: RowOf<C>[]) => Block[];
  /** Cells that identify a row in the editor; by default the computed cells before the written ones. */
  told?: (scene: S, row: RowOf<C>) => readonly string[];
  /** Rows of a series may resemble one another. */
  isSeries?: true;
  /** A story: its figures are invented, and no fault. */
  isFiction?: (scene: S) => boolean;
  /** Language of a row that is written in another one than the document. */
  languageOf?: (rowId: string) => string;
  /** Indexes of columns with numbers, for the default table. */
  numeric?: number[];
}

/** A line of a list that is fixed before anyone writes: a date, a name, an amount, a requirement. */
export interface Seed<C> {
  id: string;
  /** Text about the row in the prompt. */
  context: string;
  /** Computed cells before the written ones. */
  cells: readonly string[];
  /** The person's own words for a column. */
  own?: Partial<Omit<RowOf<C>, "id">>;
  /** Most characters of a column in this row, where a platform sets them. */
  limits?: Partial<Record<keyof C & string, number>>;
  /** Its own material: the row is a question of its own, and its page can say nothing to another row. */
  about?: readonly { id: string; title: string; text: string }[];
}

/** What differs between the four ways in which rows come about. */
export interface RowStrategy<Form extends CommonForm, Facts, C extends Columns> {
  isComputed: boolean;
  /** One row for each item that is fixed before: people fill rows in, and add or remove none. */
  isFixed?: true;
  parts: (scene: Scene<Form, Facts>, list: ListTools<C>) => Part[];
  /** First line of the prompt, after key and title; null when no writer is asked. */
  request: string | null;
  seeds: (scene: Scene<Form, Facts>) => readonly Seed<C>[];
  /** Lines whose ids rows may reference; every writer of a part sees them. */
  named?: (scene: Scene<Form, Facts>) => readonly { id: string; text: string }[];
  /** Rows after a writer has answered a part. */
  merge: (scene: Scene<Form, Facts>, part: Part, given: RowOf<C>[], list: ListTools<C>) => RowOf<C>[];
  skeleton: (scene: Scene<Form, Facts>, list: ListTools<C>) => RowOf<C>[];
  /** What is wrong with the number of rows. */
  check: (scene: Scene<Form, Facts>, rows: RowOf<C>[]) => Issue[];
  /** Sources that the writer of a row alone was shown; undefined for a row that may rest on any. */
  sourcesOf?: (rowId: string) => readonly string[] | undefined;
}

/** What a way needs to know of the list that it makes rows for. */
export interface ListTools<C extends Columns> {
  key: string;
  /** Characters of a usual row. */
  rowSize: number;
  /** Rows of an answer, complete also when it is half-written or older than a column. */
  of: (scene: { answer: Answer }) => RowOf<C>[];
  /** A row with every column. */
  complete: (row: Partial<RowOf<C>>, id: string) => RowOf<C>;
  /** All written cells of some rows as text. */
  textOf: (ids: readonly string[], answer: Answer) => string;
  /** Ids for new rows: a row that says the same keeps the id of before, edits and applied suggestions hang on it. */
  withIds: (before: readonly RowOf<C>[], after: readonly RowOf<C>[], prefix: string) => RowOf<C>[];
}

export type RowsSection<Form extends CommonForm, Facts, C extends Columns> = SectionDef<Form, Facts> & {
  of: (scene: { answer: Answer }) => RowOf<C>[];
};

const open: Bilingual = "to fill in | zu ergänzen";
/** Two rows whose first texts are this similar are the same row, written twice. */
const sameRow = 0.7;
/** A list of records whose rows come about in one of four ways, see `lists.ts`. */
export function rowsSection<Form extends CommonForm, Facts, const C extends Columns>(
  key: string,
  title: Bilingual,
  columns: C,
  spec: ListSpec<Scene<Form, Facts>, C>,
  way: RowStrategy<Form, Facts, C>,
): RowsSection<Form, Facts, C> {
  type S = Scene<Form, Facts>;
  type Row = RowOf<C>;
  const names = Object.keys(columns);
  const column = (name: string): Column => columns[name] as unknown as Column;
  const empty = Object.fromEntries(names.map((name) => [name, column(name).empty]));
  const cell = (row: Row, name: string): string => Reflect.get(row, name) as string;
  const isEmpty = (row: Row, name: string): boolean => {
    const value: unknown = cell(row, name);
    return value === "" || value === null || (Array.isArray(value) && value.length === 0);
  };
  const isLacking = (row: Row, name: string): boolean => isEmpty(row, name) && !column(name).isOptional;
  const complete = (row: Partial<Row>, id: string): Row => ({ ...empty, ...row, id }) as Row;
  const of = ({ answer }: { answer: Answer }): Row[] =>
    ((answer[key] as (Partial<Row> & { id?: string })[] | undefined) ?? []).map((row, index) =>
      complete(row, row.id ?? String(index + 1)),
    );
  const fields = Object.fromEntries(names.map((name) => [name, column(name).schema as z.ZodType]));
  const defaults = Object.fromEntries(
    names.map((name) => [name, (column(name).schema as z.ZodType).default(column(name).empty)]),
  );
  const firstText = names.find((name) => ["text", "quote"].includes(column(name).kind)) ?? "";
  const quotes = names.filter((name) => column(name).kind === "quote");
  const proofs = quotes.filter((name) => !column(name).isStatement);
  /** Sources that the writer of a row alone was shown, by row. */
  const aboutOf = (scene: S): ((rowId: string) => readonly string[] | undefined) => {
    const seeded = new Map(
      way.seeds(scene).flatMap(({ id, about }) => (about ? [[id, about.map((one) => one.id)]] : [])),
    );
    return (rowId) => seeded.get(rowId) ?? way.sourcesOf?.(rowId);
  };

  const tools: ListTools<C> = {
    key,
    rowSize: names.reduce((sum, name) => sum + column(name).size, 20),
    of,
    complete,
    textOf: (ids, answer) =>
      of({ answer })
        .filter(({ id }) => ids.includes(id))
        .map((row) => names.map((name) => allText(cell(row, name))).join("\n"))
        .join("\n\n"),
    withIds: (before, after, prefix) => {
      // Rows without a text are distinguished by their order.
      const likeness = (row: Row): Likeness => likenessOf(firstText === "" ? "" : cell(row, firstText));
      const known = before.map((old) => ({ old, its: likeness(old) }));
      const pairs = after
        .flatMap((row) => {
          const own = likeness(row);
          return known.map(({ old, its }) => ({ row, old, score: similarityFrom(its, own, sameRow) }));
        })
        .filter(({ score }) => score >= sameRow)
        .toSorted((a, b) => b.score - a.score);
      const ids = new Map<Row, string>();
      const taken = new Set<string>();
      for (const { row, old } of pairs) {
        if (ids.has(row) || taken.has(old.id)) continue;
        ids.set(row, old.id);
        taken.add(old.id);
      }
      let last = Math.max(0, ...before.map(({ id }) => Number(id.slice(prefix.length + 1)) || 0));
      return after.map((row) => ({ ...row, id: ids.get(row) ?? `${prefix}-${++last}` }));
    },
  };

  const isGap = (row: Row, name: string): boolean => isLacking(row, name) && isEditable(column(name));
  const gaps = rowGaps<Row>({ key, names, column, isLacking: isGap, leads: spec.lead?.length ?? 0 });
  const cellsOf = (scene: S, row: Row): string[] =>
    names.map((name) => {
      if (!isEmpty(row, name)) return column(name).show(cell(row, name), scene);
      return gaps.isOpen(scene, row, name) && !scene.isWriting ? `[${scene.translate(open)}]` : "";
    });
  /** Rows as they are shown: those of a fixed list in its order, whether written or not. */
  const shown = (scene: S): { lead: readonly string[]; row: Row }[] => {
    const rows = of(scene);
    const seeds = way.seeds(scene);
    if (seeds.length === 0) return rows.map((row) => ({ lead: [], row }));
    const byId = new Map(rows.map((row) => [row.id, row]));
    return seeds.map(({ id, cells }) => ({ lead: cells, row: byId.get(id) ?? complete({}, id) }));
  };
  const headsOf = (scene: S): string[] =>
    [...(spec.lead ?? []), ...names.map((name) => column(name).title)].map((head) => scene.translate(head));

  const cards = (scene: S, lines: { lead: readonly string[]; row: Row }[]): Block[] => {
    const heads = headsOf(scene);
    return lines.flatMap(({ lead, row }): Block[] => {
      const values = [...lead, ...names.map((name) => column(name).show(cell(row, name), scene as never))];
      const filled = values.map((value, index) => ({ head: heads[index] ?? "", value })).filter(({ value }) => value);
      // A row that has just been begun has nothing to show yet.
      if (scene.isWriting && filled.length === 0) return [];
      const openNames = scene.isWriting ? [] : names.filter((name) => gaps.isOpen(scene, row, name));
      const [first, ...rest] = filled;
      return [
        { type: "h", text: first?.value ?? `[${scene.translate(open)}]` },
        ...(rest.length === 0
          ? []
          : [
              {
                type: "list" as const,
                ordered: false,
                items: rest.map(({ head, value }) => `${head}: ${value}`),
              },
            ]),
        ...openNames.map((name) =>
          gapNote({ at: gaps.cellPath(row, name), question: scene.translate(column(name).title) }),
        ),
      ];
    });
  };

  const isStored = (row: Row): boolean => quotes.length === 0 || quotes.some((name) => !isEmpty(row, name));

  /** A list that a person may begin. One with a row for each item of another list is begun there. */
  const canBegin = way.request !== null && way.isFixed !== true;
  /** Rows that lack something: of a list that was fixed before, else the list as one when it has none. */
  const lackingRows = (scene: S): number => {
    if (way.seeds(scene).length === 0) return of(scene).length === 0 && canBegin && gaps.isAsked(scene) ? 1 : 0;
    return shown(scene).filter(({ row }) => names.some((name) => gaps.isOpen(scene, row, name))).length;
  };
  /** Rows that were fixed before anyone wrote cannot come or go. */
  const isFixed = (scene: S): boolean => way.seeds(scene).length > 0 || way.isFixed === true;

  return {
    key,
    title,
    ...commonOf(spec),
    schema: z.array(z.object({ id: z.string().max(40), ...defaults })).max(20_000),
    asked: (part) =>
      z
        .array(z.object({ ...(part.ids.length > 0 ? { id: z.enum(part.ids as [string]) } : {}), ...fields }))
        .max(Math.max(part.ids.length, 80)),
    parts: (scene) => way.parts(scene, tools),
    ask: () =>
      way.request === null
        ? []
        : [`${key} (“${half(title, "en")}”): ${way.request}`, ...names.map((name) => `  ${name}: ${column(name).ask}`)],
    askedRows: (scene, part) => [
      ...(way.named?.(scene) ?? []).map(({ id, text }) => `${id} | ${text}`),
      ...way
        .seeds(scene)
        .filter(({ id }) => part.ids.includes(id))
        .map(({ id, context, limits }) =>
          [
            id,
            context,
            ...Object.entries(limits ?? {}).map(([name, most]) => `${name} at most ${String(most)} characters`),
          ].join(" | "),
        ),
    ],
    accept: (scene, part, given) => {
      const material = (part.about ?? scene.context.sources).map((one) => one.text).join("\n");
      const rows = (given as Partial<Row>[]).map((row) => {
        const kept = Object.fromEntries(
          names.map((name) => {
            const one = column(name);
            const { empty: none, kind } = one;
            const value: unknown = Reflect.get(Object(row), name);
            // Half-written answers come here too, when they are shown while they stream in.
            const isWhole =
              kind === "number"
                ? typeof value === "number"
                : kind === "refs"
                  ? Array.isArray(value) && value.every((id) => typeof id === "string")
                  : typeof value === "string";
            return [name, one.accept((isWhole && value !== null ? value : none) as string, scene, material)];
          }),
        );
        return complete(kept as Partial<Row>, part.ids.length > 0 ? String(row.id) : "");
      });
      return way.merge(scene, part, rows, tools);
    },
    skeleton: (scene) => way.skeleton(scene, tools),
    isComputed: way.isComputed,
    isHidden: spec.as === "hidden" && spec.blocks === undefined,
    texts: (scene) => {
      if (way.isComputed) return [];
      const about = aboutOf(scene);
      return of(scene).flatMap((row) =>
        names
          .filter((name) => ["text", "long"].includes(column(name).kind) && !isEmpty(row, name))
          .map((name): WrittenText => {
            // A quote follows the cell that it proves; a single quote proves the whole row.
            const behind = names[names.indexOf(name) + 1];
            const proof = proofs.length === 1 ? proofs[0] : proofs.find((other) => other === behind);
            const own = about(row.id);
            return {
              at: `${key}/${row.id}/${name}`,
              text: cell(row, name),
              ...(spec.isFiction?.(scene) ? { isFiction: true } : {}),
              ...(spec.languageOf ? { language: spec.languageOf(row.id) } : {}),
              ...(proof ? { quote: cell(row, proof) } : {}),
              ...(own ? { about: own } : {}),
            };
          }),
      );
    },
    statements: (scene) => {
      const statements = quotes.filter((name) => column(name).isStatement);
      if (statements.length === 0) return [];
      const about = aboutOf(scene);
      return of(scene).flatMap((row) =>
        statements
          .filter((name) => !isEmpty(row, name))
          .map((name): WrittenText => {
            const own = about(row.id);
            return { at: `${key}/${row.id}/${name}`, text: cell(row, name), ...(own ? { about: own } : {}) };
          }),
      );
    },
    blocks: (scene) => {
      if (spec.as === "hidden") return [];
      if (spec.blocks) return spec.blocks(scene, of(scene));
      const lines = shown(scene);
      if (lines.length === 0)
        return spec.gap && canBegin && gaps.isBlank(scene, lines)
          ? [gapNote({ at: wholeSection(key), question: scene.translate(spec.gap) })]
          : [];
      if (spec.as === "cards") return cards(scene, lines);
      const cells = gaps.cells(scene, lines);
      return tableOf(
        headsOf(scene),
        lines.map(({ lead, row }) => [...lead, ...cellsOf(scene, row)]),
        spec.numeric,
      ).map((table) => (cells.length > 0 ? { ...table, gaps: cells } : table) as Block);
    },
    gaps: (scene) => (spec.gap && spec.as !== "hidden" ? gaps.questions(scene, spec.gap, lackingRows(scene)) : []),
    openPlaces: (scene) => {
      if (spec.as === "hidden") return [];
      const lines = shown(scene);
      if (lines.length === 0) return gaps.whole(scene, canBegin ? spec.gap : undefined);
      return gaps.places(scene, lines, (row) =>
        firstText === "" ? "" : column(firstText).show(cell(row, firstText), scene),
      );
    },
    editor: (scene) =>
      spec.as === "hidden"
        ? null
        : rowsEditor(scene, {
            names,
            column,
            lines: shown(scene).map(({ lead, row }) => ({ row, lead: spec.told?.(scene, row) ?? lead })),
            isFixed: isFixed(scene),
          }),
    valueAt: (scene, at) => {
      const [, id, name = "", ...rest] = at.split("/");
      const row = shown(scene).find((line) => line.row.id === id)?.row;
      if (!row || !names.includes(name) || rest.length > 0) return null;
      const value: unknown = cell(row, name);
      return {
        text: value === null ? "" : String(value),
        isText: ["text", "long", "quote"].includes(column(name).kind),
      };
    },
    edited: (scene, change) =>
      editedRows(change, {
        isFixed: isFixed(scene),
        rows: of(scene),
        isKnown: (id) => shown(scene).some(({ row }) => row.id === id),
        complete: (cells, id) => complete(cells as Partial<Row>, id),
        column: (name) => (names.includes(name) ? column(name) : undefined),
      }),
    check: (scene) => {
      if (way.isComputed) return [];
      const rows = of(scene);
      const limits = new Map(
        way.seeds(scene).map((seed) => [seed.id, seed.limits as Record<string, number> | undefined]),
      );
      return [
        ...way.check(scene, rows),
        ...rows.filter(isStored).flatMap((row) =>
          names.flatMap((name) =>
            cellIssues(`${key}/${row.id}/${name}`, column(name), {
              value: cell(row, name),
              shown: ["text", "long"].includes(column(name).kind) ? scene.show(cell(row, name)) : "",
              most: limits.get(row.id)?.[name],
            }),
          ),
        ),
        ...(spec.isSeries || firstText === ""
          ? []
          : likenessIssues(
              key,
              rows.map((row) => ({ id: row.id, text: cell(row, firstText) })),
            )),
        ...(mostlyOpen(rows, names, isLacking) ? [{ level: "error" as const, code: "mostlyEmpty", at: key }] : []),
      ];
    },
    without: (value, places) =>
      ((value as Row[] | undefined) ?? []).filter((row) => !places.includes(`${key}/${row.id}`)),
    rewritten: (value, change) =>
      ((value as Row[] | undefined) ?? []).map((row) => ({
        ...row,
        ...Object.fromEntries(
          names
            .filter((name) => ["text", "long"].includes(column(name).kind) && typeof cell(row, name) === "string")
            .map((name) => [name, change(`${key}/${row.id}/${name}`, cell(row, name))]),
        ),
      })),
    of,
  };
}

/** Most required cells are empty: the list was not written. */
function mostlyOpen<Row>(rows: readonly Row[], names: readonly string[], isOpen: (row: Row, name: string) => boolean) {
  const opened = rows.reduce((sum, row) => sum + names.filter((name) => isOpen(row, name)).length, 0);
  return rows.length > 0 && opened * 2 > rows.length * names.length;
}
