import { contentTypesOf, type ContentType, type Platform } from "#src/features/outcomes/rules.ts";
import { audienceFinder } from "./audiences.ts";
import { addMinutes, clocksChange, isOnClock, minutesOf } from "#src/kit/time/clocks.ts";
import { addDays, daysInclusive, mondayOf, weekdayOf } from "#src/kit/time/dates.ts";
import { type HolidayCountry, holidaysOf } from "./holidays.ts";
import { draftLanguageOf } from "./wording.ts";
import { largestRemainder, spread } from "./shares.ts";

/** What is posted on one network. */
export interface Channel {
  platform: Platform;
  postsPerWeek: number;
  /** Empty stands for all that the platform takes. */
  contentTypes: readonly ContentType[];
  /** 1 Monday … 7 Sunday; empty leaves the choice to the planner. */
  days: readonly number[];
  /** `HH:mm`; empty leaves the choice to the planner. */
  times: readonly string[];
}

interface Pillar {
  name: string;
  percent: number;
  topics: readonly string[];
}

/** What slots are planned from. Forms with more fields fit it as they are. */
export interface SlotWishes {
  /** Dates as `YYYY-MM-DD`, both days counted. */
  period: { from: string; to: string };
  channels: readonly Channel[];
  /** Percentages sum to 100; empty for the usual three. */
  pillars: readonly Pillar[];
  audiences: readonly { name: string }[];
  topics: readonly string[];
  /** A campaign without a pillar takes every second item of its days. */
  campaigns: readonly { name: string; from: string; to: string; pillar: string }[];
  fixedDates: readonly { date: string; title: string; platform: "first" | Platform }[];
  country: "none" | HolidayCountry;
  holidayRule: "avoid" | "keep";
  goalLanguage: string;
  /** IANA zone; empty for the person's. */
  timeZone: string;
}

/** The person's own zone. */
type Home = { timeZone: string };

/** A dated place of the plan before anyone wrote a word for it. */
export interface Slot {
  /** `i001`, in the order of time. */
  id: string;
  date: string;
  time: string;
  platform: Platform;
  contentType: ContentType;
  pillar: string;
  audience: string;
  /** The item names its audience, or there is only one. Otherwise audiences take turns, for writers to cover all. */
  isAudienceNamed: boolean;
  topic: string;
  /** Which angle to take; an index that grows when a topic comes again. */
  angle: number;
  /** Name of the campaign the item belongs to, or empty. */
  campaign: string;
  /** Title of the fixed date the item stands for, or empty. */
  pinned: string;
  /** Why the slot is not where it was wished: `holiday`, `day` or `clock`; empty when it is. */
  moved: "" | "holiday" | "day" | "clock";
}

interface SlotPosition {
  date: string;
  time: string;
  pinned: string;
  moved: Slot["moved"];
}

/** Days of the week in the order in which a planner fills them when nobody chose. */
const dayOrder = [2, 4, 3, 1, 5, 6, 7] as const;

/** Times of the day in the order in which they are used when nobody chose. */
const timeOrder = ["09:00", "12:30", "17:00", "10:30", "15:00", "19:00", "07:30"] as const;

/** Days chosen for `count` posts a week: spread over the working week first. */
const defaultDays = (count: number): number[] => dayOrder.slice(0, Math.min(7, count)).toSorted((a, b) => a - b);

/** Zone of the plan: the one that was wished, else the person's. */
export const zoneOf = (wishes: SlotWishes, home: Home): string => wishes.timeZone || home.timeZone;

/** Used when nobody named pillars; the document says so. */
const usualPillars = {
  en: [
    ["Know-how", 50],
    ["Customers", 30],
    ["Team", 20],
  ],
  de: [
    ["Wissen", 50],
    ["Kunden", 30],
    ["Team", 20],
  ],
} as const;

/** The wished pillars, or the usual three. */
export const pillarsOf = (wishes: SlotWishes): readonly Pillar[] =>
  wishes.pillars.length > 0
    ? wishes.pillars
    : usualPillars[draftLanguageOf(wishes.goalLanguage)].map(([name, percent]) => ({ name, percent, topics: [] }));

/** Monday of each week that the period touches, with its first and last day inside the period. */
function weeksOf(from: string, to: string): { first: string; last: string }[] {
  const weeks: { first: string; last: string }[] = [];
  for (let monday = mondayOf(from); monday <= to; monday = addDays(monday, 7)) {
    const sunday = addDays(monday, 6);
    weeks.push({ first: monday < from ? from : monday, last: sunday > to ? to : sunday });
  }
  return weeks;
}

/** Days between the first and the last, both included. */
const daysFrom = (first: string, last: string): string[] =>
  Array.from({ length: daysInclusive(first, last) }, (_, day) => addDays(first, day));

/**
 * Posts of each week: whole weeks get the full number, the sum is `plannedCount`. What falls to a week without a usual
 * day, such as a weekend at an end of the period, goes to the week beside it.
 */
function weeklyCounts(
  postsPerWeek: number,
  weeks: { first: string; last: string }[],
  isUsual: (date: string) => boolean,
): number[] {
  let days = 0;
  let before = 0;
  const counts = weeks.map(({ first, last }) => {
    days += daysInclusive(first, last);
    const all = Math.round((postsPerWeek * days) / 7);
    const count = all - before;
    before = all;
    return count;
  });
  if (before === 0 && counts.length > 0) counts[0] = 1;
  const isOpen = weeks.map(({ first, last }) => daysFrom(first, last).some(isUsual));
  for (const [at, count] of counts.entries()) {
    const beside = [at + 1, at - 1].find((other) => isOpen[other]);
    if (isOpen[at] === true || beside === undefined) continue;
    counts[beside] = (counts[beside] ?? 0) + count;
    counts[at] = 0;
  }
  return counts;
}

interface Filling {
  channel: Channel;
  /** Place of the channel in the list: channels without wished times go to different hours. */
  channelIndex: number;
  isHoliday: (date: string) => boolean;
  /** A chosen day or a working day that is no holiday. */
  isUsual: (date: string) => boolean;
  /** Turns wished slots from week to week when there are more of them than posts. */
  turn: number;
}

/** Days that were chosen, or those that are usual for as many posts. */
const wishedDaysOf = ({ days, postsPerWeek }: Channel): number[] =>
  days.length > 0 ? [...new Set(days)].toSorted((a, b) => a - b) : defaultDays(postsPerWeek);

const key = (date: string, time: string): string => `${date} ${time}`;

/** Places of one channel in one week: fixed dates first, wished slots, then the best of what is free. */
function fillWeek(
  week: { first: string; last: string },
  count: number,
  pins: readonly { date: string; title: string }[],
  filling: Filling,
): SlotPosition[] {
  const { channel, channelIndex, isHoliday, isUsual, turn } = filling;
  const hours = timeOrder.map((_, index) => timeOrder[(index + channelIndex) % timeOrder.length] ?? timeOrder[0]);
  const wishedDays = wishedDaysOf(channel);
  const wishedTimes = channel.times.length > 0 ? [...new Set(channel.times)] : hours.slice(0, 1);
  const allTimes = [...new Set([...wishedTimes, ...hours])];
  const places: SlotPosition[] = [];
  const taken = new Set<string>();
  const put = (date: string, time: string, moved: Slot["moved"], pinned = ""): boolean => {
    if (taken.has(key(date, time))) return false;
    taken.add(key(date, time));
    places.push({ date, time, pinned, moved });
    return true;
  };
  for (const pin of pins) {
    const time = allTimes.find((one) => !taken.has(key(pin.date, one))) ?? addMinutes("06:00", taken.size * 7);
    put(pin.date, time, "", pin.title);
  }

  const all = daysFrom(week.first, week.last);
  // A week that is cut by the period lacks some of its days.
  const wished = wishedTimes.flatMap((time) =>
    wishedDays.flatMap((day) => {
      const date = all.find((one) => weekdayOf(one) === day);
      return date === undefined ? [] : [{ date, time }];
    }),
  );
  const chosen =
    wished.length > count
      ? wished.map((wish, index) => wished[(index + turn) % wished.length] ?? wish).slice(0, count)
      : wished;
  let lostToHoliday = 0;
  for (const { date, time } of chosen) {
    if (places.length >= count) continue;
    if (isHoliday(date)) lostToHoliday += 1;
    else put(date, time, "");
  }
  // What is left goes to usual days, the emptiest and nearest to the middle of the working week first; to other days
  // only when there is no usual one, and to holidays last.
  const isWish = (date: string, time: string): boolean =>
    (channel.days.length === 0 || wishedDays.includes(weekdayOf(date))) &&
    (channel.times.length === 0 || wishedTimes.includes(time));
  for (const pool of [all.filter(isUsual), all.filter((date) => !isHoliday(date)), all]) {
    for (const time of allTimes) {
      for (const date of pool.toSorted((a, b) => load(a, places) - load(b, places) || rank(a) - rank(b))) {
        if (places.length >= count) return places;
        if (put(date, time, lostToHoliday > 0 ? "holiday" : isWish(date, time) ? "" : "day")) lostToHoliday -= 1;
      }
    }
  }
  return places;
}

const load = (date: string, places: readonly SlotPosition[]): number =>
  places.filter((place) => place.date === date).length;
const rank = (date: string): number => dayOrder.findIndex((day) => day === weekdayOf(date));
/** A wall clock that is left out that night moves on by an hour. */
const onClock = (place: SlotPosition, zone: string): SlotPosition =>
  isOnClock(place.date, place.time, zone) ? place : { ...place, time: addMinutes(place.time, 60), moved: "clock" };

/** All places of a channel in the order of time. */
function fillChannel(wishes: SlotWishes, channel: Channel, channelIndex: number, home: Home): SlotPosition[] {
  const { from, to } = wishes.period;
  const zone = zoneOf(wishes, home);
  const closed = new Set(
    wishes.country === "none" || wishes.holidayRule === "keep"
      ? []
      : holidaysOf(wishes.country, from, to).map(({ date }) => date),
  );
  const pins = wishes.fixedDates.filter(
    ({ platform }) => (platform === "first" ? wishes.channels[0]?.platform : platform) === channel.platform,
  );
  const weeks = weeksOf(from, to);
  const usualDays = new Set([1, 2, 3, 4, 5, ...wishedDaysOf(channel)]);
  const isUsual = (date: string): boolean => usualDays.has(weekdayOf(date)) && !closed.has(date);
  const counts = weeklyCounts(channel.postsPerWeek, weeks, isUsual);
  let turn = 0;
  return weeks.flatMap((week, index) => {
    const ofWeek = pins.filter(({ date }) => date >= week.first && date <= week.last);
    const count = Math.max(counts[index] ?? 0, ofWeek.length);
    const places = fillWeek(week, count, ofWeek, {
      channel,
      channelIndex,
      isHoliday: (date) => closed.has(date),
      isUsual,
      turn,
    });
    turn += count;
    const isSteady = !clocksChange(week.first, week.last, zone);
    return places
      .map((place) => (isSteady ? place : onClock(place, zone)))
      .toSorted((a, b) => (key(a.date, a.time) < key(b.date, b.time) ? -1 : 1));
  });
}

/** Content types that a channel may use: the chosen ones, else all of its platform. */
export const typesOf = (channel: Channel): readonly ContentType[] =>
  channel.contentTypes.length > 0 ? [...new Set(channel.contentTypes)] : contentTypesOf[channel.platform];

/**
 * The whole plan without words: as many places as were wished, inside the period, at the wished days and
 * times, with the mix of pillars and content types to the item. The same wishes give the same slots.
 */
export function planSlots(wishes: SlotWishes, home: Home): Slot[] {
  const placed = wishes.channels.flatMap((channel, channelIndex) => {
    const places = fillChannel(wishes, channel, channelIndex, home);
    const types = typesOf(channel);
    const kinds = spread(
      types,
      largestRemainder(
        types.map(() => 1),
        places.length,
      ),
    );
    return places.map((place, index) => ({
      ...place,
      channelIndex,
      platform: channel.platform,
      contentType: kinds[index] ?? types[0] ?? 3,
    }));
  });
  const ordered = placed.toSorted((a, b) => {
    const [left, right] = [key(a.date, a.time), key(b.date, b.time)];
    return left === right ? a.channelIndex - b.channelIndex : left < right ? -1 : 1;
  });
  const pillars = pillarsOf(wishes);
  const shares = spread(
    pillars.map(({ name }) => name),
    largestRemainder(
      pillars.map(({ percent }) => percent),
      ordered.length,
    ),
  );
  const audienceIn = audienceFinder(wishes.audiences, wishes.goalLanguage);
  const used = new Map<string, number>();
  const sinceCampaign = new Map<string, number>();
  return ordered.map((place, index): Slot => {
    const pillar = shares[index] ?? "";
    const turn = used.get(pillar) ?? 0;
    used.set(pillar, turn + 1);
    const pillarIndex = Math.max(
      0,
      pillars.findIndex(({ name }) => name === pillar),
    );
    const own = pillars[pillarIndex]?.topics ?? [];
    const topics = own.length > 0 ? own : wishes.topics;
    const round = topics.length > 0 ? Math.floor(turn / topics.length) : turn;
    const topicIndex = topics.length > 0 ? (turn + (own.length > 0 ? 0 : pillarIndex)) % topics.length : 0;
    const topic = topics[topicIndex] ?? "";
    const named = audienceIn(`${place.pinned} ${topic} ${pillar}`);
    const inTurn = wishes.audiences[(turn + pillarIndex) % Math.max(1, wishes.audiences.length)]?.name ?? "";
    return {
      id: `i${String(index + 1).padStart(3, "0")}`,
      date: place.date,
      time: place.time,
      platform: place.platform,
      contentType: place.contentType,
      pillar,
      audience: named ?? inTurn,
      isAudienceNamed: named !== null,
      topic,
      angle: topicIndex + round + pillarIndex * 3,
      campaign: campaignOf(place.date, pillar, wishes, sinceCampaign),
      pinned: place.pinned,
      moved: place.moved,
    };
  });
}

/** The campaign of an item: of its pillar, or every second item for a campaign without one. */
function campaignOf(date: string, pillar: string, wishes: SlotWishes, since: Map<string, number>): string {
  for (const campaign of wishes.campaigns) {
    if (date < campaign.from || date > campaign.to) continue;
    const wanted = campaign.pillar.trim().toLowerCase();
    if (wanted !== "") {
      if (wanted === pillar.trim().toLowerCase()) return campaign.name;
      continue;
    }
    const turn = since.get(campaign.name) ?? 0;
    since.set(campaign.name, turn + 1);
    if (turn % 2 === 0) return campaign.name;
  }
  return "";
}

/** Pairs of slots within one hour of each other on the same day. */
export function sameHour(
  slots: readonly Pick<Slot, "id" | "date" | "time" | "platform">[],
): { first: string; second: string; date: string; isOnePlatform: boolean }[] {
  return slots.slice(1).flatMap((slot, index) => {
    const before = slots[index];
    if (before === undefined || before.date !== slot.date) return [];
    if (minutesOf(slot.time) - minutesOf(before.time) >= 60) return [];
    return [{ first: before.id, second: slot.id, date: slot.date, isOnePlatform: before.platform === slot.platform }];
  });
}
