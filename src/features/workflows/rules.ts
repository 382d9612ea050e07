/** Coins of one run, specification section 9, in its order. */
export const prices = {
  leadsListProvider: 2500,
  leadsOutreachAssistant: 2500,
  audioTranscriber: 300,
  contentPlanner: 300,
  fundingApplicant: 300,
  businessPlanner: 300,
  productPlanner: 300,
  marketAnalyser: 250,
  targetGroupsAnalyser: 250,
  companionsAnalyser: 250,
  customerJourneyPlanner: 200,
  whitepaperPlanner: 200,
  tenderPlanner: 100,
  tenderApplicant: 100,
  bookWriting: 100,
  appointmentPlanner: 50,
  socialPostWriter: 30,
  blogArticleWriter: 30,
  userStoryWriter: 20,
  videoScriptWriter: 10,
} as const;

/** Short name of a workflow, as in the price table. */
export type WorkflowKey = keyof typeof prices;

export const workflowKeys = Object.keys(prices) as WorkflowKey[];

export const isWorkflowKey = (value: unknown): value is WorkflowKey =>
  typeof value === "string" && Object.hasOwn(prices, value);

/** `contentPlanner` → `contentPlannerWorkflow`, the name in calls and records. */
export const workflowNameOf = (key: WorkflowKey): string => `${key}Workflow`;

/** Short key of either form of a name; undefined when no workflow has it. */
export function workflowKeyOf(name: string): WorkflowKey | undefined {
  const key = name.endsWith("Workflow") ? name.slice(0, -"Workflow".length) : name;
  return isWorkflowKey(key) ? key : undefined;
}

/** Whole coins of one run; undefined for an unknown name. Takes the short and the long form. */
export function coinsOf(name: string): number | undefined {
  const key = workflowKeyOf(name);
  return key === undefined ? undefined : prices[key];
}

/**
 * Fields of forms that decide what a run reads, for whom and in which language. A document that is computed again
 * without a run cannot follow them.
 */
export const onlyRunsFollow: ReadonlySet<string> = new Set([
  "goalLanguage",
  "attachments",
  "leads",
  "companyWebsite",
  "productWebsite",
  "research",
  "allowedDomains",
  "blockedDomains",
]);

/**
 * Codes of the writing styles. The specification fixes the default [11, 21, 24] and no names: tens 1 are the manner of
 * speaking, 2 the purpose, 3 the colour.
 */
export const writingStyleCodes = [11, 12, 13, 14, 21, 22, 23, 24, 25, 31, 32, 33, 34] as const;
export type WritingStyle = (typeof writingStyleCodes)[number];

/** At most so many styles at once: more than this contradict each other. */
export const writingStylesMax = 6;

/** Specification section 3, `defaultWritingStyles`. */
export const defaultWritingStyles: readonly WritingStyle[] = [11, 21, 24];

/** Key of a style's name: `workflows:writingStyles.11`. */
export const writingStyleLabelKey = (code: WritingStyle): string => `workflows:writingStyles.${code}`;

export const audienceLevels = ["beginner", "general", "professional", "expert"] as const;
export type AudienceLevel = (typeof audienceLevels)[number];

/** Key of a level's name. */
export const audienceLevelLabelKey = (level: AudienceLevel): string => `workflows:audienceLevels.${level}`;

/** Bytes as JSON of form values that are kept or changed outside of a run: several times the longest real form. */
export const maxFormBytes = 65_536;
