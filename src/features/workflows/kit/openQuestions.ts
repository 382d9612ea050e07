import { blockTexts } from "#src/features/documents/blockTexts.ts";
import { type Block, type Gap, type HandEdits, noHandEdits, type Section } from "#src/features/documents/document.ts";
import type { SectionEditor } from "#src/features/documents/edits.ts";
import type { CommonForm } from "../workflow.ts";
import { type Core, hashOf } from "./core.ts";
import { fieldGaps, isTextField } from "./fields.ts";
import { shownSections } from "./layout.ts";
import {
  formPathPrefix,
  gapsSection,
  hasNoPath,
  type QuestionPathOf,
  questionPaths,
  questionMark,
  questionPath,
  readSections,
  sectionOf,
} from "./questionPaths.ts";
import { gapNote, type SectionDef } from "./sections.ts";
import type { PersonQuestion, RunState, Scene } from "./state.ts";

/* What only the person can say: where it is asked, and where the answer goes. */

/** Where own sentences are kept: by section for prose, by cell for rows. */
export const unitOf = (at: string): string => (at.split("/").length > 2 ? at : sectionOf(at));
const editsOf = ({ edits }: RunState): HandEdits => edits ?? noHandEdits;

/** Questions in the text whose answers have no place of their own get one; boxes to tick get theirs. */
function withPaths(section: string, blocks: readonly Block[], placeOf: QuestionPathOf): Block[] {
  return blocks.map((block) => {
    if (hasNoPath(block))
      return gapNote({ at: placeOf(block.text, questionPath(section, block.text)), question: block.text });
    if (block.type === "checklist")
      return { ...block, items: block.items.map((item) => ({ ...item, at: `${section}/!${hashOf(item.text)}` })) };
    return block;
  });
}

/** Answers to questions of a section that it no longer asks: nothing that a person wrote is out of sight. */
function otherAnswers(section: string, blocks: readonly Block[], { gaps }: HandEdits): Block[] {
  const asked = new Set(blocks.flatMap((block) => (block.type === "callout" ? (block.gap ?? []) : [])));
  return Object.entries(gaps).flatMap(([at, gap]): Block[] =>
    sectionOf(at) !== section || asked.has(at) ? [] : answered(gap),
  );
}

/** The answer shown below its question; nothing for a gap without one. */
const answered = ({ question, answer = "" }: HandEdits["gaps"][string]): Block[] =>
  answer === ""
    ? []
    : [...(question === "" ? [] : [{ type: "h" as const, text: question }]), ...answerParagraphs(answer)];

/**
 * Adds answers, dismissed gaps and ticks of the person to the blocks.
 * @param isOpen whether a path is asked again after its text was removed
 */
function withAnswers(
  section: string,
  blocks: readonly Block[],
  { gaps, ticks }: HandEdits,
  isOpen: (at: string) => boolean,
): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.type === "checklist")
      return [
        {
          ...block,
          items: block.items.map((item) => ({ ...item, done: ticks[item.at ?? ""] ?? item.done })),
        },
      ];
    if (block.type !== "callout" || block.gap === undefined) return [block];
    const gap = gaps[block.gap];
    if (!gap || (gap.state === "filled" && gap.answer === undefined && isOpen(block.gap))) return [block];
    // Answered elsewhere, it is read there.
    return gap.state === "left" || sectionOf(block.gap) !== section ? [] : answerParagraphs(gap.answer ?? "");
  });
}

export const answerParagraphs = (answer: string): Block[] =>
  answer
    .split(/\n{2,}/)
    .filter((text) => text.trim() !== "")
    .map((text) => ({ type: "p", text: text.trim() }));

/** Blocks of a section as people see them, with its answers in place. */
export const blocksOf = <Form extends CommonForm, Facts>(
  core: Core<Form, Facts>,
  section: SectionDef<Form, Facts>,
  scene: Scene<Form, Facts>,
): Block[] => {
  const edits = editsOf(scene.state);
  const blocks = withPaths(section.key, section.blocks(scene), questionPaths(core, scene));
  const open = new Set(readSections(core, scene).flatMap((one) => one.openPlaces(scene).map(({ at }) => at)));
  const isOpen = (at: string): boolean => at.startsWith(formPathPrefix) || open.has(at);
  return [...withAnswers(section.key, blocks, edits, isOpen), ...otherAnswers(section.key, blocks, edits)];
};

/** Questions of the workflow that appear only at the end of the document. */
const closingQuestions = <Form extends CommonForm, Facts>(
  core: Core<Form, Facts>,
  scene: Scene<Form, Facts>,
): PersonQuestion[] => {
  const placeOf = questionPaths(core, scene);
  return (core.spec.questions?.(scene) ?? []).map((question) => ({
    at: placeOf(question, questionPath(gapsSection, question)),
    question,
  }));
};

/** Every question whose answer has no place of its own, closed ones too. */
export function questionsOf<Form extends CommonForm, Facts>(
  core: Core<Form, Facts>,
  scene: Scene<Form, Facts>,
): Map<string, string> {
  const placeOf = questionPaths(core, scene);
  const inText = shownSections(core, scene).flatMap((section) =>
    withPaths(section.key, section.blocks(scene), placeOf).flatMap((block): PersonQuestion[] =>
      block.type === "callout" && block.gap !== undefined ? [{ at: block.gap, question: block.text }] : [],
    ),
  );
  return new Map(
    [...inText, ...closingQuestions(core, scene)]
      .filter(({ at }) => at.includes(`/${questionMark}`))
      .map(({ at, question }) => [at, question] as const),
  );
}

/**
 * Closed gaps that are listed at the end of the document: its own questions, and answers to questions of removed
 * sections. Gaps of sections that the person removed are left out.
 */
function closedGapsAtEnd<Form extends CommonForm, Facts>(
  core: Core<Form, Facts>,
  scene: Scene<Form, Facts>,
): [at: string, gap: HandEdits["gaps"][string]][] {
  const { gaps, removed } = editsOf(scene.state);
  const elsewhere = new Set([...readSections(core, scene).map(({ key }) => key), ...removed]);
  return Object.entries(gaps).filter(
    ([at, { answer }]) => sectionOf(at) === gapsSection || (answer !== undefined && !elsewhere.has(sectionOf(at))),
  );
}

/** The last section: what is open, what was answered there, and where the answer to each question goes. */
export function openQuestions<Form extends CommonForm, Facts>(
  core: Core<Form, Facts>,
  scene: Scene<Form, Facts>,
): { questions: string[]; blocks: Block[] } {
  const edits = editsOf(scene.state);
  const placeOf = questionPaths(core, scene);
  const asked: PersonQuestion[] = [
    ...readSections(core, scene).flatMap((section) => {
      const [first] = section.openPlaces(scene);
      return section.gaps(scene).map((question) => ({ at: placeOf(question, first?.at ?? ""), question }));
    }),
    ...fieldGaps(core.spec.form, scene.form).map(({ field, question }) => ({
      at: `${formPathPrefix}${field}`,
      question: scene.translate(question),
    })),
    ...closingQuestions(core, scene),
  ];
  const open = [...new Map(asked.map((gap) => [gap.question, gap])).values()].filter(
    ({ at }) => edits.gaps[at]?.state !== "left" && !(edits.gaps[at] && at.includes(`/${questionMark}`)),
  );
  return {
    questions: open.map(({ question }) => question),
    blocks: [
      ...open.map(({ at, question }): Block =>
        at === "" ? { type: "callout", tone: "gap", text: question } : gapNote({ at, question }),
      ),
      ...closedGapsAtEnd(core, scene).flatMap(([, gap]) => answered(gap)),
    ],
  };
}

/** Places of the gaps that a block asks about. */
const placesIn = (block: Block): string[] =>
  block.type === "callout"
    ? block.gap === undefined
      ? []
      : [block.gap]
    : block.type === "table"
      ? (block.gaps ?? []).map(({ at }) => at)
      : [];

/**
 * Every gap of the document in reading order, open and closed.
 * @param sections of the workflow and of the person, those too that have nothing to show
 */
export function gapsOf<Form extends CommonForm, Facts>(
  core: Core<Form, Facts>,
  scene: Scene<Form, Facts>,
  sections: readonly Section[],
): Gap[] {
  const closed = editsOf(scene.state).gaps;
  const placeOf = questionPaths(core, scene);
  const gaps = new Map<string, Gap>();
  const add = ({ at, question, most }: PersonQuestion, isField = false): void => {
    const state = closed[at]?.state === "left" ? "left" : "open";
    const more = { ...(isField ? { isField: true as const } : {}), ...(most === undefined ? {} : { most }) };
    if (!gaps.has(at)) gaps.set(at, { at, question, state, ...more });
  };
  const addClosed = (section: string): void => {
    for (const [at, { state, question }] of Object.entries(closed))
      if (sectionOf(at) === section && !gaps.has(at)) gaps.set(at, { at, question, state });
  };
  const inText = new Set(sections.flatMap(({ blocks }) => blocks.flatMap(placesIn)));
  for (const { key, blocks } of sections) {
    const section = core.section(key);
    const open = section?.openPlaces(scene) ?? [];
    const shown = open.filter(({ at }) => inText.has(at));
    for (const place of shown) add(place);
    // A list that is shown in another form than its rows: one gap for all of it, at the end of the document.
    const [first] = open;
    const [question] = shown.length === 0 ? (section?.gaps(scene) ?? []) : [];
    // Questions that appear in the text are answered there.
    if (first && question !== undefined && placeOf(question, first.at) === first.at) add({ ...first, question });
    for (const block of blocks)
      if (block.type === "callout" && block.gap?.startsWith(`${key}/${questionMark}`))
        add({ at: block.gap, question: block.text });
    addClosed(key);
  }
  for (const { field, question } of fieldGaps(core.spec.form, scene.form))
    add(
      { at: `${formPathPrefix}${field}`, question: scene.translate(question) },
      !isTextField(core.spec.form.shape[field] as never),
    );
  addClosed(formPathPrefix.slice(0, -1));
  for (const place of closingQuestions(core, scene)) if (closed[place.at] === undefined) add(place);
  for (const [at, { state, question }] of closedGapsAtEnd(core, scene))
    if (!gaps.has(at)) gaps.set(at, { at, question, state });
  return [...gaps.values()];
}

/** Stored texts that a computed section shows; edits are written to where they are stored. */
export function textsIn<Form extends CommonForm, Facts>(
  core: Core<Form, Facts>,
  scene: Scene<Form, Facts>,
  section: SectionDef<Form, Facts>,
): SectionEditor | null {
  const shown = new Set(
    section
      .blocks(scene)
      .flatMap(blockTexts)
      .map((text) => text.trim()),
  );
  const texts = shownSections(core, scene).flatMap((other) =>
    other
      .texts(scene)
      .map(({ at, text }) => ({ at, title: scene.translate(other.title), text: scene.show(text) }))
      .filter(({ text }) =>
        text.split(/\n{2,}/).some((paragraph) => paragraph.trim() !== "" && shown.has(paragraph.trim())),
      ),
  );
  return texts.length === 0 ? null : { kind: "texts", texts };
}
