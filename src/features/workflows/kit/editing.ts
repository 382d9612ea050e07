import { type HandEdits, handEdits, noHandEdits } from "#src/features/documents/document.ts";
import type { Edit } from "#src/features/documents/edits.ts";
import type { CommonForm } from "../workflow.ts";
import { protectedText, sentencesOf } from "./claims.ts";
import type { Core } from "./core.ts";
import { changedField } from "./fieldEditing.ts";
import { fieldGaps } from "./fields.ts";
import { blocksOf, questionsOf, textsIn, unitOf } from "./openQuestions.ts";
import { formPathPrefix, questionMark, sectionOf } from "./questionPaths.ts";
import { editedText, type KnownTexts, knownTexts } from "./handText.ts";
import { isOwnSection, layoutOf, ownSectionKey, shownSections } from "./layout.ts";
import { type ValueChange, wholeSection } from "./sections.ts";
import type { Answer, RunState, Scene } from "./state.ts";
import type { CompiledWorkflow, EditMoment } from "./workflowSpec.ts";

/**
 * Why an edit was rejected. `stale`: the text has changed; `gone`: it no longer exists; `unfit`: the value is invalid.
 */
export type EditRefusal = "stale" | "gone" | "unfit";

export class EditRefusedError extends Error {
  readonly reason: EditRefusal;
  constructor(reason: EditRefusal) {
    super(`the edit was refused: ${reason}`);
    this.reason = reason;
  }
}

const refuse = (reason: EditRefusal): never => {
  throw new EditRefusedError(reason);
};

/** Rows that one answer may bring. */
const maxLines = 80;
/** Sentences that one edit may bring: each is judged and marked whenever the document is computed. */
const maxSentences = 10_000;

const valueOf = <Value>(values: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  values && Object.hasOwn(values, name) ? values[name] : undefined;
const gapAt = ({ edits }: RunState, at: string): HandEdits["gaps"][string] | undefined => valueOf(edits?.gaps, at);

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, index) => text.trim() === b[index]?.trim());

/** What a person may do with a finished document. */
export function editing<Form extends CommonForm, Facts>(
  core: Core<Form, Facts>,
): Pick<CompiledWorkflow<Form>, "edit" | "editor"> {
  type S = Scene<Form, Facts>;
  const { spec, sceneOf } = core;

  const sectionAt = (at: string) => core.section(sectionOf(at)) ?? refuse("gone");

  const prose = (answer: Answer, key: string): string[] => {
    const value = answer[key];
    return Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];
  };

  const withValue = (scene: S, key: string, change: ValueChange): RunState => {
    const section = core.section(key);
    const value = section?.edited(scene, change) ?? refuse("unfit");
    // What its schema does not take could never be opened again.
    if (section?.schema?.safeParse(value).success !== true) return refuse("unfit");
    return { ...scene.state, answer: { ...scene.state.answer, [key]: value } };
  };

  /** Records which unit the person edited and its original value; clears the record when the original is back. */
  const withOwn = (
    { state, ...scene }: Pick<S, "state" | "show" | "context">,
    unit: string,
    of: { before: readonly string[]; after: readonly string[]; own: readonly string[]; now: string },
  ): RunState => {
    const edits = state.edits ?? noHandEdits;
    const { [unit]: known, ...others } = edits.own;
    const stored = known?.stored ?? [...of.before];
    if (isSame(stored, of.after)) return { ...state, edits: { ...edits, own: others } };
    const there = new Set(of.after.flatMap((text) => sentencesOf(text, scene.context.language)));
    const sentences = [...new Set([...(known?.sentences ?? []), ...of.own])].filter((one) => there.has(one));
    const original = known?.original ?? of.before.map((text) => scene.show(text));
    return {
      ...state,
      edits: { ...edits, own: { ...others, [unit]: { sentences, original, stored, changedAt: of.now } } },
    };
  };

  const textScene = (scene: S) => ({ ...scene, figures: core.figuresOf(scene) });
  const knownIn = (scene: S, texts: readonly string[]): KnownTexts => knownTexts(texts, textScene(scene));

  const editText = (scene: S, at: string, text: string, { now, proposed = [] }: EditMoment): RunState => {
    const { key, ...section } = sectionAt(at);
    const value = section.valueAt(scene, at) ?? refuse("gone");
    if (!value.isText) return withValue(scene, key, { kind: "text", at, text });
    const unit = unitOf(at);
    const { stored, own } = editedText(text, knownIn(scene, [value.text, ...proposed]), textScene(scene));
    const state = withValue(scene, key, { kind: "text", at, text: stored });
    const isProse = unit === key;
    const before = isProse ? prose(scene.answer, key) : value.text === "" ? [] : [value.text];
    const after = isProse ? prose(state.answer, key) : stored === "" ? [] : [stored];
    return withOwn({ ...scene, state }, unit, { before, after, own, now });
  };

  const editProse = (
    scene: S,
    key: string,
    paragraphs: readonly string[],
    { now, proposed = [] }: EditMoment,
  ): RunState => {
    const before = prose(scene.answer, key);
    const known = knownIn(scene, [...before, ...proposed]);
    const edited = paragraphs.map((text) => editedText(text.trim(), known, textScene(scene)));
    const after = edited.map(({ stored }) => stored).filter((text) => text !== "");
    const state = withValue(scene, key, { kind: "prose", paragraphs: after });
    return withOwn({ ...scene, state }, key, { before, after, own: edited.flatMap(({ own }) => own), now });
  };

  const shownKeys = (scene: S): string[] =>
    shownSections(core, scene)
      .filter(({ isHidden }) => !isHidden)
      .map(({ key }) => key);

  const withEdits = (scene: S, change: (edits: HandEdits) => HandEdits): RunState => ({
    ...scene.state,
    edits: change(scene.state.edits ?? noHandEdits),
  });
  const closed = (state: RunState, at: string, gap: HandEdits["gaps"][string]): RunState => {
    const edits = state.edits ?? noHandEdits;
    return { ...state, edits: { ...edits, gaps: { ...edits.gaps, [at]: gap } } };
  };

  /** Whether the document asks for something at a place now, or would if it were not closed. */
  const isAsked = (scene: S, form: Form, at: string): boolean => {
    if (at.startsWith(formPathPrefix))
      return fieldGaps(spec.form, form).some(({ field }) => at === `${formPathPrefix}${field}`);
    const key = sectionOf(at);
    if (at.slice(key.length + 1).startsWith(questionMark)) return questionsOf(core, scene).has(at);
    return (
      core
        .section(key)
        ?.openPlaces(scene)
        .some((gap) => gap.at === at) === true
    );
  };

  const leave = (scene: S, form: Form, at: string, now: string): RunState => {
    const gap = gapAt(scene.state, at);
    if (gap?.state === "left") return scene.state;
    const asked = isAsked(scene, form, at);
    // An answer that exists only in its gap would be lost with it.
    if (gap && (gap.answer !== undefined || !asked)) return refuse("stale");
    if (!asked) return refuse("gone");
    const question = questionsOf(core, scene).get(at) || questionAt(scene, at, form);
    return closed(scene.state, at, { state: "left", question, changedAt: now });
  };

  const ticked = (scene: S, at: string, done: boolean): RunState => {
    const section = core.section(sectionOf(at)) ?? refuse("gone");
    const isThere = blocksOf(core, section, scene).some(
      (block) => block.type === "checklist" && block.items.some((item) => item.at === at),
    );
    if (!isThere) return refuse("gone");
    return withEdits(scene, (edits) => ({ ...edits, ticks: { ...edits.ticks, [at]: done } }));
  };

  /** The question at a place, as the document asks it now. */
  const questionAt = (scene: S, at: string, form: Form): string =>
    core
      .section(sectionOf(at))
      ?.openPlaces(scene)
      .find((gap) => gap.at === at)?.question ??
    (at.startsWith(formPathPrefix)
      ? changedField(spec.form, form, at.slice(formPathPrefix.length), null)?.question
      : undefined) ??
    gapAt(scene.state, at)?.question ??
    "";

  const fill = (
    scene: S,
    form: Form,
    at: string,
    text: string,
    moment: EditMoment,
  ): { state: RunState; form: Form } => {
    // Somebody has written there since it was asked.
    if (!isAsked(scene, form, at) && !gapAt(scene.state, at))
      return refuse(core.section(sectionOf(at)) ? "stale" : "gone");
    const filled = { state: "filled" as const, question: questionAt(scene, at, form), changedAt: moment.now };
    if (at.startsWith(formPathPrefix)) {
      const changed = changedField(spec.form, form, at.slice(formPathPrefix.length), text) ?? refuse("gone");
      if (changed.form === null) return refuse("unfit");
      const question = scene.translate(changed.question);
      return { state: closed(scene.state, at, { ...filled, question }), form: changed.form };
    }
    const key = sectionOf(at);
    if (at.slice(key.length + 1).startsWith(questionMark)) {
      const question = questionsOf(core, scene).get(at) ?? gapAt(scene.state, at)?.question ?? refuse("gone");
      return { state: closed(scene.state, at, { ...filled, question, answer: text.trim() }), form };
    }
    const section = core.section(key) ?? refuse("gone");
    if (at !== wholeSection(key)) return { state: closed(editText(scene, at, text, moment), at, filled), form };
    const editor = section.editor(scene);
    if (editor?.kind === "prose")
      return {
        state: closed(editProse(scene, key, [...editor.paragraphs, ...text.split(/\n{2,}/)], moment), at, filled),
        form,
      };
    const columns = editor?.kind === "rows" ? editor.columns : [];
    const first = columns.find(({ kind }) => kind === "text" || kind === "long") ?? columns[0];
    if (!first) return refuse("gone");
    const lines = text.split(/\n+/).filter((line) => line.trim() !== "");
    if (lines.length > maxLines) return refuse("unfit");
    const state = lines.reduce<RunState>(
      (known, line, index) =>
        editRow(
          sceneOf(form, scene.context, known),
          { kind: "addRow", section: key, after: null, cells: { [first.name]: line } },
          { ...moment, newId: `${moment.newId}${index}` },
        ),
      scene.state,
    );
    return { state: closed(state, at, filled), form };
  };

  function editRow(
    scene: S,
    edit: Extract<Edit, { section: string; kind: `${string}Row` }>,
    moment: EditMoment,
  ): RunState {
    const section = core.section(edit.section) ?? refuse("gone");
    if (edit.kind === "removeRow") return withoutRow(withValue(scene, section.key, edit), section.key, edit.id);
    if (edit.kind === "moveRow") return withValue(scene, section.key, edit);
    const id = `h-${moment.newId}`;
    const editor = section.editor(scene);
    const kinds = new Map(editor?.kind === "rows" ? editor.columns.map(({ name, kind }) => [name, kind]) : []);
    const isText = (name: string): boolean => ["text", "long"].includes(kinds.get(name) ?? "");
    const typed = (text: string): string => protectedText(text.trim(), core.figuresOf(scene));
    const cells = Object.entries(edit.cells).filter(([, text]) => text.trim() !== "");
    const state = withValue(scene, section.key, {
      kind: "addRow",
      id,
      after: edit.after,
      cells: Object.fromEntries(cells.map(([name, text]) => [name, isText(name) ? typed(text) : text.trim()])),
    });
    const edits = state.edits ?? noHandEdits;
    const own = cells
      .filter(([name]) => isText(name))
      .map(([name, text]) => [
        `${section.key}/${id}/${name}`,
        {
          sentences: sentencesOf(typed(text), scene.context.language),
          original: [],
          stored: [],
          changedAt: moment.now,
        },
      ]);
    return { ...state, edits: { ...edits, own: { ...edits.own, ...Object.fromEntries(own) } } };
  }

  function editSection(scene: S, edit: Edit, moment: EditMoment): RunState {
    const edits = scene.state.edits ?? noHandEdits;
    const keys = layoutOf(shownKeys(scene), edits);
    switch (edit.kind) {
      case "addSection": {
        const key = ownSectionKey(moment.newId);
        const at = edit.after === null ? 0 : keys.indexOf(edit.after) + 1;
        if (edit.after !== null && at === 0) return refuse("gone");
        const added = { key, title: edit.title, paragraphs: edit.paragraphs.map((one) => one.trim()).filter(Boolean) };
        return withEdits(scene, () => ({
          ...edits,
          added: [...edits.added, added],
          order: keys.toSpliced(at, 0, key),
        }));
      }
      case "moveSection": {
        const from = keys.indexOf(edit.section);
        const to = from + edit.by;
        if (from < 0 || to < 0 || to >= keys.length) return refuse("gone");
        const order = keys.toSpliced(from, 1).toSpliced(to, 0, edit.section);
        return withEdits(scene, () => ({ ...edits, order }));
      }
      case "removeSection":
        if (!keys.includes(edit.section)) return refuse("gone");
        // A section added by the person is stored only here.
        if (isOwnSection(edit.section))
          return withEdits(scene, () => ({
            ...edits,
            added: edits.added.filter(({ key }) => key !== edit.section),
            order: edits.order.filter((key) => key !== edit.section),
          }));
        return withEdits(scene, () => ({ ...edits, removed: [...edits.removed, edit.section] }));
      case "returnSection":
        if (!edits.removed.includes(edit.section)) return refuse("gone");
        return withEdits(scene, () => ({ ...edits, removed: edits.removed.filter((key) => key !== edit.section) }));
      default:
        return refuse("unfit");
    }
  }

  /** Restores the text from before the first edit. */
  const original = (scene: S, at: string): RunState => {
    const own = valueOf(scene.state.edits?.own, at) ?? refuse("gone");
    const section = core.section(at.includes("/") ? sectionOf(at) : at) ?? refuse("gone");
    const change: ValueChange =
      section.key === at ? { kind: "prose", paragraphs: own.stored } : { kind: "text", at, text: own.stored[0] ?? "" };
    const state = withValue(scene, section.key, change);
    const edits = state.edits ?? noHandEdits;
    const { [at]: _, ...others } = edits.own;
    const filled = section.key === at ? wholeSection(at) : at;
    const { [filled]: gap, ...gaps } = edits.gaps;
    return { ...state, edits: { ...edits, own: others, gaps: gap?.state === "filled" ? gaps : edits.gaps } };
  };

  const reopened = (scene: S, form: Form, at: string): { state: RunState; form: Form } => {
    const edits = scene.state.edits ?? noHandEdits;
    const gap = gapAt(scene.state, at) ?? refuse("gone");
    const unit = at === wholeSection(sectionOf(at)) ? sectionOf(at) : at;
    const base = gap.state === "filled" && edits.own[unit] ? original(scene, unit) : scene.state;
    const before = base.edits ?? noHandEdits;
    const { [at]: _, ...gaps } = before.gaps;
    const cleared = at.startsWith(formPathPrefix)
      ? changedField(spec.form, form, at.slice(formPathPrefix.length), "")
      : null;
    return { state: { ...base, edits: { ...before, gaps } }, form: cleared?.form ?? form };
  };

  return {
    editor(form, context, state, key) {
      const scene = sceneOf(form, context, state);
      const own = state.edits?.added.find((section) => section.key === key);
      if (own) return { kind: "prose", paragraphs: own.paragraphs };
      const section = core.section(key);
      return section ? (section.editor(scene) ?? textsIn(core, scene, section)) : null;
    },

    edit(form, context, state, edit, moment) {
      const typed = "paragraphs" in edit ? edit.paragraphs : [];
      if (typed.flatMap((text) => sentencesOf(text, context.language)).length > maxSentences) return refuse("unfit");
      const next = changed(sceneOf(form, context, state), { state, form }, edit, moment);
      // What its schema does not take could never be opened again.
      return handEdits.optional().safeParse(next.state.edits).success ? next : refuse("unfit");
    },
  };

  function changed(
    scene: S,
    { state, form }: { state: RunState; form: Form },
    edit: Edit,
    moment: EditMoment,
  ): { state: RunState; form: Form } {
    switch (edit.kind) {
      case "text": {
        const value = sectionAt(edit.at).valueAt(scene, edit.at) ?? refuse("gone");
        const present = value.isText ? scene.show(value.text) : value.text;
        if (present.trim() !== edit.was.trim()) return refuse("stale");
        if (present.trim() === edit.text.trim()) return { state, form };
        return { state: editText(scene, edit.at, edit.text.trim(), moment), form };
      }
      case "prose": {
        const added = state.edits?.added.find(({ key }) => key === edit.section);
        const editor = added
          ? { kind: "prose" as const, paragraphs: added.paragraphs }
          : (core.section(edit.section)?.editor(scene) ?? refuse("gone"));
        if (editor.kind !== "prose") return refuse("unfit");
        if (!isSame(editor.paragraphs, edit.was)) return refuse("stale");
        if (isSame(editor.paragraphs, edit.paragraphs)) return { state, form };
        if (!added) return { state: editProse(scene, edit.section, edit.paragraphs, moment), form };
        const paragraphs = edit.paragraphs.map((one) => one.trim()).filter(Boolean);
        return {
          state: withEdits(scene, (edits) => ({
            ...edits,
            added: edits.added.map((one) => (one === added ? { ...one, paragraphs } : one)),
          })),
          form,
        };
      }
      case "fill":
        return fill(scene, form, edit.at, edit.text.trim() || refuse("unfit"), moment);
      case "leave":
        return { state: leave(scene, form, edit.at, moment.now), form };
      case "reopen":
        return reopened(scene, form, edit.at);
      case "addRow":
      case "removeRow":
      case "moveRow":
        return { state: editRow(scene, edit, moment), form };
      case "tick":
        return { state: ticked(scene, edit.at, edit.done), form };
      case "original":
        return { state: original(scene, edit.at), form };
      default:
        return { state: editSection(scene, edit, moment), form };
    }
  }
}

/** Removes everything that belongs to a row together with it. */
function withoutRow(state: RunState, section: string, id: string): RunState {
  const edits = state.edits ?? noHandEdits;
  const isOther = ([at]: [string, unknown]): boolean => !at.startsWith(`${section}/${id}/`);
  const others = <Value>(values: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(Object.entries(values).filter(isOther));
  return { ...state, edits: { ...edits, own: others(edits.own), gaps: others(edits.gaps) } };
}
