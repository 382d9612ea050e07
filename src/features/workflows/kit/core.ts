import { z } from "zod";
import type { CommonForm, WorkflowContext } from "../workflow.ts";
import { draftLanguageOf, translateIn } from "./bilingual.ts";
import { withFigures, withoutMarks } from "./claims.ts";
import { promptOf } from "./prompt.ts";
import type { Part, SectionDef } from "./sections.ts";
import { type Figures, type RunState, type Scene, requestKey } from "./state.ts";
import type { AskStep, WorkflowSpec } from "./workflowSpec.ts";

/** What planning, judging and assembling share of one workflow. */
export interface Core<Form extends CommonForm, Facts> {
  spec: WorkflowSpec<Form, Facts>;
  section: (key: string) => SectionDef<Form, Facts> | undefined;
  sceneOf: (form: Form, context: WorkflowContext, state: RunState, isWriting?: boolean) => Scene<Form, Facts>;
  figuresOf: (scene: Scene<Form, Facts>) => Figures;
  /** The question about some parts. */
  askStep: (scene: Scene<Form, Facts>, parts: readonly Part[]) => AskStep;
  /** What a part is asked for, as a hash: when it differs from that of before, its text is outdated. */
  briefOf: (scene: Scene<Form, Facts>, part: Part) => string;
}

/** 64 bits of FNV-1a: a name for a prompt, no protection. Pure, so that nothing of Node is needed. */
export const hashOf = (text: string): string =>
  [0x811c9dc5, 0x01000193]
    .map((seed) => {
      let hash = seed;
      for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
      return (hash >>> 0).toString(36);
    })
    .join("");

const noFigures: Figures = {};

export function openCore<Form extends CommonForm, Facts>(spec: WorkflowSpec<Form, Facts>): Core<Form, Facts> {
  type S = Scene<Form, Facts>;
  const sections = new Map(spec.sections.map((section) => [section.key, section]));
  const figures = new WeakMap<S, Figures>();
  const figuresOf = (scene: S): Figures => {
    const known = figures.get(scene) ?? spec.figures?.(scene) ?? noFigures;
    figures.set(scene, known);
    return known;
  };
  /** The scene of each state, as long as somebody holds the state: facts of a long document are computed once. */
  const scenes = new WeakMap<RunState, { form: Form; context: WorkflowContext; isWriting: boolean; scene: S }[]>();

  function sceneOf(form: Form, context: WorkflowContext, state: RunState, isWriting = false): S {
    const known = scenes.get(state) ?? [];
    const same = known.find((one) => one.form === form && one.context === context && one.isWriting === isWriting);
    if (same) return same.scene;
    const language = draftLanguageOf(form.goalLanguage);
    const translate = translateIn(language, state.words);
    const reads = new Map(state.reads.map((read) => [read.request, read]));
    const textOf: S["textOf"] = (request) => {
      const read = reads.get(requestKey(request));
      return read ? read.sources.map(({ text }) => text).join("\n\n") : null;
    };
    const visible = {
      ...context,
      sources: state.reads.filter(({ hidden }) => !hidden).flatMap(({ sources }) => sources),
    };
    const scene: S = {
      form,
      context: visible,
      state,
      answer: state.answer,
      language,
      translate,
      translateAll: (...texts) => texts.map((text) => translate(text)),
      show: (text) => withFigures(withoutMarks(text), figuresOf(scene)),
      textOf,
      isWriting,
      facts: spec.facts({ form, context: visible, answer: state.answer, start: state.start, textOf }),
    };
    scenes.set(state, [...known, { form, context, isWriting, scene }]);
    return scene;
  }

  const askStep = (scene: S, parts: readonly Part[]): AskStep => {
    const pairs = parts.flatMap((part) => {
      const section = sections.get(part.section);
      return section ? [{ part, section }] : [];
    });
    const { key, version, role, task, lifts = [] } = spec;
    const prompt = promptOf(
      {
        key,
        version,
        role,
        task,
        lifts,
        form: spec.form,
        contextLines: (of) => spec.contextLines?.(of) ?? [],
        figures: figuresOf(scene),
      },
      pairs,
      scene,
    );
    const shape: Record<string, z.ZodType> = {};
    for (const { part, section } of pairs) shape[section.key] = section.asked(part);
    return {
      kind: "ask",
      key: `${parts.map((part) => part.key).join("+")}#${hashOf(prompt.system + prompt.user)}`,
      parts,
      prompt,
      schema: z.object(shape),
    };
  };

  return {
    spec,
    section: (key) => sections.get(key),
    sceneOf,
    figuresOf,
    askStep,
    briefOf: (scene, part) => {
      const section = sections.get(part.section);
      return hashOf(section ? [...section.ask(scene, part), ...section.askedRows(scene, part)].join("\n") : "");
    },
  };
}
