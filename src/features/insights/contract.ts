import { oc } from "@orpc/contract";
import { z } from "zod";
import { id, languageTag, page, recordId, recordInstant, text, webAddress } from "#src/kit/schemas.ts";
import { channels, insightStatuses } from "./rules.ts";

export const insightStatus = z.enum(insightStatuses);
export type InsightStatus = z.infer<typeof insightStatus>;

const fact = z.strictObject({
  text: text(1000, 1),
  /** Words of the page that prove it; empty where the person said it. */
  quote: text(1000).default(""),
  url: webAddress.nullable().default(null),
});

const followUp = z.strictObject({
  /** Days after the message before. */
  afterDays: z.int().min(1).max(90),
  subject: text(300).default(""),
  message: text(8000, 1),
});

/** What a person may set on an outreach insight, workflows.md "Shared frame". */
const insightFields = {
  facts: z.array(fact).max(20),
  painHypotheses: z.array(text(500, 1)).max(10),
  /** Fit from 0 to 100 with what speaks for it. */
  fitScore: z.int().min(0).max(100).nullable(),
  fitReasons: z.array(text(500, 1)).max(10),
  channel: z.enum(channels),
  subject: text(300),
  message: text(8000),
  followUps: z.array(followUp).max(3),
  callScript: text(8000),
  bestTime: text(200),
  status: insightStatus,
  language: languageTag,
};

export const newInsight = z.strictObject({
  leadId: id,
  facts: insightFields.facts.default([]),
  painHypotheses: insightFields.painHypotheses.default([]),
  fitScore: insightFields.fitScore.default(null),
  fitReasons: insightFields.fitReasons.default([]),
  channel: insightFields.channel.default("email"),
  subject: insightFields.subject.default(""),
  message: insightFields.message.default(""),
  followUps: insightFields.followUps.default([]),
  callScript: insightFields.callScript.default(""),
  bestTime: insightFields.bestTime.default(""),
  status: insightFields.status.default("draft"),
  language: insightFields.language.default("en"),
});
export type NewInsight = z.infer<typeof newInsight>;

export const insightChanges = z.strictObject(insightFields).partial();
export type InsightChanges = z.infer<typeof insightChanges>;

export const insight = z.object({
  id: recordId,
  leadId: recordId,
  /** Name of the lead, for lists. */
  leadName: z.string(),
  runId: recordId.nullable(),
  ...insightFields,
  dateCreated: recordInstant,
  dateUpdated: recordInstant,
});
export type Insight = z.infer<typeof insight>;

const route = (method: "GET" | "POST" | "PUT", summary: string, successStatus = 200) =>
  oc.route({ method, path: "/leads/outreach/insights", summary, tags: ["leads"], successStatus });

export const insightsContract = {
  listInsights: route("GET", "Outreach insights, newest first")
    .input(page.extend({ leadId: id.optional(), status: insightStatus.optional() }))
    .output(z.object({ insights: z.array(insight), nextCursor: z.string().optional() })),
  /** `insight` is the first of them: the specification's "created insight". */
  createInsights: route("POST", "Create outreach insights", 201)
    .input(z.strictObject({ enData: z.strictObject({ insights: z.array(newInsight).min(1).max(50) }) }))
    .output(z.object({ insights: z.array(insight), insight })),
  updateInsight: route("PUT", "Change an outreach insight")
    .input(z.strictObject({ id, fields: insightChanges }))
    .output(z.object({ insight })),
};
