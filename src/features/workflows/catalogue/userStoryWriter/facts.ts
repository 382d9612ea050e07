import { isStopword } from "#src/kit/text.ts";
import { existingStories, maxExisting, storiesInTables } from "../../domain/existingStories.ts";
import {
  type Bound,
  boundsOf,
  isDoubted,
  partsOf,
  type Rank,
  type Statement,
  vagueWordsIn,
} from "../../domain/stories.ts";
import { type StoryIssueCode, storyFacts, type StoryFacts, type StoryMaterial } from "../../domain/storyAssessment.ts";
import { capital, clipped, figure, listed, quoted, sentence } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import type { Scene } from "../../kit/state.ts";
import type { SourceText, WorkflowContext } from "../../workflow.ts";
import { type Form, qualities } from "./form.ts";

/* What is counted of the need and of the stories, and the questions that follow from it. */

export interface Facts extends StoryFacts {
  /** The person's own lines: a story or criterion that repeats one word for word is not judged as a writer's. */
  own: ReadonlySet<string>;
  /** A story has a rule for a quality. */
  hasQualities: boolean;
}
export type StoryScene = Scene<Form, Facts>;

/** Ranks of a story; the first one stands where nothing says a weight. */
export const ranks = {
  open: "not ranked | nicht eingestuft",
  could: "could | kann",
  should: "should | soll",
  must: "must | muss",
} as const satisfies Record<Rank, Bilingual>;

/** Characters of a file that are read for statements; longer ones serve as material only. */
const longestNotes = 12_000;
const isTable = ({ source }: SourceText): boolean => /\.(?:csv|tsv|xlsx?|ods)$/i.test(source.title);

export function factsOf(
  { feature, constraints, splitRule, splitLimit, estimateScale, velocity, roles, existingStories: pasted }: Form,
  context: WorkflowContext,
  written: { stories: StoryMaterial["stories"]; details: (StoryMaterial["details"][number] & { quality: string })[] },
): Facts {
  const files = context.sources.filter(({ source }) => source.url.startsWith("file:"));
  const attached = files.filter(isTable).flatMap(({ text }) => storiesInTables(text));
  const notes = files
    .filter((source) => !isTable(source))
    .map(({ text }) => text)
    .filter((text) => text.length <= longestNotes);
  const facts = storyFacts({
    form: {
      feature,
      constraints,
      splitLimit: splitRule ? splitLimit : Infinity,
      scale: estimateScale,
      velocity,
      roles,
    },
    language: context.language,
    ...written,
    existing: [...existingStories(pasted), ...attached].slice(0, maxExisting),
    notes,
  });
  return {
    ...facts,
    own: new Set(facts.needs.map(({ text }) => text)),
    hasQualities: written.details.some(({ quality }) => quality !== ""),
  };
}

/** Statements as a writer is given them, and the values at which the software may break. */
export function statementLines({ facts, form: { number: most } }: StoryScene): string[] {
  const idOf = (text: string): string => facts.needs.find((one) => one.text === text)?.id ?? text;
  const line = ({ id, kind, heading, of, text }: Statement): string =>
    `${id} (${[kind, of && `of ${of}`, heading && `under “${heading}”`].filter(Boolean).join(", ")}): ${text}`;
  return [
    `At most ${most} stories. Statements of the need:`,
    ...facts.needs.map(line),
    ...(facts.bounds.length > 0 ? ["Boundary values: just below, limit, just above"] : []),
    ...facts.bounds.map(({ text, below, limit, above }) => `${below}, ${limit}, ${above}: ${idOf(text)}`),
  ];
}

/** The role that a story of the form “As a …” names; null for any other. */
export const namedRole = (text: string): string | null =>
  /^(?:as|als) /i.test(text) ? (partsOf(text)?.role ?? null) : null;

/** Most words before the one that is counted: “2 full calendar weeks”. */
const maxAdjectives = 2;

/**
 * The words behind a limit that say what is counted, `months`, `MB`, `working days`: a German noun with the adjectives
 * before it, an English plural with what describes it. Empty when a sign follows.
 */
export function unitOf({ text, limit }: Bound): string {
  const words = text.split(/\s+/);
  const at = words.findIndex((word) => word.replace(/\D/g, "") === String(limit));
  if (/[.,;:!?)]$/.test(words[at] ?? "")) return "";
  const unit = /^[\p{L}%€$£]+/u.exec(words[at + 1] ?? "")?.[0] ?? "";
  const counted = [unit];
  for (const next of words.slice(at + 2, at + 2 + maxAdjectives)) {
    const last = counted.at(-1) ?? "";
    const word = /^\p{L}+/u.exec(next)?.[0] ?? "";
    const isAdjective = /^\p{Ll}{3,}$/u.test(last) && last === words[at + counted.length] && !isNoun(last);
    if (!isAdjective || word.length < 3 || isStopword(word, "en") || isStopword(word, "de")) break;
    counted.push(word);
  }
  const whole = isNoun(counted.at(-1) ?? "") ? counted.join(" ") : unit;
  // “seit 24 Monaten”, “in 3 vollen Werktagen”: alone, it is “24 Monate” and “3 volle Werktage”.
  return whole.replace(/^(?:(\p{Ll}+e)n )?(\p{Lu}?\p{Ll}*(?:tag|monat|jahr))en$/iu, (_, adjective = "", noun = "") =>
    `${adjective} ${noun}e`.trim(),
  );
}

/** A German noun by its capital, an English one by its plural. */
const isNoun = (word: string): boolean => /^\p{Lu}\p{Ll}/u.test(word) || /^\p{Ll}+s$/u.test(word);

/** Asks for a rule of each quality that was chosen, as long as no story has one; one question for all. */
export function missingQualities({
  form,
  facts,
  translate,
  language,
}: Pick<StoryScene, "form" | "facts" | "translate" | "language">): string[] {
  const names = facts.hasQualities ? [] : form.nonFunctional.map((quality) => translate(qualities[quality]));
  const inSentence = language === "en" ? names.map((name) => name.toLowerCase()) : names;
  return names.length === 0
    ? []
    : [
        translate("{names}: which measurable rule applies? | {names}: Welche messbare Regel gilt?", {
          names: capital(listed(inSentence, language)),
        }),
      ];
}

/** What people call a story or a line of theirs: `S3` and `N5`; keys of a tracker stay as they are. */
export const numberOf = (id: string): string => {
  const [, letter, number] = /^(s-|n)(\d{1,6})$/.exec(id) ?? [];
  return letter === undefined ? id : `${letter === "n" ? "N" : "S"}${number}`;
};

/** A question about some stories; about all of them when there are several and none is left out. */
function about(ids: readonly string[], question: Bilingual, { facts, translate, language }: StoryScene): string[] {
  const isAll = ids.length > 2 && ids.length === facts.stories.length;
  const named = isAll ? translate("All stories | Alle Storys") : listed(ids.map(numberOf), language);
  return ids.length > 0 ? [translate(question, { ids: named })] : [];
}

/** Asks for the criteria of the stories that have none: by their limit where they state one, else all together. */
function criteriaQuestions(scene: StoryScene): string[] {
  const open = scene.facts.stories
    .filter(({ criteria }) => criteria.length === 0)
    .map(({ id, text }) => ({ id, limit: boundsOf([text])[0] }));
  return [
    ...open.flatMap(({ id, limit }) =>
      limit
        ? [
            scene.translate(
              "{id}: what happens just below, at and just above the limit ({values})? | {id}: Was geschieht knapp unter der Grenze, genau an ihr und knapp darüber ({values})?",
              {
                id: numberOf(id),
                values: `${[limit.below, limit.limit, limit.above]
                  .map((value) => figure(value, scene.language))
                  .join(", ")} ${unitOf(limit)}`.trim(),
              },
            ),
          ]
        : [],
    ),
    ...about(
      open.filter(({ limit }) => !limit).map(({ id }) => id),
      "{ids}: what do users see when it works, and what when it fails? | {ids}: Was sehen Nutzer, wenn es gelingt, und was, wenn es misslingt?",
      scene,
    ),
  ];
}

/** What only the person can decide, as far as it can be read off the words. */
export function openQuestions(scene: StoryScene): string[] {
  const { facts, form, translate, language } = scene;
  const withFault = (code: StoryIssueCode): string[] =>
    facts.stories.filter(({ invest: { V: fault } }) => fault?.code === code).map(({ id }) => id);
  return [
    ...about(withFault("noRole"), "{ids}: who wants it, and what for? | {ids}: Wer will das, und wozu?", scene),
    ...about(withFault("roleMissing"), "{ids}: who wants it? | {ids}: Wer will das?", scene),
    ...about(withFault("noReason"), "{ids}: what is the benefit? | {ids}: Worin liegt der Nutzen?", scene),
    ...criteriaQuestions(scene),
    ...about(
      facts.stories.filter(({ criteria, edges }) => criteria.length > 0 && edges === 0).map(({ id }) => id),
      "{ids}: what happens when it fails? | {ids}: Was geschieht, wenn es misslingt?",
      scene,
    ),
    ...missingQualities(scene),
    ...facts.stories.flatMap(({ id, text }) => {
      const words = vagueWordsIn(text).map((word) => quoted(word, language));
      return words.length === 0
        ? []
        : [
            translate("{id}: how do you measure {words}? | {id}: Woran messen Sie {words}?", {
              id: numberOf(id),
              words: listed(words, language),
            }),
          ];
    }),
    ...facts.clashes.map(([one, other]) =>
      translate(
        "{one} and {other} may contradict each other: what applies? | {one} und {other} widersprechen sich möglicherweise: Was gilt?",
        { one: quoted(one.text, language), other: quoted(other.text, language) },
      ),
    ),
    ...facts.needs
      .filter(({ text }) => isDoubted(text))
      .map(({ text }) =>
        translate("You were not sure about {text}. What applies? | Sie waren nicht sicher: {text}. Was gilt?", {
          text: quoted(text, language),
        }),
      ),
    // A doubted line is asked about already.
    ...(facts.stories.length === 0 ? [] : facts.uncovered)
      .filter(({ text }) => !isDoubted(text))
      .map(({ text }) =>
        translate(
          "In no story: {text} Which story does it belong to, or is it one of its own? | In keiner Story: {text} Zu welcher Story gehört das, oder ist es eine eigene?",
          { text: quoted(sentence(text), language) },
        ),
      ),
    ...facts.alike
      .filter(({ other }) => !facts.stories.some(({ id }) => id === other.id))
      .map(({ story, other }) =>
        translate(
          "{id} resembles {other}: new, changed, or the same? | {id} ähnelt {other}: neu, geändert oder dasselbe?",
          {
            id: numberOf(story.id),
            other: /^\d+$/.test(other.id) ? quoted(clipped(other.text, 80), language) : numberOf(other.id),
          },
        ),
      ),
    ...about(
      facts.circles,
      "{ids} need each other: which can stand alone? | {ids} setzen einander voraus: Welche kann allein bestehen?",
      scene,
    ),
    ...(facts.stories.length > form.number
      ? [
          translate(
            "You wanted at most {most:story|stories}; the list has {all}. Which can wait? | Sie wollten höchstens {most:Story|Storys}, die Liste hat {all}. Welche können warten?",
            { most: form.number, all: facts.stories.length },
          ),
        ]
      : []),
  ];
}
