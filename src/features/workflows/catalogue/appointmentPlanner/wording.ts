import { localDateOf, localTimeOf } from "#src/kit/time/clocks.ts";
import { datedText, dayMonthText, weekdayText } from "#src/kit/time/dateTexts.ts";
import type { MeetingSlot, SlotReason } from "../../domain/meeting.ts";
import { meetingDays } from "../../domain/meetingSeries.ts";
import { hoursAhead } from "../../domain/meetingCalendars.ts";
import { figure, listed } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import type { PlanScene } from "./facts.ts";
import { idOf, selfId } from "./ids.ts";
import { seriesOf } from "./series.ts";

/* Times and reasons as people read them. */

/** Start and end of an option, ISO instants. */
export interface Span {
  start: string;
  end: string;
}

/** Name of a participant; the person is addressed. @param self their pronoun in the case that is needed */
export const nameOf = ({ facts, translate }: PlanScene, id: string, self: Bilingual = "you | Sie"): string =>
  id === selfId ? translate(self) : (facts.people.find((_, at) => idOf(at) === id)?.name ?? id);

/** The same at the beginning of a row or a sentence. */
export const nameFirst = (scene: PlanScene, id: string): string => nameOf(scene, id, "You | Sie");

const namesOf = (scene: PlanScene, ids: readonly string[], self?: Bilingual): string =>
  listed(
    ids.map((id) => nameOf(scene, id, self)),
    scene.language,
  );

export const zoneOf = ({ facts }: PlanScene, id: string): string =>
  id === selfId ? facts.zone : (facts.people.find((_, at) => idOf(at) === id)?.zone ?? facts.zone);

/** `10:00–11:00` on the clocks of a zone. */
const hours = ({ start, end }: Span, zone: string): string =>
  `${localTimeOf(Date.parse(start), zone)}–${localTimeOf(Date.parse(end), zone)}`;

/** `Tue 1 Dec 2026, 10:00–11:00`. */
export const timeText = ({ language }: PlanScene, span: Span, zone: string): string =>
  `${datedText(localDateOf(span.start, zone), language)}, ${hours(span, zone)}`;

/** `Tue 1 Dec, 10:00–11:00`, for narrow cells. */
export const shortTime = ({ language }: PlanScene, span: Span, zone: string): string => {
  const date = localDateOf(span.start, zone);
  return `${weekdayText(date, language)} ${dayMonthText(date, language)}, ${hours(span, zone)}`;
};

/** Participants whose clocks show another time, with that time. */
export const elsewhere = (scene: PlanScene, span: Span): string[] =>
  scene.facts.people
    .filter(({ zone }) => hoursAhead(zone, scene.facts.zone, Date.parse(span.start)) !== 0)
    .map(({ name, zone }) => {
      const isOtherDay = localDateOf(span.start, zone) !== localDateOf(span.start, scene.facts.zone);
      return `${name} ${isOtherDay ? shortTime(scene, span, zone) : hours(span, zone)}`;
    });

/** One time with its zone and what other clocks show. */
export const fullTime = (scene: PlanScene, span: Span): string =>
  [`${timeText(scene, span, scene.facts.zone)} (${scene.facts.zone})`, ...elsewhere(scene, span)].join("; ");

const goodReasons: Partial<Record<SlotReason["code"], Bilingual>> = {
  core: "well within working hours for everyone required | deutlich innerhalb der Arbeitszeiten aller, die dabei sein müssen",
  edge: "close to the start or end of the workday for {names} | bei {names} nah am Anfang oder Ende des Arbeitstags",
  lunch: "over lunch for {names} | bei {names} in der Mittagszeit",
  quarter: "starts on the quarter hour | beginnt um Viertel vor oder nach",
};
/** Why somebody who is not required cannot come. */
const absences: Partial<Record<SlotReason["code"], Bilingual>> = {
  busy: "busy | belegt",
  holiday: "public holiday | Feiertag",
  weekday: "day off | freier Tag",
  outside: "outside working hours | außerhalb der Arbeitszeit",
};

export const reasonsText = (scene: PlanScene, { reasons }: Pick<MeetingSlot, "reasons">): string =>
  reasons
    .flatMap(({ code, who }) => {
      const text = goodReasons[code];
      return text ? [scene.translate(text, { names: namesOf(scene, who, "you | Ihnen") })] : [];
    })
    .join("; ");

/** `Peter Lund (busy)`; empty when everybody can come. */
export const missingText = (scene: PlanScene, { reasons }: Pick<MeetingSlot, "reasons">): string =>
  reasons
    .flatMap(({ code, who }) => {
      const text = absences[code];
      return text ? who.map((id) => `${nameOf(scene, id)} (${scene.translate(text)})`) : [];
    })
    .join(", ");

/** `5 hours behind you`. */
function distance({ translate, language }: PlanScene, ahead: number): string {
  if (ahead === 0) return translate("same time as you | gleiche Uhrzeit wie Sie");
  const count = figure(Math.abs(ahead), language, Number.isInteger(ahead) ? 0 : Number.isInteger(ahead * 2) ? 1 : 2);
  return translate(
    ahead > 0
      ? "{count:hour|hours} ahead of you | {count:Stunde|Stunden} vor Ihnen"
      : "{count:hour|hours} behind you | {count:Stunde|Stunden} hinter Ihnen",
    { count },
  );
}

/** Participants whose distance from the person's clocks is another one than today, in sentences. */
export const clockNotes = (scene: PlanScene, { start }: Span): string[] =>
  [...Map.groupBy(scene.facts.people, ({ zone }) => zone)].flatMap(([zone, people]) => {
    const then = hoursAhead(zone, scene.facts.zone, Date.parse(start));
    const today = hoursAhead(zone, scene.facts.zone, Date.parse(scene.context.now));
    if (then === today) return [];
    return [
      scene.translate(
        "The clocks change before then. {names}: {thatDay} on that day, {today} today. | Bis dahin werden die Uhren umgestellt. {names}: an diesem Tag {thatDay}, heute {today}.",
        {
          names: listed(
            people.map(({ name }) => name),
            scene.language,
          ),
          thatDay: distance(scene, then),
          today: distance(scene, today),
        },
      ),
    ];
  });

/** All meetings of a series that begins with an option, as days; none for a single meeting. */
export const seriesDays = ({ form, facts }: PlanScene, { start }: Span): readonly string[] =>
  form.repeat === "once" ? [] : meetingDays(seriesOf(form), localDateOf(start, facts.zone));

/** Days of a series that are written out; of a longer one, the others as a number. */
const maxDays = 12;

export function daysText({ translate, language }: PlanScene, days: readonly string[]): string {
  const shown = days.slice(0, maxDays).map((day) => datedText(day, language));
  const last = days.at(-1);
  return days.length <= maxDays || last === undefined
    ? shown.join("; ")
    : translate("{days}; {count} more until {last} | {days}; {count} weitere bis {last}", {
        days: shown.join("; "),
        count: days.length - maxDays,
        last: datedText(last, language),
      });
}
