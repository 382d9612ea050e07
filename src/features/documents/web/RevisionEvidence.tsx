import { useTranslation } from "#src/ui/i18n/index.ts";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import type { DocumentDiff } from "./documentDiff.ts";
import type { EvidenceChange, EvidenceDiff, Ground } from "./evidenceDiff.ts";
import { Parts } from "./RevisionDiff.tsx";
import cx from "./RevisionEvidence.module.css";

/** A true minus, as everywhere. */
const signs: Record<EvidenceChange["sign"], string> = { "+": "+", "~": "~", "-": "−" };

export interface RevisionEvidenceProps {
  document: DocumentDiff;
  evidence: EvidenceDiff;
  /** Where the words for each kind of change are; those of revisions unless told. Their texts must be here. */
  texts?: string;
}

/** What changed between two documents in figures, and what became of their facts. */
export function RevisionEvidence({ document, evidence, texts = "projects:revisions.evidence" }: RevisionEvidenceProps) {
  const { t } = useTranslation("projects");
  // On a phone the list stands above the document and would push it out of sight.
  const isMobile = useIsMobile();
  const groundOf = ({ check, sources }: Ground): string =>
    [t(`evidence.check.${check}`), sources.join(", ")].filter(Boolean).join(": ");
  const noteOf = ({ before, after }: EvidenceChange): string => {
    if (before === null) return t(`${texts}.new`, { ground: after ? groundOf(after) : "" });
    if (after === null) return t(`${texts}.gone`, { ground: groundOf(before) });
    const [was, is] = [groundOf(before), groundOf(after)];
    return was === is ? t(`${texts}.words`, { ground: is }) : t(`${texts}.changed`, { before: was, after: is });
  };
  const { changes, same, open, before, after } = evidence;
  const counted = (sign: string, count: number, kind: "same" | "open") =>
    count === 0 ? null : (
      <li>
        <b aria-hidden="true">{sign}</b>
        <p>{t("revisions.evidence.facts", { count })}</p>
        <small>{t(`${texts}.${kind}`)}</small>
      </li>
    );
  return (
    <>
      <dl className={cx("kv revision-words")}>
        <dt>{t("revisions.words")}</dt>
        <dd>{t(`${texts}.moved`, { in: document.wordsIn, out: document.wordsOut })}</dd>
      </dl>
      {before.all + after.all > 0 ? (
        <details open={!isMobile}>
          <summary className={cx("revision-evidence-head")}>
            {t("evidence.title")}
            <span>
              {t(`${texts}.counts`, {
                before: before.sourced,
                beforeAll: before.all,
                after: after.sourced,
                afterAll: after.all,
              })}
            </span>
          </summary>
          <ul className={cx("revision-evidence")}>
            {changes.map((change, at) => (
              <li key={at}>
                <b aria-hidden="true">{signs[change.sign]}</b>
                <p>
                  <Parts parts={change.parts} />
                </p>
                <small>{noteOf(change)}</small>
              </li>
            ))}
            {counted("=", same, "same")}
            {counted("?", open, "open")}
          </ul>
        </details>
      ) : null}
    </>
  );
}
