import { contentTypes } from "#src/features/outcomes/rules.ts";
import { sentences } from "#src/kit/text.ts";
import type { Block, Claim, Section } from "#src/features/documents/document.ts";
import { computedClaim, ownClaim } from "../claims.ts";
import { daysInclusive, monthOf } from "../../domain/dates.ts";
import {
  clipped,
  datedText,
  dayText,
  draftLanguageOf,
  figure,
  fill,
  listed,
  monthText,
  oneLine,
  percent,
  weekText,
} from "../../domain/wording.ts";
import type { PlanItem } from "./planData.ts";
import type { PlanForm } from "./planForm.ts";
import { byWeek, kpiBlocks, productionBlocks, type PlanSetting } from "./planFigures.ts";
import { planGaps } from "./planGaps.ts";
import { typeOf } from "./planItems.ts";
import { planWords } from "./planWords.ts";
import { countComputation } from "./reckon.ts";
import { pillarsOf } from "../../domain/slots.ts";

/** Keys of the sections that are reckoned and never taken from an engine. */
export const reckonedSections = [
  "overview",
  "calendar",
  "briefs",
  "mix",
  "chains",
  "dates",
  "production",
  "kpis",
  "gaps",
] as const;

/** Claims with these beginnings are made here. */
export const isOwnClaim = (id: string): boolean => /^(calc|own)-/.test(id);

/** The promise in the person's own words: the first sentence of their offer, else of their goal. */
export function ownRoof(form: PlanForm): { text: string; field: string } {
  const field = form.productsPitch.trim() === "" ? "goal" : "productsPitch";
  const [first = ""] = sentences(form[field], form.goalLanguage);
  return { text: clipped(oneLine(first), 300), field };
}

/** Goal, audiences and pillars in the person's own words, for plans without an engine's prose. */
export function strategySections({ form, data }: PlanSetting): { sections: Section[]; claims: Claim[] } {
  const language = draftLanguageOf(form.goalLanguage);
  const { say } = planWords(language);
  const goal = fill(say.goalLine, { goal: oneLine(form.goal) });
  const blocks: Block[] = [{ type: "p", text: goal, claimIds: ["own-goal"] }];
  if (form.audiences.length > 0) {
    blocks.push({
      type: "table",
      columns: [say.audience, say.situation, say.pain],
      rows: form.audiences.map(({ name, situation, pain }) => [
        oneLine(name),
        oneLine(situation) || say.open,
        oneLine(pain) || say.open,
      ]),
    });
  }
  const own = ownRoof(form);
  const isOwn = data.messageHouse.roof === own.text;
  const roof = isOwn ? fill(say.roofLine, { roof: own.text }) : data.messageHouse.roof;
  const house: Block[] = [
    { type: "p", text: roof || say.open, ...(isOwn ? { claimIds: ["own-roof"] } : {}) },
    {
      type: "table",
      columns: [say.pillar, say.message, say.proof],
      rows: data.messageHouse.walls.map(({ pillar, message, proof }) => [pillar, message, proof || say.open]),
    },
  ];
  return {
    sections: [
      { key: "strategy", title: say.strategy, blocks },
      { key: "messageHouse", title: say.house, blocks: house },
    ],
    claims: [ownClaim("own-goal", goal, "goal"), ...(isOwn ? [ownClaim("own-roof", roof, own.field)] : [])],
  };
}

/** All reckoned sections of a plan and the claims that stand in them. */
export function planSections(setting: PlanSetting): { sections: Section[]; claims: Claim[] } {
  const { form, data } = setting;
  const language = draftLanguageOf(form.goalLanguage);
  const words = planWords(language);
  const { say } = words;
  const { items } = data;
  const claims: Claim[] = [];
  const nameOf = (item: PlanItem): string => words.types[typeOf(item)];

  const overview = overviewBlocks(setting, claims);

  const calendar: Block[] = [...new Set(items.map(({ date }) => monthOf(date)))].flatMap((month): Block[] => {
    const own = items.filter(({ date }) => monthOf(date) === month);
    return [
      {
        type: "h",
        text: `${monthText(`${month}-01`, language)}: ${fill(say.perMonth, { count: String(own.length) })}`,
      },
      {
        type: "table",
        columns: [say.date, say.time, say.platform, say.content, say.pillar, say.hook],
        rows: own.map((item) => [
          datedText(item.date, language),
          item.time,
          item.platform,
          nameOf(item),
          item.pillar,
          item.hook,
        ]),
      },
    ];
  });

  const briefs: Block[] = byWeek(items).flatMap(([monday, own]): Block[] => [
    { type: "h", text: `${weekText(monday, language)}, ${dayText(monday)}` },
    {
      type: "list",
      ordered: false,
      items: own.map((item) => {
        const head = `${item.id} ${datedText(item.date, language)} ${item.time}, ${item.platform}, ${nameOf(item)}: ${item.hook}`;
        const asset = form.depth === "deep" ? item.assetBrief : "";
        return [
          `${head}.`.replace(/([.?!…])\.$/, "$1"),
          item.brief,
          item.cta && `${say.ctaLabel}: ${item.cta}`,
          asset,
          item.hashtags.join(" "),
        ]
          .filter(Boolean)
          .join(" ");
      }),
    },
  ]);

  const sections: Section[] = [
    { key: "overview", title: say.overview, blocks: overview },
    { key: "calendar", title: say.calendar, blocks: calendar },
    ...(form.depth === "quick" ? [] : [{ key: "briefs", title: say.briefs, blocks: briefs }]),
    { key: "mix", title: say.mix, blocks: mixBlocks(setting, claims) },
    { key: "chains", title: say.chains, blocks: chainBlocks(setting) },
    { key: "dates", title: say.dates, blocks: dateBlocks(setting) },
    { key: "production", title: say.production, blocks: productionBlocks(setting, claims) },
    { key: "kpis", title: say.kpis, blocks: kpiBlocks(setting, claims) },
    { key: "gaps", title: say.gaps, blocks: gapBlocks(setting, say.noGaps) },
  ];
  return { sections, claims };
}

function overviewBlocks({ form, data, slots }: PlanSetting, claims: Claim[]): Block[] {
  const language = draftLanguageOf(form.goalLanguage);
  const { say } = planWords(language);
  const days = daysInclusive(form.period.from, form.period.to);
  const channels = listed(
    form.channels.map(({ platform }) => platform),
    language,
  );
  const text = fill(say.countLine, { count: String(data.items.length), channels, days: String(days) });
  claims.push(computedClaim("calc-count", text, countComputation(form, slots)));
  return [
    { type: "p", text, claimIds: ["calc-count"] },
    { type: "p", text: say.overviewText },
    ...warningBlocks({ form, data }),
  ];
}

/** At most this many single warnings are written out; the rest is in the data. */
const shownWarnings = 12;

function warningBlocks({ form, data }: Pick<PlanSetting, "form" | "data">): Block[] {
  const language = draftLanguageOf(form.goalLanguage);
  const { say } = planWords(language);
  const lines = data.warnings
    .slice(0, shownWarnings)
    .map(({ code, first, second, date }) => fill(say[code], { first, second, date: datedText(date, language) }));
  const rest = data.warnings.length - lines.length;
  if (lines.length === 0) return [];
  return [
    { type: "h", text: say.warningsHead },
    { type: "list", ordered: false, items: rest > 0 ? [...lines, `… +${rest}`] : lines },
  ];
}

function mixBlocks({ form, data }: PlanSetting, claims: Claim[]): Block[] {
  const language = draftLanguageOf(form.goalLanguage);
  const words = planWords(language);
  const { say } = words;
  const count = data.items.length;
  const pillars = data.mix.filter(({ platform }) => platform === "");
  const types = data.mix.filter(({ platform }) => platform !== "");
  const target = new Map(pillarsOf(form).map(({ name, percent: share }) => [name, share]));
  const lines = pillars.map(({ name, planned }, index) => {
    const share = percent((100 * planned) / Math.max(1, count), language, 1);
    const text = fill(say.pillarLine, { pillar: name, planned: String(planned), count: String(count), share });
    claims.push(computedClaim(`calc-pillar-${index + 1}`, text, `${planned} ÷ ${count} = ${share}`));
    return text;
  });
  return [
    {
      type: "chart",
      kind: "bar",
      label: say.mixChart,
      unit: "",
      points: pillars.map(({ name, planned }) => ({ label: name, value: planned })),
    },
    { type: "list", ordered: false, items: lines, claimIds: lines.map((_, index) => `calc-pillar-${index + 1}`) },
    {
      type: "table",
      columns: [say.pillar, say.target, `${say.target} (${say.items})`, say.planned],
      rows: pillars.map((row) => [
        row.name,
        percent(target.get(row.name) ?? 0, language),
        figure(row.target, language, 1),
        String(row.planned),
      ]),
      numeric: [1, 2, 3],
    },
    {
      type: "table",
      columns: [say.platform, say.content, `${say.target} (${say.items})`, say.planned],
      rows: types.map((row) => [
        row.platform,
        words.types[contentTypes.find((code) => code === row.contentType) ?? 3],
        figure(row.target, language, 1),
        String(row.planned),
      ]),
      numeric: [2, 3],
    },
  ];
}

function chainBlocks({ form, data }: PlanSetting): Block[] {
  const language = draftLanguageOf(form.goalLanguage);
  const words = planWords(language);
  const itemOf = new Map(data.items.map((item) => [item.id, item]));
  if (data.chains.length === 0) return [{ type: "callout", tone: "info", text: words.say.chainsNone }];
  const lines = data.chains.map(({ items }) =>
    items
      .flatMap((id) => {
        const item = itemOf.get(id);
        return item ? [`${id} ${item.platform}, ${words.types[typeOf(item)]} (${dayText(item.date)})`] : [];
      })
      .join(" → "),
  );
  return [{ type: "list", ordered: false, items: lines }];
}

function dateBlocks({ form, data }: PlanSetting): Block[] {
  const language = draftLanguageOf(form.goalLanguage);
  const { say } = planWords(language);
  const rows = [
    ...data.holidays.map(({ date, name }) => ({ date, cells: [datedText(date, language), say.holiday, name] })),
    ...form.campaigns.map(({ name, from, to }) => ({
      date: from,
      cells: [`${dayText(from)}–${dayText(to)}`, say.campaign, oneLine(name)],
    })),
    ...form.fixedDates.map(({ date, title }) => ({
      date,
      cells: [datedText(date, language), say.fixed, oneLine(title)],
    })),
  ].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const moved = data.items.filter((item) => item.moved === "holiday").length;
  const onHoliday = data.holidays.filter(({ date }) => data.items.some((item) => item.date === date));
  const notes = [
    ...(moved > 0 ? [fill(say.movedHoliday, { count: String(moved) })] : []),
    ...onHoliday.map(({ date, name }) => fill(say.notAvoided, { date: dayText(date), name })),
    ...data.items
      .filter((item) => item.moved === "clock")
      .map(({ date }) => fill(say.movedClock, { date: dayText(date) })),
  ];
  return [
    ...(rows.length > 0
      ? [{ type: "table" as const, columns: [say.date, say.kindDay, say.what], rows: rows.map(({ cells }) => cells) }]
      : [{ type: "p" as const, text: say.noneWord }]),
    ...(notes.length > 0 ? [{ type: "list" as const, ordered: false, items: notes }] : []),
  ];
}

function gapBlocks({ form, slots, context }: PlanSetting, none: string): Block[] {
  const gaps = planGaps(form, slots, context);
  return gaps.length > 0
    ? gaps.map((text): Block => ({ type: "callout", tone: "gap", text }))
    : [{ type: "callout", tone: "info", text: none }];
}
