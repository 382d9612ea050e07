import { approvalEntry, articleEntry, socialPostEntry } from "#src/features/calendar/rules.ts";
import type { Proposal } from "#src/features/documents/document.ts";
import { memoizeByText } from "#src/kit/memoizeByText.ts";
import { isStopword, words } from "#src/kit/text.ts";
import { fittingHashtags, hashtagsFor, limitOf, linkOf } from "../../domain/contentPlan.ts";
import { dayMonthText, dayText } from "#src/kit/time/dateTexts.ts";
import { mondayOf } from "#src/kit/time/dates.ts";
import type { BatchDay } from "../../domain/plan.ts";
import { contentTypeNames, contentTypeNeeds } from "../../domain/planWords.ts";
import { type Slot, zoneOf } from "../../domain/slots.ts";
import { capital, clipped, figure, oneLine } from "../../domain/wording.ts";
import type { Bilingual, Translate } from "../../kit/bilingual.ts";
import { entryAt, outcomeAt, writerOf } from "../../kit/effects.ts";
import type { Scene } from "../../kit/state.ts";
import { evergreenEntries } from "./evergreen.ts";
import { type Facts, topicOf } from "./facts.ts";
import type { Form } from "./form.ts";

type PlanScene = Scene<Form, Facts>;
/** The words of an item. */
export interface ItemRow {
  id: string;
  hook: string;
  brief: string;
  cta: string;
  /** What is to be seen. */
  asset: string;
}

/** A meeting, and a day of content production. */
const [meetingEntry, filmEntry] = ["1080", "3070"] as const;

const batchTitles = {
  kickOff: "Editorial meeting: plan kick-off | Redaktionssitzung: Start des Plans",
  meeting:
    "Editorial meeting: look at the figures, agree on {count:topic|topics} | Redaktionssitzung: Zahlen ansehen, {count:Thema|Themen} abstimmen",
  film: "Film {count:clip|clips}, {hours} h | Dreh: {count:Clip|Clips}, {hours} Std.",
} as const satisfies Record<string, Bilingual>;

/**
 * Title of a day of meeting or filming; the first meeting opens the plan, unless something is out by then.
 * @param firstDate of the first publication
 */
export const batchTitle = (
  { kind, ids, date, minutes }: BatchDay,
  at: number,
  { translate, language }: Pick<PlanScene, "translate" | "language">,
  firstDate: string,
): string =>
  translate(batchTitles[at === 0 && kind === "meeting" && date <= firstDate ? "kickOff" : kind], {
    count: ids.length,
    hours: figure(minutes / 60, language, minutes % 60 === 0 ? 0 : 1),
  });

/** Phrases make hashtags that nobody would search for: one or two telling words at most. */
const isTag = memoizeByText((text, language) => {
  const all = words(text, language);
  return all.length <= 2 && !all.some((word) => isStopword(word, language));
}, 1_000);

export function hashtagsOf(slot: Slot, form: Form, { hook, cta }: { hook: string; cta: string }): string[] {
  // A fixed date has a topic of its own.
  const named = slot.pinned || slot.topic;
  const topic = isTag(named, form.goalLanguage) ? [named] : [];
  const tags = hashtagsFor([...form.brandHashtags, ...topic], slot.platform, form.hashtagPolicy, form.goalLanguage);
  return fittingHashtags(
    tags,
    { hook, cta, hasLink: linkOf(slot, form) !== "" },
    limitOf(slot.platform, slot.contentType),
  );
}

/** Title of an item without a first line; the name of a pillar alone would be that of many. */
const titleOf = (slot: Slot, translate: Translate): string =>
  oneLine(slot.pinned || slot.topic) || `${capital(translate(contentTypeNames[slot.contentType]))} – ${topicOf(slot)}`;

/** What names an item outside its plan: `2 Apr LinkedIn`. */
const slotName = (slot: Slot, language: "en" | "de"): string => `${dayMonthText(slot.date, language)} ${slot.platform}`;

/** What the writer of a single item needs to know, in a text of its own: it is read on other pages. */
function briefOf(slot: Slot, row: ItemRow | undefined, { form, facts, translate, show, language }: PlanScene): string {
  const audience = slot.isAudienceNamed ? form.audiences.find(({ name }) => name === slot.audience) : undefined;
  const campaign = form.campaigns.find(({ name }) => name === slot.campaign);
  const line = (label: Bilingual, text: string): string => (text === "" ? "" : `${translate(label)}: ${oneLine(text)}`);
  const cta = show(row?.cta ?? "");
  const source = facts.slots.find(({ id }) => id === facts.cutFrom.get(slot.id));
  const frame = row?.brief
    ? [show(row.brief)]
    : [
        line("For | Für", [audience?.name ?? "", audience?.pain ?? ""].filter(Boolean).join(" – ")),
        line("What it needs | Was gebraucht wird", translate(contentTypeNeeds[slot.contentType])),
        line("Cut from | Entsteht aus", source ? slotName(source, language) : ""),
      ];
  return [
    ...frame,
    line("Campaign | Kampagne", [campaign?.name ?? "", campaign?.message ?? ""].filter(Boolean).join(" – ")),
    line("Visual | Motiv", show(row?.asset ?? "")),
    line("Call to action | Aufruf", cta),
    hashtagsOf(slot, form, { hook: show(row?.hook ?? ""), cta }).join(" "),
    linkOf(slot, form),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** A content item with its calendar entry for each slot, and the days on which many are agreed on or filmed. */
export function effectsOf(scene: PlanScene, rows: readonly ItemRow[]): Proposal[] {
  const { form, facts, context, translate, show, language } = scene;
  const slots = new Map(facts.slots.map((slot) => [slot.id, slot]));
  const timeZone = zoneOf(form, context);
  const written = new Map(rows.map((row) => [row.id, row]));
  const hasMeeting = facts.batch.days.some(({ kind }) => kind === "meeting");
  return [
    ...facts.slots.flatMap((slot) => {
      const row = written.get(slot.id);
      return outcomeAt(slot.id, {
        ...writerOf(slot.platform, slot.contentType),
        platform: slot.platform,
        contentType: slot.contentType,
        title: oneLine(show(row?.hook ?? "")) || titleOf(slot, translate),
        brief: briefOf(slot, row, scene),
        date: slot.date,
        time: slot.time,
        timeZone,
        entryType: slot.contentType === 100 ? articleEntry : socialPostEntry,
      });
    }),
    ...facts.batch.days.map((day, at) =>
      entryAt(`${day.kind}:${day.date}`, {
        type: day.kind === "meeting" ? meetingEntry : filmEntry,
        title: batchTitle(day, at, scene, facts.slots[0]?.date ?? ""),
        date: day.date,
        time: day.kind === "meeting" ? "09:00" : "13:00",
        minutes: day.minutes,
        timeZone,
        notes: [
          form.requirementTitle,
          day.kind === "meeting" ? form.approver : "",
          day.ids
            .flatMap((id) => slots.get(id) ?? [])
            .map((slot) => slotName(slot, language))
            .join(", "),
        ]
          .filter(Boolean)
          .join("\n"),
      }),
    ),
    ...evergreenEntries(scene),
    // A plan of a few days has no editorial meeting that agrees on its items.
    ...(hasMeeting || form.approver.trim() === "" ? [] : approvals(scene, written)),
  ];
}

/** One approval a week, on the earliest day by which an item of that week must be approved. */
function approvals(
  { form, facts, context, translate, show, language }: PlanScene,
  written: ReadonlyMap<string, ItemRow>,
) {
  const slots = new Map(facts.slots.map((slot) => [slot.id, slot]));
  return [...Map.groupBy(facts.production, ({ publishOn }) => mondayOf(publishOn))].map(([monday, list]) => {
    const lines = list.flatMap(({ itemId }) => {
      const slot = slots.get(itemId);
      const hook = show(written.get(itemId)?.hook ?? "");
      return slot ? [`${slotName(slot, language)}: ${hook || topicOf(slot)}`] : [];
    });
    return entryAt(`approval:${monday}`, {
      type: approvalEntry,
      title: translate(
        "{plan}: approve {count:item|items}, week from {day} | {plan}: {count:Beitrag|Beiträge} freigeben, Woche ab {day}",
        { plan: clipped(oneLine(form.requirementTitle), 80), count: list.length, day: dayText(monday, language) },
      ),
      date: list.map(({ approveBy }) => approveBy).toSorted()[0] ?? monday,
      timeZone: zoneOf(form, context),
      notes: [oneLine(form.approver), ...lines].join("\n"),
    });
  });
}
