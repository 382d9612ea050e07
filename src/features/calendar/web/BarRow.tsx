import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import type { EntryPreview } from "../contract.ts";
import type { BarRow as BarRowLayout } from "./layout.ts";
import type { GridActions } from "./actions.ts";
import { formatLongDay } from "#src/ui/dayNames.ts";
import { EntryButton } from "./EntryButton.tsx";
import cx from "./BarRow.module.css";

interface BarRowProps extends Pick<GridActions, "onOpen" | "onShowDay"> {
  row: BarRowLayout<EntryPreview>;
  days: readonly string[];
  zone: string;
  label: string;
  /** Lines that are kept free above the bars. */
  skip?: number;
}

/** Entries as bars over the days of a row, and how many more there are. */
export function BarRow({ row, days, zone, label, skip = 0, onOpen, onShowDay }: BarRowProps) {
  const { t } = useTranslation("calendar");
  const language = useLanguage();
  const dayAt = (at: number): string => formatLongDay(days[at] ?? "", language);
  return (
    <ul className={cx("cal-bars num")} aria-label={label}>
      {row.bars.map(({ entry, from, to, lane, isCutBefore, isCutAfter }) => (
        <li key={entry.id} style={{ gridColumn: `${from + 1} / ${to + 2}`, gridRow: lane + 1 + skip }}>
          <EntryButton
            entry={entry}
            zone={zone}
            look="bar"
            days={from === to ? dayAt(from) : t("dayRange", { from: dayAt(from), to: dayAt(to) })}
            isCutBefore={isCutBefore}
            isCutAfter={isCutAfter}
            onOpen={onOpen}
          />
        </li>
      ))}
      {row.more.map((count, at) => {
        const day = days[at];
        return count > 0 && day ? (
          <li key={day} style={{ gridColumn: at + 1, gridRow: row.lanes + skip }}>
            <button type="button" className={cx("cal-more print-shown")} onClick={() => onShowDay(day)}>
              {t("more", { count })}
              <span className="sr-only">, {formatLongDay(day, language)}</span>
            </button>
          </li>
        ) : null;
      })}
    </ul>
  );
}
