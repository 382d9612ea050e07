import {
  type Block,
  type HandEdits,
  type Issue,
  noHandEdits,
  type Section,
  type SectionInWork,
  type SectionProgress,
} from "#src/features/documents/document.ts";
import { silenceAssumptions, silenceHints } from "../domain/silentServices.ts";
import { isDraftLanguage, languageAssumptions } from "../domain/wording.ts";
import type { CommonForm } from "../workflow.ts";
import type { Bilingual } from "./bilingual.ts";
import { allText } from "./checks.ts";
import { claimsOf, statementClaims } from "./claims.ts";
import { type Core, isOtherBrief } from "./core.ts";
import { issueSentence } from "./issueSentences.ts";
import { layoutOf, shownSections } from "./layout.ts";
import { withMarks } from "./marking.ts";
import { answerParagraphs, blocksOf, gapsOf, openQuestions, unitOf } from "./openQuestions.ts";
import type { planner } from "./planning.ts";
import { gapsSection, sectionOf } from "./questionPaths.ts";
import { note, type Part, type SectionDef, type WrittenText } from "./sections.ts";
import type { Answer, Scene } from "./state.ts";
import type { CompiledWorkflow, PartialAnswer } from "./workflowSpec.ts";

const gapsTitle: Bilingual = "Gaps to close | Offene Lücken";
const noGaps: Bilingual = "There are no open gaps. | Es gibt keine offenen Lücken.";
/** With warnings in the document: only the questions are done. */
const noQuestions: Bilingual =
  "No open questions, but check the warnings in this document. | Keine offenen Fragen, aber prüfen Sie die Warnungen in diesem Dokument.";

const isWarning = (block: Block): boolean => block.type === "callout" && block.tone !== "info";
const marksOf = (block: Block): readonly string[] => ("claimIds" in block ? (block.claimIds ?? []) : []);
const isGap = (block: Block): boolean => block.type === "callout" && block.tone === "gap";

/** Puts the document together: of the answer, of what was read, and of the form. */
export function assembler<Form extends CommonForm, Facts>(
  core: Core<Form, Facts>,
  mergeAnswer: ReturnType<typeof planner<Form, Facts>>["mergeAnswer"],
): Pick<CompiledWorkflow<Form>, "assemble" | "preview"> {
  type S = Scene<Form, Facts>;
  const { spec, sceneOf, briefOf } = core;
  const deliverable = spec.deliverable ?? {};

  const outdated = (scene: S): string[] =>
    shownSections(core, scene)
      .filter((section) =>
        section.parts(scene).some(({ key, ...part }) => {
          const brief = scene.state.done[key];
          return brief !== undefined && isOtherBrief(brief, briefOf(scene, { key, ...part }));
        }),
      )
      .map(({ key }) => key);

  /** How far a section that a writer gives is; `writing` is what writers have given in this round. */
  const progressOf = (
    section: (typeof spec.sections)[number],
    scene: S,
    writing: readonly PartialAnswer[],
  ): SectionProgress | null => {
    if (section.schema === null || section.isComputed) return null;
    const partsOf = (isWhole: boolean): Part[] =>
      writing
        .filter((one) => (one.isWhole === true) === isWhole)
        .flatMap(({ step }) => step.parts)
        .filter((part) => part.section === section.key);
    const [own, whole] = [partsOf(false), partsOf(true)];
    const answered = new Set(whole.map(({ key }) => key));
    // Parts that are asked again are open again.
    for (const { key } of own) answered.delete(key);
    const written = new Set(section.texts(scene).map(({ at }) => at.split("/")[1]));
    // Answers come in the order of their rows: the last one of each may still be growing.
    for (const { ids } of own) written.delete(ids.findLast((id) => written.has(id)));
    const isDone = ({ key }: Part): boolean => key in scene.state.done || answered.has(key);
    // Each row once: a later question may repeat rows of another, and a partial answer may split the parts differently.
    const units = new Map<string, boolean>();
    for (const part of [...section.parts(scene), ...whole, ...own]) {
      if (part.ids.length === 0) units.set(part.key, isDone(part));
      for (const id of part.ids) units.set(id, isDone(part) || written.has(id));
    }
    const of = units.size;
    const done = [...units.values()].filter(Boolean).length;
    const isWriting = own.some((part) => !isDone(part));
    return { state: isWriting ? "writing" : of > 0 && done === of ? "done" : "waiting", done, of };
  };

  /** Issues as shown to the person: one sentence each in the language of the document. */
  const worded = (issues: readonly Issue[], language: "en" | "de"): Issue[] => {
    const all = issues.map((issue) => {
      const text = issueSentence(issue, spec.issueTexts ?? {}, language);
      return text === null ? issue : { ...issue, text };
    });
    return [...new Map(all.map((issue) => [JSON.stringify(issue), issue])).values()];
  };

  return {
    assemble(form, context, state, { isDraft = false } = {}) {
      const scene = sceneOf(form, context, state);
      const { translate } = scene;
      const edits = state.edits ?? noHandEdits;
      const all = shownSections(core, scene);
      const keys = layoutOf(
        all.map(({ key }) => key),
        edits,
      );
      const shownKeys = new Set([...keys, gapsSection]);
      const isShown = ({ at }: { at: string }): boolean => shownKeys.has(sectionOf(at));
      const shown = keys.flatMap((key) => core.section(key) ?? []);
      // Other sections may show the texts of one that was left out.
      const told = [...shown, ...all.filter(({ key }) => !shownKeys.has(key))];
      const texts = told.flatMap((section) => section.texts(scene));
      const statements = told.flatMap((section) => section.statements?.(scene) ?? []);
      // Hidden material proves nothing, unless a part was shown it as its own.
      const citable = new Set([...texts, ...statements].flatMap(({ about = [] }) => about));
      const sources = state.reads.flatMap(({ sources: read, hidden }) =>
        hidden ? read.filter(({ source }) => citable.has(source.id)) : read,
      );
      // Answers whose section no longer exists are shown at the end.
      const own = handTexts(edits).filter(({ at }) => isShown({ at }) || !edits.removed.includes(sectionOf(at)));
      const ownPlaces = new Set(own.map(({ at }) => at));
      const cells = ownCells(shown, scene, new Set(texts.map(({ at }) => at)));
      const cellPlaces = new Set(cells.map(({ at }) => at));
      const ownSentences = new Map(Object.entries(edits.own).map(([unit, of]) => [unit, new Set(of.sentences)]));
      const judged = claimsOf([...texts, ...cells, ...own], {
        sources,
        figures: core.figuresOf(scene),
        formText: allText(form),
        language: scene.context.language,
        isOwn: (at, sentence) => ownPlaces.has(at) || ownSentences.get(unitOf(at))?.has(sentence) === true,
        isDraft,
      });
      const found = [
        ...judged.claims,
        ...statementClaims(
          statements.filter(({ at }) => !cellPlaces.has(at)),
          sources,
        ),
      ];
      const { questions, blocks: lastBlocks } = openQuestions(core, scene);
      const added = new Map(edits.added.map((section) => [section.key, section]));
      const sections = keys.flatMap((key): Section[] => {
        const mine = added.get(key);
        if (mine) return [{ key, title: mine.title, blocks: mine.paragraphs.flatMap(answerParagraphs) }];
        const section = core.section(key);
        if (!section) return [];
        return [
          {
            key,
            title: translate(section.title),
            blocks: blocksOf(core, section, scene),
            ...(deliverable[key] ? { deliverable: deliverable[key] } : {}),
          },
        ];
      });
      const coverage = spec.coverage?.(scene) ?? null;
      const silent = state.reads.flatMap(({ silent: of }) => of ?? []);
      const files = spec.files?.(scene).filter(({ text }) => text.trim() !== "") ?? [];
      const isTranslated = state.words !== undefined || isDraftLanguage(form.goalLanguage);
      const warnings = isDraft
        ? []
        : [
            ...shown.flatMap((section) => section.check(scene)),
            ...judged.issues.filter(({ at }) => at === undefined || isShown({ at })),
          ]
            // Open rows are rendered as gaps.
            .filter(({ code }) => code !== "rowMissing" && code !== "mostlyEmpty")
            // Answers were validated before; issues that a later edit or answer causes are shown and reject nothing.
            .map((issue) => (issue.level === "error" ? { ...issue, level: "warn" as const } : issue));
      const issues = worded([...warnings, ...(spec.checks?.(scene) ?? [])], scene.language);
      const isWarned =
        issues.some(({ level }) => level !== "info") || sections.some(({ blocks }) => blocks.some(isWarning));
      const last: Section = {
        key: gapsSection,
        title: translate(gapsTitle),
        blocks: lastBlocks.length > 0 ? lastBlocks : [note("info", translate(isWarned ? noQuestions : noGaps))],
      };
      const document = withMarks([...sections, last], found, context.language).filter(
        ({ blocks }) => blocks.length > 0,
      );
      const marked = new Set(document.flatMap(({ blocks }) => blocks.flatMap(marksOf)));
      const claims = found.filter(({ id }) => isShown({ at: id }) || marked.has(id));
      return {
        title: form.requirementTitle,
        summary: spec.summary(scene),
        sections: document,
        data: state.answer,
        claims,
        assumptions: [
          ...(isTranslated ? [] : languageAssumptions(form.goalLanguage)),
          ...(spec.assumptions?.(scene) ?? []),
          ...silenceAssumptions(silent, scene.language),
        ],
        openQuestions: questions,
        gaps: gapsOf(core, scene, sections),
        issues,
        proposals: spec.effects?.(scene) ?? [],
        discards: [...(spec.discards?.(scene) ?? [])],
        ...(files.length > 0 ? { files } : {}),
        outdatedSections: isDraft ? [] : outdated(scene),
        coverage,
        isReturnable: coverage !== null && coverage.found < coverage.wanted * (spec.returnableBelow ?? 0),
        hints: coverage?.found === 0 ? [...silenceHints(silent, scene.language), ...(spec.hints?.(scene) ?? [])] : [],
      };
    },

    preview(form, context, state, writing) {
      // One scene for all that is being written: this runs several times a second.
      const base = sceneOf(form, context, state);
      const answer = writing.reduce<Answer>(
        (known, { step, partial }) => mergeAnswer(base, known, step, tolerant(partial)),
        state.answer,
      );
      const scene = sceneOf(form, context, { ...state, answer }, true);
      return {
        title: form.requirementTitle,
        summary: spec.summary(scene),
        sections: shownSections(core, scene).map((section): SectionInWork => {
          const progress = progressOf(section, scene, writing);
          return {
            key: section.key,
            title: scene.translate(section.title),
            ...(progress ? { progress } : {}),
            ...(section.isHidden ? { isHidden: true } : {}),
            blocks: section.blocks(scene).filter((block) => !isGap(block)),
          };
        }),
      };
    },
  };
}

/** Texts that the person wrote outside of the workflow's sections. */
const handTexts = ({ added, gaps }: HandEdits): WrittenText[] => [
  ...added.flatMap(({ key, paragraphs }) => paragraphs.map((text, index) => ({ at: `${key}/${index + 1}`, text }))),
  ...Object.entries(gaps).flatMap(([at, { answer = "" }]) => (answer === "" ? [] : [{ at, text: answer }])),
];

/** Cells by the person's hand that are no writing otherwise: quotes of sources, and rows that code made. */
function ownCells<Form extends CommonForm, Facts>(
  sections: readonly SectionDef<Form, Facts>[],
  scene: Scene<Form, Facts>,
  written: ReadonlySet<string>,
): WrittenText[] {
  const byKey = new Map(sections.map((section) => [section.key, section]));
  return Object.keys(scene.state.edits?.own ?? {}).flatMap((at) => {
    const value = at.includes("/") && !written.has(at) ? byKey.get(sectionOf(at))?.valueAt(scene, at) : null;
    return value?.isText && value.text !== "" ? [{ at, text: value.text }] : [];
  });
}

/** What of a half-written answer has its final kind: lists, and in them texts and records. */
function tolerant(partial: unknown): Record<string, unknown> {
  if (typeof partial !== "object" || partial === null) return {};
  return Object.fromEntries(
    Object.entries(partial).flatMap(([key, value]: [string, unknown]) =>
      Array.isArray(value) ? [[key, value.filter((item) => item !== null && item !== undefined)]] : [],
    ),
  );
}
