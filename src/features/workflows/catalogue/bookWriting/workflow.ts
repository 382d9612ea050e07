import type { Issue, Proposal } from "#src/features/documents/document.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { clipped, figure, oneLine } from "../../domain/wording.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { entryAt } from "../../kit/effects.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { errorIssue } from "../../kit/sections.ts";
import type { ReadRequest } from "../../kit/state.ts";
import { materialOf } from "../material.ts";
import { canon, options, passages, scenes } from "./chapters.ts";
import { characters, isFiction, outline, spine, themes, world } from "./concept.ts";
import {
  type BookScene,
  chapterOf,
  chapterTitle,
  type Facts,
  factsOf,
  missingFor,
  spineIn,
  titleOfSpine,
} from "./facts.ts";
import { lengthIssues } from "./lengths.ts";
import { acts, example, form, type Form } from "./form.ts";
import { continuityBlocks, progressBlocks, styleBlocks } from "./tables.ts";

/* A book over many runs: each is one act and goes on with what its project holds. */

const { computed } = sectionsFor<Form, Facts>();

const hasText = ({ facts }: BookScene): boolean => facts.text !== "";
const continuity = computed("continuity", "Continuity | Stimmigkeit", continuityBlocks, hasText);
const style = computed("style", "Style report | Stilbericht", styleBlocks, hasText);
const progress = computed("progress", "Progress | Stand", progressBlocks);

/** Characters of what a writer is told of the book so far. */
const room = { characters: 2500, world: 1500, chapters: 3000, canon: 3000 } as const;
/** Days from one writing session to the next. */
const betweenSessions = 7;
const sessionMinutes = 90;
/** Hobby. */
const sessionType = "7030";

/** Lines as far as there is room, the last ones first in line. */
function lastWithin(lines: readonly string[], most: number): string[] {
  let left = most;
  return lines
    .toReversed()
    .filter((one) => (left -= one.length) >= 0)
    .toReversed();
}

/** Chapters that are written keep their places and titles: their text hangs on them. */
function spineIssues(scene: BookScene): Issue[] {
  const { facts, form: values, state } = scene;
  const [before, now] = [spineIn(state.start), spine.of(scene)];
  const moved = facts.begun.filter((id) => {
    const at = Number(id.slice(1)) - 1;
    return before[at]?.title !== now[at]?.title;
  });
  const wanted = values.chapters;
  return [
    ...(moved.length > 0 ? [errorIssue("begunChanged", "spine", { count: moved.length })] : []),
    ...(values.act === "outline" && wanted > 0 && now.length > 0 && now.length !== wanted
      ? [{ level: "warn" as const, code: "chapterCount", at: "spine", params: { found: now.length, wanted } }]
      : []),
  ];
}

/** What a book about facts looks up: its subject, and the chapter of this run. */
function bookSources(scene: BookScene): readonly ReadRequest[] {
  const { form: values, facts } = scene;
  const isLookedUp = values.kind === "nonFiction" && values.act !== "review";
  const [first] = facts.due;
  return materialOf(
    values,
    [values.companyWebsite, values.productWebsite],
    isLookedUp
      ? [
          `${values.requirementTitle} ${values.genre}`,
          values.premise,
          ...(first === undefined ? [] : [`${chapterTitle(scene, chapterOf(first))} ${values.requirementTitle}`]),
        ].map((query) => clipped(oneLine(query), 200, 200))
      : [],
  );
}

/** A session for each chapter that is still to be written, or for what has to come before. */
function sessions(scene: BookScene): Proposal[] {
  const { facts, form: values, context, translate, language } = scene;
  const today = localDateOf(context.now, context.timeZone);
  const session = (key: string, title: string, week: number): Proposal =>
    entryAt(key, {
      type: sessionType,
      title,
      date: addDays(today, betweenSessions * week),
      time: "19:00",
      minutes: sessionMinutes,
      timeZone: context.timeZone,
    });
  if (values.act === "outline")
    return spine.of(scene).flatMap((row, at) =>
      facts.begun.includes(`c${at + 1}`)
        ? []
        : [
            session(
              `write:c${at + 1}`,
              translate("Write {chapter}: about {words} words | {chapter} schreiben: etwa {words} Wörter", {
                chapter: titleOfSpine(row, at + 1),
                words: figure(facts.chapterWords.get(`c${at + 1}`) ?? 0, language),
              }),
              at + 1,
            ),
          ],
    );
  const { next } = facts;
  if (next === null || next.act === "chapter") return [];
  return [
    session(
      "next",
      translate("{act}: {title} | {act}: {title}", { act: translate(acts[next.act]), title: values.requirementTitle }),
      1,
    ),
  ];
}

const refusals = {
  noOutline: "The book has no outline yet",
  noChapter: "This chapter is not written yet",
  noText: "Nothing of the book is written yet",
  allWritten: "Every planned chapter is written",
} as const;

export const bookWriting = defineWorkflow<Form, Facts>({
  key: "bookWriting",
  version: 2,
  continues: true,
  form,
  role: "You are a novelist and editor who writes with an author: their idea and voice, your craft.",
  task: "Do the act of this run and nothing else. What is given is true in the book and may not be contradicted.",
  example,
  guard: ({ act, chapter }, _, __, start) => {
    const missing = missingFor(act, chapter, start);
    return missing === null ? null : { code: `bookWriting.${missing}`, message: refusals[missing] };
  },
  sources: bookSources,
  facts: ({ form: values, answer, start, context }) => factsOf(values, { answer, start }, context.language),
  summary: (scene) => {
    const { facts, form: values, translate, language } = scene;
    if (facts.text !== "")
      return translate("{done} of {all} words are written. | {done} von {all} Wörtern sind geschrieben.", {
        done: figure(facts.prose.words, language),
        all: figure(values.words, language),
      });
    if (facts.isOutlined)
      return translate(
        "{count:chapter|chapters} planned, none written yet. | {count:Kapitel|Kapitel} geplant, noch keines geschrieben.",
        { count: facts.planned },
      );
    // People in a book about facts are no measure of it.
    const count = isFiction(scene) ? Math.max(characters.of(scene).length, values.people.length) : 0;
    return count === 0
      ? translate("No outline yet. | Noch keine Gliederung.")
      : translate("{count:character|characters}, no outline yet. | {count:Figur|Figuren}, noch keine Gliederung.", {
          count,
        });
  },
  sections: [progress, themes, characters, world, spine, outline, scenes, options, continuity, canon, passages, style],
  deliverable: { scenes: "plain" },
  contextLines: (scene) => {
    if (scene.form.act === "concept") return [];
    return [
      ...lastWithin(
        characters
          .of(scene)
          .map(({ name, want, voice, known }) => `character | ${name} | ${known} | wants ${want} | voice ${voice}`),
        room.characters,
      ),
      ...lastWithin(
        world.of(scene).map(({ kind, name, holds }) => `${kind} | ${name} | ${holds}`),
        room.world,
      ),
      ...lastWithin(
        spine.of(scene).map(({ title, purpose }, at) => `chapter c${at + 1} | ${title} | ${purpose}`),
        room.chapters,
      ),
      ...lastWithin(
        canon.of(scene).map(({ id, who, fact }) => `${id} | ${who} | ${fact}`),
        room.canon,
      ),
    ];
  },
  checks: (scene) => [...spineIssues(scene), ...lengthIssues(scene)],
  issueTexts: {
    outlineShort:
      "The outline has room for about {found} words, but the book should have {wanted}. Add scenes or chapters. | Die Gliederung reicht für etwa {found} Wörter, das Buch soll aber {wanted} haben. Ergänzen Sie Szenen oder Kapitel.",
    outlineWords:
      "The chapters add up to {found} words, but the book should have {wanted}. | Die Kapitel ergeben zusammen {found} Wörter, das Buch soll aber {wanted} haben.",
    chapterLength:
      "The chapter has {found} words instead of {wanted}. | Das Kapitel hat {found} Wörter statt {wanted}.",
    begunChanged:
      "{count:written chapter has|written chapters have} been moved or renamed. | {count:schon geschriebenes Kapitel wurde|schon geschriebene Kapitel wurden} verschoben oder umbenannt.",
    chapterCount: "{found} chapters instead of {wanted}. | {found} Kapitel statt {wanted}.",
  },
  // A chapter that nobody wrote is none.
  coverage: ({ facts, form: { act }, answer }) => {
    if (act !== "chapter" && act !== "revise") return { found: 1, wanted: 1 };
    const done = new Set(scenes.of({ answer }).flatMap(({ id, text }) => (text === "" ? [] : [id])));
    return { found: facts.due.filter((id) => done.has(id)).length, wanted: Math.max(1, facts.due.length) };
  },
  effects: sessions,
});
