import { sentences } from "#src/kit/text.ts";
import { addDays, weekdayOf } from "#src/kit/time/dates.ts";
import { placesOf, type SpokenLine } from "./speech.ts";

/* What somebody takes on, what is decided and what stays open, found in spoken lines by their words alone. */

export interface SpokenNote {
  kind: "task" | "decision" | "open" | "meeting";
  /** The sentence as it was said. */
  text: string;
  /** Who took it on; empty when the words do not say. */
  owner: string;
  /** `YYYY-MM-DD`; empty when no day was said, or the day of the talk is unknown. */
  due: string;
  /** Index of the line. */
  line: number;
}

const weekdays: readonly RegExp[] = [
  /\b(?:monday|montag)s?\b/i,
  /\b(?:tuesday|dienstag)s?\b/i,
  /\b(?:wednesday|mittwoch)s?\b/i,
  /\b(?:thursday|donnerstag)s?\b/i,
  /\b(?:friday|freitag)s?\b/i,
  /\b(?:saturday|samstag|sonnabend)s?\b/i,
  /\b(?:sunday|sonntag)s?\b/i,
];
const monthStarts: readonly RegExp[] = [
  /^jan/i,
  /^feb/i,
  /^m[aä]r/i,
  /^apr/i,
  /^ma[iy]/i,
  /^jun/i,
  /^jul/i,
  /^aug/i,
  /^sep/i,
  /^o[ck]t/i,
  /^nov/i,
  /^de[cz]/i,
];
const monthOf = (name: string): number => monthStarts.findIndex((start) => start.test(name)) + 1;
const dayMonth =
  /\b(?<day>\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?(?<month>jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz?|apr(?:il)?|ma[iy]|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)(?!\p{L})(?:\.?,? (?<year>(?:19|20)\d\d(?!\d|[.,:]\d| ?uhr)))?/giu;
const monthDay =
  /(?<!\p{L})(?<month>jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz?|apr(?:il)?|ma[iy]|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?) (?<day>\d{1,2})(?:st|nd|rd|th)?\b(?:,? (?<year>(?:19|20)\d\d(?!\d|[.,:]\d| ?uhr)))?/giu;
/** Behind "um" it is a clock time unless it has a year. */
const numbered =
  /(?<clock>(?<!\p{L})(?:um|gegen|at|around) )?\b(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.(?:\s?(?<year>(?:19|20)\d\d(?!\d|[.,:]\d| ?uhr)|(?<=\.)\d\d(?![\d:]|\.\d| ?uhr)))?/giu;
/** "am 3.12", "Donnerstag, 3.12": without the second full stop only after a word that leads to a day. */
const numberedAfterWord =
  /(?:\b(?:am|bis|zum|vom|den|dem|ab)|tag,?|mittwoch,?|sonnabend,?) (\d{1,2})\.(0?[1-9]|1[0-2])(?![\d.:])(?! ?uhr)/gi;
/** What makes the number before it no day and no hour. */
const measure =
  /^\s?(?:[%€$£]|(?:prozent|percent|euros?|cents?|dollars?|pounds?|per (?:unit|piece|person|head|hour|day|week|month|kg)|pro|je|tagen?|wochen?|monaten?|jahren?|stunden?|minuten?|days?|weeks?|months?|years?|hours?|minutes?|stimmen|leuten?|votes|people|stück|pieces|units)\b)/i;
/** The first match of a pattern after which no money, share or time is counted; a match that ends in a word is sure. */
const unmeasured = (pattern: RegExp, text: string): readonly (string | undefined)[] =>
  [...text.matchAll(pattern)].find(
    (found) => !/\d$/.test(found[0]) || !measure.test(text.slice(found.index + found[0].length)),
  ) ?? [];
const tomorrow =
  /\b[Tt]omorrow\b|(?<!(?:[Gg]uten|[Hh]eute|[Gg]estern|\b[Aa]m|[Jj]eden|tag|[Mm]ittwoch|[Ss]onnabend) )\bmorgen\b|^\P{L}?Morgen (?=\p{Ll})(?!zusammen|alle)/u;
/** Stands for the day of a talk that is unknown. */
const anyTalk = "2000-01-03";
const recorded = /\b(\d{4})-(\d{2})-(\d{2})\b/;

/** Empty for a day that no month has. */
function realDay(year: number, month: number, day: number): string {
  if (month < 1 || month > 12 || day < 1) return "";
  const date = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  return addDays(`${date.slice(0, 8)}01`, day - 1) === date ? date : "";
}

/** The next such day at or after a date; empty for a day that no month has. */
function nextDay(month: number, day: number, heldOn: string): string {
  const year = Number(heldOn.slice(0, 4));
  return [year, year + 1].map((one) => realDay(one, month, day)).find((date) => date >= heldOn) ?? "";
}

/** The first day of a month that words name, in the year that they say or else the next such day after the talk. */
function dayOfMonthNamed(text: string, heldOn: string): string {
  for (const pattern of [dayMonth, monthDay, numbered])
    for (const found of text.matchAll(pattern)) {
      const { clock = "", day = "", month = "", year = "" } = found.groups ?? {};
      const isExact = year !== "" && !measure.test(text.slice(found.index + found[0].length));
      if (clock !== "" && !isExact) continue;
      const monthNumber = Number(month) || monthOf(month);
      const date = isExact
        ? realDay(Number(year.padStart(4, "20")), monthNumber, Number(day))
        : nextDay(monthNumber, Number(day), heldOn || anyTalk);
      if (date !== "") return isExact || heldOn !== "" ? date : "";
    }
  return "";
}

/** The day that words name, counted from the day of the talk; empty when they name none, or that day is unknown. */
export function dayNamed(text: string, heldOn: string): string {
  const [, ...recordedParts] = recorded.exec(text)?.map(Number) ?? [];
  const [year = 0, month = 0, day = 0] = recordedParts;
  const dated = realDay(year, month, day) || dayOfMonthNamed(text, heldOn);
  if (dated !== "" || heldOn === "") return dated;
  const [, shortDay = "", shortMonth = ""] = unmeasured(numberedAfterWord, text);
  if (shortDay !== "") return nextDay(Number(shortMonth), Number(shortDay), heldOn);
  if (/\b(?:today|heute)\b/i.test(text)) return heldOn;
  if (/\bday after tomorrow\b|(?<!\p{L})übermorgen(?!\p{L})/iu.test(text)) return addDays(heldOn, 2);
  if (tomorrow.test(text)) return addDays(heldOn, 1);
  const today = weekdayOf(heldOn);
  const isNextWeek = /\b(?:next week|nächste[nr]? woche|kommende[nr]? woche)\b/i.test(text);
  const named = weekdays.findIndex((pattern) => pattern.test(text)) + 1;
  if (named > 0) {
    const next = addDays(heldOn, ((named - today + 6) % 7) + 1);
    const isThatWeek = next > addDays(heldOn, 7 - today);
    return isNextWeek && !isThatWeek ? addDays(next, 7) : next;
  }
  const friday = addDays(heldOn, 5 - today + (today > 5 ? 7 : 0));
  if (isNextWeek) return addDays(heldOn, 12 - today);
  return /\b(?:end of (?:the|this) week|ende der woche|diese woche|this week)\b/i.test(text) ? friday : "";
}

/** Clock times, the surest first: a bare "14.30" is one only where no month has that number, and "3.12." has none. */
const clockTimes: readonly RegExp[] = [
  /(?<![\d.,:])(\d{1,2})(?:[.:](\d{2}))?(?: ?(?:bis|[-–]) ?\d{1,2}(?:[.:]\d{2})?)? ?uhr(?!\p{L})(?: (\d{2})(?!\d))?/giu,
  /(?<![\d.,:])(\d{1,2})(?:[.:](\d{2}))? ?(?:am|pm|a\.m\.|p\.m\.)(?!\p{L})(?! (?:\p{L}{2,8}tag|mittwoch|sonnabend|\d))/giu,
  /(?<![\d.,:])(\d{1,2})(?:[.:](\d{2}))? o['’]clock/gi,
  /(?<![\d.,:])(\d{1,2}):(\d{2})(?![\d:])/g,
  /(?<!\p{L})(?:um|gegen|at|around) (\d{1,2})(?:[.:](\d{2}))?(?![\d\p{L}]|[.,:]\d)/giu,
  /(?<![\d.,:])(\d{1,2})\.(00|1[3-9]|[2-5]\d)(?![\d:]|\.\d)/g,
];
const [hoursOfHalfDay, hoursOfDay] = [12, 24] as const;

/** `HH:mm` that words name: "at 10", "um 10 Uhr", "14:30", the first of "10 bis 11 Uhr"; empty for none. */
export function timeNamed(text: string): string {
  for (const pattern of clockTimes) {
    const [whole = "", hours, dotted, spoken] = unmeasured(pattern, text);
    if (hours === undefined) continue;
    const isEvening = /p\.?m/i.test(whole);
    const hour = Number(hours) + (isEvening && Number(hours) < hoursOfHalfDay ? hoursOfHalfDay : 0);
    const minutes = dotted ?? spoken ?? "00";
    if (hour < hoursOfDay && Number(minutes) < 60) return `${String(hour).padStart(2, "0")}:${minutes}`;
  }
  return "";
}

const notPromised = /\b(?:won't|will not|werde nicht|nicht mehr|would have|hätte|if I|wenn ich)\b/i;
const ownPromise =
  /\bI(?:'|’)ll\b|\bI will\b|\bI (?:can|could) (?:send|do|take|write|call|ask|check|prepare|look)\b|\bI(?:'|’)m going to\b|\blet me (?:send|check|ask|write|call|take)\b|\bich (?:werde|(?:übernehm|schick|mach|kümmer|schreib|ruf|klär|erstell|liefer|bereit|prüf|besorg|send|trag|reich|bestell|frag(?!e? mich))e?)\b|(?<!\p{L})(?:werde|(?:übernehm|schick|mach|kümmer|schreib|klär|erstell|liefer|prüf|besorg|send|ruf|bestell|frag(?!e? ich mich))e?) ich\b/iu;
const sharedPromise =
  /\bwe(?:(?:'|’)ll| will) (?:send|do|take|write|call|ask|check|prepare|deliver|order|bring|provide)\b|\bwir (?:schicken|liefern|klären|erstellen|prüfen|schreiben|bestellen|besorgen)\b/i;
const ownObligation = /\bI (?:need to|have to|must)\b|\bich muss\b/i;
/** "Ich messe", "messe ich": the first person of any verb; its past ends in -te. */
const firstPerson = /(?<!\p{L})ich (\p{Ll}{2,20}e)(?!\p{L})|(?<!\p{L})(\p{L}{2,20}e) ich(?!\p{L})/giu;
const past = /(?:ck|g|f|ll|er|b|n|mach|brauch|leg)te$/i;
/** What somebody is, thinks or goes through is nothing that they take on; nor are "heute" and "gerne" verbs. */
const notActing =
  /^(?:habe|hatte|hätte|wäre|würde|denke|dachte|glaube|hoffe|finde|meine|schätze|vermute|kenne|sehe|höre|verstehe|wünsche|erinnere|freue|fürchte|bezweifle|ahne|brauche|möchte|wollte|sollte|könnte|dürfte|müsste|mag|komme|fahre|gehe|reise|fliege|bleibe|fehle|wohne|arbeite|heiße|warte|sitze|stehe|liege|schlafe|lebe|liebe|hasse|bekomme|kriege|heute|gerne|alle|viele|beide|eine|keine|diese|jede|frage|sage|rede)$/i;
/** What we are or see is no promise either. */
const weWill =
  /\bwe(?:(?:'|’)ll| will) (?!(?:be|have|see|meet|need|know|find|not|never|probably|always|still|also)\b)\p{Ll}/iu;
const wePlural = /(?<!\p{L})wir (\p{Ll}{2,20}n)(?!\p{L})|(?<!\p{L})(\p{L}{2,20}n) wir(?!\p{L})/giu;
const weAre =
  /^(?:sind|haben|hatten|hätten|waren|wären|würden|müssen|können|sollen|wollen|dürfen|mögen|möchten|müssten|könnten|sollten|wollten|brauchen|denken|glauben|hoffen|finden|sehen|kommen|fahren|gehen|bleiben|warten|werden|wenn|dann|wann|denn|morgen|nun|schon)$/i;
const verbsIn = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, behind, before]) => behind ?? before ?? "");
/** Whether words name a day, also where that of the talk is unknown. */
export const namesDay = (text: string): boolean => dayNamed(text, anyTalk) !== "";
/** A verb that somebody does by a day of which they speak. */
const promisesByDay = (text: string): boolean =>
  verbsIn(firstPerson, text).some((verb) => !notActing.test(verb) && !past.test(verb));

const request =
  /\b(?:can|could|would|will) you (?:please )?(?:send|do (?:it|that|this)|take|write|call|ask|check|prepare|bring)\b|\bplease (?:send|write|call|ask|check|prepare|bring)\b|\b(?:kannst|könntest) du\b.{0,60}\b(?:schicken|machen|schreiben|anrufen|klären|fragen|prüfen|erstellen|besorgen)\b|\b(?:können|könnten) Sie\b.{0,60}\b(?:schicken|machen|schreiben|anrufen|klären|fragen|prüfen|erstellen|besorgen)\b|\bbitte\b.{0,60}\b(?:schicken|schreiben|anrufen|klären|prüfen|erstellen|besorgen)\b/i;
const deadlineWord = /\b(?:by|until|before|bis|spätestens) /i;
const dayWord = /^(?:mittwoch|tomorrow|morgen|heute|today|ende?\b|\d)|(?:day|tag)s?\b/i;
/** Words behind "by" that may name the day. */
const wordsOfDay = 4;
const hasDeadline = (text: string): boolean =>
  text
    .split(deadlineWord)
    .slice(1)
    .some((rest) =>
      rest
        .split(" ")
        .slice(0, wordsOfDay)
        .some((word) => dayWord.test(word)),
    );
const obligation =
  /\b(?:has|have|needs?|must) to\b|\bneeds?\b|\bmust\b|\bmuss\b|\bmüssen\b|\bbrauch\w*\b|\bsoll(?:en|te)?\b/i;

const decided =
  /\bagreed[.,!]|\b(?:we(?:'ve|’ve| have)? (?:decided|agreed)|(?:is|are|was|were|it['’]s|that['’]s) (?:decided|agreed|settled)|we(?:'ll|’ll| will) go with|decision is)\b|\b(?:beschlossen|entschieden|abgemacht|vereinbart)\b|\bwir (?:einigen uns|nehmen)\b|\bdann machen wir (?:das|es) so\b/i;
/** "Once it is agreed": a condition, and no decision. */
const ifDecided =
  /\b(?:if|once|until|unless|when|wenn|sobald|falls)\b[^.,;]{0,60}\b(?:agreed|decided|settled|beschlossen|entschieden|vereinbart|abgemacht)\b/i;
const undecided =
  /\bnothing (?:is|was|has been) (?:decided|agreed|settled)\b|\bnichts (?:entschieden|beschlossen|geklärt|vereinbart)\b|\b(?:still|is|are|stays?|remains?|left) open\b|\bnot (?:yet )?(?:decided|agreed|clear|settled)\b|\bunclear\b|\bto be (?:clarified|decided)\b|\bnoch (?:offen|unklar)\b|\b(?:ist|sind|bleibt|bleiben)\b.{0,30}\b(?:offen|unklar)\b|\bnicht (?:entschieden|beschlossen|geklärt|vereinbart)\b|\bmüssen wir noch klären\b|\b\w+ (?:kleine|große)? ?offen\.$/i;
const nextMeeting =
  /\b(?:next (?:meeting|call|appointment)|meet again|follow-up (?:meeting|call)|see (?:you|each other) (?:again )?(?:on|next)|nächste[rns]? (?:termin|treffen|sitzung|gespräch|runde)|treffen (?:wir )?uns (?:wieder)?|sehen (?:wir )?uns|wir (?:sehen|treffen) uns)\b/i;

const isShared = (text: string): boolean =>
  sharedPromise.test(text) ||
  (namesDay(text) && weWill.test(text)) ||
  (hasDeadline(text) && verbsIn(wePlural, text).some((verb) => !weAre.test(verb)));

/** Finds who of the people a sentence names: the one who spoke first of them. Sentences may be as many as people. */
function namesIn(people: readonly string[]): (sentence: string) => string {
  const orderOf = new Map<string, number>();
  for (const [order, name] of people.entries()) {
    const [first = name] = name.toLowerCase().split(" ");
    if (first.length > 2 && !orderOf.has(first)) orderOf.set(first, order);
  }
  const isPlain = (name: string): boolean => /^[\p{L}\p{N}]+$/u.test(name);
  /** Names with other signs in them are no single word of a sentence. */
  const others = [...orderOf].filter(([first]) => !isPlain(first)).slice(0, maxOddNames);
  return (sentence) => {
    const words = sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const orders = [
      ...words.flatMap((word) => orderOf.get(word) ?? []),
      ...others.flatMap(([first, order]) => (placesOf(first, sentence, true).length > 0 ? [order] : [])),
    ];
    return orders.length === 0 ? "" : (people[Math.min(...orders)] ?? "");
  };
}
/** People whose first name holds signs, such as `Jean-Luc`, in one talk. */
const maxOddNames = 50;

/**
 * Sentences that promise, decide, leave open or arrange a next meeting. Nothing is reworded. A question is no promise
 * unless it asks somebody for something.
 */
export function spokenNotes(lines: readonly SpokenLine[], heldOn: string, language = "en"): SpokenNote[] {
  const doerIn = namesIn([...new Set(lines.map(({ speaker }) => speaker))].filter(Boolean));
  return lines.flatMap((line, index) =>
    sentences(line.text, language).flatMap((text): SpokenNote[] => {
      const isQuestion = /\?["”“']?$/.test(text.trim());
      const note = (kind: SpokenNote["kind"], owner = ""): SpokenNote[] => [
        { kind, text: text.trim(), owner, due: dayNamed(text, heldOn), line: index },
      ];
      if (undecided.test(text) && !isQuestion) return note("open");
      if (nextMeeting.test(text) && namesDay(text)) return note("meeting");
      if (decided.test(text) && !ifDecided.test(text) && !isQuestion) return note("decision");
      if (notPromised.test(text)) return [];
      const isOwn = ownPromise.test(text) || (namesDay(text) && promisesByDay(text));
      const owner = isOwn || ownObligation.test(text) ? line.speaker : doerIn(text);
      if (!isQuestion && (isOwn || isShared(text))) return note("task", owner);
      if (request.test(text)) return note("task", owner);
      return !isQuestion && hasDeadline(text) && (owner !== "" || obligation.test(text)) ? note("task", owner) : [];
    }),
  );
}
