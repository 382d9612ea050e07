import { z } from "zod";
import { cardNamed } from "#src/features/workflows/catalogue/cards.ts";
import { exampleRun } from "#src/features/workflows/server/exampleResult.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import type { StartExample } from "../facts.ts";

const shownForm = z.object({ goal: z.string(), period: z.object({ from: z.string(), to: z.string() }) });

/** The example run of the start page: the content planner's, which shows a sum, a quote and dates. */
export async function startExample(language: AppLanguage): Promise<StartExample> {
  const { workflowName } = cardNamed("contentPlanner");
  const { form, document, proposals } = await exampleRun(workflowName, language);
  const { timeZone } = document.basis ?? {};
  return { workflowName, document, proposals, ...shownForm.parse(form), timeZone: timeZone ?? "UTC" };
}
