import { z } from "zod";
import { clockTime, date, languageTag, text } from "#src/kit/schemas.ts";
import { contentTypes, platforms, platformTakes } from "#src/features/outcomes/rules.ts";
import { broken, optionalAddress, optionalZone, sharedFields, titleField, ui } from "../commonForm.ts";
import { daysInclusive } from "../../domain/dates.ts";
import { holidayCountries } from "../../domain/holidays.ts";

/** Longest period of a plan, both days counted. */
export const maxDays = 92;

/** Most items of a plan: with their calendar entries they can still be applied in one go. */
export const maxItems = 300;

/** Posts of a channel in a period: its weekly number for each seven days, rounded, at least one. */
export const plannedCount = (postsPerWeek: number, days: number): number =>
  Math.max(1, Math.round((postsPerWeek * days) / 7));

/** Places of a UTM pattern. */
export const utmPlaces = ["platform", "campaign", "pillar", "type", "id", "month"] as const;

const audience = z.strictObject({
  name: text(80, 1).meta(ui({ widget: "text", group: "main" })),
  situation: text(300)
    .default("")
    .meta(ui({ widget: "text", group: "main" })),
  pain: text(300)
    .default("")
    .meta(ui({ widget: "text", group: "main" })),
});

const channel = z.strictObject({
  platform: z.enum(platforms).meta(ui({ widget: "select", group: "main", optionsKey: "platforms" })),
  postsPerWeek: z
    .int()
    .min(1)
    .max(21)
    .default(2)
    .meta(ui({ widget: "stepper", group: "main" })),
  /** Empty stands for all that the platform takes. */
  contentTypes: z
    .array(z.literal(contentTypes))
    .max(6)
    .default([])
    .meta(ui({ widget: "multi", group: "main", optionsKey: "contentTypes" })),
  /** 1 Monday … 7 Sunday; empty leaves the choice to the planner. */
  days: z
    .array(z.literal([1, 2, 3, 4, 5, 6, 7]))
    .max(7)
    .default([])
    .meta(ui({ widget: "multi", group: "main", optionsKey: "weekdays" })),
  times: z
    .array(clockTime)
    .max(4)
    .default([])
    .meta(ui({ widget: "tags", group: "main" })),
});

const pillar = z.strictObject({
  name: text(60, 1).meta(ui({ widget: "text", group: "main" })),
  percent: z
    .int()
    .min(1)
    .max(100)
    .meta(ui({ widget: "number", group: "main" })),
  topics: z
    .array(text(100, 1))
    .max(20)
    .default([])
    .meta(ui({ widget: "tags", group: "main" })),
});

const campaign = z.strictObject({
  name: text(80, 1).meta(ui({ widget: "text", group: "main" })),
  from: date.meta(ui({ widget: "date", group: "main" })),
  to: date.meta(ui({ widget: "date", group: "main" })),
  message: text(300)
    .default("")
    .meta(ui({ widget: "text", group: "main" })),
  /** Name of a pillar, or empty for every second item. */
  pillar: text(60)
    .default("")
    .meta(ui({ widget: "text", group: "main" })),
});

const fixedDate = z.strictObject({
  date: date.meta(ui({ widget: "date", group: "main" })),
  title: text(120, 1).meta(ui({ widget: "text", group: "main" })),
  platform: z
    .enum(["first", ...platforms])
    .default("first")
    .meta(ui({ widget: "select", group: "main", optionsKey: "platformsOrFirst" })),
});

const fields = {
  ...titleField,
  goal: text(600, 3).meta(ui({ widget: "textarea", group: "main", rows: 2 })),
  period: z
    .strictObject({
      from: date.meta(ui({ widget: "date", group: "main" })),
      to: date.meta(ui({ widget: "date", group: "main" })),
    })
    // Not a rule of JSON Schema for objects: pages count the days against it.
    .meta({ ...ui({ widget: "period", group: "main" }), maximum: maxDays }),
  channels: z
    .array(channel)
    .max(platforms.length)
    .default([{ platform: "LinkedIn", postsPerWeek: 2, contentTypes: [], days: [], times: [] }])
    .meta(ui({ widget: "channels", group: "main" })),
  pillars: z
    .array(pillar)
    .max(8)
    .default([])
    .meta(ui({ widget: "pillars", group: "main" })),
  audiences: z
    .array(audience)
    .max(6)
    .default([])
    .meta(ui({ widget: "table", group: "main" })),
  topics: z
    .array(text(100, 1))
    .max(60)
    .default([])
    .meta(ui({ widget: "tags", group: "main" })),
  ...sharedFields,
  campaigns: z
    .array(campaign)
    .max(8)
    .default([])
    .meta(ui({ widget: "table", group: "options" })),
  fixedDates: z
    .array(fixedDate)
    .max(30)
    .default([])
    .meta(ui({ widget: "table", group: "options" })),
  country: z
    .enum(["none", ...holidayCountries])
    .default("none")
    .meta(ui({ widget: "select", group: "options", optionsKey: "countries" })),
  holidayRule: z
    .enum(["avoid", "keep"])
    .default("avoid")
    .meta(ui({ widget: "segment", group: "options", optionsKey: "holidayRule" })),
  brandVoice: text(600)
    .default("")
    .meta(ui({ widget: "textarea", group: "options", rows: 2 })),
  assets: z
    .array(text(120, 1))
    .max(30)
    .default([])
    .meta(ui({ widget: "tags", group: "options" })),
  hashtagPolicy: z
    .enum(["none", "few", "many"])
    .default("few")
    .meta(ui({ widget: "segment", group: "options", optionsKey: "hashtagPolicy" })),
  brandHashtags: z
    .array(text(40, 1))
    .max(10)
    .default([])
    .meta(ui({ widget: "tags", group: "options", showWhen: { field: "hashtagPolicy", in: ["few", "many"] } })),
  link: optionalAddress.default("").meta(ui({ widget: "url", group: "options" })),
  utmPattern: text(300)
    .default("utm_source={platform}&utm_medium=social&utm_campaign={campaign}&utm_content={id}")
    .meta(ui({ widget: "text", group: "options" })),
  approver: text(120)
    .default("")
    .meta(ui({ widget: "text", group: "options" })),
  approvalDays: z
    .int()
    .min(0)
    .max(14)
    .default(2)
    .meta(ui({ widget: "stepper", group: "options" })),
  metricName: text(120)
    .default("")
    .meta(ui({ widget: "text", group: "options" })),
  metricNow: z
    .number()
    .min(0)
    .max(1_000_000_000)
    .nullable()
    .default(null)
    .meta(ui({ widget: "number", group: "options" })),
  metricTarget: z
    .number()
    .min(0)
    .max(1_000_000_000)
    .nullable()
    .default(null)
    .meta(ui({ widget: "number", group: "options" })),
  languages: z
    .array(languageTag)
    .max(4)
    .default([])
    .meta(ui({ widget: "tags", group: "options" })),
  timeZone: optionalZone
    .default("")
    .meta(ui({ widget: "timezone", group: "options", fromSettings: "calendarSettings.timeZone" })),
};

const shape = z.strictObject(fields);
export type PlanForm = z.infer<typeof shape>;
export type Channel = PlanForm["channels"][number];

const doubles = (names: readonly string[]): number[] => {
  const seen = new Set<string>();
  return names.flatMap((name, index) => {
    const key = name.trim().toLowerCase();
    const isDouble = seen.has(key);
    seen.add(key);
    return isDouble ? [index] : [];
  });
};

/** Form of the content planner with the rules that span fields. */
export const planForm = shape.check((context) => {
  const { period, channels, pillars, audiences, campaigns, fixedDates, utmPattern } = context.value;
  const say = (path: (string | number)[], key: string, error: string, params?: Record<string, string | number>): void =>
    broken(context, path, "contentPlanner", key, error, params);

  const days = daysInclusive(period.from, period.to);
  if (days < 1) say(["period", "to"], "periodOrder", "must not end before it starts");
  if (days > maxDays) say(["period", "to"], "periodTooLong", `takes at most ${maxDays} days`, { days, max: maxDays });

  if (channels.length === 0) say(["channels"], "noChannel", "needs at least one channel");
  for (const index of doubles(channels.map(({ platform }) => platform))) {
    say(["channels", index, "platform"], "channelTwice", "is planned twice", {
      platform: channels[index]?.platform ?? "",
    });
  }
  for (const [index, { platform, contentTypes: wanted }] of channels.entries()) {
    if (!wanted.every((code) => platformTakes(platform, code))) {
      say(["channels", index, "contentTypes"], "contentType", `is not a content type of ${platform}`, { platform });
    }
  }
  const count = channels.reduce((sum, { postsPerWeek }) => sum + plannedCount(postsPerWeek, days), fixedDates.length);
  if (days >= 1 && days <= maxDays && count > maxItems) {
    say(["channels"], "tooManyItems", `makes ${count} items, at most ${maxItems}`, { count, max: maxItems });
  }

  const sum = pillars.reduce((total, { percent }) => total + percent, 0);
  if (pillars.length > 0 && sum !== 100) say(["pillars"], "pillarSum", `sums to ${sum}, not to 100`, { sum });
  for (const index of doubles(pillars.map(({ name }) => name)))
    say(["pillars", index, "name"], "pillarTwice", "is named twice");
  for (const index of doubles(audiences.map(({ name }) => name)))
    say(["audiences", index, "name"], "audienceTwice", "is named twice");

  const known = new Set(pillars.map(({ name }) => name.trim().toLowerCase()));
  for (const [index, { from, to, pillar: ofPillar }] of campaigns.entries()) {
    if (to < from) say(["campaigns", index, "to"], "campaignOrder", "must not end before it starts");
    else if (to < period.from || from > period.to)
      say(["campaigns", index, "from"], "campaignOutside", "lies outside the period");
    if (ofPillar.trim() !== "" && !known.has(ofPillar.trim().toLowerCase())) {
      say(["campaigns", index, "pillar"], "unknownPillar", "is not one of the pillars");
    }
  }
  const planned = new Set<string>(channels.map(({ platform }) => platform));
  for (const [index, fixed] of fixedDates.entries()) {
    if (fixed.date < period.from || fixed.date > period.to)
      say(["fixedDates", index, "date"], "fixedOutside", "lies outside the period");
    if (fixed.platform !== "first" && !planned.has(fixed.platform)) {
      say(["fixedDates", index, "platform"], "fixedPlatform", "is not one of the channels", {
        platform: fixed.platform,
      });
    }
  }
  const places = [...utmPattern.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? "");
  const unknown = places.find((place) => !utmPlaces.some((one) => one === place));
  if (unknown !== undefined)
    say(["utmPattern"], "utmPlace", "names an unknown place", { place: unknown, places: utmPlaces.join(", ") });
});
