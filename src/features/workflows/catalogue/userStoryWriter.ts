import type { Draft, Issue, Prompt, Proposal, SourceRequest, WorkflowContext } from "../workflow.ts";
import { cardNamed } from "./cards.ts";
import { sharedExample } from "./commonForm.ts";
import { addDays } from "./dates.ts";
import { checkStories } from "./userStoryWriter/checkStories.ts";
import { draftStories } from "./userStoryWriter/draftStories.ts";
import { storyEntries, workingDay } from "./userStoryWriter/entries.ts";
import { type StoryData, storyData } from "./userStoryWriter/storyData.ts";
import { type StoryForm, storyForm, usualSplitLimit } from "./userStoryWriter/storyForm.ts";
import { storyPrompt } from "./userStoryWriter/storyPrompt.ts";
import { storyWords } from "./userStoryWriter/storyWords.ts";
import { draftLanguageOf, fill, languageAssumptions, oneLine, quoted } from "./wording.ts";

export const card = cardNamed("userStoryWriter");
export const form = storyForm;
export const output = storyData;

/** A believable need of a small team; the refinement is a week after the next working day. */
export const example = (today: string): StoryForm => ({
  ...sharedExample,
  requirementTitle: "Invoices in the customer portal",
  feature: [
    "Customers ask us by phone for copies of their invoices, about 40 times a week.",
    "",
    "Finding:",
    "- Customers must be able to see their invoices of the last 24 months, so that they need not call.",
    "- Customers should be able to filter invoices by month and by state (open, paid, overdue).",
    "Getting:",
    "- As a customer, I want to download an invoice as PDF, so that I can pass it on to my accountant.",
    "  - The file must be at most 5 MB.",
    "- Customers can download up to 50 invoices in one file.",
    "Reminding:",
    "- When an invoice is overdue for 7 days, the portal must send a reminder to the customer.",
    "- Only an accountant may stop a reminder.",
    "- As an accountant, I want to stop reminders for a customer, so that a dispute is not made worse.",
    "- Later, customers could pay an invoice in the portal.",
  ].join("\n"),
  roles: ["customer", "accountant"],
  number: 8,
  format: "connextra",
  criteria: "gherkin",
  estimateScale: "fibonacci",
  tracker: "Jira",
  context: "The portal has 1,200 customers. Invoices come from the accounting system every night.",
  constraints:
    "A list of invoices must appear within 2 seconds.\nInvoices hold personal data and may only be seen by their own customer.",
  existingStories: [
    "Key;Summary",
    "POR-12;As a customer, I want to download an invoice as PDF",
    'POR-31;"Sign in with e-mail; reset of the password"',
  ].join("\n"),
  companyInformation: "Office supplies for small companies, twelve people, since 2009.",
  companyWebsite: "",
  productsPitch: "",
  productWebsite: "",
  nonFunctional: ["performance", "privacy", "accessibility"],
  splitRule: true,
  splitLimit: usualSplitLimit,
  refinement: addDays(workingDay(today, 1), 7),
});

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
  const isSpread = read.stories.some(({ slice }) => slice !== "first") || read.hasMust;
  const data: StoryData = {
    epic: { title: oneLine(values.requirementTitle), goal: goals.map((goal) => quoted(goal, language)).join("; ") },
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
