import { oc } from "@orpc/contract";
import { z } from "zod";
import { id, instant, page, recordId, recordInstant, text, timeZone } from "#src/kit/schemas.ts";
import {
  characterLimit,
  contentTypes,
  fitsPlatform,
  notTaken,
  outcomesAtOnce,
  outcomeStatuses,
  platforms,
} from "./rules.ts";

export const outcomeStatus = z.enum(outcomeStatuses);
export type OutcomeStatus = z.infer<typeof outcomeStatus>;

/** Planned product of a workflow on a date, workflows.md "Shared frame". */
export const outcome = z.object({
  id: recordId,
  projectId: recordId.nullable(),
  runId: recordId.nullable(),
  /** Workflow that would write it, `socialPostWriterWorkflow`. */
  workflow: z.string(),
  /** `post`, `article`, `video`, `mail` and the like. */
  kind: z.string(),
  platform: z.string().nullable(),
  /** Code of specification section 3. */
  contentType: z.int().nullable(),
  title: z.string(),
  brief: z.string(),
  plannedAt: recordInstant,
  timeZone: z.string(),
  status: outcomeStatus,
  calendarEntryId: recordId.nullable(),
  resultProjectId: recordId.nullable(),
  dateUpdated: recordInstant,
});
export type Outcome = z.infer<typeof outcome>;

const contentType = z.literal([...contentTypes]);

/** The longest text that a platform takes, and a brief of any length that people write. */
const brief = text(Math.max(8000, ...Object.values(characterLimit)));

export const newOutcome = z
  .strictObject({
    projectId: id.nullable().optional(),
    workflow: text(80, 1),
    kind: text(40, 1),
    platform: z.enum(platforms).nullable().optional(),
    contentType: contentType.nullable().optional(),
    title: text(300, 1),
    brief: brief.default(""),
    plannedAt: instant,
    timeZone: timeZone.default("Europe/Berlin"),
    status: outcomeStatus.default("idea"),
  })
  .refine(fitsPlatform, { error: notTaken, path: ["contentType"] });
export type NewOutcome = z.infer<typeof newOutcome>;

/** What a run proposes: a new outcome, or the text of the one that it was started for. */
export const proposedOutcome = newOutcome.safeExtend({ outcomeId: id.optional() });
export type ProposedOutcome = z.infer<typeof proposedOutcome>;

export const outcomeUpdates = z.strictObject({
  title: text(300, 1).optional(),
  brief: brief.optional(),
  platform: z.enum(platforms).nullable().optional(),
  contentType: contentType.nullable().optional(),
  plannedAt: instant.optional(),
  timeZone: timeZone.optional(),
  status: outcomeStatus.optional(),
});
export type OutcomeUpdates = z.infer<typeof outcomeUpdates>;

const several = <T extends z.ZodType>(one: T) =>
  z.preprocess((value) => (typeof value === "string" ? value.split(",").filter(Boolean) : value), z.array(one).max(20));

const filters = {
  platform: text(40, 1).optional(),
  projectId: id.optional(),
  /** One or more, separated by commas. */
  status: several(outcomeStatus).optional(),
};

export const outcomeCounts = z.object({
  /** All content items of the person. */
  total: z.int(),
  /** With the platform and project asked for; a status without any is absent. */
  statuses: z.partialRecord(outcomeStatus, z.int()),
  /** With all filters, planned before the instant asked for. */
  earlier: z.int(),
  /** What the person's items can be filtered by. */
  platforms: z.array(z.string()),
  projects: z.array(z.object({ id: recordId, title: z.string().nullable() })),
});
export type OutcomeCounts = z.infer<typeof outcomeCounts>;

const path = "/workflows/scheduled/outcome";
const route = (
  method: "GET" | "POST" | "PUT" | "DELETE",
  below: "" | `/${string}`,
  summary: string,
  successStatus = 200,
) => oc.route({ method, path: `${path}${below}`, summary, tags: ["scheduled outcomes"], successStatus });

const ids = z.array(id).min(1).max(outcomesAtOnce);

export const outcomesContract = {
  listOutcomes: route("GET", "", "Scheduled outcomes, by planned date")
    .input(
      page.extend({
        from: instant.optional(),
        to: instant.optional(),
        ...filters,
        order: z.enum(["asc", "desc"]).default("asc"),
      }),
    )
    .output(z.object({ outcomes: z.array(outcome), nextCursor: z.string().optional() })),
  countOutcomes: route("GET", "/counts", "Count scheduled outcomes by status")
    .input(z.strictObject({ before: instant.optional(), ...filters }))
    .output(outcomeCounts),
  getOutcome: route("GET", "/{id}", "One scheduled outcome")
    .input(z.strictObject({ id }))
    .output(z.object({ outcome })),
  createOutcome: route("POST", "", "Create a scheduled outcome", 201)
    .input(
      z.strictObject({
        enData: newOutcome,
        /** Makes a calendar entry that moves with the outcome, is deleted with it and comes back with it. */
        withEntry: z.boolean().default(false),
      }),
    )
    .output(z.object({ outcome })),
  updateOutcome: route("PUT", "", "Change a scheduled outcome")
    .input(z.strictObject({ id, updates: outcomeUpdates }))
    .output(z.object({ outcome })),
  deleteOutcome: route(
    "DELETE",
    "",
    "Delete a scheduled outcome and its calendar entry; both can be brought back for 24 hours",
  )
    .input(z.strictObject({ enData: z.strictObject({ id }) }))
    .output(z.object({ deleted: z.literal(true) })),
  restoreOutcome: route(
    "POST",
    "/restore",
    "Bring back a deleted scheduled outcome and the calendar entry deleted with it",
  )
    .input(z.strictObject({ id }))
    .output(z.object({ outcome })),
  updateOutcomes: route("PUT", "/bulk", `Change up to ${outcomesAtOnce} scheduled outcomes, all or none`)
    .input(
      z.strictObject({
        updates: z
          .array(z.strictObject({ id, updates: outcomeUpdates }))
          .min(1)
          .max(outcomesAtOnce)
          .refine((updates) => new Set(updates.map((update) => update.id)).size === updates.length, {
            error: "must name each outcome once",
          }),
      }),
    )
    .output(z.object({ outcomes: z.array(outcome) })),
  deleteOutcomes: route(
    "DELETE",
    "/bulk",
    `Delete up to ${outcomesAtOnce} scheduled outcomes and their calendar entries, all or none`,
  )
    .input(z.strictObject({ enData: z.strictObject({ ids }) }))
    .output(z.object({ deleted: z.int() })),
  restoreOutcomes: route(
    "POST",
    "/bulk/restore",
    `Bring back up to ${outcomesAtOnce} deleted scheduled outcomes and the calendar entries deleted with them, all or none`,
  )
    .input(z.strictObject({ ids }))
    .output(z.object({ outcomes: z.array(outcome) })),
};
