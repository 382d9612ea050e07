import { instantOf } from "#src/kit/time/clocks.ts";
import { addDays, dayNumber, daysInclusive, weekdayOf } from "#src/kit/time/dates.ts";
import { parseIcs } from "./icsBusy.ts";
import type { Interval } from "./intervals.ts";

/*
 * Busy times as people paste them: calendar data, or lines such as "Tom: 26 Nov 09:00-12:00", "Mittwochs",
 * "Kim: Fri before 10". A line that is not understood is named, never guessed at. Only times are taken.
 */

export interface BusyOwner {
  /** `me`, `p1`, … */
  id: string;
  name: string;
  /** Zone in which the lines of this person are read. */
  zone: string;
}

export interface BusyTime extends Interval {
  who: string;
}

export interface BusyProblem {
  code: "unread" | "unknownName" | "icsUnread" | "icsZone" | "icsCut";
  /** Line of the text, from 1; of calendar data its first. */
  line: number;
  /** Events without readable times, or names of zones that are unknown. */
  detail: string;
}

export interface BusyTimes {
  busy: BusyTime[];
  problems: BusyProblem[];
}

const weekdayWords: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ["monday", "mon", "montag"],
    ["tuesday", "tue", "tues", "dienstag"],
    ["wednesday", "wed", "weds", "mittwoch"],
    ["thursday", "thu", "thur", "thurs", "donnerstag"],
    ["friday", "fri", "freitag"],
    ["saturday", "sat", "samstag", "sonnabend"],
    ["sunday", "sun", "sonntag"],
  ].flatMap((names, at) => names.flatMap((name) => [name, `${name}s`].map((one) => [one, at + 1]))),
);
/** Two letters are words of their own in English: within a line they count only with a capital. */
const shortWeekdays: Readonly<Record<string, number>> = { Mo: 1, Di: 2, Mi: 3, Do: 4, Fr: 5, Sa: 6, So: 7 };

const monthNames = [
  ["january", "jan", "januar", "jänner"],
  ["february", "feb", "februar"],
  ["march", "mar", "märz", "mär", "mrz"],
  ["april", "apr"],
  ["may", "mai"],
  ["june", "jun", "juni"],
  ["july", "jul", "juli"],
  ["august", "aug"],
  ["september", "sep", "sept"],
  ["october", "oct", "oktober", "okt"],
  ["november", "nov"],
  ["december", "dec", "dezember", "dez"],
];
const monthOfWord = new Map(monthNames.flatMap((names, at) => names.map((name) => [name, at + 1])));
const everyDay = /^(?:daily|täglich|jeden tag|every day)\b/i;
/** Words that turn the meaning of a line around: it says when somebody can. */
const isFreeTime =
  /(?<!\p{L})(?:free|available|possible|only|not|except|frei|verfügbar|möglich|nur|kein|nicht|außer)(?!\p{L})/iu;
/** A zone beside the times; they are read in that of their person. Written small, most of these are other words. */
const isOtherZone =
  /(?<!\p{L})(?:UTC|GMT|utc|gmt|[ECMP]T|[ECMPA][SD]T|A[CEW][SD]T|[CEW]ES?T|[BHIJK]ST|NZ[SD]T|SGT|HKT|MSK|MES?Z|(?:[Ee]astern|[Cc]entral|[Mm]ountain|[Pp]acific) (?:[Ss]tandard |[Dd]aylight )?[Tt]ime|\p{Lu}\p{L}{2,20}er Zeit)(?!\p{L})/u;
/** Weekdays of some weeks only: every second one, the first of a month. */
const isNotWeekly =
  /(?<!\p{L})(?:(?:other|alternate|first|second|third|fourth|last|(?:erst|zweit|dritt|viert|letzt)e[nrsm]?) (?:mon|tue|wed|thu|fri|fre|sat|sun|die|mit|don|sam|son)\p{L}{0,8}|(?:other|two|three|four|second|third|fourth|zwei|drei|vier|zweite[nr]?|dritte[nr]?|vierte[nr]?|odd|even|alternate|(?:un)?gerade[nr]?) (?:weeks?|wochen?|kws?|kalenderwochen?)|bi-?weekly|fortnight(?:s|ly)?|monthly|monatlich|(?:zwei|drei|vier|vierzehn)(?:wöchentlich|wöchig|tägig|täglich)|(?:the|each|every|a|per) month|(?:im|pro|jeden) monat)(?!\p{L})/iu;
const isMorning = /(?<!\p{L})(?:mornings?|vormittags?|morgens)(?!\p{L})/iu;
const isLaterOn = /(?<!\p{L})(?:afternoons?|evenings?|nachmittags?|abends?)(?!\p{L})/iu;
const noon = 720;
/** `10-12 am Montag`, `am 7.12.`: the German word, unless the line counts the hours of half a day. */
const germanAm = /(?<![\p{L}\d])am (?=\d|(?:\p{L}{2,8}tag|mittwoch|sonnabend|mo|di|mi|do|fr|sa|so)(?!\p{L}))/giu;
const isHalfDays = /(?<!\p{L})p\.? ?m(?!\p{L})/iu;
/** Each day and each stretch of time that is taken out of a line leaves its mark. */
const [dayMark, timeMark] = ["¤", "§"];
const two = (value: number): string => String(value).padStart(2, "0");

/** `di 9-12`, `MO-MI ganztags`: at the beginning of a line, two letters before a time or nothing else are a weekday. */
const shortAtStart =
  /^(?:mo|di|mi|do|fr|sa|so)\.?(?: ?(?:-|–|bis|und|u\.|,|\/|\+|&) ?(?:mo|di|mi|do|fr|sa|so)\.?)*(?=[,:]? ?(?:$|\d|ganzt|ab |vor |nach |von |bis |vormitt|nachmitt|jeweils|immer))/iu;
const withCapitals = (line: string): string =>
  line.replace(shortAtStart, (days) =>
    days.replace(
      /(?<!\p{L})(?:mo|di|mi|do|fr|sa|so)(?!\p{L})/giu,
      (day) => day.charAt(0).toUpperCase() + day.slice(1).toLowerCase(),
    ),
  );

/** A date that exists; a year that is missing is the one in which the day lies nearest after the period began. */
function dateOfParts(day: number, month: number, year: number | null, windowFrom: string): string | null {
  const full = (one: number): string => `${one}-${two(month)}-${two(day)}`;
  const exists = (date: string): boolean => Number.isFinite(dayNumber(date)) && addDays(date, 0) === date;
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  const begun = Number(windowFrom.slice(0, 4));
  const candidates = year === null ? [begun - 1, begun, begun + 1] : [year < 100 ? 2000 + year : year];
  const dates = candidates
    .filter((one) => one >= 1950 && one < 2200)
    .map(full)
    .filter(exists);
  return dates.find((date) => dayNumber(windowFrom) - dayNumber(date) <= 30) ?? null;
}

interface DateMatch {
  /** What the line says besides. */
  rest: string;
  dates: string[];
}

const monthFirst = /(?<!\p{L})(\p{L}{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?:, ?(\d{4}))?(?![\d:])/giu;
const datePatterns: readonly [RegExp, (parts: readonly string[]) => [day: string, month: string, year: string]][] = [
  [/(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)/g, ([, year = "", month = "", day = ""]) => [day, month, year]],
  [/(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)?(?!\d)/g, ([, day = "", month = "", year = ""]) => [day, month, year]],
  [
    /(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.)? ?(\p{L}{3,9})\.?(?: (\d{4}))?(?![\d\p{L}])/giu,
    ([, day = "", month = "", year = ""]) => [day, month, year],
  ],
  [monthFirst, ([, month = "", day = "", year = ""]) => [day, month, year]],
];

/** Two days of one month with its name or number once; what a clock may mean is none. */
const rangePatterns: readonly [
  RegExp,
  (parts: readonly string[]) => [first: string, last: string, month: string, year: string],
][] = [
  [
    /(?<![\d.:])(\d{1,2})(?:st|nd|rd|th|\.)? ?(?:-|–|—|to|until|till|through|bis) ?(\d{1,2})(?:st|nd|rd|th|\.)? ?(\p{L}{3,9})\.?(?: (\d{4}))?(?![\d\p{L}])/giu,
    ([, first = "", last = "", month = "", year = ""]) => [first, last, month, year],
  ],
  [
    /(?<![\d.:])(\d{1,2})\.? ?(?:-|–|—|bis) ?(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)(?!\d)/giu,
    ([, first = "", last = "", month = "", year = ""]) => [first, last, month, year],
  ],
  [
    /(?<![\d.:])(\d{1,2})\. ?(?:-|–|—|bis) ?(\d{1,2})\.(\d{1,2})\.?(?!\d)/giu,
    ([, first = "", last = "", month = ""]) => [first, last, month, ""],
  ],
];
/** `Dec 7-9`; read last, so that the month of `7 Dec 9-12` is not taken for it. */
const monthBeforeRange =
  /(?<!\p{L})(\p{L}{3,9})\.? (\d{1,2})(?:st|nd|rd|th)? ?(?:-|–|—|to|through) ?(\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?(?![\d:\p{L}])(?! ?(?:[ap]\.? ?m|uhr|h)\b)/giu;

/** Dates of a line; a mark replaces each of them, so that two of them can be recognised as a period. */
function datesIn(line: string, windowFrom: string): DateMatch | null {
  let rest = line;
  let isBroken = false;
  const dates: string[] = [];
  const numberOf = (month: string): number | undefined =>
    /^\d+$/.test(month) ? Number(month) : monthOfWord.get(month.toLowerCase());
  const yearOf = (year: string | undefined): number | null => (year ? Number(year) : null);
  const takeRanges = (pattern: RegExp, partsOf: (typeof rangePatterns)[number][1]): void => {
    rest = rest.replace(pattern, (...match: string[]) => {
      const [whole = ""] = match;
      const [first, last, month, year] = partsOf(match);
      const number = numberOf(month);
      if (number === undefined) return whole;
      const end = dateOfParts(Number(last), number, yearOf(year), windowFrom);
      const start = end && dateOfParts(Number(first), number, Number(end.slice(0, 4)), windowFrom);
      if (!start || start >= end) {
        isBroken = true;
        return whole;
      }
      dates.push(...Array.from({ length: daysInclusive(start, end) }, (_, at) => addDays(start, at)));
      return dayMark;
    });
  };
  for (const [pattern, partsOf] of rangePatterns) takeRanges(pattern, partsOf);
  for (const [pattern, partsOf] of datePatterns) {
    if (pattern === monthFirst)
      takeRanges(monthBeforeRange, ([, month = "", first = "", last = "", year = ""]) => [first, last, month, year]);
    rest = rest.replace(pattern, (...match: string[]) => {
      const [whole = ""] = match;
      const [day, month, year] = partsOf(match);
      const number = numberOf(month);
      if (number === undefined) return whole;
      const date = dateOfParts(Number(day), number, yearOf(year), windowFrom);
      if (date === null) {
        isBroken = true;
        return whole;
      }
      dates.push(date);
      return dayMark;
    });
  }
  if (isBroken) return null;
  const hasPeriod = /¤ ?(?:-|–|—|to|until|bis) ?(?:\p{L}{2,10}\.?,? ?)?¤/iu.test(rest);
  // Beside other dates, the days between two of them would be lost.
  if (hasPeriod && dates.length > 2) return null;
  const isPeriod = hasPeriod && dates.length === 2;
  const [one = "", other = ""] = dates;
  if (!isPeriod) return { rest, dates };
  const length = daysInclusive(one, other);
  if (length < 1 || length > 400) return null;
  return { rest, dates: Array.from({ length }, (_, at) => addDays(one, at)) };
}

/** Weekdays of a line, `Mon-Wed` as three of them; the rest has marks in their place. */
function weekdaysIn(line: string): { rest: string; days: Set<number> } {
  const days = new Set<number>();
  const dayOf = (word: string): number | undefined => shortWeekdays[word] ?? weekdayWords[word.toLowerCase()];
  const between = (from: number, to: number): void => {
    for (let day = from; ; day = (day % 7) + 1) {
      days.add(day);
      if (day === to) return;
    }
  };
  const periods = line.replace(
    /(?<!\p{L})(\p{L}{2,10})\.? ?(?:-|–|to|bis) ?(\p{L}{2,10})(?!\p{L})/gu,
    (whole, one: string, other: string) => {
      const [from, to] = [dayOf(one), dayOf(other)];
      if (from === undefined || to === undefined) return whole;
      between(from, to);
      return dayMark;
    },
  );
  const rest = periods.replace(/(?<!\p{L})\p{L}{2,10}(?!\p{L})/gu, (word) => {
    const day = dayOf(word);
    if (day === undefined) return word;
    days.add(day);
    return dayMark;
  });
  return { rest, days };
}

/** Whether a text names weekdays and nothing else. */
const isWeekdays = (text: string): boolean => {
  const { rest, days } = weekdaysIn(withCapitals(text.trim()));
  return days.size > 0 && /^(?:\s|[.,&/+¤]|und|and)*$/iu.test(rest);
};

const timeRange =
  /(?<![\d:.])(\d{1,2})(?:[:.](\d\d))? ?([ap]\.? ?m\.?|uhr|h)? ?(?:-|–|—|to|until|till|bis) ?(\d{1,2})(?:[:.](\d\d))? ?([ap]\.? ?m\.?|uhr|h)?(?![\d:\p{L}])/giu;
const openTime =
  /(?<!\p{L})(before|until|till|vor|bis|from|after|ab|nach|von) (\d{1,2})(?:[:.](\d\d))? ?([ap]\.? ?m\.?|uhr|h)?(?![\d:\p{L}])/giu;

const wholeDay = /(?<!\p{L})(?:all[ -]day|(?:the )?whole day|ganztags|ganztägig)(?!\p{L})/giu;

const isHalfOfDay = (word: string | undefined): boolean => /^[ap]/i.test(word ?? "");

/** Minutes since midnight, 1440 at most; null for what no clock shows. */
function minuteOf(hour: string, minute: string | undefined, half: string | undefined): number | null {
  const isHalf = isHalfOfDay(half);
  const number = Number(hour);
  if (isHalf && (number < 1 || number > 12)) return null;
  const hours = isHalf ? (number % 12) + (/^p/i.test(half ?? "") ? 12 : 0) : number;
  const all = hours * 60 + Number(minute ?? 0);
  return Number(minute ?? 0) > 59 || all > 1440 ? null : all;
}

/** Stretches of a day in minutes; an end before the start lies on the next day. Null when a time cannot be one. */
function timesIn(line: string): { rest: string; times: [number, number][] } | null {
  const times: [number, number][] = [];
  let isBroken = false;
  const add = (from: number | null, to: number | null): string => {
    if (from === null || to === null || from === to) isBroken = true;
    else times.push([from, to > from ? to : to + 1440]);
    return timeMark;
  };
  const ranged = line.replace(timeRange, (...parts: string[]) => {
    const [, hour = "", minute, half, endHour = "", endMinute, endHalf] = parts as [string, ...(string | undefined)[]];
    const end = minuteOf(endHour, endMinute, endHalf);
    // "2-3pm" means the afternoon for both, "11-1pm" the morning for the first.
    const shared = half === undefined && isHalfOfDay(endHalf) ? minuteOf(hour, minute, endHalf) : null;
    const start = shared !== null && end !== null && shared < end ? shared : minuteOf(hour, minute, half);
    return add(start, end);
  });
  const opened = ranged.replace(openTime, (...parts: string[]) => {
    const [, word = "", hour = "", minute, half] = parts as [string, ...(string | undefined)[]];
    const at = minuteOf(hour, minute, half);
    return /^(?:before|until|till|vor|bis)$/i.test(word) ? add(0, at) : add(at, 1440);
  });
  const rest = opened.replace(wholeDay, () => add(0, 1440));
  return isBroken ? null : { rest, times };
}

export interface BusyPeriod {
  /** Days of the window, `YYYY-MM-DD`; weekdays are busy from one to the other. */
  from: string;
  to: string;
}

interface Said {
  /** What the line says besides, with marks for what was taken. */
  rest: string;
  dates: string[];
  days: Set<number>;
  times: [number, number][];
  isEveryDay: boolean;
}

function saidIn(text: string, windowFrom: string): Said | null {
  const dated = datesIn(text, windowFrom);
  if (!dated) return null;
  const { rest, days } = weekdaysIn(dated.rest);
  const timed = timesIn(rest);
  return timed && { ...timed, dates: dated.dates, days, isEveryDay: everyDay.test(text) };
}

const separators = [/;/, /,/, /[/+&]|(?<!\p{L})(?:and|und)(?!\p{L})/iu];

/**
 * `Mo 9-12, Di 14-16` in pieces, each with its days and its times. Times alone belong to the days before them; null for
 * days alone behind the first piece, whose times may be those before or behind them.
 */
function piecesOf(text: string, windowFrom: string): string[] | null {
  for (const separator of separators) {
    const parts = text.split(separator).map((part) => {
      const words = withCapitals(part.trim());
      const said = saidIn(words, windowFrom);
      const hasDay = said !== null && (said.dates.length > 0 || said.days.size > 0 || said.isEveryDay);
      return { words, hasDay, isPair: hasDay && said.times.length > 0 };
    });
    if (parts.filter(({ isPair }) => isPair).length < 2) continue;
    const firstPair = parts.findIndex(({ isPair }) => isPair);
    if (parts.some(({ hasDay, isPair }, at) => at > firstPair && hasDay && !isPair)) return null;
    const pieces: string[] = [];
    for (const [at, { words, isPair }] of parts.entries()) {
      if (at === 0 || (isPair && at > firstPair)) pieces.push(words);
      else pieces.push(`${pieces.pop() ?? ""}, ${words}`);
    }
    return pieces;
  }
  return [text];
}

/** `di 14-16` inside a line, where small letters are no weekday for sure. */
const unsureDay = /(?<!\p{L})(?:mo|di|mi|do|fr|sa|so)[.:]? ?§/u;

/** Whether days and times take turns, so that it is open which belong together. */
function isMixed(rest: string): boolean {
  const marks = rest
    .replace(/[^¤§]+/g, "")
    .replace(/¤+/g, dayMark)
    .replace(/§+/g, timeMark);
  return marks.length > 3;
}

/** Whether no time lies in another part of the day than the one that is named. */
const isInPart = (text: string, times: readonly [number, number][]): boolean =>
  times.every(([start]) => !(start < noon ? isLaterOn : isMorning).test(text));

/** What a piece of a line says. */
function busyOfPiece(text: string, zone: string, { from, to }: BusyPeriod): Interval[] | null {
  const said = saidIn(text, from);
  // A digit that is left is a time or a date that was not understood.
  if (!said || /\d/.test(said.rest) || isMixed(said.rest) || unsureDay.test(said.rest) || !isInPart(text, said.times))
    return null;
  const { days, isEveryDay } = said;
  const all = daysInclusive(from, to);
  const weekly = (): string[] =>
    Array.from({ length: Math.min(400, all) }, (_, at) => addDays(from, at)).filter(
      (date) => isEveryDay || days.has(weekdayOf(date)),
    );
  if (said.dates.length === 0 && ((days.size === 0 && !isEveryDay) || isNotWeekly.test(text))) return null;
  // A weekday beside a date must be its own: otherwise one of the two is a slip.
  if (said.dates.length === 1 && days.size > 0 && !days.has(weekdayOf(said.dates[0] ?? ""))) return null;
  const dates = said.dates.length > 0 ? said.dates : weekly();
  const at = (date: string, minute: number): number => {
    const day = addDays(date, Math.floor(minute / 1440));
    return Date.parse(instantOf(day, `${two(Math.floor((minute % 1440) / 60))}:${two(minute % 60)}`, zone));
  };
  const times: [number, number][] = said.times.length > 0 ? said.times : [[0, 1440]];
  return dates.flatMap((date) => times.map(([start, end]) => ({ start: at(date, start), end: at(date, end) })));
}

function busyOfText(text: string, zone: string, period: BusyPeriod): Interval[] | null {
  const pieces = piecesOf(text, period.from);
  if (pieces?.length === 1) return busyOfPiece(text, zone, period);
  const busy: Interval[] = [];
  for (const piece of pieces ?? []) {
    const found = busyOfText(piece, zone, period);
    if (!found) return null;
    busy.push(...found);
  }
  return pieces && busy;
}

/** What one line says, as stretches; null when it says nothing for sure. */
export function busyOfLine(line: string, zone: string, period: BusyPeriod): Interval[] | null {
  const plain = line.replace(/[\s¤§]+/g, " ").trim();
  const text = withCapitals(isHalfDays.test(plain) ? plain : plain.replace(germanAm, "on "));
  return isFreeTime.test(text) || isOtherZone.test(text) ? null : busyOfText(text, zone, period);
}

const selfNames = new Set(["me", "myself", "i", "ich", "mich", "wir", "we"]);
const beginsIcs = /^\s*BEGIN:(VCALENDAR|VEVENT|VFREEBUSY)\s*$/i;

/**
 * Reads the whole field. A line `Name:` says whose the following ones are, until the next name; `Name: …` is one line
 * of that person; without a name a line is the person's own.
 * @param owners the person first, then the participants
 */
export function parseBusy(text: string, owners: readonly BusyOwner[], period: BusyPeriod): BusyTimes {
  const [self] = owners;
  const busy: BusyTime[] = [];
  const problems: BusyProblem[] = [];
  if (!self) return { busy, problems };
  const named = (name: string): BusyOwner | undefined => {
    const plain = name.trim().toLowerCase();
    if (selfNames.has(plain)) return self;
    const exact = owners.find((owner) => owner.name.trim().toLowerCase() === plain);
    if (exact) return exact;
    const byFirst = owners.filter((owner) => owner.name.trim().toLowerCase().split(/\s+/)[0] === plain);
    return byFirst.length === 1 ? byFirst[0] : undefined;
  };
  const lines = text.split(/\r\n|\r|\n/);
  let owner: BusyOwner | undefined = self;
  for (let at = 0; at < lines.length; at += 1) {
    const raw = lines[at] ?? "";
    const [, opened] = beginsIcs.exec(raw) ?? [];
    if (opened !== undefined) {
      const end = lines.findIndex(
        (line, index) => index > at && line.trim().toUpperCase() === `END:${opened.toUpperCase()}`,
      );
      const last = end < 0 ? lines.length - 1 : end;
      if (owner) {
        const { zone, id } = owner;
        const from = instantOf(addDays(period.from, -2), "00:00", zone);
        const to = instantOf(addDays(period.to, 2), "00:00", zone);
        const read = parseIcs(lines.slice(at, last + 1).join("\n"), { zone, from, to });
        for (const { start, end: until } of read.busy) busy.push({ who: id, start, end: until });
        const problem = (code: BusyProblem["code"], detail: string): void => {
          problems.push({ code, line: at + 1, detail });
        };
        if (read.unread > 0) problem("icsUnread", String(read.unread));
        if (read.unknownZones.length > 0) problem("icsZone", read.unknownZones.slice(0, 5).join(", "));
        if (read.isCut) problem("icsCut", "");
      }
      at = last;
      continue;
    }
    const line = raw.replace(/^\s*[-•*]\s+/, "").trim();
    if (line === "") continue;
    // A name holds no digit before its colon; "9:00" is no name.
    const [, before, after = ""] = /^([^:\d]{1,120}):(.*)$/.exec(line) ?? [];
    // "Mondays: 9-12" names a day, unless somebody is called so.
    const isDay = before !== undefined && !named(before) && isWeekdays(before);
    const [name, rest] = isDay ? [undefined, ""] : [before, after];
    const whose: BusyOwner | undefined = name === undefined ? owner : named(name);
    if (name !== undefined && rest.trim() === "") owner = whose;
    if (!whose) {
      // The lines below an unknown name are meant by what is said of the name.
      if (name !== undefined) problems.push({ code: "unknownName", line: at + 1, detail: "" });
      continue;
    }
    if (name !== undefined && rest.trim() === "") continue;
    const found = busyOfLine(name !== undefined ? rest : isDay ? `${before} ${after}` : line, whose.zone, period);
    if (found) busy.push(...found.map((interval) => ({ who: whose.id, ...interval })));
    else problems.push({ code: "unread", line: at + 1, detail: "" });
  }
  return { busy, problems };
}
