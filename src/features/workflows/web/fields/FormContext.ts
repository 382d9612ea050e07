import { createContext, useContext } from "react";
import type { AnyForm } from "#src/ui/forms/FormField.tsx";
import type { FormTexts } from "../formTexts.ts";

export interface FormSetting {
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
