import { countComputation, pillarShares, typeShares } from "../../domain/contentPlan.ts";
import { datedText, dayMonthText, dayText, monthNameOf, weekdayText } from "#src/kit/time/dateTexts.ts";
import { daysInclusive } from "#src/kit/time/dates.ts";
import type { Season } from "../../domain/plan.ts";
import { contentTypeNames } from "../../domain/planWords.ts";
import { sameHour, type Slot } from "../../domain/slots.ts";
import { capital, type DraftLanguage, figure, listed, oneLine, percent } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { chartOf, note, tableOf } from "../../kit/sections.ts";
import type { Scene } from "../../kit/state.ts";
import { type Facts, isWritten, topicOf } from "./facts.ts";
import type { Form } from "./form.ts";

/* What the plan is: its size, season, readers, mix, chains and dates. */

const { computed } = sectionsFor<Form, Facts>();

export const labels = {
  platform: "Network | Netzwerk",
  date: "Date | Datum",
  kind: "Content | Inhalt",
  pillar: "Pillar | Säule",
  target: "Target | Ziel",
  planned: "Planned | Geplant",
  items: "Items | Beiträge",
  open: "open | offen",
} as const satisfies Record<string, Bilingual>;

/** What people call an item of the plan: `#12` of `i012`. */
export const itemNo = (id: string): string => `#${Number(id.slice(1))}`;

/** What tells an item, each a cell: number and time, network and kind, pillar. */
export const itemCells = (
  { translate, language }: Pick<Scene<Form, Facts>, "translate" | "language">,
  slot: Slot,
): string[] => [
  `${itemNo(slot.id)} ${weekdayText(slot.date, language)} ${dayMonthText(slot.date, language)} ${slot.time}`,
  `${slot.platform}, ${translate(contentTypeNames[slot.contentType])}`,
  oneLine(slot.pillar),
];

/** Weeks, pairs and the like that one note names before it only counts the rest. */
const maxNamed = 6;
const namedWithRest = (names: readonly string[]): string =>
  [...names.slice(0, maxNamed), ...(names.length > maxNamed ? [`+ ${names.length - maxNamed}`] : [])].join(", ");

/** Below this share of the hours there are, a plan is a matter of shifting work between weeks. */
const clearlyMore = 1.05;

export const overview = computed("overview", "In short | In Kürze", ({ form, facts, translate, language }) => {
  const days = daysInclusive(form.period.from, form.period.to);
  const perWeek = (facts.hours * 7) / days;
  const most = form.hoursPerWeek;
  const over = most === null ? [] : facts.load.filter(({ hours }) => hours > most);
  const pairs = sameHour(facts.slots).filter(({ isOnePlatform }) => isOnePlatform);
  const fit = most === null ? 0 : Math.floor((facts.slots.length * most * days) / 7 / facts.hours);
  return [
    {
      type: "kpi",
      items: [
        {
          label: translate(labels.items),
          value: String(facts.slots.length),
          note: listed(
            form.channels.map(({ platform }) => platform),
            language,
          ),
        },
        {
          label: translate("Days | Tage"),
          value: String(days),
          note: `${dayText(form.period.from, language)} – ${dayText(form.period.to, language)}`,
        },
        {
          label: translate("Work | Arbeit"),
          value: translate("{hours} h | {hours} Std.", { hours: figure(facts.hours, language) }),
          note: translate("{hours} h a week | {hours} Std. je Woche", { hours: figure(perWeek, language, 1) }),
        },
      ],
    },
    ...(most === null || over.length === 0
      ? []
      : [
          note(
            "warn",
            perWeek > most * clearlyMore
              ? translate(
                  "The plan needs more hours than you have: {needed} a week instead of {most}. About {fit} of {count} items fit. Post less often, drop a channel or leave out the most time-consuming items. | Der Plan braucht mehr Stunden, als Sie haben: {needed} je Woche statt {most}. Etwa {fit} von {count} Beiträgen passen hinein. Veröffentlichen Sie seltener, oder streichen Sie einen Kanal oder die aufwendigsten Beiträge.",
                  {
                    needed: figure(perWeek, language, 1),
                    most: figure(most, language, Number.isInteger(most) ? 0 : 1),
                    fit,
                    count: facts.slots.length,
                  },
                )
              : translate(
                  "{count:week needs|weeks need} more than {most} hours of work: {weeks}. Start some of it earlier or drop the most time-consuming item. | In {count:Woche|Wochen} fallen mehr als {most} Stunden Arbeit an: {weeks}. Ziehen Sie einen Teil davon vor oder streichen Sie den aufwendigsten Beitrag.",
                  {
                    most: figure(most, language, Number.isInteger(most) ? 0 : 1),
                    count: over.length,
                    weeks: namedWithRest(
                      over.map(({ monday, hours }) =>
                        translate("from {day} ({hours} h) | ab {day} ({hours} Std.)", {
                          day: dayMonthText(monday, language),
                          hours: figure(hours, language, 1),
                        }),
                      ),
                    ),
                  },
                ),
          ),
        ]),
    ...(pairs.length === 0
      ? []
      : [
          note(
            "warn",
            translate(
              "Less than an hour apart on the same network: {pairs}. | Auf demselben Netzwerk mit weniger als einer Stunde Abstand: {pairs}.",
              {
                pairs: namedWithRest(
                  pairs.map(({ first, second, date }) =>
                    translate("{first} and {second} ({day}) | {first} und {second} ({day})", {
                      first,
                      second,
                      day: dayMonthText(date, language),
                    }),
                  ),
                ),
              },
            ),
          ),
        ]),
  ];
});

/** The share as written by hand: `(41 + 58 + 50) ÷ 240 = 62.1 %`. */
export const shareSum = ({ values, months, total, share }: Season, language: DraftLanguage): string =>
  `(${months.map((month) => figure(values[month - 1] ?? 0, language)).join(" + ")}) ÷ ${figure(total, language)} = ${percent(share, language, 1)}`;
export const monthsOf = ({ months }: Season, language: DraftLanguage): string =>
  listed(
    months.map((month) => monthNameOf(month, language)),
    language,
  );

export const season = computed(
  "season",
  "Demand over the year | Nachfrage im Jahresverlauf",
  ({ facts: { season: year, seasonFrom }, translate, language }) =>
    year === null
      ? []
      : [
          ...chartOf(
            "bar",
            translate("Demand by month | Nachfrage nach Monaten"),
            "",
            year.values.map((value, at) => ({ label: monthNameOf(at + 1, language).slice(0, 3), value })),
          ),
          note(
            "info",
            translate("{months}: {sum} of the year’s demand{from}. | {months}: {sum} der Jahresnachfrage{from}.", {
              months: monthsOf(year, language),
              sum: shareSum(year, language),
              from: seasonFrom === "" ? "" : ` (${oneLine(seasonFrom)})`,
            }),
          ),
        ],
);

export const audiences = computed(
  "audiences",
  "Who it is for | An wen sich der Plan richtet",
  ({ form, facts, answer, translate, translateAll }) => {
    // As long as nobody wrote the items, only those count that name an audience.
    const shown = isWritten(answer) ? facts.slots : facts.slots.filter((slot) => slot.isAudienceNamed);
    const counts: Bilingual[] = shown.length > 0 ? [labels.items] : [];
    return tableOf(
      translateAll("Audience | Zielgruppe", "Situation | Lage", "Problem | Problem", ...counts),
      form.audiences.map(({ name, situation, pain }) => [
        oneLine(name),
        oneLine(situation) || translate(labels.open),
        oneLine(pain) || translate(labels.open),
        ...counts.map(() => String(shown.filter(({ audience }) => audience === name).length)),
      ]),
      [3].slice(0, counts.length),
    );
  },
);

export const mix = computed(
  "mix",
  "Planned mix and targets | Verteilung und Zielwerte",
  ({ form, facts, translate, translateAll, language }) => {
    const pillars = pillarShares(facts.slots, form);
    const types = typeShares(facts.slots, form.channels);
    const { sum, extra } = countComputation(form, facts.slots, language);
    return [
      ...chartOf(
        "bar",
        translate("Items by pillar | Beiträge nach Säulen"),
        "",
        pillars.map(({ name, planned }) => ({ label: oneLine(name), value: planned })),
      ),
      ...tableOf(
        translateAll(labels.pillar, "Share | Anteil", labels.target, labels.planned),
        pillars.map(({ name, percent: share, target, planned }) => [
          oneLine(name),
          percent(share, language),
          figure(target, language, 1),
          String(planned),
        ]),
        [1, 2, 3],
      ),
      ...tableOf(
        translateAll(labels.platform, labels.kind, labels.target, labels.planned),
        types.map(({ platform, contentType, target, planned }) => [
          platform,
          capital(translate(contentTypeNames[contentType])),
          figure(target, language, 1),
          String(planned),
        ]),
        [2, 3],
      ),
      note(
        "info",
        [
          translate(
            "Posts per week times days, divided by 7: {sum}. | Beiträge je Woche mal Tage, geteilt durch 7: {sum}.",
            { sum },
          ),
          ...(extra > 0
            ? [
                translate(
                  "Fixed dates add {extra:item|items}. | Feste Termine ergeben zusätzlich {extra:Beitrag|Beiträge}.",
                  { extra },
                ),
              ]
            : []),
        ].join(" "),
      ),
    ];
  },
);

export const chains = computed(
  "chains",
  "Use it more than once | Mehrfach verwenden",
  ({ facts, translate, language }) => {
    const slots = new Map(facts.slots.map((slot) => [slot.id, slot]));
    const lines = facts.chains.map(({ id, items }) => {
      const source = slots.get(id);
      const named = items.flatMap((item) => {
        const slot = slots.get(item);
        return slot
          ? [
              `${itemNo(item)} ${slot.platform}, ${translate(contentTypeNames[slot.contentType])} (${dayMonthText(slot.date, language)})`,
            ]
          : [];
      });
      return `${source ? topicOf(source) : ""} – ${named.join(" → ")}`;
    });
    return lines.length === 0
      ? []
      : [
          {
            type: "p",
            text: translate(
              "Produce the first item in each line in full, then adapt the others from it. | Produzieren Sie den ersten Beitrag jeder Zeile vollständig; die übrigen leiten Sie daraus ab.",
            ),
          },
          { type: "list", ordered: false, items: lines },
        ];
  },
);

export const dates = computed(
  "dates",
  "Key dates | Wichtige Termine",
  ({ form, facts, translate, translateAll, language }) => {
    const all: { date: string; shown: string; kind: Bilingual; what: string }[] = [
      ...facts.holidays.map(({ date, name }) => ({
        date,
        shown: datedText(date, language),
        kind: "Public holiday | Feiertag" as const,
        what: name[language],
      })),
      ...form.campaigns.map(({ from, to, name, message }) => ({
        date: from,
        shown: `${dayText(from, language)} – ${dayText(to, language)}`,
        kind: "Campaign | Kampagne" as const,
        what: [name, message].map(oneLine).filter(Boolean).join(": "),
      })),
      ...form.fixedDates.map(({ date, title }) => ({
        date,
        shown: datedText(date, language),
        kind: "Fixed date | Fester Termin" as const,
        what: oneLine(title),
      })),
    ].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
    const moved = facts.slots.filter((slot) => slot.moved === "holiday").length;
    const onHoliday = facts.holidays.filter(({ date }) => facts.slots.some((slot) => slot.date === date));
    const lines = [
      ...(moved > 0
        ? [
            translate(
              "{count:item appears|items appear} on another day because of a public holiday. | {count:Beitrag erscheint|Beiträge erscheinen} wegen eines Feiertags an einem anderen Tag.",
              { count: moved },
            ),
          ]
        : []),
      ...onHoliday.map(({ date, name }) =>
        translate("An item appears on {name} ({day}). | An diesem Feiertag erscheint ein Beitrag: {name} ({day}).", {
          day: dayText(date, language),
          name: name[language],
        }),
      ),
      ...facts.slots
        .filter((slot) => slot.moved === "clock")
        .map(({ date, id }) =>
          translate(
            "On {day} the clocks go forward; {id} appears an hour later. | Am {day} werden die Uhren vorgestellt; {id} erscheint eine Stunde später.",
            { day: dayText(date, language), id: itemNo(id) },
          ),
        ),
    ];
    return [
      ...tableOf(
        translateAll(labels.date, "Type | Art", "What | Was"),
        all.map(({ shown, kind, what }) => [shown, translate(kind), what]),
      ),
      ...(lines.length > 0 ? [note("info", lines.join(" "))] : []),
    ];
  },
);
