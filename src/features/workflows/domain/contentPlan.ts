import { characterLimit, type ContentType, type Platform } from "#src/features/outcomes/rules.ts";
import { memoizeByText } from "#src/kit/memoizeByText.ts";
import { graphemeCount, graphemes, isStopword, slug, words } from "#src/kit/text.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { addDays, daysInclusive, weekdayOf } from "#src/kit/time/dates.ts";
import { holidaysOf } from "./holidays.ts";
import { type Channel, pillarsOf, type Slot, type SlotWishes, typesOf, zoneOf } from "./slots.ts";
import { capital, type DraftLanguage, figure } from "./wording.ts";

/* What follows from the slots of a plan: mix, production, hashtags and links. */

/** Posts of a channel in a period: its weekly number for each seven days, rounded, at least one. */
export const plannedCount = (postsPerWeek: number, days: number): number =>
  Math.max(1, Math.round((postsPerWeek * days) / 7));

/**
 * How the number of items comes about, as written by hand: `LinkedIn 3 × 89 ÷ 7 = 38.1 → 38`.
 * @returns `extra`: items beyond that, for which fixed dates needed room
 */
export function countComputation(
  wishes: SlotWishes,
  slots: readonly unknown[],
  language: DraftLanguage,
): { sum: string; extra: number } {
  const days = daysInclusive(wishes.period.from, wishes.period.to);
  const counts = wishes.channels.map(({ postsPerWeek }) => plannedCount(postsPerWeek, days));
  const parts = wishes.channels.map(({ platform, postsPerWeek }, index) => {
    const exact = figure((postsPerWeek * days) / 7, language, 1);
    return `${platform} ${postsPerWeek} × ${days} ÷ 7 = ${exact} → ${counts[index] ?? 0}`;
  });
  const planned = counts.reduce((sum, count) => sum + count, 0);
  return { sum: parts.join("; "), extra: Math.max(0, slots.length - planned) };
}

/** Minutes from brief to finished item: starting values for planning, stated as such in every document. */
export const effortMinutes: Readonly<Record<ContentType, number>> = {
  1: 60,
  2: 180,
  3: 40,
  10: 20,
  20: 150,
  30: 30,
  40: 150,
  41: 90,
  42: 180,
  50: 480,
  100: 240,
};

/** Days between the start of production and approval. */
const leadDays: Readonly<Record<ContentType, number>> = {
  1: 3,
  2: 7,
  3: 2,
  10: 1,
  20: 5,
  30: 1,
  40: 5,
  41: 4,
  42: 7,
  50: 10,
  100: 7,
};

export interface PillarShare {
  name: string;
  /** Percent that was wished. */
  percent: number;
  /** Items that this percentage would be, exactly. */
  target: number;
  planned: number;
}

/** What each pillar has of the plan beside what was asked for. */
export function pillarShares(slots: readonly Slot[], wishes: SlotWishes): PillarShare[] {
  const pillars = pillarsOf(wishes);
  const sum = pillars.reduce((all, { percent }) => all + percent, 0);
  return pillars.map(({ name, percent }) => ({
    name,
    percent,
    target: (slots.length * percent) / sum,
    planned: slots.filter(({ pillar }) => pillar === name).length,
  }));
}

export interface TypeShare {
  platform: Platform;
  contentType: ContentType;
  /** Items of an even split, exactly. */
  target: number;
  planned: number;
}

/** What each content type has of its channel; the types of a channel are planned in equal parts. */
export function typeShares(slots: readonly Slot[], channels: readonly Channel[]): TypeShare[] {
  return channels.flatMap((channel) => {
    const own = slots.filter(({ platform }) => platform === channel.platform);
    const types = typesOf(channel);
    return types.map((contentType) => ({
      platform: channel.platform,
      contentType,
      target: own.length / types.length,
      planned: own.filter((slot) => slot.contentType === contentType).length,
    }));
  });
}

export interface ProductionRow {
  itemId: string;
  produceBy: string;
  approveBy: string;
  publishOn: string;
  minutes: number;
  /** Work on it would have to begin before the day of the run. */
  isLate: boolean;
}

/** No country has so many free days in a row. */
const searchedDays = 14;

/**
 * When each item must be made and approved: on working days, Monday to Friday without the public holidays of the
 * country, and never before the day of the run. What should have begun before that day is late.
 */
export function productionOf(
  slots: readonly Slot[],
  wishes: SlotWishes & { approvalDays: number },
  context: { now: string; timeZone: string },
): ProductionRow[] {
  const today = localDateOf(context.now, zoneOf(wishes, context));
  const dates = [today, ...slots.map(({ date }) => date)].toSorted();
  const reach = wishes.approvalDays + Math.max(...Object.values(leadDays)) + 2 * searchedDays;
  const holidays =
    wishes.country === "none"
      ? []
      : holidaysOf(wishes.country, addDays(dates[0] ?? today, -reach), addDays(dates.at(-1) ?? today, reach));
  const free = new Set(holidays.map(({ date }) => date));
  const workingDay = (date: string, step: 1 | -1): string => {
    for (let away = 0; away < searchedDays; away += 1) {
      const day = addDays(date, step * away);
      if (weekdayOf(day) < 6 && !free.has(day)) return day;
    }
    return date;
  };
  const nextWorkingDay = workingDay(today, 1);
  return slots.map(({ id, date, contentType }) => {
    // Who plans at the weekend begins on the next working day, unless the item is out by then.
    const soonest = nextWorkingDay <= date ? nextWorkingDay : today;
    const approveBy = workingDay(addDays(date, -wishes.approvalDays), -1);
    const produceBy = workingDay(addDays(approveBy, -leadDays[contentType]), -1);
    return {
      itemId: id,
      produceBy: produceBy < today ? soonest : produceBy,
      approveBy: approveBy < today ? soonest : approveBy,
      publishOn: date,
      minutes: effortMinutes[contentType],
      isLate: produceBy < today,
    };
  });
}

/** Most hashtags that help on a network; Reddit has none. */
const hashtagRoom: Readonly<Record<Platform, { few: number; many: number }>> = {
  Facebook: { few: 1, many: 3 },
  Instagram: { few: 3, many: 8 },
  "X (Twitter)": { few: 1, many: 2 },
  TikTok: { few: 2, many: 5 },
  YouTube: { few: 2, many: 3 },
  LinkedIn: { few: 2, many: 5 },
  Reddit: { few: 0, many: 0 },
  Threads: { few: 1, many: 1 },
  Bluesky: { few: 1, many: 2 },
};

export type HashtagPolicy = "none" | "few" | "many";

/** How many hashtags an item of a network may carry. */
export const maxHashtags = (platform: Platform, policy: HashtagPolicy): number =>
  policy === "none" ? 0 : hashtagRoom[platform][policy];

/** Most characters of a hashtag after its sign. */
const longestTag = 30;

/** A plan of hundreds of items repeats a handful. */
const hashtagOf = memoizeByText(madeHashtag, 1_000);
/** `Meeting rooms` → `#MeetingRooms`; a hashtag stays as it is; empty when nothing is left of it. */
export const hashtag = (text: string, language = "en"): string => hashtagOf(text, language);

function madeHashtag(text: string, language: string): string {
  if (/^#[\p{L}\p{M}\p{N}]+$/u.test(text) && /[^#\d]/.test(text) && graphemeCount(text) <= longestTag + 1) return text;
  const all = words(text.replaceAll("#", " "), language);
  const telling = all.length > 2 ? all.filter((word) => !isStopword(word, language)) : all;
  const joined = telling
    .slice(0, 3)
    .map((word) => capital(word.replace(/[^\p{L}\p{M}\p{N}]/gu, "")))
    .join("");
  const tag = graphemes(joined).slice(0, longestTag).join("");
  return tag === "" || /^\d+$/.test(tag) ? "" : `#${tag}`;
}

/** Hashtags as the policy and the network allow, without doubles. */
export function hashtagsFor(
  candidates: readonly string[],
  platform: Platform,
  policy: HashtagPolicy,
  language = "en",
): string[] {
  const most = maxHashtags(platform, policy);
  if (most === 0) return [];
  const byFold = new Map(
    candidates
      .map((text) => hashtag(text, language))
      .filter(Boolean)
      .map((tag) => [tag.toLowerCase(), tag]),
  );
  return [...byFold.values()].slice(0, most);
}

/** Longest post of a network in characters; only articles have none. */
export const limitOf = (platform: Platform, contentType: ContentType): number =>
  contentType === 100 ? Number.POSITIVE_INFINITY : characterLimit[platform];

/** Networks count an address with about as many characters, however long it is. */
const charactersOfLink = 25;

/** The hashtags that still fit under the frame of a post: first line, call to action, link. */
export function fittingHashtags(
  tags: readonly string[],
  frame: { hook: string; cta: string; hasLink: boolean },
  limit: number,
): string[] {
  const lines = [frame.hook, frame.cta].filter(Boolean).join("\n\n");
  const used = graphemeCount(lines) + (frame.hasLink ? charactersOfLink : 0);
  let length = used + 1;
  return tags.filter((tag) => (length += graphemeCount(tag) + 1) <= limit);
}

/** Longer addresses are refused by networks and by our own calendar. */
const longestLink = 2000;

interface LinkForm {
  link: string;
  utmPattern: string;
  requirementTitle: string;
}
/** Hundreds of items share a handful of names. */
const slugOf = memoizeByText((text) => slug(text), 1_000);

/** Several sections name the link of an item. */
const knownLinks = new WeakMap<Slot, { form: LinkForm; link: string }>();

/** Link of an item with its UTM parameters; empty without a link or when it grows too long. */
export function linkOf(slot: Slot, form: LinkForm): string {
  const known = knownLinks.get(slot);
  if (known?.form === form) return known.link;
  const link = madeLink(slot, form);
  knownLinks.set(slot, { form, link });
  return link;
}

function madeLink(slot: Slot, { link, utmPattern, requirementTitle }: LinkForm): string {
  if (link === "" || !URL.canParse(link)) return "";
  const url = new URL(link);
  const values: Record<string, string> = {
    platform: slugOf(slot.platform),
    campaign: slugOf(slot.campaign || requirementTitle),
    pillar: slugOf(slot.pillar),
    type: String(slot.contentType),
    id: slot.id,
    month: slot.date.slice(0, 7),
  };
  for (const pair of utmPattern.split("&")) {
    const [name = "", ...rest] = pair.split("=");
    if (name.trim() === "") continue;
    const value = rest.join("=").replace(/\{(\w+)\}/g, (place, key: string) => values[key] ?? place);
    url.searchParams.set(name.trim(), value);
  }
  return url.href.length <= longestLink ? url.href : "";
}
