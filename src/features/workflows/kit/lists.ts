import type { CommonForm } from "../workflow.ts";
import type { Bilingual } from "./bilingual.ts";
import type { Columns, RowOf } from "./columns.ts";
import { rowsSection, type ListSpec, type RowsSection, type Seed } from "./rows.ts";
import {
  computedSection,
  errorIssue,
  type Material,
  type Part,
  type ProseSpec,
  proseSection,
  type SectionDef,
} from "./sections.ts";
import type { Scene } from "./state.ts";

/** A list of records whose number the writer chooses. */
export interface FreeRowsSpec<S, C extends Columns> extends ListSpec<S, C> {
  ask: string;
  /** Least and most rows. */
  count: readonly [least: number, most: number];
  /** Rows of the person's own words, for a document without a writer. */
  own?: (scene: S) => Partial<RowOf<C>>[];
}

/** Exactly one row for each item that is fixed before. */
export interface RowPerItemSpec<S, C extends Columns> extends ListSpec<S, C> {
  ask: string;
  items: (scene: S) => readonly Seed<C>[];
  /** Rows of this run; unless given, those that were not there when it began. */
  now?: (scene: S) => readonly string[];
  /** One question after the other, each shown the end of the text before. */
  inOrder?: true;
  /** Most rows of one question; from the sizes of the columns unless given. */
  perQuestion?: number;
}

/** Any number of rows from each piece of long material; a row without its quote is dropped. */
export interface RowsFromTextSpec<S, C extends Columns> extends ListSpec<S, C> {
  ask: string;
  pieces: (scene: S) => readonly Material[];
  /** Lines that a reader of a piece needs beside it, each with the id by which a row may name it. */
  named?: (scene: S) => readonly NumberedLine[];
  own?: (scene: S) => Partial<RowOf<C>>[];
}

/** Rows that code makes of what was read; stored, so that they can be edited. */
export interface ComputedRowsSpec<S, C extends Columns> extends ListSpec<S, C> {
  rows: (scene: S) => RowOf<C>[];
}

/** Rows of one question about a piece, at most; only to estimate its size. */
const rowsOfPiece = 12;
/** Characters of the text before that a writer is shown. */
const charactersBefore = 1500;

/**
 * The ways to define the sections of a workflow. A section may refer only to sections above it (TypeScript infers in
 * a circle otherwise); everything else goes through `facts`, whose interface is written out.
 */
export function sectionsFor<Form extends CommonForm, Facts>() {
  type S = Scene<Form, Facts>;

  const prose = (key: string, title: Bilingual, spec: ProseSpec<S>) => proseSection<Form, Facts>(key, title, spec);
  const computed = (
    key: string,
    title: Bilingual,
    blocks: (scene: S) => ReturnType<SectionDef<Form, Facts>["blocks"]>,
    when?: (scene: S) => boolean,
  ) => computedSection<Form, Facts>(key, title, blocks, when);

  function freeRows<const C extends Columns>(
    key: string,
    title: Bilingual,
    columns: C,
    spec: FreeRowsSpec<S, C>,
  ): RowsSection<Form, Facts, C> {
    const [least, most] = spec.count;
    const prefix = key.slice(0, 1);
    return rowsSection<Form, Facts, C>(key, title, columns, spec, {
      isComputed: false,
      request: `${spec.ask} ${least === most ? String(least) : `${least} to ${most}`} entries.`,
      seeds: () => [],
      parts: (_, { rowSize }) => [{ key, section: key, ids: [], size: most * rowSize }],
      merge: (scene, _, given, { of, withIds }) => withIds(of(scene), given, prefix),
      skeleton: (scene, { complete }) =>
        (spec.own?.(scene) ?? []).map((row, index) => complete(row, row.id ?? `${prefix}-${index + 1}`)),
      check: (_, rows) =>
        rows.length < least ? [errorIssue("tooFew", key, { found: rows.length, wanted: least })] : [],
    });
  }

  function rowPerItem<const C extends Columns>(
    key: string,
    title: Bilingual,
    columns: C,
    spec: RowPerItemSpec<S, C>,
  ): RowsSection<Form, Facts, C> {
    const itemsOf = oncePerScene(spec.items);
    return rowsSection<Form, Facts, C>(key, title, columns, spec, {
      isComputed: false,
      isFixed: true,
      request: `${spec.ask} Exactly one entry for each id of the block “rows ${key}”, in this order.`,
      seeds: itemsOf,
      parts: (scene, { rowSize, of, textOf }) => {
        const there = new Set(of({ answer: scene.state.start }).map(({ id }) => id));
        const rewrite = scene.state.rewrite?.key === key ? scene.state.rewrite.ids : undefined;
        const now = spec.now?.(scene);
        const items = itemsOf(scene);
        const wanted = items.filter(({ id }) =>
          rewrite ? rewrite.length === 0 || rewrite.includes(id) : (now?.includes(id) ?? !there.has(id)),
        );
        const parts: Part[] = wanted
          .filter(({ about }) => about)
          .map(({ id, about = [] }) => ({ key: `${key}:${id}`, section: key, ids: [id], about, size: rowSize }));
        const shared = wanted.filter(({ about }) => !about);
        const per = Math.max(1, spec.perQuestion ?? Math.floor(scene.state.room.answer / rowSize));
        for (let from = 0; from < shared.length; from += per) {
          const ids = shared.slice(from, from + per).map(({ id }) => id);
          parts.push({ key: `${key}:${ids[0]}-${ids.at(-1)}`, section: key, ids, size: ids.length * rowSize });
        }
        const dated = parts.map((part) =>
          part.ids.some((id) => there.has(id)) ? { ...part, old: textOf(part.ids, scene.state.start) } : part,
        );
        if (!spec.inOrder) return dated;
        const next = dated.find((part) => !(part.key in scene.state.done));
        const index = items.findIndex(({ id }) => id === next?.ids[0]);
        const last = items[index - 1]?.id;
        const before = last === undefined ? "" : textOf([last], scene.answer).slice(-charactersBefore);
        return dated
          .filter((part) => part.key in scene.state.done || part === next)
          .map((part) => (part === next ? { ...part, before } : part));
      },
      merge: (scene, part, given, { of }) => {
        const wanted = new Set(part.ids);
        const byId = new Map(given.filter(({ id }) => wanted.has(id)).map((row) => [row.id, row]));
        return [...of(scene).filter(({ id }) => !byId.has(id)), ...byId.values()];
      },
      skeleton: (scene, { of, complete }) => {
        const rows = of(scene);
        const missing = itemsOf(scene).filter(({ id }) => !rows.some((row) => row.id === id));
        return [...rows, ...missing.map(({ id, own }) => complete((own ?? {}) as Partial<RowOf<C>>, id))];
      },
      check: (scene, rows) => {
        const given = new Set(rows.map(({ id }) => id));
        const now = spec.now?.(scene);
        return itemsOf(scene)
          .filter(({ id }) => (now?.includes(id) ?? true) && !given.has(id))
          .map(({ id }) => errorIssue("rowMissing", `${key}/${id}`, { id }));
      },
    });
  }

  function rowsFromText<const C extends Columns>(
    key: string,
    title: Bilingual,
    columns: C,
    spec: RowsFromTextSpec<S, C>,
  ): RowsSection<Form, Facts, C> {
    const quotes = Object.keys(columns).filter((name) => columns[name]?.kind === "quote");
    const prefixOf = (part: Part): string => part.key.slice(key.length + 1);
    return rowsSection<Form, Facts, C>(key, title, columns, spec, {
      isComputed: false,
      request: `${spec.ask} As many entries as the material has, none when it has none.`,
      seeds: () => [],
      named: (scene) => spec.named?.(scene) ?? [],
      parts: (scene, { rowSize }) =>
        spec.pieces(scene).map((piece) => ({
          key: `${key}:${piece.id}`,
          section: key,
          ids: [],
          about: [piece],
          size: Math.min(scene.state.room.answer, rowsOfPiece * rowSize),
        })),
      merge: (scene, part, given, { of, withIds }) => {
        const isOld = (row: RowOf<C>): boolean => row.id.startsWith(`${prefixOf(part)}-`);
        // Without its quote a row says only what a writer believes.
        const proven = given.filter((row) => quotes.every((name) => Reflect.get(row, name) !== ""));
        return [...of(scene).filter((row) => !isOld(row)), ...withIds(of(scene).filter(isOld), proven, prefixOf(part))];
      },
      skeleton: (scene, { complete }) =>
        (spec.own?.(scene) ?? []).map((row, index) => complete(row, row.id ?? `${key.slice(0, 1)}-${index + 1}`)),
      check: () => [],
      // A row of a piece of a source, `s2.1-3`, rests on that source, also where no other writer may see it.
      sourcesOf: (rowId) => {
        const [, source] = /^(s\d{1,4})(?:\.\d+)?-\d+$/.exec(rowId) ?? [];
        return source === undefined ? undefined : [source];
      },
    });
  }

  function computedRows<const C extends Columns>(
    key: string,
    title: Bilingual,
    columns: C,
    spec: ComputedRowsSpec<S, C>,
  ): RowsSection<Form, Facts, C> {
    return rowsSection<Form, Facts, C>(key, title, columns, spec, {
      isComputed: true,
      request: null,
      seeds: () => [],
      parts: () => [],
      merge: (scene, _, __, { of }) => of(scene),
      skeleton: (scene) => spec.rows(scene),
      check: () => [],
    });
  }

  return { prose, computed, freeRows, rowPerItem, rowsFromText, computedRows };
}

/** Asked for by many and the same for all of them: a long plan has hundreds of items. */
function oncePerScene<S extends object, Value>(compute: (scene: S) => Value): (scene: S) => Value {
  const known = new WeakMap<S, { value: Value }>();
  return (scene) => {
    const kept = known.get(scene) ?? { value: compute(scene) };
    known.set(scene, kept);
    return kept.value;
  };
}

export interface NumberedLine {
  id: string;
  text: string;
}

/** Lines of the person with ids `prefix1…`, so that texts can point at them and code puts their words in. */
export const numberedLines = (lines: readonly string[], prefix: string): NumberedLine[] =>
  lines
    .map((text) => text.trim())
    .filter(Boolean)
    .map((text, index) => ({ id: `${prefix}${index + 1}`, text }));
