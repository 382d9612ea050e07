import { useTranslation } from "./i18n/index.ts";
import { VisuallyHidden } from "./VisuallyHidden.tsx";
import cx from "./Skeleton.module.css";

export interface SkeletonRowsProps {
  rows?: number;
  /** Height of the rows that will come, in px. */
  height?: number;
  /** Widths of the columns as in `grid-template-columns`. */
  columns?: string;
}

/** Different lengths, always the same, so that rows look like text. */
const lengths = ["78%", "64%", "86%", "58%", "72%"];

/** Rows of bars in the final row height; they show after 300 ms, so that a fast answer shows none. */
export function SkeletonRows({ rows = 3, height = 36, columns = "40px 1fr 60px" }: SkeletonRowsProps) {
  const { t } = useTranslation();
  const count = columns.trim().split(/\s+/).length;
  const widest = Math.floor(count / 2);
  return (
    <div role="status">
      <VisuallyHidden>{t("word.loading")}</VisuallyHidden>
      <div className="skeleton" aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          <div className="skeleton-row" key={row} style={{ gridTemplateColumns: columns, height }}>
            {Array.from({ length: count }, (_none, column) => (
              <span
                className="skeleton-bar"
                key={column}
                style={column === widest ? { width: lengths[row % lengths.length] } : undefined}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Bars in place of a paragraph. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div className="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton-bar skeleton-line" style={{ width: ["94%", "88%", "52%"][line % 3] }} />
      ))}
    </div>
  );
}

/** The sheet of a document and the column beside it. */
export function SkeletonDocument() {
  const { t } = useTranslation();
  return (
    <div className={cx("skeleton-doc")} role="status">
      <div className={cx("skeleton-doc-sheet")}>
        <VisuallyHidden>{t("word.loading")}</VisuallyHidden>
        <SkeletonText lines={9} />
      </div>
    </div>
  );
}
