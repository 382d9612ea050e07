import { oc } from "@orpc/contract";
import { z } from "zod";
import { platforms } from "#src/features/outcomes/rules.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { optionalAddress } from "#src/features/workflows/catalogue/commonForm.ts";
import {
  defaultWritingStyles,
  maxFormBytes,
  writingStyleCodes,
  writingStylesMax,
} from "#src/features/workflows/rules.ts";
import { appLanguage, clockTime, instant, jsonBytes, languageTag, text, timeZone } from "#src/kit/schemas.ts";

/** Of a closed set, each at most once. */
const someOf = <T extends z.ZodType>(one: T, max: number) =>
  z
    .array(one)
    .max(max)
    .refine((list) => new Set(list).size === list.length, {
      error: "names something twice",
      params: { messageKey: "settings:errors.twice" },
    });

const writingStyles = someOf(z.literal(writingStyleCodes, { error: "is no writing style" }), writingStylesMax);
const socialMediaPlatforms = someOf(z.enum(platforms, { error: "is none of the nine platforms" }), platforms.length);

const liveNames = cards.filter((card) => card.isProductionReady).map((card) => card.workflowName);
/** Specification section 6: only production-ready workflows can be favourites. */
const favoriteWorkflows = someOf(z.enum(liveNames, { error: "is no live workflow" }), 40);

const workingHours = z.strictObject({ from: clockTime, to: clockTime }).refine(({ from, to }) => from < to, {
  path: ["to"],
  error: "must be later than the start",
  params: { messageKey: "settings:errors.hours" },
});

/** Minutes before an entry; 40,320 are four weeks. */
const reminders = someOf(z.int().min(0).max(40_320), 5);
const firstView = z.enum(["month", "week", "agenda"]);

export const onboardingState = z.enum(["notFinished", "skipped", "finished"]);

const workflow = z.enum(
  cards.map((card) => card.workflowName),
  { error: "is no workflow of the catalogue" },
);
const fieldName = text(80, 1).refine((name) => name !== "__proto__", "is no name of a field");
const fieldValues = z
  .record(fieldName, z.json())
  .refine((values) => Object.keys(values).length <= 100, "holds more than 100 fields")
  .refine((values) => jsonBytes(values) <= maxFormBytes, {
    error: `may have ${maxFormBytes} bytes at most`,
    params: { messageKey: "validation.tooMuch" },
  });

/**
 * Settings as they are answered, with the specification's defaults (section 3). Rules for what is sent stand in
 * `settingsUpdate`.
 */
export const settings = z.strictObject({
  onboardingState: onboardingState.default("notFinished"),
  application: z
    .strictObject({
      appLanguage: appLanguage.default("en"),
      defaultGoalLanguage: languageTag.default("en"),
      /** Codes of named writing styles, `writingStyleCodes`. */
      defaultWritingStyles: z.array(z.literal(writingStyleCodes)).default([...defaultWritingStyles]),
      defaultSocialMediaPlatforms: z.array(z.enum(platforms)).default(["LinkedIn", "Reddit", "X (Twitter)"]),
    })
    .prefault({}),
  /** Long names of live workflows in the order of the sidebar. */
  favoriteWorkflows: z.array(z.string()).default([]),
  additionalInfo: z
    .strictObject({
      defaultCompanyInformation: z.string().default(""),
      defaultCompanyWebsite: z.string().default(""),
      defaultProductsPitch: z.string().default(""),
      defaultProductWebsite: z.string().default(""),
    })
    .prefault({}),
  calendarSettings: z
    .strictObject({
      timeZone: timeZone.default("Europe/Berlin"),
      workingHours: z.strictObject({ from: clockTime, to: clockTime }).default({ from: "09:00", to: "17:00" }),
      firstView: firstView.default("month"),
      reminders: z.array(z.int()).default([15]),
    })
    .prefault({}),
  /** Mails that a person may switch off. */
  mailSettings: z
    .strictObject({
      /** Reminders of appointments. */
      reminders: z.boolean().default(true),
      /** Content items whose time has come. */
      contentDue: z.boolean().default(true),
    })
    .prefault({}),
  /**
   * What a person wants otherwise in the forms of a workflow: `values` by the names of its fields, and whether the form
   * begins with `additionalInfo` (absent: it does). Workflows without an entry begin with their own defaults.
   */
  workflowSettings: z
    .array(
      z.strictObject({
        workflow: z.string(),
        values: z.record(z.string(), z.json()),
        useAdditionalInfo: z.literal(false).optional(),
      }),
    )
    .default([]),
  dateUpdated: instant.nullable().default(null),
});
export type Settings = z.infer<typeof settings>;

/**
 * Whole or part; what is absent stays as it is. A list is replaced whole, but for `workflowSettings`: each entry
 * replaces what it names of its workflow, and other workflows keep theirs; an entry with empty `values` and
 * `useAdditionalInfo: true` puts a workflow back to its own defaults.
 */
export const settingsUpdate = z.strictObject({
  onboardingState: onboardingState.optional(),
  application: z
    .strictObject({
      appLanguage: appLanguage.optional(),
      defaultGoalLanguage: languageTag.optional(),
      defaultWritingStyles: writingStyles.optional(),
      defaultSocialMediaPlatforms: socialMediaPlatforms.optional(),
    })
    .optional(),
  favoriteWorkflows: favoriteWorkflows.optional(),
  additionalInfo: z
    .strictObject({
      defaultCompanyInformation: text(4000).optional(),
      defaultCompanyWebsite: optionalAddress.optional(),
      defaultProductsPitch: text(4000).optional(),
      defaultProductWebsite: optionalAddress.optional(),
    })
    .optional(),
  calendarSettings: z
    .strictObject({
      timeZone: timeZone.optional(),
      workingHours: workingHours.optional(),
      firstView: firstView.optional(),
      reminders: reminders.optional(),
    })
    .optional(),
  mailSettings: z.strictObject({ reminders: z.boolean().optional(), contentDue: z.boolean().optional() }).optional(),
  workflowSettings: z
    .array(z.strictObject({ workflow, values: fieldValues.optional(), useAdditionalInfo: z.boolean().optional() }))
    .max(40)
    .refine((list) => new Set(list.map((entry) => entry.workflow)).size === list.length, "names a workflow twice")
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
