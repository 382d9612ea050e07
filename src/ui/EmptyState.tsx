import type { ReactNode } from "react";
import "#src/ui/styles/serif.css";

export interface EmptyStateProps {
  /** A serif line: "No leads yet". */
  title: string;
  /** One sentence: what to do, and the price if a run is offered. */
  children: ReactNode;
  /** One or two small buttons. */
  actions?: ReactNode;
}

/** An empty list says what will stand there and how it gets there. No picture. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className="empty num">
      <p>{title}</p>
      <div>{children}</div>
      {actions ? <div className="empty-actions">{actions}</div> : null}
    </div>
  );
}
