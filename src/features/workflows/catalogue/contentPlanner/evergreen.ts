import { socialPostEntry } from "#src/features/calendar/rules.ts";
import type { Block, Proposal } from "#src/features/documents/document.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { addDays, weekdayOf } from "#src/kit/time/dates.ts";
import { zoneOf } from "../../domain/slots.ts";
import { oneLine } from "../../domain/wording.ts";
import { entryAt } from "../../kit/effects.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { tableOf } from "../../kit/sections.ts";
import type { Scene } from "../../kit/state.ts";
import type { Facts } from "./facts.ts";
import { type Form, rhythms } from "./form.ts";

/* Items that come back until the period ends: one recurring entry each. */

const { computed } = sectionsFor<Form, Facts>();

const weeks = { one: 1, two: 2, four: 4 } as const satisfies Record<keyof typeof rhythms, number>;
const weekdays = ["mo", "tu", "we", "th", "fr", "sa", "su"] as const;

/** Dates of an evergreen item within the period, from today on. */
export function evergreenDates(
  { weekday, rhythm }: Pick<Form["evergreen"][number], "weekday" | "rhythm">,
  period: Form["period"],
  today: string,
): string[] {
  const from = period.from < today ? today : period.from;
  const first = addDays(from, (weekdays.indexOf(weekday) + 8 - weekdayOf(from)) % 7);
  const dates: string[] = [];
  for (let date = first; date <= period.to; date = addDays(date, 7 * weeks[rhythm])) dates.push(date);
  return dates;
}

function itemsOf({ form, context }: Scene<Form, Facts>) {
  const today = localDateOf(context.now, zoneOf(form, context));
  return form.evergreen.map((item, at) => ({
    ...item,
    key: `evergreen:${at + 1}`,
    platform: item.platform === "first" ? (form.channels[0]?.platform ?? "LinkedIn") : item.platform,
    dates: evergreenDates(item, form.period, today),
  }));
}

/** One entry for each item, which recurs as often as the period has room for it. */
export const evergreenEntries = (scene: Scene<Form, Facts>): Proposal[] =>
  itemsOf(scene).flatMap(({ key, title, platform, time, rhythm, dates }) => {
    const [first] = dates;
    if (first === undefined) return [];
    const entry = entryAt(key, {
      type: socialPostEntry,
      title: `${platform}: ${oneLine(title)}`,
      date: first,
      time,
      minutes: 15,
      timeZone: zoneOf(scene.form, scene.context),
    });
    const rrule = `FREQ=WEEKLY;INTERVAL=${weeks[rhythm]};COUNT=${dates.length}`;
    return [dates.length === 1 ? entry : { ...entry, payload: { ...entry.payload, rrule } }];
  });

export const evergreen = computed(
  "evergreen",
  "Evergreen items | Zeitlose Beiträge",
  (scene): Block[] => {
    const { translate, translateAll, language } = scene;
    return tableOf(
      translateAll("Item | Beitrag", "Network | Netzwerk", "When | Wann", "Count | Anzahl"),
      itemsOf(scene).map(({ title, platform, time, rhythm, dates }) => [
        oneLine(title),
        platform,
        dates.length === 0
          ? translate("no date in the period | kein Termin im Zeitraum")
          : [
              translate(rhythms[rhythm]),
              time,
              `${dayText(dates[0] ?? "", language)} – ${dayText(dates.at(-1) ?? "", language)}`,
            ].join(", "),
        String(dates.length),
      ]),
      [3],
    );
  },
  ({ form }) => form.evergreen.length > 0,
);
