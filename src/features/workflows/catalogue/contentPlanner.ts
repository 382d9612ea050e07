import { articleEntry, approvalEntry, socialPostEntry } from "#src/features/calendar/rules.ts";
import { contentTypes, platforms, platformTakes } from "#src/features/outcomes/rules.ts";
import type { Prompt, SourceRequest, WorkflowContext } from "../workflow.ts";
import type { Draft, Issue, Proposal, Section } from "#src/features/documents/document.ts";
import { cardNamed } from "./cards.ts";
import { judgeClaims } from "./claims.ts";
import { addMinutes, instantOf, mondayOf } from "../domain/dates.ts";
import { holidaysOf } from "../domain/holidays.ts";
import { type PlanData, planData, type PlanItem } from "./contentPlanner/planData.ts";
import { planExample } from "./contentPlanner/planExample.ts";
import { planForm, type PlanForm } from "./contentPlanner/planForm.ts";
import { planAssumptions, planGaps } from "./contentPlanner/planGaps.ts";
import { frameLength, limitOf, mixOf, productionOf, warningsOf } from "./contentPlanner/reckon.ts";
import {
  itemOf,
  type ItemWords,
  planFrame,
  type PlanFrame,
  templateWords,
  typeOf,
  writerOf,
} from "./contentPlanner/planItems.ts";
import { planPrompt } from "./contentPlanner/planPrompt.ts";
import { kpisOf } from "./contentPlanner/planFigures.ts";
import {
  isOwnClaim,
  ownRoof,
  planSections,
  reckonedSections,
  strategySections,
} from "./contentPlanner/planSections.ts";
import { planWords } from "./contentPlanner/planWords.ts";
import { pillarsOf } from "../domain/slots.ts";
import { materialOf } from "./material.ts";
import { clipped, dayText, draftLanguageOf, fill, listed, oneLine } from "../domain/wording.ts";

/*
 * A dated plan for several networks. Dates, mix, limits, chains and effort are reckoned here for every engine; an
 * engine gives words to numbered slots and nothing else.
 */

export const card = cardNamed("contentPlanner");
export const form = planForm;
export const output = planData;
export const example = planExample;

/** Dates and topics from the web are searched by goal and topics. */
export const sources = (values: PlanForm): SourceRequest[] =>
  materialOf(
    values,
    [values.companyWebsite, values.productWebsite],
    [[values.topics.slice(0, 4).join(" "), values.goal.slice(0, 120)].filter(Boolean).join(" ")],
  );

export const prompt = (values: PlanForm, context: WorkflowContext): Prompt =>
  planPrompt(values, context, planFrame(values, context));

export function draft(values: PlanForm, context: WorkflowContext): Draft<PlanData> {
  const frame = planFrame(values, context);
  const language = draftLanguageOf(values.goalLanguage);
  const { say } = planWords(language);
  const words = templateWords(values, frame);
  const walls = pillarsOf(values).map(({ name, topics }) => {
    const own = topics.length > 0 ? topics : values.topics;
    return {
      pillar: oneLine(name),
      message: clipped(fill(say.wallFrom, { topics: listed(own.map(oneLine), language) || say.noneWord }), 300),
      proof: "",
    };
  });
  return compose(
    {
      title: oneLine(values.requirementTitle),
      summary: summaryOf(values, frame),
      sections: [],
      data: { ...emptyData, messageHouse: { roof: ownRoof(values).text, walls }, items: [] },
      claims: [],
      assumptions: [],
      openQuestions: [],
    },
    (id) => words.get(id),
    frame,
    values,
    context,
  );
}

const emptyData: Omit<PlanData, "messageHouse" | "items"> = {
  mix: [],
  chains: [],
  holidays: [],
  warnings: [],
  kpis: [],
  production: [],
};

function summaryOf(values: PlanForm, { slots }: PlanFrame): string {
  const language = draftLanguageOf(values.goalLanguage);
  return fill(planWords(language).say.summary, {
    count: String(slots.length),
    channels: listed(
      values.channels.map(({ platform }) => platform),
      language,
    ),
    from: dayText(values.period.from),
    to: dayText(values.period.to),
  });
}

/** Puts words into their slots and makes everything anew that can be reckoned. */
function compose(
  given: Draft<PlanData>,
  wordsOf: (id: string) => (ItemWords & { isTemplate?: boolean }) | undefined,
  frame: PlanFrame,
  values: PlanForm,
  context: WorkflowContext,
): Draft<PlanData> {
  const spare = templateWords(values, frame);
  const items = frame.slots.map((slot): PlanItem => {
    const own = wordsOf(slot.id);
    const template = spare.get(slot.id) ?? {
      id: slot.id,
      hook: slot.topic || slot.pillar,
      brief: "",
      cta: "",
      assetBrief: "",
      hashtags: [],
    };
    const hasWords = own !== undefined && own.hook.trim() !== "" && own.brief.trim() !== "";
    return itemOf(slot, hasWords ? own : template, hasWords ? own.isTemplate === true : true, frame, values, context);
  });
  const { from, to } = values.period;
  const language = draftLanguageOf(values.goalLanguage);
  const data: PlanData = {
    messageHouse: given.data.messageHouse,
    items,
    mix: mixOf(frame.slots, values),
    chains: frame.chains,
    holidays:
      values.country === "none"
        ? []
        : holidaysOf(values.country, from, to).map(({ date, name }) => ({ date, name: name[language] })),
    warnings: warningsOf(items),
    kpis: kpisOf(values, frame.slots),
    production: productionOf(frame.slots, values, context),
  };
  const setting = { form: values, data, slots: frame.slots, context };
  const reckoned = planSections(setting);
  const prose = given.sections.filter(({ key }) => !reckonedSections.some((own) => own === key));
  const standard = strategySections(setting);
  const missing = standard.sections.filter(({ key }) => !prose.some((section) => section.key === key));
  const kept = given.claims.filter(({ id }) => !isOwnClaim(id));
  const sections = ordered([...missing, ...prose], reckoned.sections);
  const named = new Set(
    sections.flatMap(({ blocks }) => blocks.flatMap((block) => ("claimIds" in block ? (block.claimIds ?? []) : []))),
  );
  return {
    title: clipped(oneLine(given.title) || oneLine(values.requirementTitle), 160),
    summary: given.summary,
    sections,
    data,
    claims: [...kept, ...standard.claims.filter(({ id }) => named.has(id)), ...reckoned.claims],
    assumptions: merged(planAssumptions(values, frame.slots, context), given.assumptions),
    openQuestions: merged(planGaps(values, frame.slots, context), given.openQuestions),
  };
}

/** In short first, then prose, then what is reckoned. Strategy goes before the message house. */
function ordered(prose: readonly Section[], reckoned: readonly Section[]): Section[] {
  const first = ["strategy", "messageHouse"];
  const rank = ({ key }: Section): number => (first.includes(key) ? first.indexOf(key) : first.length);
  return [...reckoned.slice(0, 1), ...prose.toSorted((a, b) => rank(a) - rank(b)), ...reckoned.slice(1)];
}

const merged = (own: readonly string[], given: readonly string[]): string[] => [...new Set([...own, ...given])];

/** Share of slots without words above which an answer is asked for again. */
const missingTolerance = 0.2;

export function check(
  given: Draft<PlanData>,
  values: PlanForm,
  context: WorkflowContext,
): { draft: Draft<PlanData>; issues: Issue[] } {
  const frame = planFrame(values, context);
  const known = new Set(frame.slots.map(({ id }) => id));
  const words = new Map(given.data.items.map((item) => [item.id, item]));
  const judged = judgeClaims(given.claims, context, isOwnClaim);
  const composed = compose({ ...given, claims: judged.claims }, (id) => words.get(id), frame, values, context);

  const issues: Issue[] = [...judged.issues];
  const unknown = given.data.items.filter(({ id }) => !known.has(id)).length;
  if (unknown > 0) issues.push({ level: "warn", code: "itemsUnknown", params: { count: unknown }, at: "items" });
  const templates = composed.data.items.filter(({ isTemplate }) => isTemplate).length;
  if (templates > 0) {
    const wasTold = given.data.items.some(({ isTemplate }) => isTemplate);
    const isTooMuch = !wasTold && templates > known.size * missingTolerance;
    issues.push({
      level: isTooMuch ? "error" : "warn",
      code: "itemsMissing",
      params: { count: templates, all: known.size },
      at: "items",
    });
  }
  issues.push(...itemIssues(composed.data, values));
  return { draft: composed, issues };
}

/** Rules that hold for every item, whoever wrote it. */
function itemIssues(data: PlanData, values: PlanForm): Issue[] {
  const issues: Issue[] = [];
  for (const [index, item] of data.items.entries()) {
    const at = `items.${index}`;
    const platform = platforms.find((one) => one === item.platform);
    const code = contentTypes.find((one) => one === item.contentType);
    if (!platform || !code || !platformTakes(platform, code)) {
      issues.push({ level: "error", code: "contentType", params: { id: item.id, platform: item.platform }, at });
      continue;
    }
    if (item.date < values.period.from || item.date > values.period.to)
      issues.push({ level: "error", code: "outsidePeriod", params: { id: item.id, date: item.date }, at });
    const limit = limitOf(platform, code);
    const length = frameLength(item);
    if (length > limit)
      issues.push({ level: "warn", code: "tooLong", params: { id: item.id, platform, length, limit }, at });
  }
  const counts = { sameHour: 0, samePlatformHour: 0, similarHook: 0 };
  for (const { code } of data.warnings) counts[code] += 1;
  if (counts.samePlatformHour > 0)
    issues.push({
      level: "warn",
      code: "samePlatformHour",
      params: { count: counts.samePlatformHour },
      at: "overview",
    });
  if (counts.sameHour > 0)
    issues.push({ level: "info", code: "sameHour", params: { count: counts.sameHour }, at: "overview" });
  if (counts.similarHook > 0)
    issues.push({ level: "warn", code: "similarHook", params: { count: counts.similarHook }, at: "overview" });
  const late = data.production.filter(({ isLate }) => isLate).length;
  if (late > 0) issues.push({ level: "info", code: "late", params: { count: late }, at: "production" });
  return issues;
}

/** Minutes that an entry of a post takes in the calendar. */
const entryMinutes = 15;

/** An outcome for each item with its calendar entry, and one approval for each week when somebody approves. */
export function effects(finished: Draft<PlanData>, values: PlanForm): Proposal[] {
  const language = draftLanguageOf(values.goalLanguage);
  const words = planWords(language);
  const ofItems = finished.data.items.flatMap((item): Proposal[] => {
    const code = typeOf(item);
    const brief = [
      item.brief,
      item.cta && `${words.say.ctaLabel}: ${item.cta}`,
      item.assetBrief,
      item.hashtags.join(" "),
      item.link,
    ]
      .filter(Boolean)
      .join("\n\n");
    const plannedAt = instantOf(item.date, item.time, item.timeZone);
    const outcomeKey = `outcome:${item.id}`;
    const end = instantOf(item.date, addMinutes(item.time, entryMinutes), item.timeZone);
    return [
      {
        kind: "outcome",
        key: outcomeKey,
        payload: {
          ...writerOf(item.platform, code),
          platform: item.platform,
          contentType: code,
          title: item.hook,
          brief,
          plannedAt,
          timeZone: item.timeZone,
          status: "idea",
        },
      },
      {
        kind: "calendarEntry",
        key: `entry:${item.id}`,
        requires: [outcomeKey],
        payload: {
          type: code === 100 ? articleEntry : socialPostEntry,
          title: clipped(`${item.platform}: ${item.hook}`, 160),
          start: plannedAt,
          end: end < plannedAt ? plannedAt : end,
          allDay: false,
          timeZone: item.timeZone,
          notes: brief,
          outcomeKey,
        },
      },
    ];
  });
  return [...ofItems, ...(values.approver.trim() === "" ? [] : approvals(finished.data, values))];
}

/** One approval on the earliest day by which an item of that week must be approved. */
function approvals(data: PlanData, values: PlanForm): Proposal[] {
  const { say } = planWords(draftLanguageOf(values.goalLanguage));
  const weeks = new Map<string, PlanData["production"]>();
  for (const row of data.production)
    weeks.set(mondayOf(row.publishOn), [...(weeks.get(mondayOf(row.publishOn)) ?? []), row]);
  const zone = data.items[0]?.timeZone ?? "UTC";
  return [...weeks].map(([monday, rows]): Proposal => {
    const date = rows.map(({ approveBy }) => approveBy).toSorted()[0] ?? monday;
    const names = rows
      .flatMap(({ itemId }) => data.items.filter(({ id }) => id === itemId))
      .map(({ id, platform, hook }) => `${id} ${platform}: ${hook}`);
    return {
      kind: "calendarEntry",
      key: `approval:${monday}`,
      payload: {
        type: approvalEntry,
        title: clipped(
          fill(say.approveTitle, {
            plan: clipped(oneLine(values.requirementTitle), 80),
            count: String(rows.length),
            from: dayText(monday),
          }),
          160,
        ),
        start: instantOf(date, "09:00", zone),
        end: instantOf(date, "09:30", zone),
        allDay: false,
        timeZone: zone,
        notes: [oneLine(values.approver), ...names].join("\n").slice(0, 7900),
      },
    };
  });
}
