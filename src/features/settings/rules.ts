import type { JsonValue } from "#src/kit/schemas.ts";
import type { SettingsUpdate } from "./contract.ts";

interface WorkflowEntry {
  workflow: string;
  values?: Record<string, JsonValue> | undefined;
  useAdditionalInfo?: boolean | undefined;
}

/** Settings as far as merging goes: groups of fields, lists, and one list with an entry per workflow. */
interface Mergeable {
  application?: object | undefined;
  additionalInfo?: object | undefined;
  calendarSettings?: object | undefined;
  mailSettings?: object | undefined;
  workflowSettings?: readonly WorkflowEntry[] | undefined;
}

/** Fields of a change that are there, over those that were. */
const over = <T extends object>(before: T, change: object): T =>
  Object.assign({ ...before }, Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)));

/** An entry that says nothing is none. */
const saysSomething = ({ values, useAdditionalInfo }: WorkflowEntry): boolean =>
  Object.keys(values ?? {}).length > 0 || useAdditionalInfo === false;

function mergeWorkflows(before: readonly WorkflowEntry[], change: readonly WorkflowEntry[]): WorkflowEntry[] {
  const entries = new Map(before.map((entry) => [entry.workflow, entry]));
  for (const entry of change) {
    const { workflow, values = {}, useAdditionalInfo } = over(entries.get(entry.workflow) ?? entry, entry);
    entries.set(workflow, { workflow, values, ...(useAdditionalInfo === false ? { useAdditionalInfo } : {}) });
  }
  return [...entries.values()].filter(saysSomething);
}

/**
 * Lays a change over settings: groups are merged field by field, `workflowSettings` workflow by workflow, other lists
 * are replaced whole. The same on the server and, until it answers, on the page.
 */
export function mergeSettings<Kept extends Mergeable>(stored: Kept, change: SettingsUpdate): Kept {
  const {
    dateUpdated: _ours,
    application,
    additionalInfo,
    calendarSettings,
    mailSettings,
    workflowSettings,
    ...whole
  } = change;
  return over(stored, {
    ...whole,
    application: application && over(stored.application ?? {}, application),
    additionalInfo: additionalInfo && over(stored.additionalInfo ?? {}, additionalInfo),
    calendarSettings: calendarSettings && over(stored.calendarSettings ?? {}, calendarSettings),
    mailSettings: mailSettings && over(stored.mailSettings ?? {}, mailSettings),
    workflowSettings: workflowSettings && mergeWorkflows(stored.workflowSettings ?? [], workflowSettings),
  });
}
