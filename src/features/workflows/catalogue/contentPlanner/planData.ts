import { z } from "zod";

const line = z.string().max(400);
const passage = z.string().max(4000);
const reckoned = "leave out: it is reckoned";

/** One item: what needs words comes from the engine, the rest from the slots. */
const item = z.object({
  id: z.string().max(12).describe("id of the slot"),
  hook: line.describe("first line or title of the post, at most 120 characters"),
  brief: passage.describe("what whoever writes it needs to know, two to four sentences"),
  cta: line.default("").describe("what the reader is asked to do, one sentence without a web address"),
  assetBrief: line.default("").describe("picture, film or table it needs; empty for plain text"),
  hashtags: z.array(z.string().max(60)).max(12).default([]),
  date: z.string().max(10).default("").describe(reckoned),
  time: z.string().max(5).default("").describe(reckoned),
  timeZone: z.string().max(64).default("").describe(reckoned),
  platform: z.string().max(40).default("").describe(reckoned),
  contentType: z.int().default(0).describe(reckoned),
  pillar: line.default("").describe(reckoned),
  audience: line.default("").describe(reckoned),
  topic: line.default("").describe(reckoned),
  campaign: line.default("").describe(reckoned),
  pinned: line.default("").describe(reckoned),
  moved: z.string().max(10).default("").describe(reckoned),
  /** Item it is cut from. */
  repurposeOf: z.string().max(12).default("").describe(reckoned),
  link: z.string().max(2400).default("").describe(reckoned),
  languages: z.array(z.string().max(35)).max(6).default([]).describe(reckoned),
  effortMinutes: z.int().default(0).describe(reckoned),
  status: z.literal("idea").default("idea").describe(reckoned),
  /** True when the engine gave no words for it and a template had to. */
  isTemplate: z.boolean().default(false).describe(reckoned),
});

const shareRow = z.object({
  name: line,
  platform: z.string().max(40),
  contentType: z.int(),
  /** Exact share of the target in items, and what the plan holds. */
  target: z.number(),
  planned: z.int(),
});

const production = z.object({
  itemId: z.string().max(12),
  produceBy: z.string().max(10),
  approveBy: z.string().max(10),
  publishOn: z.string().max(10),
  minutes: z.int(),
  /** Its production would have had to begin before the run. */
  isLate: z.boolean(),
});

const kpi = z.object({
  name: line,
  how: line,
  now: z.number().nullable(),
  target: z.number().nullable(),
  perWeek: z.number().nullable(),
});

const warning = z.object({
  code: z.enum(["sameHour", "samePlatformHour", "similarHook"]),
  first: z.string(),
  second: z.string(),
  date: z.string(),
});

/** Typed payload of a content plan. */
export const planData = z.object({
  messageHouse: z
    .object({
      roof: line.describe("the one promise that all items carry"),
      walls: z
        .array(
          z.object({ pillar: line, message: line, proof: line.describe("from the person's own material, else empty") }),
        )
        .max(10),
    })
    .describe("message house"),
  items: z.array(item).max(400).describe("one entry for each slot of the list, same ids"),
  mix: z.array(shareRow).max(100).default([]).describe(reckoned),
  chains: z
    .array(z.object({ id: z.string(), items: z.array(z.string()) }))
    .max(200)
    .default([])
    .describe(reckoned),
  holidays: z
    .array(z.object({ date: z.string(), name: line }))
    .max(60)
    .default([])
    .describe(reckoned),
  warnings: z.array(warning).max(1000).default([]).describe(reckoned),
  kpis: z.array(kpi).max(30).default([]).describe(reckoned),
  production: z.array(production).max(400).default([]).describe(reckoned),
});

export type PlanData = z.infer<typeof planData>;
export type PlanItem = PlanData["items"][number];
export type PlanWarning = PlanData["warnings"][number];
