import { readFile } from "node:fs/promises";
import type { WorkflowDocument } from "#src/features/documents/document.ts";
import { exportWords } from "#src/features/documents/exportWords.ts";
import { type ExportWords, toMarkdown } from "#src/features/documents/rendering.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { fillText, findText, type Texts } from "#src/kit/translate.ts";
import type { ExportText } from "#src/platform/export.ts";
import type { Db } from "#src/platform/tables.ts";

const namespaces = ["projects", "common"];

/** The words of exports as the pages have them. */
async function readWords(language: AppLanguage): Promise<ExportWords> {
  const texts = new Map<string, Texts>();
  for (const name of namespaces) {
    const file = new URL(`../../../ui/i18n/${language}/${name}.json`, import.meta.url);
    texts.set(name, JSON.parse(await readFile(file, "utf8")) as Texts);
  }
  return exportWords((key, params = {}) => {
    const count = typeof params["count"] === "number" ? params["count"] : undefined;
    const found = findText(key, namespaces, (name) => texts.get(name), language, count);
    return found === undefined ? key : fillText(found, params, language);
  });
}

/** What a document without it means. */
const without: Pick<WorkflowDocument, "claims" | "assumptions" | "openQuestions" | "sources" | "issues" | "sections"> =
  {
    claims: [],
    assumptions: [],
    openQuestions: [],
    sources: [],
    issues: [],
    sections: [],
  };

/** Every document of the present as Markdown; all revisions are in the table. */
export async function* exportDocuments(userId: string, trx: Db): AsyncGenerator<ExportText> {
  const { language } = await trx
    .selectFrom("user")
    .select("language")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const words = await readWords(language ?? "en");
  const projects = await trx
    .selectFrom("project")
    .select(["id", "workflow", "current_revision"])
    .where("user_id", "=", userId)
    .where("deleted_at", "is", null)
    .where("current_revision", "is not", null)
    .orderBy("id")
    .execute();
  for (const { id, workflow, current_revision: number } of projects) {
    const revision = await trx
      .selectFrom("revision")
      .select(["document", "created_at"])
      .where("project_id", "=", id)
      .where("user_id", "=", userId)
      .where("number", "=", number)
      .executeTakeFirst();
    if (!revision || number === null) continue;
    // Documents of earlier versions may lack what came later.
    const document = { ...without, ...revision.document };
    const createdAt = revision.created_at;
    const text = toMarkdown(document, words, {
      workflow,
      revision: number,
      createdAt: createdAt.toISOString(),
      createdText: createdAt.toISOString().slice(0, 16).replace("T", " "),
      issueTexts: document.issues.map(({ code }) => code),
      handEdited: document.claims.flatMap(({ byHand, text: passage }) => (byHand ? [passage] : [])),
    });
    yield { path: `documents/${document.title}.md`, text };
  }
}
