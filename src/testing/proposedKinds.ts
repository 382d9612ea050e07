import type { WorkflowKey } from "#src/features/workflows/rules.ts";

/**
 * What the sample of each workflow hands to other areas: kinds of suggestions and the workflows that go on. From
 * workflows.md, "Side effects"; a workflow that hands over less has lost its worth for the rest of the product.
 */
export const proposedKinds: Partial<Record<WorkflowKey, { kinds: string[]; next?: WorkflowKey[] }>> = {
  audioTranscriber: { kinds: ["calendarEntry", "lead"] },
  appointmentPlanner: { kinds: ["calendarEntry", "project"], next: ["audioTranscriber"] },
  businessPlanner: { kinds: ["calendarEntry", "project"], next: ["fundingApplicant"] },
  blogArticleWriter: { kinds: ["calendarEntry", "outcome"] },
  socialPostWriter: { kinds: ["calendarEntry", "outcome"] },
  contentPlanner: { kinds: ["calendarEntry", "outcome"] },
  marketAnalyser: {
    kinds: ["calendarEntry", "project"],
    next: ["companionsAnalyser", "targetGroupsAnalyser", "businessPlanner"],
  },
  companionsAnalyser: {
    kinds: ["calendarEntry", "project"],
    next: ["targetGroupsAnalyser", "leadsListProvider", "businessPlanner"],
  },
  whitepaperPlanner: { kinds: ["calendarEntry", "outcome"] },
  productPlanner: { kinds: ["calendarEntry", "project"], next: ["userStoryWriter"] },
  tenderPlanner: { kinds: ["calendarEntry", "lead", "project"], next: ["leadsListProvider"] },
  fundingApplicant: { kinds: ["calendarEntry"] },
  tenderApplicant: { kinds: ["calendarEntry", "lead"] },
  videoScriptWriter: { kinds: ["calendarEntry", "outcome"] },
  customerJourneyPlanner: { kinds: ["calendarEntry", "project"], next: ["contentPlanner"] },
  targetGroupsAnalyser: {
    kinds: ["calendarEntry", "outcome", "project"],
    next: ["contentPlanner", "leadsListProvider", "businessPlanner"],
  },
  leadsListProvider: { kinds: ["calendarEntry", "lead"] },
  leadsOutreachAssistant: { kinds: ["calendarEntry", "insight", "lead", "project"], next: ["appointmentPlanner"] },
  bookWriting: { kinds: ["calendarEntry"] },
  userStoryWriter: { kinds: ["calendarEntry"] },
};
