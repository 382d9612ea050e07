import { contentTypes } from "#src/features/outcomes/rules.ts";
import type { WorkflowContext } from "../../workflow.ts";
import type { Block, Claim } from "#src/features/documents/document.ts";
import { computedClaim } from "../claims.ts";
import { daysInclusive, mondayOf } from "../../domain/dates.ts";
import { dayText, draftLanguageOf, figure, fill, oneLine, weekText } from "../../domain/wording.ts";
import type { PlanData, PlanItem } from "./planData.ts";
import type { PlanForm } from "./planForm.ts";
import { typeOf } from "./planItems.ts";
import { planWords } from "./planWords.ts";
import { effortMinutes } from "./reckon.ts";
import type { Slot } from "../../domain/slots.ts";

/** What the sections of a plan are made from. */
export interface PlanSetting {
  form: PlanForm;
  data: PlanData;
  slots: readonly Slot[];
  context: WorkflowContext;
}

const hoursOf = (items: readonly PlanItem[]): number => items.reduce((sum, item) => sum + item.effortMinutes, 0) / 60;

/** Weeks from Monday to Sunday that hold items, with their items. */
export function byWeek(items: readonly PlanItem[]): [monday: string, items: PlanItem[]][] {
  const weeks = new Map<string, PlanItem[]>();
  for (const item of items) {
    const monday = mondayOf(item.date);
    weeks.set(monday, [...(weeks.get(monday) ?? []), item]);
  }
  return [...weeks];
}

/** Rows of the production list that a document of standard depth shows. */
const shownRows = 20;

/** Hours by week, what must begin when, and what is late. Adds its claims to `claims`. */
export function productionBlocks({ form, data }: PlanSetting, claims: Claim[]): Block[] {
  const language = draftLanguageOf(form.goalLanguage);
  const words = planWords(language);
  const { say } = words;
  const weeks = byWeek(data.items);
  const hours = hoursOf(data.items);
  const text = fill(say.effortLine, {
    hours: figure(hours, language),
    perWeek: figure(hours / Math.max(1, weeks.length), language, 1),
  });
  const minutes = data.items.reduce((sum, item) => sum + item.effortMinutes, 0);
  claims.push(
    computedClaim(
      "calc-effort",
      text,
      `${minutes} min ÷ 60 = ${figure(hours, language, 1)}; ÷ ${weeks.length} = ${figure(hours / Math.max(1, weeks.length), language, 1)}`,
    ),
  );
  const used = contentTypes.filter((code) => data.items.some((item) => item.contentType === code));
  const values = used.map((code) => `${words.types[code]} ${effortMinutes[code]} min`).join(", ");
  const late = data.production.filter(({ isLate }) => isLate).length;
  const itemOf = new Map(data.items.map((item) => [item.id, item]));
  const rows =
    form.depth === "quick" ? [] : form.depth === "deep" ? data.production : data.production.slice(0, shownRows);
  return [
    { type: "p", text, claimIds: ["calc-effort"] },
    {
      type: "chart",
      kind: "bar",
      label: say.hoursChart,
      unit: say.hours,
      points: weeks.map(([monday, own]) => ({
        label: weekText(monday, language),
        value: Math.round(hoursOf(own) * 10) / 10,
      })),
    },
    { type: "callout", tone: "info", text: fill(say.effortNote, { values }) },
    ...(late > 0
      ? [{ type: "callout" as const, tone: "warn" as const, text: fill(say.lateLine, { count: String(late) }) }]
      : []),
    ...(rows.length > 0
      ? [
          {
            type: "table" as const,
            columns: [say.produceBy, say.approveBy, say.publish, say.platform, say.what],
            rows: rows.map((row) => {
              const item = itemOf.get(row.itemId);
              const what = item ? `${words.types[typeOf(item)]}: ${item.hook}` : row.itemId;
              return [
                `${dayText(row.produceBy)}${row.isLate ? ` (${say.late})` : ""}`,
                dayText(row.approveBy),
                dayText(row.publishOn),
                item?.platform ?? "",
                what,
              ];
            }),
          },
        ]
      : []),
  ];
}

/** The person's own figure first, then what can be counted. Adds its claims to `claims`. */
export function kpiBlocks({ form, data }: PlanSetting, claims: Claim[]): Block[] {
  const language = draftLanguageOf(form.goalLanguage);
  const { say } = planWords(language);
  const shown = (value: number | null): string =>
    value === null ? say.open : figure(value, language, Number.isInteger(value) ? 0 : 1);
  const blocks: Block[] = [];
  const main = data.kpis[0];
  if (main && main.perWeek !== null && form.metricName.trim() !== "") {
    const weeks = daysInclusive(form.period.from, form.period.to) / 7;
    const text = fill(say.metricLine, {
      now: shown(main.now),
      target: shown(main.target),
      metric: main.name,
      perWeek: figure(main.perWeek, language, 1),
    });
    claims.push(
      computedClaim(
        "calc-metric",
        text,
        `(${shown(main.target)} − ${shown(main.now)}) ÷ ${figure(weeks, language, 1)} = ${figure(main.perWeek, language, 1)}`,
      ),
    );
    blocks.push({ type: "p", text, claimIds: ["calc-metric"] });
  }
  blocks.push({
    type: "table",
    columns: [say.metric, say.how, say.now, say.aim, say.perWeek],
    rows: data.kpis.map(({ name, how, now, target, perWeek }) => [
      name,
      how,
      shown(now),
      shown(target),
      shown(perWeek),
    ]),
    numeric: [2, 3, 4],
  });
  return blocks;
}

/** First figures of a plan: the person's own, what is counted here, and what each network shows. */
export function kpisOf(form: PlanForm, slots: readonly Slot[]): PlanData["kpis"] {
  const { say } = planWords(draftLanguageOf(form.goalLanguage));
  const weeks = daysInclusive(form.period.from, form.period.to) / 7;
  const { metricNow, metricTarget } = form;
  const own =
    form.metricName.trim() === ""
      ? []
      : [
          {
            name: oneLine(form.metricName),
            how: say.open,
            now: metricNow,
            target: metricTarget,
            perWeek: metricNow === null || metricTarget === null ? null : (metricTarget - metricNow) / weeks,
          },
        ];
  return [
    ...own,
    { name: say.itemsDone, how: say.itemsDoneHow, now: 0, target: slots.length, perWeek: slots.length / weeks },
    ...form.channels.map(({ platform }) => ({
      name: fill(say.watch, { platform }),
      how: fill(say.watchHow, { platform }),
      now: null,
      target: null,
      perWeek: null,
    })),
  ];
}
