import { z } from "zod";
import { date, text } from "#src/kit/schemas.ts";
import { broken, sharedFields, titleField, ui } from "../commonForm.ts";

/** Most stories of one run. */
export const maxStories = 20;

/** Criteria of a story above which a split is proposed, unless the form says otherwise. */
export const usualSplitLimit = 7;

export const storyFormats = ["connextra", "jobStory"] as const;
export const criteriaFormats = ["gherkin", "list"] as const;
export const estimateScales = ["none", "tshirt", "fibonacci"] as const;
export const trackers = ["Jira", "GitHub", "Linear", "Azure"] as const;
export type Tracker = (typeof trackers)[number];

/** Qualities of the whole that a story can be asked for. */
export const qualities = [
  "performance",
  "security",
  "privacy",
  "accessibility",
  "reliability",
  "usability",
  "compatibility",
  "observability",
] as const;
export type Quality = (typeof qualities)[number];

const optionalDate = text(10).refine((value) => value === "" || date.safeParse(value).success, {
  error: "must be a date",
  params: { messageKey: "validation.date" },
});

const fields = {
  ...titleField,
  feature: text(6000, 3).meta(ui({ widget: "textarea", group: "main", rows: 8 })),
  roles: z
    .array(text(60, 1))
    .min(1)
    .max(8)
    .meta(ui({ widget: "tags", group: "main" })),
  number: z
    .int()
    .min(1)
    .max(maxStories)
    .default(8)
    .meta(ui({ widget: "stepper", group: "main" })),
  format: z
    .enum(storyFormats)
    .default("connextra")
    .meta(ui({ widget: "segment", group: "main", optionsKey: "format" })),
  criteria: z
    .enum(criteriaFormats)
    .default("gherkin")
    .meta(ui({ widget: "segment", group: "main", optionsKey: "criteria" })),
  estimateScale: z
    .enum(estimateScales)
    .default("fibonacci")
    .meta(ui({ widget: "segment", group: "main", optionsKey: "estimateScale" })),
  tracker: z
    .enum(trackers)
    .default("Jira")
    .meta(ui({ widget: "segment", group: "main", optionsKey: "tracker" })),
  context: text(6000)
    .default("")
    .meta(ui({ widget: "textarea", group: "main", rows: 4 })),
  constraints: text(4000)
    .default("")
    .meta(ui({ widget: "textarea", group: "main", rows: 3 })),
  existingStories: text(60_000)
    .default("")
    .meta(ui({ widget: "textarea", group: "main", rows: 3 })),
  ...sharedFields,
  nonFunctional: z
    .array(z.enum(qualities))
    .max(qualities.length)
    .default([])
    .meta(ui({ widget: "multi", group: "options", optionsKey: "nonFunctional" })),
  splitRule: z
    .boolean()
    .default(true)
    .meta(ui({ widget: "toggle", group: "options" })),
  splitLimit: z
    .int()
    .min(3)
    .max(15)
    .default(usualSplitLimit)
    .meta(ui({ widget: "stepper", group: "options", showWhen: { field: "splitRule", in: [true] } })),
  refinement: optionalDate.default("").meta(ui({ widget: "date", group: "options" })),
};

const shape = z.strictObject(fields);
export type StoryForm = z.infer<typeof shape>;

/** Form of the user story writer with the rules that span fields. */
export const storyForm = shape.check((context) => {
  const seen = new Set<string>();
  for (const [index, role] of context.value.roles.entries()) {
    const key = role.trim().toLowerCase();
    if (seen.has(key))
      broken(context, ["roles", index], "userStoryWriter", "roleTwice", "is named twice", { role: role.trim() });
    seen.add(key);
  }
});

/** Roles of a form as they stand in stories. */
export const rolesOf = (form: StoryForm): string[] => form.roles.map((role) => role.replace(/\s+/g, " ").trim());
