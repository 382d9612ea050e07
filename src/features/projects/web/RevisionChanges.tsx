import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useEditing } from "#src/features/documents/web/editing.ts";
import type { ReadDocument } from "#src/features/documents/web/readDocument.ts";
import { useZone } from "#src/features/settings/web/store.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { formatTime } from "#src/ui/format.ts";
import cx from "#src/features/documents/web/Gaps.module.css";

export interface RevisionChangesProps {
  document: ReadDocument;
  /** ISO instant at which the revision began; null where it was not edited. */
  since: string | null;
  /** Title of the section whose new text waits for an answer. */
  waiting: string | null;
  /** Answers of the form that are others than in the revision before. */
  changedFields: number;
  /** Address of the form; null where there is none. */
  formLink: string | null;
}

/** What was changed by hand in this revision, each with the way back. */
export function RevisionChanges({ document, since, waiting, changedFields, formLink }: RevisionChangesProps) {
  const { t } = useTranslation(["projects", "common"]);
  const zone = useZone();
  const editing = useEditing();
  const [work, setWork] = useState<string | null>(null);
  if (!editing) return null;
  const { own, gaps } = editing.edits;
  const isNew = (changedAt: string): boolean => since !== null && changedAt >= since;
  const filled = Object.entries(gaps)
    .filter(([, { state, changedAt }]) => state === "filled" && isNew(changedAt))
    .toSorted(([, a], [, b]) => (a.changedAt < b.changedAt ? -1 : 1));
  // What a gap brought is told with the gaps.
  const filledAt = new Map(filled.map(([at, { changedAt }]) => [at, changedAt]));
  const isFilling = (at: string, changedAt: string): boolean =>
    filledAt.get(at) === changedAt || filledAt.get(`${at}/+`) === changedAt;
  const edited = Object.entries(own).filter(
    ([at, { original, changedAt, sentences }]) =>
      isNew(changedAt) && original.length > 0 && sentences.length > 0 && !isFilling(at, changedAt),
  );
  const isFormChanged = since !== null && changedFields > 0;
  if (filled.length === 0 && edited.length === 0 && waiting === null && !isFormChanged) return null;
  const titleOf = (at: string): string =>
    document.sections.find(({ key }) => at === key || at.startsWith(`${key}/`))?.title ?? "";
  const undo = async (key: string, changes: readonly Parameters<typeof editing.change>[0][]): Promise<void> => {
    setWork(key);
    for (const change of changes) if ((await editing.change(change)) !== "saved") break;
    setWork(null);
  };
  const back = (key: string, changes: Parameters<typeof undo>[1], label: string) => (
    <Button
      size="small"
      variant="quiet"
      aria-label={label}
      busy={work === key}
      disabled={work !== null}
      onClick={() => void undo(key, changes)}
    >
      {t("common:action.undo")}
    </Button>
  );
  return (
    <section className={cx("changes")} aria-label={t("changes.title")}>
      <h3>{t("changes.title")}</h3>
      <ul>
        {waiting === null ? null : (
          <li>
            <span>
              {t("changes.rewritten")}
              <small>
                <span lang={document.language}>{waiting}</span>, {t("changes.waiting")}
              </small>
            </span>
          </li>
        )}
        {isFormChanged ? (
          <li>
            <span>
              {t("changes.form", { count: changedFields })}
              <small>{t("changes.formFollowed")}</small>
            </span>
            {formLink === null ? null : (
              <span>
                <Link className="link" to={formLink}>
                  {t("changes.openForm")}
                </Link>
              </span>
            )}
          </li>
        ) : null}
        {edited.map(([at, { sentences, changedAt }]) => (
          <li key={at}>
            <span>
              {t("changes.sentences", { count: sentences.length })}
              <small>
                <span lang={document.language}>{titleOf(at)}</span>, {formatTime(changedAt, zone)}
              </small>
            </span>
            {back(at, [{ kind: "original", at }], t("changes.undoIn", { title: titleOf(at) }))}
          </li>
        ))}
        {filled.length > 0 ? (
          <li>
            <span>
              {t("changes.filled", { count: filled.length })}
              <small>{t("changes.last", { time: formatTime(filled.at(-1)?.[1].changedAt ?? "", zone) })}</small>
            </span>
            {back(
              "gaps",
              filled.toReversed().map(([at]) => ({ kind: "reopen" as const, at })),
              t("changes.undoFilled", { count: filled.length }),
            )}
          </li>
        ) : null}
      </ul>
    </section>
  );
}
