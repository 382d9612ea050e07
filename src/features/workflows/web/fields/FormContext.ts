import { createContext, type ReactNode, useContext } from "react";
import type { AnyForm } from "#src/ui/forms/FormField.tsx";
import type { FormTexts } from "../formTexts.ts";

/** What the level of the person sets limits to in forms. */
export interface FormLimits {
  /** Why the depth "deep" cannot be chosen; null where it can. */
  deep: ReactNode;
  /** Most files of a run, and what is said where a form would take more. */
  attachments: { most: number; note: ReactNode };
  /** All files of a run together in bytes, and why no further one is taken. */
  bytes: { most: number; words: string };
}

export interface FormSetting {
  /** Absent where values are kept and nothing is run. */
  limits?: FormLimits | undefined;
  form: AnyForm;
  texts: FormTexts;
  /** Names of fields that may not stay empty. */
  required: ReadonlySet<string>;
  /** Told whether a field shows files that were not taken. Keeps its identity. */
  onRefusedFiles: (name: string, hasRefused: boolean) => void;
}

const FormSettingContext = createContext<FormSetting | undefined>(undefined);

export const FormSettingProvider = FormSettingContext;

/** What all fields of one form share. */
export function useFormSetting(): FormSetting {
  const setting = useContext(FormSettingContext);
  if (setting === undefined) throw new Error("A field stands outside of its form");
  return setting;
}
