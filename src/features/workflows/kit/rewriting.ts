import { noHandEdits } from "#src/features/documents/document.ts";
import type { RewriteOffer, SectionEditor } from "#src/features/documents/edits.ts";
import type { CommonForm } from "../workflow.ts";
import type { Core } from "./core.ts";
import { EditRefusedError } from "./editing.ts";
import { layoutOf, shownSections } from "./layout.ts";
import type { SectionDef } from "./sections.ts";
import type { RunState, Scene } from "./state.ts";
import type { CompiledWorkflow, RewrittenSection } from "./workflowSpec.ts";

/* A rewritten section: what is offered of it, and what the person accepts. */

interface Row {
  id: string;
}
const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

/** Ids of rows from one piece of material share the prefix before their number. */
const groupOf = (id: string): string => id.replace(/-\d+$/, "");

/** Rows in other words take the ids of those that they stand for, in their order: what hangs on a row stays with it. */
export function withOldIds(before: readonly Row[], after: readonly Row[]): Row[] {
  const known = new Set(before.map(({ id }) => id));
  const there = new Set(after.map(({ id }) => id));
  const free = Map.groupBy(
    before.filter(({ id }) => !there.has(id)),
    ({ id }) => groupOf(id),
  );
  return after.map((row) => {
    const id = known.has(row.id) ? undefined : free.get(groupOf(row.id))?.shift()?.id;
    return id === undefined ? row : { ...row, id };
  });
}

const isSameText = (a = "", b = ""): boolean => a.trim() === b.trim();
const isSameRow = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  Object.keys(a).every((name) => isSameText(a[name], b[name]));

/** Whether accepting all of an offer would change nothing that people read. */
export const isEmptyOffer = (offer: RewriteOffer): boolean =>
  offer.kind === "rows"
    ? offer.rows.length === 0
    : offer.before.length === offer.after.length &&
      offer.before.every((text, index) => isSameText(text, offer.after[index]));

type RowsEditor = Extract<SectionEditor, { kind: "rows" }>;

function offeredRows(now: RowsEditor, then: RowsEditor, of: RewrittenSection): RewriteOffer {
  const known = new Set(of.baseIds);
  const before = new Map(now.rows.map((row) => [row.id, row]));
  const after = new Map(then.rows.map((row) => [row.id, row]));
  const changed = now.rows.flatMap((row) => {
    const next = after.get(row.id);
    // A row that came since then is none of the writer's business, and one that was given up stays.
    if (!next && (!known.has(row.id) || of.keepsMissing || !now.isOpen)) return [];
    if (next && isSameRow(row.cells, next.cells)) return [];
    return [{ id: row.id, lead: row.lead, before: row.cells, after: next?.cells ?? null }];
  });
  const added = now.isOpen
    ? then.rows
        .filter(({ id }) => !before.has(id) && !known.has(id))
        .map(({ id, lead, cells }) => ({ id, lead, before: null, after: cells }))
    : [];
  return { kind: "rows", columns: now.columns, rows: [...changed, ...added] };
}

export function rewriting<Form extends CommonForm, Facts>(
  core: Core<Form, Facts>,
  { edit }: Pick<CompiledWorkflow<Form>, "edit">,
): Pick<CompiledWorkflow<Form>, "rewritable" | "rewritten" | "rewriteOffer" | "acceptRewrite"> {
  type S = Scene<Form, Facts>;
  const { sceneOf } = core;

  const isWritten = (scene: S, section: SectionDef<Form, Facts> | undefined): section is SectionDef<Form, Facts> =>
    section !== undefined &&
    section.schema !== null &&
    !section.isComputed &&
    section.when(scene) &&
    section.editor(scene) !== null;

  const withValue = (state: RunState, key: string, value: unknown): RunState => ({
    ...state,
    answer: { ...state.answer, [key]: value },
  });

  const offerOf = (scene: S, of: RewrittenSection): RewriteOffer | null => {
    const section = core.section(of.section);
    if (!isWritten(scene, section)) return null;
    const now = section.editor(scene);
    const then = section.editor(sceneOf(scene.form, scene.context, withValue(scene.state, of.section, of.value)));
    if (now?.kind === "prose" && then?.kind === "prose")
      return { kind: "prose", before: now.paragraphs, after: then.paragraphs };
    return now?.kind === "rows" && then?.kind === "rows" ? offeredRows(now, then, of) : null;
  };

  /** A row that the writer added, behind the row that it follows in the writer's list. */
  const withRow = (state: RunState, of: RewrittenSection, id: string): RunState => {
    const rows = rowsOf(state.answer[of.section]);
    const proposed = rowsOf(of.value);
    const at = proposed.findIndex((row) => row.id === id);
    const row = proposed[at];
    if (!row || rows.some((one) => one.id === id)) throw new EditRefusedError("gone");
    const before = proposed
      .slice(0, at)
      .toReversed()
      .find((one) => rows.some((known) => known.id === one.id));
    const place = before ? rows.findIndex((one) => one.id === before.id) + 1 : 0;
    return withValue(state, of.section, rows.toSpliced(place, 0, row));
  };

  /** Rows that read as the writer proposed them bring their quotes and references along. */
  const withProofs = (form: Form, scene: S, of: RewrittenSection, accepted: ReadonlySet<string>): RunState => {
    const section = core.section(of.section);
    const now = section?.editor(scene);
    const then = section?.editor(sceneOf(form, scene.context, withValue(scene.state, of.section, of.value)));
    if (now?.kind !== "rows" || then?.kind !== "rows") return scene.state;
    const cells = new Map(then.rows.map((row) => [row.id, row.cells]));
    const proposed = new Map(rowsOf(of.value).map((row) => [row.id, row]));
    const isTaken = new Set(
      now.rows
        .filter((row) => accepted.has(row.id) && isSameRow(row.cells, cells.get(row.id) ?? {}))
        .map(({ id }) => id),
    );
    const rows = rowsOf(scene.state.answer[of.section]);
    return withValue(
      scene.state,
      of.section,
      rows.map((row) => (isTaken.has(row.id) ? (proposed.get(row.id) ?? row) : row)),
    );
  };

  /** The section was written for what is asked of it now. */
  const upToDate = (form: Form, context: S["context"], state: RunState, key: string): RunState => {
    const scene = sceneOf(form, context, state);
    const briefs =
      core
        .section(key)
        ?.parts(scene)
        .map((part) => [part.key, core.briefOf(scene, part)]) ?? [];
    return { ...state, done: { ...state.done, ...Object.fromEntries(briefs) } };
  };

  return {
    rewritable(form, context, state) {
      const scene = sceneOf(form, context, state);
      const sections = shownSections(core, scene);
      const there = layoutOf(
        sections.map(({ key }) => key),
        state.edits ?? noHandEdits,
      );
      return sections
        .filter((section) => there.includes(section.key) && isWritten(scene, section))
        .map(({ key }) => key);
    },

    rewritten(before, after, section, { keepsMissing }) {
      const value = after.answer[section];
      const rows = rowsOf(before.answer[section]);
      const isList = [...rows, ...rowsOf(value)].some((row) => typeof row === "object");
      return {
        section,
        value: isList ? withOldIds(rows, rowsOf(value)) : value,
        baseIds: isList ? rows.map(({ id }) => id) : [],
        keepsMissing,
      };
    },

    rewriteOffer: (form, context, state, of) => offerOf(sceneOf(form, context, state), of),

    acceptRewrite(form, context, state, of, choice, moment) {
      const scene = sceneOf(form, context, state);
      const section = core.section(of.section);
      if (!isWritten(scene, section)) throw new EditRefusedError("gone");
      const key = of.section;
      const proposedScene = sceneOf(form, context, withValue(state, key, of.value));
      const proposed = section.texts(proposedScene).map(({ text }) => text);
      const at = { ...moment, proposed };
      if (choice.kind === "prose") {
        const { was, paragraphs } = choice;
        const next = edit(form, context, state, { kind: "prose", section: key, was, paragraphs }, at);
        if (next.state === state) return next;
        return { ...next, state: upToDate(next.form, context, next.state, key) };
      }
      const isOwn = (place: string): boolean => place.startsWith(`${key}/`);
      if (!choice.cells.every((cell) => isOwn(cell.at))) throw new EditRefusedError("unfit");
      let next = { state, form };
      const change = (one: Parameters<typeof edit>[3]): void => {
        next = edit(next.form, context, next.state, one, at);
      };
      for (const cell of choice.cells) change({ kind: "text", ...cell });
      for (const id of choice.remove) change({ kind: "removeRow", section: key, id });
      for (const { id, cells } of choice.add) {
        next = { ...next, state: withRow(next.state, of, id) };
        const editor = section.editor(sceneOf(next.form, context, next.state));
        const row = editor?.kind === "rows" ? editor.rows.find((one) => one.id === id) : undefined;
        for (const [name, text] of Object.entries(cells))
          change({ kind: "text", at: `${key}/${id}/${name}`, was: row?.cells[name] ?? "", text });
      }
      if (next.state === state) return next;
      const accepted = new Set([
        ...choice.cells.map((cell) => cell.at.split("/")[1] ?? ""),
        ...choice.add.map(({ id }) => id),
      ]);
      const proven = withProofs(next.form, sceneOf(next.form, context, next.state), of, accepted);
      return { form: next.form, state: upToDate(next.form, context, proven, key) };
    },
  };
}
