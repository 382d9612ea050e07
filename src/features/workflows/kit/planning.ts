import { materialOf } from "../catalogue/material.ts";
import type { CommonForm } from "../workflow.ts";
import { nameFigures } from "./claims.ts";
import { type Core, hashOf } from "./core.ts";
import type { Part, SectionDef } from "./sections.ts";
import { type Answer, answersIn, maxReadTogether, type ReadRequest, requestKey, type Scene } from "./state.ts";
import type { AskStep, CompiledWorkflow, ReadStep } from "./workflowSpec.ts";

const rewriteMark = "rewrite:";

/**
 * Which steps come next. A pure function of the state that is asked again after each round of steps: questions before
 * reading, then everything to read, then rows that code makes, then questions whose sections before are there.
 */
export function planner<Form extends CommonForm, Facts>(
  core: Core<Form, Facts>,
): Pick<CompiledWorkflow<Form>, "planSteps" | "acceptAnswer" | "skeletonAnswer"> & {
  /** The stored answer with what a writer gave to a step, whole or half-written. */
  mergeAnswer: (scene: Scene<Form, Facts>, answer: Answer, step: AskStep, given: unknown) => Answer;
} {
  type S = Scene<Form, Facts>;
  type Def = SectionDef<Form, Facts>;
  const { spec, sceneOf, askStep, briefOf } = core;

  const isToRewrite = ({ state: { rewrite } }: S, part: Part): boolean =>
    rewrite?.key === part.section &&
    (rewrite.ids.length === 0 || part.ids.length === 0 || part.ids.some((id) => rewrite.ids.includes(id)));

  /** The current value with the person's answers in it. */
  const presentText = (scene: S, section: Def, { ids }: Part): string =>
    [
      ...section
        .texts(scene)
        .filter(({ at }) => ids.length === 0 || ids.some((id) => at.startsWith(`${section.key}/${id}/`)))
        .map(({ text }) => text),
      ...answersIn(scene.state, section.key).map(({ question, answer }) => `${question} ${answer}`),
    ].join("\n");

  /** Parts that are still to be written. */
  const openParts = (scene: S, section: Def): Part[] => {
    if (!section.when(scene)) return [];
    const { done } = scene.state;
    return section.parts(scene).flatMap((part) => {
      if (!isToRewrite(scene, part)) return part.key in done ? [] : [part];
      if (`${rewriteMark}${part.key}` in done) return [];
      return [part.old === undefined ? { ...part, old: presentText(scene, section, part) } : part];
    });
  };
  /** Whether others may build on a section. */
  const isThere = (scene: S, section: Def): boolean => {
    if (!section.when(scene) || section.schema === null) return true;
    if (section.isComputed) return section.key in scene.answer;
    // A list over what is not there yet has nothing to write, and is not there either.
    return isReady(scene, section) && openParts(scene, section).length === 0;
  };
  function isReady(scene: S, section: Def): boolean {
    return section.after.every((key) => {
      const other = core.section(key);
      return !other || isThere(scene, other);
    });
  }

  /** Parts without material of their own share a question as long as its answer stays within the room. */
  const packed = (scene: S, parts: readonly Part[]): AskStep[] => {
    const groups: Part[][] = [];
    let size = Infinity;
    for (const part of parts) {
      const isAlone = part.about !== undefined || part.before !== undefined;
      const group = groups.at(-1);
      const fits =
        group !== undefined &&
        size + part.size <= scene.state.room.answer &&
        !group.some(({ section }) => section === part.section);
      if (!isAlone && fits) {
        group.push(part);
        size += part.size;
      } else {
        groups.push([part]);
        size = isAlone ? Infinity : part.size;
      }
    }
    return groups.map((group) => askStep(scene, group));
  };

  const unread = (scene: S): ReadStep[] => {
    const { form } = scene;
    const wanted: readonly ReadRequest[] =
      spec.sources?.(scene) ?? materialOf(form, [form.companyWebsite, form.productWebsite], []);
    const known = new Set(scene.state.reads.map(({ request }) => request));
    const requests = [...new Map(wanted.map((request) => [requestKey(request), request]))].filter(
      ([key]) => !known.has(key),
    );
    // Hearing costs money and minutes: each part of a recording is a step of its own, so that none is transcribed
    // twice. One after the other, since sources are numbered as they come.
    const alone = requests.filter(([, { kind }]) => kind === "speech").map((one) => [one]);
    const others = requests.filter(([, { kind }]) => kind !== "speech");
    const pages = others.slice(maxReadTogether).filter(([, { kind }]) => kind === "url");
    // Pages beyond what one step reads wait for the next one.
    const together = others.filter((request) => !pages.includes(request));
    return [...alone, together.length > 0 ? together : pages.slice(0, maxReadTogether)]
      .filter((group) => group.length > 0)
      .slice(0, 1)
      .map((group) => ({
        kind: "read",
        key: `read#${hashOf(group.map(([key]) => key).join("\n"))}`,
        requests: group.map(([, request]) => request),
      }));
  };

  /** Names in place of copied figures, in every text of a value. */
  const withNames = (value: unknown, scene: S): unknown =>
    typeof value === "string"
      ? nameFigures(value, core.figuresOf(scene))
      : Array.isArray(value)
        ? value.map((inner) => withNames(inner, scene))
        : typeof value === "object" && value !== null
          ? Object.fromEntries(
              // An id is no text, whatever figure it looks like.
              Object.entries(value).map(([name, inner]) => [name, name === "id" ? inner : withNames(inner, scene)]),
            )
          : value;

  const mergeAnswer = (scene: S, start: Answer, step: AskStep, given: unknown): Answer => {
    let answer = start;
    for (const part of step.parts) {
      const value: unknown = Reflect.get(Object(given), part.section);
      const section = core.section(part.section);
      if (value !== undefined && section)
        answer = { ...answer, [part.section]: section.accept({ ...scene, answer }, part, withNames(value, scene)) };
    }
    return answer;
  };

  return {
    mergeAnswer,

    planSteps(form, context, given) {
      const scene = sceneOf(form, context, given);
      if (given.rewrite) {
        // Everything else is done, and what was read is read.
        const section = core.section(given.rewrite.key);
        const isWritten = section !== undefined && section.schema !== null && !section.isComputed;
        const parts = isWritten ? openParts(scene, section).filter((part) => isToRewrite(scene, part)) : [];
        return { state: given, steps: packed(scene, parts) };
      }
      const first = packed(
        scene,
        spec.sections.filter((section) => section.isBeforeReading).flatMap((section) => openParts(scene, section)),
      );
      if (first.length > 0) return { state: given, steps: first };
      const reads = unread(scene);
      if (reads.length > 0) return { state: given, steps: reads };
      let state = given;
      for (const section of spec.sections) {
        if (!section.isComputed || section.key in state.answer) continue;
        const now = sceneOf(form, context, state);
        if (section.when(now) && isReady(now, section))
          state = { ...state, answer: { ...state.answer, [section.key]: section.skeleton(now) } };
      }
      const now = sceneOf(form, context, state);
      const parts = spec.sections
        .filter((section) => section.schema && !section.isComputed && isReady(now, section))
        .flatMap((section) => openParts(now, section));
      return { state, steps: packed(now, parts) };
    },

    acceptAnswer(form, context, state, step, given) {
      const scene = sceneOf(form, context, state);
      const answer = mergeAnswer(scene, state.answer, step, given);
      const done = step.parts.flatMap((part) => {
        // A repair asks for some of the rows; what the part was asked for is known from the first time.
        if (part.faults !== undefined && part.key in state.done) return [];
        const brief = briefOf(scene, part);
        return [[part.key, brief], ...(isToRewrite(scene, part) ? [[`${rewriteMark}${part.key}`, brief]] : [])];
      });
      return { ...state, answer, done: { ...state.done, ...Object.fromEntries(done) } };
    },

    skeletonAnswer(form, context, state, step) {
      const scene = sceneOf(form, context, state);
      const given = step.parts.flatMap(({ section: key }) => {
        // The skeleton of a section is that of all its parts.
        const isThere = Object.keys(state.done).some((done) => done === key || done.startsWith(`${key}:`));
        return isThere && key in state.answer ? [] : [[key, core.section(key)?.skeleton(scene)] as const];
      });
      const done = step.parts.map((part) => [part.key, briefOf(scene, part)]);
      return {
        ...state,
        answer: { ...state.answer, ...Object.fromEntries(given) },
        done: { ...state.done, ...Object.fromEntries(done) },
      };
    },
  };
}
