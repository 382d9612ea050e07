import type { Block } from "#src/features/documents/document.ts";
import { characterLimit } from "#src/features/outcomes/rules.ts";
import { effortMinutes, linkOf, maxHashtags } from "../../domain/contentPlan.ts";
import { datedText, dayText } from "#src/kit/time/dateTexts.ts";
import { daysInclusive, mondayOf } from "#src/kit/time/dates.ts";
import { checkpointsOf } from "../../domain/plan.ts";
import { contentTypeNames, contentTypeNeeds } from "../../domain/planWords.ts";
import { capital, figure, listed, oneLine } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { batchTitle } from "./effects.ts";
import type { Facts } from "./facts.ts";
import type { Form } from "./form.ts";
import { itemNo, labels } from "./tables.ts";

/* How the plan is carried out: production by weeks, what holds for all who write, and how success is seen. */

const { computed } = sectionsFor<Form, Facts>();

/** Fewest neighbours that are shown by the first and the last of them. */
const minRun = 3;

/** Items with neighbours in the order of the plan as one: `#1 – #4`. */
function inRuns(ids: readonly string[], order: readonly string[]): string[] {
  const places = ids.map((id) => order.indexOf(id)).toSorted((a, b) => a - b);
  const runs: number[][] = [];
  for (const place of places)
    if (runs.at(-1)?.at(-1) === place - 1) runs.at(-1)?.push(place);
    else runs.push([place]);
  return runs.flatMap((run) => {
    const names = run.map((place) => itemNo(order[place] ?? ""));
    return names.length < minRun ? names : [`${names[0]} – ${names.at(-1)}`];
  });
}

export const production = computed(
  "production",
  "Production | Produktion",
  ({ facts, translate, translateAll, language }) => {
    const byWeek = (of: "produceBy" | "approveBy"): Map<string, string[]> =>
      new Map(
        [...Map.groupBy(facts.production, (row) => mondayOf(row[of]))].map(([monday, list]) => [
          monday,
          list.map(({ itemId }) => itemNo(itemId)),
        ]),
      );
    const [begin, approve] = [byWeek("produceBy"), byWeek("approveBy")];
    const hours = new Map(facts.load.map((week) => [week.monday, week.hours]));
    const weeks = [...new Set([...begin.keys(), ...approve.keys(), ...hours.keys()])].toSorted();
    const { days, early } = facts.batch;
    const order = facts.slots.map(({ id }) => id);
    const late = facts.production.filter(({ isLate }) => isLate).length;
    return [
      ...(late > 0
        ? [
            note(
              "warn",
              translate(
                "{count:item|items} should already be under way. Start there. | {count:Beitrag hätte|Beiträge hätten} schon begonnen werden müssen. Fangen Sie damit an.",
                { count: late },
              ),
            ),
          ]
        : []),
      ...tableOf(
        translateAll(labels.date, "What | Was", labels.items),
        days.map((day, at) => [
          datedText(day.date, language),
          batchTitle(day, at, { translate, language }, facts.slots[0]?.date ?? ""),
          inRuns(day.ids, order).join(", "),
        ]),
      ),
      ...tableOf(
        translateAll("Week of | Woche ab", "Start | Beginnen", "Approve | Freigeben", "Hours | Stunden"),
        weeks.map((monday) => [
          dayText(monday, language),
          (begin.get(monday) ?? []).join(", "),
          (approve.get(monday) ?? []).join(", "),
          figure(hours.get(monday) ?? 0, language, 1),
        ]),
        [3],
      ),
      ...(days.length > 0 && early.length > 0
        ? [
            note(
              "info",
              translate(
                "The meeting or the filming day comes too late for {items}: agree on these items and film them separately, following the weeks in the table. | Für {items} kommt die Sitzung oder der Drehtag zu spät: Stimmen Sie diese Beiträge einzeln ab und drehen Sie sie in den Wochen, die in der Tabelle stehen.",
                { items: listed(inRuns(early, order), language) },
              ),
            ),
          ]
        : []),
    ];
  },
);

/** Nobody writes a post beyond this, whatever the network allows. */
const longestToCount = 3000;

/** What holds for every text of the plan; the one page that each writer gets. */
export const guide = computed(
  "guide",
  "Guide for writers | Leitfaden fürs Schreiben",
  ({ form, facts, translate, translateAll, language }) => {
    const kinds = [...Map.groupBy(facts.slots, ({ contentType }) => contentType)].toSorted(
      ([, a], [, b]) => b.length - a.length,
    );
    const channels = form.channels.map(({ platform }) => platform);
    const [firstSlot] = facts.slots;
    const line = (label: Bilingual, text: string): string[] =>
      text.trim() === "" ? [] : [`${translate(label)}: ${oneLine(text)}`];
    const others = form.languages.filter((other) => other !== form.goalLanguage);
    const items = [
      ...line("Voice | Ton", form.brandVoice),
      ...line(
        "Maximum characters per text | Maximale Zeichenzahl je Text",
        channels
          .filter((platform) => characterLimit[platform] <= longestToCount)
          .map((platform) => {
            const hasArticles = facts.slots.some((slot) => slot.platform === platform && slot.contentType === 100);
            const limit = `${platform} ${figure(characterLimit[platform], language)}`;
            return hasArticles ? `${limit} ${translate("(except articles) | (außer Artikel)")}` : limit;
          })
          .join(", "),
      ),
      ...line("Hashtags | Hashtags", form.hashtagPolicy === "none" ? translate("none | keine") : ""),
      ...line(
        "Hashtags (maximum) | Hashtags (höchstens)",
        form.hashtagPolicy === "none"
          ? ""
          : channels.map((platform) => `${platform} ${maxHashtags(platform, form.hashtagPolicy)}`).join(", "),
      ),
      ...line("Your hashtags | Eigene Hashtags", form.hashtagPolicy === "none" ? "" : form.brandHashtags.join(" ")),
      ...line("Link for {id} | Link für {id}", firstSlot ? linkOf(firstSlot, form) : "").map((text) =>
        text.replace("{id}", firstSlot ? itemNo(firstSlot.id) : ""),
      ),
      ...line("Existing material | Vorhandenes Material", form.assets.map(oneLine).join("; ")),
      ...line(
        "Approval | Freigabe",
        form.approver.trim() === ""
          ? ""
          : translate(
              "{name}, {count:day|days} before publication | {name}, {count:Tag|Tage} vor der Veröffentlichung",
              { name: oneLine(form.approver), count: form.approvalDays },
            ),
      ),
      ...line("Translations | Übersetzungen", others.join(", ")),
    ];
    const notes = form.notes
      .split("\n")
      .map((text) => oneLine(text.replace(/^\s*[-–•*]\s+/, "")))
      .filter(Boolean);
    return [
      ...tableOf(
        translateAll(
          labels.kind,
          labels.items,
          "Minutes per item | Minuten je Beitrag",
          "What it needs | Was gebraucht wird",
        ),
        kinds.map(([contentType, slots]) => [
          capital(translate(contentTypeNames[contentType])),
          String(slots.length),
          String(effortMinutes[contentType]),
          translate(contentTypeNeeds[contentType]),
        ]),
        [1, 2],
      ),
      ...(items.length > 0 ? [{ type: "list" as const, ordered: false, items }] : []),
      ...(notes.length > 0
        ? [
            { type: "h" as const, text: translate("From your notes | Aus Ihren Notizen") },
            { type: "list" as const, ordered: false, items: notes },
          ]
        : []),
    ];
  },
);

export const kpis = computed(
  "kpis",
  "How you will know it works | Woran Sie den Erfolg erkennen",
  ({ form, facts, translate, translateAll, language }): Block[] => {
    const weeks = daysInclusive(form.period.from, form.period.to) / 7;
    const { metricNow, metricTarget, talksForOne } = form;
    const metricName = oneLine(form.metricName);
    const shown = (value: number): string => figure(value, language, Number.isInteger(value) ? 0 : 1);
    const more = metricNow === null || metricTarget === null ? null : metricTarget - metricNow;
    const points = checkpointsOf(facts.slots, form.period, { more, talksForOne });
    // When each talk wins, talks and wins are the same number.
    const hasTalks = more !== null && more > 0 && talksForOne !== null && talksForOne > 1;
    const hasMetric = metricName !== "" && more !== null;
    return [
      ...tableOf(
        translateAll("KPI | Kennzahl", "Today | Heute", labels.target, "Per week | Je Woche"),
        [
          ...(metricName === ""
            ? []
            : [
                [
                  capital(metricName),
                  metricNow === null ? translate(labels.open) : shown(metricNow),
                  metricTarget === null ? translate(labels.open) : shown(metricTarget),
                  more === null ? translate(labels.open) : figure(more / weeks, language, 1),
                ],
              ]),
          [
            translate("Items published | Veröffentlichte Beiträge"),
            "0",
            String(facts.slots.length),
            figure(facts.slots.length / weeks, language, 1),
          ],
        ],
        [1, 2, 3],
      ),
      ...tableOf(
        [
          ...translateAll("Checkpoint | Zwischenstand", "Items published | Veröffentlichte Beiträge"),
          ...(hasTalks ? [translate("Conversations | Erstgespräche")] : []),
          ...(hasMetric ? [capital(metricName)] : []),
        ],
        // The only checkpoint of a short plan is its end, which is above.
        (points.length > 1 ? points : []).map(({ date, items, talks, won }) => [
          datedText(date, language),
          String(items),
          ...(hasTalks ? [String(talks ?? "")] : []),
          ...(hasMetric ? [shown((metricNow ?? 0) + (won ?? 0))] : []),
        ]),
        [1, 2, 3].slice(0, 1 + Number(hasTalks) + Number(hasMetric)),
      ),
    ];
  },
);
