import { z } from "zod";
import { date, text, webAddress } from "#src/kit/schemas.ts";
import { platforms } from "#src/features/outcomes/rules.ts";
import { broken, optionalAddress, sharedFields, titleField, ui } from "../commonForm.ts";
import { holidayCountries } from "../../domain/holidays.ts";

export const articleFormats = ["howTo", "list", "opinion", "comparison", "news"] as const;
export type ArticleFormat = (typeof articleFormats)[number];

export const searchIntents = ["inform", "compare", "decide", "solve"] as const;
export type SearchIntent = (typeof searchIntents)[number];

/** Fewest characters of own experience: a sentence. An article without any is what everyone else has already. */
export const leastNotes = 40;

/** Last day of publication: teasers follow in the days after it, and records end with the year 2200. */
const lastDay = "2199-12-31";

/** A calendar date, or nothing. */
const optionalDate = text(10).refine((value) => value === "" || (date.safeParse(value).success && value <= lastDay), {
  error: "must be a date",
  params: { messageKey: "validation.date" },
});

/** What is read stands before the addresses that depend on it. */
const { research, attachments, ...otherShared } = sharedFields;

const fields = {
  ...titleField,
  topic: text(200, 3).meta(ui({ widget: "text", group: "main" })),
  experienceNotes: text(12_000, leastNotes).meta(ui({ widget: "textarea", group: "main", rows: 8 })),
  articleFormat: z
    .enum(articleFormats)
    .default("howTo")
    .meta(ui({ widget: "select", group: "main", optionsKey: "articleFormat" })),
  intent: z
    .enum(searchIntents)
    .default("inform")
    .meta(ui({ widget: "segment", group: "main", optionsKey: "intent" })),
  primaryKeyword: text(80)
    .default("")
    .meta(ui({ widget: "text", group: "main" })),
  secondaryKeywords: z
    .array(text(80, 1))
    .max(12)
    .default([])
    .meta(ui({ widget: "tags", group: "main" })),
  audience: text(200)
    .default("")
    .meta(ui({ widget: "text", group: "main" })),
  angle: text(400)
    .default("")
    .meta(ui({ widget: "text", group: "main" })),
  length: z
    .int()
    .min(300)
    .max(3000)
    .default(900)
    .meta(ui({ widget: "number", group: "main" })),
  research,
  attachments,
  sourceUrls: z
    .array(webAddress)
    .max(8)
    .default([])
    .meta(ui({ widget: "tags", group: "main", showWhen: { field: "research", in: ["web"] } })),
  sitemapUrl: optionalAddress
    .default("")
    .meta(ui({ widget: "url", group: "main", showWhen: { field: "research", in: ["web"] } })),
  publishOn: optionalDate.default("").meta(ui({ widget: "date", group: "main" })),
  teaserPlatforms: z
    .array(z.enum(platforms))
    .max(platforms.length)
    .default(["LinkedIn"])
    .meta(
      ui({
        widget: "multi",
        group: "main",
        optionsKey: "platforms",
        fromSettings: "application.defaultSocialMediaPlatforms",
      }),
    ),
  faq: z
    .boolean()
    .default(true)
    .meta(ui({ widget: "toggle", group: "main" })),
  ...otherShared,
  outline: text(4000)
    .default("")
    .meta(ui({ widget: "textarea", group: "options", rows: 5 })),
  callToAction: text(300)
    .default("")
    .meta(ui({ widget: "text", group: "options" })),
  author: text(120)
    .default("")
    .meta(ui({ widget: "text", group: "options" })),
  country: z
    .enum(["none", ...holidayCountries])
    .default("none")
    .meta(ui({ widget: "select", group: "options", optionsKey: "countries" })),
};

const shape = z.strictObject(fields);
export type ArticleForm = z.infer<typeof shape>;

const fold = (value: string): string => value.normalize("NFC").replace(/\s+/g, " ").trim().toLowerCase();

/** Form of the blog article writer with the rules that span fields. */
export const articleForm = shape.check((context) => {
  const { primaryKeyword, secondaryKeywords, sourceUrls, teaserPlatforms } = context.value;
  const seen = new Set(primaryKeyword.trim() === "" ? [] : [fold(primaryKeyword)]);
  for (const [index, keyword] of secondaryKeywords.entries()) {
    if (seen.has(fold(keyword))) {
      broken(context, ["secondaryKeywords", index], "blogArticleWriter", "keywordTwice", "is named twice", {
        keyword: keyword.trim(),
      });
    }
    seen.add(fold(keyword));
  }
  const addresses = new Set<string>();
  for (const [index, address] of sourceUrls.entries()) {
    if (addresses.has(address)) {
      broken(context, ["sourceUrls", index], "blogArticleWriter", "sourceTwice", "is named twice");
    }
    addresses.add(address);
  }
  if (new Set(teaserPlatforms).size < teaserPlatforms.length) {
    broken(context, ["teaserPlatforms"], "blogArticleWriter", "platformTwice", "names a network twice");
  }
});
