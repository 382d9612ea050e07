import { Fragment, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { TableFrame } from "./TableFrame.tsx";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import { loadSerif } from "#src/ui/loadSerif.ts";
import type { DiffPart } from "../rules.ts";
import type { DiffBlock, DiffLine, DiffSection, DocumentDiff, NumberedPart } from "./documentDiff.ts";
import { isStacked } from "./tableLayout.ts";
import styles from "./RevisionDiff.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import blocksStyles from "./Blocks.module.css";

const cx = joinClasses(styles, blocksStyles);

/** Which of two texts is shown: both in one, or the older or newer side of it. */
type Side = "both" | "before" | "after";

/** So many blocks without a change in a row are worth folding. */
const foldsFrom = 2;
/** Lists and tables of more lines show only those that changed. */
const foldsLines = 8;

export interface RevisionDiffProps {
  diff: DocumentDiff;
  language: string;
  isSideBySide: boolean;
  /** Place of change in hand, from 1; 0 for none. */
  place: number;
}

/** Two revisions of a document in one: what came is underlined, what went is struck. */
export function RevisionDiff({ diff, language, place, ...props }: RevisionDiffProps) {
  const isMobile = useIsMobile();
  const isSideBySide = props.isSideBySide && !isMobile;
  useEffect(loadSerif, []);
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const parts = frame.current?.querySelectorAll("[data-place]") ?? [];
    let first: Element | undefined;
    for (const part of parts) {
      const isCurrent = place > 0 && part.getAttribute("data-place") === String(place);
      part.toggleAttribute("data-current", isCurrent);
      if (isCurrent) first ??= part;
    }
    first?.scrollIntoView({ block: "center" });
  }, [place, diff, isSideBySide]);
  const sides: Side[] = isSideBySide ? ["before", "after"] : ["both"];
  const row = (key: string | number, content: (side: Side) => ReactNode): ReactNode => (
    <div key={key} className="diff-row">
      {sides.map((side) => (
        <div key={side} className="diff-cell">
          {content(side)}
        </div>
      ))}
    </div>
  );
  return (
    <article
      ref={frame}
      className={
        isSideBySide ? "doc-text print-wide print-links diff diff-sides" : "doc-text print-wide print-links diff"
      }
      lang={language}
    >
      {row("title", (side) =>
        side === "before" ? (
          <p className="doc-title">
            <Parts parts={diff.title} side={side} />
          </p>
        ) : (
          <h1 className="doc-title">
            <Parts parts={diff.title} side={side} />
          </h1>
        ),
      )}
      {row("summary", (side) => (
        <p className="doc-sub">
          <Parts parts={diff.summary} side={side} />
        </p>
      ))}
      <Sections sections={diff.sections} row={row} />
      <NoteLines title="notes.openQuestions" lines={diff.openQuestions} row={row} />
      <NoteLines title="notes.assumptions" lines={diff.assumptions} row={row} />
    </article>
  );
}

type Row = (key: string | number, content: (side: Side) => ReactNode) => ReactNode;

/** The kind of change that a side does not show. */
const hiddenOn = { both: "", before: "ins", after: "del" } as const;

/** Text of one side, or of both. */
export function Parts({ parts, side = "both" }: { parts: readonly (DiffPart | NumberedPart)[]; side?: Side }) {
  return parts.map((part, at) => {
    const { kind: Tag, text } = part;
    if (Tag === hiddenOn[side]) return null;
    if (Tag === "same") return text;
    return (
      <Tag key={at} data-place={"place" in part ? part.place : undefined}>
        {text}
      </Tag>
    );
  });
}

/** What did not change, folded away under its number. */
function Fold({ count, children }: { count: number; children: ReactNode }) {
  const { t } = useTranslation("projects");
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <p className="doc-folded">
        {t("revisions.unchanged", { count })}{" "}
        <button
          type="button"
          className="link"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? "revisions.hide" : "document.show")}
        </button>
      </p>
      <div id={id} hidden={!isOpen}>
        {isOpen ? children : null}
      </div>
    </>
  );
}

/** Neighbours of one kind: what is the same folds together. */
function runsOf<T extends { change: string }>(items: readonly T[]): { isSame: boolean; items: T[] }[] {
  const runs: { isSame: boolean; items: T[] }[] = [];
  for (const item of items) {
    const isSame = item.change === "same";
    const last = runs.at(-1);
    if (last?.isSame === isSame) last.items.push(item);
    else runs.push({ isSame, items: [item] });
  }
  return runs;
}

const countOf = (sections: readonly DiffSection[]): number =>
  sections.reduce((sum, { blocks }) => sum + blocks.length, 0);

function Sections({ sections, row }: { sections: readonly DiffSection[]; row: Row }) {
  return runsOf(sections).map((run, at) =>
    run.isSame ? (
      <Fold key={at} count={countOf(run.items)}>
        {run.items.map((section, inside) => (
          <SectionDiff key={inside} section={section} row={row} isWhole />
        ))}
      </Fold>
    ) : (
      run.items.map((section, inside) => <SectionDiff key={`${at}.${inside}`} section={section} row={row} />)
    ),
  );
}

function SectionDiff({ section, row, isWhole = false }: { section: DiffSection; row: Row; isWhole?: boolean }) {
  const block = (one: DiffBlock, key: number): ReactNode =>
    row(key, (side) =>
      one.change === hiddenOn[side] ? null : (
        <div className={cx(`doc-block print-whole doc-block-${one.type}`)}>
          <BlockDiff block={one} side={side} />
        </div>
      ),
    );
  return (
    <section className="doc-section">
      {row("title", (side) => (
        <h2>
          <Parts parts={section.title} side={side} />
        </h2>
      ))}
      {runsOf(section.blocks).map((run, at) =>
        run.isSame && !isWhole && run.items.length >= foldsFrom ? (
          <Fold key={at} count={run.items.length}>
            {run.items.map(block)}
          </Fold>
        ) : (
          <Fragment key={at}>{run.items.map(block)}</Fragment>
        ),
      )}
    </section>
  );
}

function BlockDiff({ block, side }: { block: DiffBlock; side: Side }) {
  const { t } = useTranslation("projects");
  const [isOpen, setOpen] = useState(false);
  const lines = block.lines.filter(({ change }) => change !== hiddenOn[side]);
  const isTable = block.type === "table" || block.type === "kpi" || block.type === "chart";
  const folds = block.change === "changed" && lines.length > foldsLines && !isOpen;
  const shown = folds ? lines.filter(({ change, isHead }) => change !== "same" || isHead) : lines;
  return (
    <>
      {isTable ? (
        <TableDiff block={block} lines={shown} side={side} />
      ) : (
        <TextDiff block={block} lines={shown} side={side} />
      )}
      {folds && shown.length < lines.length ? (
        <p className="doc-folded">
          {t("revisions.unchangedLines", { count: lines.length - shown.length })}{" "}
          <button type="button" className="link" onClick={() => setOpen(true)}>
            {t("document.show")}
          </button>
        </p>
      ) : null}
    </>
  );
}

interface LinesProps {
  block: DiffBlock;
  lines: readonly DiffLine[];
  side: Side;
}

function TextDiff({ block, lines, side }: LinesProps) {
  const words = (line: DiffLine): ReactNode =>
    line.cells.map((parts, at) => (
      <Fragment key={at}>
        {at > 0 ? " " : null}
        <Parts parts={parts} side={side} />
      </Fragment>
    ));
  if (block.type === "list" || block.type === "checklist") {
    const List = block.ordered ? "ol" : "ul";
    const look = block.type === "checklist" ? cx("doc-list diff-checks") : "doc-list";
    return (
      <List className={cx(block.ordered ? "doc-list doc-list-ordered" : look)}>
        {lines.map((line, at) => (
          <li key={at}>{words(line)}</li>
        ))}
      </List>
    );
  }
  if (block.type === "h") return lines.map((line, at) => <h3 key={at}>{words(line)}</h3>);
  if (block.type === "quote")
    return (
      <div className="doc-quote">
        {lines.map((line, at) => (
          <p key={at}>{words(line)}</p>
        ))}
      </div>
    );
  if (block.type === "code")
    return (
      <div className={cx("doc-code")}>
        <pre tabIndex={0}>
          <code>
            {lines.map((line, at) => (
              <Fragment key={at}>
                {at > 0 ? "\n" : null}
                {words(line)}
              </Fragment>
            ))}
          </code>
        </pre>
      </div>
    );
  return lines.map((line, at) => <p key={at}>{words(line)}</p>);
}

/** A table; on a narrow page its rows are lists of names and values, as they are in the document. */
function TableDiff({ block, lines, side }: LinesProps) {
  const { t } = useTranslation("projects");
  const heads = lines.filter(({ isHead }) => isHead);
  const columns = Math.max(0, ...heads.map(({ cells }) => cells.length));
  const look = isStacked(columns, block.numeric.length) ? "doc-table-stack" : "";
  const nameOf = (line: DiffLine, column: number): string | undefined => {
    const other = line.change === "del" ? "ins" : "del";
    const head = heads.find(({ change }) => change !== other);
    return head?.cells[column]?.flatMap(({ kind, text }) => (kind === other ? [] : [text])).join("");
  };
  return (
    <TableFrame label={t("revisions.table")} className={look}>
      {/* The roles are said outright: a narrow page shows rows as blocks, and browsers would take them away. */}
      <table className="tb tb-dense num" role="table">
        <tbody role="rowgroup">
          {lines.map((line, at) => {
            const Cell = line.isHead ? "th" : "td";
            // A narrow page has the names in each row; those that changed are shown beside.
            const isSaid = line.isHead && line.change === "same";
            return (
              <tr key={at} role="row" className={cx(isSaid ? "diff-names" : undefined)}>
                {line.cells.map((parts, column) => (
                  <Cell
                    key={column}
                    role={line.isHead ? "columnheader" : "cell"}
                    className={block.numeric.includes(column) ? "r" : undefined}
                    data-name={line.isHead ? undefined : nameOf(line, column)}
                  >
                    {parts.some(({ text }) => text !== "") ? (
                      <span>
                        <Parts parts={parts} side={side} />
                      </span>
                    ) : null}
                  </Cell>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableFrame>
  );
}

function NoteLines({ title, lines, row }: { title: string; lines: readonly DiffLine[]; row: Row }) {
  const { t } = useTranslation("projects");
  const changed = lines.filter(({ change }) => change !== "same");
  if (changed.length === 0) return null;
  return (
    <section className="doc-section">
      <h2>{t(title)}</h2>
      {changed.map((line, at) =>
        row(at, (side) => (
          <p className={cx("diff-note")}>
            {line.cells.map((parts, cell) => (
              <Parts key={cell} parts={parts} side={side} />
            ))}
          </p>
        )),
      )}
    </section>
  );
}
