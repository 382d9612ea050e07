import { Link } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { GapSlot } from "./GapSlot.tsx";
import { openPoints } from "./outline.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import type { ReadDocument } from "./readDocument.ts";
import { sectionId, useReading } from "./reading.ts";
import cx from "./OpenQuestions.module.css";

export interface OpenQuestionsProps {
  document: ReadDocument;
  /** Where the form of the project is; null where it cannot run again. */
  formLink: string | null;
}

/** All that a document leaves open, once, each with the way to where it can be answered. */
export function OpenQuestions({ document, formLink }: OpenQuestionsProps) {
  const { t } = useTranslation("reading");
  const language = useLanguage();
  const { questions, elsewhere } = openPoints(document);
  if (questions.length === 0 && elsewhere.length === 0) return null;
  const needsForm = questions.some(({ section, at }) => section === null && at === undefined);
  return (
    <>
      <ul className={cx("doc-open")}>
        {questions.map((question) => (
          <li key={question.text}>
            {question.at === undefined ? (
              <span>{question.text}</span>
            ) : (
              <GapSlot at={question.at} question={question.text} />
            )}
            {question.section ? <ToSection section={question.section} /> : null}
          </li>
        ))}
        {elsewhere.map((section) => (
          <li key={section.key} lang={language}>
            <span>{t("open.inText", { count: section.count })}</span>
            <ToSection section={section} lang={document.language} />
          </li>
        ))}
      </ul>
      {needsForm && formLink !== null ? (
        <p className={cx("doc-open-form")} lang={language}>
          <Link to={formLink} className="link-text">
            {t("open.form")}
          </Link>
        </p>
      ) : null}
    </>
  );
}

function ToSection({ section, lang }: { section: { key: string; title: string }; lang?: string | undefined }) {
  const place = useReading();
  const go = (event: MouseEvent): void => {
    if (!place) return;
    event.preventDefault();
    place.reading.goTo(section.key);
  };
  return (
    <a className="link-text" href={`#${sectionId(section.key)}`} lang={lang} onClick={go}>
      {section.title}
    </a>
  );
}
