import { oc } from "@orpc/contract";
import { z } from "zod";
import { coins, id, page, recordId, recordInstant, timeZone } from "#src/kit/schemas.ts";

/** Why a run of a schedule did not begin; each costs nothing, and the next one is tried again. */
export const skipCode = z.enum([
  /** The coins of a month are spent, or the next run would pass them. */
  "limit",
  /** The person has too few coins. */
  "coins",
  /** Form and engine are those of the last run, and nothing outside is read. */
  "unchanged",
  /** The person's level has room for fewer schedules, and this one is not among the first; or not for such a run. */
  "level",
  /** The form no longer fits, or names what is gone. */
  "refused",
]);
export type SkipCode = z.infer<typeof skipCode>;

const rhythm = {
  every: z.enum(["week", "month"]),
  /** 1 Monday to 7 Sunday, of a week; 1 to 31 of a month, whose last day stands for those it does not have. */
  day: z.int().min(1).max(31),
  /** `HH:mm` by the clocks of the schedule's time zone. */
  time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be HH:mm"),
};

/** A project that is run again and again with the form it has. */
export const schedule = z.object({
  projectId: recordId,
  /** Null for a project without a name. */
  projectName: z.string().nullable(),
  workflow: z.string(),
  ...rhythm,
  timeZone,
  /** Most coins that runs of the schedule take in a calendar month. */
  monthlyLimit: coins,
  /** Price of a run. */
  coins,
  /** Coins held or taken in this calendar month. */
  spent: coins,
  /** The form reads the web, so that a later run can find something new. */
  isReading: z.boolean(),
  isPaused: z.boolean(),
  /** The level has room for fewer, and older ones come first: this one rests until there is room. */
  isOverLevel: z.boolean(),
  /** Null while it is paused. */
  nextAt: recordInstant.nullable(),
  /** The last time that brought no run; null after one that did. */
  skipped: z.object({ code: skipCode, at: recordInstant }).nullable(),
});
export type Schedule = z.infer<typeof schedule>;

export const newSchedule = z
  .strictObject({
    projectId: id,
    ...rhythm,
    /** Without one a schedule keeps the zone it has, and a new one takes that of the person. */
    timeZone: timeZone.optional(),
    /** At least the price of a run. */
    monthlyLimit: coins,
    isPaused: z.boolean().default(false),
  })
  .refine(({ every, day }) => every === "month" || day <= 7, {
    error: "a week has seven days",
    path: ["day"],
    params: { messageKey: "validation.number" },
  });
export type NewSchedule = z.infer<typeof newSchedule>;

const path = "/workflows/schedules";
const route = (method: "GET" | "PUT" | "DELETE", summary: string) =>
  oc.route({ method, path, summary, tags: ["workflows"] });

export const schedulesContract = {
  listSchedules: route("GET", "Projects that are run again and again, the next one first")
    .input(page.pick({ limit: true }).extend({ projectId: id.optional() }))
    .output(
      z.object({
        schedules: z.array(schedule),
        /** All of the person that are not paused, of projects that are not put away. */
        active: z.int().min(0),
      }),
    ),
  setSchedule: route("PUT", "Run a project every week or month, within a monthly limit of coins")
    .input(newSchedule)
    .output(z.object({ schedule })),
  deleteSchedule: route("DELETE", "Run a project no more by itself")
    .input(z.strictObject({ enData: z.strictObject({ projectId: id }) }))
    .output(z.object({ deleted: z.literal(true) })),
};
