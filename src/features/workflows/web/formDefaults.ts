import { type FormField, type FormValues, fits, freshValues } from "./formModel.ts";

/** A title names one project, files and days belong to one time: nobody wants them in every form. */
const ofOneTime: ReadonlySet<string> = new Set(["files", "date", "period"]);

/** Whether a person may keep a default of a field; company details have theirs in the settings. */
export const canBeDefault = (field: FormField): boolean =>
  field.name !== "requirementTitle" && field.ui.group !== "company" && !ofOneTime.has(field.ui.widget);

/** What the settings keep for one workflow, as far as forms go. */
export interface KeptDefaults {
  values: FormValues;
  useAdditionalInfo?: boolean | undefined;
}

interface KnownSettings {
  additionalInfo: object;
  workflowSettings: readonly (KeptDefaults & { workflow: string })[];
}

/**
 * What a form begins with by itself: the workflow's own defaults and the person's settings, without the company's
 * details where the person does not want them in this form.
 */
export function ownValues(
  fields: readonly FormField[],
  settings: KnownSettings | undefined,
  workflowName: string,
): FormValues {
  const entry = settings?.workflowSettings.find(({ workflow }) => workflow === workflowName);
  return freshValues(fields, entry?.useAdditionalInfo === false ? { ...settings, additionalInfo: {} } : settings);
}

/** Defaults of a person for one workflow; those that no longer fit its form are left out. */
export function savedDefaults(
  fields: readonly FormField[],
  settings: KnownSettings | undefined,
  workflowName: string,
): FormValues {
  const values = settings?.workflowSettings.find(({ workflow }) => workflow === workflowName)?.values ?? {};
  return Object.fromEntries(
    fields.flatMap((field): [string, FormValues[string]][] => {
      const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
      return canBeDefault(field) && fits(field, value) ? [[field.name, value]] : [];
    }),
  );
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Values of a form that are worth keeping as defaults: those that differ from what the form begins with by itself, so
 * that all others go on following the settings.
 * @param own as `ownValues` answers them
 */
export function defaultsIn(fields: readonly FormField[], values: FormValues, own: FormValues): FormValues {
  return Object.fromEntries(
    fields.flatMap((field): [string, FormValues[string]][] => {
      const value = values[field.name];
      const isOwn = !canBeDefault(field) || !fits(field, value) || isSame(value, own[field.name]);
      return isOwn ? [] : [[field.name, structuredClone(value)]];
    }),
  );
}
