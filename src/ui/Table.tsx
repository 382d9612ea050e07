import type { ReactNode } from "react";

export interface TableProps {
  /** What the table lists, for screen readers; also the name of the region that scrolls. */
  caption: string;
  /** `<thead>` and `<tbody>`; figures carry the class `r`. */
  children: ReactNode;
  /** 13 px text and rows of 34 px. */
  dense?: boolean;
}

/** A table in hairlines; wider than its place it scrolls by itself, with the keyboard too. */
export function Table({ caption, children, dense = false }: TableProps) {
  return (
    <div className="tb-wrap" role="region" aria-label={caption} tabIndex={0}>
      <table className={dense ? "tb tb-dense num" : "tb num"}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}
