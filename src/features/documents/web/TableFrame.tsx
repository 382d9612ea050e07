import { MoveHorizontal } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import cx from "./TableFrame.module.css";

/** Where a table goes on beyond its frame. */
type Beyond = "none" | "start" | "end" | "both";

/** Parts of a pixel that rounding adds to a width. */
const rounding = 1;

function beyondOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): Beyond {
  if (scrollWidth <= clientWidth + rounding) return "none";
  const isAtStart = Math.abs(scrollLeft) <= rounding;
  const isAtEnd = Math.abs(scrollLeft) + clientWidth >= scrollWidth - rounding;
  return isAtStart ? "end" : isAtEnd ? "start" : "both";
}

export interface TableFrameProps {
  /** What the table is called among those of its document. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** The frame of a table: one that is wider than the page scrolls in it, by keys as well, and says so. */
export function TableFrame({ label, className = "", children }: TableFrameProps) {
  const { t } = useTranslation("projects");
  const language = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  const [beyond, setBeyond] = useState<Beyond>("none");
  useEffect(() => {
    const box = frame.current;
    if (!box) return undefined;
    const measure = (): void => setBeyond(beyondOf(box));
    const sizes = new ResizeObserver(measure);
    sizes.observe(box);
    if (box.firstElementChild) sizes.observe(box.firstElementChild);
    box.addEventListener("scroll", measure, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener("scroll", measure);
    };
  }, []);
  return (
    <div className={cx("doc-table-frame")} data-beyond={beyond}>
      <div
        ref={frame}
        className={`tb-wrap doc-table ${className}`.trim()}
        role="region"
        aria-label={label}
        tabIndex={0}
      >
        {children}
      </div>
      {beyond === "none" ? null : (
        <p className="doc-table-hint" lang={language}>
          <Icon of={MoveHorizontal} size={14} />
          {t("document.scrollSideways")}
        </p>
      )}
    </div>
  );
}
