import { useMemo } from "react";
import { hasText, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { type Bilingual, half } from "../kit/bilingual.ts";
import type { FormField } from "./formModel.ts";

/** Words of one workflow's form. Its own namespace goes before what all workflows share. */
export interface FormTexts {
  label: (field: FormField, parent?: FormField) => string;
  /** One sentence of help, or undefined. */
  help: (field: FormField, parent?: FormField) => string | undefined;
  placeholder: (field: FormField, parent?: FormField) => string | undefined;
  option: (field: FormField, value: string | number, parent?: FormField) => string;
  /** A text of the workflow by its key (`get.1`, `issues.<code>`); a key may name another namespace. */
  own: (key: string, params?: Record<string, unknown>) => string | undefined;
}

/** Name of the text namespace of a workflow, loaded with its page. */
export const textsOf = (key: string): string => `workflow.${key}`;

/** `requirementTitle` → `Requirement title`, for a field that has no text. */
export const spoken = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/^./, (first) => first.toUpperCase());

/** A key with a text, or with texts for one and for many. */
const isWorded = (key: string): boolean => hasText(key) || hasText(`${key}_other`);

/** Name of the empty value of a closed set in the texts. */
const emptyNames = ["first", "none", "empty"];

/** Texts of a workflow by its short key; suspends until they are loaded. */
export function useFormTexts(key: string): FormTexts {
  const { t } = useTranslation([textsOf(key), "workflows", "workflow", "common"]);
  const language = useLanguage();
  return useMemo(() => {
    /** What the form itself says goes before what the texts of the interface say. */
    const said = (text: Bilingual | undefined): string | undefined => text && half(text, language);
    const first = (keys: string[], params: Record<string, unknown> = {}): string | undefined => {
      const found = keys.find(isWorded);
      return found === undefined ? undefined : t(found, params);
    };
    const of = (kind: string, field: FormField, parent?: FormField): string | undefined => {
      // A column has its label alone or, like a field, a label with help and placeholder.
      const column = parent && `fields.${parent.name}.columns.${field.name}`;
      const paths =
        column === undefined
          ? [`fields.${field.name}.${kind}`]
          : kind === "label"
            ? [`${column}.label`, column]
            : [`${column}.${kind}`];
      return first(paths.flatMap((path) => [`${textsOf(key)}:${path}`, `workflows:${path}`]));
    };
    return {
      label: (field, parent) => said(field.words.label) ?? of("label", field, parent) ?? spoken(field.name),
      help: (field, parent) => said(field.words.help) ?? of("help", field, parent),
      placeholder: (field, parent) => said(field.words.placeholder) ?? of("placeholder", field, parent),
      option: (field, value) => {
        const own = said(field.words.options?.[value]);
        if (own !== undefined) return own;
        const places = (value === "" ? emptyNames : [value]).map(
          (name) => `${field.ui.optionsKey ?? field.name}.${name}`,
        );
        return (
          first(
            places.flatMap((place) => [
              `${textsOf(key)}:options.${place}`,
              `workflows:options.${place}`,
              `workflows:${place}`,
            ]),
          ) ?? String(value)
        );
      },
      own: (path, params) => first([path.includes(":") ? path : `${textsOf(key)}:${path}`], params),
    };
  }, [t, key, language]);
}
