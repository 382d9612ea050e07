import { characterLimit } from "#src/features/outcomes/rules.ts";
import type { Block, Issue } from "#src/features/documents/document.ts";
import { linkOf } from "../../domain/contentPlan.ts";
import { contentTypeNames, contentTypeNeeds } from "../../domain/planWords.ts";
import { pillarsOf, sameHour, type Slot } from "../../domain/slots.ts";
import { dayMonthText, dayText, monthText } from "#src/kit/time/dateTexts.ts";
import { capital, figure, listed, oneLine, percent } from "../../domain/wording.ts";
import { type Bilingual, half } from "../../kit/bilingual.ts";
import { optional, quote, text } from "../../kit/columns.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, piecesOf, tableOf } from "../../kit/sections.ts";
import type { Figures } from "../../kit/state.ts";
import { materialOf } from "../material.ts";
import { effectsOf, hashtagsOf, type ItemRow } from "./effects.ts";
import { evergreen } from "./evergreen.ts";
import { type Facts, factsOf, topicOf } from "./facts.ts";
import { example, form, type Form } from "./form.ts";
import { assumptionsOf, questionsOf } from "./questions.ts";
import {
  audiences,
  chains,
  dates,
  itemNo,
  labels,
  mix,
  monthsOf,
  overview,
  season,
  shareSum,
  itemCells,
} from "./tables.ts";
import { guide, kpis, production } from "./workTables.ts";

/*
 * A dated plan for several networks. Dates, mix, limits, chains and effort are computed; a writer gives words to
 * numbered slots.
 */

const { computed, prose, freeRows, rowPerItem, rowsFromText } = sectionsFor<Form, Facts>();

/** Characters of a piece of material that one question is about, and how many pieces are read at most. */
const longestPiece = 12_000;
const maxPieces = 24;
/** Share of the room of a prompt that a piece may take: the rest belongs to instructions and form. */
const shareOfRoom = 0.35;

/** What files and pages prove, word for word: the writers of all parts are told of these lines. */
const evidence = rowsFromText(
  "evidence",
  "What the plan is based on | Worauf der Plan beruht",
  {
    fact: text(
      "Fact | Tatsache",
      "one fact, figure or customer’s sentence that a post can use, with the mark of its source at the end, [s1]",
      200,
    ),
    quote: quote("Exact words | Wortlaut", "the line it stands in", 240),
  },
  {
    ask: "Everything that a post may claim: figures, cases, names that may be named, sentences of customers.",
    isSeries: true,
    when: ({ context }) => context.sources.some(({ text: body }) => body !== ""),
    gap: "Which facts, figures and customer quotes from your material may posts use? | Welche Tatsachen, Zahlen und Kundenzitate aus Ihrem Material dürfen in Beiträgen stehen?",
    pieces: ({ context, state }) =>
      piecesOf(
        context.sources.map(({ source, text: body }) => ({ id: source.id, title: source.title, text: body })),
        Math.min(longestPiece, Math.floor(state.room.prompt * shareOfRoom)),
      ).slice(0, maxPieces),
  },
);

/** The one line under the title; it is elsewhere in the document. */
const promise = freeRows(
  "promise",
  "Promise | Versprechen",
  {
    promise: text(
      "Promise | Versprechen",
      "weeks, channels and the one promise of the period, in one sentence without a number of items",
      140,
    ),
  },
  { ask: "The line under the title.", count: [1, 1], after: [evidence], as: "hidden" },
);

/** What only the person can know; it is among the open questions. */
const asks = freeRows(
  "asks",
  "Questions | Fragen",
  { question: text("Question | Frage", "what only the firm knows, and which topic or item needs it", 200) },
  { ask: "Questions whose answers would make single items better.", count: [0, 4], after: [evidence], as: "hidden" },
);

const strategy = prose("strategy", "Why this plan | Warum dieser Plan", {
  ask: "why it begins when it begins, what customers compare before they decide, what each pillar does for whom, what changes from month to month; one paragraph each",
  words: [120, 280],
  after: [evidence],
  own: ({ form: values }) => [values.goal, values.productsPitch],
  gap: "Why should this plan reach the goal, and what do people compare before they decide? | Warum sollte dieser Plan das Ziel erreichen, und was vergleichen Menschen, bevor sie sich entscheiden?",
});

const house = rowPerItem(
  "messageHouse",
  "Message house | Botschaften",
  {
    message: text("Message | Botschaft", "the one sentence readers keep", 160),
    proof: optional(
      text(
        "Proof | Beleg",
        "the figure, case or sentence of a customer that proves it, with its mark, [s1] or [form]",
        200,
      ),
    ),
    avoid: optional(text("Never say | Nie sagen", "what this pillar leaves to others", 120)),
  },
  {
    ask: "One wall for each pillar.",
    after: [evidence],
    lead: [labels.pillar, "Share | Anteil"],
    items: ({ form: values, language }) =>
      pillarsOf(values).map(({ name, percent: share }, at) => ({
        id: `w${at + 1}`,
        context: `${oneLine(name)} | ${share} %`,
        cells: [oneLine(name), percent(share, language)],
      })),
  },
);

/** Characters of a call to action: what a network leaves under the longest first line, a link and two hashtags. */
const callLimit = ({ platform }: Slot): number => Math.min(120, characterLimit[platform] - longestHook - 80);
/** Characters of a first line: it must be read before “more”. */
const longestHook = 120;

const openItems: Bilingual =
  "{count:item has|items have} no text yet. Date, network and format are fixed: what is the first line of each, and what goes in its brief? | {count:Beitrag hat|Beiträge haben} noch keinen Text. Datum, Netzwerk und Art stehen fest: Wie lautet jeweils die erste Zeile, und was gehört ins Briefing?";

const items = rowPerItem(
  "items",
  "Calendar | Kalender",
  {
    hook: text("First line | Erste Zeile", "first line of the post, concrete, readable before “more”", 100),
    brief: text(
      "Brief | Briefing",
      "what whoever writes it needs: the thought, the example, what to leave out; two or three sentences",
      500,
    ),
    cta: optional(text("Call to action | Aufruf", "what the reader is asked to do, fitting this item", 100)),
    asset: optional(
      text(
        "Visual | Motiv",
        "the picture, clip or graphic: what it shows, format, words in it; from the material of the form where there is some; empty for text alone",
        180,
      ),
    ),
  },
  {
    ask: "Words for numbered slots whose date, network, kind and topic are fixed. A slot cut from another says which part of it.",
    after: [evidence],
    gap: openItems,
    items: (scene) =>
      scene.facts.slots.map((slot) => ({
        id: slot.id,
        context: [
          slot.date,
          slot.platform,
          half(contentTypeNames[slot.contentType], "en"),
          `pillar: ${oneLine(slot.pillar)}`,
          slot.audience && `for: ${oneLine(slot.audience)}`,
          `topic: ${topicOf(slot)}`,
          slot.campaign && `campaign: ${oneLine(slot.campaign)}`,
          scene.facts.cutFrom.has(slot.id) && `cut from ${scene.facts.cutFrom.get(slot.id)}`,
        ]
          .filter(Boolean)
          .join(" | "),
        cells: itemCells(scene, slot),
        limits: { hook: longestHook, cta: callLimit(slot) },
      })),
    blocks: ({ form: values, facts, translate, translateAll, show, language, isWriting }, list) => {
      const byId = new Map(list.filter(({ hook }) => hook !== "").map((row) => [row.id, row]));
      const open = facts.slots.length - byId.size;
      // A column that says the same in every line, or nothing in any, is left out.
      const hasAudiences = values.audiences.length > 1 && facts.slots.some((slot) => slot.isAudienceNamed);
      const hasTopics = facts.slots.some(({ pinned, topic }) => oneLine(pinned || topic) !== "");
      const hasCampaigns = facts.slots.some(({ campaign }) => campaign !== "");
      const topicIn = ({ pinned, topic, campaign }: Slot): string => {
        const named = oneLine(pinned || topic);
        if (campaign === "") return named || "–";
        return named === "" ? oneLine(campaign) : `${named} (${oneLine(campaign)})`;
      };
      const when = (slot: Slot): string[] => itemCells({ translate, language }, slot);
      /** What is known of a month for which nobody wrote yet. */
      const planned = (slots: readonly Slot[]): Block[] =>
        tableOf(
          translateAll(
            labels.date,
            labels.kind,
            labels.pillar,
            ...(hasCampaigns
              ? (["Topic (campaign) | Thema (Kampagne)"] as const)
              : hasTopics
                ? (["Topic | Thema"] as const)
                : []),
            ...(hasAudiences ? (["Audience | Zielgruppe"] as const) : []),
          ),
          slots.map((slot) => [
            ...when(slot),
            ...(hasTopics || hasCampaigns ? [topicIn(slot)] : []),
            ...(hasAudiences ? [slot.isAudienceNamed ? oneLine(slot.audience) : "–"] : []),
          ]),
        );
      const written = (slots: readonly Slot[]): Block[] =>
        tableOf(
          translateAll(
            labels.date,
            labels.kind,
            labels.pillar,
            "First line | Erste Zeile",
            "Brief | Briefing",
            "Call to action | Aufruf",
          ),
          slots.map((slot) => {
            const row = byId.get(slot.id);
            const first = show(row?.hook ?? "");
            return [
              ...when(slot),
              first || `[${translate("to write | zu schreiben")}: ${topicOf(slot)}]`,
              show(row?.brief ?? ""),
              show(row?.cta ?? ""),
            ];
          }),
        );
      return [
        ...(open > 0 && !isWriting ? [note("gap", translate(openItems, { count: open }))] : []),
        ...[...Map.groupBy(facts.slots, ({ date }) => date.slice(0, 7))].flatMap(([month, slots]): Block[] => [
          { type: "h", text: `${monthText(month, language)} (${slots.length})` },
          ...(slots.some(({ id }) => byId.has(id)) ? written(slots) : planned(slots)),
        ]),
      ];
    },
  },
);

/** What each item needs beside its words: picture, hashtags, an address whose visits can be counted. */
const kit = computed("kit", "Pictures, hashtags, links | Bilder, Hashtags, Links", (scene) => {
  const { facts, form: values, translate, translateAll, show, language } = scene;
  const byId = new Map(items.of(scene).map((row) => [row.id, row]));
  // Before anything is written, what items of a kind need is said once, above their rows.
  const hasAssets = facts.slots.some(({ id }) => show(byId.get(id)?.asset ?? "") !== "");
  const lines = facts.slots.map((slot) => {
    const row = byId.get(slot.id);
    const words = { hook: show(row?.hook ?? ""), cta: show(row?.cta ?? "") };
    return [
      `${itemNo(slot.id)} ${dayMonthText(slot.date, language)} ${slot.platform}`,
      hasAssets ? show(row?.asset ?? "") || translate(contentTypeNeeds[slot.contentType]) : "",
      hashtagsOf(slot, values, words).join(" "),
      linkOf(slot, values),
    ];
  });
  // A column that is empty in every line says nothing.
  const columns = [0, 1, 2, 3].filter((at) => lines.some((cells) => cells[at] !== ""));
  const heads: Bilingual[] = [
    "Item | Beitrag",
    "Visual or material | Motiv oder Material",
    "Hashtags | Hashtags",
    "Tracked link | Tracking-Link",
  ];
  if (columns.length < 2) return [];
  const kinds = hasAssets ? [] : [...new Set(facts.slots.map(({ contentType }) => contentType))];
  const hints = kinds.map(
    (kind) => `${capital(translate(contentTypeNames[kind]))}: ${translate(contentTypeNeeds[kind])}`,
  );
  return [
    ...(hints.length > 0 ? [{ type: "list" as const, ordered: false, items: hints }] : []),
    ...tableOf(
      translateAll(...columns.map((at) => heads[at] ?? "Item | Beitrag")),
      lines.map((cells) => columns.map((at) => cells[at] || "–")),
    ),
  ];
});

/** Briefs that are the same, character for character. */
function repeatedBriefs(rows: readonly ItemRow[]): Issue[] {
  const seen = new Set<string>();
  return rows.flatMap(({ id, brief }): Issue[] => {
    const plain = brief.trim().toLowerCase();
    const isRepeated = plain !== "" && seen.has(plain);
    seen.add(plain);
    return isRepeated
      ? [{ level: "error", code: "briefRepeated", at: `items/${id}/brief`, params: { no: itemNo(id) } }]
      : [];
  });
}

export const contentPlanner = defineWorkflow<Form, Facts>({
  key: "contentPlanner",
  version: 6,
  form,
  example,
  role: "You are an experienced content editor who plans for small firms and knows what each network rewards.",
  task: "Give words to a content plan whose dates, networks, kinds and topics are fixed. Each item must be writable by a colleague who knows nothing else.",
  // Dates and topics from the web are searched by goal and topics.
  sources: ({ form: values }) =>
    materialOf(
      values,
      [values.companyWebsite, values.productWebsite],
      [[...values.topics.slice(0, 4), values.goal.slice(0, 120)].join(" ")],
    ),
  facts: factsOf,
  factsIgnoreAnswer: true,
  figures: ({ facts, language, form: values, translate }): Figures => {
    const { metricNow, metricTarget, talksForOne } = values;
    const more = metricNow === null || metricTarget === null ? null : metricTarget - metricNow;
    return {
      items: { label: "Items of the plan | Beiträge des Plans", text: String(facts.slots.length) },
      hours: {
        label: "Total work | Arbeit insgesamt",
        text: translate("{hours} hours | {hours} Stunden", { hours: figure(facts.hours, language) }),
      },
      ...(facts.season && {
        season: {
          label: `Share of the year’s demand in ${monthsOf(facts.season, "en")} | Anteil an der Nachfrage des Jahres: ${monthsOf(facts.season, "de")}`,
          text: percent(facts.season.share, language, 1),
          how: shareSum(facts.season, language),
        },
      }),
      ...(talksForOne !== null &&
        talksForOne > 1 &&
        more !== null &&
        more > 0 && {
          talks: {
            label: "Conversations needed | Nötige Erstgespräche",
            text: figure(more * talksForOne, language),
            how: `(${figure(metricTarget ?? 0, language)} − ${figure(metricNow ?? 0, language)}) × ${figure(talksForOne, language)}`,
          },
        }),
    };
  },
  contextLines: ({ answer }) => evidence.of({ answer }).map(({ fact }) => fact),
  summary: (scene) => {
    const { form: values, facts, translate, language } = scene;
    const [line] = promise.of(scene);
    return (
      scene.show(line?.promise ?? "") ||
      translate(
        "{count:item|items} on {channels} from {from} to {to}. | {count:Beitrag|Beiträge} auf {channels} vom {from} bis {to}.",
        {
          count: facts.slots.length,
          channels: listed(
            values.channels.map(({ platform }) => platform),
            language,
          ),
          from: dayText(values.period.from, language),
          to: dayText(values.period.to, language),
        },
      )
    );
  },
  sections: [
    overview,
    season,
    strategy,
    audiences,
    house,
    mix,
    items,
    kit,
    evergreen,
    chains,
    guide,
    production,
    kpis,
    dates,
    evidence,
    promise,
    asks,
  ],
  questions: (scene) => [
    ...questionsOf(scene, house.of(scene)),
    ...asks.of(scene).map(({ question }) => scene.show(question)),
  ],
  assumptions: assumptionsOf,
  checks: (scene) => {
    const { facts } = scene;
    const pairs = sameHour(facts.slots);
    const onOne = pairs.filter(({ isOnePlatform }) => isOnePlatform).length;
    const late = facts.production.filter(({ isLate }) => isLate).length;
    const noticed = (level: Issue["level"], code: string, count: number, at: string): Issue[] =>
      count > 0 ? [{ level, code, params: { count }, at }] : [];
    return [
      ...repeatedBriefs(items.of(scene)),
      ...house
        .of(scene)
        .filter(({ proof }) => proof !== "" && !/\[\w+\]/.test(proof))
        .map(({ id }): Issue => ({
          level: "warn",
          code: "proofUnmarked",
          at: `messageHouse/${id}/proof`,
          params: { pillar: oneLine(pillarsOf(scene.form)[Number(id.slice(1)) - 1]?.name ?? "") },
        })),
      ...noticed("warn", "samePlatformHour", onOne, "overview"),
      ...noticed("info", "sameHour", pairs.length - onOne, "overview"),
      ...noticed("info", "late", late, "production"),
    ];
  },
  issueTexts: {
    briefRepeated: "{no} has the same brief as another item. | {no} hat dasselbe Briefing wie ein anderer Beitrag.",
    proofUnmarked: "The proof for “{pillar}” names no source. | Der Beleg zu „{pillar}“ nennt keine Quelle.",
    samePlatformHour:
      "{count:pair of items goes|pairs of items go} out within an hour of each other on the same network. | {count:Mal|Mal} erscheinen zwei Beiträge innerhalb einer Stunde auf demselben Netzwerk.",
    sameHour:
      "{count:pair of items goes|pairs of items go} out within an hour of each other, on different networks. | {count:Mal|Mal} erscheinen zwei Beiträge innerhalb einer Stunde, auf verschiedenen Netzwerken.",
    late: "{count:item|items} should already be under way. | {count:Beitrag hätte|Beiträge hätten} schon begonnen werden müssen.",
  },
  effects: (scene) => effectsOf(scene, items.of(scene)),
});
