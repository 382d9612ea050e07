import { Check } from "lucide-react";
import { type MouseEvent, type ReactNode, useMemo, useSyncExternalStore } from "react";
import type { ReadDocument } from "./readDocument.ts";
import { gapsKey, openPoints, sectionGaps } from "./outline.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { useEditing } from "./editing.ts";
import { notesKey } from "./DocumentNotes.tsx";
import { sectionId, useReading } from "./reading.ts";
import { useCurrentSection } from "./useCurrentSection.ts";
import cx from "./DocumentOutline.module.css";

export interface OutlineSlots {
  /** Above the sections: how many gaps are filled, and the way to the next. */
  gaps?: ReactNode;
  /** Below the sections: what was changed in this revision. */
  changes?: ReactNode;
  /** At the very end, in small letters. */
  foot?: ReactNode;
}

export interface DocumentOutlineProps extends OutlineSlots {
  document: ReadDocument;
  /** Goes to a section that was chosen, where something has to be put away first. */
  onGo?: ((go: () => void) => void) | undefined;
}

/** The sections of a document with their gaps; the one in hand is marked, and each leads to its place. */
export function DocumentOutline({ document, gaps, changes, foot, onGo }: DocumentOutlineProps) {
  const { t } = useTranslation(["reading", "projects"]);
  const place = useReading();
  const outdated = useEditing()?.outdated;
  const open = useMemo(() => sectionGaps(document), [document]);
  const questions = useMemo(() => openPoints(document).questions.length, [document]);
  const rows = useMemo(() => rowsOf(document), [document]);
  const keys = useMemo(() => [...rows.map(({ key }) => key), notesKey], [rows]);
  const { current, pick } = useCurrentSection(keys);
  if (!place) return null;
  const go = (event: MouseEvent, key: string): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    pick(key);
    const onward = (): void => place.reading.goTo(key);
    if (onGo) onGo(onward);
    else onward();
  };
  const row = (key: string, title: string, lang: string | undefined, state: ReactNode) => (
    <li key={key}>
      <a
        href={`#${sectionId(key)}`}
        aria-current={key === current ? "location" : undefined}
        onClick={(event) => go(event, key)}
      >
        <span lang={lang}>{title}</span>
        {state}
      </a>
    </li>
  );
  const hasAny = open.size > 0;
  return (
    <nav className={cx("toc num")} aria-label={t("outline.title")}>
      {gaps ? <div className={cx("toc-gaps")}>{gaps}</div> : null}
      <ol>
        {rows.map(({ key, title, isOwn }) => {
          const gap = open.get(key);
          return row(
            key,
            title,
            document.language,
            key === gapsKey ? (
              questions > 0 ? (
                <small>
                  {questions} <span className="sr-only">{t("outline.open")}</span>
                </small>
              ) : null
            ) : gap && gap.filled < gap.all ? (
              <>
                {outdated?.includes(key) ? <Outdated /> : null}
                <small aria-label={t("outline.gaps", { filled: gap.filled, all: gap.all })}>
                  {t("outline.of", { filled: gap.filled, all: gap.all })}
                </small>
              </>
            ) : outdated?.includes(key) ? (
              <Outdated />
            ) : hasAny && isOwn ? (
              <small className={cx("toc-done")}>
                <Icon of={Check} size={14} />
                <span className="sr-only">{t("outline.complete")}</span>
              </small>
            ) : null,
          );
        })}
        {row(notesKey, t("projects:notes.provenance"), undefined, null)}
      </ol>
      <FoldAll keys={rows.map(({ key }) => key)} />
      {changes ? <div className={cx("toc-changes")}>{changes}</div> : null}
      {foot ? <div className={cx("toc-foot")}>{foot}</div> : null}
    </nav>
  );
}

/** What the section was written from has changed since: it is not done. */
function Outdated() {
  const { t } = useTranslation("projects");
  return <small className={cx("toc-outdated")}>{t("sections.outdated")}</small>;
}

interface OutlineRow {
  key: string;
  title: string;
  /** Text of its own, and no list of what is missing. */
  isOwn: boolean;
}

const rowsOf = (document: ReadDocument): OutlineRow[] =>
  document.sections.map(({ key, title, blocks }) => ({
    key,
    title,
    isOwn: blocks.some(({ type }) => type !== "callout"),
  }));

function FoldAll({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation("reading");
  const place = useReading();
  const folded = useSyncExternalStore(place?.reading.subscribe ?? never, () =>
    keys.every((key) => place?.reading.isFolded(key)),
  );
  if (!place || keys.length < 2) return null;
  return (
    <button
      type="button"
      className={cx("link toc-fold")}
      onClick={() => (folded ? place.reading.unfold(keys) : place.reading.fold(keys))}
    >
      {t(folded ? "outline.expandAll" : "outline.collapseAll")}
    </button>
  );
}

const never = (): (() => void) => () => undefined;
