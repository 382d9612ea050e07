import { partsOf } from "../../domain/stories.ts";
import { trackerCsv, trackerRows, type TrackerStory, type TrackerTable } from "../../domain/trackerCsv.ts";
import { type Bilingual, draftLanguageOf, half } from "../../kit/bilingual.ts";
import { withoutMarks } from "../../kit/claims.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import type { Facts } from "./facts.ts";
import type { Form } from "./form.ts";

/* Stories in the columns of the tracker. */

/** What a tracker is told of a story beyond what is counted. */
export interface StoryTexts {
  id: string;
  edges: string;
  quality: string;
  question: string;
}

const { computed } = sectionsFor<Form, Facts>();
const lines = (text: string): string[] =>
  withoutMarks(text)
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Stories as a tracker takes them. @param texts written details by story */
export function trackerTable(form: Form, facts: Facts, texts: readonly StoryTexts[]): TrackerTable {
  const language = draftLanguageOf(form.goalLanguage);
  const translate = (text: Bilingual): string => half(text, language);
  return {
    epic: form.requirementTitle,
    words: {
      given: translate("Given | Angenommen"),
      when: translate("When | Wenn"),
      result: translate("Then | Dann"),
      criteria: translate("Acceptance criteria | Akzeptanzkriterien"),
    },
    stories: facts.stories.map(({ id, text, rank, size, step, criteria }): TrackerStory => {
      const parts = partsOf(text);
      const row = texts.find((one) => one.id === id);
      const role = form.roles.find((name) => name.toLowerCase() === parts?.role.toLowerCase());
      return {
        id,
        text,
        want: parts?.want ?? text,
        rank,
        points: form.estimateScale === "fibonacci" ? (size?.points ?? null) : null,
        labels: [role ?? "", step],
        criteria: criteria.map((one) => ({ ...one, text: withoutMarks(one.text) })),
        parts: [
          { title: translate("Edge cases | Sonderfälle"), lines: lines(row?.edges ?? "") },
          { title: translate("Qualities | Qualitäten"), lines: lines(row?.quality ?? "") },
          { title: translate("Open questions | Offene Fragen"), lines: lines(row?.question ?? "") },
        ],
      };
    }),
  };
}

/** The file that the tracker of the form imports. */
export const storiesCsv = (form: Form, facts: Facts, texts: readonly StoryTexts[]): string =>
  trackerCsv(form.tracker, trackerTable(form, facts, texts));

export const importTable = computed("import", "Import table | Importtabelle", ({ form, facts, translate }) => {
  const { head, rows } = trackerRows(form.tracker, trackerTable(form, facts, []), false);
  return rows.length === 0
    ? []
    : [
        ...tableOf(head, rows),
        note(
          "info",
          translate(
            facts.stories.some(({ criteria }) => criteria.length > 0)
              ? "The columns are named as the import into {tracker} expects. Criteria are under “Stories in full”. | Die Spalten heißen so, wie es der Import in {tracker} verlangt. Die Kriterien stehen unter „Storys im Detail“."
              : "The columns are named as the import into {tracker} expects. | Die Spalten heißen so, wie es der Import in {tracker} verlangt.",
            { tracker: form.tracker === "Azure" ? "Azure DevOps" : form.tracker },
          ),
        ),
      ];
});
