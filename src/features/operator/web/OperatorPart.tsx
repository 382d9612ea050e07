import { type ReactNode, useId } from "react";
import cx from "./OperatorPage.module.css";

export interface OperatorPartProps {
  title: string;
  /** Beside the title. */
  more?: ReactNode;
  /** One sentence below the title. */
  lede?: string;
  children: ReactNode;
}

/** A part of the page under a heading of its own. */
export function OperatorPart({ title, more, lede, children }: OperatorPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={cx("part-head")}>
        <h2 className="h2" id={id}>
          {title}
        </h2>
        {more}
      </div>
      {lede === undefined ? null : <p className={cx("part-lede")}>{lede}</p>}
      {children}
    </section>
  );
}
