import { useTranslation } from "../i18n/index.ts";
import type { FormProblem } from "./problems.ts";

/**
 * Words of a problem: those of its key, with the label of its field as `path`. A key may name a namespace whose texts
 * the page has.
 */
export function useSentence(labelOf: (name: string) => string): (problem: FormProblem) => string {
  const { t } = useTranslation();
  return ({ path: [name = ""], key, params }) =>
    t(key.includes(":") ? key : [`common:${key}`, "common:validation.invalid"], {
      path: labelOf(String(name)),
      ...params,
    });
}
