import type { ReactNode } from "react";

export interface PriceRowProps {
  name: ReactNode;
  /** Small words behind the name. */
  note?: ReactNode;
  figure: ReactNode;
  /** A small button behind the figure. */
  action?: ReactNode;
  /** 30 px in place of 36. */
  dense?: boolean;
}

/** A name joined to its figure by a dotted leader. */
export function PriceRow({ name, note, figure, action, dense = false }: PriceRowProps) {
  return (
    <div className={dense ? "price-row num price-row-dense" : "price-row num"}>
      <span>{name}</span>
      {note ? <span className="hint">{note}</span> : null}
      <span className="leader" aria-hidden="true" />
      <span className="figure">{figure}</span>
      {action}
    </div>
  );
}

export interface KeyValueProps {
  name: ReactNode;
  value: ReactNode;
}

/** A line of an account; several stand in a Sum. */
export function KeyValue({ name, value }: KeyValueProps) {
  return (
    <div className="kv">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

export interface SumProps {
  /** KeyValue lines. */
  children?: ReactNode;
  name: ReactNode;
  value: ReactNode;
}

/** Lines, their sum, and the double rule that closes it. The double rule stands nowhere else. */
export function Sum({ children, name, value }: SumProps) {
  return (
    <div>
      <dl className="num">
        {children}
        <div className="kv kv-sum">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      </dl>
      <DoubleRule />
    </div>
  );
}

/** Closes a sum that is not a Sum, such as the last row of a table. */
export function DoubleRule() {
  return <div className="dbl" aria-hidden="true" />;
}
