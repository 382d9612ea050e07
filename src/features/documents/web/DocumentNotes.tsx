import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Issue } from "../document.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { formatDateTime, formatNumber } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { SourceName } from "./EvidenceSlip.tsx";
import type { ReadDocument } from "./readDocument.ts";
import { sectionId } from "./reading.ts";
import cx from "./DocumentNotes.module.css";

export interface DocumentNotesProps {
  document: ReadDocument;
  /** Sentences of `document.issues`, in their order. */
  issueTexts: string[];
  /** What people call the engine. */
  engine: string;
  usage: { inputTokens: number | null; outputTokens: number | null } | null;
  /** What the run was charged; null where another run made the document, or none. */
  coins: number | null;
  /** What is open, for a document that has no section for it. */
  open?: ReactNode;
}

/** Key of what says how a document was made, among those of its sections. */
export const notesKey = "how-it-was-made";

const issueIcons: Record<Issue["level"], typeof Info> = { error: CircleAlert, warn: TriangleAlert, info: Info };

/** What belongs to a document without being its text: gaps, remarks, sources, and how it came about. */
export function DocumentNotes({ document, issueTexts, engine, usage, coins, open }: DocumentNotesProps) {
  const { t } = useTranslation(["projects", "common"]);
  const language = useLanguage();
  const { generator } = document;
  return (
    <footer className={cx("doc-notes print-wide print-links num")} lang={language}>
      {open ? (
        <section>
          <h2>{t("notes.openQuestions")}</h2>
          <div lang={document.language}>{open}</div>
        </section>
      ) : null}
      <Notes title={t("notes.assumptions")} items={document.assumptions} lang={document.language} />
      {document.issues.length > 0 ? (
        <section>
          <h2>{t("notes.issues")}</h2>
          <ul>
            {document.issues.map((issue, index) => (
              <li key={index} className={cx(`doc-issue tone-${issue.level === "error" ? "danger" : issue.level}`)}>
                <Icon of={issueIcons[issue.level]} size={14} />
                <span>{issueTexts[index]}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {document.sources.length > 0 ? (
        <section>
          <h2>{t("notes.sources")}</h2>
          <ol>
            {document.sources.map((source) => (
              <li key={source.id}>
                <SourceName source={source} />
                <small>
                  {[
                    source.publisher,
                    source.attribution,
                    source.licence,
                    source.retrievedAt ? t("notes.read", { time: formatDateTime(source.retrievedAt) }) : "",
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </small>
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      <section id={sectionId(notesKey)}>
        <h2 tabIndex={-1}>{t("notes.provenance")}</h2>
        <dl>
          <Row name={t("notes.engine")} value={engine} />
          {document.aiMark ? (
            <Row name={t("notes.model")} value={[generator.provider, generator.model].filter(Boolean).join(", ")} />
          ) : null}
          <Row name={t("notes.promptVersion")} value={generator.promptVersion} />
          {usage && document.aiMark ? (
            <Row
              name={t("notes.tokens")}
              value={
                usage.inputTokens === null || usage.outputTokens === null
                  ? t("notes.tokensUnknown")
                  : t("notes.tokensUsed", {
                      input: formatNumber(usage.inputTokens, language),
                      output: formatNumber(usage.outputTokens, language),
                    })
              }
            />
          ) : null}
          <Row name={t("notes.price")} value={coins === null ? "" : t("common:word.coins", { count: coins })} />
          <Row name={t("notes.ai")} value={document.aiMark ? t("notes.aiYes") : t("notes.aiNo")} />
        </dl>
      </section>
    </footer>
  );
}

function Notes({ title, items, lang }: { title: string; items: string[]; lang: string }) {
  if (items.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul lang={lang}>
        {items.map((item, index) => (
          <li key={index}>{item}</li>
        ))}
      </ul>
    </section>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  if (value === "") return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
