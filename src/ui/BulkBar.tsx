import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { useRootMark } from "./useRootMark.ts";
import "./BulkBar.module.css";

export interface BulkBarProps {
  /** What the bar is for. */
  label: string;
  /** How many are ticked, in words. */
  count: string;
  /** Between the count and the actions; on phones beside the count. */
  all?: ReactNode;
  /** Buttons, links and menus. */
  children: ReactNode;
  endLabel: string;
  onEnd: () => void;
}

/** What can be done to the ticked rows of a page, in ink at its foot. */
export function BulkBar({ label, count, all, children, endLabel, onEnd }: BulkBarProps) {
  useRootMark("bulk");
  return (
    <section className="bulk-bar num" aria-label={label}>
      <b role="status">{count}</b>
      {all}
      <div className="bulk-bar-actions">{children}</div>
      <button type="button" aria-label={endLabel} onClick={onEnd}>
        <Icon of={X} size={14} />
      </button>
    </section>
  );
}
