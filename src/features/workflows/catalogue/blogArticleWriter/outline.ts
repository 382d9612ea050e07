import type { WorkflowContext } from "../../workflow.ts";
import { capital, draftLanguageOf, fill, oneLine, quoted } from "../../domain/wording.ts";
import type { ArticleForm, ArticleFormat } from "./articleForm.ts";
import { articleWords } from "./articleWords.ts";
import { fit } from "./fit.ts";
import { bare, cueCount, keywordOf, type Quote, shared, type Unit, unitsOf } from "./material.ts";

/** A part of the article with what the person's notes and the sources give it. */
export interface Part {
  heading: string;
  ask: string;
  units: Unit[];
  quotes: Quote[];
}

interface Frame {
  heading: string;
  /** The heading without the keyword, which every sentence of the article may name. */
  own: string;
  ask: string;
  cues: readonly string[];
}

/** Most headings that a person's own outline may have. */
const maxOwn = 20;

/** Headings of each format by their weight: a short article keeps the first of them. */
const keepFirst: Readonly<Record<ArticleFormat, readonly number[]>> = {
  howTo: [2, 4, 3, 0, 1],
  list: [1, 2, 4, 0, 3],
  opinion: [1, 0, 4, 2, 3],
  comparison: [1, 4, 2, 0, 3],
  news: [0, 2, 4, 3, 1],
};
const leastParts = 3;

/** Words that a part between introduction and end holds on average. */
const wordsPerPart = 180;

/** Headings of the person's outline, one a line; marks of lists and headings fall away. */
function ownHeadings(form: ArticleForm): string[] {
  const lines = form.outline
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => oneLine(bare(line).replace(/^\s*(#{1,6}|[-*•–]|\d{1,3}(\.\d{1,3})*[.)])\s+/, "")))
    .filter((line) => line !== "");
  return [...new Map(lines.map((line) => [line.toLowerCase(), fit(line, 120)])).values()].slice(0, maxOwn);
}

/** Headings of an article: the person's, else those of its format with the part that its intent asks for. */
function framesOf(form: ArticleForm, context: WorkflowContext): Frame[] {
  const language = draftLanguageOf(context.language);
  const pack = articleWords(language);
  const own = ownHeadings(form);
  if (own.length > 0) {
    return own.map((heading) => ({
      heading,
      own: heading,
      cues: [],
      ask: fill(pack.say.ownHeadingAsk, { heading: quoted(heading, language) }),
    }));
  }
  const keyword = capital(fit(keywordOf(form, context.language), 60));
  const ofFormat = pack.outlines[form.articleFormat];
  const count = Math.min(ofFormat.length, Math.max(leastParts, Math.round(form.length / wordsPerPart)));
  const wanted = new Set(keepFirst[form.articleFormat].slice(0, count));
  const kept = ofFormat.filter((_, index) => wanted.has(index));
  return [pack.intro, pack.intents[form.intent], ...kept, pack.close].map(({ heading, cues, ask }) => ({
    heading: fill(heading, { keyword }),
    own: fill(heading, { keyword: "" }),
    cues,
    ask,
  }));
}

/** Index of the heading that shares most with a text; -1 when none shares anything. */
function bestFrame(text: string, frames: readonly Frame[], language: string): number {
  let best = -1;
  let most = 0;
  for (const [index, { own, cues }] of frames.entries()) {
    const score = 2 * cueCount(text, cues) + shared(text, own, language);
    // One word of a heading by chance is no reason to tear a paragraph apart, where cues could have told.
    if (score > most && (cues.length === 0 || score >= 2)) [best, most] = [index, score];
  }
  return best;
}

/**
 * The outline with the person's sentences under it: each once, in their order, under the heading they share most
 * with; a sentence that shares nothing stays with the one before it, where it made sense.
 */
export function partsOf(form: ArticleForm, context: WorkflowContext, quotes: readonly Quote[]): Part[] {
  const { language } = context;
  const frames = framesOf(form, context);
  const parts = frames.map(({ heading, ask }): Part => ({ heading, ask, units: [], quotes: [] }));
  const hasIntro = ownHeadings(form).length === 0;
  let last = 0;
  /** What the unit before ended with: a colon or a question holds the next one. */
  let before = "";
  for (const [index, unit] of unitsOf(form.experienceNotes, language).entries()) {
    // The person's first sentence sets the scene.
    const opens = /[:?]["”“']?$/.test(before);
    const found = hasIntro && index === 0 ? 0 : opens ? last : bestFrame(unit.texts.join(" "), frames, language);
    last = found < 0 ? last : found;
    before = unit.texts.at(-1) ?? "";
    parts[last]?.units.push(unit);
  }
  for (const quote of quotes) {
    const found = bestFrame(quote.text, frames, language);
    parts[found < 0 ? Math.min(1, parts.length - 1) : found]?.quotes.push(quote);
  }
  return parts;
}
