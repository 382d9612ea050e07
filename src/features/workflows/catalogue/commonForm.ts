import { z } from "zod";
import { id, languageTag, text, timeZone, webAddress } from "#src/kit/schemas.ts";
import { audienceLevels, defaultWritingStyles, writingStyleCodes, writingStylesMax } from "../rules.ts";
import type { CommonForm, FieldUi } from "../workflow.ts";

/** `.meta()` of a form field. */
export const ui = (field: FieldUi): { ui: FieldUi } => ({ ui: field });

/** A web address, or nothing. */
export const optionalAddress = text(2048).refine((value) => value === "" || webAddress.safeParse(value).success, {
  error: "must be a web address",
  params: { messageKey: "validation.url" },
});

/** An IANA zone, or nothing, which stands for the person's own. */
export const optionalZone = text(64).refine((value) => value === "" || timeZone.safeParse(value).success, {
  error: "must be an IANA time zone",
  params: { messageKey: "validation.invalid" },
});

/** Host name as people type it into a list of domains. */
const domain = text(253, 1);

/** First field of every form. */
export const titleField = {
  requirementTitle: text(120, 3).meta(ui({ widget: "text", group: "main" })),
};

/**
 * The other fields that every form shares, workflows.md "Common form part". Company fields come from settings,
 * the rest is folded away.
 */
export const sharedFields = {
  companyInformation: text(4000)
    .default("")
    .meta(
      ui({ widget: "textarea", group: "company", rows: 3, fromSettings: "additionalInfo.defaultCompanyInformation" }),
    ),
  companyWebsite: optionalAddress
    .default("")
    .meta(ui({ widget: "url", group: "company", fromSettings: "additionalInfo.defaultCompanyWebsite" })),
  productsPitch: text(4000)
    .default("")
    .meta(ui({ widget: "textarea", group: "company", rows: 3, fromSettings: "additionalInfo.defaultProductsPitch" })),
  productWebsite: optionalAddress
    .default("")
    .meta(ui({ widget: "url", group: "company", fromSettings: "additionalInfo.defaultProductWebsite" })),
  goalLanguage: languageTag
    .default("en")
    .meta(ui({ widget: "language", group: "options", fromSettings: "application.defaultGoalLanguage" })),
  writingStyles: z
    .array(z.literal(writingStyleCodes))
    .max(writingStylesMax)
    .default([...defaultWritingStyles])
    .meta(
      ui({
        widget: "multi",
        group: "options",
        optionsKey: "writingStyles",
        fromSettings: "application.defaultWritingStyles",
      }),
    ),
  audienceLevel: z
    .enum(audienceLevels)
    .default("general")
    .meta(ui({ widget: "segment", group: "options", optionsKey: "audienceLevels" })),
  attachments: z
    .array(id)
    .max(20)
    .default([])
    .meta(ui({ widget: "files", group: "main" })),
  depth: z
    .enum(["quick", "standard", "deep"])
    .default("standard")
    .meta(ui({ widget: "segment", group: "options", optionsKey: "depth" })),
  research: z
    .enum(["none", "myFilesOnly", "web"])
    .default("none")
    .meta(ui({ widget: "segment", group: "main", optionsKey: "research" })),
  allowedDomains: z
    .array(domain)
    .max(20)
    .default([])
    .meta(ui({ widget: "tags", group: "options", showWhen: { field: "research", in: ["web"] } })),
  blockedDomains: z
    .array(domain)
    .max(20)
    .default([])
    .meta(ui({ widget: "tags", group: "options", showWhen: { field: "research", in: ["web"] } })),
  notes: text(4000)
    .default("")
    .meta(ui({ widget: "textarea", group: "options", rows: 3 })),
};

/** Plain values of the shared part, for examples. */
export const sharedExample = {
  goalLanguage: "en",
  writingStyles: [...defaultWritingStyles],
  audienceLevel: "general",
  attachments: [],
  depth: "standard",
  research: "none",
  allowedDomains: [],
  blockedDomains: [],
  notes: "",
} satisfies Partial<CommonForm>;
