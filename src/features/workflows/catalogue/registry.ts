import { z } from "zod";
import type { FieldIssue } from "#src/kit/errors.ts";
import type { JsonValue } from "#src/kit/schemas.ts";
import { type WorkflowKey, workflowKeyOf } from "../rules.ts";
import type { CompiledWorkflow } from "../kit/workflowSpec.ts";

/** One line per written workflow. Loaded when first asked for, so that a page pays for one form only. */
export const workflowLoaders: Partial<Record<WorkflowKey, () => Promise<CompiledWorkflow>>> = {
  audioTranscriber: async () => (await import("./audioTranscriber/workflow.ts")).audioTranscriber,
  appointmentPlanner: async () => (await import("./appointmentPlanner/workflow.ts")).appointmentPlanner,
  businessPlanner: async () => (await import("./businessPlanner/workflow.ts")).businessPlanner,
  blogArticleWriter: async () => (await import("./blogArticleWriter/workflow.ts")).blogArticleWriter,
  socialPostWriter: async () => (await import("./socialPostWriter/workflow.ts")).socialPostWriter,
  contentPlanner: async () => (await import("./contentPlanner/workflow.ts")).contentPlanner,
  marketAnalyser: async () => (await import("./marketAnalyser/workflow.ts")).marketAnalyser,
  bookWriting: async () => (await import("./bookWriting/workflow.ts")).bookWriting,
  companionsAnalyser: async () => (await import("./companionsAnalyser/workflow.ts")).companionsAnalyser,
  whitepaperPlanner: async () => (await import("./whitepaperPlanner/workflow.ts")).whitepaperPlanner,
  productPlanner: async () => (await import("./productPlanner/workflow.ts")).productPlanner,
  tenderPlanner: async () => (await import("./tenderPlanner/workflow.ts")).tenderPlanner,
  fundingApplicant: async () => (await import("./fundingApplicant/workflow.ts")).fundingApplicant,
  tenderApplicant: async () => (await import("./tenderApplicant/workflow.ts")).tenderApplicant,
  videoScriptWriter: async () => (await import("./videoScriptWriter/workflow.ts")).videoScriptWriter,
  customerJourneyPlanner: async () => (await import("./customerJourneyPlanner/workflow.ts")).customerJourneyPlanner,
  targetGroupsAnalyser: async () => (await import("./targetGroupsAnalyser/workflow.ts")).targetGroupsAnalyser,
  leadsListProvider: async () => (await import("./leadsListProvider/workflow.ts")).leadsListProvider,
  leadsOutreachAssistant: async () => (await import("./leadsOutreachAssistant/workflow.ts")).leadsOutreachAssistant,
  userStoryWriter: async () => (await import("./userStoryWriter/workflow.ts")).userStoryWriter,
};

/** A workflow by its short or long name; null when nobody wrote it yet. */
export async function loadWorkflow(name: string): Promise<CompiledWorkflow | null> {
  const key = workflowKeyOf(name);
  const load = key === undefined ? undefined : workflowLoaders[key];
  return load ? load() : null;
}

/**
 * Judges some fields of a workflow's form, each by its own rule; rules that span fields wait for the whole form.
 * @param at path of `values` in the request
 * @returns the parsed fields, or what is wrong with them
 */
export async function parseFields(
  workflowName: string,
  values: Readonly<Record<string, JsonValue>>,
  at: string,
): Promise<{ fields: Record<string, JsonValue>; issues: FieldIssue[] }> {
  const form = (await loadWorkflow(workflowName))?.form;
  const shape: Readonly<Record<string, z.ZodType>> = form instanceof z.ZodObject ? form.shape : {};
  const fields: Record<string, JsonValue> = {};
  const issues: FieldIssue[] = [];
  for (const [name, value] of Object.entries(values)) {
    const rule = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!rule) {
      issues.push({ path: `${at}.${name}`, message: "is no field of this form" });
      continue;
    }
    const parsed = rule.safeParse(value);
    if (parsed.success) fields[name] = parsed.data as JsonValue;
    else
      for (const issue of parsed.error.issues)
        issues.push({ path: [at, name, ...issue.path.map(String)].join("."), message: issue.message });
  }
  return { fields, issues };
}
