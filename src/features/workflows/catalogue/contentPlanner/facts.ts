import { type ProductionRow, productionOf } from "../../domain/contentPlan.ts";
import { type Holiday, holidaysOf } from "../../domain/holidays.ts";
import {
  type BatchDay,
  batchDays,
  begunBy,
  chainsByTopic,
  lastFilming,
  loadOf,
  type Season,
  seasonOf,
  workOf,
} from "../../domain/plan.ts";
import { planSlots, type Slot } from "../../domain/slots.ts";
import { oneLine } from "../../domain/wording.ts";
import type { WorkflowContext } from "../../workflow.ts";
import type { Answer } from "../../kit/state.ts";
import type { Form } from "./form.ts";

/** Everything of a plan that is computed and not written. */
export interface Facts {
  slots: Slot[];
  chains: { id: string; items: string[] }[];
  /** Item that each item is cut from. */
  cutFrom: ReadonlyMap<string, string>;
  production: ProductionRow[];
  /** Hours of each week in which work begins. */
  load: { monday: string; hours: number }[];
  hours: number;
  season: Season | null;
  /** Title of the file that the season was read from; empty when it was typed. */
  seasonFrom: string;
  batch: { days: BatchDay[]; early: string[] };
  holidays: Holiday[];
}

export function factsOf({ form, context }: { form: Form; context: WorkflowContext }): Facts {
  const { from, to } = form.period;
  const slots = planSlots(form, context);
  const chains = chainsByTopic(slots);
  const holidays = form.country === "none" ? [] : holidaysOf(form.country, from, to);
  const free = new Set(holidays.map(({ date }) => date));
  const alone = productionOf(slots, form, context);
  const rows = new Map(alone.map((row) => [row.itemId, row]));
  const planned = slots.flatMap(({ id, contentType }) => {
    const row = rows.get(id);
    return row ? [{ ...row, id, contentType, begin: row.produceBy, filmBy: lastFilming(row) }] : [];
  });
  const batch = batchDays(planned, form.period, (date) => free.has(date));
  const production = begunBy(alone, batch.days);
  const typed = seasonOf(form.season, form.period);
  const read = typed ? undefined : context.sources.find(({ text }) => seasonOf(text, form.period) !== null);
  return {
    slots,
    chains,
    cutFrom: new Map(chains.flatMap(({ id, items }) => items.slice(1).map((cut) => [cut, id] as const))),
    production,
    load: loadOf(workOf(planned, batch.days)),
    hours: production.reduce((sum, { minutes }) => sum + minutes, 0) / 60,
    season: read ? seasonOf(read.text, form.period) : typed,
    seasonFrom: read?.source.title ?? "",
    batch,
    holidays,
  };
}

/** Whether any item has its first line. */
export const isWritten = (answer: Answer): boolean =>
  ((answer["items"] as { hook: string }[] | undefined) ?? []).some(({ hook }) => hook !== "");

/** What an item is about, as long as nobody wrote its first line. */
export const topicOf = (slot: Slot): string => oneLine(slot.pinned || slot.topic || slot.pillar);
