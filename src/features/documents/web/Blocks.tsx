import { Square, SquareCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "#src/shell/i18n/index.ts";
import type { Block, Claim } from "../document.ts";
import { Icon } from "#src/shell/ui/Icon.tsx";
import { Chart } from "./Chart.tsx";
import { ClaimMarks, ClaimText, type ClaimReading } from "./ClaimText.tsx";
import { claimsBeside, claimsOf } from "./claimText.ts";
import { blockTexts } from "../blockTexts.ts";

export interface BlockViewProps {
  block: Block;
  claims: readonly Claim[];
  reading: ClaimReading;
  /** What the block is called among those of its document, for tables that scroll. */
  name: string;
  /** The text is still being written: a caret stands at its end. */
  isWriting?: boolean;
}

/** One block of a document as text. Nothing in it is ever read as markup. */
export function BlockView({ block, claims: all, reading, name, isWriting = false }: BlockViewProps) {
  const claims = claimsOf(block, all);
  const beside =
    claims.length === 0 ? null : <ClaimMarks claims={claimsBeside(blockTexts(block), claims)} reading={reading} />;
  const text = (value: string): ReactNode =>
    claims.length === 0 ? value : <ClaimText text={value} claims={claims} reading={reading} />;
  const caret = isWriting ? <span className="caret" aria-hidden="true" /> : null;
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
      const List = block.ordered ? "ol" : "ul";
      return (
        <List className={block.ordered ? "doc-list doc-list-ordered" : "doc-list"}>
          {block.items.map((item, index) => (
            <li key={index}>
              {text(item)}
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
      return <TableBlock block={block} name={name} text={text} after={beside} />;
    case "kpi":
      return (
        <dl className="doc-kpi num">
          {block.items.map((item, index) => (
            <div key={index}>
              <dt>{item.label}</dt>
              <dd>
                <b>{text(item.value)}</b>
                {item.note ? <small>{text(item.note)}</small> : null}
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
    case "checklist":
      return <Checklist items={block.items} />;
    case "callout":
      return (
        <div className={`doc-callout doc-callout-${block.tone}`}>
          {text(block.text)}
          {caret}
        </div>
      );
  }
}

interface TableBlockProps {
  block: Extract<Block, { type: "table" }>;
  name: string;
  text: (value: string) => ReactNode;
  after: ReactNode;
}

function TableBlock({ block, name, text, after }: TableBlockProps) {
  const { t } = useTranslation("projects");
  const side = (column: number): string | undefined => (block.numeric?.includes(column) ? "r" : undefined);
  return (
    <>
      <div
        className="tb-wrap doc-table"
        role="region"
        aria-label={t("document.table", { name, columns: block.columns.join(", ") })}
        tabIndex={0}
      >
        <table className="tb tb-dense num">
          <thead>
            <tr>
              {block.columns.map((column, at) => (
                <th key={at} scope="col" className={side(at)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, line) => (
              <tr key={line}>
                {block.columns.map((_, at) => (
                  <td key={at} className={side(at)}>
                    {text(row[at] ?? "")}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {after}
    </>
  );
}

function Checklist({ items }: { items: { text: string; done: boolean }[] }) {
  const { t } = useTranslation("projects");
  return (
    <ul className="doc-checks">
      {items.map((item, index) => (
        <li key={index}>
          <Icon of={item.done ? SquareCheck : Square} />
          <span className="sr-only">{item.done ? t("document.done") : t("document.open")}</span>
          <span>{item.text}</span>
        </li>
      ))}
    </ul>
  );
}
