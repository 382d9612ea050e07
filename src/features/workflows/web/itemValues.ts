import type { Outcome } from "#src/features/outcomes/contract.ts";
import { dayOf, formatTime } from "#src/ui/format.ts";
import { graphemes } from "#src/kit/text.ts";
import type { FormField, FormValues } from "./formModel.ts";

/** A brief that is one short line is a claim to build on; a longer one is an outline. Length of the field `angle`. */
const longestAngle = 400;

/**
 * What a content item says to the form of the workflow that writes it: subject, brief, platform, date. Forms have these
 * under the names below; a form takes those that it has.
 * @param zone in which the date is meant
 */
export function itemValues(item: Outcome, fields: readonly FormField[], zone: string): FormValues {
  const brief = item.brief.trim();
  const isAngle = brief.length <= longestAngle && !brief.includes("\n");
  const values: Record<string, FormValues[string] | undefined> = {
    requirementTitle: graphemes(item.title).slice(0, 120).join(""),
    topic: graphemes(item.title).slice(0, 200).join(""),
    brief: [item.title, brief].filter(Boolean).join("\n\n"),
    angle: isAngle ? brief : "",
    outline: isAngle ? "" : graphemes(brief).slice(0, 4000).join(""),
    platform: item.platform ?? undefined,
    teaserPlatforms: item.platform === null ? undefined : [item.platform],
    contentType: item.contentType ?? undefined,
    publishOn: dayOf(item.plannedAt, zone),
    publishAt: formatTime(item.plannedAt, zone),
  };
  return Object.fromEntries(
    fields.flatMap((field): [string, FormValues[string]][] => {
      const value = values[field.name];
      if (value === undefined || value === null || value === "") return [];
      return [[field.name, field.kind === "string" && typeof value === "number" ? String(value) : value]];
    }),
  );
}
