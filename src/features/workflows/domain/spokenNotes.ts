import { sentences } from "#src/kit/text.ts";
import { addDays, weekdayOf } from "./dates.ts";
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
  /\b(\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?(jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz?|apr(?:il)?|ma[iy]|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)(?!\p{L})/iu;
const monthDay =
  /(?<!\p{L})(jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz?|apr(?:il)?|ma[iy]|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?) (\d{1,2})(?:st|nd|rd|th)?\b/iu;
const numbered = /\b(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}))?/;
const recorded = /\b(\d{4})-(\d{2})-(\d{2})\b/;

/** The next such day at or after a date; empty for a day that no month has. */
function dayIn(month: number, day: number, heldOn: string): string {
  const year = Number(heldOn.slice(0, 4));
  for (const candidate of [year, year + 1]) {
    const date = `${candidate}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
    const isReal = month >= 1 && month <= 12 && day >= 1 && addDays(`${date.slice(0, 8)}01`, day - 1) === date;
    if (isReal && date >= heldOn) return date;
  }
  return "";
}

/** The day that words name, counted from the day of the talk; empty when they name none, or that day is unknown. */
export function dayNamed(text: string, heldOn: string): string {
  const [whole = ""] = recorded.exec(text) ?? [];
  if (whole !== "" && dayIn(Number(whole.slice(5, 7)), Number(whole.slice(8)), whole) === whole) return whole;
  if (heldOn === "") return "";
  const [, day = "", monthName = ""] = dayMonth.exec(text) ?? [];
  if (day !== "") return dayIn(monthOf(monthName), Number(day), heldOn);
  const [, otherMonth = "", otherDay = ""] = monthDay.exec(text) ?? [];
  if (otherDay !== "") return dayIn(monthOf(otherMonth), Number(otherDay), heldOn);
  const [, numberedDay = "", numberedMonth = "", year] = numbered.exec(text) ?? [];
  if (numberedDay !== "")
    return dayIn(Number(numberedMonth), Number(numberedDay), year === undefined ? heldOn : `${year}-01-01`);
  if (/\b(?:today|heute)\b/i.test(text)) return heldOn;
  if (/\bday after tomorrow\b|(?<!\p{L})übermorgen(?!\p{L})/iu.test(text)) return addDays(heldOn, 2);
  if (/\btomorrow\b|(?<!guten |heute )\bmorgen\b/.test(text)) return addDays(heldOn, 1);
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

/** `HH:mm` that words name: "at 10", "at half past" is not read, "um 10 Uhr", "14:30"; empty for none. */
export function timeNamed(text: string): string {
  const [, hours, minutes = "00"] =
    /\b(\d{1,2})[:.](\d{2})\b(?! ?(?:€|%|\d))/.exec(text) ??
    /\b(?:um|gegen|at) (\d{1,2})(?: Uhr(?: (\d{2}))?| o'clock)?\b(?!\s?[%€.]\d?)/i.exec(text) ??
    /\b(\d{1,2}) Uhr(?: (\d{2}))?\b/.exec(text) ??
    [];
  const [, evening] = /\b\d{1,2}(?::\d{2})? ?(pm|p\.m\.)/i.exec(text) ?? [];
  if (hours === undefined) return "";
  const hour = Number(hours) + (evening !== undefined && Number(hours) < 12 ? 12 : 0);
  return hour < 24 && Number(minutes) < 60 ? `${String(hour).padStart(2, "0")}:${minutes}` : "";
}

const notPromised = /\b(?:won't|will not|werde nicht|nicht mehr|would have|hätte|if I|wenn ich)\b/i;
const ownPromise =
  /\bI(?:'|’)ll\b|\bI will\b|\bI (?:can|could) (?:send|do|take|write|call|ask|check|prepare|look)\b|\bI(?:'|’)m going to\b|\blet me (?:send|check|ask|write|call|take)\b|\bich (?:werde|übernehme|schicke|mache|kümmere|schreibe|rufe|kläre|frage|erstelle|liefere|bereite|prüfe|besorge|sende|trage|reiche)\b|\b(?:werde|übernehme|schicke|mache|kümmere|schreibe|kläre|frage|erstelle|liefere|prüfe|besorge|sende|rufe) ich\b|\bdas mache ich\b/i;
const sharedPromise =
  /\bwe(?:'|’)ll (?:send|do|take|write|call|ask|check|prepare|deliver)\b|\bwir (?:schicken|liefern|klären|erstellen|prüfen|schreiben)\b/i;
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
  /\b(?:we(?:'ve|’ve| have)? (?:decided|agreed)|(?:is|are|was|were) decided|it(?:'s|’s| is) (?:decided|agreed|settled)|agreed[.,]|we(?:'ll|’ll| will) go with|decision is)\b|\b(?:beschlossen|entschieden|abgemacht|vereinbart)\b|\bwir (?:einigen uns|nehmen)\b|\bdann machen wir (?:das|es) so\b/i;
const undecided =
  /\b(?:still|is|are|stays?|remains?|left) open\b|\bnot (?:yet )?(?:decided|agreed|clear|settled)\b|\bunclear\b|\bto be (?:clarified|decided)\b|\bnoch (?:offen|unklar)\b|\b(?:ist|sind|bleibt|bleiben)\b.{0,30}\b(?:offen|unklar)\b|\bnicht (?:entschieden|beschlossen|geklärt|vereinbart)\b|\bmüssen wir noch klären\b|\b\w+ (?:kleine|große)? ?offen\.$/i;
const nextMeeting =
  /\b(?:next (?:meeting|call|appointment)|meet again|follow-up (?:meeting|call)|see (?:you|each other) (?:again )?(?:on|next)|nächste[rns]? (?:termin|treffen|sitzung|gespräch|runde)|treffen (?:wir )?uns (?:wieder)?|sehen (?:wir )?uns|wir (?:sehen|treffen) uns)\b/i;

/** Who of the people a sentence names, as the one who does it. */
function doerOf(sentence: string, line: SpokenLine, people: readonly string[]): string {
  if (ownPromise.test(sentence)) return line.speaker;
  const named = people.find((name) => {
    const [first = name] = name.split(" ");
    return first.length > 2 && placesOf(first, sentence, true).length > 0;
  });
  return named ?? "";
}

/**
 * Sentences that promise, decide, leave open or arrange a next meeting. Nothing is reworded. A question is no promise
 * unless it asks somebody for something.
 */
export function spokenNotes(lines: readonly SpokenLine[], heldOn: string, language = "en"): SpokenNote[] {
  const people = [...new Set(lines.map(({ speaker }) => speaker))].filter(Boolean);
  return lines.flatMap((line, index) =>
    sentences(line.text, language).flatMap((text): SpokenNote[] => {
      const isQuestion = /\?["”“']?$/.test(text.trim());
      const note = (kind: SpokenNote["kind"], owner = ""): SpokenNote[] => [
        { kind, text: text.trim(), owner, due: dayNamed(text, heldOn), line: index },
      ];
      if (undecided.test(text) && !isQuestion) return note("open");
      if (nextMeeting.test(text) && dayNamed(text, heldOn || "2000-01-03") !== "") return note("meeting");
      if (decided.test(text) && !isQuestion) return note("decision");
      if (notPromised.test(text)) return [];
      const owner = doerOf(text, line, people);
      if (!isQuestion && (ownPromise.test(text) || sharedPromise.test(text))) return note("task", owner);
      if (request.test(text)) return note("task", owner);
      return !isQuestion && hasDeadline(text) && (owner !== "" || obligation.test(text)) ? note("task", owner) : [];
    }),
  );
}
