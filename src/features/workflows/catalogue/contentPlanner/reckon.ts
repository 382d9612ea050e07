import { characterLimit, type ContentType, type Platform, platforms } from "#src/features/outcomes/rules.ts";
import { graphemeCount, graphemes, isStopword, similarity, slug, words } from "#src/kit/text.ts";
import type { WorkflowContext } from "../../workflow.ts";
import { addDays, dayNumber, daysInclusive, localDateOf, weekdayOf } from "../../domain/dates.ts";
import { holidaysOf } from "../../domain/holidays.ts";
import { capital, draftLanguageOf, figure } from "../../domain/wording.ts";
import type { PlanData, PlanItem, PlanWarning } from "./planData.ts";
import { type PlanForm, plannedCount } from "./planForm.ts";
import { pillarsOf, sameHour, type Slot, typesOf, zoneOf } from "../../domain/slots.ts";

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

/** Most characters of a hashtag after its sign. */
const longestTag = 30;

/** `Meeting rooms` → `#MeetingRooms`; a hashtag stays as it is; empty when nothing is left of it. */
export function hashtag(text: string, language = "en"): string {
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
  policy: PlanForm["hashtagPolicy"],
  language = "en",
): string[] {
  if (policy === "none") return [];
  const byFold = new Map(
    candidates
      .map((text) => hashtag(text, language))
      .filter(Boolean)
      .map((tag) => [tag.toLowerCase(), tag]),
  );
  return [...byFold.values()].slice(0, hashtagRoom[platform][policy]);
}

/** Characters of the finished frame of a post: first line, call to action, hashtags. */
export const frameLength = (item: Pick<PlanItem, "hook" | "cta" | "hashtags">): number =>
  graphemeCount([item.hook, item.cta, item.hashtags.join(" ")].filter(Boolean).join("\n\n"));

/** Longest post of a network in characters; only articles have none. */
export const limitOf = (platform: Platform, contentType: ContentType): number =>
  contentType === 100 ? Number.POSITIVE_INFINITY : characterLimit[platform];

/** Link of an item with its UTM parameters; empty without a link or when it grows beyond 2,000 characters. */
export function linkOf(slot: Slot, form: PlanForm): string {
  if (form.link === "" || !URL.canParse(form.link)) return "";
  const url = new URL(form.link);
  const values: Record<string, string> = {
    platform: slug(slot.platform),
    campaign: slug(slot.campaign || form.requirementTitle),
    pillar: slug(slot.pillar),
    type: String(slot.contentType),
    id: slot.id,
    month: slot.date.slice(0, 7),
  };
  for (const pair of form.utmPattern.split("&")) {
    const [name = "", ...rest] = pair.split("=");
    if (name.trim() === "") continue;
    const value = rest.join("=").replace(/\{(\w+)\}/g, (place, key: string) => values[key] ?? place);
    url.searchParams.set(name.trim(), value);
  }
  // Longer addresses are refused by networks and by our own calendar.
  return url.href.length <= 2000 ? url.href : "";
}

/** Long pieces that shorter ones can be cut from, the longest first. */
const sources: readonly ContentType[] = [100, 50, 42, 2];
const cuttable: Readonly<Partial<Record<ContentType, readonly ContentType[]>>> = {
  100: [3, 1, 10, 20, 40, 41, 30, 2],
  50: [40, 41, 20, 2, 3, 1, 30],
  42: [41, 40, 30, 3, 1],
  2: [20, 30, 41, 3, 1],
};

/**
 * Chains of items that are cut from one long piece: on other networks, of the same pillar, two to fourteen days
 * later, at most three cuts each. An item is cut from one piece only.
 */
export function chainsOf(slots: readonly Slot[]): PlanData["chains"] {
  const used = new Set<string>();
  const chains: PlanData["chains"] = [];
  const longFirst = slots
    .filter(({ contentType, pinned }) => sources.includes(contentType) && pinned === "")
    .toSorted((a, b) => sources.indexOf(a.contentType) - sources.indexOf(b.contentType) || (a.id < b.id ? -1 : 1));
  for (const source of longFirst) {
    if (used.has(source.id)) continue;
    const taken = new Set<string>([source.platform]);
    const cuts: string[] = [];
    for (const slot of slots) {
      const after = dayNumber(slot.date) - dayNumber(source.date);
      const fits =
        after >= 2 &&
        after <= 14 &&
        slot.pillar === source.pillar &&
        slot.pinned === "" &&
        !taken.has(slot.platform) &&
        !used.has(slot.id) &&
        (cuttable[source.contentType] ?? []).includes(slot.contentType);
      if (!fits || cuts.length === 3) continue;
      cuts.push(slot.id);
      taken.add(slot.platform);
    }
    if (cuts.length === 0) continue;
    for (const id of [source.id, ...cuts]) used.add(id);
    chains.push({ id: source.id, items: [source.id, ...cuts] });
  }
  return chains.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** What the plan holds beside what the form asked for. */
export function mixOf(slots: readonly Slot[], form: PlanForm): PlanData["mix"] {
  const pillars = pillarsOf(form);
  const sum = pillars.reduce((all, { percent }) => all + percent, 0);
  const ofPillars = pillars.map(({ name, percent }) => ({
    name,
    platform: "",
    contentType: 0,
    target: (slots.length * percent) / sum,
    planned: slots.filter(({ pillar }) => pillar === name).length,
  }));
  const ofTypes = form.channels.flatMap((channel) => {
    const own = slots.filter(({ platform }) => platform === channel.platform);
    const types = typesOf(channel);
    return types.map((code) => ({
      name: "",
      platform: channel.platform,
      contentType: code,
      target: own.length / types.length,
      planned: own.filter(({ contentType }) => contentType === code).length,
    }));
  });
  return [...ofPillars, ...ofTypes];
}

/** Days that hold a working day for sure: no country keeps so many free days in a row. */
const searchedDays = 14;

/**
 * When each item must be made and approved: on working days, Monday to Friday without the public holidays of the
 * form's country, and never before the day of the run. What should have begun before that day is late.
 */
export function productionOf(slots: readonly Slot[], form: PlanForm, context: WorkflowContext): PlanData["production"] {
  const today = localDateOf(context.now, zoneOf(form, context));
  const dates = [today, ...slots.map(({ date }) => date)].toSorted();
  const reach = form.approvalDays + Math.max(...Object.values(leadDays)) + 2 * searchedDays;
  const free = new Set(
    form.country === "none"
      ? []
      : holidaysOf(form.country, addDays(dates[0] ?? today, -reach), addDays(dates.at(-1) ?? today, reach)).map(
          ({ date }) => date,
        ),
  );
  const workingDay = (date: string, step: 1 | -1): string =>
    Array.from({ length: searchedDays }, (_, away) => addDays(date, step * away)).find(
      (day) => weekdayOf(day) < 6 && !free.has(day),
    ) ?? date;
  const nextWorkingDay = workingDay(today, 1);
  return slots.map(({ id, date, contentType }) => {
    // Who plans at the weekend begins on the next working day, unless the item is out by then.
    const soonest = nextWorkingDay <= date ? nextWorkingDay : today;
    const approveBy = workingDay(addDays(date, -form.approvalDays), -1);
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

/** Items that get in each other's way. Hooks are compared with the twelve before them, which is what a reader sees. */
export function warningsOf(items: readonly PlanItem[]): PlanWarning[] {
  const inTime = items.map((item) => ({
    ...item,
    platform: platforms.find((one) => one === item.platform) ?? "LinkedIn",
  }));
  const hours = sameHour(inTime).map(({ first, second, date, isOnePlatform }): PlanWarning => ({
    code: isOnePlatform ? "samePlatformHour" : "sameHour",
    first,
    second,
    date,
  }));
  const alike = items.flatMap((item, index) =>
    items
      .slice(Math.max(0, index - 12), index)
      .filter((before) => similarity(before.hook, item.hook) >= 0.92)
      .slice(-1)
      .map((before): PlanWarning => ({ code: "similarHook", first: before.id, second: item.id, date: item.date })),
  );
  return [...hours, ...alike];
}

/** How the count of each channel came about, as written by hand. */
export function countComputation(form: PlanForm, slots: readonly Slot[]): string {
  const days = daysInclusive(form.period.from, form.period.to);
  const language = draftLanguageOf(form.goalLanguage);
  const counts = form.channels.map(({ postsPerWeek }) => plannedCount(postsPerWeek, days));
  const parts = form.channels.map(({ platform, postsPerWeek }, index) => {
    const exact = figure((postsPerWeek * days) / 7, language, 1);
    return `${platform} ${postsPerWeek} × ${days} ÷ 7 = ${exact} → ${counts[index] ?? 0}`;
  });
  const pinned = slots.length - counts.reduce((all, count) => all + count, 0);
  return [...parts, ...(pinned > 0 ? [`+ ${pinned}`] : [])].join("; ");
}
