import { Copy, Square, SquareCheck } from "lucide-react";
import { Fragment, type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import type { Block, Claim } from "../document.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { useCopy } from "#src/ui/useCopy.ts";
import { Chart } from "./Chart.tsx";
import { ClaimMarks, ClaimText, type ClaimReading } from "./ClaimText.tsx";
import { claimsBeside, claimsByLine } from "./claimText.ts";
import { useEditing } from "./editing.ts";
import { GapSlot } from "./GapSlot.tsx";
import { TableFrame } from "./TableFrame.tsx";
import { TimedText } from "./TimedText.tsx";
import { figureAndUnit, rowText, tableLayout } from "./tableLayout.ts";
import styles from "./Blocks.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import documentViewStyles from "./DocumentView.module.css";
import sectionFoldStyles from "./SectionFold.module.css";
import tableFrameStyles from "./TableFrame.module.css";

const cx = joinClasses(styles, documentViewStyles, sectionFoldStyles, tableFrameStyles);

export interface BlockViewProps {
  block: Block;
  claims: readonly Claim[];
  reading: ClaimReading;
  /** What the block is called among those of its document, for tables that scroll. */
  name: string;
  /** The text is still being written: a caret stands at its end. */
  isWriting?: boolean;
  /** Names and values of a list that has nothing else. */
  rows?: { label: string; value: string }[] | null;
  /** Of a table that is being written: how many more rows are announced. */
  rowsToCome?: number;
  /** The rest of the document is still being written: of a long table the first rows are enough. */
  isShort?: boolean;
}

/** One block of a document as text. Nothing in it is ever read as markup. */
export function BlockView({
  block,
  claims: all,
  reading,
  name,
  isWriting = false,
  rowsToCome = 0,
  isShort = false,
  rows = null,
}: BlockViewProps) {
  const marked = useMemo(() => {
    const byLine = claimsByLine(block, all);
    return { byLine, beside: claimsBeside(block, all, byLine) };
  }, [block, all]);
  const beside = marked.beside.length === 0 ? null : <ClaimMarks claims={marked.beside} reading={reading} />;
  const text = (value: string, line = 0): ReactNode => {
    const claims = marked.byLine[line] ?? [];
    return claims.length === 0 ? (
      <TimedText>{value}</TimedText>
    ) : (
      <ClaimText text={value} claims={claims} reading={reading} />
    );
  };
  const caret = isWriting ? <span className={cx("caret")} aria-hidden="true" /> : null;
  switch (block.type) {
    case "p":
      return (
        <p>
          {text(block.text)}
          {beside}
          {caret}
        </p>
      );
    case "h":
      return (
        <h3>
          {block.text}
          {caret}
        </h3>
      );
    case "list": {
      if (rows) return <LabelledRows rows={rows} text={text} after={beside} />;
      const List = block.ordered ? "ol" : "ul";
      return (
        <List className={cx(block.ordered ? "doc-list doc-list-ordered" : "doc-list")}>
          {block.items.map((item, index) => (
            <li key={index}>
              {text(item, index)}
              {index === block.items.length - 1 ? (
                <>
                  {beside}
                  {caret}
                </>
              ) : null}
            </li>
          ))}
        </List>
      );
    }
    case "table":
      return (
        <TableBlock block={block} name={name} text={text} after={beside} rowsToCome={rowsToCome} isShort={isShort} />
      );
    case "kpi":
      return (
        <dl className={cx("doc-kpi num")}>
          {block.items.map((item, index) => (
            <div key={index}>
              <dt>{item.label}</dt>
              <dd>
                {marked.byLine[index]?.length ? <b>{text(item.value, index)}</b> : <KpiValue value={item.value} />}
                {item.note ? <small>{text(item.note, index)}</small> : null}
              </dd>
            </div>
          ))}
          {beside}
        </dl>
      );
    case "chart":
      return <Chart chart={block} />;
    case "quote":
      return (
        <figure className="doc-quote">
          <blockquote>
            {text(block.text)}
            {beside}
            {caret}
          </blockquote>
          {block.by ? <figcaption>{block.by}</figcaption> : null}
        </figure>
      );
    case "code":
      return <CodeBlock text={block.text} />;
    case "checklist":
      return <Checklist items={block.items} />;
    case "callout":
      return (
        <div className={cx(`doc-callout print-whole doc-callout-${block.tone}`)}>
          {block.gap === undefined ? text(block.text) : <GapSlot at={block.gap} question={block.text} />}
          {caret}
        </div>
      );
  }
}

interface LabelledRowsProps {
  rows: { label: string; value: string }[];
  /** @param line row of a table or entry of a list that the text is part of, from 0 */
  text: (value: string, line: number) => ReactNode;
  after: ReactNode;
}

function LabelledRows({ rows, text, after }: LabelledRowsProps) {
  return (
    <dl className={cx("doc-rows")}>
      {rows.map(({ label, value }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>
            {text(value, index)}
            {index === rows.length - 1 ? after : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface TableBlockProps {
  block: Extract<Block, { type: "table" }>;
  name: string;
  /** @param line row of a table or entry of a list that the text is part of, from 0 */
  text: (value: string, line: number) => ReactNode;
  after: ReactNode;
  rowsToCome: number;
  isShort: boolean;
}

/** Of a long table that is finished before its document, so many rows are shown first. */
const firstRows = 3;
/** A table of so few rows is never cut. */
const fewRows = 6;

/** Rows that are still to come, as bars. */
const skeletonWidths = ["72%", "54%"];

function TableBlock({ block, name, text, after, rowsToCome, isShort }: TableBlockProps) {
  const { t } = useTranslation(["projects", "common"]);
  const copy = useCopy();
  const [isWhole, setWhole] = useState(false);
  const isCut = isShort && !isWhole && block.rows.length > fewRows;
  const shown = isCut ? block.rows.slice(0, firstRows) : block.rows;
  const { beside, below, isStacked, isCrowded } = tableLayout(block);
  // The pen is at the end of what the last row has so far.
  const lastRow = block.rows.length - 1;
  const penColumn =
    rowsToCome > 0 ? [...beside, ...below].findLast((column) => block.rows[lastRow]?.[column]) : undefined;
  // Rows that come in after the table was first drawn are shown as new.
  const [rowsAtFirst] = useState(block.rows.length);
  const hasBelow = (row: readonly string[]): boolean => below.some((column) => row[column]);
  const side = (column: number): string | undefined => (block.numeric?.includes(column) ? "r" : undefined);
  const gaps = useMemo(
    () => new Map(block.gaps?.map(({ row, column, at }) => [`${row} ${column}`, at] as const)),
    [block.gaps],
  );
  const openGap = useEditing()?.openGap;
  const isOpen = (line: number, column: number): boolean =>
    openGap !== undefined && openGap !== null && gaps.get(`${line} ${column}`) === openGap;
  const questionOf = (line: number, column: number): string =>
    [block.rows[line]?.[0], block.columns[column]].filter(Boolean).join(": ");
  /** A cell: words with the pen at their end, or a gap to fill in. */
  const cell = (line: number, column: number): ReactNode => {
    const words = block.rows[line]?.[column] ?? "";
    const at = gaps.get(`${line} ${column}`);
    if (at !== undefined) {
      const short = words.replace(/^\[|\]$/g, "");
      return <GapSlot at={at} question={questionOf(line, column)} short={short} opensElsewhere />;
    }
    if (line !== lastRow || column !== penColumn) return text(words, line);
    return (
      <span>
        {text(words, line)}
        <span className={cx("caret")} aria-hidden="true" />
      </span>
    );
  };
  const copyButton = (row: readonly string[], line: number): ReactNode => {
    const known = row.map((words, column) => (gaps.has(`${line} ${column}`) ? "" : words));
    return (
      <IconButton
        className={cx("doc-row-copy print-hidden")}
        label={t("common:action.copyNamed", { name: row[0] ?? "" })}
        onClick={() => void copy(rowText(block.columns, known, { beside, below }))}
      >
        <Icon of={Copy} size={14} />
      </IconButton>
    );
  };
  return (
    <>
      <TableFrame
        className={cx(`${isStacked ? "doc-table-stack" : ""}${isCrowded ? " doc-table-crowd" : ""}`)}
        label={t("document.table", { name, columns: block.columns.join(", ") })}
      >
        {/* The roles are said outright: a narrow page shows rows as blocks, and browsers would take them away. */}
        <table className="tb tb-dense num" role="table">
          <thead role="rowgroup">
            <tr role="row">
              {beside.map((column) => (
                <th key={column} scope="col" role="columnheader" className={side(column)}>
                  {block.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {shown.map((row, line) => (
              <Fragment key={line}>
                <tr
                  role="row"
                  className={rowClass(line >= rowsAtFirst, hasBelow(row) || beside.some((one) => isOpen(line, one)))}
                >
                  {beside.map((column) => (
                    <td key={column} role="cell" className={side(column)} data-name={block.columns[column]}>
                      {cell(line, column)}
                    </td>
                  ))}
                </tr>
                {beside
                  .filter((column) => isOpen(line, column))
                  .map((column) => (
                    <tr
                      key={column}
                      role="row"
                      className={cx(hasBelow(row) ? "doc-row-gap doc-row-above" : "doc-row-gap")}
                    >
                      <td role="cell" colSpan={beside.length}>
                        <GapSlot at={openGap ?? ""} question={questionOf(line, column)} />
                      </td>
                    </tr>
                  ))}
                {hasBelow(row) ? (
                  <tr role="row" className="doc-row-below">
                    <td role="cell" colSpan={beside.length}>
                      {isShort ? null : copyButton(row, line)}
                      <dl>
                        {below
                          .filter((column) => row[column])
                          .map((column) => (
                            <div key={column}>
                              <dt>{block.columns[column]}</dt>
                              <dd>{cell(line, column)}</dd>
                              {isOpen(line, column) ? (
                                <dd className="doc-row-gap">
                                  <GapSlot at={openGap ?? ""} question={questionOf(line, column)} />
                                </dd>
                              ) : null}
                            </div>
                          ))}
                      </dl>
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            ))}
            {skeletonWidths.slice(0, rowsToCome).map((width) => (
              <tr key={width} className={cx("doc-row-coming")} aria-hidden="true">
                {beside.map((column) => (
                  <td key={column}>
                    <span className="skeleton-bar" style={{ inlineSize: width }} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {isCut ? (
        <button type="button" className={cx("link doc-more-rows")} onClick={() => setWhole(true)}>
          {t("document.moreRows", { count: block.rows.length - firstRows })}
        </button>
      ) : null}
      {after}
    </>
  );
}

/** The figure large, its unit beside it in the size of text. */
function KpiValue({ value }: { value: string }) {
  const { figure, unit } = figureAndUnit(value);
  return unit === "" ? (
    <b>{value}</b>
  ) : (
    <b>
      {figure} <span className={cx("doc-kpi-unit")}>{unit}</span>
    </b>
  );
}

/** Text to be copied character by character. */
function CodeBlock({ text }: { text: string }) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <div className={cx("doc-code")}>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <IconButton label={t("action.copy")} onClick={() => void copy(text)}>
        <Icon of={Copy} size={14} />
      </IconButton>
    </div>
  );
}

interface ChecklistItem {
  text: string;
  done: boolean;
  at?: string | undefined;
}

/** Items that can be ticked where the document is edited; elsewhere they are shown as they are. */
function Checklist({ items }: { items: readonly ChecklistItem[] }) {
  const { t } = useTranslation("projects");
  const editing = useEditing();
  const [ticking, setTicking] = useState<string | null>(null);
  const tick = async (at: string, done: boolean): Promise<void> => {
    setTicking(at);
    await editing?.change({ kind: "tick", at, done });
    setTicking(null);
  };
  return (
    <ul className="doc-checks">
      {items.map(({ text, done: isDone, at }, index) => {
        // The tick shows at once; an edit that fails takes it back.
        const done = ticking !== null && ticking === at ? !isDone : isDone;
        const words = (
          <>
            <Icon of={done ? SquareCheck : Square} />
            <span>{text}</span>
          </>
        );
        return (
          <li key={index}>
            {editing && at !== undefined ? (
              <button type="button" role="checkbox" aria-checked={done} onClick={() => void tick(at, !isDone)}>
                {words}
              </button>
            ) : (
              <>
                <span className="sr-only">{done ? t("document.done") : t("document.open")}</span>
                {words}
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Looks of a row: new while the table is written, and joined to the sentences that stand below it. */
function rowClass(isNew: boolean, hasBelow: boolean): string | undefined {
  return [isNew ? cx("doc-row-new") : "", hasBelow ? cx("doc-row-above") : ""].filter(Boolean).join(" ") || undefined;
}
