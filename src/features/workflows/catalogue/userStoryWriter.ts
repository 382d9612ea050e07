import type { Prompt, SourceRequest, WorkflowContext } from "../workflow.ts";
import type { Draft, Issue, Proposal } from "#src/features/documents/document.ts";
import { cardNamed } from "./cards.ts";
import { checkStories } from "./userStoryWriter/checkStories.ts";
import { draftStories } from "./userStoryWriter/draftStories.ts";
import { storyEntries } from "./userStoryWriter/entries.ts";
import { type StoryData, storyData } from "./userStoryWriter/storyData.ts";
import { storyExample } from "./userStoryWriter/storyExample.ts";
import { type StoryForm, storyForm } from "./userStoryWriter/storyForm.ts";
import { storyPrompt } from "./userStoryWriter/storyPrompt.ts";
import { storyWords } from "./userStoryWriter/storyWords.ts";
import { draftLanguageOf, fill, languageAssumptions, oneLine, quoted } from "../domain/wording.ts";

export const card = cardNamed("userStoryWriter");
export const form = storyForm;
export const output = storyData;

export const example = storyExample;

/** The person's own files, when they are to be read; this workflow asks the web for nothing. */
export const sources = ({ research, attachments }: StoryForm): SourceRequest[] =>
  research === "none" ? [] : attachments.map((fileId) => ({ kind: "file", fileId }));

export const prompt = (values: StoryForm, context: WorkflowContext): Prompt => storyPrompt(values, context);

/** Stories of the person's own sentences. What they do not say stays an open question. */
export function draft(values: StoryForm, context: WorkflowContext): Draft<StoryData> {
  const language = draftLanguageOf(context.language);
  const { say } = storyWords(language);
  const read = draftStories(values, context, language);
  const goals = [...new Set(read.stories.map(({ soThat }) => soThat).filter(Boolean))].slice(0, 2);
  // A German clause of purpose ends with its verb and is no sentence without its first word.
  const opened = language === "de" && !read.isForeign;
  const goalOf = (goal: string): string => quoted(opened && !/^um\s/u.test(goal) ? `damit ${goal}` : goal, language);
  const isSpread = read.stories.some(({ slice }) => slice !== "first") || read.hasMust;
  const data: StoryData = {
    epic: { title: oneLine(values.requirementTitle), goal: goals.map(goalOf).join("; ") },
    stories: read.stories,
    constraints: [],
    splits: [],
    duplicates: [],
    map: [],
    ready: [],
    tracker: values.tracker,
    language,
  };
  const assumptions = [
    ...languageAssumptions(context.language),
    ...(read.isForeign ? [say["assumeLanguage"] ?? ""] : []),
    ...(read.spreadsOverRoles ? [say["assumeRoles"] ?? ""] : []),
    ...(isSpread ? [say["assumeSlices"] ?? ""] : []),
    ...(read.hasMust ? [] : [say["assumeFirst"] ?? ""]),
    ...(read.left > 0 ? [fill(say["assumeCut"] ?? "", { count: String(read.left), max: String(values.number) })] : []),
    ...(read.usesFiles ? [say["assumeFiles"] ?? ""] : []),
    ...(values.estimateScale === "none" ? [] : [say["estimateNote"] ?? ""]),
  ];
  const raw = { title: "", summary: "", sections: [], data, claims: [], assumptions, openQuestions: [] };
  return checkStories(raw, values, context).draft;
}

export const check = (
  result: Draft<StoryData>,
  values: StoryForm,
  context: WorkflowContext,
): { draft: Draft<StoryData>; issues: Issue[] } => checkStories(result, values, context);

export const effects = (result: Draft<StoryData>, values: StoryForm, context: WorkflowContext): Proposal[] =>
  storyEntries(result, values, context);
