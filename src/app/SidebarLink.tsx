import { Link } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import cx from "./SidebarLink.module.css";

// Tooltips are only needed once the sidebar is narrow; their code comes then.
const SidebarTip = lazyOptional(() => import("./SidebarTip.tsx").then((part) => part.SidebarTip));

/** In the narrow sidebar, words that show on hover and focus at once; elsewhere just the control. */
export function Tipped({ text, narrow, children }: { text: string; narrow: boolean; children: ReactElement }) {
  if (!narrow) return children;
  return (
    <SidebarTip text={text} instead={children}>
      {children}
    </SidebarTip>
  );
}

export interface SidebarLinkProps {
  to: string;
  icon: ReactNode;
  label: string;
  /** What stands at the end of the line. */
  count?: ReactNode;
  /** The count in words, for those who hear it. */
  countWords?: string | undefined;
  narrow?: boolean;
  className?: string;
  /** The open page belongs here, though it has another address. */
  isAbove?: boolean;
}

/** One line of the sidebar; marked while its page is open. */
export function SidebarLink(props: SidebarLinkProps) {
  const { to, icon, label, count, countWords, narrow = false, className, isAbove = false } = props;
  return (
    <li>
      <Tipped text={label} narrow={narrow}>
        <Link
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          className={className ? `side-link ${className}` : "side-link"}
          {...(narrow ? { "aria-label": label } : {})}
          {...(isAbove ? { "aria-current": "true" } : {})}
        >
          {icon}
          {narrow ? null : <span className="words">{label}</span>}
          {count === undefined || narrow ? null : (
            <span className={cx("side-count num")}>
              {countWords ? <span aria-hidden="true">{count}</span> : count}
              {countWords ? <span className="sr-only">{countWords}</span> : null}
            </span>
          )}
        </Link>
      </Tipped>
    </li>
  );
}
