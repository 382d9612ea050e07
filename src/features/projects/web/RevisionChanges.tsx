import { useState } from "react";
import { useEditing } from "#src/features/documents/web/editing.ts";
import type { ReadDocument } from "#src/features/documents/web/readDocument.ts";
import { useTranslation } from "#src/shell/i18n/index.ts";
import { Button } from "#src/shell/ui/Button.tsx";
import { formatTime } from "#src/shell/ui/format.ts";

export interface RevisionChangesProps {
  document: ReadDocument;
  /** ISO instant at which the revision began. */
  since: string;
}

/** What was changed by hand in this revision, each with the way back. */
export function RevisionChanges({ document, since }: RevisionChangesProps) {
  const { t } = useTranslation(["projects", "common"]);
  const editing = useEditing();
  const [work, setWork] = useState<string | null>(null);
  if (!editing) return null;
  const { own, gaps } = editing.edits;
  const filled = Object.entries(gaps)
    .filter(([, { state, changedAt }]) => state === "filled" && changedAt >= since)
    .toSorted(([, a], [, b]) => (a.changedAt < b.changedAt ? -1 : 1));
  // What a gap brought is told with the gaps.
  const filledAt = new Map(filled.map(([at, { changedAt }]) => [at, changedAt]));
  const isFilling = (at: string, changedAt: string): boolean =>
    filledAt.get(at) === changedAt || filledAt.get(`${at}/+`) === changedAt;
  const edited = Object.entries(own).filter(
    ([at, { original, changedAt, sentences }]) =>
      changedAt >= since && original.length > 0 && sentences.length > 0 && !isFilling(at, changedAt),
  );
  if (filled.length === 0 && edited.length === 0) return null;
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
    <section className="changes" aria-label={t("changes.title")}>
      <h3>{t("changes.title")}</h3>
      <ul>
        {edited.map(([at, { sentences, changedAt }]) => (
          <li key={at}>
            <span>
              {t("changes.sentences", { count: sentences.length })}
              <small>
                <span lang={document.language}>{titleOf(at)}</span>, {formatTime(changedAt)}
              </small>
            </span>
            {back(at, [{ kind: "original", at }], t("changes.undoIn", { title: titleOf(at) }))}
          </li>
        ))}
        {filled.length > 0 ? (
          <li>
            <span>
              {t("changes.filled", { count: filled.length })}
              <small>{t("changes.last", { time: formatTime(filled.at(-1)?.[1].changedAt ?? since) })}</small>
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
