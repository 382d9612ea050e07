import type { ReactNode } from "react";

export interface TableProps {
  /** What the table lists, for screen readers; also the name of the region that scrolls. */
  caption: string;
  /** `<thead>` and `<tbody>`; figures carry the class `r`. */
  children: ReactNode;
}

/** A table in hairlines; wider than its place it scrolls by itself, with the keyboard too. */
export function Table({ caption, children }: TableProps) {
  return (
    <div className="tb-wrap" role="region" aria-label={caption} tabIndex={0}>
      <table className="tb num">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}
