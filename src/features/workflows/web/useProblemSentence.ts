import { useCallback } from "react";
import { hasText, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { isBilingual, translateIn } from "../kit/bilingual.ts";
import type { FormProblem } from "#src/ui/forms/problems.ts";
import type { FormField } from "./formModel.ts";
import type { FormTexts } from "./formTexts.ts";

/** Words a problem: the workflow's own sentence for its own rules, the shared one for the rest. */
export function useProblemSentence(fields: readonly FormField[], texts: FormTexts): (problem: FormProblem) => string {
  const { t } = useTranslation(["common", "workflow", "workflows"]);
  const language = useLanguage();
  return useCallback(
    ({ path, key, params }) => {
      const field = fields.find(({ name }) => name === path[0]);
      const column = field?.columns.find(({ name }) => name === path.at(-1));
      const label = field ? (column && path.length > 1 ? texts.label(column, field) : texts.label(field)) : "";
      const filled = { path: label, ...params };
      if (isBilingual(key)) return translateIn(language)(key, filled);
      const own = texts.own(key, filled);
      if (own !== undefined) return own;
      const shared = [`common:${key}`, `workflows:${key}`, `workflow:${key}`].find(hasText);
      return t(shared ?? "common:validation.invalid", filled);
    },
    [fields, texts, t, language],
  );
}
