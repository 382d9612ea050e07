import { type ContentType, type Platform, platformTakes } from "#src/features/outcomes/rules.ts";
import { frames, type Note, notesOf, type Page, pagesOf, wordBudget } from "../../domain/article.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { type HolidayCountry, holidaysOf } from "../../domain/holidays.ts";
import { oneLine } from "../../domain/wording.ts";
import { type Bilingual, draftLanguageOf, half } from "../../kit/bilingual.ts";
import { nextWorkday, workday } from "../../kit/effects.ts";
import type { Scene } from "../../kit/state.ts";
import type { WorkflowContext } from "../../workflow.ts";
import type { Form } from "./form.ts";

/* What follows from the form and the written outline: numbered notes, parts with their words, dates. */

export interface ArticlePart {
  id: string;
  heading: string;
  /** What the part answers; of the frame of its format while there is no outline. */
  question: string;
  notes: Note[];
  words: number;
}

export interface Facts {
  notes: Note[];
  /** The search term in one line; empty when none was given. */
  keyword: string;
  /** Questions of the readers, those among the notes included. */
  questions: string[];
  pages: Page[];
  publishOn: string;
  /** `past`: the day that was given has passed, and the usual one is in its place. */
  publicationDay: "given" | "usual" | "past";
  /** Name of the public holiday on which publication falls. */
  holiday: Bilingual | null;
  /** Parts that an article of this length usually has. */
  usualParts: number;
  parts: ArticlePart[];
  teasers: { id: string; date: string; platform: Platform; contentType: ContentType }[];
  steps: { id: StepId; title: Bilingual; date: string; isLate: boolean }[];
}

export type ArticleScene = Scene<Form, Facts>;

/** Days from publication to the day by which a step is done: planning values. */
const steps = [
  { id: "text", title: "Finish the text, fill in the gaps | Text fertigstellen, Lücken füllen", days: -6 },
  {
    id: "pictures",
    title: "Take pictures, write alt text | Bilder machen, Alternativtexte schreiben",
    days: -4,
  },
  { id: "approved", title: "Approve | Freigeben", days: -2 },
  { id: "published", title: "Publish | Veröffentlichen", days: 0 },
  { id: "refresh", title: "Check figures and links again | Zahlen und Links erneut prüfen", days: 180 },
] as const;
type StepId = (typeof steps)[number]["id"];

/** Days between the run and publication when nobody chose. */
const usualDelay = 7;
/** Words that readers of a web page take in before they look for the next heading. */
const wordsPerPart = 150;
export const [fewestParts, mostParts] = [3, 9] as const;
const maxQuestions = 6;

const linesOf = (text: string): string[] => [...new Set(text.split("\n").map(oneLine).filter(Boolean))];
/** Headings as they are pasted carry marks of lists and of Markdown. */
const headingsOf = (text: string): string[] => [
  ...new Set(
    linesOf(text)
      .map((line) => line.replace(/^(?:#+|[-*•–]|\d{1,2}[.)])\s+/, ""))
      .filter(Boolean),
  ),
];

export const isQuestion = ({ text }: Note): boolean => text.endsWith("?");

/** Parts that the author has named: own headings, else the headings of the notes, each with the notes below it. */
export function ownParts({ outline }: Form, notes: readonly Note[]): { heading: string; notes: string[] }[] {
  const wanted = headingsOf(outline);
  const named = [...new Set(notes.map(({ under }) => under).filter(Boolean))];
  const headings = wanted.length > 0 ? wanted : named.length > 1 ? named : [];
  return headings.slice(0, mostParts).map((heading) => ({
    heading,
    notes: notes
      .filter((note) => note.under === heading && note.flag === null && !isQuestion(note))
      .map(({ id }) => id),
  }));
}

export function factsOf(
  values: Form,
  context: WorkflowContext,
  outline: readonly { id: string; heading: string; question: string; notes: string[] }[],
  sitemap: string,
): Facts {
  const today = localDateOf(context.now, context.timeZone);
  const country: HolidayCountry | undefined = values.country === "none" ? undefined : values.country;
  const notes = notesOf(values.experienceNotes, values.goalLanguage);
  const isAhead = values.publishOn >= today;
  const publishOn = isAhead ? values.publishOn : nextWorkday(addDays(today, usualDelay), country);
  const [holiday] = country ? holidaysOf(country, publishOn, publishOn) : [];
  const frame = frames[values.articleFormat].map((question, at) => ({
    id: `o-${at + 1}`,
    heading: "",
    question: half(question, draftLanguageOf(values.goalLanguage)),
    notes: [] as string[],
  }));
  const list = outline.length > 0 ? outline : frame;
  const budget = wordBudget(
    values.length,
    list.map((part) => part.notes.length),
  );
  const asked = notes.filter((note) => isQuestion(note) && note.flag === null).map(({ text }) => text);
  return {
    notes,
    keyword: oneLine(values.primaryKeyword),
    questions: [...new Set([...linesOf(values.questions), ...asked])].slice(0, maxQuestions),
    pages: pagesOf(sitemap),
    publishOn,
    publicationDay: isAhead ? "given" : values.publishOn === "" ? "usual" : "past",
    holiday: holiday ? `${holiday.name.en} | ${holiday.name.de}` : null,
    usualParts: Math.min(mostParts, Math.max(fewestParts, Math.round(values.length / wordsPerPart))),
    parts: list.map(({ id, heading, question, notes: carrying }, at) => ({
      id,
      heading,
      question,
      notes: notes.filter((note) => carrying.includes(note.id)),
      words: budget.parts[at] ?? wordsPerPart,
    })),
    teasers: teasersOf(values.teaserPlatforms, publishOn, country),
    steps: steps.map(({ id, title, days }) => {
      const date = days === 0 ? publishOn : workday(addDays(publishOn, days), country);
      return { id, title, date, isLate: date < today };
    }),
  };
}

/** One each working day: readers of several networks see one announcement at a time. */
function teasersOf(networks: readonly Platform[], publishOn: string, country?: HolidayCountry): Facts["teasers"] {
  let date = publishOn;
  return networks.map((platform, at) => {
    date = nextWorkday(addDays(date, 1), country);
    return { id: `t${at + 1}`, platform, contentType: teaserType(platform), date };
  });
}

/** Kind of content that carries a teaser on a network: text where the network takes it. */
const teaserType = (platform: Platform): ContentType =>
  ([3, 10, 1, 41] as const).find((code) => platformTakes(platform, code)) ?? 3;
