import { z } from "zod";
import type { CommonForm, SourceText, WorkflowContext } from "../workflow.ts";
import { draftLanguageOf, translateIn } from "./bilingual.ts";
import { readableText, withFigures, withoutMarks } from "./claims.ts";
import { promptOf, formDescription } from "./prompt.ts";
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
  /** Hashes of a part's question and of the form as its writer sees it. */
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

const betweenHashes = ".";

/**
 * Whether what was written for one brief would be asked for differently by another.
 * @param before may be from before the form was a part of it
 */
export const isOtherBrief = (before: string, now: string): boolean =>
  before.includes(betweenHashes) ? before !== now : before !== now.split(betweenHashes)[0];

/** A value that is made once, when it is first wanted. */
function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

export function openCore<Form extends CommonForm, Facts>(spec: WorkflowSpec<Form, Facts>): Core<Form, Facts> {
  type S = Scene<Form, Facts>;
  const sections = new Map(spec.sections.map((section) => [section.key, section]));
  const figures = new WeakMap<S, Figures>();
  const figuresOf = (scene: S): Figures => {
    const known = figures.get(scene) ?? spec.figures?.(scene) ?? noFigures;
    figures.set(scene, known);
    return known;
  };
  const descriptionHashes = new WeakMap<Form, string>();
  const descriptionHash = (form: Form): string => {
    const hash = descriptionHashes.get(form) ?? hashOf(formDescription(form, spec.form));
    descriptionHashes.set(form, hash);
    return hash;
  };
  /** The scene of each state, as long as somebody holds the state: facts of a long document are computed once. */
  const scenes = new WeakMap<RunState, { form: Form; context: WorkflowContext; isWriting: boolean; scene: S }[]>();

  const visibleSources = new WeakMap<RunState["reads"], SourceText[]>();
  const sourcesOf = (reads: RunState["reads"]): SourceText[] => {
    const known = visibleSources.get(reads);
    if (known) return known;
    const sources = reads.filter(({ hidden }) => !hidden).flatMap(({ sources: of }) => of);
    visibleSources.set(reads, sources);
    return sources;
  };
  const steadyFacts = new WeakMap<RunState["reads"], { form: Form; context: WorkflowContext; facts: Facts }>();
  const factsFor = (form: Form, context: WorkflowContext, reads: RunState["reads"], compute: () => Facts): Facts => {
    if (!spec.factsIgnoreAnswer) return compute();
    const known = steadyFacts.get(reads);
    if (known?.form === form && known.context === context) return known.facts;
    const facts = compute();
    steadyFacts.set(reads, { form, context, facts });
    return facts;
  };

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
    const visible = { ...context, sources: sourcesOf(state.reads) };
    const scene: S = {
      form,
      context: visible,
      state,
      answer: state.answer,
      language,
      translate,
      translateAll: (...texts) => texts.map((text) => translate(text)),
      show: (text) => {
        const shown = readableText(withFigures(withoutMarks(text), figuresOf(scene)));
        return spec.reworded?.(shown, scene.facts) ?? shown;
      },
      textOf,
      isWriting,
      facts: factsFor(form, context, state.reads, () =>
        spec.facts({ form, context: visible, answer: state.answer, start: state.start, textOf }),
      ),
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
    // Made when somebody asks: a document without a writer needs no prompts, and those of a long plan take time.
    const prompt = lazy(() =>
      promptOf(
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
      ),
    );
    const stepKey = lazy(() => {
      const { system, user } = prompt();
      return `${parts.map((part) => part.key).join("+")}#${hashOf(system + user)}`;
    });
    return {
      kind: "ask",
      parts,
      schema: z.object(Object.fromEntries(pairs.map(({ part, section }) => [section.key, section.asked(part)]))),
      get prompt() {
        return prompt();
      },
      get key() {
        return stepKey();
      },
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
      const asked = section ? [...section.ask(scene, part), ...section.askedRows(scene, part)].join("\n") : "";
      return [hashOf(asked), descriptionHash(scene.form)].join(betweenHashes);
    },
  };
}
