import { oc } from "@orpc/contract";
import { z } from "zod";
import { appLanguage, clockTime, instant, languageTag, text, timeZone } from "#src/kit/schemas.ts";

const optionalWebsite = text(2048);

/** Settings with the specification's defaults (section 3). Unknown keys are refused. */
export const application = z.strictObject({
  appLanguage: appLanguage.default("en"),
  defaultGoalLanguage: languageTag.default("en"),
  /** Codes of named writing styles. */
  defaultWritingStyles: z.array(z.int().min(1).max(99)).max(10).default([11, 21, 24]),
  defaultSocialMediaPlatforms: z.array(text(40, 1)).max(20).default(["LinkedIn", "Reddit", "X (Twitter)"]),
});

export const additionalInfo = z.strictObject({
  defaultCompanyInformation: text(4000).default(""),
  defaultCompanyWebsite: optionalWebsite.default(""),
  defaultProductsPitch: text(4000).default(""),
  defaultProductWebsite: optionalWebsite.default(""),
});

export const calendarSettings = z.strictObject({
  timeZone: timeZone.default("Europe/Berlin"),
  workingHours: z.strictObject({ from: clockTime, to: clockTime }).default({ from: "09:00", to: "17:00" }),
  firstView: z.enum(["month", "week", "agenda"]).default("month"),
  /** Minutes before an entry. */
  reminders: z.array(z.int().min(0).max(40_320)).max(5).default([15]),
});

export const onboardingState = z.enum(["notFinished", "skipped", "finished"]);

export const settings = z.strictObject({
  onboardingState: onboardingState.default("notFinished"),
  application: application.prefault({}),
  favoriteWorkflows: z.array(text(80, 1)).max(40).default([]),
  additionalInfo: additionalInfo.prefault({}),
  calendarSettings: calendarSettings.prefault({}),
  /** Defaults per workflow: `{workflow, values}` of its form fields. */
  workflowSettings: z
    .array(z.strictObject({ workflow: text(80, 1), values: z.record(text(80, 1), z.json()) }))
    .max(40)
    .default([]),
  dateUpdated: instant.nullable().default(null),
});
export type Settings = z.infer<typeof settings>;

/** Whole or part; what is absent stays as it is. */
export const settingsUpdate = z.strictObject({
  onboardingState: onboardingState.optional(),
  application: z
    .strictObject({
      appLanguage: appLanguage.optional(),
      defaultGoalLanguage: languageTag.optional(),
      defaultWritingStyles: z.array(z.int().min(1).max(99)).max(10).optional(),
      defaultSocialMediaPlatforms: z.array(text(40, 1)).max(20).optional(),
    })
    .optional(),
  favoriteWorkflows: z.array(text(80, 1)).max(40).optional(),
  additionalInfo: z
    .strictObject({
      defaultCompanyInformation: text(4000).optional(),
      defaultCompanyWebsite: optionalWebsite.optional(),
      defaultProductsPitch: text(4000).optional(),
      defaultProductWebsite: optionalWebsite.optional(),
    })
    .optional(),
  calendarSettings: z
    .strictObject({
      timeZone: timeZone.optional(),
      workingHours: z.strictObject({ from: clockTime, to: clockTime }).optional(),
      firstView: z.enum(["month", "week", "agenda"]).optional(),
      reminders: z.array(z.int().min(0).max(40_320)).max(5).optional(),
    })
    .optional(),
  workflowSettings: z
    .array(z.strictObject({ workflow: text(80, 1), values: z.record(text(80, 1), z.json()) }))
    .max(40)
    .optional(),
  /** Sent back by clients that post the whole object; the server sets its own. */
  dateUpdated: instant.nullable().optional(),
});
export type SettingsUpdate = z.infer<typeof settingsUpdate>;

export const settingsContract = {
  getSettings: oc
    .route({ method: "GET", path: "/user/settings", summary: "Settings", tags: ["settings"] })
    .output(settings),
  updateSettings: oc
    .route({ method: "POST", path: "/user/settings", summary: "Change settings, whole or in part", tags: ["settings"] })
    .input(settingsUpdate)
    .output(settings),
};
