import { type ReadDocument, readDocument } from "#src/features/documents/web/readDocument.ts";
import type { WorkflowCard } from "../workflow.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { request } from "#src/ui/client/api.ts";
import { preloadTexts } from "#src/ui/i18n/index.ts";

/** Documents kept in this tab; a large one has some hundred kilobytes. */
const mostKept = 12;
const kept = new Map<string, ReadDocument>();
const keyOf = ({ key }: Pick<WorkflowCard, "key">, language: AppLanguage): string => `${key} ${language}`;

/** The example result as it was read before; undefined while it was not. */
export const knownExample = (card: Pick<WorkflowCard, "key">, language: AppLanguage): ReadDocument | undefined =>
  kept.get(keyOf(card, language));

/** What a run of a workflow's own example brings, with the texts of the workflow. The server makes each once. */
export async function readExample(
  card: Pick<WorkflowCard, "key" | "workflowName">,
  language: AppLanguage,
  signal: AbortSignal,
): Promise<ReadDocument> {
  const known = knownExample(card, language);
  if (known) return known;
  const [answer] = await Promise.all([
    request("GET", `/api/workflows/${card.workflowName}/example?language=${language}`, undefined, { signal }),
    preloadTexts(`workflow.${card.key}`),
  ]);
  if (typeof answer !== "object" || answer === null || !("document" in answer))
    throw new Error("The answer holds no document");
  const read = readDocument(answer.document);
  kept.set(keyOf(card, language), read);
  for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
  return read;
}
