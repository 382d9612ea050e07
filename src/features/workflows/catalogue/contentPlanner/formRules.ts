import { platformTakes } from "#src/features/outcomes/rules.ts";
import { plannedCount } from "../../domain/contentPlan.ts";
import { daysInclusive } from "#src/kit/time/dates.ts";
import type { BrokenRule } from "../../kit/fields.ts";
import type { Form } from "./form.ts";

/* Rules that span fields. */

/** Longest period of a plan, both days counted. */
export const maxDays = 92;
/** Most items of a plan: with their calendar entries they can still be applied in one go. */
const maxItems = 300;
/** Placeholders of a UTM pattern. */
const utmNames = ["platform", "campaign", "pillar", "type", "id", "month"];

const plain = (name: string): string => name.trim().toLowerCase();
/** Indexes of names that occur earlier in the list. */
const repeated = (names: readonly string[]): number[] =>
  names.flatMap((name, at) => (names.findIndex((other) => plain(other) === plain(name)) < at ? [at] : []));

/** Every rule that some values break, with the place where the page shows it. */
export function* brokenRules(values: Form): Generator<BrokenRule> {
  const { period: span, channels, pillars, audiences, campaigns, fixedDates, utmPattern } = values;
  const days = daysInclusive(span.from, span.to);
  if (days < 1)
    yield {
      path: ["period", "to"],
      sentence: "The last day can't be before the first. | Der letzte Tag darf nicht vor dem ersten liegen.",
    };
  if (days > maxDays)
    yield {
      path: ["period", "to"],
      sentence:
        "That's {days} days. A plan can cover up to {max}. | Das sind {days} Tage. Ein Plan umfasst höchstens {max}.",
      params: { days, max: maxDays },
    };
  if (channels.length === 0)
    yield { path: ["channels"], sentence: "Add at least one channel. | Fügen Sie mindestens einen Kanal hinzu." };
  for (const at of repeated(channels.map(({ platform }) => platform)))
    yield {
      path: ["channels", at, "platform"],
      sentence: "{platform} is planned twice. | {platform} ist zweimal eingeplant.",
      params: { platform: channels[at]?.platform ?? "" },
    };
  for (const [at, { platform, contentTypes: wanted }] of channels.entries())
    if (!wanted.every((type) => platformTakes(platform, type)))
      yield {
        path: ["channels", at, "contentTypes"],
        sentence:
          "{platform} doesn't support one of these content types. | {platform} unterstützt eine dieser Inhaltsarten nicht.",
        params: { platform },
      };
  const count = channels.reduce((sum, { postsPerWeek }) => sum + plannedCount(postsPerWeek, days), fixedDates.length);
  if (days >= 1 && days <= maxDays && count > maxItems)
    yield {
      path: ["channels"],
      sentence:
        "That makes {count} items. A plan can have up to {max}. | Das ergibt {count} Beiträge. Ein Plan kann höchstens {max} haben.",
      params: { count, max: maxItems },
    };
  const sum = pillars.reduce((total, { percent }) => total + percent, 0);
  if (pillars.length > 0 && sum !== 100)
    yield {
      path: ["pillars"],
      sentence: "The shares add up to {sum}, not to 100. | Die Anteile ergeben {sum}, nicht 100.",
      params: { sum },
    };
  for (const at of repeated(pillars.map(({ name }) => name)))
    yield {
      path: ["pillars", at, "name"],
      sentence: "This pillar is listed twice. | Diese Säule steht zweimal in der Liste.",
    };
  for (const at of repeated(audiences.map(({ name }) => name)))
    yield {
      path: ["audiences", at, "name"],
      sentence: "This audience is listed twice. | Diese Zielgruppe steht zweimal in der Liste.",
    };
  for (const [at, campaign] of campaigns.entries()) {
    if (campaign.to < campaign.from)
      yield {
        path: ["campaigns", at, "to"],
        sentence: "The campaign ends before it starts. | Die Kampagne endet, bevor sie beginnt.",
      };
    else if (campaign.to < span.from || campaign.from > span.to)
      yield {
        path: ["campaigns", at, "from"],
        sentence: "The campaign is outside the period. | Die Kampagne liegt außerhalb des Zeitraums.",
      };
    if (plain(campaign.pillar) !== "" && !pillars.some(({ name }) => plain(name) === plain(campaign.pillar)))
      yield {
        path: ["campaigns", at, "pillar"],
        sentence: "This isn't one of your pillars. | Das ist keine Ihrer Säulen.",
      };
  }
  for (const [at, { date, platform }] of fixedDates.entries()) {
    if (date < span.from || date > span.to)
      yield {
        path: ["fixedDates", at, "date"],
        sentence: "This date is outside the period. | Dieser Tag liegt außerhalb des Zeitraums.",
      };
    if (platform !== "first" && !channels.some((one) => one.platform === platform))
      yield {
        path: ["fixedDates", at, "platform"],
        sentence: "{platform} isn't one of your channels. | {platform} gehört nicht zu Ihren Kanälen.",
        params: { platform },
      };
  }
  const unknown = [...utmPattern.matchAll(/\{([^{}]*)\}/g)].find(([, name = ""]) => !utmNames.includes(name));
  if (unknown)
    yield {
      path: ["utmPattern"],
      sentence: "{place} isn't a placeholder. Use {places}. | {place} ist kein Platzhalter. Möglich sind {places}.",
      params: { place: unknown[1] ?? "", places: utmNames.join(", ") },
    };
}
