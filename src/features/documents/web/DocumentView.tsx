import { Check, ChevronDown, ChevronRight } from "lucide-react";
import { memo, type ReactNode, startTransition, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { gapsKey, isBesideQuestions } from "./outline.ts";
import { claimMarks } from "../rendering.ts";
import type { Block, Claim, Section, SectionInWork, SectionProgress, Source } from "../document.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { SkeletonText } from "#src/ui/Skeleton.tsx";
import { loadSerif } from "#src/ui/loadSerif.ts";
import { StateDot } from "#src/ui/StateDot.tsx";
import { BlockView } from "./Blocks.tsx";
import type { ClaimReading } from "./ClaimText.tsx";
import { EvidenceSlip } from "./EvidenceSlip.tsx";
import { sectionId, useReading } from "./reading.ts";
import { type ReadDraft, wordsOf } from "./readDraft.ts";
import { cardRows, firstSections, isLong, roomFor, SectionBody, SectionHead } from "./SectionFold.tsx";
import styles from "./DocumentView.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import blocksStyles from "./Blocks.module.css";

const cx = joinClasses(styles, blocksStyles);

export interface DocumentViewProps {
  document: ReadDraft;
  sources: readonly Source[];
  language: string;
  /** The line above the title. */
  meta: ReactNode;
  /** The stamp of a document that no model took part in. */
  stamp?: ReactNode;
  /** The document is being written: its sections say how far they are. */
  isWriting?: boolean;
  /** Stands in the section of the gaps, in place of its own. */
  gaps?: ReactNode;
  /** What stands in sections, in place of their text or above it: an editor, or a text to be decided on. */
  inPlace?: ReadonlyMap<string, SectionWork> | null;
  children?: ReactNode;
}

/** Fewer finished words are no reason to hide them. */
const leastFoldedWords = 60;

/** A document: title, summary, black rule, sections, and the evidence of its sentences. */
export function DocumentView({
  document,
  sources,
  language,
  meta,
  stamp,
  isWriting = false,
  gaps,
  inPlace = null,
  children,
}: DocumentViewProps) {
  useEffect(loadSerif, []);
  const pageLanguage = useLanguage();
  const { t } = useTranslation("projects");
  const place = useRef<HTMLElement>(null);
  const slipId = useId();
  const [open, setOpen] = useState<string | null>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  const marks = useMemo(() => claimMarks(document), [document]);
  const order = useMemo(() => [...marks.keys()], [marks]);
  const inText = useMemo(
    () => order.filter((id) => document.sections.some((section) => namesClaim(section, id))),
    [order, document],
  );

  const onOpen = useCallback((id: string) => setOpen((before) => (before === id ? null : id)), []);
  const markOf = (id: string): HTMLElement | null | undefined =>
    place.current?.querySelector(`[data-claim="${CSS.escape(id)}"]`);
  const close = (): void => {
    if (open !== null) markOf(open)?.focus();
    setOpen(null);
  };
  const step = (by: 1 | -1): void => {
    if (open === null || inText.length === 0) return;
    const next = inText[(inText.indexOf(open) + by + inText.length) % inText.length];
    if (next === undefined) return;
    setOpen(next);
    markOf(next)?.scrollIntoView({ block: "center" });
  };
  // While it is written, what is finished and long above the first pen folds away, so that the pen stays in sight.
  const firstOpen = document.sections.findIndex(({ progress }) => progress && progress.state !== "done");
  const finished = document.sections.slice(0, isWriting ? Math.max(0, firstOpen) : 0);
  const finishedWords = finished.reduce((sum, section) => sum + wordsOf(section), 0);
  const canFold = finishedWords >= leastFoldedWords;
  const folded = canFold && !isUnfolded ? finished.length : 0;
  const reading = useMemo((): ClaimReading => ({ marks, open, onOpen, slipId }), [marks, open, onOpen, slipId]);
  const isLate = useMemo(() => !isWriting && isLong(document.sections), [document, isWriting]);
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setWhole(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  const drawn = isLate && !isWhole ? firstSections(document.sections) : Infinity;
  const claim = document.claims.find(({ id }) => id === open);
  const slip = claim ? (
    <EvidenceSlip
      id={slipId}
      claim={claim}
      sources={sources}
      number={inText.indexOf(claim.id) + 1}
      count={inText.length}
      onStep={step}
      onClose={close}
    />
  ) : null;
  return (
    <article
      className="doc-text print-wide print-links"
      ref={place}
      lang={language}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || open === null) return;
        event.preventDefault();
        close();
      }}
    >
      <div className="doc-meta num" lang={pageLanguage}>
        {stamp}
        {meta}
      </div>
      {document.title ? <h1 className="doc-title">{document.title}</h1> : <TitleBars />}
      <p className={cx(document.summary === "" && !isWriting ? "doc-sub doc-sub-none" : "doc-sub")}>
        {document.summary}
      </p>
      {canFold ? (
        <button
          type="button"
          className={cx("doc-fold num")}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded((before) => !before)}
        >
          <Icon of={isUnfolded ? ChevronDown : ChevronRight} size={14} />
          <b>
            {finished
              .filter(({ isHidden }) => !isHidden)
              .map(({ title }) => title)
              .join(", ")}
          </b>
          <span lang={pageLanguage}>{t("document.finished", { count: finishedWords })}</span>
        </button>
      ) : null}
      {document.sections.map((section, index) =>
        index < folded || index >= drawn || section.isHidden ? null : (
          <SectionView
            key={isWriting ? index : section.key}
            section={section}
            language={language}
            claims={document.claims}
            reading={claim && namesClaim(section, claim.id) ? reading : calm(reading)}
            slip={claim && namesClaim(section, claim.id) ? slip : null}
            isInWork={isWriting}
            isLate={isLate}
            questions={section.key === gapsKey ? gaps : undefined}
            work={inPlace?.get(section.key)}
          />
        ),
      )}
      {drawn === Infinity ? children : null}
    </article>
  );
}

/** Work on a section: in place of its text, or above it. */
export interface SectionWork {
  content: ReactNode;
  isAbove: boolean;
  /** What it is, beside the title. */
  badge?: string | undefined;
}

const namesClaim = (section: Section, id: string): boolean =>
  section.blocks.some((block) => "claimIds" in block && (block.claimIds ?? []).includes(id));

const calmed = new WeakMap<ReadonlyMap<string, string>, ClaimReading>();

/** The reading of sections in which nothing is open: the same object as long as the numbers stay, so that they are not drawn again. */
function calm(reading: ClaimReading): ClaimReading {
  const known = calmed.get(reading.marks);
  if (known) return known;
  const made = { ...reading, open: null };
  calmed.set(reading.marks, made);
  return made;
}

interface SectionViewProps {
  section: SectionInWork;
  /** Of the document. */
  language: string;
  claims: readonly Claim[];
  reading: ClaimReading;
  slip: ReactNode;
  /** The document is being written. */
  isInWork: boolean;
  /** Drawn when it comes near. */
  isLate: boolean;
  /** Stands in place of the questions that the section gathers. */
  questions: ReactNode;
  work: SectionWork | undefined;
}

const SectionView = memo(function SectionView(props: SectionViewProps) {
  const { section, language, claims, reading, slip, isInWork, isLate, questions, work } = props;
  const place = useReading();
  const { t } = useTranslation("common");
  const pageLanguage = useLanguage();
  const progress = isInWork ? section.progress : undefined;
  const isWriting = progress?.state === "writing";
  const last = section.blocks.length - 1;
  const isReplaced = work !== undefined && !work.isAbove;
  // Under the first block of the sentence: a claim that two blocks name has one slip.
  const openAt = section.blocks.findIndex(
    (block) => reading.open !== null && "claimIds" in block && (block.claimIds ?? []).includes(reading.open),
  );
  return (
    <section
      className={cx(isLate ? "doc-section doc-section-late" : "doc-section")}
      style={isLate ? roomFor(section.blocks) : undefined}
      id={place ? sectionId(section.key) : undefined}
      data-progress={progress?.state}
    >
      {place ? (
        <SectionHead
          section={section}
          language={language}
          place={place}
          badge={work?.badge}
          isInHand={work !== undefined}
        />
      ) : (
        <h2>
          {section.title}
          {isWriting && last === -1 ? <span className={cx("caret")} aria-hidden="true" /> : null}
          {progress && progress.of > 1 ? (
            <span className={cx("doc-section-progress num")} lang={pageLanguage}>
              {" "}
              {progress.state === "done" ? (
                <Icon of={Check} size={14} className={cx("doc-tick")} />
              ) : (
                <StateDot state={isWriting ? "progress" : "new"} silent />
              )}
              {t("word.of", { part: progress.done, whole: progress.of })}
            </span>
          ) : null}
        </h2>
      )}
      {isInWork && progress?.state !== "done" && last === -1 ? <SkeletonText /> : null}
      <SectionBody sectionKey={section.key}>
        {work?.content}
        {isReplaced ? null : questions}
        {section.blocks.map((block, index) =>
          isReplaced || (questions !== undefined && !isBesideQuestions(block)) ? null : (
            <div key={index} className={cx(`doc-block print-whole doc-block-${block.type}`)}>
              <BlockView
                block={block}
                name={`${section.title} ${index + 1}`}
                claims={claims}
                reading={reading}
                isWriting={isWriting && index === last}
                rowsToCome={isWriting && index === last && block.type === "table" ? rowsToCome(block, progress) : 0}
                isShort={progress?.state === "done"}
                rows={cardRows(block, section.blocks[index - 1])}
              />
              {index === openAt ? slip : null}
            </div>
          ),
        )}
      </SectionBody>
    </section>
  );
});

/** How many rows a table that is written still announces, at most two. A planned table has all its rows at once. */
function rowsToCome(block: Extract<Block, { type: "table" }>, { of }: SectionProgress): number {
  return of > 1 ? Math.max(0, Math.min(2, of - block.rows.length)) : 2;
}

function TitleBars() {
  return (
    <div className={cx("doc-title-bars")} aria-hidden="true">
      <span className="skeleton-bar" />
      <span className="skeleton-bar" />
    </div>
  );
}
