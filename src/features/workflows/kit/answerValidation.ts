import type { Issue } from "#src/features/documents/document.ts";
import type { CommonForm } from "../workflow.ts";
import { allText, hasUnprovenFigure, unprovenFigures, wrongLanguage } from "./checks.ts";
import { sentencesOf } from "./claims.ts";
import type { Core } from "./core.ts";
import { issueSentence } from "./issueSentences.ts";
import { givenFigures } from "./quotes.ts";
import type { Part, WrittenText } from "./sections.ts";
import { handTextsIn, type RunState, type Scene } from "./state.ts";
import type { AskStep, CompiledWorkflow } from "./workflowSpec.ts";

/** A place belongs to a part when it is the section itself, or lies in one of the part's rows. */
function isInPart(at: string, part: Part): boolean {
  const [section, row] = at.split("/");
  if (section !== part.section) return false;
  if (row === undefined) return true;
  if (part.ids.length > 0) return part.ids.includes(row);
  // Rows of a piece of material carry the name of the piece.
  const piece = part.key.slice(part.section.length + 1);
  return piece === "" || row.startsWith(`${piece}-`);
}

/** A text without some of its sentences. Lines stay lines: lists and given-when-then criteria live on them. */
const withoutSentences = (text: string, language: string, isOut: (sentence: string) => boolean): string =>
  text
    .split("\n")
    .flatMap((line) => {
      const left = sentencesOf(line, language).filter((sentence) => !isOut(sentence));
      return left.length === 0 && line.trim() !== "" ? [] : [left.join(" ")];
    })
    .join("\n")
    .trim();

/**
 * Judges answers before they become part of a document, and asks again for what is wrong with them. Everything here is
 * code: what a model says about its own answer is not asked.
 */
export function answerValidator<Form extends CommonForm, Facts>(
  core: Core<Form, Facts>,
): Pick<CompiledWorkflow<Form>, "validate" | "repairStep" | "dropInvalid"> {
  type S = Scene<Form, Facts>;
  const { spec, sceneOf } = core;
  const texts = spec.issueTexts ?? {};

  /** The scene as it was before these parts were written: what an answer says proves nothing of itself. */
  const sceneBefore = (scene: S, parts: readonly Part[]): S => {
    const answer = { ...scene.answer };
    for (const { section, ids } of parts) {
      if (ids.length === 0) delete answer[section];
      else if (section in answer)
        answer[section] = core.section(section)?.without(
          answer[section],
          ids.map((id) => `${section}/${id}`),
        );
    }
    return sceneOf(scene.form, scene.context, { ...scene.state, answer });
  };

  /** Texts from which the figures of these parts may come. */
  const givenTo = (scene: S, parts: readonly Part[]): string[] => {
    const before = sceneBefore(scene, parts);
    const figures = Object.values(core.figuresOf(scene)).map(({ text }) => text);
    return [
      allText(scene.form),
      ...(figures.length > 0 ? figures : [allText(before.facts)]),
      ...scene.context.sources.map(({ text }) => text),
      ...parts.flatMap((part) => (part.about ?? []).map(({ text }) => text)),
      // What an earlier question brought was judged then.
      ...parts.flatMap((part) => core.section(part.section)?.askedRows(before, part) ?? []),
      ...(spec.contextLines?.(before) ?? []),
      // A rewrite shows its writer what the person has edited in the section.
      ...parts.flatMap(({ section }) => handTextsIn(scene.state, section)),
      scene.context.now,
    ];
  };
  const writtenIn = (scene: S, parts: readonly Part[]): WrittenText[] =>
    parts.flatMap((part) => (core.section(part.section)?.texts(scene) ?? []).filter(({ at }) => isInPart(at, part)));

  const faultsOf = (scene: S, step: AskStep): Issue[] => {
    const written = writtenIn(scene, step.parts);
    const sections = new Set(step.parts.map(({ section }) => section));
    return [
      ...[...sections].flatMap((key) => core.section(key)?.check(scene) ?? []),
      ...(spec.checks?.(scene) ?? []),
      ...unprovenFigures(
        written.filter(({ isFiction }) => !isFiction),
        givenTo(scene, step.parts),
      ),
      ...wrongLanguage(written, scene.form.goalLanguage),
    ].filter(({ at }) => at !== undefined && step.parts.some((part) => isInPart(at, part)));
  };

  return {
    validate(form, context, state, step) {
      const issues = faultsOf(sceneOf(form, context, state), step);
      return {
        errors: issues.filter(({ level }) => level === "error"),
        warnings: issues.filter(({ level }) => level !== "error"),
      };
    },

    repairStep(form, context, state, step, errors) {
      const scene = sceneOf(form, context, state);
      const parts = step.parts.flatMap((part): Part[] => {
        const own = errors.filter(({ at }) => at !== undefined && isInPart(at, part));
        if (own.length === 0) return [];
        const rows = own.map(({ at }) => at?.split("/")[1]);
        const isWhole = part.ids.length === 0 || rows.includes(undefined);
        const faults = own.map((issue) => {
          const [, ...place] = (issue.at ?? "").split("/");
          const where = [part.section, ...place].join(" ");
          return `${where}: ${issueSentence(issue, texts, "en") ?? issue.code}`;
        });
        return [{ ...part, ids: isWhole ? part.ids : part.ids.filter((id) => rows.includes(id)), faults }];
      });
      return core.askStep(scene, parts);
    },

    dropInvalid(form, context, state, step, errors) {
      const scene = sceneOf(form, context, state);
      const known = new Set(givenTo(scene, step.parts).flatMap(givenFigures));
      const withFigures = new Set(errors.flatMap(({ code, at }) => (code === "figureUnproven" && at ? [at] : [])));
      const faultyRows = (issues: readonly Issue[]): string[] => [
        ...new Set(
          issues.flatMap(({ at = "" }) => {
            const [section, row] = at.split("/");
            return row === undefined ? [] : [`${section}/${row}`];
          }),
        ),
      ];
      const changed = (of: RunState, change: (section: string, value: unknown) => unknown): RunState => ({
        ...of,
        answer: Object.fromEntries(
          Object.entries(of.answer).map(([key, value]) => [
            key,
            step.parts.some(({ section }) => section === key) ? change(key, value) : value,
          ]),
        ),
      });
      const proven = changed(state, (key, value) =>
        core
          .section(key)
          ?.rewritten(value, (at, text) =>
            withFigures.has(at)
              ? withoutSentences(text, scene.context.language, (sentence) => hasUnprovenFigure(sentence, known))
              : text,
          ),
      );
      const left = faultsOf(sceneOf(form, context, proven), step).filter(({ level }) => level === "error");
      const isList = (place: string): boolean => step.parts.some((part) => isInPart(place, part));
      const places = faultyRows(left).filter(isList);
      const cleaned = changed(proven, (key, value) => core.section(key)?.without(value, places));
      const rest = faultsOf(sceneOf(form, context, cleaned), step).filter(({ level }) => level === "error");
      const missing = rest.filter(({ code }) => code === "rowMissing");
      return {
        state: cleaned,
        dropped: missing.length,
        fatal: rest.filter(({ code }) => code !== "rowMissing"),
      };
    },
  };
}
