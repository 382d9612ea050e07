import type { ClaimCheck } from "./document.ts";
import type { ExportWords } from "./rendering.ts";

const checks = ["quoteFound", "urlOnly", "computed", "user", "unverified"] as const satisfies ClaimCheck[];

/** The words of exports. @param t texts of the namespace `projects` by their keys */
export const exportWords = (t: (key: string, params?: Record<string, unknown>) => string): ExportWords => ({
  draft: t("export.draft"),
  ai: t("export.ai"),
  workflow: t("export.workflow"),
  created: t("export.created"),
  revision: t("export.revision"),
  engine: t("notes.engine"),
  promptVersion: t("notes.promptVersion"),
  sources: t("notes.sources"),
  assumptions: t("notes.assumptions"),
  openQuestions: t("notes.openQuestions"),
  issues: t("notes.issues"),
  claims: t("evidence.title"),
  furtherClaims: t("export.furtherEvidence"),
  ownSentences: (count) => t("export.ownSentences", { count }),
  open: t("export.open"),
  read: t("evidence.read"),
  sum: t("evidence.sum"),
  origin: t("export.origin"),
  note: t("export.note"),
  checks: Object.fromEntries(checks.map((check) => [check, t(`evidence.check.${check}`)])),
  handEdited: (count) => t("export.handEdited", { count }),
  pageOf: (page, pages) => t("export.page", { page, pages }),
});
